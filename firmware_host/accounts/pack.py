"""A game of The Pack told in words: what everybody at the table saw."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import cast

from engine.cards import Card
from engine.pack import Choose, Flip, Move, Outcome, Pack, Phase, Pickup, outcome
from engine.records import Entry
from firmware_host.words import Words


@dataclass(frozen=True, slots=True)
class PackTeller:
    """Tells the moves of those called `names`, by seat."""

    names: Sequence[str]
    words: Words

    def opening(self, dealt: Pack) -> str:
        """Tell who plays, and by which house rules."""
        rules = [rule for rule, is_on in asdict(dealt.rules).items() if is_on]
        named = [self.words.title.pack_rule(rule) for rule in rules]
        return self.words.pack_account.opening(self.names, named)

    def told(self, entry: Entry, before: Pack, after: Pack) -> Sequence[str]:
        """Tell a move; after the last choice, all that was chosen and the start card."""
        move = cast(Move, entry.what)
        if isinstance(move, Choose):
            chosen = self.words.pack_account.has_chosen(self.names[move.seat])
            return [chosen] if after.phase is Phase.CHOOSE else [chosen, *self._shown(after)]
        return [self._moved(move, before, outcome(before, move))]

    def ending(self, last: Pack) -> str:
        """Tell who won, and what the others were left with."""
        words, result = self.words.pack_account, last.result
        if result is None or result.winner is None:
            return words.ends_early()
        others = [seat for seat in range(last.seats) if seat != result.winner]
        held = [f"{self.names[seat]} {last.left(seat)}" for seat in others]
        return words.still_held(words.wins(self.names[result.winner]), held)

    def _shown(self, begun: Pack) -> Sequence[str]:
        words = self.words.pack_account
        laid = [
            words.lays_open(name, [card for card in up if card])
            for name, up in zip(self.names, begun.ups, strict=True)
        ]
        return [*laid, words.starts(begun.top, self.names[begun.turn])]

    def _moved(self, move: Move, before: Pack, seen: Outcome) -> str:
        name, pile = self.names[move.seat], len(before.discard)
        if isinstance(move, Pickup):
            return self._taken(name, pile, move.card)
        if isinstance(move, Flip):
            return self._turned_over(name, before, seen)
        words = self.words.pack_account
        line = words.plays(name, seen.cards, before.top)
        if not before.hands[move.seat]:
            line = words.from_the_table(line)
        elif seen.drawn:
            line = words.draws(line, seen.drawn)
        return self._cleared(line, pile, seen)

    def _taken(self, name: str, pile: int, along: Card | None) -> str:
        line = self.words.pack_account.takes(name, pile)
        return self.words.pack_account.taken_along(line, along) if along else line

    def _turned_over(self, name: str, before: Pack, seen: Outcome) -> str:
        words, (card,) = self.words.pack_account, seen.cards
        line = words.turns_over(name, card, before.top, seen.fits)
        if not seen.fits:
            return words.takes_all(line, seen.taken)
        return self._cleared(line, len(before.discard), seen)

    def _cleared(self, line: str, pile: int, seen: Outcome) -> str:
        words, count = self.words.pack_account, pile + len(seen.cards)
        if seen.burned:
            return words.burns(line, count)
        return words.four(line, count) if seen.four else line
