"""The input layer's settings, by the names that traces and configurations use."""

from collections.abc import Mapping
from dataclasses import dataclass

from hw.units import MILLISECOND_NS, SECOND_NS


@dataclass(frozen=True, slots=True)
class Settings:
    """How contacts are judged and how long a press may wait; the unit is in each name."""

    qualify_us: int = 1500
    """A press counts once its contact has been closed this long in all,"""
    burst_ms: int = 10
    """within this long of the closing edge that stamps it."""
    release_ms: int = 8
    """A button is armed again after it has been open this long without a break."""
    irq_us: int = 50
    """A host-clock stamp is at most this much late."""
    hold_ms: int = 50
    """A press waits at most this long, from its arrival, for a silent pad without its own cap."""
    rate_ppm: int = 5000
    """A pad's own clock runs at most this wrong."""
    stuck_s: int = 10
    """A button held this long is named stuck."""

    @property
    def qualify_ns(self) -> int:
        """`qualify_us` in ns."""
        return self.qualify_us * 1000

    @property
    def burst_ns(self) -> int:
        """`burst_ms` in ns."""
        return self.burst_ms * MILLISECOND_NS

    @property
    def release_ns(self) -> int:
        """`release_ms` in ns."""
        return self.release_ms * MILLISECOND_NS

    @property
    def hold_ns(self) -> int:
        """`hold_ms` in ns."""
        return self.hold_ms * MILLISECOND_NS

    @property
    def stuck_ns(self) -> int:
        """`stuck_s` in ns."""
        return self.stuck_s * SECOND_NS


RANGES: Mapping[str, tuple[int, int]] = {
    "qualify_us": (0, 1_000_000),
    "release_ms": (0, 1_000),
    "burst_ms": (1, 1_000),
    "irq_us": (0, 1_000_000),
    "hold_ms": (0, 10_000),
    "rate_ppm": (0, 500_000),
    "stuck_s": (1, 86_400),
}
"""The least and the most that each setting may be."""
