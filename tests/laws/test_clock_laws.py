"""Pads whose clocks lie: probes that contradict themselves, stamps from the future."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.input_events import Absent, Faulted, InputEvent, Pressed
from firmware_host.input_layer import InputLayer
from hw.pad_clock import PadClock
from hw.ports import (
    Arrival,
    Boot,
    Button,
    Clock,
    Edge,
    FaultKind,
    Gone,
    HostNs,
    Levels,
    PadInfo,
    PadUs,
    Sync,
    Through,
    Tick,
)

MS = 1_000_000
PADS = [PadInfo("a", 0, Clock.OWN), PadInfo("b", 1, Clock.OWN)]
instants = st.integers(0, 10**7)


@given(
    probes=st.lists(st.tuples(instants, instants, instants, instants), max_size=12),
    stamps=st.lists(instants, max_size=6),
)
def test_whatever_a_pad_answers_no_interval_ends_before_it_begins(
    probes: list[tuple[int, int, int, int]], stamps: list[int]
) -> None:
    clock = PadClock(5000)
    for sent_us, received_us, replied_us, heard_us in probes:
        at = HostNs(heard_us * 1000)
        sync = Sync(at, "a", HostNs(sent_us * 1000), received_us, replied_us, at)
        clock.probe(sync, PadUs(received_us), PadUs(replied_us))
        for stamp_us in stamps:
            placed = clock.place(stamp_us * 1000)
            assert placed is None or placed.lo <= placed.hi


class Told:
    """Two pads whose clocks read the host's microseconds, `ahead_us` more where told."""

    def __init__(self) -> None:
        self.layer = InputLayer(PADS)
        self.heard: list[InputEvent] = []
        self.seqs = {"a": 0, "b": 0}

    def probe(self, pad: str, ms: float, *, ahead_us: int = 0, held_us: int = 0) -> None:
        at = round(ms * MS)
        pad_us = at // 1000 + ahead_us
        told = Sync(HostNs(at), pad, HostNs(at - 200_000), pad_us, pad_us + held_us, HostNs(at))
        self.heard.extend(self.layer.feed(told))

    def touch(self, pad: str, ms: float, *, ahead_us: int = 0) -> None:
        self.seqs[pad] += 1
        stamp = round(ms * 1000) + ahead_us
        edge = Edge(HostNs(round(ms * MS)), pad, Button.LEFT, True, stamp, self.seqs[pad])
        self.heard.extend(self.layer.feed(edge))

    def through(self, pad: str, ms: float, *, ahead_us: int = 0) -> None:
        stamp = round(ms * 1000) + ahead_us
        told = Through(HostNs(round(ms * MS)), pad, self.seqs[pad], stamp)
        self.heard.extend(self.layer.feed(told))

    def tick(self, ms: float) -> None:
        self.heard.extend(self.layer.feed(Tick(HostNs(round(ms * MS)))))

    def order(self) -> list[str]:
        return [event.pad for event in self.heard if isinstance(event, Pressed)]

    def faults(self) -> list[tuple[str, FaultKind]]:
        return [(event.pad, event.kind) for event in self.heard if isinstance(event, Faulted)]

    def absent(self) -> list[str]:
        return [event.pad for event in self.heard if isinstance(event, Absent)]


either = pytest.mark.parametrize(("liar", "honest"), [("a", "b"), ("b", "a")])


@either
def test_a_probe_held_for_longer_than_it_travelled_is_void_and_named(
    liar: str, honest: str
) -> None:
    told = Told()
    for pad in (liar, honest):
        told.probe(pad, 10)
    told.probe(liar, 11, held_us=5_000_000)
    told.touch(liar, 20)
    told.through(liar, 22)
    told.through(honest, 22)
    assert told.faults() == [(liar, FaultKind.DRIFT)]
    assert told.order() == [liar]


@either
def test_a_clock_that_jumps_ahead_makes_nobody_else_absent(liar: str, honest: str) -> None:
    told = Told()
    for pad in (liar, honest):
        told.probe(pad, 10)
    told.touch(liar, 20, ahead_us=1_000_000)
    told.through(liar, 22, ahead_us=1_000_000)
    told.through(honest, 60)
    told.tick(90)
    assert told.faults() == [(liar, FaultKind.DRIFT)]
    assert told.absent() == []
    assert told.order() == []


@either
def test_a_touch_from_the_future_finds_its_place_once_the_clock_is_known_again(
    liar: str, honest: str
) -> None:
    told = Told()
    for pad in (liar, honest):
        told.probe(pad, 10)
    told.touch(liar, 20, ahead_us=1_000_000)
    told.touch(honest, 23)
    told.probe(liar, 24, ahead_us=1_000_000)
    told.probe(honest, 24)
    for pad, ahead_us in ((liar, 1_000_000), (honest, 0)):
        told.through(pad, 26, ahead_us=ahead_us)
    assert told.faults() == [(liar, FaultKind.DRIFT)]
    assert told.order() == [liar, honest]


@either
def test_a_watermark_from_the_future_lets_nobody_overtake_what_is_under_way(
    liar: str, honest: str
) -> None:
    told = Told()
    for pad in (liar, honest):
        told.probe(pad, 10)
    told.through(liar, 20, ahead_us=1_000_000)
    told.touch(honest, 21)
    told.through(honest, 24)
    assert told.order() == []
    told.through(liar, 25, ahead_us=1_000_000)
    assert told.order() == [honest]


@either
@pytest.mark.parametrize("is_released", [True, False], ids=["let go", "held"])
def test_what_a_jumped_clock_left_behind_at_a_reboot_blocks_nothing(
    liar: str, honest: str, is_released: bool
) -> None:
    told = Told()
    told.probe(liar, 10)
    told.touch(liar, 11, ahead_us=2_000_000)
    if is_released:
        told.seqs[liar] += 2
        for seq, ms, closed in ((2, 15.0, False), (3, 40.0, True)):
            stamp = round(ms * 1000) + 2_000_000
            told.heard.extend(
                told.layer.feed(Edge(HostNs(round(ms * MS)), liar, Button.LEFT, closed, stamp, seq))
            )
    told.heard.extend(told.layer.feed(Boot(HostNs(41 * MS), liar, 2)))
    told.seqs[liar] = 0
    told.touch(liar, 45)
    told.probe(liar, 46)
    told.tick(900)
    assert told.order() == [liar]


def arrivals() -> st.SearchStrategy[list[tuple[str, str, int, int, int]]]:
    line = st.tuples(
        st.sampled_from(("edge", "sync", "through", "boot", "gone", "levels", "tick")),
        st.sampled_from("ab"),
        st.integers(0, 60),  # ms since the line before
        st.sampled_from((0, 0, 0, 1, -1, -30, 3_000, -3_000)),  # how wrong the stamp is, in ms
        st.integers(0, 5),
    )
    return st.lists(line, max_size=40)


@given(lines=arrivals(), clocks=st.tuples(*[st.sampled_from(Clock)] * 2))
def test_no_mixture_of_lying_lines_hangs_or_raises_and_every_press_is_placed(
    lines: list[tuple[str, str, int, int, int]], clocks: tuple[Clock, Clock]
) -> None:
    infos = [PadInfo(pad, seat, clocks[seat]) for seat, pad in enumerate("ab")]
    layer, now, seqs = InputLayer(infos), 10**10, {"a": 0, "b": 0}
    for kind, pad, after_ms, wrong_ms, luck in lines:
        now += after_ms * MS
        at, true = HostNs(now), now + wrong_ms * MS
        stamp = true if clocks["ab".index(pad)] is Clock.HOST else true // 1000 % (1 << 32)
        seqs[pad] += 1 if kind == "edge" and luck else 0
        arrival: dict[str, Arrival] = {
            "edge": Edge(at, pad, list(Button)[luck], bool(luck % 2), stamp, seqs[pad]),
            "sync": Sync(at, pad, HostNs(now - luck * MS), true // 1000 % (1 << 32), luck, at),
            "through": Through(at, pad, seqs[pad] + luck // 5, stamp),
            "boot": Boot(at, pad, luck),
            "gone": Gone(at, pad),
            "levels": Levels(at, pad, tuple(Button)[:luck], stamp),
            "tick": Tick(at),
        }
        for event in layer.feed(arrival[kind]):
            if isinstance(event, Pressed):
                assert event.lo <= event.hi
                assert event.lo <= event.decided_at


@either
@pytest.mark.parametrize("jump_us", [1_000_000, -500_000])
def test_a_touch_made_before_its_clock_jumped_is_not_placed_by_the_new_clock_alone(
    liar: str, honest: str, jump_us: int
) -> None:
    told = Told()
    for pad in (liar, honest):
        told.probe(pad, 1000)
    told.touch(liar, 1050)
    told.touch(honest, 1045)
    told.probe(liar, 1051, ahead_us=jump_us)
    told.probe(honest, 1051)
    told.through(honest, 1053)
    told.through(liar, 1053, ahead_us=jump_us)
    told.tick(1200)
    (press,) = (e for e in told.heard if isinstance(e, Pressed) and e.pad == liar)
    assert press.lo <= 1050 * MS <= press.hi
    assert press.tie or told.order() == [honest, liar]
    assert (liar, FaultKind.DRIFT) in told.faults()


def edge(told: Told, pad: str, ms: float, seq: int, *, closed: bool = True) -> None:
    button = Button.LEFT if seq % 2 else Button.RIGHT
    stamp = round(ms * 1000)
    told.heard.extend(
        told.layer.feed(Edge(HostNs(round(ms * MS)), pad, button, closed, stamp, seq))
    )


@either
def test_an_edge_older_than_the_first_one_heard_is_named_as_lost(liar: str, honest: str) -> None:
    told = Told()
    told.probe(liar, 10)
    edge(told, liar, 21, 2)
    told.heard.extend(told.layer.feed(Edge(HostNs(21 * MS), liar, Button.LEFT, True, 20_000, 1)))
    assert told.faults() == [(liar, FaultKind.LOST_EDGE)]


@either
@pytest.mark.parametrize("lost_hello", [7, 10**12], ids=["a lost hello", "one huge number"])
def test_a_pad_that_counts_anew_unheard_is_named_and_heard_again(
    liar: str, honest: str, lost_hello: int
) -> None:
    told = Told()
    for pad in (liar, honest):
        told.probe(pad, 10)
    edge(told, liar, 11, lost_hello, closed=False)
    for ms, seq in ((40.0, 1), (45.0, 2)):
        edge(told, liar, ms, seq)
    told.seqs[liar] = 2
    told.through(liar, 60)
    told.through(honest, 60)
    told.tick(200)
    assert told.order() == [liar, liar]
    assert (liar, FaultKind.LOST_EDGE) in told.faults()
