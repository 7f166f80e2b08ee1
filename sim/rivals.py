"""How others tell who was first, on the same arrivals: what the input layer is measured against.

Every rival watches all arrivals of a race and then names a seat; none of them knows a tie.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hw.ports import Arrival, Edge, Sync

RACERS = 2
Stamps = dict[str, float]
"""Pad -> the instant (host ns) at which a rival believes its press happened."""


class Rival(Protocol):
    """Watches arrivals; `stamps` tells when it believes each pad of a race was pressed."""

    name: str

    def stamps(self, race: Sequence[Arrival]) -> Stamps:
        """Take in the arrivals of one race, and place each pad's press."""
        ...


def first_pad(stamps: Stamps) -> str | None:
    """Name the pad that a rival calls first; None unless it saw both."""
    return min(sorted(stamps), key=stamps.__getitem__) if len(stamps) == RACERS else None


def closings(race: Sequence[Arrival]) -> list[Edge]:
    """Give the first closing edge of each pad."""
    seen: dict[str, Edge] = {}
    for arrival in race:
        if isinstance(arrival, Edge) and arrival.closed:
            seen.setdefault(arrival.pad, arrival)
    return list(seen.values())


class ByArrival:
    """Whatever reaches the host first."""

    name = "arrival order"

    def stamps(self, race: Sequence[Arrival]) -> Stamps:
        """Take the first closing edge of each pad as it arrives."""
        return {edge.pad: edge.at for edge in closings(race)}


@dataclass
class ByBounceTime:
    """gpiozero's `when_pressed` with `bounce_time`: told once the level has been stable so long."""

    bounce_ns: int = 5_000_000
    name: str = "bounce_time 5 ms"

    def stamps(self, race: Sequence[Arrival]) -> Stamps:
        """Take the first closing that lasts, as of the moment it has lasted."""
        last: dict[str, Edge] = {}
        told: Stamps = {}
        for edge in (arrival for arrival in race if isinstance(arrival, Edge)):
            before = last.get(edge.pad)
            if before is not None and before.closed and edge.at - before.at >= self.bounce_ns:
                told.setdefault(edge.pad, before.at + self.bounce_ns)
            last[edge.pad] = edge
        return told


@dataclass
class ByPolling:
    """A loop that looks at the levels every 20 ms, pad by pad."""

    every_ns: int = 20_000_000
    name: str = "20 ms polling"

    def stamps(self, race: Sequence[Arrival]) -> Stamps:
        """Take the first look at which each pad's contact is closed; the scan order breaks ties."""
        closed_at: dict[str, int] = {}
        told: Stamps = {}
        for edge in (arrival for arrival in race if isinstance(arrival, Edge)):
            since = closed_at.pop(edge.pad, None)
            if edge.closed:
                closed_at[edge.pad] = edge.at
            elif since is not None:
                look = -(-since // self.every_ns) * self.every_ns
                if look < edge.at:
                    told.setdefault(edge.pad, look)
        return told


class _ByClock:
    """Places the first closing stamps by an estimate of each pad's clock."""

    def stamps(self, race: Sequence[Arrival]) -> Stamps:
        told: Stamps = {}
        for edge in closings(race):
            self._watch([a for a in race if isinstance(a, Sync) and a.pad == edge.pad])
            placed = self._place(edge.pad, edge.stamp)
            told[edge.pad] = edge.stamp if placed is None else placed
        return told

    def _watch(self, syncs: Sequence[Sync]) -> None:
        raise NotImplementedError

    def _place(self, pad: str, stamp_us: int) -> float | None:
        """Place a stamp; None for a pad that was never probed: the host's clock stamps it."""
        raise NotImplementedError


class ByQuickestProbe(_ByClock):
    """The offset of the quickest of the last probes, halved (as LSL)."""

    name = "min-RTT offset"
    KEPT = 64

    def __init__(self) -> None:
        self._probes: dict[str, deque[tuple[int, float]]] = {}

    def _watch(self, syncs: Sequence[Sync]) -> None:
        for sync in syncs:
            away_ns = sync.received - sync.sent - (sync.pad_sent - sync.pad_received) * 1000
            middle_us = (sync.pad_received + sync.pad_sent) / 2
            offset = (sync.sent + sync.received) / 2 - middle_us * 1000
            kept = self._probes.setdefault(sync.pad, deque(maxlen=self.KEPT))
            kept.append((away_ns, offset))

    def _place(self, pad: str, stamp_us: int) -> float | None:
        probes = self._probes.get(pad)
        return stamp_us * 1000 + min(probes)[1] if probes else None


@dataclass
class _Fit:
    """Decayed sums of a line through (pad us, host ns), about its first point."""

    pad_us: int
    host_ns: float
    least_rtt: float
    weight: float = 0.0
    x: float = 0.0
    y: float = 0.0
    xx: float = 0.0
    xy: float = 0.0


class ByRegression(_ByClock):
    """A decayed regression through half round trips; slow probes left out (as Klipper)."""

    name = "half-RTT regression"
    KEEP = 29 / 30

    def __init__(self) -> None:
        self._fits: dict[str, _Fit] = {}

    def _watch(self, syncs: Sequence[Sync]) -> None:
        for sync in syncs:
            rtt = sync.received - sync.sent
            host_ns = sync.sent + rtt / 2
            fit = self._fits.setdefault(sync.pad, _Fit(sync.pad_received, host_ns, rtt))
            fit.least_rtt = min(rtt, fit.least_rtt * 1.001)
            if rtt <= 3 * fit.least_rtt:
                self._add(fit, sync.pad_received - fit.pad_us, host_ns - fit.host_ns)

    def _add(self, fit: _Fit, x: float, y: float) -> None:
        total = fit.weight * self.KEEP + 1
        for name, value in (("x", x), ("y", y), ("xx", x * x), ("xy", x * y)):
            kept = getattr(fit, name) * fit.weight * self.KEEP
            setattr(fit, name, (kept + value) / total)
        fit.weight = total

    def _place(self, pad: str, stamp_us: int) -> float | None:
        fit = self._fits.get(pad)
        if fit is None:
            return None
        spread = fit.xx - fit.x * fit.x
        rate = (fit.xy - fit.x * fit.y) / spread if spread > 0 else 1000.0
        return fit.host_ns + fit.y + rate * (stamp_us - fit.pad_us - fit.x)


def rivals() -> list[Rival]:
    """Line up all rivals, fresh."""
    return [ByArrival(), ByBounceTime(), ByPolling(), ByQuickestProbe(), ByRegression()]
