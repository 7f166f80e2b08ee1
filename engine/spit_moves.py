"""What may be done in Spit: house rules, moves, and which card goes on which (S2, S3, S5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from engine.cards import DECK, RANKS, SUITS, Card
from engine.game import SEAT, SLOT, check_place
from engine.messages import say

PLAYERS = 2
SLOTS = 4
PILES = 2
PILE = say("pile")
LONGEST_LOCKOUT_MS = 10_000

Layout = tuple[Card | None, ...]
Piles = tuple[Card | None, Card | None]


class Refill(StrEnum):
    """How an emptied slot is filled again (S5)."""

    AUTO = "auto"
    MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules: how slots are refilled (S5); how long a misfit rests the piles (S6).

    `lockout_ms` is 0 (never) to 10000. ValueError names a rule that is out of range.
    """

    refill: Refill = Refill.AUTO
    lockout_ms: int = 0

    def __post_init__(self) -> None:
        # The plain words of a settings file will do, too.
        object.__setattr__(self, "refill", Refill(self.refill))
        if not 0 <= self.lockout_ms <= LONGEST_LOCKOUT_MS:
            raise ValueError(
                say(
                    "lockout_ms must be from 0 to {most}, not {ms}",
                    most=LONGEST_LOCKOUT_MS,
                    ms=self.lockout_ms,
                )
            )

    def as_json(self) -> dict[str, object]:
        """Give the rules as a record's header writes them: the defaults need no words."""
        lockout = {"lockout_ms": self.lockout_ms} if self.lockout_ms else {}
        return {"refill": str(self.refill), **lockout}


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

    def __post_init__(self) -> None:
        check_place(SEAT, self.seat, PLAYERS)
        check_place(SLOT, self.slot, SLOTS)
        check_place(PILE, self.pile, PILES)

    def as_line(self) -> dict[str, object]:
        """Give the move as a record's line."""
        return {"move": "play", "seat": self.seat, "slot": self.slot, "pile": self.pile}


@dataclass(frozen=True, slots=True)
class Draw:
    """`seat` (0-1) draws one card into its lowest empty slot (S5, manual refill only)."""

    seat: int

    def __post_init__(self) -> None:
        check_place(SEAT, self.seat, PLAYERS)

    def as_line(self) -> dict[str, object]:
        """Give the move as a record's line."""
        return {"move": "draw", "seat": self.seat}


class Why(StrEnum):
    """Why a press on a pile was refused, by the names that records use (S6)."""

    BEATEN = "beaten"
    MISFIT = "misfit"
    LOCKOUT = "lockout"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused play, which changed nothing; `margin_ns` (0 or more) by which it was beaten."""

    play: Play
    why: Why
    margin_ns: int | None = None

    def as_line(self) -> dict[str, object]:
        """Give the refusal as a record's line (docs/formats.md: match record)."""
        play = self.play
        line = {"refused": "play", "seat": play.seat, "slot": play.slot, "pile": play.pile}
        margin = {} if self.margin_ns is None else {"margin_ns": self.margin_ns}
        return {**line, "why": str(self.why), **margin}


Move = Turn | Play | Draw
PlaysByCard = dict[Card | None, tuple[Move, ...]]


def fits(card: Card, top: Card | None) -> bool:
    """Tell whether `card` may go on `top`: one rank away, ace high or low (S3)."""
    return top is not None and (card.rank - top.rank) % len(RANKS) in (1, len(RANKS) - 1)


@cache
def plays_by_slot(left: int, right: int) -> tuple[PlaysByCard, ...]:
    """Give the plays of every card in each slot (seat 0's, then seat 1's) on tops of these ranks.

    Looking plays up by card is what makes listing them fast; tables are made as tops turn up.
    """
    tops = Card(left, SUITS[0]), Card(right, SUITS[0])
    return tuple(_plays_by_card(plays, tops) for plays in _PLAYS)


def _plays_by_card(plays: tuple[Play, ...], tops: tuple[Card, Card]) -> PlaysByCard:
    by_card: PlaysByCard = dict.fromkeys((None, *DECK), ())
    for play in plays:
        for card in FITTING[tops[play.pile]]:
            by_card[card] += (play,)
    return by_card


FITTING: Mapping[Card | None, frozenset[Card]] = {
    top: frozenset(card for card in DECK if fits(card, top)) for top in (None, *DECK)
}
"""The cards that may go on each top; none before the first cards are turned."""

_PLAYS = tuple(
    tuple(Play(seat, slot, pile) for pile in range(PILES))
    for seat in range(PLAYERS)
    for slot in range(SLOTS)
)

SPIT = Turn()
DRAWS = tuple(Draw(seat) for seat in range(PLAYERS))
