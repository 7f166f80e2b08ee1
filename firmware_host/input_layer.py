"""The referee: every pad's reports in, one ordered stream of presses out; pure.

A press is decided once no live pad can still bring an earlier one (its watermark says so). It waits
for a silent pad at most as long as that pad's `hold_ms`, from its arrival at the host: then it
stands, and the pad that kept it waiting is absent.
"""

from collections.abc import Hashable, Iterator, Sequence

from firmware_host.arbiter import Arbiter, IsContested
from firmware_host.coin import Coin
from firmware_host.input_events import Absent, Faulted, InputEvent, Pressed, Returned
from firmware_host.pad_track import Away, PadTrack
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

    def asks(self) -> dict[str, HostNs]:
        """Name the pads whose watermark would settle something, and from which instant on.

        The rivals of a touch that is not certain yet are among them: once it is, nobody need ask.
        """
        touches = [touch for track in self._list if (touch := track.unsure_touch())]
        wanted = {}
        for name, track in self._tracks.items():
            at = self._wanted_from(track, touches)
            if at != END:
                wanted[name] = HostNs(at)
        return wanted

    def _wanted_from(self, track: PadTrack, touches: Sequence[tuple[int, int]]) -> int:
        wanted = track.settles_at()
        if track.away is not None:
            return wanted
        if track in self._arbiter.blockers:
            wanted = min(wanted, track.clears_at(self._arbiter.horizon))
        for touched_at, certain_at in touches:
            if certain_at < wanted:
                wanted = min(wanted, max(track.clears_at(touched_at), certain_at))
        return wanted

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
        """Find when something will have waited, or be held, for too long."""
        due = held = END
        for track in self._list:
            if track.has_waiting:
                due = min(due, self._deadline(self._kept_since(track), track))
            if track.is_held:
                held = min(held, track.held_since())
        since = self._arbiter.waits_since()
        if since != END:
            # Whom an act that has not been looked at yet waits for is unknown: perhaps for anyone.
            blockers = self._arbiter.blockers or self._list
            due = min(due, *(self._deadline(since, track) for track in blockers))
        return due if held == END else min(due, held + self._stuck_ns)

    def _kept_since(self, track: PadTrack) -> int:
        """Tell when the first arrived of what `track` itself keeps waiting; END if there is none.

        A certain touch of a pad that is not lined up waits for its pad: behind a touch that is not
        certain, or for the pad's clock.
        """
        since = track.unsure_since()
        return since if track in self._arbiter.lined_up else min(since, track.queued_since())

    def _deadline(self, since: int, keeper: PadTrack) -> int:
        """Tell until when `keeper` may keep waiting what arrived at `since`; END if nothing did."""
        return END if since == END else max(since + keeper.hold_ns, self._awake_ns)

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
                for kind in track.close_gap(due - track.hold_ns):
                    yield Faulted(kind, name, self._now)

    def _is_overdue(self, due: int) -> bool:
        return self._next_deadline() <= due

    def _stop_waiting(self, due: int) -> Iterator[InputEvent]:
        """Let what is overdue stand; whoever kept it waiting is absent."""
        for track in self._list:
            track.stand(due - track.hold_ns)
        yield from self._arbiter.decide(self._now)
        while self._is_overdue(due):
            yield from self._clear_the_way(due)
            yield from self._arbiter.decide(self._now)

    def _clear_the_way(self, due: int) -> Iterator[InputEvent]:
        """Remove what keeps an overdue press waiting: a contact, other pads, or its own clock."""
        kept = [track for track in self._list if self._is_kept(track, due)]
        blocked = [track for track in kept if track.head() is None]
        for track in blocked:
            track.stand(END)
        since = self._arbiter.waits_since()
        silent = [t for t in self._arbiter.blockers if self._deadline(since, t) <= due]
        for track in silent:
            track.away = Away.ABSENT
            yield Absent(track.info.pad, self._now)
        if not blocked and not silent:
            yield from self._void_unplaced(kept[0])

    def _is_kept(self, track: PadTrack, due: int) -> bool:
        """Tell whether an overdue press, though certain, waits for its own pad."""
        is_ready = track in self._arbiter.lined_up
        return not is_ready and self._deadline(track.queued_since(), track) <= due

    def _void_unplaced(self, track: PadTrack) -> Iterator[InputEvent]:
        """Void what no clock can place in the past, where nobody else keeps a press waiting."""
        first = track.queue.pop(0)
        kind = FaultKind.DRIFT if track.place(first) else FaultKind.LATE
        yield Faulted(kind, track.info.pad, self._now)
