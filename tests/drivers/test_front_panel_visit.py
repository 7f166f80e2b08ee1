"""A page's visit: its words become arrivals, its breaches of protocol an error."""

import re
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.pad_clock import PadClock, Unwrapper
from hw.ports import Arrival, Boot, Button, Edge, Gone, HostNs, Sync, Through
from hw.units import SECOND_NS
from sim.front_panel.messages import U32_END, Answer, Hello, Message, PageEdge, PageError
from sim.front_panel.visit import MESSAGES_A_SECOND, PROBES_OUT, Visit
from tests.drivers.front_panel_guests import ANA, BEN

NOON = HostNs(7_000_000_000)
TOUCH = PageEdge("a", Button.C1, True, 5000, 1)


def begun(tick_us: int = 5) -> Visit:
    return Visit((ANA, BEN), Hello(tick_us))


def answer(probe: int | None, stamp_us: int, a: int = 0, b: int = 0, grain_us: int = 0) -> Answer:
    assert probe is not None
    stamps = ((stamp_us + 4000) % U32_END, (stamp_us + 4030) % U32_END)
    return Answer(probe, *stamps, {"a": a, "b": b}, stamp_us, grain_us)


def take(visit: Visit, message: Message, at: int = NOON) -> list[Arrival]:
    return list(visit.take(message, HostNs(at)))


def test_both_pads_boot_with_the_page_and_go_with_it() -> None:
    visit = begun()
    assert list(visit.begin(NOON, 3)) == [Boot(NOON, "a", 3), Boot(NOON, "b", 3)]
    assert list(visit.end(NOON)) == [Gone(NOON, "a"), Gone(NOON, "b")]


def test_an_edge_keeps_its_stamp_and_number() -> None:
    assert take(begun(), TOUCH) == [Edge(NOON, "a", Button.C1, True, 5000, 1)]


def test_an_answer_syncs_and_closes_time_for_every_pad() -> None:
    visit = begun()
    take(visit, TOUCH)
    probe = visit.probe(HostNs(NOON - 400))
    assert take(visit, answer(probe, 6000, a=1)) == [
        Sync(NOON, "a", HostNs(NOON - 400), 10_010, 10_020, NOON),
        Through(NOON, "a", 1, 6000),
        Sync(NOON, "b", HostNs(NOON - 400), 10_010, 10_020, NOON),
        Through(NOON, "b", 0, 6000),
    ]


def test_a_coarse_clock_and_coarse_events_loosen_each_probe() -> None:
    visit = begun(tick_us=100)
    probe = visit.probe(NOON)
    sync = take(visit, answer(probe, 6000, grain_us=1000))[0]
    assert isinstance(sync, Sync)
    assert (sync.pad_received, sync.pad_sent) == (10_000 + 200, 10_030 - 200 - 1000)


@given(
    tick_us=st.integers(1, 1000),
    grain_us=st.sampled_from([0, 1000]),
    offset_us=st.integers(0, U32_END - 1),
    touches=st.lists(
        st.tuples(st.integers(0, 50_000), st.floats(-1, 1), st.just(0) | st.integers(0, 200_000)),
        min_size=1,
        max_size=4,
    ),
    errors=st.tuples(st.floats(-1, 1), st.floats(-1, 1)),
    ways_us=st.tuples(st.integers(0, 3000), st.integers(0, 3000)),
)
def test_every_touch_lies_within_the_interval_that_a_blurred_clock_gives(
    tick_us: int,
    grain_us: int,
    offset_us: int,
    touches: list[tuple[int, float, int]],
    errors: tuple[float, float],
    ways_us: tuple[int, int],
) -> None:
    """True instants are us since the page began; the host's clock runs 9 s ahead of it.

    Some touches the page hears of late, when it has given a watermark beyond them.
    """
    visit = begun(tick_us)
    heard_us = 20_000 + ways_us[0]

    def read_clock(true_us: int, error: float) -> int:
        return (offset_us + true_us + round(error * tick_us)) % U32_END

    def host(true_us: int) -> HostNs:
        return HostNs(9 * SECOND_NS + true_us * 1000)

    probe = visit.probe(host(20_000))
    assert probe is not None
    stamps = [read_clock(heard_us, errors[0]), read_clock(heard_us, errors[1])]
    reply = Answer(probe, stamps[0], stamps[1], {"a": 0, "b": 0}, stamps[0], grain_us)
    sync = take(visit, reply, host(heard_us + ways_us[1]))[0]
    assert isinstance(sync, Sync)
    unwrapper, clock = Unwrapper(), PadClock(rate_ppm=0)
    received_us = unwrapper.unwrap(sync.pad_received, sync.at)
    assert clock.probe(sync, received_us, unwrapper.unwrap(sync.pad_sent, sync.at))
    for true_us, error, late_us in touches:
        rounded_us = true_us - true_us % grain_us if grain_us else true_us
        stamp_us = (read_clock(rounded_us, error) + late_us) % U32_END
        interval = clock.place(unwrapper.unwrap(stamp_us, sync.at) * 1000)
        assert interval is not None
        told = PageEdge("a", Button.C1, True, stamp_us, 1, late_us)
        (edge,) = Visit((ANA,), Hello(tick_us)).take(told, sync.at)
        assert isinstance(edge, Edge)
        assert interval.lo - edge.late_ns <= host(true_us) <= interval.hi


@pytest.mark.parametrize("ppm", [-5000, 0, 5000])
def test_a_late_edge_may_be_as_much_earlier_as_the_page_s_clock_says_however_wrong_it_runs(
    ppm: int,
) -> None:
    told = PageEdge("a", Button.C1, True, 500_000, 1, late_us=300_000)
    (edge,) = begun(tick_us=1000).take(told, NOON)
    assert isinstance(edge, Edge)
    assert edge.late_ns >= 300_000_000 * (1_000_000 + ppm) // 1_000_000 + 2_000_000


def test_a_page_that_does_not_answer_gets_no_more_probes() -> None:
    visit = begun()
    probes = [visit.probe(NOON) for _ in range(PROBES_OUT + 1)]
    assert probes[-2:] == [PROBES_OUT, None]
    take(visit, answer(1, 6000))
    assert visit.probe(NOON) == PROBES_OUT + 1


def test_stamps_may_wrap_between_watermark_and_edge() -> None:
    visit = begun()
    take(visit, answer(visit.probe(NOON), U32_END - 10))
    assert take(visit, replace(TOUCH, stamp_us=20)) == [Edge(NOON, "a", Button.C1, True, 20, 1)]
    take(visit, answer(visit.probe(NOON), 30, a=1))


@pytest.mark.parametrize(
    ("message", "words"),
    [
        pytest.param(Hello(5), "second hello", id="two hellos"),
        pytest.param(replace(TOUCH, pad="c"), "unknown pad", id="a pad that is not there"),
        pytest.param(replace(TOUCH, seq=0), "where 1 was due", id="a number that does not rise"),
        pytest.param(replace(TOUCH, seq=3), "where 1 was due", id="a number left out"),
        pytest.param(
            replace(TOUCH, stamp_us=1000), "before its pad's watermark", id="a stamp put back"
        ),
        pytest.param(answer(9, 6000), "no probe", id="an answer to a probe never sent"),
        pytest.param(answer(1, 6000), "no probe", id="a probe answered twice"),
        pytest.param(answer(2, 500), "goes back", id="a watermark that falls"),
        pytest.param(answer(2, 6000, a=1), "does not match", id="edges told of but never sent"),
        pytest.param(
            replace(answer(2, 6000), through={"a": 0}), "does not match", id="a pad left out"
        ),
        pytest.param(
            replace(answer(2, 6000), through={"a": 0, "b": 0, "c": 0}),
            "does not match",
            id="a watermark of a pad that is not there",
        ),
    ],
)
def test_breaches_of_the_protocol_are_named(message: Message, words: str) -> None:
    visit = begun()
    first, second = visit.probe(NOON), visit.probe(NOON)
    assert (first, second) == (1, 2)
    take(visit, answer(1, 1000))
    with pytest.raises(PageError, match=re.escape(words)):
        take(visit, message)


def test_a_flood_is_refused_and_a_second_later_the_count_begins_anew() -> None:
    visit = begun()
    numbers = count(1)
    for _ in range(MESSAGES_A_SECOND):
        take(visit, replace(TOUCH, seq=next(numbers)))
    take(visit, replace(TOUCH, seq=next(numbers)), at=NOON + SECOND_NS)
    for _ in range(MESSAGES_A_SECOND - 1):
        take(visit, replace(TOUCH, seq=next(numbers)), at=NOON + SECOND_NS)
    with pytest.raises(PageError, match="more than 500"):
        take(visit, replace(TOUCH, seq=next(numbers)), at=NOON + SECOND_NS)


def test_answers_are_no_flood_for_they_were_asked_for() -> None:
    visit = begun()
    for _ in range(2 * MESSAGES_A_SECOND):
        take(visit, answer(visit.probe(NOON), 6000))
