"""Simulated races: two fingers, hostile channels, true instants known; who is named first?"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from firmware_host.contact import Contact as ContactRule
from firmware_host.contact import Touched
from firmware_host.input_events import Faulted, Pressed
from firmware_host.seating import PHONE_HOLD_MS
from firmware_host.settings import Settings
from hw.pad_clock import END
from hw.ports import Arrival, Button, Clock, PadInfo, Put
from hw.units import MILLISECOND_NS
from sim.course import Course, MakePad
from sim.finger import Bounce, Contact, Finger, touch
from sim.nano_pad import NanoPad
from sim.pads import HostPad, OwnPad
from sim.rivals import Rival, first_pad, rivals
from sim.virtual_time import VirtualTime
from sim.wire import LOOPBACK, USB_SERIAL, WIFI, Wire

WORST_PPM = 5000
RACE_MS = 64
"""Long enough for two presses, their releases and the slowest wire."""
PHONE_RACE_MS = 900
"""The same where a wire stalls for 200 ms, either way."""
Made = Mapping[str, Sequence[Contact]]
"""Pad -> the contacts that its finger made."""
LOOP_LOAD = Wire(delay_ms=0.02, jitter_ms=0.1, stall_chance=0.01, stall_ms=(1.0, 6.0))
"""From interrupt to loop on a loaded Pi."""


Channel = Callable[[Wire], Wire]
"""What becomes of each kind's wire."""


def hostile(wire: Wire) -> Wire:
    """Leave a wire as it is: jittering, and stalled now and then."""
    return wire


def ordinary(wire: Wire) -> Wire:
    """Spare a wire its stalls, as on a host that is not loaded."""
    return replace(wire, stall_chance=0)


def gpio(luck: Random, channel: Channel) -> MakePad:
    """Make pads on the host's own pins."""

    def make(time: VirtualTime, info: PadInfo, put: Put) -> HostPad:
        return HostPad(time, info, put, luck, wire=channel(LOOP_LOAD))

    return make


def serial(luck: Random, channel: Channel) -> MakePad:
    """Make Nanos on a serial line, with a crystal as bad as allowed."""

    def make(time: VirtualTime, info: PadInfo, put: Put) -> NanoPad:
        ppm, offset_us = luck.randint(-WORST_PPM, WORST_PPM), luck.randrange(1 << 32)
        return NanoPad(
            time, info, put, luck, wire=channel(USB_SERIAL), offset_us=offset_us, ppm=ppm
        )

    return make


def web(luck: Random, channel: Channel) -> MakePad:
    """Make pads on a page whose clock ticks every 0.1 ms."""

    def make(time: VirtualTime, info: PadInfo, put: Put) -> OwnPad:
        ppm, offset_us = luck.randint(-100, 100), luck.randrange(1 << 20)
        return OwnPad(
            time,
            info,
            put,
            luck,
            wire=channel(LOOPBACK),
            offset_us=offset_us,
            ppm=ppm,
            tick_us=100,
            idle_ms=2,
        )

    return make


def phone(luck: Random, channel: Channel) -> MakePad:
    """Make phones on Wi-Fi, whose clocks tick every 0.1 to 1 ms."""

    def make(time: VirtualTime, info: PadInfo, put: Put) -> OwnPad:
        ppm, offset_us = luck.randint(-WORST_PPM, WORST_PPM), luck.randrange(1 << 32)
        return OwnPad(
            time,
            info,
            put,
            luck,
            wire=channel(WIFI),
            offset_us=offset_us,
            ppm=ppm,
            tick_us=luck.choice((100, 200, 1000)),
            idle_ms=200,
        )

    return make


Make = Callable[[Random, Channel], MakePad]

KINDS: dict[str, tuple[Clock, Make, Clock, Make]] = {
    "gpio": (Clock.HOST, gpio, Clock.HOST, gpio),
    "serial": (Clock.OWN, serial, Clock.OWN, serial),
    "web": (Clock.OWN, web, Clock.OWN, web),
    "mixed": (Clock.HOST, gpio, Clock.OWN, serial),
    "phone": (Clock.OWN, phone, Clock.OWN, phone),
}
"""Kind of race -> clock and maker of seat 0's pad, of seat 1's."""


@dataclass
class Tally:
    """What became of many races."""

    races: int = 0
    separated: int = 0
    wrong: int = 0
    ties: int = 0
    lost: int = 0
    outside: int = 0
    presses: int = 0
    first_of_seat: Counter[int] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    holds_ns: list[int] = field(default_factory=list)
    """From the first touch to the decision."""
    beyond_ns: list[int] = field(default_factory=list)
    """From the instant at which it, and what was touched before it, had become a press."""
    rivals_wrong: Counter[str] = field(default_factory=Counter)

    def share_decided(self) -> float:
        """Give the share of races in which the clocks could tell who was first."""
        return self.separated / max(1, self.races)


def quantile_ms(times_ns: Sequence[int], share: float) -> float:
    """Give the time (ms) that `share` of `times_ns` keep to."""
    ordered = sorted(times_ns)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] / MILLISECOND_NS


class Races:
    """Race after race on one course, so that clocks drift and wrap as they do in long matches."""

    def __init__(
        self,
        kind: str,
        seed: int,
        watched: Sequence[Rival] | None = None,
        bounce: Bounce | None = None,
        channel: Channel = hostile,
    ) -> None:
        self._luck = Random(f"{kind} {seed}")
        left_clock, left, right_clock, right = KINDS[kind]
        self._is_on_wifi = kind == "phone"
        hold_ms = PHONE_HOLD_MS if self._is_on_wifi else None
        self.course = Course(
            [
                (PadInfo("a", 0, left_clock, hold_ms), left(self._luck, channel)),
                (PadInfo("b", 1, right_clock, hold_ms), right(self._luck, channel)),
            ],
            coin=seed,
            start_ns=10**12,
        )
        self._fingers = {pad: Finger(self._luck, bounce) for pad in self.course.pads}
        self._rivals = rivals() if watched is None else watched
        self.course.run_for(1000 if self._is_on_wifi else 100)

    def run(self, races: int, gap_ns: Callable[[Random], int]) -> Tally:
        """Run `races` whose gaps are drawn by `gap_ns`."""
        tally = Tally()
        for _ in range(races):
            self._race(gap_ns(self._luck), tally)
        return tally

    def _race(self, gap_ns: int, tally: Tally) -> None:
        self.course.events.clear()
        self.course.arrivals.clear()
        self._age()
        starts = self.course.time.now_ns + self._luck.randrange(MILLISECOND_NS, 6 * MILLISECOND_NS)
        first, second = self._luck.sample(["a", "b"], 2)
        made = {
            pad: self._fingers[pad].press(at_ns, held_ms=self._luck.uniform(25, 35))
            for pad, at_ns in ((first, starts), (second, starts + gap_ns))
        }
        for pad, contacts in made.items():
            touch(self.course.pads[pad], Button.LEFT, contacts)
        self.course.run_for(PHONE_RACE_MS if self._is_on_wifi else RACE_MS)
        self._judge(made, first if gap_ns else None, tally)

    def _age(self) -> None:
        """Now and then let a crystal change its rate, as far as its bound allows."""
        for pad in self.course.pads.values():
            if isinstance(pad, OwnPad | NanoPad) and self._luck.random() < 0.05:
                bound = abs(pad.crystal.ppm) if pad.crystal.ppm else 1
                worst = WORST_PPM if bound > 100 else 100
                pad.crystal.run_at(self._luck.randint(-worst, worst), self.course.time.now_ns)

    def _judge(self, made: Made, first: str | None, tally: Tally) -> None:
        tally.races += 1
        tally.faults.update(e.kind for e in self.course.events if isinstance(e, Faulted))
        presses = [event for event in self.course.events if isinstance(event, Pressed)]
        for press in presses:
            self._measure(press, made, tally)
        if len(presses) != len(made):
            tally.lost += 1
            return
        tally.first_of_seat[presses[0].seat] += 1
        tally.ties += presses[0].tie
        tally.separated += not presses[0].tie
        tally.wrong += not presses[0].tie and presses[0].pad != first
        for rival in self._rivals:
            named = first_pad(rival.stamps(self.course.arrivals))
            tally.rivals_wrong[rival.name] += named != first

    def _measure(self, press: Pressed, made: Made, tally: Tally) -> None:
        true_ns = made[press.pad][0].at_ns
        tally.presses += 1
        tally.outside += not press.lo <= true_ns <= press.hi
        tally.holds_ns.append(press.decided_at - true_ns)
        before = [contacts for contacts in made.values() if contacts[0].at_ns <= true_ns]
        tally.beyond_ns.append(press.decided_at - max(map(became_press_ns, before)))


def became_press_ns(made: Sequence[Contact]) -> int:
    """Give the instant at which what a finger made had become a press, by the rule itself."""
    judged = ContactRule(Settings())
    for edge, until in zip(made, [*(later.at_ns for later in made[1:]), END - 1], strict=True):
        judged.edge(edge.closed, edge.at_ns, edge.at_ns)
        while not judged.is_quiet and (settled := judged.settles_at()) <= until:
            if any(isinstance(event, Touched) for event in judged.advance(settled)):
                return settled
    raise ValueError("that is no press")


def record(kind: str, seed: int, races: int) -> tuple[tuple[PadInfo, ...], list[Arrival]]:
    """Run races and keep all that the pads reported, to be fed to a layer once more."""
    course = (running := Races(kind, seed, watched=())).course
    arrivals = list(course.arrivals)
    for _ in range(races):
        running.run(1, lambda luck: luck.randrange(3 * MILLISECOND_NS))
        arrivals += course.arrivals
    return tuple(pad.info for pad in course.pads.values()), arrivals
