"""Entries are kept, numbered and sent again until the host has them; an answer closes time."""

from itertools import pairwise
from random import Random

import pytest

from hw.pad_frames import wrap
from hw.pad_messages import OVERFLOW, Ack, Answer, Entries, Probe, encode
from hw.ports import Button
from tests.firmware.fingers import Fingers, random_gap
from tests.firmware.virtual_nano import BUTTONS, MS, US, VirtualNano

KEPT = 64


def slow_edges(nano: VirtualNano, count: int, *, gap_us: int = 1000) -> Fingers:
    """Move contacts in turn, and let that happen."""
    fingers = Fingers(nano)
    begin = nano.now
    for place in range(count):
        fingers.toggle(BUTTONS[place % 8], begin + (place + 1) * gap_us * US)
    nano.run(until=begin + (count + 1) * gap_us * US)
    return fingers


def firsts(nano: VirtualNano) -> list[tuple[int, int]]:
    """List the cycle and first number of every message of entries heard."""
    return [
        (heard.cycle, heard.message.first)
        for heard in nano.heard
        if isinstance(heard.message, Entries)
    ]


def test_numbers_begin_at_one_and_each_edge_has_its_own() -> None:
    with VirtualNano() as nano:
        nano.run(ms=5)
        fingers = slow_edges(nano, 20)
        nano.run(ms=5)
        assert nano.newest == len(nano.entries) == len(fingers.lateness_us()) == 20


def test_what_is_not_acknowledged_comes_again_every_ten_milliseconds() -> None:
    with VirtualNano(acks=False) as nano:
        nano.run(ms=5)
        slow_edges(nano, 1)
        nano.run(ms=50)
        cycles = [cycle for cycle, first in firsts(nano) if first == 1]
    gaps = [(later - sooner) / MS for sooner, later in pairwise(cycles)]
    assert len(gaps) >= 4
    assert all(9.9 <= gap <= 11.5 for gap in gaps), gaps


def test_it_goes_back_to_the_oldest_that_was_not_acknowledged() -> None:
    with VirtualNano(acks=False) as nano:
        nano.run(ms=5)
        slow_edges(nano, 12)
        nano.say(Ack(5))
        heard_before = len(firsts(nano))
        nano.run(ms=30)
        again = [first for _, first in firsts(nano)[heard_before:]]
        assert set(again) == {6}
        nano.say(Probe(0, 12))
        nano.run(ms=2)
        heard_before = len(firsts(nano))
        nano.run(ms=50)
        assert firsts(nano)[heard_before:] == []


@pytest.mark.parametrize(
    "ack",
    [
        pytest.param(wrap(encode(Ack(500))), id="a number that was never given"),
        pytest.param(wrap(encode(Ack(0))), id="nothing"),
        pytest.param(wrap(encode(Ack(65_535))), id="a number before the first"),
        pytest.param(wrap(encode(Ack(3))).replace(b"\x03", b"\x02", 1), id="a corrupt one"),
        pytest.param(wrap(encode(Ack(3)))[2:], id="one cut off"),
    ],
)
def test_nothing_is_forgotten_by_an_acknowledgement_of(ack: bytes) -> None:
    with VirtualNano(acks=False) as nano:
        nano.run(ms=5)
        slow_edges(nano, 3)
        nano.noise(ack)
        nano.run(ms=5)
        heard_before = len(firsts(nano))
        nano.run(ms=15)
        assert {first for _, first in firsts(nano)[heard_before:]} == {1}


def test_an_acknowledgement_from_before_a_reset_forgets_nothing_unsent() -> None:
    with VirtualNano(acks=False) as nano:
        nano.run(ms=5)
        nano.reset()
        nano.move(Button.C1, nano.now + 5 * MS, closed=True)
        for place in range(40):
            nano.say(Ack(1), nano.now + 4 * MS + place * MS // 20)
        nano.run(ms=40)
        assert nano.newest == 1


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9], ids="the host misses {0:.0%}".format)
def test_all_arrive_in_order_though(share: float) -> None:
    luck = Random(7)
    with VirtualNano() as nano:
        nano.loses = lambda: luck.random() < share
        nano.run(ms=5)
        fingers = slow_edges(nano, 50, gap_us=6000)
        nano.loses = lambda: False
        nano.run(ms=40)
        assert len(fingers.lateness_us()) == nano.newest == 50


def test_a_full_queue_ends_in_a_mark_and_goes_on_when_there_is_room() -> None:
    with VirtualNano(acks=False) as nano:
        nano.run(ms=5)
        lost = slow_edges(nano, 96)
        nano.acks = True
        nano.run(ms=40)
        assert len(nano.entries) == KEPT
        assert nano.marks() == [OVERFLOW]
        assert nano.entries[-1].code == OVERFLOW
        last = lost.moves[KEPT - 2]
        assert nano.pad_us(last.at) <= nano.entries[-1].stamp <= nano.pad_us(lost.moves[63].at) + 10
        begin = nano.now
        nano.move(Button.C1, begin + MS, closed=True)
        nano.say(Probe(9, nano.newest))
        nano.run(ms=10)
        assert nano.answers()[-1].levels == 0
        assert nano.entries[-1].code == 8
        assert nano.newest == KEPT + 1


@pytest.mark.parametrize("seed", range(4), ids=lambda seed: f"seed {seed}")
def test_an_answer_closes_time_for_all_numbers_after_its_own(seed: int) -> None:
    luck = Random(seed)
    with VirtualNano() as nano:
        nano.run(ms=5)
        fingers = Fingers(nano)
        at = nano.now + MS
        for n in range(400):
            nano.say(Probe(n % 256, 0), at)
            # The answer is composed some 0.2 ms after its probe began: edges all around that.
            edges = sorted(at + random_gap(luck, 140, 330) for _ in range(luck.randrange(3)))
            for button, edge in zip(luck.sample(BUTTONS, 2), edges, strict=False):
                fingers.toggle(button, edge)
            at += random_gap(luck, 1500, 2500)
        nano.run(until=at + 20 * MS)
        fingers.lateness_us()
        start = nano.figures().clock_start
        stamps = {number: entry.stamp for number, entry in enumerate(nano.entries, 1)}
        newest = 0
        for heard in nano.heard:
            match heard.message:
                case Entries(first, entries):
                    newest = max(newest, first + len(entries) - 1)
                case Answer(_, received, sent, seq, levels):
                    assert received < sent
                    assert newest >= seq, "the entries come first"
                    assert all(stamp > sent for n, stamp in stamps.items() if n > seq)
                    assert all(stamp <= sent + 1 for n, stamp in stamps.items() if n <= seq)
                    read = start + sent * US
                    known = {fingers.levels_at(read - US), fingers.levels_at(read + US)}
                    assert levels in known
        assert len(nano.answers()) == 400


@pytest.mark.parametrize("seed", range(2), ids=lambda seed: f"seed {seed}")
def test_a_touch_too_short_to_be_read_is_on_its_side_of_every_answer_too(seed: int) -> None:
    luck = Random(seed)
    with VirtualNano() as nano:
        nano.run(ms=5)
        spikes: list[tuple[int, Button, int]] = []
        at = nano.now + MS
        for n in range(200):
            nano.say(Probe(n % 256, 0), at)
            # Around the instant at which the answer is composed.
            for _ in range(luck.randrange(1, 3)):
                begun = at + random_gap(luck, 130, 340)
                spikes.append((begun, luck.choice(BUTTONS), luck.choice((4, 8, 16, 40, 80))))
            at += random_gap(luck, 1500, 2500)
        for begun, button, cycles in sorted(spikes):
            nano.move(button, begun, closed=True)
            nano.move(button, begun + cycles, closed=False)
        nano.run(until=at + 20 * MS)
        stamps = {number: entry.stamp for number, entry in enumerate(nano.entries, 1)}
        for answer in nano.answers():
            assert all(stamp > answer.sent for n, stamp in stamps.items() if n > answer.seq)
        told = [nano.figures().clock_start + stamp * US for stamp in stamps.values()]
    for begun, _, _ in spikes:
        # Or the blip noted before stands for it.
        assert any(-MS - 10 * US <= at - begun <= 10 * US for at in told)


def test_an_answer_waits_for_the_entries_before_it() -> None:
    with VirtualNano(acks=False) as nano:
        nano.run(ms=5)
        for place in range(40):
            nano.move(BUTTONS[place % 8], nano.now + place * 30 * US, closed=place % 16 < 8)
        nano.say(Probe(1, 0), nano.now + 1300 * US)
        nano.run(ms=8)
        [answer] = nano.answers()
        order = [heard.message for heard in nano.heard]
        before = order[: order.index(answer)]
        assert answer.seq == 40
        assert sum(len(said.entries) for said in before if isinstance(said, Entries)) >= 40


def test_received_and_sent_lie_between_the_bytes() -> None:
    with VirtualNano() as nano:
        nano.run(ms=5)
        begin = nano.now + MS
        nano.say(Probe(3, 0), begin)
        nano.run(ms=5)
        [answer] = nano.answers()
        through = begin + len(wrap(encode(Probe(3, 0)))) * 20 * US
        last = next(heard.cycle for heard in nano.heard if heard.message is answer)
        first = last - len(wrap(encode(answer))) * 20 * US
        assert nano.pad_us(through) <= answer.received <= nano.pad_us(through) + 10
        assert answer.received < answer.sent <= nano.pad_us(first)
        assert nano.pad_us(first) - answer.sent < 200
