"""A game of Spit as the console keeps it: the table, the judge, hands, and dates."""

from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.judge import Judge
from engine.spit import SLOTS, Spit
from firmware_host.spit.story import Story
from hw.ports import HostNs

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's hand (S4): the slot of the card in it, or the pile that it touched without one."""

    picked: int | None = None
    pile: int | None = None
    pile_at: int = 0


EMPTY_HANDS = (Hand(), Hand())


@dataclass(frozen=True, slots=True)
class Top:
    """When a pile's top was laid (ns), and whether the clocks left that press to the coin."""

    at: int = 0
    tie: bool = False


UNLAID = (Top(), Top())


@dataclass(frozen=True, slots=True)
class SpitGame:
    """One game of a match; `card_at` dates each seat's layout cards, `touched_at` its last touch
    (in ns).
    """

    spit: Spit
    judge: Judge = field(default_factory=Judge)
    hands: tuple[Hand, Hand] = EMPTY_HANDS
    story: Story = field(default_factory=Story)
    tops: tuple[Top, Top] = UNLAID
    card_at: tuple[tuple[int, ...], tuple[int, ...]] = ((0,) * SLOTS, (0,) * SLOTS)
    touched_at: tuple[int, int] = (0, 0)

    @property
    def state(self) -> Spit:
        """The game as the rules know it."""
        return self.spit

    def cleared(self) -> "SpitGame":
        """Give it with both hands empty: a pause voids the picks (docs/referee.md)."""
        return replace(self, hands=EMPTY_HANDS)

    def due_at(self) -> HostNs | None:
        """Nothing of the game itself waits for time: plays are made by hands alone."""
        return None


def with_one(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """Give `pair` with the value of `seat` (0-1) replaced."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
