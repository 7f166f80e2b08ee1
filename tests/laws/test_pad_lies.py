"""Pads that lie, or are broken, beside an honest rival: nothing raises, nothing grows without end,
each of the rival's presses is told with its true instant in time, and the trouble has a name.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from random import Random

import pytest

from firmware_host.input_events import Absent, Faulted, Pressed
from hw.pad_frames import unwrap, wrap
from hw.pad_messages import Answer, Entries, Entry, PadHello, ToHost, decode_to_host, encode
from hw.pad_session import MOST_HELD
from hw.ports import Arrival, Button, Clock, DriverFault, PadInfo
from hw.units import MILLISECOND_NS
from sim.course import Course
from sim.finger import Finger, touch
from sim.nano_pad import NanoPad
from sim.pads import HostPad
from sim.virtual_time import VirtualTime

LIAR, RIVAL = PadInfo("a", 0, Clock.OWN), PadInfo("b", 1, Clock.HOST)
TURN_MS = 150
TURNS = 12
U16, U32 = 1 << 16, 1 << 32
Lie = Callable[[ToHost, Random], list[ToHost]]
"""What is said instead of a message."""

STORM = count(2)


def backwards(said: ToHost, luck: Random) -> list[ToHost]:
    if isinstance(said, Entries):
        stamps = [it.stamp - luck.randrange(1 << 20) for it in said.entries]
        lied = (Entry(it.code, at % U32) for it, at in zip(said.entries, stamps, strict=True))
        return [replace(said, entries=tuple(lied))]
    return [said]


def jumping_numbers(said: ToHost, luck: Random) -> list[ToHost]:
    if isinstance(said, Entries):
        return [replace(said, first=(said.first + luck.randrange(U16)) % U16)]
    if isinstance(said, Answer):
        return [replace(said, seq=(said.seq + luck.choice((0, 1, 63, 64, 65, 30_000))) % U16)]
    return [said]


def never_sent(said: ToHost, _luck: Random) -> list[ToHost]:
    return [replace(said, seq=(said.seq + 9) % U16)] if isinstance(said, Answer) else [said]


def contradicting_levels(said: ToHost, luck: Random) -> list[ToHost]:
    return [replace(said, levels=luck.randrange(256)) if isinstance(said, Answer) else said]


def jumping_clock(said: ToHost, luck: Random) -> list[ToHost]:
    if isinstance(said, Answer):
        return [replace(said, received=luck.randrange(U32), sent=luck.randrange(U32))]
    return [said]


def clock_of_rubber(said: ToHost, luck: Random) -> list[ToHost]:
    """Always near enough to be believed, and always wrong."""
    if isinstance(said, Answer):
        return [replace(said, sent=(said.sent + luck.randrange(-400, 400)) % U32)]
    return [said]


def received_after_sent(said: ToHost, _luck: Random) -> list[ToHost]:
    return (
        [replace(said, received=said.sent, sent=said.received)]
        if isinstance(said, Answer)
        else [said]
    )


def answers_to_nothing(said: ToHost, luck: Random) -> list[ToHost]:
    if isinstance(said, Answer):
        return [
            said,
            *(replace(said, n=(said.n - luck.randrange(99)) % 256, seq=0) for _ in range(20)),
        ]
    return [said]


def storm_of_boots(said: ToHost, luck: Random) -> list[ToHost]:
    boots = [PadHello(1, (1, 0), 1, luck.randrange(9), next(STORM) % U16, 1, "x") for _ in range(5)]
    return [said, *boots]


def entries_without_end(said: ToHost, _luck: Random) -> list[ToHost]:
    if not isinstance(said, Answer):
        return []
    flood = [
        Entries(
            (said.seq + 1 + 8 * n) % U16, tuple(Entry(8 * (i % 2), said.sent) for i in range(8))
        )
        for n in range(7)
    ]
    return [said, *flood]


def blips_without_end(said: ToHost, luck: Random) -> list[ToHost]:
    told = entries_without_end(said, luck)
    return [
        replace(it, entries=tuple(Entry(0x11, e.stamp) for e in it.entries))
        if isinstance(it, Entries)
        else it
        for it in told
    ]


LIES: list[Lie] = [
    backwards,
    jumping_numbers,
    never_sent,
    contradicting_levels,
    jumping_clock,
    clock_of_rubber,
    received_after_sent,
    answers_to_nothing,
    storm_of_boots,
    entries_without_end,
    blips_without_end,
]
HARMLESS = (answers_to_nothing, received_after_sent)
"""Lies of which nobody but the liar could have anything."""


class Bench:
    """A liar, who presses in every other turn, and its rival, who does in each.

    `made` are the true instants of the rival's presses.
    """

    def __init__(self, lie: Lie, seed: int) -> None:
        self._luck = Random(seed)
        self.lie: Lie | None = None
        self.course = Course([(LIAR, self._liar), (RIVAL, self._rival)], start_ns=10**12)
        self.course.run_for(500)
        self.course.events.clear()
        self.lie = lie
        self._finger = Finger(self._luck)
        self.made: list[int] = []

    def _liar(self, time: VirtualTime, info: PadInfo, put: Callable[[Arrival], None]) -> NanoPad:
        pad = NanoPad(time, info, put, self._luck)
        pad.up_noise = self._twist
        return pad

    def _rival(self, time: VirtualTime, info: PadInfo, put: Callable[[Arrival], None]) -> HostPad:
        return HostPad(time, info, put, self._luck)

    def _twist(self, frame: bytes) -> bytes:
        said = decode_to_host(unwrap(frame[:-1]) or b"")
        assert said is not None
        told = [said] if self.lie is None else self.lie(said, self._luck)
        return b"".join(wrap(encode(message)) for message in told)

    def turn(self) -> None:
        for pad in ("a", "b") if len(self.made) % 2 == 0 else ("b",):
            at_ns = self.course.time.now_ns + self._luck.randrange(20 * MILLISECOND_NS)
            touch(self.course.pads[pad], Button.LEFT, self._finger.press(at_ns, held_ms=30))
            if pad == "b":
                self.made.append(at_ns)
        self.course.run_for(TURN_MS)


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__.replace("_", " "))
def test_a_rival_s_presses_are_all_told_truly_in_time_and_the_liar_is_named(lie: Lie) -> None:
    bench = Bench(lie, seed=1)
    for _ in range(TURNS):
        bench.turn()
    events = bench.course.events
    pressed = [it for it in events if isinstance(it, Pressed) and it.pad == "b"]
    assert len(pressed) == len(bench.made)
    for press, true_ns in zip(pressed, bench.made, strict=True):
        assert press.lo <= true_ns <= press.hi
        assert press.decided_at - true_ns < 80 * MILLISECOND_NS
    told = [it for it in events if isinstance(it, Faulted | Absent)]
    assert not [it for it in told if it.pad == "b"]
    assert bool(told) == (lie not in HARMLESS)


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__.replace("_", " "))
def test_a_liar_fills_no_memory_and_is_believed_again_once_it_is_honest(lie: Lie) -> None:
    bench = Bench(lie, seed=2)
    pad = bench.course.pads["a"]
    assert isinstance(pad, NanoPad)
    for _ in range(TURNS):
        bench.turn()
        reader = pad.session._reader
        assert len(pad.session._held) <= MOST_HELD
        assert max(map(len, reader._blips.values())) < 20
        assert len(pad.session._probes._asked) < 256
    bench.lie = None
    bench.course.run_for(3000)
    bench.course.events.clear()
    for _ in range(4):
        bench.turn()
    told = [it.pad for it in bench.course.events if isinstance(it, Pressed)]
    assert sorted(told) == ["a"] * 2 + ["b"] * 4
    assert not [it for it in bench.course.arrivals[-500:] if isinstance(it, DriverFault)]
