"""How long a press waits for whom: each pad has a hold cap of its own, a phone's is longer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import merge

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.coin import Coin
from firmware_host.input_events import Absent, Faulted, InputEvent, Pressed, Returned
from firmware_host.input_layer import InputLayer
from firmware_host.settings import Settings
from hw.ports import Arrival, Button, Clock, Edge, FaultKind, HostNs, PadInfo, Sync, Through, Tick

US = 1_000
MS = 1_000_000
RULES = Settings()
IRQ_NS = RULES.irq_us * US

WIRED, PHONE = None, 250
SEATS = [
    pytest.param((WIRED, PHONE), id="the phone at the right seat"),
    pytest.param((PHONE, WIRED), id="the phone at the left seat"),
]
either_seat = pytest.mark.parametrize("caps", SEATS)


def pads_of(caps: Sequence[int | None], clock: Clock = Clock.HOST) -> list[PadInfo]:
    """Give pads a, b, ... with these caps; their stamps need no probes by default."""
    return [PadInfo("abcde"[seat], seat, clock, cap) for seat, cap in enumerate(caps)]


def ns(ms: float) -> HostNs:
    return HostNs(round(1_000 * MS + ms * MS))


def down(pad: str, ms: float, seq: int, *, at: float | None = None) -> Edge:
    return Edge(ns(ms if at is None else at), pad, Button.LEFT, True, ns(ms), seq)


def through(pad: str, ms: float, seq: int) -> Through:
    return Through(ns(ms), pad, seq, ns(ms) - 1)


def told(pads: Sequence[PadInfo], *arrivals: Arrival) -> list[InputEvent]:
    layer = InputLayer(pads)
    return [event for arrival in arrivals for event in layer.feed(arrival)]


def decided(events: Sequence[InputEvent]) -> list[tuple[str, HostNs]]:
    return [(event.pad, event.decided_at) for event in events if isinstance(event, Pressed)]


def absent(events: Sequence[InputEvent]) -> list[tuple[str, HostNs]]:
    return [(event.pad, event.at) for event in events if isinstance(event, Absent)]


# Who waits for whom.


@either_seat
@pytest.mark.parametrize(
    ("is_phone_s", "waits_ms"),
    [
        pytest.param(False, 250, id="a press on the wired pad waits for the phone"),
        pytest.param(True, 50, id="a press on the phone waits for the wired pad"),
    ],
)
def test_a_press_waits_for_a_silent_pad_as_long_as_that_pad_s_cap_says(
    caps: Sequence[int | None], is_phone_s: bool, waits_ms: int
) -> None:
    phone, wired = ("a", "b") if caps[0] else ("b", "a")
    presser, silent = (phone, wired) if is_phone_s else (wired, phone)
    events = told(pads_of(caps), down(presser, 0, 1), through(presser, 3, 1), Tick(ns(900)))
    assert decided(events) == [(presser, ns(waits_ms))]
    assert absent(events) == [(silent, ns(waits_ms))]


@either_seat
@pytest.mark.parametrize(
    ("phone_ms", "is_phone_first"),
    [
        pytest.param(-1, True, id="touched before the wired pad"),
        pytest.param(1, False, id="touched after the wired pad"),
    ],
)
def test_a_phone_heard_within_its_cap_has_its_place_however_late_its_line_is(
    caps: Sequence[int | None], phone_ms: float, is_phone_first: bool
) -> None:
    phone, wired = ("a", "b") if caps[0] else ("b", "a")
    events = told(
        pads_of(caps),
        down(wired, 0, 1),
        through(wired, 3, 1),
        down(phone, phone_ms, 1, at=240),
        through(wired, 241, 1),
        through(phone, 245, 1),
        through(wired, 246, 1),
    )
    order = (phone, wired) if is_phone_first else (wired, phone)
    assert [pad for pad, _ in decided(events)] == list(order)
    assert absent(events) == []


@either_seat
def test_what_a_phone_says_after_its_cap_is_void(caps: Sequence[int | None]) -> None:
    phone, wired = ("a", "b") if caps[0] else ("b", "a")
    events = told(
        pads_of(caps),
        down(wired, 0, 1),
        through(wired, 3, 1),
        down(phone, -1, 1, at=251),
        through(phone, 255, 1),
        through(wired, 256, 1),
    )
    assert decided(events) == [(wired, ns(250))]
    assert Faulted(FaultKind.LATE, phone, ns(255)) in events
    assert Returned(phone, ns(255)) in events


@pytest.mark.parametrize(
    "caps",
    [
        pytest.param((WIRED, WIRED, PHONE), id="the phone at the last seat"),
        pytest.param((PHONE, WIRED, WIRED), id="the phone at the first seat"),
        pytest.param((WIRED, PHONE, WIRED), id="the phone at the middle seat"),
    ],
)
def test_of_two_silent_pads_each_is_absent_at_its_own_cap(caps: Sequence[int | None]) -> None:
    phone = "abc"[caps.index(PHONE)]
    presser, wired = (pad for pad in "abc" if pad != phone)
    events = told(pads_of(caps), down(presser, 0, 1), through(presser, 3, 1), Tick(ns(900)))
    assert absent(events) == [(wired, ns(50)), (phone, ns(250))]
    assert decided(events) == [(presser, ns(250))]


def test_what_the_console_does_waits_for_each_pad_by_its_own_cap() -> None:
    layer = InputLayer(pads_of((WIRED, PHONE)))
    layer.act(ns(1), "spit")
    assert absent(list(layer.feed(Tick(ns(200))))) == [("a", ns(51))]
    assert layer.due_at() == ns(251)
    assert absent(list(layer.feed(Tick(ns(900))))) == [("b", ns(251))]


# What keeps a press waiting on its own pad.


@either_seat
def test_a_press_that_a_phone_itself_leaves_uncertain_stands_at_its_own_cap(
    caps: Sequence[int | None],
) -> None:
    phone, wired = ("a", "b") if caps[0] else ("b", "a")
    events = told(pads_of(caps), down(phone, 0, 1), through(wired, 40, 0), Tick(ns(900)))
    assert decided(events) == [(phone, ns(250))]
    assert absent(events) == []


def test_a_wired_pad_that_is_silent_since_before_is_absent_once_the_phone_s_press_is_certain() -> (
    None
):
    events = told(pads_of((WIRED, PHONE)), down("b", 0, 1), through("b", 90, 1))
    assert decided(events) == [("b", ns(90))]
    assert absent(events) == [("a", ns(90))]


@pytest.mark.parametrize(
    ("pad", "waits_ms"),
    [pytest.param("a", 50, id="of a wired pad"), pytest.param("b", 250, id="of a phone")],
)
def test_a_missing_number_is_waited_for_as_long_as_its_pad_s_cap_says(
    pad: str, waits_ms: int
) -> None:
    events = told(pads_of((WIRED, PHONE)), down(pad, 0, 1), down(pad, 10, 3), Tick(ns(900)))
    lost = [event.at for event in events if isinstance(event, Faulted)]
    assert lost[:1] == [ns(10 + waits_ms)]


def test_a_press_of_a_phone_whose_clock_was_never_probed_is_void_at_its_own_cap() -> None:
    pads = [PadInfo("a", 0, Clock.HOST), PadInfo("b", 1, Clock.OWN, PHONE)]
    pressed = Edge(ns(0), "b", Button.LEFT, True, 100, 1)
    events = told(pads, pressed, Through(ns(3), "b", 1, 3_100), Tick(ns(900)))
    assert Faulted(FaultKind.LATE, "b", ns(250)) in events


def test_a_phone_s_press_that_lies_in_the_future_ends_no_other_pad_s_time_to_answer() -> None:
    """Its clock has jumped; the press at 240 still waits 50 ms for the wired pad that is silent."""
    pads = [*pads_of((WIRED, WIRED)), PadInfo("c", 2, Clock.OWN, PHONE)]
    ahead = Edge(ns(0), "c", Button.LEFT, True, 10_000_000, 1)
    events = told(
        pads,
        Sync(ns(0), "c", ns(-1), 0, 0, ns(0)),
        ahead,
        Through(ns(3), "c", 1, 10_100_000),
        down("a", 150, 1),
        through("a", 155, 1),
        Tick(ns(199)),
    )
    assert (absent(events), decided(events)) == ([], [])


def test_a_host_that_was_stopped_takes_in_what_had_arrived_before_any_cap_counts() -> None:
    events = told(
        pads_of((WIRED, PHONE)),
        down("a", 0, 1),
        through("a", 3, 1),
        down("b", -1, 1, at=2_000),
        Through(ns(2_000), "b", 1, ns(10)),
    )
    assert decided(events) == [("b", ns(2_000)), ("a", ns(2_000))]
    assert absent(events) == []


# The whole of it, against a referee that works everything out anew at every instant.


@dataclass(eq=False)
class Touch:
    """A press that waits, as the reference sees it."""

    pad: int
    stamp: int
    at: int
    is_tied: bool = False


class Naive:
    """Pads on the host's clock with clean presses: waits, and decides, by the words of the rule.

    `told` gathers what becomes of them: (what, pad, when).
    """

    def __init__(self, holds_ns: Sequence[int]) -> None:
        self.holds_ns = holds_ns
        self.coin = Coin(0)
        self.waiting: list[Touch] = []
        self.known = [-1 for _ in holds_ns]
        self.away: set[int] = set()
        self.frontier = 0
        self.told: list[tuple[str, int, int]] = []

    def run(self, arrivals: Sequence[Edge | Through]) -> None:
        """Look again whenever something arrives, and whenever any cap of any press runs out."""
        arrived = [arrival.at for arrival in arrivals if isinstance(arrival, Edge)]
        looks = sorted({at + hold for at in arrived for hold in self.holds_ns})
        for arrival in arrivals:
            while looks and looks[0] < arrival.at:
                self.settle(looks.pop(0))
            self.hear(arrival)
            self.settle(arrival.at)
        for look in looks:
            self.settle(look)

    def hear(self, arrival: Edge | Through) -> None:
        pad = "abcde".index(arrival.pad)
        if isinstance(arrival, Edge) and arrival.closed:
            self.waiting.append(Touch(pad, arrival.stamp, arrival.at))
        self.known[pad] = max(self.known[pad], arrival.stamp)
        if pad in self.away and self.floor(pad, arrival.at) > self.frontier:
            self.away.remove(pad)

    def certain(self, pad: int, now: int) -> list[Touch]:
        """Give the touches of a pad that were closed for long enough, or have waited for it."""
        return [t for t in self.of(pad) if t not in self.unsure(pad, now)]

    def unsure(self, pad: int, now: int) -> list[Touch]:
        known, hold_ns = self.known[pad], self.holds_ns[pad]
        fresh = [t for t in self.of(pad) if known - t.stamp < RULES.qualify_ns]
        return [touch for touch in fresh if now < touch.at + hold_ns]

    def of(self, pad: int) -> list[Touch]:
        return sorted((t for t in self.waiting if t.pad == pad), key=lambda t: t.stamp)

    def floor(self, pad: int, now: int) -> int:
        """Tell how early a press may be that the pad has still to bring, or to make certain."""
        to_come = self.known[pad] + 1
        return min([to_come, *(touch.stamp for touch in self.unsure(pad, now))]) - IRQ_NS

    def heads(self, now: int) -> list[Touch]:
        """Give each pad's first certain touch; what is older than a decision is void."""
        heads = []
        for pad, _ in enumerate(self.holds_ns):
            for touch in self.certain(pad, now):
                if touch.stamp >= self.frontier or touch.is_tied:
                    heads.append(touch)
                    break
                self.waiting.remove(touch)
                self.told.append(("late", pad, now))
        return heads

    def settle(self, now: int) -> None:
        """Decide all that is certain at `now`; whoever has been waited for too long is absent."""
        while heads := self.heads(now):
            lead = min(heads, key=lambda touch: touch.stamp)
            ready = {touch.pad for touch in heads}
            others = [pad for pad, _ in enumerate(self.holds_ns) if pad not in ready | self.away]
            blockers = [pad for pad in others if self.floor(pad, now) <= lead.stamp]
            since = min(touch.at for pad in ready for touch in self.certain(pad, now))
            silent = [pad for pad in blockers if since + self.holds_ns[pad] <= now]
            if blockers and not silent:
                return
            self.told.extend(("absent", pad, now) for pad in silent)
            self.away.update(silent)
            if not blockers:
                self.decide(lead, heads, now)

    def decide(self, lead: Touch, heads: list[Touch], now: int) -> None:
        group = [touch for touch in heads if touch.stamp - IRQ_NS <= lead.stamp]
        if len(group) > 1:
            for touch in group:
                touch.is_tied = True
            seat = self.coin.pick([touch.pad for touch in group], is_contested=True)
            lead = next(touch for touch in group if touch.pad == seat)
        self.waiting.remove(lead)
        self.frontier = max(self.frontier, lead.stamp - IRQ_NS)
        self.told.append(("tied" if lead.is_tied else "first", lead.pad, now))


@dataclass(frozen=True)
class Line:
    """A pad's presses (us), how late its line is, and a stretch in which nothing comes through."""

    cap_ms: int | None
    presses_us: list[int]
    delay_us: int
    silent_ms: tuple[int, int]

    def reports(self, pad: str) -> Iterator[Edge | Through]:
        """Report clean presses of 5 ms, each on a button of its own, and a watermark every 4 ms."""
        changes = sorted(
            (START + us * US + held, button, held == 0)
            for us, button in zip(self.presses_us, Button, strict=False)
            for held in (0, 5 * MS)
        )
        for seq, (stamp, button, is_closed) in enumerate(changes, start=1):
            yield Edge(self.arrives(stamp), pad, button, is_closed, stamp, seq)
        for stamp in range(START - 10 * MS, START + 400 * MS, 4 * MS):
            seq = sum(at <= stamp for at, _, _ in changes)
            yield Through(self.arrives(stamp), pad, seq, stamp)

    def arrives(self, stamp: int) -> HostNs:
        begins, ends = (START + ms * MS for ms in self.silent_ms)
        at = stamp + self.delay_us * US
        return HostNs(max(at, ends) if begins <= at < ends else at)


START = 10**9
caps = st.sampled_from([None, 30, 80, 250])
lines = st.builds(
    Line,
    caps,
    st.lists(st.one_of(st.integers(0, 300), st.integers(0, 90_000)), unique=True, max_size=4),
    st.integers(0, 15_000),
    st.one_of(
        st.just((0, 0)),
        st.tuples(st.integers(-5, 60), st.integers(60, 390)),
        st.tuples(st.integers(-5, 60), st.just(10_000)),
    ),
)


def gathered(course: Sequence[Line]) -> list[Edge | Through]:
    streams = [
        sorted(line.reports("abcde"[seat]), key=lambda report: (report.at, report.stamp))
        for seat, line in enumerate(course)
    ]
    end = START + 450 * MS
    return [a for a in merge(*streams, key=lambda report: report.at) if a.at < end]


@settings(max_examples=120)
@given(st.lists(lines, min_size=2, max_size=4))
def test_whoever_is_silent_is_waited_for_by_the_words_of_the_rule_and_no_longer(
    course: list[Line],
) -> None:
    layer, arrivals = InputLayer(pads_of([line.cap_ms for line in course])), gathered(course)
    events = [event for arrival in arrivals for event in layer.feed(arrival)]
    events += layer.feed(Tick(HostNs(START + 900 * MS)))
    naive = Naive([(50 if line.cap_ms is None else line.cap_ms) * MS for line in course])
    naive.run(arrivals)
    assert [said for event in events if (said := in_short(event))] == naive.told


def in_short(event: InputEvent) -> tuple[str, int, int] | None:
    """Tell an event as the reference does."""
    match event:
        case Pressed():
            return ("tied" if event.tie else "first"), event.seat, event.decided_at
        case Absent():
            return "absent", "abcde".index(event.pad), event.at
        case Faulted(kind=FaultKind.LATE):
            return "late", "abcde".index(event.pad), event.at
    return None
