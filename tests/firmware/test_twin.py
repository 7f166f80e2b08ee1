"""The simulator's Nano (`sim/nano.py`) does what the very firmware does, entry by entry."""

from collections.abc import Callable
from random import Random

import pytest

from hw.pad_frames import FrameReader, wrap
from hw.pad_messages import (
    BLIP_BUTTONS,
    CALM,
    CHATTER,
    Ack,
    Answer,
    Entries,
    Entry,
    Name,
    PadHello,
    Probe,
    ToHost,
    ToPad,
    decode_to_host,
    encode,
)
from hw.ports import Button
from sim.crystal import Crystal
from sim.nano import Nano
from sim.virtual_time import VirtualTime
from tests.firmware.virtual_nano import BUTTONS, US, VirtualNano

BOOTED_US = 5000
STAMP_LATE_US = 10
Script = list[tuple[int, ToPad | tuple[Button, bool]]]
"""What is said to a pad and done to it, by us since `BOOTED_US`."""


class Twin:
    """The simulator's Nano with the host of a `VirtualNano`: it acknowledges in order, or not."""

    def __init__(self, *, acks: bool) -> None:
        self.time = VirtualTime()
        self.heard: list[ToHost] = []
        self.entries: list[Entry] = []
        self._acks = acks
        self._reader = FrameReader()
        self._nano = Nano(self.time, Random(1), self._hear)
        self._nano.switch_on(Crystal(0))
        self.time.run_until(BOOTED_US * 1000)

    def play(self, script: Script, until_us: int) -> None:
        for at_us, deed in script:
            self.time.call_at((BOOTED_US + at_us) * 1000, self._deed(deed))
        self.time.run_until((BOOTED_US + until_us) * 1000)

    def _deed(self, deed: ToPad | tuple[Button, bool]) -> Callable[[], None]:
        if isinstance(deed, tuple):
            return lambda: self._nano.change(*deed)
        return lambda: self._say(deed)

    def _say(self, message: ToPad) -> None:
        frame = wrap(encode(message))
        came_ns = self.time.now_ns + len(frame) * 20_000
        self.time.call_at(came_ns, lambda: self._nano.hear(frame))

    def _hear(self, data: bytes) -> None:
        for frame in self._reader.read(data):
            said = decode_to_host(frame or b"")
            assert said is not None
            self.heard.append(said)
            if isinstance(said, Entries):
                wanted = len(self.entries) + 1 - said.first
                self.entries += said.entries[wanted:]
                if self._acks:
                    self._say(Ack(len(self.entries)))


def touches(luck: Random, count: int, least_us: int, most_us: int) -> Script:
    """Make a script of contacts that move, and of probes in between."""
    script: Script = []
    closed: set[Button] = set()
    at_us = 0
    for n in range(count):
        at_us += luck.randrange(least_us, most_us)
        button = luck.choice(BUTTONS)
        closed ^= {button}
        script.append((at_us, (button, button in closed)))
        if n % 3 == 0:
            # Answered before the next contact moves, whichever pad is the slower by some 0.2 ms.
            script.append((at_us + luck.randrange(1000, 1500), Probe(n % 256, 0)))
    return script


SCRIPTS: dict[str, tuple[Script, bool]] = {
    "touches, acknowledged": (touches(Random(1), 200, 3000, 6000), True),
    "touches that nobody acknowledges: overflow": (
        [
            *(step for step in touches(Random(2), 100, 400, 4000) if isinstance(step[1], tuple)),
            (500_000, Probe(1, 0)),
        ],
        False,
    ),
    "a chatter that calms down": (
        [
            *((1000 + place * 200, (Button.C3, place % 2 == 0)) for place in range(77)),
            (120_000, (Button.READY, True)),
        ],
        True,
    ),
    "a blip on either port": (
        [
            *((1000, (Button.C1, True)), (1000, (Button.C1, False))),
            *((3000, (Button.DRAW, True)), (3000, (Button.DRAW, False))),
        ],
        True,
    ),
    "a name": ([(1000, Name(77, "Ana")), (1500, (Button.LEFT, True))], True),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_firmware_and_simulator_tell_the_same(name: str) -> None:
    script, acks = SCRIPTS[name]
    until_us = script[-1][0] + 400_000
    twin = Twin(acks=acks)
    twin.play(script, until_us)
    with VirtualNano(acks=acks) as nano:
        nano.run(ms=BOOTED_US / 1000)
        begin = nano.now
        for at_us, deed in script:
            at = begin + at_us * US
            if isinstance(deed, tuple):
                nano.move(deed[0], at, closed=deed[1])
            else:
                nano.say(deed, at)
        nano.run(ms=until_us / 1000)
        offset_us = nano.pad_us(begin) - BOOTED_US
        entries, answers, hello = nano.entries, nano.answers(), nano.hellos()[-1]
    if CHATTER + BUTTONS.index(Button.C3) in nano.marks():
        # On the chip an edge that came while its button was being masked is left over as a blip.
        entries = [entry for entry in entries if entry.code not in BLIP_BUTTONS]
    assert [entry.code for entry in entries] == [entry.code for entry in twin.entries]
    calmed = {entry.stamp for entry in entries if entry.code >= CALM}
    for real, simulated in zip(entries, twin.entries, strict=True):
        if real.stamp not in calmed:
            assert abs(real.stamp - offset_us - simulated.stamp) <= STAMP_LATE_US
    told = [said for said in twin.heard if isinstance(said, Answer)]
    shown = [(said.n, said.seq, said.levels, said.errors) for said in answers]
    assert shown == [(said.n, said.seq, said.levels, said.errors) for said in told]
    hellos = [said for said in twin.heard if isinstance(said, PadHello)]
    assert (hello.pad_id, hello.name) == (hellos[-1].pad_id, hellos[-1].name)
