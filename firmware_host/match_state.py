"""Where a match stands: one frozen value, from the title to the result."""

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from functools import lru_cache
from random import Random
from typing import TypeVar

from engine.bots import Level
from engine.cards import Card
from firmware_host.effects import Effect, Player
from firmware_host.input_events import Faulted
from firmware_host.pack.game import PackGame
from firmware_host.preferences import Preferences
from firmware_host.spit.game import SpitGame
from firmware_host.standings import Standings
from firmware_host.title_desk import Desk
from firmware_host.words import Words, words_in
from firmware_host.words.pause import Trouble
from hw.ports import HostNs
from hw.units import SECOND_NS

T = TypeVar("T")

HEADLINE_NS = 2 * SECOND_NS
IDLE_NS = 10 * SECOND_NS

Flags = tuple[bool, ...]


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
    """A pad's `ready` is held down; as the console's act, it has been for a second."""

    pad: str
    seat: int
    number: int
    pressed_at: HostNs


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
    """What is settled as long as the console runs.

    `pads` are people's, by seat; None where only a bot can sit. `names` are people's,
    `bot_name` is an only bot's. `bots`, when given, are who sits where, whatever is chosen (a
    demo); `decks` are dealt in every game. A game of bots alone stops after `turn_cap` turns (P16).
    `phones` are the seats whose pad is a phone: nobody can vouch for its stamps.
    """

    names: tuple[str, ...] = ()
    bot_name: str = ""
    pads: tuple[str | None, ...] = ("a", "b")
    bots: tuple[Level | None, ...] | None = None
    seed: int = 0
    decks: tuple[tuple[Card, ...], ...] | None = None
    turn_cap: int = 3000
    phones: tuple[int, ...] = ()

    def luck(self, purpose: str, number: int) -> Random:
        """Give the chance of the `number`-th deal or countdown: of the seed, and nothing else."""
        return Random(f"{self.seed} {purpose} {number}")


@dataclass(frozen=True, slots=True)
class Headline:
    """A line on one seat's panel, until it is replaced or `until_ns` comes."""

    text: str = ""
    until_ns: HostNs | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """The state of the whole match flow; `outbox` holds the effects of the step under way.

    `acts` numbers what the console will do itself: a `countdown` or a hold of `ready` that was
    called off is no longer the one that its token names. `away` says what is wrong with a pad,
    `unseen` with a panel, `met` whether the pad was ever heard, `desks` what its player does on the
    title: all four by the seats that pads may have; everything else is by the seats of the match.
    `misfits` tells until when a panel shows one. `resumes` is the phase that a pause interrupted.
    `score` counts games of this match, `standings` matches; `opening` is who led its first game.
    """

    setup: Setup
    preferences: Preferences
    standings: Standings
    phase: Phase = Phase.TITLE
    game: SpitGame | PackGame | None = None
    ready: Flags = ()
    holds: tuple[Held, ...] = ()
    away: tuple[Trouble | None, ...] = ()
    unseen: tuple[Trouble | None, ...] = ()
    met: Flags = ()
    desks: tuple[Desk, ...] = ()
    headlines: tuple[Headline, ...] = ()
    misfits: tuple[HostNs | None, ...] = ()
    marks: tuple[Entry, ...] = ()
    chosen: tuple[Entry | None, ...] = ()
    resumes: Phase = Phase.TITLE
    score: tuple[int, ...] = ()
    verdict: str = ""
    is_over: bool = True
    is_guided: bool = False
    opening: int = 0
    played: int = 0
    deals: int = 0
    acts: int = 0
    countdown: int | None = None
    idle_at: HostNs | None = None
    logged: tuple[Faulted, ...] = ()
    outbox: tuple[Effect, ...] = ()

    @property
    def line_up(self) -> tuple[Level | None, ...]:
        """Who sits where: None is a person, else a bot of that level."""
        return _line_up(self.setup, self.preferences)

    @property
    def seats(self) -> range:
        """The seats of the match."""
        return range(len(self.line_up))

    @property
    def names(self) -> tuple[str, ...]:
        """What everybody is called, by seat."""
        return _names(self.setup, self.line_up, self.preferences.lang)

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody, by seat."""
        return tuple(map(Player, self.names, self.line_up))

    @property
    def words(self) -> Words:
        """The words of the language chosen."""
        return words_in(self.preferences.lang)

    @property
    def standing(self) -> tuple[int, ...]:
        """The matches that each of these two has won against the other; () at a larger table."""
        return self.standings.of(self.preferences.game, self.players)

    @property
    def told_score(self) -> tuple[int, ...]:
        """The score to show: of the match while it goes on, else the standing of these two.

        A larger table has no standing, and a score only where several games are played.
        """
        if self.standing:
            is_long = self.preferences.best_of > 1 and not self.is_over
            return self.score if is_long else self.standing
        return self.score if self.preferences.best_of > 1 else ()

    def pad_of(self, seat: int) -> str | None:
        """Name the pad of the person at `seat`; None where a bot plays."""
        return self.setup.pads[seat] if self.line_up[seat] is None else None

    def phones(self) -> tuple[int, ...]:
        """Give the seats of the match at which a person plays on a phone."""
        people = (seat for seat in self.seats if self.pad_of(seat))
        return tuple(seat for seat in people if seat in self.setup.phones)

    def is_seated(self, pad: str, seat: int) -> bool:
        """Tell whether `pad`, a person's or a bot's, plays at `seat`."""
        if seat not in self.seats:
            return False
        persons = self.pad_of(seat)
        return pad == persons if persons else pad not in self.setup.pads

    def lost(self) -> tuple[str, ...]:
        """Tell what is wrong with the pads and panels that are played on, in words."""
        troubles = (self.trouble(seat) for seat in self.seats if self.pad_of(seat))
        return tuple(trouble for trouble in troubles if trouble)

    def trouble(self, seat: int) -> str:
        """Tell what is wrong with the pad, or else the panel, of a seat that has them."""
        trouble = self.away[seat] or self.unseen[seat]
        return self.words.pause.trouble(trouble, self.owner(seat)) if trouble else ""

    def owner(self, seat: int) -> str:
        """Name whose the pad of `seat` is, whether it is played on or not."""
        usual, named = self.words.names.seats(), self.setup.names
        return named[seat] if seat < len(named) else usual[seat]

    def say(self, *effects: Effect) -> "Match":
        """Add effects to what this step asks for."""
        return replace(self, outbox=self.outbox + effects)

    def head(self, text: str, until_ns: HostNs | None = None) -> "Match":
        """Put one headline on every panel, until it is replaced or `until_ns` comes."""
        return replace(self, headlines=(Headline(text, until_ns),) * len(self.seats))

    def hush(self) -> "Match":
        """Take down headlines that stand until something happens: it has."""
        kept = tuple(x if x.until_ns is not None else Headline() for x in self.headlines)
        return replace(self, headlines=kept)

    def due_at(self) -> HostNs | None:
        """Give the instant at which something changes though nothing happens, or None."""
        waits = [*(line.until_ns for line in self.headlines), *self.misfits]
        if self.phase is Phase.PLAY:
            waits.append(self.idle_at)
        if self.game is not None:
            waits.append(self.game.due_at())
        return min((at for at in waits if at is not None), default=None)


def new_match(setup: Setup, preferences: Preferences, standings: Standings | None = None) -> Match:
    """Give the match that waits on the title."""
    pads = len(setup.pads)
    fresh = Match(
        setup,
        preferences,
        standings or Standings(),
        away=(None,) * pads,
        unseen=(None,) * pads,
        met=(False,) * pads,
        desks=(Desk(),) * pads,
    )
    return seated(fresh)


def seated(match: Match) -> Match:
    """Give the match with nothing called, chosen, won or said at any of its seats."""
    seats = len(match.line_up)
    return replace(
        match,
        ready=(False,) * seats,
        headlines=(Headline(),) * seats,
        misfits=(None,) * seats,
        marks=(Entry.GO_ON,) * seats,
        chosen=(None,) * seats,
        score=(0,) * seats,
    )


def with_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Give `values` with that of `seat` replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


@lru_cache(maxsize=64)
def _line_up(setup: Setup, preferences: Preferences) -> tuple[Level | None, ...]:
    return setup.bots or preferences.line_up(sum(pad is not None for pad in setup.pads))


@lru_cache(maxsize=64)
def _names(setup: Setup, line_up: tuple[Level | None, ...], lang: str) -> tuple[str, ...]:
    words = words_in(lang).names
    if setup.bots:
        return (*setup.names, *words.seats()[len(setup.names) :])[: len(line_up)]
    return words.players(setup.names, line_up, setup.bot_name)
