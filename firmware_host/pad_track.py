"""One pad's way into the input layer: sequence, clock, contacts; its presses in its own order."""

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from firmware_host.contact import Contact, ContactEvent, Opened, Touched, Trouble
from firmware_host.numbering import Delivery, Numbering, Stamped
from firmware_host.settings import Settings
from hw.pad_clock import BEGINNING, END, HostClock, Interval, PadClock, Unwrapper
from hw.ports import (
    Boot,
    Button,
    Clock,
    DriverFault,
    Edge,
    FaultKind,
    Gone,
    HostNs,
    Levels,
    PadInfo,
    Sync,
    Through,
)
from hw.units import MILLISECOND_NS

PadArrival = Edge | Sync | Through | Boot | Gone | Levels | DriverFault

TROUBLES = {
    Trouble.GLITCH: FaultKind.GLITCH,
    Trouble.CHATTER: FaultKind.CHATTER,
    Trouble.LOST_EDGE: FaultKind.LOST_EDGE,
}


class Away(Enum):
    """Why nobody waits for a pad."""

    GONE = auto()
    ABSENT = auto()
    BOOTED = auto()


@dataclass(slots=True, eq=False)
class Waiting:
    """A touch (or a release, `at` None) that waits for its place."""

    boot: int
    stamp: int
    button: Button
    at: HostNs | None
    interval: Interval | None = None
    narrowest: Interval | None = None
    breaks: int = 0
    is_tied: bool = False
    late_ns: int = 0

    def order(self) -> tuple[int, int]:
        """Give the place among what its pad has stamped; stamps begin anew at each boot."""
        return self.boot, self.stamp


class PadTrack:
    """What is known of one pad. Stamps in here are ns on the pad's clock, unwrapped.

    `hold_ns`: how long a press waits for this pad, from its arrival, when it stays silent.
    """

    def __init__(self, info: PadInfo, settings: Settings) -> None:
        self.info = info
        hold_ms = settings.hold_ms if info.hold_ms is None else info.hold_ms
        self.hold_ns = hold_ms * MILLISECOND_NS
        self.away: Away | None = None
        self.queue: list[Waiting] = []
        self._settings = settings
        is_host = info.clock is Clock.HOST
        self._clock: HostClock | PadClock = (
            HostClock(settings.irq_us * 1000) if is_host else PadClock(settings.rate_ppm)
        )
        self._begin()
        self._is_heard = False
        self._heard_at = BEGINNING
        self._boots = 0

    def _begin(self) -> None:
        """Start anew: nothing is known of the pad's clock, numbers or contacts."""
        self._clock.reset()
        self._unwrapper = Unwrapper()
        self._forget_line()

    def _forget_line(self) -> None:
        self._contacts = {button: Contact(self._settings) for button in Button}
        self._busy: dict[Button, Contact] = {}
        self._held_since: dict[Button, HostNs] = {}
        self._known: int | None = None
        self._undecided: Contact | None = None
        self._numbering = Numbering()
        self._levels: tuple[Levels, int] | None = None

    # What the arbiter and the deadlines ask.

    def head(self) -> Waiting | None:
        """Give the pad's earliest waiting press or release, if nothing earlier can come of it."""
        if not self.queue:
            return None
        head = self.queue[0]
        first = END if self._undecided is None else self._undecided.undecided_since
        return head if first >= head.stamp or head.boot < self._boots else None

    def place(self, waiting: Waiting) -> Interval | None:
        """Give the interval of `waiting` by all that is known of the clock now."""
        at = END if waiting.at is None else waiting.at
        if waiting.interval:
            return waiting.interval
        placed = self._placed(waiting.stamp, at, waiting.late_ns)
        return placed and self._narrowed(waiting, placed)

    def _narrowed(self, waiting: Waiting, placed: Interval) -> Interval:
        """Keep what was known before: a clock that is probed a lot forgets, and would widen.

        A wider interval would have to wait for rivals that nobody has asked for so much.
        """
        known = waiting.narrowest
        if known and waiting.breaks == self._clock.breaks:
            lo = max(known.lo, placed.lo)
            placed = Interval(lo, max(lo, min(known.hi, placed.hi)))
        waiting.narrowest, waiting.breaks = placed, self._clock.breaks
        return placed

    def _placed(self, stamp: int, at: int, late_ns: int) -> Interval | None:
        interval = self._clock.place(stamp, at)
        if not late_ns or interval is None:
            return interval
        # So much earlier by the pad's clock, which may be slow.
        earliest = self._clock.place(stamp - late_ns, at)
        return earliest and Interval(earliest.lo, interval.hi)

    def floor(self) -> int:
        """Give the earliest host instant of any press that is not in the queue yet."""
        if self._known is None:
            return BEGINNING
        floor = self._clock.earliest(self._known)
        if isinstance(self._clock, PadClock):
            # Whatever its clock says, a pad cannot know more than has happened.
            floor = min(floor, self._heard_at)
        if self._undecided is None:
            return floor
        return min(floor, *(self._earliest(contact) for contact in self._busy.values()))

    def _earliest(self, contact: Contact) -> int:
        """Give the earliest host instant of a touch not certain yet; END if there is none."""
        since = contact.undecided_since
        if since == END:
            return END
        interval = self._placed(since, contact.undecided_at, contact.undecided_late_ns)
        return interval.lo if interval else END

    @property
    def has_waiting(self) -> bool:
        """Tell whether a touch, a release or an edge after a gap waits here."""
        return bool(self.queue or self._numbering.has_gap or self._undecided is not None)

    # From when on (host ns) a watermark is worth asking for. What a pad's own clock will read then
    # is not certain, so such a pad is asked at once (BEGINNING); END is never.

    def settles_at(self) -> int:
        """Tell from when on a watermark may make a touch certain, or arm a button again."""
        soonest = END
        for contact in self._busy.values():
            if contact.undecided_since != END or not contact.is_closed:
                soonest = min(soonest, contact.settles_at())
        return self._worth_asking(soonest)

    def clears_at(self, horizon: int) -> int:
        """Tell from when on a watermark rules out that anything up to `horizon` is still to come.

        END also where only a contact of its own, not a touch yet, may be as early.
        """
        needed = horizon + self._settings.irq_us * 1000
        if self._known is not None and isinstance(self._clock, HostClock):
            return END if self._known >= needed else needed
        return END if self.floor() > horizon else self._worth_asking(needed)

    def unsure_touch(self) -> tuple[int, int] | None:
        """Give the latest instant of its first touch not certain yet, and when it may become so."""
        contact = self._undecided
        if contact is None:
            return None
        touch = self._clock.place(contact.undecided_since, contact.undecided_at)
        return touch and (touch.hi, self._worth_asking(contact.settles_at()))

    def _worth_asking(self, at: int) -> int:
        return at if at == END or isinstance(self._clock, HostClock) else BEGINNING

    def is_back(self, frontier: int) -> bool:
        """Tell whether an away pad is heard again, beyond everything decided (`frontier`)."""
        if self.away is Away.BOOTED:
            return self._clock.is_set
        return self.away is not None and self.floor() > frontier

    def queued_since(self) -> int:
        """Tell when the first of the touches that are certain arrived; END if none waits."""
        arrivals = (waiting.at for waiting in self.queue if waiting.at is not None)
        return min(arrivals, default=END)

    def unsure_since(self) -> int:
        """Tell when the first arrived of what only this pad can settle; END if there is none.

        That is a touch not certain yet, or an edge after a gap.
        """
        since = self._numbering.gap_since()
        return min(since, *(contact.undecided_at for contact in self._busy.values()), END)

    @property
    def is_held(self) -> bool:
        """Tell whether a button is closed that has not been named stuck."""
        return bool(self._held_since)

    def held_since(self) -> int:
        """Tell since when (arrival) the longest-held button is closed, of those not yet named."""
        return min(self._held_since.values(), default=END)

    def host_instant(self, stamp: int, at: HostNs) -> int | None:
        """Tell when an edge that carries `stamp` happened at the latest, if that can be told."""
        interval = self._clock.place(self._stamp(stamp, at), at)
        return interval.hi if interval else None

    # What happens to it.

    def take(self, arrival: PadArrival) -> list[FaultKind]:
        """Take in a report; gives the faults that it shows."""
        self._heard_at = arrival.at
        faults = self._take(arrival)
        self._is_heard = True
        self._undecided = self._find_undecided() if self._busy else None
        return faults

    def _take(self, arrival: PadArrival) -> list[FaultKind]:
        match arrival:
            case Edge():
                return self._take_edge(arrival)
            case Through():
                return self._take_through(arrival)
            case Sync():
                return self._take_sync(arrival)
            case Levels():
                return self._take_levels(arrival)
            case Boot():
                return self._take_boot()
            case Gone():
                return self._take_gone()
        return [arrival.kind]

    def close_gap(self, until: int) -> list[FaultKind]:
        """Stop waiting for the numbers missing before edges that arrived up to `until`."""
        faults = self._deliver(self._numbering.expire(until))
        self._undecided = self._find_undecided()
        return faults

    def name_stuck(self, until: HostNs) -> list[FaultKind]:
        """Name the buttons held since before `until`, each once while it is held."""
        stuck = [button for button, since in self._held_since.items() if since <= until]
        for button in stuck:
            del self._held_since[button]
        return [FaultKind.STUCK] * len(stuck)

    def stand(self, until: int) -> None:
        """Queue the touches that arrived up to `until`, as the silent pad was last heard."""
        for button, contact in self._busy.items():
            if contact.undecided_at <= until:
                self._sort(button, contact.stand())
        self._undecided = self._find_undecided()

    def _stamp(self, stamp: int, at: HostNs) -> int:
        if isinstance(self._clock, HostClock):
            return stamp
        return self._unwrapper.unwrap(stamp, at) * 1000

    def _find_undecided(self) -> Contact | None:
        """Find the contact whose closing, not a touch yet, is stamped first."""
        first = min(self._busy.values(), key=lambda contact: contact.undecided_since, default=None)
        return None if first is None or first.undecided_since == END else first

    def _take_edge(self, edge: Edge) -> list[FaultKind]:
        stamped = Stamped(edge, self._stamp(edge.stamp, edge.at))
        return self._deliver(self._numbering.take(stamped, self._known))

    def _deliver(self, delivery: Delivery) -> list[FaultKind]:
        faults = [FaultKind.LOST_EDGE] if delivery.is_lossy else []
        for edge, stamp in delivery.edges:
            faults += self._apply(edge, stamp)
        return faults

    def _apply(self, edge: Edge, stamp: int) -> list[FaultKind]:
        contact = self._contacts[edge.button]
        faults = self._check_levels(stamp)
        if stamp < contact.last_change:
            return [*faults, FaultKind.LOST_EDGE]
        self._busy[edge.button] = contact
        if edge.closed:
            self._held_since.setdefault(edge.button, edge.at)
        else:
            self._held_since.pop(edge.button, None)
        events = contact.edge(edge.closed, stamp, edge.at, edge.late_ns)
        if events:
            faults += self._sort(edge.button, events)
        return faults + self._learn(stamp)

    def _learn(self, stamp: int) -> list[FaultKind]:
        """Note that every edge stamped up to `stamp` has been delivered."""
        faults: list[FaultKind] = []
        if self._known is not None and stamp < self._known:
            return faults
        self._known = stamp
        faults += self._check_levels(stamp)
        for button, contact in tuple(self._busy.items()):
            if events := contact.advance(stamp):
                faults += self._sort(button, events)
            if contact.is_quiet:
                del self._busy[button]
        return faults

    def _check_levels(self, stamp: int) -> list[FaultKind]:
        """Compare the levels that waited for the edges before them, once all up to `stamp` came."""
        if self._levels is None or self._levels[1] > stamp:
            return []
        levels, level_stamp = self._levels
        self._levels = None
        return self._compare(levels, level_stamp)

    def _sort(self, button: Button, events: Sequence[ContactEvent]) -> list[FaultKind]:
        """Queue what the contact of `button` made certain, and translate its troubles."""
        faults = []
        for event in events:
            match event:
                case Touched(stamp, at, late_ns):
                    self._enqueue(Waiting(self._boots, stamp, button, HostNs(at), late_ns=late_ns))
                case Opened(stamp):
                    self._held_since.pop(button, None)
                    self._enqueue(Waiting(self._boots, stamp, button, None))
                case _:
                    if event is Trouble.GLITCH:
                        self._held_since.pop(button, None)
                    faults.append(TROUBLES[event])
        return faults

    def _enqueue(self, waiting: Waiting) -> None:
        insort(self.queue, waiting, key=Waiting.order)

    def _take_through(self, through: Through) -> list[FaultKind]:
        stamp = self._stamp(through.stamp, through.at)
        faults = self._deliver(self._numbering.through(through.seq))
        return faults + self._learn(stamp)

    def _take_sync(self, sync: Sync) -> list[FaultKind]:
        if isinstance(self._clock, HostClock):
            return []
        received = self._unwrapper.unwrap(sync.pad_received, sync.at)
        sent = self._unwrapper.unwrap(sync.pad_sent, sync.at)
        return [] if self._clock.probe(sync, received, sent) else [FaultKind.DRIFT]

    def _take_levels(self, levels: Levels) -> list[FaultKind]:
        stamp = self._stamp(levels.stamp, levels.at)
        if self._known is not None and stamp <= self._known:
            return self._compare(levels, stamp)
        self._levels = (levels, stamp)
        return []

    def _compare(self, levels: Levels, stamp: int) -> list[FaultKind]:
        faults = []
        for button, contact in self._contacts.items():
            if contact.last_change <= stamp:
                is_closed = button in levels.closed
                self._busy[button] = contact
                if is_closed:
                    self._held_since.setdefault(button, levels.at)
                events = contact.correct(is_closed, stamp, levels.at)
                faults += self._sort(button, events)
        return faults

    def _take_boot(self) -> list[FaultKind]:
        self._fix_queue()
        self._begin()
        self._boots += 1
        self.away = Away.BOOTED
        return [FaultKind.BOOT] if self._is_heard else []

    def _take_gone(self) -> list[FaultKind]:
        if self.away is Away.GONE:
            return []
        self._fix_queue()
        self._forget_line()
        self.away = Away.GONE
        return [FaultKind.GONE]

    def _fix_queue(self) -> None:
        """Keep what has been pressed for sure, with the times that the old clock gives it."""
        for waiting in self.queue:
            waiting.interval = self.place(waiting)
        self.queue = [waiting for waiting in self.queue if waiting.interval]
