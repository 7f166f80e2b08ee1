"""The judge of Spit's race (S6): a play that does not fit is refused, and the judge says why.

Time is an argument: `at_ns` is the instant at which a press, or the console's spit, is dated; any
clock will do as long as it is one. Presses are ruled on in decided order.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.cards import Card
from engine.spit import FITTING, PILES, Draw, Move, Play, Spit
from engine.spit_moves import Refusal, Why

__all__ = ["RECENT_NS", "Covered", "Judge", "Refusal", "Ruling", "Why"]

RECENT_NS = 300_000_000
"""How long a covered top still counts, for being beaten twice in a row and for the lockout (S6)."""


@dataclass(frozen=True, slots=True)
class Covered:
    """A top that was covered at `at_ns` by a seat's play, or (`by` None) by the console's spit."""

    pile: int
    top: Card | None
    by: int | None
    at_ns: int


class Ruling(NamedTuple):
    """What came of a move: the table and the judge afterwards; `refusal` None when it stood."""

    table: Spit
    judge: "Judge"
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class Judge:
    """What the judge remembers between moves: recent tops, and until when a seat's piles rest."""

    covered: tuple[Covered, ...] = ()
    resting_until_ns: tuple[int, int] = (0, 0)

    def rule(self, table: Spit, move: Move, at_ns: int) -> Ruling:
        """Rule on `move`, dated `at_ns`, at `table`.

        A play of a card that does not fit (or while the seat's piles rest) is refused, after the
        game's end too, since a press can be beaten by the winning play. Whatever else the rules
        forbid, such as a play from an empty slot, is a `RuleError`.
        """
        refusal = self._refusal(table, move, at_ns) if isinstance(move, Play) else None
        if refusal is None:
            return Ruling(table.after(move), self._remembering(table, move, at_ns), None)
        return Ruling(table, self._resting(table, refusal, at_ns), refusal)

    def rests(self, seat: int, at_ns: int) -> bool:
        """Tell whether the pile buttons of `seat` rest at `at_ns` (house rule `lockout_ms`)."""
        return at_ns < self.resting_until_ns[seat]

    def _refusal(self, table: Spit, play: Play, at_ns: int) -> Refusal | None:
        card = table.layouts[play.seat][play.slot]
        if card is None:
            return None
        if self.rests(play.seat, at_ns):
            return Refusal(play, Why.LOCKOUT)
        if card in FITTING[table.piles[play.pile]]:
            return None
        for covered in self._covered_by_rival(play, at_ns):
            if card in FITTING[covered.top]:
                return Refusal(play, Why.BEATEN, max(0, at_ns - covered.at_ns))
        return Refusal(play, Why.MISFIT)

    def _covered_by_rival(self, play: Play, at_ns: int) -> Iterator[Covered]:
        """Give the tops that the rival took, newest first: the last at any age, the recent ones."""
        on_pile = [covered for covered in self.covered if covered.pile == play.pile]
        for covered in reversed(on_pile):
            is_last = covered is on_pile[-1]
            if covered.by == 1 - play.seat and (is_last or _is_recent(covered, at_ns)):
                yield covered

    def _resting(self, table: Spit, refusal: Refusal, at_ns: int) -> "Judge":
        if not table.rules.lockout_ms or refusal.why is not Why.MISFIT:
            return self
        if self._lately_fitted(table, refusal.play, at_ns):
            return self
        until = list(self.resting_until_ns)
        until[refusal.play.seat] = at_ns + table.rules.lockout_ms * 1_000_000
        return replace(self, resting_until_ns=(until[0], until[1]))

    def _lately_fitted(self, table: Spit, play: Play, at_ns: int) -> bool:
        card = table.layouts[play.seat][play.slot]
        return any(
            covered.pile == play.pile and card in FITTING[covered.top]
            for covered in self.covered
            if _is_recent(covered, at_ns)
        )

    def _remembering(self, table: Spit, move: Move, at_ns: int) -> "Judge":
        if isinstance(move, Draw):
            return self
        if isinstance(move, Play):
            piles, by = [move.pile], move.seat
        else:
            piles, by = [pile for pile in range(PILES) if table.stocks[pile]], None
        kept = [c for c in self.covered if c.pile not in piles or _is_recent(c, at_ns)]
        new = [Covered(pile, table.piles[pile], by, at_ns) for pile in piles]
        return replace(self, covered=(*kept, *new))


def _is_recent(covered: Covered, at_ns: int) -> bool:
    return at_ns - covered.at_ns <= RECENT_NS
