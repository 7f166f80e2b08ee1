"""What the match asks of the console: plain values that a loop performs, real or virtual."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.game import Reason
from firmware_host.screens.scenes import Scene
from hw.ports import HostNs


class Tone(StrEnum):
    """The sounds of the table."""

    START = "start"
    SPIT = "spit"
    PLAY = "play"
    REFUSED = "refused"
    STUCK = "stuck"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class Show:
    """Show `scene` on the panel of `seat`."""

    seat: int
    scene: Scene


@dataclass(frozen=True, slots=True)
class Sound:
    """Sound `tone` for `seat`, or for both when it is None."""

    seat: int | None
    tone: Tone


@dataclass(frozen=True, slots=True)
class Act:
    """The console does `token` itself at `at_ns`, in its place among the touches (rule 6)."""

    at_ns: HostNs
    token: Hashable


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """A match (best of N) begins: ties are balanced from here on (FAIRNESS rule 4)."""


@dataclass(frozen=True, slots=True)
class GameBegan:
    """A game has been dealt; `header` is the first line of its record (FORMATS)."""

    header: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Recorded:
    """The next line of the game's record: a move, or a refused press that changed nothing."""

    line: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game has its result; a draw has no winner."""

    winner: int | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over, with the games won by each seat; `is_forfeit` when a seat left."""

    winner: int | None
    score: tuple[int, int]
    is_forfeit: bool = False


@dataclass(frozen=True, slots=True)
class Logged:
    """A line for the log: told in words that hold nothing a seat may not know."""

    words: str


Effect = Show | Sound | Act | MatchBegan | GameBegan | Recorded | GameEnded | MatchEnded | Logged
