"""The Nano in real time, through pyserial: nothing is ever early, whatever the machine does."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
import serial

from hw.pad_frames import FrameReader, wrap
from hw.pad_messages import (
    Ack,
    Answer,
    Entries,
    Entry,
    Name,
    PadHello,
    Probe,
    ToHost,
    ToPad,
    Who,
    decode_to_host,
    encode,
)
from hw.ports import Button
from tests.firmware.emulated_nano import EXTERNAL_RESET, EmulatedNano

MS = 1_000_000
PATIENCE_NS = 5_000 * MS
STAMP_LATE_US = 10


class Heard(NamedTuple):
    """A message and the host instant at which it had been read."""

    at_ns: int
    message: ToHost


class Talk:
    """A host that only talks: what it says and hears, with its instants."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._reader = FrameReader()
        self.heard: list[Heard] = []
        self.probed: dict[int, int] = {}

    def say(self, message: ToPad) -> None:
        if isinstance(message, Probe):
            self.probed[message.n] = time.monotonic_ns()
        self._port.write(wrap(encode(message)))

    def listen(self, until_ns: int) -> None:
        while time.monotonic_ns() < until_ns:
            data = self._port.read(max(1, self._port.in_waiting))
            at_ns = time.monotonic_ns()
            for frame in self._reader.read(data):
                said = decode_to_host(frame) if frame else None
                # Opening the port may have cut the first hello in two; else the line is clean.
                assert said is not None or not self.heard
                if said is not None:
                    self.heard.append(Heard(at_ns, said))

    def listen_until(self, is_told: Callable[[], bool]) -> None:
        """Listen for as long as a busy machine takes."""
        until_ns = time.monotonic_ns() + PATIENCE_NS
        while not is_told():
            assert time.monotonic_ns() < until_ns, "it was not told"
            self.listen(time.monotonic_ns() + 5 * MS)

    def has_heard(self, kind: type[ToHost]) -> bool:
        return any(isinstance(said, kind) for _, said in self.heard)

    def entries(self) -> dict[int, Entry]:
        """List the entries heard, by their numbers."""
        told = [said for _, said in self.heard if isinstance(said, Entries)]
        return {n: it for said in told for n, it in enumerate(said.entries, said.first)}

    def hellos(self) -> list[PadHello]:
        return [said for _, said in self.heard if isinstance(said, PadHello)]

    def hello(self) -> PadHello:
        """Ask until it says hello."""
        until_ns = time.monotonic_ns() + PATIENCE_NS
        while time.monotonic_ns() < until_ns:
            self.say(Who())
            self.listen(time.monotonic_ns() + 20 * MS)
            if hellos := self.hellos():
                return hellos[-1]
        raise AssertionError("no hello")


@contextmanager
def talking_to(nano: EmulatedNano) -> Iterator[Talk]:
    with serial.Serial(nano.terminal, 500_000, timeout=0.001, exclusive=True) as port:
        yield Talk(port)


@pytest.mark.parametrize("ppm", [300, -5000, 5000], ids="its crystal {:+} ppm".format)
def test_every_bound_on_its_clock_holds(ppm: int) -> None:
    with EmulatedNano(ppm=ppm) as nano, talking_to(nano) as talk:
        talk.hello()
        touched = [time.monotonic_ns() + (20 + 15 * place) * MS for place in range(20)]
        for place, at_ns in enumerate(touched):
            nano.move(Button.C1, at_ns, closed=place % 2 == 0)
        for n in range(80):
            talk.say(Probe(n, 0))
            talk.listen(time.monotonic_ns() + 5 * MS)
            talk.say(Ack(len(talk.entries())))
        talk.listen_until(lambda: len(talk.entries()) == len(touched))
        nano.unplug()
    assert nano.watchdog_resets == 0

    def host_ns(stamp_us: int) -> float:
        return stamp_us * 1e9 / (1_000_000 + ppm)

    # Where the pad's zero can lie on the host's clock, by all its answers.
    answers = [(at_ns, said) for at_ns, said in talk.heard if isinstance(said, Answer)]
    soonest = max(talk.probed[said.n] - host_ns(said.received) for _, said in answers)
    latest = min(at_ns - host_ns(said.sent) for at_ns, said in answers)
    # Of probes that a busy machine lets pile up, the pad keeps eight.
    assert len(answers) >= 8
    assert soonest <= latest
    entries = talk.entries()
    late = {instant for instant, _ in nano.late}
    assert len(entries) == len(touched)
    for at_ns, entry in zip(touched, entries.values(), strict=True):
        assert at_ns <= latest + host_ns(entry.stamp)
        if at_ns not in late:
            assert soonest + host_ns(entry.stamp - STAMP_LATE_US) <= at_ns


def test_it_keeps_its_name_on_another_port(tmp_path: Path) -> None:
    boots = set()
    for round_ in range(2):
        with EmulatedNano(eeprom=tmp_path / "eeprom") as nano, talking_to(nano) as talk:
            hello = talk.hello()
            boots.add(hello.boot)
            if round_ == 0:
                talk.say(Name(7, "Ana"))
                talk.listen_until(lambda: "Ana" in {it.name for it in talk.hellos()})
    assert (hello.pad_id, hello.name) == (7, "Ana")
    assert len(boots) == 2


def test_opening_its_port_resets_it() -> None:
    with EmulatedNano(resets_on_open_ms=100) as nano:
        boots = set()
        for _ in range(2):
            opened_ns = time.monotonic_ns()
            with talking_to(nano) as talk:
                hello = talk.hello()
                assert talk.heard[0].at_ns - opened_ns >= 100 * MS
                assert hello.cause == EXTERNAL_RESET
                boots.add(hello.boot)
            time.sleep(0.5)  # the emulator must see that it was closed, on a busy machine, too
    assert len(boots) == 2


def test_a_reset_is_a_new_boot() -> None:
    with EmulatedNano() as nano, talking_to(nano) as talk:
        boot = talk.hello().boot
        nano.reset()
        talk.listen_until(lambda: talk.hellos()[-1].boot == boot + 1)
        assert {it.boot for it in talk.hellos()} == {boot, boot + 1}


def test_unplugged_its_port_is_gone() -> None:
    with EmulatedNano() as nano, talking_to(nano) as talk:
        talk.hello()
        nano.unplug()
        with pytest.raises(OSError, match=r"Input/output error|no data|disconnected"):
            talk.listen(time.monotonic_ns() + PATIENCE_NS)
        assert not Path(nano.terminal).exists()


def test_an_edge_asked_for_too_late_is_told() -> None:
    with EmulatedNano() as nano, talking_to(nano) as talk:
        talk.hello()
        talk.listen(time.monotonic_ns() + 10 * MS)
        talk.say(Probe(1, 0))
        talk.listen_until(lambda: talk.has_heard(Answer))
        # However far it lags, it has come as far as the probe.
        missed_ns = talk.probed[1] - 5 * MS
        nano.move(Button.C1, missed_ns, closed=True)
        talk.listen_until(lambda: talk.has_heard(Entries))
        nano.unplug()
        [(instant, by_us)] = nano.late
        assert instant == missed_ns
        assert by_us >= 4_900
