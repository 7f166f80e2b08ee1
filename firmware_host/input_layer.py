"""The referee: every pad's reports in, one ordered stream of presses out; pure.

A press is decided once no live pad can still bring an earlier one (its watermark says so), and at
the latest `hold_ms` after it reached the host: then it stands; who kept it waiting is absent.
"""

from collections.abc import Hashable, Iterator, Sequence

from firmware_host.arbiter import Arbiter, IsContested
from firmware_host.coin import Coin
from firmware_host.input_events import Absent, Faulted, InputEvent, Pressed, Returned
from firmware_host.pad_track import Away, PadTrack, Waiting
from firmware_host.settings import Settings
from hw.pad_clock import BEGINNING, END
from hw.ports import Arrival, Edge, FaultKind, HostNs, PadInfo, PanelReport, Sync, Through, Tick
from hw.units import MILLISECOND_NS

STOPPED_NS = 500 * MILLISECOND_NS
"""A host that reported nothing for this long, then reads old stamps, was itself stopped;"""
CATCH_UP_NS = 10 * MILLISECOND_NS
"""what it reads within this long of waking had arrived before."""


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
        is_contested: IsContested = _always,
    ) -> None:
        self._hold_ns = settings.hold_ns
        self._stuck_ns = settings.stuck_ns
        self._tracks = {info.pad: PadTrack(info, settings) for info in pads}
        self._list = tuple(self._tracks.values())
        self._coin = Coin(coin)
        self._arbiter = Arbiter(self._list, self._coin, is_contested)
        self._now = HostNs(0)
        self._awake_ns = BEGINNING
        self._due = END

    def start_match(self) -> None:
        """Count the coin's balance from here."""
        self._coin.start_match()

    def act(self, at_ns: int, token: Hashable) -> None:
        """Put what the console does at `at_ns` in its place among the presses."""
        self._arbiter.act(at_ns, token)
        self._due = self._find_due()

    def asks(self) -> tuple[str, ...]:
        """Name the pads whose watermark would settle something that waits."""
        return tuple(
            name
            for name, track in self._tracks.items()
            if track in self._arbiter.blockers or track.is_undecided or track.is_opening
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
        if not isinstance(arrival, PanelReport | Tick):
            track = self._tracks[arrival.pad]
            was_away = track.away is not None
            for kind in track.take(arrival):
                yield Faulted(kind, track.info.pad, at)
            if track.away is not None:
                yield from self._note_away(track, was_away)
        yield from self._arbiter.decide(at)
        self._due = self._find_due()
        if self._due <= at:
            yield from self._expire(at)

    def _note_away(self, track: PadTrack, was_away: bool) -> Iterator[InputEvent]:
        if not was_away:
            yield Absent(track.info.pad, self._now)
        if track.is_back(self._arbiter.frontier):
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
        due, act = self._next_deadline(), self._arbiter.next_act()
        return act if self._now < act < due else due

    def _next_deadline(self) -> int:
        """Find when something will have waited for too long."""
        waits = self._arbiter.next_act()
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
            yield from self._arbiter.decide(self._now)
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
        for track in self._list:
            track.stand(due - self._hold_ns)
        yield from self._arbiter.decide(self._now)
        while self._is_overdue(due):
            yield from self._clear_the_way(due)
            yield from self._arbiter.decide(self._now)

    def _clear_the_way(self, due: int) -> Iterator[InputEvent]:
        """Remove what keeps an overdue press waiting: a contact, other pads, or its own clock."""
        blocked = [track for track in self._list if self._is_blocked(track, due)]
        for track in blocked:
            track.stand(END)
        for track in self._arbiter.blockers:
            track.away = Away.ABSENT
            yield Absent(track.info.pad, self._now)
        if not blocked and not self._arbiter.blockers:
            yield from self._void_unplaced(due)

    def _is_blocked(self, track: PadTrack, due: int) -> bool:
        """Tell whether an overdue press waits behind a contact of its own pad."""
        return track.head() is None and bool(self._overdue(track, due))

    def _overdue(self, track: PadTrack, due: int) -> list[Waiting]:
        return [w for w in track.queue if w.at is not None and self._deadline(w.at) <= due]

    def _void_unplaced(self, due: int) -> Iterator[InputEvent]:
        """Void what no clock can place in the past, where nobody else keeps a press waiting."""
        track = next(track for track in self._list if self._overdue(track, due))
        first = track.queue.pop(0)
        kind = FaultKind.DRIFT if track.place(first) else FaultKind.LATE
        yield Faulted(kind, track.info.pad, self._now)
