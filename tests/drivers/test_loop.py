"""The loop in real time, with a clock and an inbox that the test turns by hand."""

from collections import deque
from collections.abc import Callable
from itertools import pairwise, permutations
from queue import Empty, SimpleQueue

import pytest

from firmware_host.console import Console
from firmware_host.effects import Effect, Logged, Recorded, Show
from firmware_host.input_events import Absent, Faulted, InputEvent, Pressed
from firmware_host.input_layer import InputLayer
from firmware_host.loop import LONGEST_WAIT_NS, TURN_ARRIVALS, Beat, Loop
from firmware_host.match_state import Phase, Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.recorder import Recorder
from firmware_host.trace import TraceHeader
from hw.ports import Arrival, Button, Clock, Edge, HostNs, PadInfo, Through, Tick

MS = 1_000_000
LOOK_NS = 20_000
PADS = (PadInfo("a", 0, Clock.HOST), PadInfo("b", 1, Clock.HOST))


class Turned:
    """A clock and an inbox in one: looking in lets time pass; `script` says what then comes."""

    def __init__(self) -> None:
        self.now_ns = 0
        self.script: deque[tuple[int, Callable[[], None]]] = deque()
        self.waiting: deque[Arrival | None] = deque()

    def read(self) -> int:
        return self.now_ns

    def put(self, item: Arrival | None) -> None:
        self.waiting.append(item)

    def get(self, block: bool = True, timeout: float | None = None) -> Arrival | None:
        assert block
        until = None if timeout is None else self.now_ns + round(timeout * 1e9)
        self.now_ns += LOOK_NS
        while not self.waiting:
            if self.script and (until is None or self.script[0][0] <= until):
                at, act = self.script.popleft()
                self.now_ns = max(self.now_ns, at)
                act()
            elif until is None:
                raise AssertionError("the loop would wait for ever")
            else:
                self.now_ns = max(self.now_ns, until)
                raise Empty
        return self.waiting.popleft()


class Pins:
    """A port for both pads that answers an ask at once, as pins do."""

    def __init__(self, clock: Turned) -> None:
        self.pads = PADS
        self.seq = {"a": 0, "b": 0}
        self.asked: list[str] = []
        self.silent: set[str] = set()
        self._clock = clock

    def ask(self, pad: str, _until: HostNs | None = None) -> None:
        self.asked.append(pad)
        if pad not in self.silent:
            self.answer(pad)

    def answer(self, pad: str) -> None:
        now = HostNs(self._clock.now_ns)
        self._clock.put(Through(now, pad, self.seq[pad], now))

    def close(self) -> None: ...

    def edge(self, pad: str, button: Button, closed: bool, stamp: int) -> None:
        self.seq[pad] += 1
        at = HostNs(self._clock.now_ns)
        self._clock.put(Edge(at, pad, button, closed, stamp, self.seq[pad]))


class Bench:
    """A console on a loop; everything that it was fed and performed is kept."""

    def __init__(self) -> None:
        self.clock = Turned()
        self.pins = Pins(self.clock)
        self.fed: list[Arrival] = []
        self.effects: list[Effect] = []
        self.console = Console(new_match(Setup(seed=1), Preferences()), PADS, tap=self.fed.append)
        self.loop = Loop(self.console, self.effects.append, clock=self.clock.read, inbox=self.clock)

    def at(self, ms: float, act: Callable[[], None]) -> None:
        self.clock.script.append((round(ms * MS), act))

    def tap(self, ms: float, pad: str, button: Button) -> None:
        for after, closed in ((0.0, True), (30.0, False)):
            stamp = round((ms + after) * MS)
            self.at(ms + after, lambda c=closed, s=stamp: self.pins.edge(pad, button, c, s))  # type: ignore[misc]

    def run(self, until_ms: float) -> None:
        self.at(until_ms, self.loop.stop)
        self.clock.script = deque(sorted(self.clock.script, key=lambda entry: entry[0]))
        self.loop.run((self.pins,))


def test_the_loop_shows_the_title_at_once_and_stops_when_told() -> None:
    bench = Bench()
    bench.run(until_ms=10)
    assert [effect.seat for effect in bench.effects if isinstance(effect, Show)] == [0, 1]


def test_pads_are_asked_when_that_settles_something_and_the_match_goes_its_way() -> None:
    bench = Bench()
    bench.tap(10, "a", Button.READY)
    bench.tap(20, "b", Button.READY)
    bench.run(until_ms=2500)
    assert {"a", "b"} <= set(bench.pins.asked)
    assert bench.console.match.phase in (Phase.PLAY, Phase.COUNTDOWN)
    assert any(isinstance(effect, Recorded) for effect in bench.effects)


def test_a_loop_that_waits_for_nothing_looks_about_all_the_same() -> None:
    """A signal that comes just as a wait begins is not seen before the next turn."""
    waits: list[float | None] = []

    class Inbox(SimpleQueue[Arrival | None]):
        def get(self, block: bool = True, timeout: float | None = None) -> Arrival | None:
            assert block
            waits.append(timeout)
            if len(waits) == 3:
                loop.stop()
            raise Empty

    pads = TraceHeader(PADS)
    loop = Loop(Recorder(pads, lambda _: None), lambda _: None, inbox=Inbox())
    loop.run(())
    assert waits == [LONGEST_WAIT_NS / 1e9] * 3


def test_the_instants_handed_on_never_fall() -> None:
    bench = Bench()
    bench.tap(10, "a", Button.C1)
    late = Tick(HostNs(3 * MS))
    bench.at(12, lambda: bench.loop.put(late))
    bench.run(until_ms=100)
    instants = [arrival.at for arrival in bench.fed]
    assert instants == sorted(instants)


def test_a_host_that_was_stopped_takes_in_what_had_arrived_before_it_decides(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bench = Bench()
    bench.pins.silent.add("b")
    bench.tap(10, "a", Button.READY)

    def wake() -> None:
        bench.clock.now_ns = 3000 * MS
        bench.pins.silent.clear()
        bench.pins.answer("b")

    bench.at(20, wake)
    bench.run(until_ms=3100)
    # The press waited for pad b when the host stopped, and b's answer was under way.
    assert "stopped" in caplog.text
    assert bench.console.match.away == (None, None)
    assert bench.console.match.ready == (True, False)
    assert not any(isinstance(effect, Logged) for effect in bench.effects)


def test_no_deadline_passes_before_a_flood_that_met_a_waking_host_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench()
    bench.pins.silent = {"b"}
    bench.at(10, lambda: bench.pins.edge("a", Button.C1, True, 10 * MS))

    def sleep_through() -> None:
        bench.clock.now_ns = 100 * MS
        monkeypatch.setattr("tests.drivers.test_loop.LOOK_NS", 2 * MS)  # a slow host, besides
        for n in range(3 * TURN_ARRIVALS):
            at = HostNs(110 * MS + n)
            bench.clock.put(Edge(at, "b", Button.C2, n % 2 == 0, at, n + 1))

    bench.at(50, sleep_through)
    bench.run(until_ms=3000)
    of_b = [n for n, each in enumerate(bench.fed) if isinstance(each, Edge) and each.pad == "b"]
    assert len(of_b) == 3 * TURN_ARRIVALS
    assert not any(isinstance(each, Tick) for each in bench.fed[of_b[0] : of_b[-1]])


def test_a_pad_that_stays_silent_while_the_host_runs_is_absent() -> None:
    bench = Bench()
    bench.pins.silent.add("b")
    bench.tap(10, "a", Button.READY)
    bench.run(until_ms=3000)
    assert bench.console.match.trouble(1) == "Ben's pad connects", "it has never been heard"


class Referee:
    """An input layer on a loop, and all that it said."""

    def __init__(self) -> None:
        self.layer = InputLayer(PADS)
        self.said: list[InputEvent] = []

    def feed(self, arrival: Arrival) -> list[Effect]:
        self.said.extend(self.layer.feed(arrival))
        return []

    def due_at(self) -> HostNs | None:
        return self.layer.due_at()

    def asks(self) -> dict[str, HostNs]:
        return self.layer.asks()


BACKLOGS = [
    order
    for order in permutations(("a's watermark", "b's touch", "b's watermark"))
    if order.index("b's touch") < order.index("b's watermark")
]


@pytest.mark.parametrize("backlog", BACKLOGS, ids=", then ".join)
@pytest.mark.parametrize(("a", "b"), [("a", "b"), ("b", "a")])
def test_in_whatever_order_a_stopped_host_reads_its_backlog_the_first_touch_is_first(
    backlog: tuple[str, ...], a: str, b: str
) -> None:
    clock = Turned()
    pins, referee = Pins(clock), Referee()
    pins.silent.update("ab")
    loop = Loop(referee, lambda _: None, clock=clock.read, inbox=clock)

    def press() -> None:
        clock.put(Edge(HostNs(clock.now_ns), a, Button.LEFT, True, 10 * MS, 1))

    def wake() -> None:
        clock.now_ns = 3000 * MS
        at = HostNs(clock.now_ns)
        lines: dict[str, Arrival] = {
            "a's watermark": Through(at, a, 1, 2990 * MS),
            "b's touch": Edge(at, b, Button.RIGHT, True, 9 * MS, 1),
            "b's watermark": Through(at, b, 1, 2990 * MS),
        }
        for name in backlog:
            clock.put(lines[name])

    clock.script.extend([(10 * MS, press), (20 * MS, wake), (3100 * MS, loop.stop)])
    loop.run((pins,))
    assert [(e.pad, e.tie) for e in referee.said if isinstance(e, Pressed)] == [
        (b, False),
        (a, False),
    ]
    assert not any(isinstance(event, Absent | Faulted) for event in referee.said)


def test_a_flood_from_one_pad_does_not_keep_the_other_from_being_asked() -> None:
    clock = Turned()
    pins, referee = Pins(clock), Referee()
    pins.silent.update("ab")
    loop = Loop(referee, lambda _: None, clock=clock.read, inbox=clock)

    def flood() -> None:
        clock.put(Edge(HostNs(clock.now_ns), "a", Button.LEFT, True, 10 * MS, 1))
        for _ in range(2000):
            clock.put(Through(HostNs(clock.now_ns), "a", 1, 12 * MS))

    clock.script.extend([(12 * MS, flood), (14 * MS, loop.stop)])
    loop.run((pins,))
    assert pins.asked.count("b") > 10


class Sleepless:
    """Something that is due again and again, every 100 ms."""

    def __init__(self) -> None:
        self.fed_ms: list[int] = []

    def feed(self, arrival: Arrival) -> list[Effect]:
        self.fed_ms.append(arrival.at // MS)
        return []

    def due_at(self) -> HostNs | None:
        return HostNs((self.fed_ms[-1] + 100) * MS) if self.fed_ms else None

    def asks(self) -> dict[str, HostNs]:
        return {}


@pytest.mark.parametrize("every_ms", [30, 250, 5000], ids=["often", "seldom", "hardly ever"])
def test_a_watchdog_is_fed_in_time_and_makes_nothing_late(every_ms: int) -> None:
    clock, fed, beats = Turned(), Sleepless(), list[int]()
    beat = Beat(every_ms * MS, lambda: beats.append(clock.now_ns // MS))
    loop = Loop(fed, lambda _: None, clock=clock.read, inbox=clock, beat=beat)
    clock.script.append((1000 * MS, loop.stop))
    loop.run(())
    due_ms = range(fed.fed_ms[0], 1000, 100)
    assert set(due_ms) <= set(fed.fed_ms), "what is due comes when it is due, beat or not"
    gaps = [later - earlier for earlier, later in pairwise(beats)]
    assert all(gap <= max(every_ms, 100) for gap in gaps)
    assert len(beats) >= 1000 // max(every_ms, 100) - 1
