"""The verbs that every game shares, so that one more game is one more file.

A game is a module with a `NAME` that reads its deal and its moves; a state is a frozen value that
lists its legal moves and gives the state after one of them. Chance is recorded: decks arrive
shuffled, in the deal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, Self

from engine.jsonl import Fields


class RuleError(ValueError):
    """The rules forbid it: `code` is stable for programs, the text is for people."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


class Reason(StrEnum):
    """Why a game has ended, by the names that records use."""

    OUT = "out"
    FEWEST = "fewest"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; a draw has no winner."""

    winner: int | None
    reason: Reason


class Move(Protocol):
    """A move of any game: a frozen value."""

    def as_line(self) -> dict[str, object]:
        """Give the move as a record's line (FORMATS: match record)."""
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

    def as_json(self) -> Mapping[str, object]:
        """Give the whole state as the referee sees it (FORMATS: replay)."""
        ...


class Game(Protocol):
    """What a game's module offers to records and replay."""

    NAME: str

    def read_deal(self, header: Fields) -> State:
        """Take the rules and the recorded decks off `header` and deal; LineError if it cannot."""
        ...

    def read_move(self, line: Fields) -> Move:
        """Take a move off a record's `line`; LineError if it is none of this game's."""
        ...
