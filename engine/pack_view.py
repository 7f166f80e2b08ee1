"""What may be known of a game of The Pack: a seat's view, and what everybody saw of a move."""

from dataclasses import dataclass

from engine.cards import Card
from engine.game import Result
from engine.pack_moves import Move, Phase, Rules

Layout = tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class PackView:
    """What `seat` may know; what is listed by seat begins with seat 0.

    - `hand`: its own cards, by rank (twos first), then suit; `hands`: how many everybody holds.
    - `ups`: the face-up cards by slot, `()` before they are shown; a seat sees its own choice at
      once, the others' when all have `chosen`. `downs`: which slots are still covered.
    - `top` of the discard pile, the `run` of cards of its rank that lie on top in a row, and how
      many cards are in the `discard` pile, left to `draw`, and `burnt`.
    - `moves`: the seat's legal moves, when it is its turn; none while cards are chosen.
    """

    seat: int
    seats: int
    rules: Rules
    phase: Phase
    turn: int
    result: Result | None
    hand: tuple[Card, ...]
    hands: tuple[int, ...]
    ups: tuple[Layout, ...]
    downs: tuple[tuple[bool, ...], ...]
    chosen: tuple[bool, ...]
    top: Card | None
    run: int
    discard: int
    draw: int
    burnt: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What everybody saw of a move.

    `cards` played or turned over (or taken from the face-up ones), and whether what was played or
    turned over `fits`; whether the pile was `burned` by a ten or cleared by `four` of a kind; how
    many cards the seat has `taken` up with the pile, and how many it has `drawn`.
    """

    cards: tuple[Card, ...] = ()
    fits: bool = True
    burned: bool = False
    four: bool = False
    taken: int = 0
    drawn: int = 0
