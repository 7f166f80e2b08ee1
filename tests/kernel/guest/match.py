"""A whole match of Spit by the real console, on real lines: two players in the other process."""

import time
from collections.abc import Mapping, Sequence
from random import Random

from engine import bots
from engine.bots import Level
from engine.spit import Draw, Play
from firmware_host import match as one_match
from firmware_host.bot_sight import NOTHING, Sight
from firmware_host.console import Console
from firmware_host.effects import Effect, GameBegan, GameEnded, Logged, MatchEnded, Recorded
from firmware_host.match_state import Setup, new_match
from firmware_host.preferences import Preferences
from hw.ports import CARD_BUTTONS, Arrival, Button, HostNs
from tests.kernel.guest.bench import LINES, PADS, PATIENT, MakerProcess, running, tell, wait

MS = 1_000_000
THINK_MS = (10, 80)
"""So quick no person is: a match that a person watches takes too long here."""
HELD_NS = 25 * MS
BETWEEN_NS = 35 * MS
AGAIN_NS = 1200 * MS
LONGEST_S = 120.0


class Player:
    """Sees what a person at a seat would, and has its fingers moved by the maker."""

    def __init__(self, seat: int, maker: MakerProcess, luck: Random) -> None:
        self.think_at: int | None = None
        self._seat = seat
        self._maker = maker
        self._luck = luck
        self._sight = NOTHING
        self._strokes: list[tuple[int, Button, bool]] = []

    def see(self, sight: Sight, now: int) -> None:
        """Look; whatever is new is thought about for a moment."""
        if sight != self._sight:
            self._sight = sight
            self.think_at = now + self._luck.randint(*THINK_MS) * MS

    def due_at(self) -> int | None:
        """Tell when a finger moves or a thought is ready."""
        due = [at for at, _, _ in self._strokes[:1]]
        return min([*due, *([self.think_at] if self.think_at is not None else [])], default=None)

    def advance(self, now: int) -> None:
        """Do what is due."""
        while self._strokes and self._strokes[0][0] <= now:
            _, button, closed = self._strokes.pop(0)
            line = LINES[PADS[self._seat].pad][button]
            self._maker.do("play", strokes=[(0, line, int(closed))], paced=False)
        if self.think_at is not None and self.think_at <= now and not self._strokes:
            self.think_at = now + AGAIN_NS
            for n, button in enumerate(self._choice()):
                at = now + n * BETWEEN_NS
                self._strokes += [(at, button, True), (at + HELD_NS, button, False)]
            self._strokes.sort(key=lambda stroke: stroke[0])

    def _choice(self) -> Sequence[Button]:
        if self._sight.wish is not None:
            return (self._sight.wish,)
        if self._sight.view is None:
            return ()
        match bots.choose(self._sight.view, Level.HARD, self._luck.random()):
            case Play(_, slot, pile):
                return CARD_BUTTONS[slot], (Button.LEFT, Button.RIGHT)[pile]
            case Draw():
                return (Button.DRAW,)
        return ()


class PlayedConsole:
    """The console, and the players who look at it; keeps the record and what it was told."""

    def __init__(self, maker: MakerProcess, seed: int) -> None:
        match = new_match(Setup(names=("Ana", "Ben"), seed=seed), Preferences(best_of=1))
        self._console = Console(match, PADS, coin=seed, settings=PATIENT)
        self._players = [Player(seat, maker, Random(f"{seed} {seat}")) for seat in (0, 1)]
        self.record: list[dict[str, object]] = []
        self.ended: list[GameEnded] = []
        self.log: list[str] = []
        self.is_over = False

    @property
    def phase(self) -> str:
        """Tell what the console is doing."""
        return str(self._console.match.phase)

    def feed(self, arrival: Arrival) -> Sequence[Effect]:
        """Take in one arrival, and let the players look."""
        effects = self._console.feed(arrival)
        for effect in effects:
            self._note(effect)
        for seat, player in enumerate(self._players):
            player.advance(arrival.at)
            player.see(one_match.sight(self._console.match, seat), arrival.at)
        return effects

    def due_at(self) -> HostNs | None:
        """Tell when something is due."""
        due = [self._console.due_at(), *(player.due_at() for player in self._players)]
        return min((HostNs(at) for at in due if at is not None), default=None)

    def asks(self) -> Mapping[str, HostNs]:
        """Name the pads whose watermark would settle something."""
        return self._console.asks()

    def _note(self, effect: Effect) -> None:
        match effect:
            case GameBegan(header):
                self.record.append(dict(header))
            case Recorded(line):
                self.record.append(dict(line))
            case GameEnded():
                self.ended.append(effect)
            case Logged(words):
                self.log.append(words)
            case MatchEnded():
                self.is_over = True


def match(maker: MakerProcess, seed: int) -> None:
    """Play it from the title to the result."""
    console = PlayedConsole(maker, seed)
    began = time.monotonic()
    with running(console):
        wait(lambda: console.is_over, LONGEST_S)
    seconds = time.monotonic() - began
    maker_notes = maker.report()
    tell(
        "match",
        record=console.record,
        ended=[[end.winner, str(end.reason), *end.left] for end in console.ended],
        phase=console.phase,
        log=console.log[-20:],
        seconds=round(seconds, 1),
        edges=len(maker_notes),
        truth=[note for note in maker_notes if note[1]],
    )
