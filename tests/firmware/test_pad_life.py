"""The pad from boot to boot: who it is, its registers, lamp and buzzer, noise, watchdog."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from hw.pad_frames import wrap
from hw.pad_messages import Name, Output, PadHello, Probe, Who, encode
from hw.ports import Button
from tests.firmware.virtual_nano import MS, US, VirtualNano

POWER_ON, EXTERNAL, WATCHDOG = 1, 2, 8
SLOT = 35
"""Bytes of one of the two slots of the EEPROM."""

REGISTERS = {
    "UBRR0: 500,000 baud": (0xC4, 0xFF, 1),
    "UBRR0, high": (0xC5, 0x0F, 0),
    "U2X off": (0xC0, 0x02, 0),
    "UCSR0C: 8N1": (0xC2, 0xFF, 0x06),
    "UCSR0B: both ways, receiving by interrupt": (0xC1, 0xD8, 0x98),
    "D2 to D7 are inputs": (0x2A, 0xFC, 0),
    "with pull-ups": (0x2B, 0xFC, 0xFC),
    "D8 and D9 are inputs, D11 and D13 outputs": (0x24, 0x2B, 0x28),
    "D8 and D9 with pull-ups": (0x25, 0x03, 0x03),
    "timer1 is normal": (0x80, 0xFF, 0),
    "timer1 ticks at 2 MHz": (0x81, 0xFF, 0x02),
    "pin changes of ports B and D": (0x68, 0x07, 0x05),
    "all buttons of port B": (0x6B, 0xFF, 0x03),
    "all buttons of port D": (0x6D, 0xFF, 0xFC),
    "the watchdog resets after 0.5 s": (0x60, 0x6F, 0x0D),
    "SLEEP is idle": (0x53, 0x0E, 0),
}


def hello_after(nano: VirtualNano, *, ms: float = 10) -> PadHello:
    """Let time pass, and give the one hello heard meanwhile."""
    heard_before = len(nano.hellos())
    nano.run(ms=ms)
    [hello] = nano.hellos()[heard_before:]
    return hello


@pytest.mark.parametrize("name", REGISTERS)
def test_the_registers_are_as_the_wires_want_it(name: str) -> None:
    address, bits, value = REGISTERS[name]
    with VirtualNano() as nano:
        nano.run(ms=5)
        assert nano.peek(address) & bits == value


def test_bytes_follow_each_other_at_500_000_baud() -> None:
    with VirtualNano() as nano:
        nano.run(ms=5)
        cycles = [cycle for cycle, _ in nano.bytes_heard]
    assert {later - sooner for sooner, later in pairwise(cycles[1:])} == {20 * US}


def test_it_says_hello_at_boot_and_when_asked() -> None:
    with VirtualNano() as nano:
        first = hello_after(nano)
        assert (first.protocol, first.version, first.pad_id, first.name) == (1, (1, 0), 0, "")
        assert (first.cause, first.next) == (POWER_ON, 1)
        nano.say(Who())
        assert hello_after(nano) == first
        nano.say(Who(protocol=77))
        assert hello_after(nano) == first, "whoever asks learns which protocol it speaks"


def test_a_hello_names_the_oldest_entry_kept() -> None:
    with VirtualNano(acks=False) as nano:
        hello_after(nano)
        nano.chatter(Button.C1, [nano.now + MS, nano.now + 2 * MS])
        nano.run(ms=5)
        nano.say(Who())
        assert hello_after(nano).next == 1
        nano.say(Probe(1, 2))
        nano.say(Who())
        assert hello_after(nano).next == 3


def test_every_boot_has_a_number_of_its_own(tmp_path: Path) -> None:
    boots = []
    for _ in range(3):
        with VirtualNano(eeprom=tmp_path / "eeprom") as nano:
            boots.append(hello_after(nano).boot)
            for _ in range(3):
                nano.reset(EXTERNAL)
                hello = hello_after(nano)
                assert hello.cause == EXTERNAL
                boots.append(hello.boot)
    assert boots == list(range(boots[0], boots[0] + 12))


@pytest.mark.parametrize("name", ["Ana", "", "Tårnfrid ærlig øl", "x" * 24])
def test_a_name_is_kept_without_power(name: str, tmp_path: Path) -> None:
    with VirtualNano(eeprom=tmp_path / "eeprom") as nano:
        before = hello_after(nano)
        nano.say(Name(0xDEAD_BEEF, "another"))
        hello_after(nano)
        nano.say(Name(0x0102_0304, name))
        hello = hello_after(nano)
        assert (hello.pad_id, hello.name) == (0x0102_0304, name)
        assert hello.boot == before.boot
    with VirtualNano(eeprom=tmp_path / "eeprom") as nano:
        hello = hello_after(nano)
        assert (hello.pad_id, hello.name) == (0x0102_0304, name)


def eeprom(nano: VirtualNano) -> list[int]:
    """Read both slots."""
    return [nano.peek_eeprom(place) for place in range(2 * SLOT)]


@pytest.mark.parametrize("torn", ["a boot", "a new name"])
def test_power_lost_while_writing_leaves_the_pad_before_or_after_it(torn: str) -> None:
    with VirtualNano() as nano:
        hello_after(nano)
        nano.say(Name(7, "before"))
        last = hello_after(nano)
        before = eeprom(nano)
        if torn == "a boot":
            nano.reset()
        else:
            nano.say(Name(8, "the other name"))
            assert hello_after(nano).name == "the other name"
        nano.run(ms=10)
        after = eeprom(nano)
        changed = [place for place in range(2 * SLOT) if before[place] != after[place]]
        assert changed
        for written in range(len(changed) + 1):
            for half in (0x00, 0xFF):
                for place, value in enumerate(before):
                    nano.poke_eeprom(place, value)
                for place in changed[:written]:
                    nano.poke_eeprom(place, after[place])
                if written < len(changed):
                    nano.poke_eeprom(changed[written], half)
                nano.reset()
                hello = hello_after(nano)
                assert (hello.pad_id, hello.name) in {(7, "before"), (8, "the other name")}
                assert hello.boot > last.boot


def test_an_eeprom_full_of_anything_is_a_pad_without_a_name() -> None:
    luck = Random(4)
    with VirtualNano() as nano:
        for _ in range(5):
            for place in range(2 * SLOT):
                nano.poke_eeprom(place, luck.randrange(256))
            nano.reset()
            hello = hello_after(nano)
            assert (hello.pad_id, hello.name) == (0, "")


@pytest.mark.parametrize("seed", range(3), ids=lambda seed: f"seed {seed}")
def test_no_noise_stops_it(seed: int) -> None:
    luck = Random(seed)
    with VirtualNano() as nano:
        hello_after(nano)
        nano.noise(luck.randbytes(4000) + bytes(200) + b"\xff" * 300)
        nano.run(ms=120)
        for _ in range(300):
            # Whole frames with a good CRC, of any type and length, but none that it knows.
            body = luck.randbytes(luck.randrange(45))
            nano.noise(wrap(bytes([luck.randrange(6, 256)]) + body))
            nano.noise(
                wrap(bytes([luck.randrange(1, 6)]) + luck.randbytes(luck.choice((7, 30)))[:30])[3:]
            )
        nano.run(ms=600)
        nano.noise(b"\0" + wrap(encode(Who())))
        hello = hello_after(nano)
        assert (hello.pad_id, hello.boot) == (0, 1)
        nano.say(Probe(1, 0))
        nano.run(ms=5)
        assert nano.answers()[-1].n == 1
        assert nano.watchdog_resets == 0


@pytest.mark.parametrize("kind", range(1, 6))
@pytest.mark.parametrize("length", range(32))
def test_a_message_of_another_length_is_an_error(kind: int, length: int) -> None:
    right = {1: [1], 2: [3], 3: [2], 4: [5], 5: range(4, 29)}[kind]
    with VirtualNano() as nano:
        nano.run(ms=5)
        nano.noise(wrap(bytes([kind]) + bytes(length)))
        nano.say(Probe(9, 0))
        nano.run(ms=5)
        assert nano.answers()[-1].n == 9
        assert nano.answers()[-1].errors == (0 if length in right else 1)


def test_the_watchdog_ends_a_pad_that_hangs_and_it_tells_so() -> None:
    with VirtualNano() as nano:
        boot = hello_after(nano).boot
        for timer_interrupts in (0x6E, 0x6F):
            nano.poke_register(timer_interrupts, 0)
        # Nothing wakes it any more.
        hello = hello_after(nano, ms=1200)
        assert nano.watchdog_resets == 1
        assert (hello.cause, hello.boot) == (WATCHDOG, boot + 1)


def test_it_sleeps_most_of_the_time() -> None:
    with VirtualNano() as nano:
        nano.run(ms=5)
        begin, idle = nano.now, nano.figures().idle
        nano.run(ms=200)
        assert (nano.figures().idle - idle) / (nano.now - begin) > 0.9


@pytest.mark.parametrize("hz", [31, 100, 262, 440, 784, 1047, 1568, 4000, 10_000])
def test_the_buzzer_sounds_a_note_for_its_time(hz: int) -> None:
    with VirtualNano() as nano:
        nano.run(ms=5)
        nano.outputs.clear()
        nano.say(Output(is_lit=False, hz=hz, ms=200))
        nano.run(ms=300)
        turns = [cycle for cycle, pin, _ in nano.outputs if pin == 11]
        assert nano.peek(0xB1) == 0, "timer2 has stopped"
    assert len(turns) == pytest.approx(hz * 0.4, rel=0.02, abs=3)
    half = (turns[-2] - turns[1]) / (len(turns) - 3)
    assert half == pytest.approx(8_000_000 / hz, rel=0.01)


def test_a_note_without_an_end_sounds_until_told() -> None:
    with VirtualNano() as nano:
        nano.run(ms=5)
        nano.say(Output(is_lit=False, hz=1000, ms=0))
        nano.run(ms=500)
        assert nano.peek(0xB1) != 0
        nano.say(Output(is_lit=False, hz=0, ms=0))
        nano.run(ms=2)
        assert nano.peek(0xB1) == 0
        assert nano.peek(0x25) & 0x08 == 0, "the buzzer draws no current"


def test_the_lamp_is_lit_and_put_out() -> None:
    with VirtualNano() as nano:
        nano.run(ms=5)
        for is_lit in (True, False, True):
            nano.say(Output(is_lit=is_lit, hz=0, ms=0))
            nano.run(ms=2)
            assert bool(nano.peek(0x25) & 0x20) is is_lit
