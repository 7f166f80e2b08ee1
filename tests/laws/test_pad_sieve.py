"""Probes that nobody waits for: few are told, and those bound the clock as well as all would."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from hw.pad_clock import PadClock
from hw.pad_session import QUIET_NS
from hw.pad_sieve import U32, Sieve
from hw.ports import Arrival, Edge, HostNs, PadUs, Sync, Through
from tests.laws.pad_talk import C1_CLOSED, MS, Talk

PPM = 5000
START_US = U32 - 9_000
"""So that stamps wrap among the probes."""


def probe(at_us: int, there_us: int, back_us: int, ppm: int) -> Sync:
    """Probe a pad whose clock runs `ppm` fast at host time `at_us`, on a line with these delays."""

    def pad_us(host_us: int) -> int:
        return (START_US + host_us + host_us * ppm // 1_000_000) % U32

    received = pad_us(at_us + there_us)
    came = at_us + there_us + back_us
    return Sync(
        HostNs(came * 1000), "a", HostNs(at_us * 1000), received, received, HostNs(came * 1000)
    )


def width_ns(probes: list[Sync], stamp_us: int) -> int:
    """Tell how wide the interval of a stamp is by these probes."""
    clock = PadClock(PPM)
    for sync in probes:
        received, sent = (PadUs((u - START_US) % U32) for u in (sync.pad_received, sync.pad_sent))
        assert clock.probe(sync, received, sent)
    interval = clock.place(stamp_us * 1000)
    assert interval
    return interval.hi - interval.lo


@given(
    delays=st.lists(
        st.tuples(st.integers(120, 9000), st.integers(120, 9000)), min_size=1, max_size=12
    ),
    ppm=st.integers(-PPM, PPM),
)
def test_two_probes_place_what_comes_next_as_narrowly_as_all_of_them(
    delays: list[tuple[int, int]], ppm: int
) -> None:
    probes, at_us = [], 0
    for there_us, back_us in delays:
        probes.append(probe(at_us, there_us, back_us, ppm))
        at_us += 2000 + there_us + back_us
    sieve = Sieve()
    for sync in probes:
        sieve.add(sync)
    told = sieve.take(probes[-1].at)
    assert len(told) <= 2
    assert all(
        replace(sync, at=HostNs(0)) in [replace(p, at=HostNs(0)) for p in probes] for sync in told
    )
    # Microseconds are whole, and so is each step of the sums.
    later_us = (probes[-1].pad_sent - START_US) % U32 + 1000
    assert width_ns(told, later_us) - width_ns(probes, later_us) <= 5000
    assert sieve.take(HostNs(0)) == []


def quiet(talk: Talk, answers: int) -> list[list[Arrival]]:
    """Answer probes that nobody waits for, each 1 ms after it was sent."""
    return [talk.answer(seq=0) for _ in range(answers)]


def after_the_burst() -> Talk:
    """Begin a talk, and answer more probes than its first burst has."""
    talk = Talk()
    quiet(talk, 8)
    return talk


def test_of_the_probes_of_a_pad_in_use_a_few_are_told_now_and_then() -> None:
    talk = after_the_burst()
    told = [heard for heard in quiet(talk, 40) if heard]
    assert 2 <= len(told) <= 40 * 4 * MS // QUIET_NS
    for heard in told:
        assert 1 <= sum(isinstance(arrival, Sync) for arrival in heard) <= 2
        assert isinstance(heard[-1], Through)


def test_what_is_asked_for_is_told_at_once_with_what_was_kept_back() -> None:
    talk = after_the_burst()
    while quiet(talk, 1) != [[]]:
        pass
    talk.session.ask(talk.now)
    heard = talk.answer(seq=0)
    assert isinstance(heard[-1], Through)
    assert 1 <= sum(isinstance(arrival, Sync) for arrival in heard) <= 2


def test_an_edge_comes_with_the_probes_that_were_kept_back_before_it() -> None:
    talk = after_the_burst()
    while quiet(talk, 1) != [[]]:
        pass
    heard = talk.entries(1, C1_CLOSED)
    assert isinstance(heard[0], Sync)
    assert any(isinstance(arrival, Edge) for arrival in heard)


def test_a_fault_is_told_at_once() -> None:
    talk = after_the_burst()
    while quiet(talk, 1) != [[]]:
        pass
    assert len(talk.answer(seq=0, errors=1)) > 1
