"""A game of Spit told in words, refused presses too."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Move, Reason
from engine.records import Entry
from engine.spit import PILES, SLOTS, Draw, Play, Spit
from engine.spit_moves import Refusal
from firmware_host.words import Words


@dataclass(frozen=True, slots=True)
class SpitTeller:
    """Tells the moves of those called `names`, by seat."""

    names: Sequence[str]
    words: Words

    def opening(self, dealt: Spit) -> str:
        """Tell who plays, and by which refill."""
        return self.words.spit_account.opening(self.names, dealt.rules.refill)

    def told(self, entry: Entry, before: Spit, after: Spit) -> Sequence[str]:
        """Tell a move or a refused press; at a stuck point, who holds what."""
        what = entry.what
        if isinstance(what, Refusal):
            return [self._marked(entry, self._refused(what, before))]
        line = self._marked(entry, self._moved(what, before, after))
        return (
            [line, self.words.spit_account.stuck(self._holdings(after))] if after.stuck else [line]
        )

    def ending(self, last: Spit) -> str:
        """Tell who won, and how."""
        words, result = self.words.spit_account, last.result
        if result is None:
            return words.ends_early()
        if result.winner is None:
            return words.drawn()
        winner = self.names[result.winner]
        return words.wins(winner) if result.reason is Reason.OUT else words.wins_by_fewest(winner)

    def _marked(self, entry: Entry, line: str) -> str:
        return self.words.spit_account.photo_finish(line) if entry.tie else line

    def _moved(self, move: Move, before: Spit, after: Spit) -> str:
        words = self.words.spit_account
        match move:
            case Play(seat, slot, pile):
                card = before.layouts[seat][slot]
                assert card is not None  # Else the rules had refused it.
                return words.plays(self.names[seat], card, before.piles[pile], pile)
            case Draw(seat):
                slot = before.layouts[seat].index(None)
                return words.draws(self.names[seat], after.layouts[seat][slot])
            case _:
                turned = [pile for pile in range(PILES) if before.stocks[pile]]
                return words.spit([(after.piles[pile], pile) for pile in turned])

    def _refused(self, refusal: Refusal, table: Spit) -> str:
        seat, slot, pile = refusal.play.seat, refusal.play.slot, refusal.play.pile
        card = table.layouts[seat][slot]
        return self.words.spit_account.refused(
            self.names[seat], card, pile, refusal.why, refusal.margin_ns
        )

    def _holdings(self, table: Spit) -> list[str]:
        return [
            self.words.spit_account.holds(name, SLOTS - layout.count(None), stock)
            for name, layout, stock in zip(self.names, table.layouts, table.stocks, strict=True)
        ]
