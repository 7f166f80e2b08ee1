"""Who was first: every pad's reports in, one ordered stream of presses out; pure.

A press is decided once no live pad can still bring an earlier one (its watermark says so), and
at the latest `hold_ms` after it reached the host. Of each pad's earliest waiting press the one that
ends soonest (`hi`) leads; rivals that may have been as early are its group; a balanced coin picks
one of several. When a report arrived decides nothing.
"""

from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from firmware_host.coin import Coin
from firmware_host.input_events import (
    Absent,
    Acted,
    Faulted,
    InputEvent,
    Pressed,
    Released,
    Returned,
)
from firmware_host.pad_track import Away, PadTrack, Waiting
from firmware_host.settings import MILLISECOND_NS, Settings
from hw.pad_clock import BEGINNING, END, Interval
from hw.ports import Arrival, Edge, FaultKind, HostNs, PadInfo, Sync, Through, Tick

STOPPED_NS = 500 * MILLISECOND_NS
"""A host that reported nothing for this long, then reads old stamps, was itself stopped;"""
CATCH_UP_NS = 10 * MILLISECOND_NS
"""what it reads within this long of waking had arrived before."""


@dataclass(frozen=True, slots=True)
class _Head:
    """The earliest waiting press of a pad, placed."""

    track: PadTrack
    waiting: Waiting
    interval: Interval


def _always(_: Sequence[Pressed]) -> bool:
    return True


class InputLayer:
    """The referee. Feed it arrivals in order of `at`; drain what comes, applying each at once.

    `is_contested` is asked, before a tie is settled, whether its order matters to the game as it
    stands after everything yielded so far.
    """

    def __init__(
        self,
        pads: Sequence[PadInfo],
        settings: Settings = Settings(),  # noqa: B008 (frozen)
        coin: int = 0,
        is_contested: Callable[[Sequence[Pressed]], bool] = _always,
    ) -> None:
        self._hold_ns = settings.hold_ns
        self._stuck_ns = settings.stuck_ns
        self._tracks = {info.pad: PadTrack(info, settings) for info in pads}
        self._list = tuple(self._tracks.values())
        self._coin = Coin(coin)
        self._is_contested = is_contested
        self._acts: list[tuple[int, int, Hashable]] = []
        self._order = count()
        self._now = HostNs(0)
        self._awake_ns = BEGINNING
        self._frontier = BEGINNING
        self._due = END
        self._blockers: tuple[PadTrack, ...] = ()

    def start_match(self) -> None:
        """Count the coin's balance from here."""
        self._coin.start_match()

    def act(self, at_ns: int, token: Hashable) -> None:
        """Put what the console does at `at_ns` in its place among the presses."""
        heappush(self._acts, (at_ns, next(self._order), token))
        self._due = self._find_due()

    def asks(self) -> tuple[str, ...]:
        """Name the pads whose watermark would settle something that waits."""
        return tuple(
            name
            for name, track in self._tracks.items()
            if track in self._blockers or track.is_undecided or track.is_opening
        )

    def due_at(self) -> HostNs | None:
        """Tell when to feed a `Tick` at the latest, or None when nothing waits."""
        return None if self._due == END else HostNs(self._due)

    def feed(self, arrival: Arrival) -> Iterator[InputEvent]:
        """Take in one arrival and yield all that it and the passing of time decide."""
        if self._was_stopped(arrival):
            self._awake_ns = arrival.at + CATCH_UP_NS
            self._due = self._find_due()
        at = HostNs(max(self._now, arrival.at))
        if self._due < at:
            yield from self._expire(at - 1)
        self._now = at
        if not isinstance(arrival, Tick):
            track = self._tracks[arrival.pad]
            was_away = track.away is not None
            for kind in track.take(arrival):
                yield Faulted(kind, track.info.pad, at)
            if track.away is not None:
                yield from self._note_away(track, was_away)
        yield from self._decide(at)
        self._due = self._find_due()
        if self._due <= at:
            yield from self._expire(at)

    def _note_away(self, track: PadTrack, was_away: bool) -> Iterator[InputEvent]:
        if not was_away:
            yield Absent(track.info.pad, self._now)
        if track.is_back(self._frontier):
            track.away = None
            yield Returned(track.info.pad, self._now)

    def _was_stopped(self, arrival: Arrival) -> bool:
        """Tell whether the host slept: what had arrived counts before deadlines do."""
        if not isinstance(arrival, Edge | Sync | Through) or arrival.at - self._now < STOPPED_NS:
            return False
        if self._due >= arrival.at:
            return False
        told = arrival.pad_sent if isinstance(arrival, Sync) else arrival.stamp
        stamp = self._tracks[arrival.pad].host_instant(told, arrival.at)
        return stamp is not None and stamp < self._due

    # Deadlines.

    def _find_due(self) -> int:
        """Find the next instant at which time alone changes something; END if never."""
        due = self._next_deadline()
        if self._acts and self._now < self._acts[0][0] < due:
            return self._acts[0][0]
        return due

    def _next_deadline(self) -> int:
        """Find when something will have waited for too long."""
        waits = self._acts[0][0] if self._acts else END
        held = END
        for track in self._list:
            if track.has_waiting:
                waits = min(waits, track.waits_since())
            if track.is_held:
                held = min(held, track.held_since())
        due = END if waits == END else self._deadline(waits)
        return due if held == END else min(due, held + self._stuck_ns)

    def _deadline(self, since: int) -> int:
        return max(since + self._hold_ns, self._awake_ns)

    def _expire(self, until: int) -> Iterator[InputEvent]:
        """Let the deadlines up to `until` pass, each at its own instant."""
        while self._due <= until:
            due = self._due
            self._now = HostNs(max(due, self._now))
            yield from self._name_overdue(due)
            yield from self._decide(self._now)
            if self._is_overdue(due):
                yield from self._stop_waiting(due)
            self._due = self._find_due()

    def _name_overdue(self, due: int) -> Iterator[InputEvent]:
        for name, track in self._tracks.items():
            for kind in track.name_stuck(HostNs(due - self._stuck_ns)):
                yield Faulted(kind, name, self._now)
            if due >= self._awake_ns:
                for kind in track.close_gap(due - self._hold_ns):
                    yield Faulted(kind, name, self._now)

    def _is_overdue(self, due: int) -> bool:
        return self._next_deadline() <= due

    def _stop_waiting(self, due: int) -> Iterator[InputEvent]:
        """Let what is overdue stand; whoever kept it waiting is absent."""
        for name, track in self._tracks.items():
            track.stand(due - self._hold_ns)
            overdue = [w for w in track.queue if w.at is not None and self._deadline(w.at) <= due]
            if overdue and track.head() is None:
                track.stand(END)
            for waiting in overdue:
                if track.place(waiting) is None:
                    track.queue.remove(waiting)
                    yield Faulted(FaultKind.LATE, name, self._now)
        yield from self._decide(self._now)
        while self._is_overdue(due) and self._blockers:
            for track in self._blockers:
                track.away = Away.ABSENT
                yield Absent(track.info.pad, self._now)
            yield from self._decide(self._now)

    # Decisions.

    def _decide(self, at: HostNs) -> Iterator[InputEvent]:
        self._blockers = ()
        while self._has_waiting():
            heads = yield from self._line_up(at)
            lead = min(heads, key=lambda head: head.interval.hi, default=None)
            act = self._acts[0][0] if self._acts and self._acts[0][0] <= at else None
            if act is not None and (lead is None or act < lead.interval.hi):
                horizon, lead = act, None
            elif lead is not None:
                horizon = lead.interval.hi
            else:
                return
            self._blockers = self._find_blockers(heads, horizon)
            if self._blockers:
                return
            yield self._do_act() if lead is None else self._settle(lead, heads, at)

    def _has_waiting(self) -> bool:
        if self._acts:
            return True
        for track in self._list:  # noqa: SIM110 (asked at every edge: a generator doubles its cost)
            if track.queue:
                return True
        return False

    def _line_up(self, at: HostNs) -> Generator[InputEvent, None, list[_Head]]:
        """Give each pad's earliest press; releases, which nobody races, are handed on at once."""
        heads = []
        for track in self._list:
            while (waiting := track.head()) and (interval := track.place(waiting)):
                if waiting.at is None:
                    yield Released(track.info.pad, track.info.seat, waiting.button, interval.hi)
                elif interval.hi < self._frontier and not waiting.is_tied:
                    # Older than what has been decided: void, for no decision is revised.
                    yield Faulted(FaultKind.LATE, track.info.pad, at)
                else:
                    heads.append(_Head(track, waiting, interval))
                    break
                del track.queue[0]
        return heads

    def _find_blockers(self, heads: list[_Head], horizon: int) -> tuple[PadTrack, ...]:
        """Find the live pads that may still bring something up to `horizon`."""
        headed = [head.track for head in heads]
        return tuple(
            track
            for track in self._list
            if track.away is None and track not in headed and track.floor() <= horizon
        )

    def _do_act(self) -> Acted:
        when, _, token = heappop(self._acts)
        self._frontier = max(self._frontier, when)
        return Acted(token, HostNs(when))

    def _settle(self, lead: _Head, heads: list[_Head], at: HostNs) -> Pressed:
        group = [head for head in heads if head.interval.lo <= lead.interval.hi]
        first = group[0] if len(group) == 1 else self._toss(group, at)
        first.track.queue.remove(first.waiting)
        self._frontier = max(self._frontier, first.interval.lo)
        return self._pressed(first, at)

    def _toss(self, group: list[_Head], at: HostNs) -> _Head:
        for head in group:
            head.waiting.is_tied = True
        is_contested = self._is_contested([self._pressed(head, at) for head in group])
        seats = {head.track.info.seat: head for head in group}
        return seats[self._coin.pick(tuple(seats), is_contested=is_contested)]

    def _pressed(self, head: _Head, at: HostNs) -> Pressed:
        info, where = head.track.info, head.interval
        waiting = head.waiting
        return Pressed(info.pad, info.seat, waiting.button, where.lo, where.hi, at, waiting.is_tied)
