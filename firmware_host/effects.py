"""What the match asks of the console: plain values that a loop performs, real or virtual."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.bots import Level
from engine.game import Reason
from firmware_host.preferences import Preferences
from firmware_host.screens.scenes import Scene
from hw.ports import HostNs


class Tone(StrEnum):
    """The sounds of the table."""

    START = "start"
    SPIT = "spit"
    PLAY = "play"
    REFUSED = "refused"
    STUCK = "stuck"
    TURN = "turn"
    BURN = "burn"
    TAKE = "take"
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
class Light:
    """Light every panel with `contrast` (0-255); at `is_dark` they show nothing at all."""

    contrast: int
    is_dark: bool = False


@dataclass(frozen=True, slots=True)
class Volume:
    """Sound from now on at `level`, 0 (silent) to 4."""

    level: int


@dataclass(frozen=True, slots=True)
class Act:
    """The console does `token` itself at `at_ns`, in its place among the touches (rule 6)."""

    at_ns: HostNs
    token: Hashable


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a person, or a bot of `level`."""

    name: str
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """A match (best of N) begins: ties are balanced from here on (docs/referee.md)."""


@dataclass(frozen=True, slots=True)
class GameBegan:
    """A game has been dealt; `header` is the first line of its record (docs/formats.md)."""

    header: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Recorded:
    """The next line of the game's record: a move, or a refused press that changed nothing."""

    line: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game has its result; a draw has no winner. `left`: cards that each seat still held."""

    winner: int | None
    reason: Reason
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match of `game` is over, with the games won by each seat; `is_forfeit` when a seat left.

    A guided match teaches and is not counted. `phones` are the seats that played on a phone, whose
    own clock was believed.
    """

    winner: int | None
    score: tuple[int, ...]
    game: str
    players: tuple[Player, ...]
    best_of: int
    is_forfeit: bool = False
    is_guided: bool = False
    phones: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Logged:
    """A line for the log: told in words that hold nothing a seat may not know."""

    words: str


@dataclass(frozen=True, slots=True)
class Kept:
    """The preferences have changed and are to be remembered."""

    preferences: Preferences


Effect = (
    Show | Sound | Light | Volume | Act | MatchBegan | GameBegan | Recorded | GameEnded
    | MatchEnded | Kept | Logged
)  # fmt: skip
