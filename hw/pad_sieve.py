"""Of the probes that nobody waits for, which are worth telling; pure.

A pad in use is probed far more often than the console needs to hear of: each probe that is told
costs a small host more than the probe itself.
"""

from dataclasses import replace

from hw.ports import HostNs, Sync

U32 = 1 << 32
BLUR_PPM = 5000
"""So wrong may the clock of a pad run."""


class Sieve:
    """Keeps two probes of any number: those that bound the pad's clock best, from either side.

    Which are best is judged for now: an older one blurs at the worst rate usual (`BLUR_PPM`). That
    only chooses; what is told was measured.
    """

    def __init__(self) -> None:
        self._quick_there: Sync | None = None
        self._quick_back: Sync | None = None

    def add(self, sync: Sync) -> None:
        """Take in a probe, the newest."""
        there, back = self._quick_there, self._quick_back
        if there is None or back is None:
            self._quick_there = self._quick_back = sync
            return
        counted_us = _span_us(there.pad_received, sync.pad_received)
        if sync.sent - there.sent >= counted_us * 1000 - _blur_ns(counted_us):
            self._quick_there = sync
        counted_us = _span_us(back.pad_sent, sync.pad_sent)
        if sync.received - back.received <= counted_us * 1000 + _blur_ns(counted_us):
            self._quick_back = sync

    def take(self, at: HostNs) -> list[Sync]:
        """Give what was kept, told at `at`, and begin anew."""
        kept = {id(sync): sync for sync in (self._quick_there, self._quick_back) if sync}
        self._quick_there = self._quick_back = None
        told = sorted(kept.values(), key=lambda sync: sync.received)
        return [replace(sync, at=at) for sync in told]


def _span_us(earlier: int, later: int) -> int:
    """Give the microseconds from one stamp (u32) to a later one."""
    return (later - earlier) % U32


def _blur_ns(span_us: int) -> int:
    return span_us * BLUR_PPM // 1000
