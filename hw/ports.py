"""What pads report to the host and what the host asks of devices: plain data and protocols.

Every report is an *arrival*: `at` is the host's monotonic clock in ns when it reached the host. It
never decides who was first; it dates deadlines and helps to unwrap a pad's 32-bit clock.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType, Protocol

from hw.wording import Wording

HostNs = NewType("HostNs", int)
"""An instant on the host's CLOCK_MONOTONIC, in nanoseconds."""

ReadClock = Callable[[], int]
"""Reads CLOCK_MONOTONIC, the clock of the kernel's stamps, in ns."""

PadUs = NewType("PadUs", int)
"""An instant on a pad's own clock in us: 32 bits that wrap on arrival, unwrapped inside."""


def host_ns(clock: ReadClock) -> HostNs:
    """Read `clock` as an instant of the host."""
    return HostNs(clock())


class DeviceError(OSError):
    """A device cannot be used: the words, made by `say`, name its port and the remedy."""

    def __init__(self, words: Wording) -> None:
        super().__init__(words)


class Button(StrEnum):
    """The eight buttons of a pad, by the names that traces use."""

    C1 = "c1"
    C2 = "c2"
    C3 = "c3"
    C4 = "c4"
    LEFT = "left"
    RIGHT = "right"
    DRAW = "draw"
    READY = "ready"


CARD_BUTTONS = (Button.C1, Button.C2, Button.C3, Button.C4)
"""The buttons below the four card columns, left to right (slots 0-3)."""


class Clock(StrEnum):
    """Whose clock stamps a pad's edges."""

    HOST = "host"
    OWN = "own"


class FaultKind(StrEnum):
    """Everything that can be wrong with a pad, by the names that traces and screens use."""

    GLITCH = "glitch"
    STUCK = "stuck"
    CHATTER = "chatter"
    LOST_EDGE = "lost_edge"
    DRIFT = "drift"
    BOOT = "boot"
    GONE = "gone"
    LATE = "late"
    OVERFLOW = "overflow"
    CRC = "crc"


@dataclass(frozen=True, slots=True)
class PadInfo:
    """A pad, the seat it serves (from 0) and the clock that stamps its edges.

    `hold_ms`: a press waits at most this long for this pad, from its arrival, when it stays
    silent; None: as long as the referee's settings say.
    """

    pad: str
    seat: int
    clock: Clock
    hold_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact closed or opened at `stamp` (host ns, or u32 us on the pad's clock).

    `late_ns`: so much earlier it may have been, though the pad's clock is right: the driver knows
    that a stamp was lost, and that this may be of a later bounce.
    """

    at: HostNs
    pad: str
    button: Button
    closed: bool
    stamp: int
    seq: int
    late_ns: int = 0


@dataclass(frozen=True, slots=True)
class Sync:
    """One clock probe: host sent, pad received, pad sent (u32 us), host received (`at`)."""

    at: HostNs
    pad: str
    sent: HostNs
    pad_received: int
    pad_sent: int
    received: HostNs


@dataclass(frozen=True, slots=True)
class Through:
    """Watermark: every edge up to `seq` and up to `stamp` (pad's clock) has been delivered."""

    at: HostNs
    pad: str
    seq: int
    stamp: int


@dataclass(frozen=True, slots=True)
class Boot:
    """The pad (re)booted: its clock and its sequence numbers begin anew."""

    at: HostNs
    pad: str
    boot: int


@dataclass(frozen=True, slots=True)
class Gone:
    """The pad is lost: unplugged, closed or crashed."""

    at: HostNs
    pad: str


@dataclass(frozen=True, slots=True)
class Levels:
    """The buttons found closed by a level read at `stamp` (pad's clock)."""

    at: HostNs
    pad: str
    closed: tuple[Button, ...]
    stamp: int


@dataclass(frozen=True, slots=True)
class DriverFault:
    """What a driver itself noticed: `crc`, `overflow` or `chatter`."""

    at: HostNs
    pad: str
    kind: FaultKind


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passed; nothing else happened."""

    at: HostNs


@dataclass(frozen=True, slots=True)
class PanelReport:
    """The panel of `seat` does not answer any more, or is back."""

    at: HostNs
    seat: int
    is_lost: bool


Arrival = Edge | Sync | Through | Boot | Gone | Levels | DriverFault | PanelReport | Tick
"""All that devices report, and that time passed."""

Put = Callable[[Arrival], None]
"""Takes one arrival into the console's loop, from any thread."""


class PadPort(Protocol):
    """A driver of one or more pads; it hands arrivals to the console's loop by itself."""

    @property
    def pads(self) -> Sequence[PadInfo]:
        """The pads that this driver reports."""
        ...

    def ask(self, pad: str, until: HostNs | None = None, /) -> None:
        """Ask for a fresh watermark (and clock probe) of `pad`; returns at once.

        One before `until` settles nothing, so who knows when that will be may wait; the newest
        ask counts.
        """
        ...

    def close(self) -> None:
        """Stop, and release the device."""
        ...


class PanelPort(Protocol):
    """A 128x64 panel; a newer frame replaces one not yet shown; never blocks the caller."""

    def show(self, frame: bytes) -> None:
        """Show `frame`: 1024 bytes, 8 pages of 128 columns, bit 0 uppermost (SSD1306's order)."""
        ...

    def contrast(self, level: int) -> None:
        """Set how bright lit pixels are: 0-255, of which 0 can still be read in the dark."""
        ...

    def dark(self, is_off: bool) -> None:
        """Switch all light off, or on again; the frame is kept, and may change meanwhile."""
        ...

    def close(self) -> None:
        """Go dark and release the bus."""
        ...
