"""A pad that falls silent in the middle of a touch: told line by line, as a trace would tell it."""

from collections.abc import Iterable

import pytest

from firmware_host.input_events import Faulted, InputEvent, Pressed
from firmware_host.input_layer import InputLayer
from hw.ports import (
    Arrival,
    Boot,
    Button,
    Clock,
    Edge,
    FaultKind,
    Gone,
    HostNs,
    PadInfo,
    Sync,
    Through,
    Tick,
)

MS = 1_000_000
START = 10**10
SEATS = [pytest.param(("a", "b"), id="left"), pytest.param(("b", "a"), id="right")]
CLOCKS = [pytest.param(Clock.HOST, id="host's clock"), pytest.param(Clock.OWN, id="own clock")]


def at(ms: float) -> HostNs:
    return HostNs(START + round(ms * MS))


class Bench:
    """Two pads; those with their own clock read the host's microseconds and have been probed."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.layer = InputLayer([PadInfo("a", 0, clock), PadInfo("b", 1, clock)])
        self.seqs = {"a": 0, "b": 0}
        self.heard: list[InputEvent] = []
        for pad in "ab":
            for ms in (-2, -1):
                stamp = self.stamp(ms)
                self.feed(Sync(at(ms), pad, at(ms - 0.1), stamp, stamp, at(ms)))

    def stamp(self, ms: float) -> int:
        return at(ms) if self.clock is Clock.HOST else at(ms) // 1000 % (1 << 32)

    def feed(self, *arrivals: Arrival) -> None:
        for arrival in arrivals:
            self.heard.extend(self.layer.feed(arrival))

    def edge(
        self, pad: str, ms: float, *, closed: bool, button: Button = Button.LEFT, late_ms: float = 0
    ) -> None:
        self.seqs[pad] += 1
        stamp = self.stamp(ms)
        self.feed(Edge(at(ms + late_ms), pad, button, closed, stamp, self.seqs[pad]))

    def through(self, pad: str, ms: float, late_ms: float = 0) -> None:
        self.feed(Through(at(ms + late_ms), pad, self.seqs[pad], self.stamp(ms)))

    def tick(self, ms: float) -> None:
        self.feed(Tick(at(ms)))

    def presses(self) -> list[tuple[str, Button, float]]:
        return [
            (event.pad, event.button, (event.decided_at - START) / MS) for event in pressed(self)
        ]

    def faults(self) -> list[FaultKind]:
        return [event.kind for event in self.heard if isinstance(event, Faulted)]


def pressed(bench: Bench) -> Iterable[Pressed]:
    return (event for event in bench.heard if isinstance(event, Pressed))


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("order", SEATS)
def test_a_touch_that_was_heard_stands_at_the_cap_though_its_own_pad_says_no_more(
    clock: Clock, order: tuple[str, str]
) -> None:
    first, second = order
    bench = Bench(clock)
    bench.edge(first, 1, closed=True)
    bench.through(second, 5)
    bench.tick(60)
    assert bench.presses() == [(first, Button.LEFT, 51)]


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("order", SEATS)
def test_the_rival_does_not_overtake_a_touch_whose_pad_stalls_right_after_it(
    clock: Clock, order: tuple[str, str]
) -> None:
    first, second = order
    bench = Bench(clock)
    bench.edge(first, 1, closed=True)
    bench.edge(second, 3, closed=True)
    bench.through(second, 8)
    bench.tick(90)
    assert [pad for pad, _, _ in bench.presses()] == [first, second]


@pytest.mark.parametrize("clock", CLOCKS)
def test_the_cap_makes_no_press_of_a_contact_last_heard_open(clock: Clock) -> None:
    bench = Bench(clock)
    bench.edge("a", 1, closed=True)
    bench.edge("a", 1.003, closed=False)
    bench.tick(90)
    bench.through("a", 95)
    assert bench.presses() == []
    assert bench.faults() == [FaultKind.GLITCH]


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_burst_that_stands_keeps_the_stamp_that_qualifies(clock: Clock) -> None:
    bench = Bench(clock)
    bench.edge("a", 1, closed=True)
    bench.edge("a", 1.1, closed=False)
    bench.edge("a", 10.5, closed=True)
    bench.tick(90)
    (press,) = pressed(bench)
    assert press.lo <= at(10.5) <= press.hi


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_second_button_that_was_just_touched_is_not_hurried_by_the_first(clock: Clock) -> None:
    bench = Bench(clock)
    bench.edge("a", 1, closed=True)
    bench.edge("a", 50.5, closed=True, button=Button.RIGHT)
    bench.edge("a", 51.2, closed=False, button=Button.RIGHT)
    bench.tick(60)
    assert [button for _, button, _ in bench.presses()] == [Button.LEFT]


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("end", ["gone", "boot"])
def test_a_touch_not_yet_certain_goes_with_its_pad(clock: Clock, end: str) -> None:
    bench = Bench(clock)
    bench.edge("a", 1, closed=True)
    bench.feed(Gone(at(1.5), "a") if end == "gone" else Boot(at(1.5), "a", 2))
    bench.tick(90)
    assert bench.presses() == []


@pytest.mark.parametrize("clock", CLOCKS)
def test_an_overdue_press_does_not_wait_for_a_later_heard_flutter_of_its_own_pad(
    clock: Clock,
) -> None:
    bench = Bench(clock)
    bench.edge("a", 5, closed=True)
    bench.edge("a", 4.9, closed=True, button=Button.RIGHT, late_ms=0.3)
    bench.edge("a", 5.0, closed=False, button=Button.RIGHT, late_ms=0.3)
    bench.through("a", 7)
    bench.through("b", 30)
    bench.tick(60)
    assert bench.presses() == [("a", Button.LEFT, 55)]
