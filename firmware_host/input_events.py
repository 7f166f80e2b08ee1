"""What the input layer tells the console, in one ordered stream."""

from collections.abc import Hashable
from dataclasses import dataclass

from hw.ports import Button, FaultKind, HostNs


@dataclass(frozen=True, slots=True)
class Pressed:
    """A decided press: its first touch lies in [lo, hi]; `tie` when clocks could not order it."""

    pad: str
    seat: int
    button: Button
    lo: HostNs
    hi: HostNs
    decided_at: HostNs
    tie: bool

    @property
    def middle(self) -> HostNs:
        """The instant that dates it wherever one is asked for."""
        return HostNs((self.lo + self.hi) // 2)


@dataclass(frozen=True, slots=True)
class Released:
    """A button has been open long enough to be armed again, which was certain at `when`.

    It may come without a press, when the press could not be told for sure.
    """

    pad: str
    seat: int
    button: Button
    when: HostNs


@dataclass(frozen=True, slots=True)
class Acted:
    """What the console itself does (a spit, a pause), in its place among the presses."""

    token: Hashable
    when: HostNs


@dataclass(frozen=True, slots=True)
class Faulted:
    """A named fault of a pad, noticed at `at`."""

    kind: FaultKind
    pad: str
    at: HostNs


@dataclass(frozen=True, slots=True)
class Absent:
    """Nobody waits for this pad until it returns: gone, rebooted, or silent past the hold cap."""

    pad: str
    at: HostNs


@dataclass(frozen=True, slots=True)
class Returned:
    """A pad that was gone or absent is heard again, up to the present."""

    pad: str
    at: HostNs


InputEvent = Pressed | Released | Acted | Faulted | Absent | Returned
