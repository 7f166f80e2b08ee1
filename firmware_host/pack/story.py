"""What is told of a game of The Pack when it is over."""

from dataclasses import dataclass, replace

from engine.pack import Flip, Move, Outcome
from firmware_host.words.pack import PackWords


@dataclass(frozen=True, slots=True)
class Story:
    """The story so far: turns taken, burns, fours, pick-ups (the most at once) and lucky flips."""

    turns: int = 0
    burns: int = 0
    fours: int = 0
    heaviest: tuple[int, int] = (0, 0)
    flips: tuple[int, ...] = ()

    def after(self, move: Move, outcome: Outcome) -> "Story":
        """Tell on after a move; `heaviest` is (cards, seat), `flips` by seat those that played."""
        is_lucky = isinstance(move, Flip) and outcome.fits
        flips = [*self.flips]
        flips[move.seat] += is_lucky
        heaviest = self.heaviest
        if outcome.taken > heaviest[0]:
            heaviest = (outcome.taken, move.seat)
        return replace(
            self,
            turns=self.turns + 1,
            burns=self.burns + outcome.burned,
            fours=self.fours + outcome.four,
            heaviest=heaviest,
            flips=tuple(flips),
        )

    def lines(self, names: tuple[str, ...], words: PackWords) -> tuple[str, ...]:
        """Tell it in short lines; what did not happen is not told."""
        cards, seat = self.heaviest
        luckiest = self.flips.index(max(self.flips))
        return (
            words.turns(self.turns),
            *([words.cleared(self.burns, self.fours)] * bool(self.burns or self.fours)),
            *([words.heaviest(names[seat], cards)] * bool(cards)),
            *([words.blind_luck(names[luckiest], max(self.flips))] * any(self.flips)),
        )
