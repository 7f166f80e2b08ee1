"""The table of the story tests: people at the whole console, told in words, in virtual time.

    table = Table(ana=Wire(delay_ms=20), ben=Wire(delay_ms=1))
    table.press("ana", "left")
    table.after(ms=2)

Seats are named after who sits there; the first is seat 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from engine.bots import Level
from engine.cards import DECK, Card
from engine.spit import Deck, Rules
from firmware_host.effects import Effect, Recorded, Sound, Tone
from firmware_host.idle import Idle
from firmware_host.match_scenes import scene_of
from firmware_host.match_state import Phase, Setup, new_match
from firmware_host.pack.game import PackGame
from firmware_host.preferences import Preferences
from firmware_host.screens.scenes import Countdown, PackTable, Scene, SpitTable, Stuck
from firmware_host.seating import bots_at, pad_info, spare_bots
from firmware_host.spit.game import SpitGame
from hw.panel import Chip
from hw.ports import Button, Clock, HostNs, PadInfo, Put
from hw.units import MILLISECOND_NS
from sim.course import MakePad
from sim.finger import Bounce, Finger, touch
from sim.nano_pad import NanoPad
from sim.pads import HostPad
from sim.simulated_console import CHIPS, SimulatedConsole
from sim.virtual_time import VirtualTime
from sim.wire import Wire

LONGEST_WAIT_MS = 20_000
GENTLE = Bounce(times=4, within_us=900)


def deck(top: str, copies: int = 1) -> Deck:
    """Give a whole deck with the cards named on `top` first, the rest in a fixed order."""
    first = tuple(map(Card.parse, top.split()))
    rest = list(DECK * copies)
    for card in first:
        rest.remove(card)
    return (*first, *rest)


class Table:
    """People (or bots: give a `Level` instead of a wire) at the simulated console.

    `own_clock` names those whose pads are Nanos, which stamp with their own clock. `decks` are
    dealt in every game: two for Spit, one for The Pack, the cards on top named. `preferences` are
    those of the title, with `rules` and `best_of` in them changed; where nobody is a bot for good,
    bots can be chosen. One that `rests` plays a demo, dims and goes dark when nobody touches it.
    """

    def __init__(
        self,
        *,
        decks: tuple[str, ...] | None = None,
        rules: Rules | None = None,
        best_of: int = 1,
        preferences: Preferences | None = None,
        seed: int = 1,
        own_clock: Sequence[str] = (),
        chips: Sequence[Chip] = CHIPS,
        bounce: Bounce = GENTLE,
        rests: bool = False,
        **seats: Wire | Level,
    ) -> None:
        self.names = tuple(seats)
        self.effects: list[tuple[HostNs, Effect]] = []
        levels = {s: it for s, it in enumerate(seats.values()) if isinstance(it, Level)}
        wires = {s: it for s, it in enumerate(seats.values()) if isinstance(it, Wire)}
        chosen = replace(preferences or Preferences(), best_of=best_of)
        chosen = replace(chosen, spit=rules) if rules else chosen
        copies = 2 if chosen.game == "pack" and chosen.seats > 2 else 1
        setup = Setup(
            tuple(name.capitalize() for name in seats),
            pads=tuple(pad_info(s).pad if s in wires else None for s in range(len(seats))),
            bots=tuple(levels.get(s) for s in range(len(seats))) if levels else None,
            seed=seed,
            decks=tuple(deck(top, copies) for top in decks) if decks else None,
        )
        self._fingers = [Finger(Random(f"{seed} {name}"), bounce) for name in seats]
        self.console = SimulatedConsole(
            new_match(setup, chosen),
            [_pad(seat, wire, self.names[seat] in own_clock) for seat, wire in wires.items()],
            bots_at(levels, seed) if levels else spare_bots(seed),
            chips=chips,
            coin=seed,
            watch=lambda at, effect: self.effects.append((at, effect)),
            idle=Idle([pad_info(seat).pad for seat in wires], seed) if rests else None,
        )
        self.after(ms=100)

    # Time.

    @property
    def now_ms(self) -> float:
        """The time, in ms."""
        return self.console.time.now_ns / MILLISECOND_NS

    def after(self, *, ms: float) -> None:
        """Let time pass."""
        self.console.time.run_until(self.console.time.now_ns + round(ms * MILLISECOND_NS))

    def until(self, phase: Phase) -> None:
        """Let time pass until the match is in `phase`; AssertionError if it does not come."""
        for _ in range(LONGEST_WAIT_MS):
            if self.phase() is phase:
                return
            self.after(ms=1)
        raise AssertionError(f"{phase} did not come; it is {self.phase()}")

    # Hands.

    def press(self, name: str, *buttons: str, held_ms: float = 60, gap_ms: float = 100) -> None:
        """Begin to press buttons, `gap_ms` from one to the next, the first of them now."""
        seat = self.names.index(name)
        for number, button in enumerate(buttons):
            at_ns = self.console.time.now_ns + round(number * gap_ms * MILLISECOND_NS)
            contacts = self._fingers[seat].press(at_ns, held_ms)
            touch(self.console.pads[seat], Button(button), contacts)

    def tap(self, name: str, *buttons: str) -> None:
        """Press buttons one after another, and wait until all of that has been taken in."""
        self.press(name, *buttons)
        self.after(ms=100 * len(buttons) + 100)

    def both(self, *buttons: str) -> None:
        """Let both seats tap the same buttons."""
        for name in self.names:
            self.press(name, *buttons)
        self.after(ms=100 * len(buttons) + 100)

    def start(self) -> None:
        """Both call ready, and the first cards are turned."""
        self.both("ready")
        self.until(Phase.PLAY)

    def unplug(self, name: str) -> None:
        """Pull the plug of a pad."""
        self.console.pads[self.names.index(name)].unplug()

    def plug_in(self, name: str) -> None:
        """Put the plug back."""
        self.console.pads[self.names.index(name)].plug_in()

    # Eyes.

    def phase(self) -> Phase:
        """What the console is doing."""
        return self.console.console.match.phase

    @property
    def game(self) -> SpitGame:
        """The game of Spit that lies on the table."""
        game = self.console.console.match.game
        assert isinstance(game, SpitGame)
        return game

    @property
    def pack(self) -> PackGame:
        """The game of The Pack that lies on the table."""
        game = self.console.console.match.game
        assert isinstance(game, PackGame)
        return game

    def scene(self, name: str) -> Scene:
        """What the panel of a seat says."""
        return scene_of(self.console.console.match, self.names.index(name))

    def cards(self, name: str) -> SpitTable:
        """The cards on the panel of a seat; AssertionError if it shows none."""
        scene = self.scene(name)
        if isinstance(scene, Stuck | Countdown):
            return scene.table
        assert isinstance(scene, SpitTable), f"{name} sees no cards but {scene}"
        return scene

    def hand(self, name: str) -> PackTable:
        """The Pack on the panel of a seat; AssertionError if it shows something else."""
        scene = self.scene(name)
        assert isinstance(scene, PackTable), f"{name} sees no cards but {scene}"
        return scene

    def headline(self, name: str) -> str:
        """The line beside the piles on the panel of a seat."""
        return self.cards(name).headline

    def piles(self) -> str:
        """The tops, as cards are written."""
        return " ".join(str(card) for card in self.game.spit.piles)

    def layout(self, name: str) -> str:
        """The layout of a seat, as cards are written; `--` for an empty slot."""
        layout = self.game.spit.layouts[self.names.index(name)]
        return " ".join("--" if card is None else str(card) for card in layout)

    def frame(self, name: str) -> bytes:
        """The pixels on the panel of a seat."""
        return self.console.pixels(self.names.index(name))

    def record(self) -> list[Mapping[str, object]]:
        """The lines of all records, headers left out."""
        return [effect.line for _, effect in self.effects if isinstance(effect, Recorded)]

    def sounds(self) -> list[tuple[int | None, Tone]]:
        """Every sound so far: for which seat (None is both), and which."""
        return [(e.seat, e.tone) for _, e in self.effects if isinstance(e, Sound)]


def _pad(seat: int, wire: Wire, is_own: bool) -> tuple[PadInfo, MakePad]:
    def make(time: VirtualTime, info: PadInfo, put: Put) -> HostPad | NanoPad:
        luck = Random(f"pad {seat}")
        if info.clock is Clock.OWN:
            return NanoPad(time, info, put, luck, wire=wire, offset_us=4_294_000_000, ppm=200)
        return HostPad(time, info, put, luck, wire=wire)

    return pad_info(seat, Clock.OWN if is_own else Clock.HOST), make
