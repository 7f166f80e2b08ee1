"""Places the stamps of a pad's own clock on the host's clock, as intervals that hold the truth.

A probe says: the host sent at `sent`, the pad received when its clock read `pad_received`, answered
at `pad_sent`, and the host had the answer at `received`. So the pad's clock read `pad_received`
no earlier than `sent`, and `pad_sent` no later than `received`. Between probes the pad's clock may
run wrong by `rate_ppm`, in either direction and changing at will; nothing else is assumed, no link
is called symmetric, no quick probe is trusted over a slow one. All probes are intersected.

If they contradict each other, the rate bound was broken: the old probes are void, the bound is
doubled from there on, and what was stamped before gets an interval that holds both readings.
"""

from bisect import bisect_right
from typing import NamedTuple

from hw.ports import HostNs, PadUs, Sync

WRAP_US = 1 << 32
MILLION = 1_000_000
KNOTS_KEPT = 256
BEGINNING = -(1 << 80)
END = 1 << 80


class Interval(NamedTuple):
    """A stretch of host time, both ends included, in ns; it holds the true instant."""

    lo: HostNs
    hi: HostNs


class HostClock:
    """Stamps that the host's own kernel made: at most `irq_ns` late, never early."""

    breaks = 0

    def __init__(self, irq_ns: int) -> None:
        self._irq_ns = irq_ns

    @property
    def is_set(self) -> bool:
        """A clock of the host's needs no probes."""
        return True

    def reset(self) -> None:
        """Nothing to forget."""

    def place(self, stamp_ns: int, _at: int) -> Interval:
        """Give the interval in which an edge stamped `stamp_ns` happened."""
        return Interval(HostNs(stamp_ns - self._irq_ns), HostNs(stamp_ns))

    def earliest(self, stamp_ns: int) -> int:
        """Give the earliest instant (host ns) of any edge stamped after `stamp_ns`."""
        return stamp_ns + 1 - self._irq_ns


class Unwrapper:
    """Extends a pad's 32-bit microseconds (they wrap every 71.6 minutes) by the host's clock.

    Arrival times only choose among stamps that lie 71.6 minutes apart, so neither a late line nor
    a pad that was silent for hours can mislead it. Every stamp must pass here, whatever
    becomes of its line.
    """

    def __init__(self) -> None:
        self._newest: tuple[int, int] | None = None

    def unwrap(self, stamp_us: int, at: HostNs) -> PadUs:
        """Extend `stamp_us` (u32), which arrived at `at`."""
        if self._newest is None:
            self._newest = (stamp_us, at)
            return PadUs(stamp_us)
        newest_us, newest_at = self._newest
        expected = newest_us + (at - newest_at) // 1000
        ahead = (stamp_us - expected + WRAP_US // 2) % WRAP_US - WRAP_US // 2
        unwrapped = expected + ahead
        if unwrapped > newest_us:
            self._newest = (unwrapped, at)
        return PadUs(unwrapped)


class PadClock:
    """The clock model of one pad with its own clock; stamps are unwrapped microseconds.

    `breaks` counts how often the bound was broken: what was told before is void then.
    """

    def __init__(self, rate_ppm: int) -> None:
        self.breaks = 0
        self._bound_ppm = rate_ppm
        self.reset()

    def reset(self) -> None:
        """Forget everything: the pad's clock began anew."""
        self._rate_ppm = self._bound_ppm
        self._former: PadClock | None = None
        self._broken_at = BEGINNING
        self._forget()

    def _forget(self) -> None:
        # Knots: pad instants with the bounds on the host's clock that all knots up to there imply.
        self._at: list[int] = []
        self._lo: list[int] = []
        self._hi: list[int] = []

    @property
    def is_set(self) -> bool:
        """Tell whether any probe has come since the clock began."""
        return bool(self._at)

    def _fewest(self, span_us: int) -> int:
        """Give the host ns that at least pass while the pad counts `span_us`."""
        return span_us * 1000 * (MILLION - self._rate_ppm) // MILLION

    def _most(self, span_us: int) -> int:
        """Give the host ns that at most pass while the pad counts `span_us`.

        The reciprocal covers both readings of a rate error: of the pad's clock by the host's,
        and the other way round.
        """
        return -(-span_us * 1000 * MILLION // (MILLION - self._rate_ppm))

    def probe(self, sync: Sync, received_us: PadUs, sent_us: PadUs) -> bool:
        """Take in a probe (its pad stamps unwrapped); False if it broke the bound."""
        if not self._is_possible(sync, received_us, sent_us):
            return False
        knots = self._at.copy(), self._lo.copy(), self._hi.copy()
        if self._fits(sync, received_us, sent_us):
            return True
        self._former = PadClock(self._rate_ppm)
        self._former._at, self._former._lo, self._former._hi = knots
        self._broken_at = sync.at
        self.breaks += 1
        self._rate_ppm = min(2 * self._rate_ppm, MILLION // 2)
        self._forget()
        self._fits(sync, received_us, sent_us)
        return False

    def _is_possible(self, sync: Sync, received_us: PadUs, sent_us: PadUs) -> bool:
        """Tell whether the pad can have held the probe for as long as it says."""
        round_trip_ns = sync.received - sync.sent
        return 0 <= round_trip_ns >= self._fewest(sent_us - received_us - 1)

    def _fits(self, sync: Sync, received_us: PadUs, sent_us: PadUs) -> bool:
        # A stamp names a whole microsecond; the instant may lie at its very end.
        heard = self._tie_knot(received_us, sync.sent - self._most(1), END)
        return self._tie_knot(sent_us, BEGINNING, sync.received) and heard

    def _tie_knot(self, at_us: int, lo: int, hi: int) -> bool:
        place = bisect_right(self._at, at_us)
        self._at.insert(place, at_us)
        self._lo.insert(place, lo)
        self._hi.insert(place, hi)
        changed = range(max(place, 1), len(self._at))
        for knot in changed:
            self._tighten(knot)
        agrees = all(self._lo[knot] <= self._hi[knot] for knot in changed)
        if len(self._at) > KNOTS_KEPT:
            # What the oldest knots said lives on in the bounds of the later ones.
            for bounds in (self._at, self._lo, self._hi):
                del bounds[: KNOTS_KEPT // 2]
        return agrees

    def _tighten(self, knot: int) -> None:
        span_us = self._at[knot] - self._at[knot - 1]
        self._lo[knot] = max(self._lo[knot], self._lo[knot - 1] + self._fewest(span_us))
        self._hi[knot] = min(self._hi[knot], self._hi[knot - 1] + self._most(span_us))

    def _bounds(self, stamp_us: int) -> tuple[int, int]:
        """Bound the host instant at which the pad's clock began to read `stamp_us`."""
        lo, hi = BEGINNING, END
        later = bisect_right(self._at, stamp_us)
        at_us = self._at[-1] if self._at else stamp_us
        for knot in range(len(self._at) - 1, later - 1, -1):
            back_us = at_us - self._at[knot]
            lo = max(lo - self._most(back_us), self._lo[knot])
            hi = min(hi - self._fewest(back_us), self._hi[knot])
            at_us = self._at[knot]
        if later < len(self._at):
            lo -= self._most(at_us - stamp_us)
            hi -= self._fewest(at_us - stamp_us)
        if later:
            span_us = stamp_us - self._at[later - 1]
            lo = max(lo, self._lo[later - 1] + self._fewest(span_us))
            hi = min(hi, self._hi[later - 1] + self._most(span_us))
        return lo, hi

    def place(self, stamp_ns: int, at: int = END) -> Interval | None:
        """Give the interval of an edge stamped `stamp_ns` (pad us * 1000) that arrived at `at`.

        None before a probe. What arrived before the bound was broken may follow the former clock
        or the new one: it lies where either puts it. Nothing happened after it arrived, whatever
        its clock says; a stamp that can only lie there is placed where it lies.
        """
        if not self._at:
            return None
        lo, hi = self._bounds(stamp_ns // 1000)
        if self._former is not None and at <= self._broken_at:
            former_lo, former_hi = self._former._bounds(stamp_ns // 1000)
            hi = max(hi, former_hi)
            lo = min(lo, former_lo, at)
        return Interval(HostNs(lo), HostNs(max(lo, min(hi + self._most(1), at))))

    def earliest(self, stamp_ns: int) -> int:
        """Give the earliest instant (host ns) of any edge stamped after `stamp_ns`."""
        return self._bounds(stamp_ns // 1000)[0] if self._at else BEGINNING
