"""What a source of edges on the host's own pins offers: kernel events, levels, a way to wait."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

READ_EVENTS = 128
"""So many are read at once, that the other pads have their turn."""
DRAIN_US = 1000
"""The kernel tells of an edge at most this long after it stamped it, unless a setting says so."""


class LineEvent(NamedTuple):
    """An interrupt of a line: stamped when it struck, its level read a little later.

    `seqno` counts the interrupts of all lines of a request, `line_seqno` what was queued of this
    line; both are None where the source does not number them.
    """

    offset: int
    is_closed: bool
    stamp_ns: int
    seqno: int | None
    line_seqno: int | None


class Lines(Protocol):
    """The lines of one pad. Everything but `fd` may raise OSError: then they are lost."""

    @property
    def fd(self) -> int:
        """A descriptor that select() finds readable while an event waits."""
        ...

    def read(self) -> Sequence[LineEvent]:
        """Take out what waits, or the first of it; only when `fd` is readable.

        Fewer than `READ_EVENTS` are all that waited.
        """
        ...

    def closed(self) -> Collection[int]:
        """Read the levels; gives the offsets whose contact is closed now."""
        ...

    def watch(self, offsets: Collection[int]) -> None:
        """Listen to the edges of these lines only; the levels of all can still be read."""
        ...

    def release(self) -> None:
        """Give the lines back."""
        ...
