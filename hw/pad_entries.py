"""What a pad's numbered entries mean: edges, faults, and doubts about when a touch began; pure.

Not every change of a contact leaves an edge. A *blip* was over before the pad could read which
button it was; an *overflow* lost edges; a button that *chatters* is masked until it is calm. Where
the touch of a closing edge may have begun in one of these, the edge says how much earlier.
"""

from collections import deque
from collections.abc import Iterable

from hw.pad_messages import (
    BLIP_BUTTONS,
    CALM,
    CHATTER,
    CLOSED,
    EDGE_CODES,
    OVERFLOW,
    PAD_BUTTONS,
    Entry,
)
from hw.ports import Arrival, Button, DriverFault, Edge, FaultKind, HostNs, Levels

WRAP_US = 1 << 32
BURST_US = 10_000
"""So long after a first touch a bounce of it may count as one with it (`Settings.burst_ms`)."""
STAMP_LATE_US = 10
"""A pad's stamp is at most this late, never early."""
BLIP_EVERY_US = 1000
"""Of the blips of a port a pad notes one in so long: so it may stand for later ones, too,"""
STANDS_FOR_US = BLIP_EVERY_US + STAMP_LATE_US
"""of which it tells up to so long after it."""
SPIKES = 20
"""Blips of a port that follow each other within `BURST_US`: no finger does that, so it is told,"""
SPIKES_AGAIN = 1000
"""and again after so many more."""


def span_us(earlier: int, later: int) -> int:
    """Give how much `later` is after `earlier`, both u32 us; negative if it is before."""
    return (later - earlier + WRAP_US // 2) % WRAP_US - WRAP_US // 2


class EntryReader:
    """Reads the entries of one boot of a pad, in order; its edges are numbered from 1 on.

    `closed` are the buttons that are closed by all that was told. `is_lossy`: edges were lost, and
    may still be lost, until `drained`. `burst_us`: how long a touch may bounce.
    """

    def __init__(self, pad: str, burst_us: int = BURST_US) -> None:
        self.closed: set[Button] = set()
        self.edges = 0
        self.is_lossy = False
        self._pad = pad
        self._masked: set[Button] = set()
        self._calmed: tuple[Button, int] | None = None
        self._reach_us = burst_us + STANDS_FOR_US
        most = self._reach_us // BLIP_EVERY_US + 2
        # Of each button, for whichever it was, the others may have been touched soon after.
        self._blips: dict[Button, deque[int]] = {b: deque(maxlen=most) for b in PAD_BUTTONS}
        self._has_blips = False
        self._spikes: dict[int, tuple[int, int]] = {}
        self._lost_since: int | None = None
        self._lost_until: int | None = None

    def read(self, entry: Entry, at: HostNs) -> Arrival | None:
        """Give what an entry reports, if anything."""
        code = entry.code
        button = PAD_BUTTONS[code & 7]
        if code in EDGE_CODES:
            is_closed = bool(code & CLOSED)
            (self.closed.add if is_closed else self.closed.discard)(button)
            # With the mark comes what a masked button did meanwhile: its instant is unknown.
            if self._calmed == (button, entry.stamp):
                return self.levels(self.closed, entry.stamp, at)
            return self._edge(button, is_closed, entry.stamp, at)
        if code in BLIP_BUTTONS:
            return self._blip(code, entry.stamp, at)
        if code == OVERFLOW:
            self._lose(entry.stamp)
            return DriverFault(at, self._pad, FaultKind.OVERFLOW)
        if code < CALM:
            self._masked.add(PAD_BUTTONS[code - CHATTER])
            return DriverFault(at, self._pad, FaultKind.CHATTER)
        self._calmed = button, entry.stamp
        self._masked.discard(button)
        return None

    def _blip(self, port: int, stamp: int, at: HostNs) -> DriverFault | None:
        last, run = self._spikes.get(port, (stamp, 0))
        run = run + 1 if span_us(last, stamp) <= BURST_US else 1
        self._spikes[port] = stamp, run
        for button in BLIP_BUTTONS[port]:
            self._blips[button].append(stamp)
        self._has_blips = True
        is_told = run % SPIKES_AGAIN == SPIKES
        return DriverFault(at, self._pad, FaultKind.CHATTER) if is_told else None

    def drained(self, stamp: int) -> None:
        """Tell that no edge has been lost after `stamp`."""
        if self.is_lossy:
            self.is_lossy = False
            self._lost_until = stamp

    def known_through(self, stamp: int) -> int:
        """Give up to which stamp all touches are known, if all entries up to `stamp` are read."""
        if not self._has_blips:
            return stamp
        self._forget_blips(stamp)
        spans = [span_us(blips[0], stamp) for blips in self._blips.values() if blips]
        self._has_blips = bool(spans)
        return (stamp - max(spans) - 1) % WRAP_US if spans else stamp

    def shown(self, levels: int) -> set[Button]:
        """Give the closed buttons by levels that were read; a masked one is as it was told."""
        shown = {button for bit, button in enumerate(PAD_BUTTONS) if levels >> bit & 1}
        return shown - self._masked | self.closed & self._masked

    def levels(self, closed: Iterable[Button], stamp: int, at: HostNs) -> Levels:
        """Report the closed buttons, in the order of their numbers."""
        found = set(closed)
        return Levels(at, self._pad, tuple(b for b in PAD_BUTTONS if b in found), stamp)

    def _edge(self, button: Button, is_closed: bool, stamp: int, at: HostNs) -> Edge:
        self.edges += 1
        late_us = self._late_us(button, stamp) if is_closed else 0
        return Edge(at, self._pad, button, is_closed, stamp, self.edges, late_us * 1000)

    def _late_us(self, button: Button, stamp: int) -> int:
        late_us = 0
        if self._has_blips:
            self._forget_blips(stamp)
            if blips := self._blips[button]:
                late_us = max(0, span_us(blips[0], stamp))
                _forget(blips, stamp, STANDS_FOR_US)
        if self._lost_since is not None:
            late_us = max(late_us, self._lost_us(self._lost_since, stamp))
        return late_us

    def _lost_us(self, since: int, stamp: int) -> int:
        until = self._lost_until
        if until is not None and span_us(until, stamp) > self._reach_us:
            self._lost_since = None
            return 0
        return max(0, span_us(since, stamp))

    def _lose(self, stamp: int) -> None:
        if self._lost_since is None:
            self._lost_since = stamp
        self._lost_until = None
        self.is_lossy = True

    def _forget_blips(self, stamp: int) -> None:
        """Forget the blips of which no touch stamped `stamp` or later can have come."""
        for blips in self._blips.values():
            _forget(blips, stamp, self._reach_us)


def _forget(blips: deque[int], stamp: int, reach_us: int) -> None:
    while blips and span_us(blips[0], stamp) > reach_us:
        blips.popleft()
