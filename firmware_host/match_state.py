"""Where a match stands: one frozen value, from the title to the result."""

from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from random import Random
from typing import TypeVar

from engine.judge import Judge
from engine.spit import SLOTS, Deck, Rules, Spit
from firmware_host import words
from firmware_host.effects import Effect
from firmware_host.input_events import Faulted
from firmware_host.story import Story
from hw.ports import HostNs
from hw.units import SECOND_NS

T = TypeVar("T")

HEADLINE_NS = 2 * SECOND_NS
IDLE_NS = 10 * SECOND_NS

Pair = tuple[bool, bool]
NEITHER: Pair = (False, False)


class Phase(StrEnum):
    """What the console is doing."""

    TITLE = "title"
    COUNTDOWN = "countdown"
    PLAY = "play"
    STUCK = "stuck"
    RESULT = "result"
    MENU = "menu"
    AWAY = "away"


OPEN = (Phase.COUNTDOWN, Phase.PLAY, Phase.STUCK)
"""The phases in which cards lie open."""


@dataclass(frozen=True, slots=True)
class Go:
    """The end of a countdown: cards turn, or a paused game goes on."""

    number: int


@dataclass(frozen=True, slots=True)
class Held:
    """A seat has held `ready` for a second."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A pad was found lost or silent: the game is interrupted."""


class Entry(IntEnum):
    """The pause menu, from the top."""

    GO_ON = 0
    RESTART = 1
    LEAVE = 2


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled before the first game; `decks`, when given, are dealt in every game."""

    names: tuple[str, str] = field(default_factory=words.seat_names)
    rules: Rules = field(default_factory=Rules)
    pads: tuple[str, str] = ("a", "b")
    best_of: int = 1
    seed: int = 0
    decks: tuple[Deck, Deck] | None = None

    def luck(self, purpose: str, number: int) -> Random:
        """Give the chance of the `number`-th deal or countdown: of the seed, and nothing else."""
        return Random(f"{self.seed} {purpose} {number}")


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's hand (S4): the slot of the card in it, or the pile that it touched without one."""

    picked: int | None = None
    pile: int | None = None
    pile_at: int = 0


EMPTY_HANDS = (Hand(), Hand())


@dataclass(frozen=True, slots=True)
class Headline:
    """A line beside one seat's piles, until it is replaced or `until_ns` comes."""

    text: str = ""
    until_ns: HostNs | None = None


SILENT = (Headline(), Headline())


@dataclass(frozen=True, slots=True)
class Top:
    """When a pile's top was laid (ns), and whether the clocks left that press to the coin."""

    at: int = 0
    tie: bool = False


UNLAID = (Top(), Top())


@dataclass(frozen=True, slots=True)
class Game:
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


@dataclass(frozen=True, slots=True)
class Match:
    """The state of the whole match flow; `outbox` holds the effects of the step under way.

    `acts` numbers what the console will do itself: a `countdown` or a hold of `ready` that was
    called off is no longer the one that its token names. `away` says what is wrong with a seat's
    pad, `met` whether that was ever heard, `misfits` until when its panel shows one. `resumes` is
    the phase that a pause interrupted. `score` counts games of this match, `standing` matches.
    """

    setup: Setup
    phase: Phase = Phase.TITLE
    game: Game | None = None
    ready: Pair = NEITHER
    holds: tuple[int | None, int | None] = (None, None)
    away: tuple[str, str] = ("", "")
    met: Pair = NEITHER
    headlines: tuple[Headline, Headline] = SILENT
    misfits: tuple[HostNs | None, HostNs | None] = (None, None)
    marks: tuple[Entry, Entry] = (Entry.GO_ON, Entry.GO_ON)
    chosen: tuple[Entry | None, Entry | None] = (None, None)
    resumes: Phase = Phase.TITLE
    score: tuple[int, int] = (0, 0)
    standing: tuple[int, int] = (0, 0)
    verdict: str = ""
    is_over: bool = True
    played: int = 0
    deals: int = 0
    acts: int = 0
    countdown: int | None = None
    idle_at: HostNs | None = None
    logged: tuple[Faulted, ...] = ()
    outbox: tuple[Effect, ...] = ()

    def say(self, *effects: Effect) -> "Match":
        """Add effects to what this step asks for."""
        return replace(self, outbox=self.outbox + effects)

    def head(self, text: str, until_ns: HostNs | None = None) -> "Match":
        """Put one headline on both panels, until it is replaced or `until_ns` comes."""
        line = Headline(text, until_ns=until_ns)
        return replace(self, headlines=(line, line))

    def hush(self) -> "Match":
        """Take down headlines that stand until something happens: it has."""
        first, second = (x if x.until_ns is not None else Headline() for x in self.headlines)
        return replace(self, headlines=(first, second))

    def due_at(self) -> HostNs | None:
        """Give the instant at which something changes though nothing happens, or None."""
        waits = [*(line.until_ns for line in self.headlines), *self.misfits]
        if self.phase is Phase.PLAY:
            waits.append(self.idle_at)
        return min((at for at in waits if at is not None), default=None)


def with_seat(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """Give `pair` with the value of `seat` replaced."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
