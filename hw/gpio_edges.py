"""What the kernel tells of one pad's lines, made into edges: in order, numbered, lost ones known.

An interrupt is stamped when it strikes; a thread of the kernel then reads the level and queues the
event. So three things must be put right here (kernel source, `gpiolib-cdev.c`):

- Threads of different lines race, so events leave the queue in another order than they struck. The
  number that the interrupt took puts them back. A number that is missing once time has been closed
  was taken by an interrupt whose stamp a later one of the same line overwrote. Whose line that was
  cannot be told, so edges soon after say that they may be late.
- The level is that of the thread's instant. A level that repeats the one before says that the
  contact changed at the stamp and was back when the thread looked: two edges at that stamp.
- A full queue drops its oldest events. The line's own numbers show it.

Levels read now and then are the second witness. They count only where no edge was stamped while
they were read and all edges before are known.
"""

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hw.gpio_lines import LineEvent
from hw.pad_clock import END
from hw.ports import (
    Arrival,
    Button,
    DriverFault,
    Edge,
    FaultKind,
    HostNs,
    Levels,
    PadInfo,
    Through,
)
from hw.units import MILLISECOND_NS

CHATTER_EDGES = 200
CHATTER_NS = 100 * MILLISECOND_NS
"""More edges than that in that time (2,000 a second), and a line is no longer listened to,"""
CALM_NS = 100 * MILLISECOND_NS
"""until its level has stayed the same for so long,"""
POLL_NS = 7 * MILLISECOND_NS
"""read this often: no divisor of a mains period, so hum is not mistaken for calm."""
SETTLE_NS = 20 * MILLISECOND_NS
"""A pad's levels are read once more when it has been silent for so long."""


@dataclass(slots=True)
class _Line:
    """A line as last told; `changed_ns` is its last edge or, of a masked line, change of level."""

    button: Button
    is_closed: bool
    changed_ns: int
    seqno: int = 0
    is_masked: bool = False
    recent: deque[int] = field(default_factory=lambda: deque(maxlen=CHATTER_EDGES))

    def is_lossy(self, event: LineEvent) -> bool:
        """Note an event; tell whether events of this line before it were dropped."""
        if event.line_seqno is None:
            return False
        is_lossy = event.line_seqno > self.seqno + 1
        self.seqno = event.line_seqno
        return is_lossy

    def is_chatter(self, stamp_ns: int) -> bool:
        """Note an edge; tell whether there are too many."""
        is_full = len(self.recent) == CHATTER_EDGES
        is_chatter = is_full and stamp_ns - self.recent[0] < CHATTER_NS
        self.recent.append(stamp_ns)
        return is_chatter


class _Witness(NamedTuple):
    """Levels read some time in [since, until]."""

    since_ns: int
    closed: Collection[int]
    until_ns: int


class PadEdges:
    """The edges of one pad; pure. Every method that tells something gives it as arrivals.

    `drain_ns`: the kernel queues an event at most so long after it struck.
    """

    def __init__(
        self,
        info: PadInfo,
        buttons: Mapping[int, Button],
        closed: Collection[int],
        since_ns: int,
        drain_ns: int,
    ) -> None:
        self._info = info
        self._lines = {
            offset: _Line(button, offset in closed, since_ns) for offset, button in buttons.items()
        }
        self._since_ns = since_ns
        self._drain_ns = drain_ns
        self._waiting: list[LineEvent] = []
        self._next_seqno = 1  # a request numbers its interrupts from 1
        self._told_ns = since_ns
        self._missing_since_ns = self._missing_until_ns = since_ns - drain_ns - 1
        self._seq = 0
        self._changed_ns = since_ns
        self._settled_ns = since_ns
        self._witness: _Witness | None = None
        self._witnessed_ns = since_ns

    @property
    def watched(self) -> frozenset[int]:
        """The lines whose edges are worth listening to: all but those that chatter."""
        return frozenset(offset for offset, line in self._lines.items() if not line.is_masked)

    def due_ns(self) -> int:
        """Tell when to close time, though nobody asks; END when nothing is left to find out."""
        due = self._waiting[0].stamp_ns + self._drain_ns if self._waiting else END
        if self._witness is not None:
            return min(due, self._witness.until_ns + self._drain_ns)
        return min(due, self._witness_due_ns())

    def wants_witness(self, now_ns: int) -> bool:
        """Tell whether levels should be read now, though nobody asks."""
        return self._witness is None and self._witness_due_ns() <= now_ns

    @property
    def is_unseen(self) -> bool:
        """Tell whether no levels have been read since the last edge."""
        return self._witness is None and self._witnessed_ns < self._changed_ns

    def levels(self, at: HostNs) -> Levels:
        """Tell the levels with which this pad began."""
        return Levels(at, self._info.pad, self._closed(), self._since_ns)

    def witness(self, since_ns: int, closed: Collection[int], until_ns: int) -> None:
        """Take in levels, read some time in [since, until]; judged once time is closed."""
        if self._witness is None:
            self._witness = _Witness(since_ns, closed, until_ns)
            self._witnessed_ns = until_ns

    def take(self, at: HostNs, events: Iterable[LineEvent]) -> list[Arrival]:
        """Take in events as they left the queue; those after a missing number wait."""
        self._waiting += events
        self._waiting.sort(key=_order)
        return self._deliver(at, None)

    def close(self, at: HostNs, through_ns: int) -> list[Arrival]:
        """Close time: every event that struck up to `through_ns` has been taken in."""
        told = self._deliver(at, through_ns)
        if self._witness is not None and self._witness.until_ns <= through_ns:
            told += self._judge(at, self._witness)
        told.append(Through(at, self._info.pad, self._seq, self._known_ns(through_ns)))
        return told

    def _known_ns(self, through_ns: int) -> int:
        """Tell up to when all is told: what still waits may have struck earlier than its stamp."""
        numbered = (event for event in self._waiting if event.seqno is not None)
        earliest = min((event.stamp_ns for event in numbered), default=END)
        return min(through_ns, earliest - self._drain_ns - 1)

    # Edges.

    def _deliver(self, at: HostNs, through_ns: int | None) -> list[Arrival]:
        told: list[Arrival] = []
        while self._waiting and self._is_in_turn(self._waiting[0], through_ns):
            event = self._waiting.pop(0)
            self._count(event)
            told += self._tell(at, event)
        return told

    def _count(self, event: LineEvent) -> None:
        """Note its number, and between which instants numbers before it are missing."""
        if event.seqno is None:
            return
        if event.seqno > self._next_seqno:
            if self._missing_until_ns < event.stamp_ns - self._drain_ns:
                self._missing_since_ns = self._told_ns
            self._missing_until_ns = event.stamp_ns
        self._next_seqno = max(self._next_seqno, event.seqno + 1)
        self._told_ns = max(self._told_ns, event.stamp_ns)

    def _late_ns(self, line: _Line, event: LineEvent, is_lossy: bool) -> int:
        """Tell how much before its stamp the line may have changed: since a number is missing.

        A stamp is overwritten at most `drain_ns` after it was taken; what a full queue dropped
        may be older.
        """
        oldest = self._missing_since_ns if is_lossy else event.stamp_ns - self._drain_ns
        earliest = max(self._missing_since_ns, line.changed_ns, oldest)
        return event.stamp_ns - earliest if earliest <= self._missing_until_ns else 0

    def _is_in_turn(self, event: LineEvent, through_ns: int | None) -> bool:
        if through_ns is not None and event.stamp_ns <= through_ns:
            return True
        return event.seqno is not None and event.seqno <= self._next_seqno

    def _tell(self, at: HostNs, event: LineEvent) -> list[Arrival]:
        line = self._lines[event.offset]
        is_lossy = line.is_lossy(event)
        if line.is_masked or event.stamp_ns <= self._since_ns:
            return []
        late_ns = self._late_ns(line, event, is_lossy)
        told: list[Arrival] = []
        if is_lossy:
            told.append(DriverFault(at, self._info.pad, FaultKind.OVERFLOW))
        elif event.is_closed == line.is_closed:
            told.append(self._edge(at, line, not event.is_closed, event.stamp_ns, late_ns))
        told.append(self._edge(at, line, event.is_closed, event.stamp_ns, late_ns))
        return told

    def _edge(self, at: HostNs, line: _Line, is_closed: bool, stamp_ns: int, late_ns: int) -> Edge:
        line.is_closed = is_closed
        line.changed_ns = max(line.changed_ns, stamp_ns)
        self._changed_ns = max(self._changed_ns, stamp_ns)
        # The host sees the same edges by the same rule, so it is the one who names the chatter.
        line.is_masked = line.is_chatter(stamp_ns) or line.is_masked
        self._seq += 1
        return Edge(at, self._info.pad, line.button, is_closed, stamp_ns, self._seq, late_ns)

    # Levels.

    def _witness_due_ns(self) -> int:
        if any(line.is_masked for line in self._lines.values()):
            return self._witnessed_ns + POLL_NS
        settles_at = self._changed_ns + SETTLE_NS
        return END if settles_at <= self._settled_ns else settles_at

    def _judge(self, at: HostNs, witness: _Witness) -> list[Arrival]:
        self._witness = None
        self._settled_ns = max(self._settled_ns, witness.since_ns)
        wrong = [
            line
            for offset, line in self._lines.items()
            if line.changed_ns < witness.since_ns and line.is_closed != (offset in witness.closed)
        ]
        for line in wrong:
            line.is_closed = not line.is_closed
            line.changed_ns = witness.since_ns
        self._listen_to_the_calm(witness.since_ns)
        if not wrong:
            return []
        return [Levels(at, self._info.pad, self._closed(), witness.since_ns)]

    def _listen_to_the_calm(self, now_ns: int) -> None:
        for line in self._lines.values():
            if line.is_masked and now_ns - line.changed_ns >= CALM_NS:
                line.is_masked = False
                # Whatever it does before it is listened to, the next witness will see.
                self._changed_ns = max(self._changed_ns, now_ns)

    def _closed(self) -> tuple[Button, ...]:
        return tuple(line.button for line in self._lines.values() if line.is_closed)


def _order(event: LineEvent) -> tuple[int, int]:
    # Two events may bear one number: the second interrupt struck while the first was being told.
    return event.seqno or 0, event.stamp_ns
