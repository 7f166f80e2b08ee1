"""When the thread of the pins closes time: as soon as that settles what is asked for, and once."""

import os
from collections.abc import Collection, Iterator, Sequence
from queue import SimpleQueue

import pytest

from hw.gpio_lines import LineEvent
from hw.gpio_pads import PACE_NS, GpioPads, OpenPad
from hw.ports import Arrival, Button, Clock, Edge, HostNs, Levels, PadInfo, Through

US, MS = 1_000, 1_000_000
BEGIN = 1_000_000 * MS
DRAIN_US = 1000
PATIENCE_S = 20


class Hands:
    """A clock whose hands the test turns; each look at it may take its time."""

    def __init__(self, look_ns: int = 0) -> None:
        self.now_ns = BEGIN
        self._look_ns = look_ns

    def read(self) -> int:
        self.now_ns += self._look_ns
        return self.now_ns


class Pins:
    """The one button of a pad: what happens to it is readable at once."""

    def __init__(self, hands: Hands) -> None:
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)
        self.is_closed = False
        self.looks = 0
        self._hands = hands
        self._events: list[LineEvent] = []
        self._seqno = 0

    def edge(
        self, is_closed: bool, seqno: int | None = None, *, ago_ns: int = 0, is_back: bool = False
    ) -> None:
        self._seqno = seqno or self._seqno + 1
        self.is_closed = is_closed is not is_back
        stamp = self._hands.now_ns - ago_ns
        self._events.append(LineEvent(17, is_closed, stamp, self._seqno, None))
        os.eventfd_write(self.fd, 1)

    def read(self) -> Sequence[LineEvent]:
        os.eventfd_read(self.fd)
        events, self._events = self._events, []
        return events

    def closed(self) -> Collection[int]:
        self.looks += 1
        return (17,) if self.is_closed else ()

    def watch(self, _offsets: Collection[int]) -> None: ...

    def release(self) -> None:
        os.close(self.fd)


class Restless(Pins):
    """A button that goes on changing, each time just before it is read."""

    def read(self) -> Sequence[LineEvent]:
        self.edge(not self.is_closed, ago_ns=-1)
        events = super().read()
        os.eventfd_write(self.fd, 1)
        return events


class Bench:
    """Two pads in their real thread, by a clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.hands = Hands()
        self.inbox: SimpleQueue[Arrival] = SimpleQueue()
        self.pins = {name: Pins(self.hands) for name in ("ana", "ben")}
        self.pads = opened(self.pins, self.hands, self.inbox)
        self.until("ben", BEGIN - MS)

    def turn(self, to_ns: int) -> None:
        self.hands.now_ns = BEGIN + to_ns

    def ask(self, pad: str, until_ns: int) -> None:
        self.pads.ask(pad, HostNs(BEGIN + until_ns))

    def until(self, pad: str, stamp: int) -> list[Arrival]:
        """Wait for a watermark of a pad; gives what came up to it."""
        told: list[Arrival] = []
        while True:
            told.append(arrival := self.inbox.get(timeout=PATIENCE_S))
            if isinstance(arrival, Through) and arrival.pad == pad and arrival.stamp >= stamp:
                return told

    def watermarks(self, pad: str, told: Sequence[Arrival]) -> list[int]:
        return [it.stamp - BEGIN for it in told if isinstance(it, Through) and it.pad == pad]

    def all_turns_up_to_now(self) -> list[Arrival]:
        """Have ben, whose turn comes after ana's, tell what time it is."""
        closed_up_to = HostNs(self.hands.now_ns - DRAIN_US * US)
        self.pads.ask("ben", closed_up_to)
        return self.until("ben", closed_up_to)


def opened(pins: dict[str, Pins], hands: Hands, inbox: "SimpleQueue[Arrival]") -> GpioPads:
    pads = [
        OpenPad(PadInfo(name, seat, Clock.HOST), {17: Button.LEFT}, lines)
        for seat, (name, lines) in enumerate(pins.items())
    ]
    return GpioPads(pads, inbox.put, clock=hands.read, drain_us=DRAIN_US)


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.pads.close()


def test_nothing_is_told_before_it_settles_what_was_asked_for_last_and_then_just_once(
    bench: Bench,
) -> None:
    bench.ask("ana", 3 * MS)
    bench.ask("ana", 5 * MS)
    bench.turn(6 * MS - 1)
    assert bench.watermarks("ana", bench.all_turns_up_to_now()) == []
    bench.turn(6 * MS)
    told = bench.until("ana", BEGIN + 5 * MS)
    bench.turn(8 * MS)
    assert bench.watermarks("ana", told + bench.all_turns_up_to_now()) == [5 * MS]


def test_what_is_asked_for_sooner_than_before_wakes_the_thread(bench: Bench) -> None:
    bench.ask("ana", 10_000 * MS)
    bench.ask("ana", 2 * MS)
    bench.turn(3 * MS)
    assert bench.watermarks("ana", bench.until("ana", BEGIN)) == [2 * MS]


def test_who_asks_on_for_what_has_been_told_is_told_at_a_pace(bench: Bench) -> None:
    bench.turn(4 * MS)
    bench.ask("ana", 2 * MS)
    told = bench.until("ana", BEGIN)
    bench.ask("ana", 2 * MS)
    bench.turn(4 * MS + PACE_NS - 1)
    told += bench.all_turns_up_to_now()
    bench.turn(4 * MS + PACE_NS)
    told += bench.until("ana", BEGIN + 3 * MS + PACE_NS)
    assert bench.watermarks("ana", told) == [3 * MS, 3 * MS + PACE_NS]


def test_levels_read_right_after_an_edge_tell_of_a_lost_one_before_a_touch_is_certain(
    bench: Bench,
) -> None:
    bench.turn(2 * MS)
    bench.pins["ana"].edge(True, ago_ns=10 * US, is_back=True)  # which made no interrupt
    bench.all_turns_up_to_now()
    bench.ask("ana", 2 * MS + 1500 * US)
    bench.turn(3 * MS + 1500 * US)
    told = bench.until("ana", BEGIN + 2 * MS + 1500 * US)
    assert [arrival.closed for arrival in told if isinstance(arrival, Levels)] == [()]
    assert bench.pins["ana"].looks == 2, "at the beginning, and then"


def test_nothing_arrives_before_it_was_stamped() -> None:
    hands, inbox = Hands(look_ns=600 * US), SimpleQueue[Arrival]()
    pins = Restless(hands)
    pads = opened({"ana": pins}, hands, inbox)
    pins.edge(True, seqno=2)  # number 1 is missing: this and those after it wait
    edges: list[Edge] = []
    while len(edges) < 50:
        if isinstance(arrival := inbox.get(timeout=PATIENCE_S), Edge):
            edges.append(arrival)
    pads.close()
    assert all(edge.at >= edge.stamp for edge in edges)
