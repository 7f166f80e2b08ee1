"""The simulated fingers, wires and pads keep what they promise, or no proof built on them holds."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.ports import (
    Arrival,
    Boot,
    Button,
    Clock,
    Edge,
    Gone,
    HostNs,
    Levels,
    PadInfo,
    Sync,
    Through,
)
from sim.crystal import Crystal
from sim.finger import CLEAN, REAL_PRESS, Bounce, Contact, Finger, pattern, touch
from sim.pads import HostPad, OwnPad
from sim.virtual_time import VirtualTime
from sim.wire import LOOPBACK, USB_SERIAL, Wire

MS = 1_000_000
HOST = PadInfo("a", 0, Clock.HOST)
OWN = PadInfo("b", 1, Clock.OWN)


def test_a_recorded_press_is_read_as_contacts_that_alternate() -> None:
    contacts = pattern(REAL_PRESS, at_ns=5)
    assert len(contacts) == 7
    assert contacts[0] == Contact(12_272_005, closed=True)
    assert contacts[1] == Contact(12_280_005, closed=False)
    assert contacts[-1] == Contact(12_844_005, closed=True)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("U5 D6", id="beginning with an opening"),
        pytest.param("D5 D6", id="closing twice"),
        pytest.param("D5 Ux", id="not a number"),
        pytest.param("D5 U5", id="two at one instant"),
    ],
)
def test_a_pattern_that_no_switch_makes_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected here|must rise"):
        pattern(text)


@given(st.integers(), st.floats(min_value=20, max_value=200), st.integers(0, 8))
def test_a_press_touches_first_when_told_alternates_and_ends_open(
    seed: int, held_ms: float, times: int
) -> None:
    contacts = Finger(Random(seed), Bounce(times)).press(1_000, held_ms)
    assert contacts[0] == Contact(1_000, closed=True)
    assert not contacts[-1].closed
    assert all(a.closed != b.closed and a.at_ns < b.at_ns for a, b in pairwise(contacts))
    assert contacts[-1].at_ns <= 1_000 + round(held_ms * MS) + 5 * MS + 1


def test_a_clean_switch_makes_two_contacts() -> None:
    assert Finger(Random(1), CLEAN).press(0, 10) == (Contact(0, True), Contact(10 * MS, False))


@given(st.integers(), st.lists(st.integers(0, 5 * MS), min_size=2))
def test_a_line_keeps_its_order_and_its_least_delay(seed: int, gaps: list[int]) -> None:
    line, now, last = USB_SERIAL.up(Random(seed)), 0, 0
    for gap in gaps:
        now += gap
        arrives = line.carry(now)
        assert arrives >= max(last, now + 120_000)
        last = arrives


def test_the_way_up_may_be_slower_and_a_line_can_be_held() -> None:
    wire = Wire(delay_ms=1, up_extra_ms=0.4)
    up = wire.up(Random(0))
    assert up.carry(0) == 1_400_000
    assert wire.down(Random(0)).carry(0) == 1_000_000
    up.hold_until(9 * MS)
    assert up.carry(1) == 9 * MS


def test_a_host_pad_stamps_late_by_less_than_the_bound_and_closes_time_when_asked() -> None:
    time, got = VirtualTime(), list[Arrival]()
    pad = HostPad(time, HOST, got.append, Random(2), wire=Wire(delay_ms=0.1))
    touch(pad, Button.LEFT, pattern("D100 U130 D131 U900"))
    time.run_until(500_000)
    pad.ask("a", HostNs(300_000))
    pad.ask("a", HostNs(300_000))
    time.run_until(3 * MS)
    edges = [arrival for arrival in got if isinstance(arrival, Edge)]
    assert [edge.seq for edge in edges] == [1, 2, 3, 4]
    assert [edge.closed for edge in edges] == [True, False, True, False]
    for edge, true_us in zip(edges, (100, 130, 131, 900), strict=True):
        assert 0 <= edge.stamp - true_us * 1000 <= 50_000
        assert edge.at == edge.stamp + 100_000
    throughs = [arrival for arrival in got if isinstance(arrival, Through)]
    assert throughs == [Through(HostNs(1_500_000), "a", 4, 400_000)]


def test_a_host_pad_that_is_asked_on_and_on_closes_time_at_its_pace_by_the_newest_ask() -> None:
    time, got = VirtualTime(), list[Arrival]()
    pad = HostPad(time, HOST, got.append, Random(2), turn_us=0)
    for after_us in range(0, 1000, 50):
        time.run_until(after_us * 1000)
        pad.ask("a")
    pad.ask("a", HostNs(2 * MS))
    pad.ask("a", HostNs(3 * MS))
    time.run_until(9 * MS)
    stamps = [arrival.stamp for arrival in got if isinstance(arrival, Through)]
    assert stamps == [-1 * MS, -600_000, -200_000, 3 * MS]


def test_asking_a_pad_by_the_name_of_another_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="this is pad a, not b"):
        HostPad(VirtualTime(), HOST, print, Random(0)).ask("b")


def test_a_pad_is_of_the_kind_that_its_clock_says() -> None:
    with pytest.raises(ValueError, match="use an OwnPad"):
        HostPad(VirtualTime(), OWN, print, Random(0))
    with pytest.raises(ValueError, match="use a HostPad"):
        OwnPad(VirtualTime(), HOST, print, Random(0))


def test_an_unplugged_pad_is_silent_and_boots_with_the_levels_it_finds() -> None:
    time, got = VirtualTime(), list[Arrival]()
    pad = OwnPad(time, OWN, got.append, Random(2), wire=Wire(delay_ms=1), offset_us=99)
    pad.close_contact(Button.C1, 5 * MS)
    time.run_until(5 * MS + 1)
    pad.unplug()
    pad.unplug()
    time.run_until(20 * MS)
    assert isinstance(got[-1], Gone)
    assert not any(isinstance(arrival, Edge) for arrival in got), "it was still under way"
    pad.plug_in()
    pad.plug_in()
    time.run_until(30 * MS)
    boot, levels, sync, through = got[-4:]
    assert boot == Boot(time_of(20), "b", 1)
    assert levels == Levels(time_of(20), "b", (Button.C1,), 0)
    assert isinstance(sync, Sync)
    assert isinstance(through, Through)
    assert through.seq == 0


def time_of(ms: int) -> HostNs:
    return HostNs(ms * MS)


def test_a_crystal_wraps_ticks_and_changes_its_rate() -> None:
    clock = Crystal(0, offset_us=2**32 - 10, ppm=5000)
    assert clock.read_us(9_000) == 2**32 - 1
    assert clock.read_us(10_000_000) == 10_050 - 10
    clock.run_at(-5000, 10_000_000)
    assert clock.read_us(20_000_000) == 10_050 - 10 + 9_950
    assert Crystal(0, tick_us=100).read_us(1_234_567) == 1_200


@given(
    st.integers(),
    st.sampled_from([USB_SERIAL, LOOPBACK, Wire()]),
    st.integers(-5000, 5000),
    st.sampled_from([1, 100]),
)
def test_what_an_own_pad_reports_brackets_the_true_instants(
    seed: int, wire: Wire, ppm: int, tick_us: int
) -> None:
    """The bounds on which any clock model stands: sent <= pad received, pad sent <= received."""
    luck, time, got = Random(seed), VirtualTime(10**12), list[Arrival]()
    start = 2**32 - 3_000
    pad = OwnPad(time, OWN, got.append, luck, wire=wire, offset_us=start, ppm=ppm, tick_us=tick_us)
    true_ns = 10**12 + 5 * MS + luck.randrange(MS)
    pad.close_contact(Button.LEFT, true_ns)
    time.run_until(10**12 + 60 * MS)

    def host_ns(pad_us: int) -> float:
        return 10**12 + (pad_us - start) % 2**32 * 1_000 * 1e6 / (1e6 + ppm)

    slack = 1_010 if tick_us == 1 else 2  # a microsecond is the least that any pad can tell
    for arrival in got:
        if isinstance(arrival, Sync):
            assert arrival.sent <= host_ns(arrival.pad_received) + slack
            assert host_ns(arrival.pad_sent) <= arrival.received + 2
        if isinstance(arrival, Edge):
            assert host_ns(arrival.stamp) - 2 * tick_us * 1_010 <= true_ns + 2
            assert true_ns <= host_ns(arrival.stamp) + slack
    assert [a.at for a in got] == sorted(a.at for a in got)
    assert sum(isinstance(arrival, Edge) for arrival in got) == 1
