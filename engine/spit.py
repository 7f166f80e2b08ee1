"""Spit (nb: Spytt), rules S1-S11: both seats play at once, and the first hand takes the pile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine.cards import DECK, RANKS, Card
from engine.game import Reason, Result, RuleError
from engine.jsonl import Fields

NAME = "spit"
SEATS = 2
SLOTS = 4
PILES = 2
LONGEST_LOCKOUT_MS = 10_000


class Refill(StrEnum):
    """How an emptied slot is filled again (S5)."""

    AUTO = "auto"
    MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules: `refill` (S5); `lockout_ms`, 0-10000, how long piles rest after a misfit
    (S6). ValueError names a rule that is out of range.
    """

    refill: Refill | Literal["auto", "manual"] = Refill.AUTO
    lockout_ms: int = 0

    def __post_init__(self) -> None:
        if self.refill not in list(Refill):
            raise ValueError(f"refill must be auto or manual, not {self.refill!r}")
        if not 0 <= self.lockout_ms <= LONGEST_LOCKOUT_MS:
            raise ValueError(
                f"lockout_ms must be from 0 to {LONGEST_LOCKOUT_MS}, not {self.lockout_ms}"
            )


@dataclass(frozen=True, slots=True)
class Turn:
    """The spit: every seat that has stock turns one card onto its own pile (S2, S8)."""

    def as_line(self) -> dict[str, object]:
        """Give the move as a record's line."""
        return {"move": "spit"}


@dataclass(frozen=True, slots=True)
class Play:
    """`seat` (0-1) plays the card in `slot` (0-3) on `pile` (0 is left on both panels)."""

    seat: int
    slot: int
    pile: int

    def as_line(self) -> dict[str, object]:
        """Give the move as a record's line."""
        return {"move": "play", "seat": self.seat, "slot": self.slot, "pile": self.pile}


@dataclass(frozen=True, slots=True)
class Draw:
    """`seat` draws one card into its lowest empty slot (S5, manual refill only)."""

    seat: int

    def as_line(self) -> dict[str, object]:
        """Give the move as a record's line."""
        return {"move": "draw", "seat": self.seat}


Move = Turn | Play | Draw
Layout = tuple[Card | None, ...]
Piles = tuple[Card | None, Card | None]
Deck = tuple[Card, ...]

SPIT = Turn()
DRAWS = tuple(Draw(seat) for seat in range(SEATS))


def fits(card: Card, top: Card | None) -> bool:
    """Tell whether `card` may go on `top`: one rank away, ace high or low (S3)."""
    return top is not None and (card.rank - top.rank) % len(RANKS) in (1, len(RANKS) - 1)
