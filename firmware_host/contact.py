"""One contact: from its bounces to touches and releases (bounce, glitch, chatter); pure.

All instants are in ns on the clock of the pad (`stamp`), but for `at`, the host's clock at arrival.
A touch is stamped with the first closing edge of its burst and counts once the contact has been
closed for `qualify_us` in all within `burst_ms` of that edge. If it has not, the stamp moves on to
the next closing edge, so nobody can ride a half-closed contact to an old stamp.
"""

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto

from firmware_host.settings import Settings
from hw.pad_clock import END
from hw.units import MILLISECOND_NS

LONG_AGO = -(1 << 80)
CHATTER_EDGES = 200
CHATTER_NS = 100 * MILLISECOND_NS
"""More edges than that in that time (2,000 a second), and the line is masked until it calms."""


@dataclass(frozen=True, slots=True)
class Touched:
    """The contact was touched at `stamp`; that closing edge reached the host at `at`.

    `late_ns`: or so much earlier, as its driver said (`Edge.late_ns`).
    """

    stamp: int
    at: int
    late_ns: int = 0


@dataclass(frozen=True, slots=True)
class Opened:
    """The contact has been open without a break for `release_ms` at `stamp`: armed again."""

    stamp: int


class Trouble(Enum):
    """What a contact itself can tell is wrong."""

    GLITCH = auto()
    CHATTER = auto()
    LOST_EDGE = auto()


ContactEvent = Touched | Opened | Trouble


class _Phase(Enum):
    ARMED = auto()
    BURST = auto()
    PRESSED = auto()
    MASKED = auto()


@dataclass(slots=True)
class _Closure:
    """A stretch in which the contact was closed; `until` is None while it lasts.

    Only a closing edge can stamp a touch; what a level read found (`is_seen` False) cannot.
    """

    since: int
    until: int | None
    at: int
    late_ns: int = 0
    is_seen: bool = True


class Contact:
    """The contact of one button; feed it edges in order and tell it how far time is known."""

    def __init__(self, settings: Settings) -> None:
        self._qualify_ns = settings.qualify_ns
        self._burst_ns = settings.burst_ns
        self._release_ns = settings.release_ns
        self._phase = _Phase.ARMED
        self._closures: list[_Closure] = []
        self._recent: deque[int] = deque(maxlen=CHATTER_EDGES)
        self.is_closed = False
        self.last_change = LONG_AGO
        """The stamp of the last edge, or of the level read that corrected it."""

    @property
    def undecided_since(self) -> int:
        """The stamp that a touch not yet certain would carry; END if there is none."""
        return self._closures[0].since if self._closures else END

    @property
    def undecided_at(self) -> int:
        """When that closing edge reached the host; END if there is none."""
        return self._closures[0].at if self._closures else END

    @property
    def undecided_late_ns(self) -> int:
        """How much before its stamp that edge may have been, as its driver said."""
        return self._closures[0].late_ns if self._closures else 0

    def settles_at(self) -> int:
        """Tell up to when time must be known for something to come of it, if no edge comes."""
        if self._phase is _Phase.MASKED:
            return self.last_change + CHATTER_NS
        armed_at = END if self.is_closed else self.last_change + self._release_ns
        if not self._closures:
            return armed_at
        moved_on_at = self._closures[0].since + self._burst_ns
        last = self._closures[-1]
        if last.until is not None:
            return min(armed_at, moved_on_at)
        return min(moved_on_at, last.since + self._qualify_ns - self._closed_ns(last.since))

    @property
    def is_quiet(self) -> bool:
        """Tell whether nothing can come of this contact without another edge."""
        return self._phase is _Phase.ARMED and not self.is_closed

    def edge(self, is_closed: bool, stamp: int, at: int, late_ns: int = 0) -> list[ContactEvent]:
        """Take in an edge; gives also what was certain before it."""
        events = self.advance(stamp)
        if self._is_chatter(stamp):
            if self._phase is not _Phase.MASKED:
                self._mask()
                events.append(Trouble.CHATTER)
        elif self._phase is not _Phase.MASKED:
            if is_closed == self.is_closed:
                events.append(Trouble.LOST_EDGE)
            self._change(is_closed, stamp, at, late_ns)
        self.is_closed, self.last_change = is_closed, stamp
        return events

    def correct(self, is_closed: bool, stamp: int, at: int) -> list[ContactEvent]:
        """Take in a level read at `stamp`; where it disagrees, an edge was lost.

        A closing edge that was lost leaves no honest stamp: the button counts as held, not as
        pressed. In a burst the closure adds to what an edge that was seen needs to qualify.
        """
        events = self.advance(stamp)
        if is_closed == self.is_closed:
            return events
        if self._phase is not _Phase.MASKED:
            events.append(Trouble.LOST_EDGE)
            if self._closures:
                self._change(is_closed, stamp, at, is_seen=False)
            else:
                self._phase = _Phase.PRESSED
        self.is_closed, self.last_change = is_closed, stamp
        return events

    def stand(self) -> list[ContactEvent]:
        """Take the contact to be as it was last heard: its pad has been silent for too long."""
        return self._qualify(END)

    def advance(self, known: int) -> list[ContactEvent]:
        """Tell that every edge stamped up to `known` has been taken in."""
        events = self._qualify(known) if self._phase is _Phase.BURST else []
        calm_ns = known - self.last_change
        if self._phase is _Phase.MASKED and calm_ns >= CHATTER_NS:
            self._recent.clear()
            self._phase = _Phase.PRESSED
        if not self.is_closed and calm_ns >= self._release_ns:
            events += self._rest()
        return events

    def _is_chatter(self, stamp: int) -> bool:
        recent = self._recent
        is_full = len(recent) == CHATTER_EDGES
        is_chatter = is_full and stamp - recent[0] < CHATTER_NS
        recent.append(stamp)
        return is_chatter

    def _mask(self) -> None:
        self._phase = _Phase.MASKED
        self._closures.clear()

    def _change(
        self, is_closed: bool, stamp: int, at: int, late_ns: int = 0, *, is_seen: bool = True
    ) -> None:
        if self._phase is _Phase.PRESSED:
            return
        if self._closures and self._closures[-1].until is None:
            last = self._closures[-1]
            # Closed again while closed: when it opened in between is unknown, so none of it counts.
            last.until = last.since if is_closed else stamp
        if is_closed:
            self._closures.append(_Closure(stamp, None, at, late_ns, is_seen))
            self._phase = _Phase.BURST

    def _rest(self) -> list[ContactEvent]:
        """Arm the contact again: it has been open for long enough."""
        if self._phase is _Phase.PRESSED:
            self._phase = _Phase.ARMED
            return [Opened(self.last_change + self._release_ns)]
        if self._phase is _Phase.BURST:
            self._phase = _Phase.ARMED
            self._closures.clear()
            return [Trouble.GLITCH]
        return []

    def _qualify(self, known: int) -> list[ContactEvent]:
        while self._closures:
            first = self._closures[0]
            end = first.since + self._burst_ns
            if self._closed_ns(min(known, end)) >= self._qualify_ns:
                self._closures.clear()
                self._phase = _Phase.PRESSED
                return [Touched(first.since, first.at, first.late_ns)]
            if known < end:
                break
            del self._closures[0]
            if self._closures and not self._closures[0].is_seen:
                self._closures.clear()
                self._phase = _Phase.PRESSED
        return []

    def _closed_ns(self, end: int) -> int:
        total = 0
        for closure in self._closures:
            until = end if closure.until is None or closure.until > end else closure.until
            if until > closure.since:
                total += until - closure.since
        return total
