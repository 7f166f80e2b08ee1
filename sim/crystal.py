"""The clocks of simulated pads."""

US = 1_000
U32 = 1 << 32


class Crystal:
    """A pad's own clock: starts anywhere, runs `ppm` fast or slow, ticks every `tick_us`."""

    def __init__(self, start_ns: int, offset_us: int = 0, ppm: int = 0, tick_us: int = 1) -> None:
        self._anchor_ns = start_ns
        self._shown_ns = offset_us * US
        self._tick_us = tick_us
        self.ppm = ppm

    def read_us(self, at_ns: int) -> int:
        """Read the clock at `at_ns`: u32 us, rounded down to a tick."""
        shown_us = self._at(at_ns) // US
        return (shown_us - shown_us % self._tick_us) % U32

    def run_at(self, ppm: int, at_ns: int) -> None:
        """Change the rate from `at_ns` on, as warmth does."""
        self._shown_ns, self._anchor_ns = self._at(at_ns), at_ns
        self.ppm = ppm

    def _at(self, at_ns: int) -> int:
        return self._shown_ns + (at_ns - self._anchor_ns) * (1_000_000 + self.ppm) // 1_000_000
