"""The interval of a press that waits: it ends when it was heard of, and never grows again."""

import pytest

from firmware_host.pad_track import PadTrack, Waiting
from firmware_host.settings import Settings
from hw.pad_clock import PadClock
from hw.ports import Button, Clock, HostNs, PadInfo, PadUs, Sync

US, MS = 1_000, 1_000_000
PAD = PadInfo("a", 0, Clock.OWN)


def sync(at_ms: float, trip_ms: float, pad_ms: float | None = None) -> Sync:
    """Give a probe that came back at `at_ms`; the pad's clock is right unless told."""
    pad_us = round(1000 * (at_ms if pad_ms is None else pad_ms))
    at = HostNs(round(at_ms * MS))
    return Sync(at, "a", HostNs(round((at_ms - trip_ms) * MS)), pad_us, pad_us, at)


def touch(stamp_ms: float, at_ms: float) -> Waiting:
    return Waiting(0, round(stamp_ms * MS), Button.LEFT, HostNs(round(at_ms * MS)))


def track_of(*syncs: Sync) -> PadTrack:
    track = PadTrack(PAD, Settings())
    for each in syncs:
        track.take(each)
    return track


@pytest.mark.parametrize(
    ("stamp_ms", "at_ms", "hi_ms"),
    [
        pytest.param(1000, 1000.5, 1000.1, id="heard of late enough: by the clock"),
        pytest.param(1190, 1001, 1188.95, id="where it must lie in the future: there"),
    ],
)
def test_a_press_happened_before_it_was_heard_of_if_its_clock_allows_that(
    stamp_ms: float, at_ms: float, hi_ms: float
) -> None:
    placed = track_of(sync(1000, 0.1)).place(touch(stamp_ms, at_ms))
    assert placed
    assert placed.hi == pytest.approx(hi_ms * MS, abs=120 * US)


def test_a_press_that_slow_probes_would_put_later_ended_when_it_was_heard_of() -> None:
    placed = track_of(sync(1000, 200)).place(touch(1190, 1001))
    assert placed
    assert placed.lo < placed.hi == 1001 * MS


def test_a_clock_that_forgets_its_old_probes_widens_no_interval_that_was_known() -> None:
    track, waiting = track_of(sync(1000, 0.1), sync(1001, 0.1)), touch(1000.5, 1100)
    known = track.place(waiting)
    for number in range(400):
        track.take(sync(1010 + number, 9))
    assert track.place(waiting) == known
    forgetful = track.place(touch(1000.5, 1100))
    assert known
    assert forgetful
    assert forgetful.hi - forgetful.lo > known.hi - known.lo


def test_what_was_known_is_void_once_the_clock_broke_its_bound() -> None:
    track, waiting = track_of(sync(1000, 0.1)), touch(1000, 1002)
    known = track.place(waiting)
    track.take(sync(1010, 0.1, pad_ms=1004))
    widened = track.place(waiting)
    assert known
    assert widened
    assert widened != known
    assert widened.lo <= known.lo


def test_each_broken_bound_is_counted() -> None:
    clock = PadClock(5000)
    for number in range(3):
        late = sync(1000 + 100 * number, 0.1, pad_ms=1000 + 200 * number)
        clock.probe(late, PadUs(late.pad_received), PadUs(late.pad_sent))
    assert clock.breaks == 2
