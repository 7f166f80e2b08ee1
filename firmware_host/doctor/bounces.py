"""How contacts really bounce: edges cut into taps and bursts, and what can be read off them; pure.

All instants are stamps, in ns.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from hw.ports import Button, Clock, Edge
from hw.units import MILLISECOND_NS

REST_NS = 25 * MILLISECOND_NS
"""A contact that has been open this long will not bounce any more; no finger is back so soon."""
CALM_NS = 12 * MILLISECOND_NS
"""A burst is over when nothing has changed for this long."""


@dataclass(frozen=True, slots=True)
class Swing:
    """The contact closed, or opened, at `at_ns`."""

    at_ns: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Burst:
    """The swings of a press, of a release, or of a contact that breaks while it is held."""

    swings: tuple[Swing, ...]

    @property
    def since_ns(self) -> int:
        """When it began."""
        return self.swings[0].at_ns

    @property
    def settled_ns(self) -> int:
        """How long after its first swing its last one came."""
        return self.swings[-1].at_ns - self.since_ns

    @property
    def longest_open_ns(self) -> int:
        """How long, at most, it was open before it closed again."""
        stretches = pairwise(self.swings)
        return max((end.at_ns - it.at_ns for it, end in stretches if not it.closed), default=0)


@dataclass(frozen=True, slots=True)
class Tap:
    """All that a button's contact did from a first closing until it rested open again.

    `number` counts taps in the order in which they began.
    """

    pad: str
    button: Button
    swings: tuple[Swing, ...]
    number: int = field(default=0, compare=False)

    @property
    def bursts(self) -> tuple[Burst, ...]:
        """Cut it where it was calm: press, release, and what broke in between."""
        return tuple(Burst(tuple(part)) for part in _cut(self.swings))

    @property
    def closed_ns(self) -> int:
        """How long it was closed in all."""
        return sum(end.at_ns - it.at_ns for it, end in pairwise(self.swings) if it.closed)

    @property
    def longest_open_ns(self) -> int:
        """How long, at most, it was open before it closed again: a longer one is a release."""
        return Burst(self.swings).longest_open_ns

    def closed_for_ns(self, wanted_ns: int) -> int | None:
        """Tell how long after the first closing it had been closed for `wanted_ns` in all."""
        closed = 0
        for it, end in pairwise(self.swings):
            if it.closed:
                closed += end.at_ns - it.at_ns
                if closed >= wanted_ns:
                    return end.at_ns - (closed - wanted_ns) - self.swings[0].at_ns
        last = self.swings[-1]
        return last.at_ns - self.swings[0].at_ns + wanted_ns - closed if last.closed else None


@dataclass(slots=True)
class Taps:
    """Gathers edges, in order, into taps; those of pads with a clock of their own count in us."""

    done: list[Tap] = field(default_factory=list)
    _open: dict[tuple[str, Button], list[Swing]] = field(default_factory=dict)
    _numbers: dict[tuple[str, Button], int] = field(default_factory=dict)
    _begun: int = 0

    def take(self, edge: Edge, clock: Clock = Clock.HOST) -> None:
        """Take in an edge; what the contact is already is no swing."""
        stamp_ns = edge.stamp if clock is Clock.HOST else edge.stamp * 1000
        key = edge.pad, edge.button
        before = self._open.get(key)
        self._end(key, stamp_ns, is_anew=before is not None and stamp_ns < before[-1].at_ns)
        swings = self._open.get(key)
        if edge.closed != (swings[-1].closed if swings else False):
            if swings is None:
                self._begun += 1
                self._numbers[key] = self._begun
            self._open.setdefault(key, []).append(Swing(stamp_ns, edge.closed))

    def known(self, until_ns: int, pad: str) -> None:
        """Tell that time has come to `until_ns` at a pad: what has rested by then is done."""
        for key in tuple(self._open):
            if key[0] == pad:
                self._end(key, until_ns)

    def is_open(self, pad: str, button: Button) -> bool:
        """Tell whether a tap of this button is under way."""
        return (pad, button) in self._open

    def finish(self) -> tuple[Tap, ...]:
        """Give all taps in the order in which they began; those under way end."""
        for key in tuple(self._open):
            self._finish(key)
        return tuple(sorted(self.done, key=lambda tap: tap.number))

    def _end(self, key: tuple[str, Button], now_ns: int, *, is_anew: bool = False) -> None:
        """End a tap that has rested, or whose clock has wrapped or begun anew."""
        if swings := self._open.get(key):
            rested_ns = now_ns - swings[-1].at_ns
            if is_anew or (rested_ns >= REST_NS and not swings[-1].closed):
                self._finish(key)

    def _finish(self, key: tuple[str, Button]) -> None:
        self.done.append(Tap(*key, tuple(self._open.pop(key)), self._numbers[key]))


def _cut(swings: Iterable[Swing]) -> list[list[Swing]]:
    parts: list[list[Swing]] = []
    for swing in swings:
        if parts and swing.at_ns - parts[-1][-1].at_ns < CALM_NS:
            parts[-1].append(swing)
        else:
            parts.append([swing])
    return parts
