"""One contact: from its bounces to touches and releases (bounce, glitch, chatter); pure.

All instants are in ns on the clock of the pad (`stamp`), but for `at`, the host's clock at arrival.
A touch is stamped with the first closing edge of its burst and counts once the contact has been
closed for `qualify_us` in all within `burst_ms` of that edge. If it has not, the stamp moves on to
the next closing edge, so nobody can ride a half-closed contact to an old stamp.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from firmware_host.settings import MILLISECOND_NS, Settings

LONG_AGO = -(1 << 80)
CHATTER_EDGES = 200
CHATTER_NS = 100 * MILLISECOND_NS
"""More edges than that in that time (2,000 a second), and the line is masked until it calms."""


@dataclass(frozen=True, slots=True)
class Touched:
    """The contact was touched at `stamp`; that closing edge reached the host at `at`."""

    stamp: int
    at: int


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
    is_seen: bool = True


class Contact:
    """The contact of one button; feed it edges in order and tell it how far time is known."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._phase = _Phase.ARMED
        self._changed_at = LONG_AGO
        self._closures: list[_Closure] = []
        self._recent: deque[int] = deque(maxlen=CHATTER_EDGES)
        self.is_closed = False

    @property
    def undecided_since(self) -> int | None:
        """The stamp that a touch not yet certain would carry, or None."""
        return self._closures[0].since if self._closures else None

    @property
    def is_quiet(self) -> bool:
        """Tell whether nothing can come of this contact without another edge."""
        return self._phase is _Phase.ARMED and not self.is_closed

    @property
    def last_change(self) -> int:
        """The stamp of the last edge, or of the level read that corrected it."""
        return self._changed_at

    def edge(self, is_closed: bool, stamp: int, at: int) -> Iterator[ContactEvent]:
        """Take in an edge; first what was certain before it comes out."""
        yield from self.advance(stamp)
        if self._is_chatter(stamp):
            if self._phase is not _Phase.MASKED:
                self._mask()
                yield Trouble.CHATTER
        elif self._phase is not _Phase.MASKED:
            if is_closed == self.is_closed:
                yield Trouble.LOST_EDGE
            self._change(is_closed, stamp, at)
        self.is_closed, self._changed_at = is_closed, stamp

    def correct(self, is_closed: bool, stamp: int, at: int) -> Iterator[ContactEvent]:
        """Take in a level read at `stamp`; where it disagrees, an edge was lost.

        A closing edge that was lost leaves no honest stamp: the button counts as held, not as
        pressed. In a burst the closure adds to what an edge that was seen needs to qualify.
        """
        yield from self.advance(stamp)
        if is_closed == self.is_closed:
            return
        if self._phase is not _Phase.MASKED:
            yield Trouble.LOST_EDGE
            if not self._closures:
                self._phase = _Phase.PRESSED
            else:
                self._change(is_closed, stamp, at, is_seen=False)
        self.is_closed, self._changed_at = is_closed, stamp

    def give_up(self) -> None:
        """Make no touch of the closing under way: its pad fell silent before it was certain."""
        if self._phase is _Phase.BURST:
            self._closures.clear()
            self._phase = _Phase.PRESSED

    def _is_chatter(self, stamp: int) -> bool:
        full = len(self._recent) == CHATTER_EDGES
        is_chatter = full and stamp - self._recent[0] < CHATTER_NS
        self._recent.append(stamp)
        return is_chatter

    def _mask(self) -> None:
        self._phase = _Phase.MASKED
        self._closures.clear()

    def _change(self, is_closed: bool, stamp: int, at: int, *, is_seen: bool = True) -> None:
        if self._phase is _Phase.PRESSED:
            return
        if self._closures and self._closures[-1].until is None:
            last = self._closures[-1]
            # Closed again while closed: when it opened in between is unknown, so none of it counts.
            last.until = last.since if is_closed else stamp
        if is_closed:
            self._closures.append(_Closure(stamp, None, at, is_seen))
            self._phase = _Phase.BURST

    def advance(self, known: int) -> Iterator[ContactEvent]:
        """Tell that every edge stamped up to `known` has been taken in."""
        if self._phase is _Phase.BURST:
            yield from self._qualify(known)
        if not self.is_closed and known - self._changed_at >= self._settings.release_ns:
            yield from self._rest()
        if self._phase is _Phase.MASKED and known - self._changed_at >= CHATTER_NS:
            self._recent.clear()
            self._phase = _Phase.PRESSED

    def _rest(self) -> Iterator[ContactEvent]:
        """Arm the contact again: it has been open for long enough."""
        if self._phase is _Phase.PRESSED:
            yield Opened(self._changed_at + self._settings.release_ns)
            self._phase = _Phase.ARMED
        elif self._phase is _Phase.BURST:
            self._closures.clear()
            self._phase = _Phase.ARMED
            yield Trouble.GLITCH

    def _qualify(self, known: int) -> Iterator[ContactEvent]:
        while self._closures:
            first = self._closures[0]
            end = first.since + self._settings.burst_ns
            if self._closed_ns(min(known, end)) >= self._settings.qualify_ns:
                self._closures.clear()
                self._phase = _Phase.PRESSED
                yield Touched(first.since, first.at)
                return
            if known < end:
                return
            del self._closures[0]
            if self._closures and not self._closures[0].is_seen:
                self._closures.clear()
                self._phase = _Phase.PRESSED

    def _closed_ns(self, end: int) -> int:
        total = 0
        for closure in self._closures:
            until = end if closure.until is None else min(closure.until, end)
            total += max(0, until - closure.since)
        return total
