"""The order of presses: who leads, who may have been as early, and when that is certain; pure.

Of each pad's earliest waiting press the one that ends soonest (`hi`) leads; rivals that may have
been as early are its group; a balanced coin picks one of several. Nothing is decided while a live
pad may still bring something up to then. When a report arrived plays no part.
"""

from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from firmware_host.coin import Coin
from firmware_host.input_events import Acted, Faulted, InputEvent, Pressed, Released
from firmware_host.pad_track import PadTrack, Waiting
from hw.pad_clock import BEGINNING, END, Interval
from hw.ports import FaultKind, HostNs

IsContested = Callable[[Sequence[Pressed]], bool]


@dataclass(frozen=True, slots=True)
class _Head:
    """The earliest waiting press of a pad, placed."""

    track: PadTrack
    waiting: Waiting
    interval: Interval


class Arbiter:
    """Decides among the presses that wait in `tracks`, and the console's own acts.

    `frontier` is the latest instant that is decided for good (host ns). When `decide` ends,
    `blockers` are the live pads that keep something waiting, and `lined_up` those whose earliest
    press is ready and waits for them.
    """

    def __init__(self, tracks: Sequence[PadTrack], coin: Coin, is_contested: IsContested) -> None:
        self._tracks = tuple(tracks)
        self._coin = coin
        self._is_contested = is_contested
        self._acts: list[tuple[int, int, Hashable]] = []
        self._order = count()
        self._reach: dict[str, int] = {}
        self.frontier = BEGINNING
        self.blockers: tuple[PadTrack, ...] = ()
        self.horizon = BEGINNING
        """The blockers may still bring something up to this instant."""
        self.lined_up: tuple[PadTrack, ...] = ()

    def act(self, at_ns: int, token: Hashable) -> None:
        """Put what the console does at `at_ns` in its place among the presses."""
        heappush(self._acts, (at_ns, next(self._order), token))

    def next_act(self) -> int:
        """Tell when the console acts next; END if it does not."""
        return self._acts[0][0] if self._acts else END

    def waits_since(self) -> int:
        """Tell since when something waits for other pads: a press's arrival, or the next act."""
        return min(self.next_act(), *(track.queued_since() for track in self.lined_up), END)

    def decide(self, now: HostNs) -> Iterator[InputEvent]:
        """Yield all that is certain at `now`, in order; apply each before the next is drawn."""
        self.blockers = self.lined_up = ()
        while self._has_waiting():
            heads = yield from self._line_up(now)
            lead = min(heads, key=lambda head: head.interval.hi, default=None)
            act = self.next_act()
            if act <= now and (lead is None or act < lead.interval.hi):
                horizon, lead = act, None
            elif lead is not None:
                horizon = lead.interval.hi
            else:
                return
            self.blockers, self.horizon = self._find_blockers(heads, horizon), horizon
            if self.blockers:
                self.lined_up = tuple(head.track for head in heads)
                return
            yield self._do_act() if lead is None else self._settle(lead, heads, now)

    def _has_waiting(self) -> bool:
        if self._acts:
            return True
        for track in self._tracks:  # noqa: SIM110 (asked at every edge: any() doubles its cost)
            if track.queue:
                return True
        return False

    def _line_up(self, now: HostNs) -> Generator[InputEvent, None, list[_Head]]:
        """Give each pad's earliest press; releases, which nobody races, are handed on at once.

        A press that would lie in the future waits: its pad's clock has jumped, or is read late.
        """
        heads = []
        for track in self._tracks:
            while (waiting := track.head()) and (interval := track.place(waiting)):
                if waiting.at is None:
                    yield Released(track.info.pad, track.info.seat, waiting.button, interval.hi)
                elif interval.lo > now:
                    break
                elif interval.hi < self.frontier and not waiting.is_tied:
                    # Older than what has been decided: void, for no decision is revised.
                    yield Faulted(FaultKind.LATE, track.info.pad, now)
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
            for track in self._tracks
            if track.away is None and track not in headed and track.floor() <= horizon
        )

    def _do_act(self) -> Acted:
        when, _, token = heappop(self._acts)
        self.frontier = max(self.frontier, when)
        return Acted(token, HostNs(when))

    def _settle(self, lead: _Head, heads: list[_Head], now: HostNs) -> Pressed:
        group = [head for head in heads if head.interval.lo <= lead.interval.hi]
        first = lead if len(group) == 1 else self._toss(group, now)
        first.track.queue.remove(first.waiting)
        self._doubt(first)
        self.frontier = max(self.frontier, first.interval.lo)
        return _pressed(first, now)

    def _doubt(self, first: _Head) -> None:
        """Call it a photo finish where a pad told too late of what may have been first.

        No decision is revised; but nobody is said to have been first either.
        """
        pad, where, waiting = first.track.info.pad, first.interval, first.waiting
        if waiting.late_ns:
            others = [reach for other, reach in self._reach.items() if other != pad]
            waiting.is_tied |= max(others, default=BEGINNING) >= where.lo
        self._reach[pad] = max(where.hi, self._reach.get(pad, BEGINNING))

    def _toss(self, group: list[_Head], now: HostNs) -> _Head:
        for head in group:
            head.waiting.is_tied = True
        is_contested = self._is_contested([_pressed(head, now) for head in group])
        # Of two pads at one seat, of which only one can be played on, the sooner has the chance.
        soonest_last = sorted(group, key=lambda head: head.interval.hi, reverse=True)
        seats = {head.track.info.seat: head for head in soonest_last}
        return seats[self._coin.pick(tuple(seats), is_contested=is_contested)]


def _pressed(head: _Head, now: HostNs) -> Pressed:
    info, where, waiting = head.track.info, head.interval, head.waiting
    return Pressed(info.pad, info.seat, waiting.button, where.lo, where.hi, now, waiting.is_tied)
