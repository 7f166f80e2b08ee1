"""Wires between pads and host: delay, jitter, stalls; each direction keeps its order."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Wire:
    """How long a message travels: `delay_ms` + U(0, `jitter_ms`), sometimes stalled; loses nothing.

    `up_extra_ms` is what the way from pad to host takes longer than the way back.
    """

    delay_ms: float = 0.0
    jitter_ms: float = 0.0
    stall_chance: float = 0.0
    stall_ms: tuple[float, float] = (3.0, 9.0)
    up_extra_ms: float = 0.0

    def up(self, luck: Random) -> "Line":
        """String the direction from pad to host."""
        return Line(self, luck, self.delay_ms + self.up_extra_ms)

    def down(self, luck: Random) -> "Line":
        """String the direction from host to pad."""
        return Line(self, luck, self.delay_ms)


USB_SERIAL = Wire(delay_ms=0.12, jitter_ms=0.9, stall_chance=0.02, stall_ms=(3.0, 9.0))
"""A Nano's USB serial link under load."""

LOOPBACK = Wire(delay_ms=0.1, jitter_ms=0.9, stall_chance=0.02, stall_ms=(3.0, 12.0))
"""A web page on the same machine: its event loop stalls when it paints."""

WIFI = Wire(delay_ms=2, jitter_ms=28, stall_chance=0.02, stall_ms=(50.0, 200.0))
"""A phone on a busy home's Wi-Fi: it comes in bursts, and sometimes not for a while."""


class Line:
    """One direction of a wire: what was sent earlier arrives no later."""

    def __init__(self, wire: Wire, luck: Random, delay_ms: float) -> None:
        self._wire = wire
        self._luck = luck
        self._delay_ns = round(delay_ms * 1e6)
        self._jitter_ns = wire.jitter_ms * 1e6
        self._last_ns = 0

    def carry(self, sent_ns: int) -> int:
        """Give the instant at which a message sent at `sent_ns` arrives; call in sending order."""
        arrives_ns = sent_ns + self._delay_ns + int(self._luck.random() * self._jitter_ns)
        if self._wire.stall_chance and self._luck.random() < self._wire.stall_chance:
            arrives_ns += round(self._luck.uniform(*self._wire.stall_ms) * 1e6)
        self._last_ns = max(self._last_ns, arrives_ns)
        return self._last_ns

    def hold_until(self, at_ns: int) -> None:
        """Let nothing that is sent from now on arrive before `at_ns`."""
        self._last_ns = max(self._last_ns, at_ns)
