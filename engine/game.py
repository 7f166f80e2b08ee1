"""The verbs that every game shares, so that one more game is one more file.

A game is a module with a `NAME` that reads its deal and its moves; a state is a frozen value that
lists its legal moves and gives the state after one of them. Chance is recorded: decks arrive
shuffled, in the deal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, Self

from engine.cards import Card
from engine.jsonl import Fields
from engine.messages import Message, say

Deck = tuple[Card, ...]


class RuleError(ValueError):
    """The rules forbid it: `code` is stable for programs, the `words` are for people."""

    def __init__(self, code: str, words: Message) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


SEAT, SLOT = say("seat"), say("slot")


def check_place(what: Message, number: int, count: int) -> None:
    """Raise `RuleError` unless `number` is one of `count` seats, slots or the like."""
    if not 0 <= number < count:
        words = say(
            "there is no {place} {number}: they are 0 to {last}",
            place=what,
            number=number,
            last=count - 1,
        )
        raise RuleError("no_such_place", words)


class Reason(StrEnum):
    """Why a game has ended, by the names that records use."""

    OUT = "out"
    FEWEST = "fewest"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; a draw has no winner."""

    winner: int | None
    reason: Reason

    def as_json(self) -> dict[str, object]:
        """Give the result as records and replay write it."""
        return {"winner": self.winner, "reason": str(self.reason)}


class Move(Protocol):
    """A move of any game: a frozen value."""

    def as_line(self) -> dict[str, object]:
        """Give the move as a record's line (docs/formats.md: match record)."""
        ...


class State(Protocol):
    """A point in a game: a frozen value."""

    @property
    def seats(self) -> int:
        """How many seats play."""
        ...

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        ...

    def legal_moves(self) -> Sequence[Move]:
        """List every move that the rules allow now, once each; none after the end."""
        ...

    def after(self, move: Any) -> Self:
        """Give the state after `move`, one of this game's, or raise `RuleError`.

        This state stays as it is.
        """
        ...

    def view(self, seat: int) -> object:
        """Give what `seat` may know, and nothing more."""
        ...

    def left(self, seat: int) -> int:
        """Count the cards that `seat` still holds, wherever they lie."""
        ...

    def as_json(self) -> Mapping[str, object]:
        """Give the whole state as the referee sees it (docs/formats.md: replay)."""
        ...

    def deal_json(self) -> Mapping[str, object]:
        """Give what a record's header says of game and deal (docs/formats.md: match record)."""
        ...


class Game(Protocol):
    """What a game's module offers: how it begins, and how records tell it."""

    NAME: str
    SEATS: range
    """How many may play it."""
    RULES: Any
    """The house rules as they are by default."""

    def unshuffled(self, seats: int, /) -> tuple[Deck, ...]:
        """Give the decks that so many play with, to be shuffled one by one."""
        ...

    def begin(self, rules: Any, decks: tuple[Deck, ...], seats: int, first: int, /) -> State:
        """Deal the shuffled `decks`, from the top; seat `first` begins where seats take turns.

        ValueError if they are not complete, or if so many cannot play.
        """
        ...

    def read_deal(self, header: Fields) -> State:
        """Take the rules and the recorded decks off `header` and deal; LineError if it cannot."""
        ...

    def read_move(self, line: Fields) -> Move:
        """Take a move off a record's `line`; LineError if it is none of this game's."""
        ...

    def read_refusal(self, line: Fields) -> Move:
        """Take a refused press off a record's `line`; LineError if the game has none such."""
        ...
