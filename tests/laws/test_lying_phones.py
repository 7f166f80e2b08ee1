"""A phone that lies of its clock: nobody else is blamed for it, loses a press or waits longer."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import pytest

from firmware_host.input_events import Absent, Faulted, Pressed
from hw.ports import Button, Clock, Edge, HostNs, PadInfo, Sync, Through
from hw.units import MILLISECOND_NS, SECOND_NS
from sim.course import Course, MakePad
from sim.finger import Contact, touch
from sim.pads import U32, HostPad, OwnPad
from sim.wire import Wire

PHONE_MS = 250
WIFI = Wire(delay_ms=2, jitter_ms=28)
MS = 1000
ROUNDS = 5


@dataclass(frozen=True)
class Lies:
    """What a phone says, each drawn anew from what stands there, in us beside the truth."""

    edge_us: Sequence[int] = (0,)
    received_us: Sequence[int] = (0,)
    sent_us: Sequence[int] = (0,)
    through_us: Sequence[int] = (0,)
    late_us: Sequence[int] = (0,)
    answers_after_ms: Sequence[float] = (0,)


class Liar(OwnPad):
    """Keeps to the protocol, so that its line is not closed: time never goes back."""

    lies = Lies()
    told_us = -1

    def _says(self, lies_us: Sequence[int]) -> int:
        return self._stamp() + self._luck.choice(lies_us)

    def _report(self, button: Button, *, closed: bool) -> None:
        self._seq += 1
        stamp = max(self._says(self.lies.edge_us), self.told_us + 1) % U32
        late_ns = self._luck.choice(self.lies.late_us) * 1000 if closed else 0
        edge = (self.info.pad, button, closed, stamp, self._seq, late_ns)
        self._send(lambda at: self._put(Edge(at, *edge)))

    def _reply(self, sent: HostNs, _received_ns: int) -> None:
        after_ms = self._luck.choice(self.lies.answers_after_ms)
        self._time.call_at(self._time.now_ns + round(after_ms * 1e6), lambda: self._tell(sent))

    def _tell(self, sent: HostNs) -> None:
        received_us = self._says(self.lies.received_us) % U32
        sent_us = self._says(self.lies.sent_us) % U32
        self.told_us = max(self.told_us, self._says(self.lies.through_us))
        seq, through_us, pad = self._seq, self.told_us % U32, self.info.pad

        def arrive(at: HostNs) -> None:
            self._put(Sync(at, pad, sent, received_us, sent_us, at))
            self._put(Through(at, pad, seq, through_us))

        self._send(arrive)


LIES = [
    pytest.param(Lies(), id="none"),
    pytest.param(Lies(edge_us=(1000 * MS,)), id="presses stamped a second ahead"),
    pytest.param(
        Lies(edge_us=(1000 * MS,), through_us=(1100 * MS,)), id="a watermark ahead as well"
    ),
    pytest.param(
        Lies(edge_us=(190 * MS,), through_us=(100,), answers_after_ms=(200,)),
        id="late answers, and presses as far ahead as they let it",
    ),
    pytest.param(Lies(answers_after_ms=(0, 30, 150, 240)), id="answers when it likes"),
    pytest.param(Lies(edge_us=(0, U32 // 2 + 5)), id="presses stamped half a wrap ahead"),
    pytest.param(Lies(edge_us=(-U32 // 4,)), id="presses stamped as early as it may"),
    pytest.param(Lies(through_us=(-200 * MS,)), id="a watermark that lags"),
    pytest.param(Lies(late_us=(10_000 * MS,)), id="every press claimed to be ten seconds late"),
    pytest.param(Lies(received_us=(0, 5000, -5000), sent_us=(0, 5000, -5000)), id="a torn clock"),
    pytest.param(Lies(received_us=(-U32 // 3,), sent_us=(U32 // 3,)), id="a clock of nonsense"),
]


def phone(luck: Random) -> tuple[Clock, int | None, MakePad]:
    return (
        Clock.OWN,
        PHONE_MS,
        lambda time, info, put: OwnPad(
            time, info, put, luck, wire=WIFI, offset_us=luck.randrange(U32), ppm=4000, tick_us=1000
        ),
    )


def wired(luck: Random) -> tuple[Clock, int | None, MakePad]:
    return Clock.HOST, None, lambda time, info, put: HostPad(time, info, put, luck)


Maker = Callable[[Random], tuple[Clock, int | None, MakePad]]


@dataclass
class Table:
    """The liar `a` and honest others, on one course."""

    lies: Lies
    others: Sequence[Maker]
    luck: Random
    touched: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        kind = type("ThisLiar", (Liar,), {"lies": self.lies})
        made = [
            (
                PadInfo("a", 0, Clock.OWN, PHONE_MS),
                lambda time, info, put: kind(time, info, put, self.luck, wire=Wire(delay_ms=1)),
            )
        ]
        for seat, maker in enumerate(self.others, 1):
            clock, hold_ms, make = maker(self.luck)
            made.append((PadInfo("abc"[seat], seat, clock, hold_ms), make))
        self.course = Course(made, start_ns=10**12)
        self.course.run_for(1500)

    def press(self, pad: str, after_ms: float) -> None:
        at_ns = self.course.time.now_ns + round(after_ms * 1e6)
        closes, opens = Contact(at_ns, True), Contact(at_ns + 30 * MILLISECOND_NS, False)
        touch(self.course.pads[pad], Button.LEFT, [closes, opens])
        self.touched[pad] += 1

    @property
    def presses(self) -> list[Pressed]:
        return [event for event in self.course.events if isinstance(event, Pressed)]


WILD_US = (0, 240 * MS, -240 * MS, 10**9)
NONSENSE = Lies(WILD_US, WILD_US, WILD_US, WILD_US, (0, 10_000 * MS), (0, 240))


beside = pytest.mark.parametrize(
    "others",
    [
        pytest.param((wired,), id="beside a wired pad"),
        pytest.param((phone,), id="beside a phone"),
        pytest.param((wired, phone), id="beside both"),
        pytest.param((phone, phone), id="beside two phones"),
    ],
)


@beside
@pytest.mark.parametrize("lies", LIES)
def test_nobody_else_is_called_absent_or_faulty_loses_a_press_or_waits_longer(
    lies: Lies, others: Sequence[Maker]
) -> None:
    table = Table(lies, others, Random(f"{lies} {len(others)}"))
    for _ in range(ROUNDS):
        for pad in table.course.pads:
            table.press(pad, table.luck.uniform(1, 300))
        table.course.run_for(400)
    table.course.run_for(SECOND_NS / 1e6)
    honest = [event for event in table.course.events if event_pad(event) not in ("a", "")]
    assert [event for event in honest if isinstance(event, Absent | Faulted)] == []
    presses = [event for event in honest if isinstance(event, Pressed)]
    assert Counter(event.pad for event in presses) == table.touched - Counter({"a": ROUNDS})
    worst_ms = max((event.decided_at - event.lo) / 1e6 for event in presses)
    assert worst_ms < PHONE_MS + 2 * (WIFI.delay_ms + WIFI.jitter_ms) + 10


@beside
def test_nonsense_of_all_kinds_ends_when_the_phone_is_gone(others: Sequence[Maker]) -> None:
    table = Table(NONSENSE, others, Random(len(others)))
    for _ in range(ROUNDS):
        for pad in table.course.pads:
            table.press(pad, table.luck.uniform(1, 300))
        table.course.run_for(400)
    table.course.pads["a"].unplug()
    table.course.run_for(1000)
    table.course.events.clear()
    honest = [pad for pad in table.course.pads if pad != "a"]
    for after_ms, pad in enumerate(honest):
        table.press(pad, 100 + 60 * after_ms)
    table.course.run_for(1000)
    assert [event.pad for event in table.presses] == honest


def event_pad(event: object) -> str:
    return getattr(event, "pad", "")


@pytest.mark.parametrize("late_us", [10 * MS, 100 * MS, 10_000 * MS])
@pytest.mark.parametrize("rival", [wired, phone])
def test_claiming_to_be_late_wins_no_more_than_its_share_of_photo_finishes(
    rival: Maker, late_us: int
) -> None:
    """Ben is 60 ms sooner every time; whoever lies may at most get the coin, which is balanced."""
    table = Table(Lies(late_us=(late_us,)), (rival,), Random(late_us))
    won = 0
    for _ in range(30):
        before = len(table.presses)
        table.press("b", 5)
        table.press("a", 65)
        table.course.run_for(500)
        first, second = table.presses[before:]
        assert first.pad == "b" or (first.tie and second.tie)
        won += first.pad == "a"
    assert won <= 15
