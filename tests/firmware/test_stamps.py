"""Stamps are never early and at most STAMP_LATE_US late; clock and numbers wrap unnoticed."""

import re
from random import Random

import pytest

from hw.pad_frames import wrap
from hw.pad_messages import Probe, encode
from hw.ports import Button
from tests.firmware.conftest import Print
from tests.firmware.fingers import Fingers, random_gap
from tests.firmware.tools import SOURCES, tools
from tests.firmware.virtual_nano import BUTTONS, BYTE, MS, US, VirtualNano

STAMP_LATE_US = int(
    re.findall(r"define STAMP_LATE_US (\d+)", (SOURCES / "protocol.h").read_text())[0]
)
WRAP = 65536 * 8
"""Cycles between two wraps of timer1."""

EDGES = 2000


def ping(nano: VirtualNano, until: int, every: int) -> int:
    """Send probes at this rate and tell how many."""
    times = range(nano.now + MS, until, every)
    for n, at in enumerate(times):
        nano.say(Probe(n % 256, 0), at)
    return len(times)


def scattered(fingers: Fingers, luck: Random, start: int) -> None:
    """Move contacts: 40 % around the clock's wraps, a fifth of them on both ports at once."""
    at = fingers.nano.now + MS
    while len(fingers.moves) < EDGES:
        at += random_gap(luck, 150, 6000)
        if luck.random() < 0.4:
            wrap = start + ((at - start) // WRAP + 1) * WRAP
            at = max(at, wrap + luck.randrange(-8 * US, 8 * US))
        fingers.toggle(luck.choice(BUTTONS[:6]), at)
        if luck.random() < 0.2:
            fingers.toggle(luck.choice(BUTTONS[6:]), at + luck.choice((0, luck.randrange(200))))


def test_no_stamp_is_early_or_late_beyond_the_bound(figure: Print) -> None:
    luck = Random(1)
    with VirtualNano() as nano:
        nano.run(ms=5)
        fingers = Fingers(nano)
        scattered(fingers, luck, nano.figures().clock_start)
        end = fingers.moves[-1].at
        pings = ping(nano, end, 5 * MS)
        nano.run(until=end + 50 * MS)
        late = sorted(fingers.lateness_us())
        ran = nano.figures()
        assert len(nano.answers()) == pings
        assert nano.answers()[-1].errors == 0
        assert nano.watchdog_resets == 0
    figure(
        f"stamps of {len(late)} edges, pings at 200 Hz: {late[0]:.2f} us late at least, "
        f"p50 {late[len(late) // 2]:.2f}, p99 {late[len(late) * 99 // 100]:.2f}, "
        f"worst {late[-1]:.2f} (bound {STAMP_LATE_US})"
    )
    built = tools()
    figure(
        f"firmware: {built.flash_bytes} bytes of flash, {built.ram_bytes} of RAM and "
        f"{ran.stack} of stack at most; asleep {ran.idle / nano.now:.0%} of that time"
    )
    assert late[0] >= 0
    assert late[-1] <= STAMP_LATE_US
    assert built.ram_bytes + ran.stack < 1500


@pytest.mark.parametrize("seed", range(3), ids=lambda seed: f"seed {seed}")
def test_the_bound_holds_while_bytes_flood_both_ways(seed: int) -> None:
    luck = Random(seed)
    with VirtualNano() as nano:
        nano.run(ms=5)
        fingers = Fingers(nano)
        at = nano.now
        while len(fingers.moves) < 600:
            at += random_gap(luck, 100, 1500)
            one, other = luck.sample(BUTTONS, 2)
            fingers.toggle(one, at)
            if luck.random() < 0.3:
                fingers.toggle(other, at + luck.randrange(300))
        for begin in range(nano.now, at, MS):
            nano.noise(bytes(luck.choice((0, 0, 1, 77, 255)) for _ in range(42)) + b"\0", begin)
        nano.run(until=at + 300 * MS)
        late = fingers.lateness_us()
        assert nano.watchdog_resets == 0
    assert min(late) >= 0
    assert max(late) <= STAMP_LATE_US


def test_the_bound_holds_where_all_interrupts_meet(figure: Print) -> None:
    """Pairs of edges around the ends of probes, while an answer goes out."""
    luck = Random(9)
    probe = len(wrap(encode(Probe(0, 0)))) * BYTE
    with VirtualNano() as nano:
        nano.run(ms=5)
        fingers = Fingers(nano)
        at = nano.now
        for n in range(1500):
            at += 3 * MS
            nano.say(Probe(0, 0), at)
            nano.say(Probe(n % 256, 0), at + 3 * probe + luck.randrange(6 * BYTE))
            around = at + luck.choice((1, 4)) * probe + luck.randrange(-100, 900)
            pair = sorted((around, around + luck.randrange(-250, 250)))
            for button, edge in zip(luck.sample(BUTTONS, 2), pair, strict=True):
                fingers.toggle(button, edge)
        nano.run(until=at + 30 * MS)
        late = fingers.lateness_us()
        assert nano.answers()[-1].errors == 0
    figure(f"stamps of {len(late)} edges where interrupts meet: worst {max(late):.2f} us late")
    assert min(late) >= 0
    assert max(late) <= STAMP_LATE_US


def test_entries_stand_in_order_of_time() -> None:
    luck = Random(2)
    with VirtualNano() as nano:
        nano.run(ms=5)
        fingers = Fingers(nano)
        at = nano.now
        for _ in range(400):
            at += random_gap(luck, 5, 1500)
            fingers.toggle(luck.choice(BUTTONS), at)
        nano.run(until=at + 30 * MS)
        fingers.lateness_us()
        stamps = [entry.stamp for entry in nano.entries]
    assert stamps == sorted(stamps)


def test_the_clock_wraps_between_two_edges_without_a_jump() -> None:
    with VirtualNano() as nano:
        nano.run(ms=5)
        start = nano.figures().clock_start
        # The pad has run for 71.6 minutes: one wrap of timer1 is left of its 32 bits.
        nano.poke("clock_wraps", 0xFF, size=1)
        nano.poke("all_wraps", 0x1FFFF, size=4)
        wrap = start + WRAP
        moves = [wrap - 2000 * US, wrap - 200, wrap + 200, wrap + 2000 * US]
        nano.chatter(Button.C3, moves)
        nano.say(Probe(1, 0), wrap - 1000 * US)
        nano.say(Probe(2, 0), wrap + 1000 * US)
        nano.run(until=wrap + 20 * MS)
        stamps = [stamp for _, _, stamp in nano.edges()]
        before, after = nano.answers()
    for at, stamp in zip(moves, stamps, strict=True):
        late = (stamp - (at - wrap) / US) % (1 << 32)
        assert 0 <= late <= STAMP_LATE_US
    assert before.sent > 0xFFFF_0000
    assert after.received < after.sent < 0x1_0000


def test_numbers_wrap_without_losing_an_entry() -> None:
    with VirtualNano() as nano:
        nano.run(ms=5)
        for name in ("oldest", "next", "unsent", "never_sent"):
            nano.poke(name, 65_530, size=2)
        nano.newest = 65_529
        fingers = Fingers(nano)
        for place in range(12):
            fingers.toggle(Button.LEFT, nano.now + (place + 1) * MS)
        nano.run(ms=40)
        assert len(fingers.lateness_us()) == 12
        assert nano.newest == (65_529 + 12) % 65_536
