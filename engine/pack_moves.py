"""What may be done in The Pack: house rules, moves, and the plays that a hand allows (P3-P14)."""

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import cache

from engine.cards import Card
from engine.game import SEAT, SLOT, RuleError, check_place
from engine.messages import say
from engine.pack_hand import ORDER, RANK_BITS, REACH, Hand, cards_in, holding, parts

SEATS = range(2, 6)
"""How many may play."""

SLOTS = 3
COPIES = 2
"""No game has more of a card: it is in each deck once."""


class Phase(StrEnum):
    """How far a game has come, by the names that `replay` prints."""

    CHOOSE = "choose"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules, all off by default.

    - `several_face_up`: any number of face-up cards of one rank may be played in a turn (P12).
    - `four_plays_again`: who clears with four plays again (P9).
    - `take_one_face_up`: with the discard pile goes one face-up card of the seat's choice (P13).
    - `voluntary_pickup`: the discard pile may be taken by a seat that could play (P11).
    """

    several_face_up: bool = False
    four_plays_again: bool = False
    take_one_face_up: bool = False
    voluntary_pickup: bool = False

    def as_json(self) -> dict[str, object]:
        """Give the rules as a record's header writes them: the defaults need no words."""
        return {rule: True for rule, is_on in asdict(self).items() if is_on}


@dataclass(frozen=True, slots=True)
class Choose:
    """`seat` lays `cards` of its hand face up, the first in slot 0, ... (P3)."""

    seat: int
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        check_place(SEAT, self.seat, SEATS[-1])
        if len(self.cards) != SLOTS:
            raise RuleError("three_cards", say("three cards are chosen to lie face up (P3)"))
        _check_doubles(self.cards)

    def as_line(self) -> dict[str, object]:
        """Give the move as a record's line."""
        return {"move": "choose", "seat": self.seat, "cards": [str(card) for card in self.cards]}


@dataclass(frozen=True, slots=True)
class Play:
    """`seat` plays `cards` of one rank, the last to lie on top (P6, P12); as a hand, `held`."""

    seat: int
    cards: tuple[Card, ...]
    held: Hand = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_place(SEAT, self.seat, SEATS[-1])
        if len({card.rank for card in self.cards}) != 1:
            raise RuleError("one_rank", say("cards of one rank are played, one or more (P6)"))
        _check_doubles(self.cards)
        object.__setattr__(self, "held", holding(self.cards))

    def as_line(self) -> dict[str, object]:
        """Give the move as a record's line."""
        return {"move": "play", "seat": self.seat, "cards": [str(card) for card in self.cards]}


@dataclass(frozen=True, slots=True)
class Flip:
    """`seat` turns over its face-down card in `slot` (0-2), unseen until then (P14)."""

    seat: int
    slot: int

    def __post_init__(self) -> None:
        check_place(SEAT, self.seat, SEATS[-1])
        check_place(SLOT, self.slot, SLOTS)

    def as_line(self) -> dict[str, object]:
        """Give the move as a record's line."""
        return {"move": "flip", "seat": self.seat, "slot": self.slot}


@dataclass(frozen=True, slots=True)
class Pickup:
    """`seat` takes the discard pile (P11, P13), and `card` of its face-up cards with it.

    `card` is named under the house rule `take_one_face_up` only.
    """

    seat: int
    card: Card | None = None

    def __post_init__(self) -> None:
        check_place(SEAT, self.seat, SEATS[-1])

    def as_line(self) -> dict[str, object]:
        """Give the move as a record's line."""
        line: dict[str, object] = {"move": "pickup", "seat": self.seat}
        return {**line, "card": str(self.card)} if self.card else line


Move = Choose | Play | Flip | Pickup

PICKUPS = tuple(Pickup(seat) for seat in range(SEATS[-1]))
FLIPS = tuple(tuple(Flip(seat, slot) for slot in range(SLOTS)) for seat in range(SEATS[-1]))


def plays(seat: int, hand: Hand, top: Card | None) -> tuple[Play, ...]:
    """List every play from `hand` on `top`: cards of one rank, of equal ones no matter which."""
    found: tuple[Play, ...] = ()
    ranks = _PLAYS[seat]
    for place, held in enumerate(hand.to_bytes(len(ORDER), "little")[: REACH[top]]):
        if held:
            found += ranks[place][held]
    return found


def _check_doubles(cards: tuple[Card, ...]) -> None:
    for card in cards:
        if cards.count(card) > COPIES:
            raise RuleError("no_third", say("there is no third {card}", card=card))


class _PlaysOfARank(dict[int, tuple[Play, ...]]):
    """The plays of a seat by what it holds of one rank; made as such hands turn up.

    Looking plays up is what makes listing them fast.
    """

    def __init__(self, seat: int, place: int) -> None:
        super().__init__()
        self._seat = seat
        self._shift = RANK_BITS * place

    def __missing__(self, held: int) -> tuple[Play, ...]:
        found = tuple(_play(self._seat, part << self._shift) for part in parts(held))
        return self.setdefault(held, found)


@cache
def _play(seat: int, hand: Hand) -> Play:
    return Play(seat, cards_in(hand))


_PLAYS = tuple(
    tuple(_PlaysOfARank(seat, place) for place in range(len(ORDER))) for seat in range(SEATS[-1])
)
