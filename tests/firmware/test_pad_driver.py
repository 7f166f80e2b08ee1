"""The very firmware behind the console's own driver: pyserial, the session, the referee."""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Thread
from typing import NamedTuple

import pytest

from firmware_host.cli import main
from firmware_host.effects import Effect
from firmware_host.input_events import Pressed
from firmware_host.input_layer import InputLayer
from firmware_host.loop import Loop
from firmware_host.settings import Settings
from hw import serial_ports
from hw.ports import Arrival, Boot, Button, Clock, DriverFault, Edge, Gone, HostNs, PadInfo, Through
from hw.serial_pads import SerialPads
from hw.serial_ports import UsbPort
from hw.units import MILLISECOND_NS
from tests.drivers.pty_pads import awake
from tests.drivers.wires import eventually
from tests.firmware.conftest import Print
from tests.firmware.emulated_nano import EmulatedNano

A, B = PadInfo("a", 0, Clock.OWN), PadInfo("b", 1, Clock.OWN)
RACES = int(os.environ.get("SPYTT_TEST_RACES", "60"))
NOTICE_NS = 30 * MILLISECOND_NS
BETWEEN_S = 0.09


@contextmanager
def pad(eeprom: Path, name: str, **more: int) -> Iterator[EmulatedNano]:
    """Switch a Nano on that has been given its name before."""
    if not eeprom.exists():
        with EmulatedNano(eeprom=eeprom) as nano:
            assert main(["pad", "name", nano.terminal, name]) == 0
    with EmulatedNano(eeprom=eeprom, **more) as nano:
        yield nano


@contextmanager
def driven(
    find: Callable[[], Sequence[UsbPort]],
    seats: Sequence[tuple[PadInfo, str]],
    put: Callable[[Arrival], None],
) -> Iterator[SerialPads]:
    driver = SerialPads(seats, put, clock=time.monotonic_ns, find=find, look_s=0.02, byte_ns=0)
    try:
        yield driver
    finally:
        driver.close()


def test_a_pad_is_named_listed_and_known_again_on_another_port(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    awake(monkeypatch)
    with pad(tmp_path / "a.eeprom", "Ana's pad", resets_on_open_ms=300) as nano:
        monkeypatch.setattr(serial_ports, "usb_ports", lambda: [UsbPort(nano.terminal)])
        capsys.readouterr()
        assert main(["pad", "list"]) == 0
    assert "Ana's pad" in capsys.readouterr().out
    told: list[Arrival] = []
    ports: list[UsbPort] = []
    with driven(lambda: tuple(ports), [(A, "Ana's pad")], told.append) as driver:
        for life in (1, 2):
            with pad(tmp_path / "a.eeprom", "") as nano:
                ports[:] = [UsbPort(nano.terminal, life)]
                assert driver.await_all(20)
                eventually(lambda: isinstance(told[-1], Through))
                nano.press(Button.C1, time.monotonic_ns() + NOTICE_NS)
                eventually(counted(told, Edge, 2 * life))
            eventually(counted(told, Gone, life))
    assert sum(isinstance(it, Boot) for it in told) == 2
    assert not [it for it in told if isinstance(it, DriverFault)]


def counted(told: Sequence[Arrival], kind: type[Arrival], count: int) -> Callable[[], bool]:
    return lambda: sum(isinstance(it, kind) for it in told) == count


@dataclass
class Table:
    """The referee on its loop; keeps what it decided, and counts pads that go or begin anew."""

    layer: InputLayer
    pressed: list[Pressed] = field(default_factory=list)
    breaks: int = 0

    def feed(self, arrival: Arrival) -> list[Effect]:
        self.breaks += isinstance(arrival, Gone | Boot)
        self.pressed += [it for it in self.layer.feed(arrival) if isinstance(it, Pressed)]
        return []

    def due_at(self) -> HostNs | None:
        return self.layer.due_at()

    def asks(self) -> Mapping[str, HostNs]:
        return self.layer.asks()


class Race(NamedTuple):
    """When each finger was to touch, and what was decided; nothing if a pad was gone meanwhile."""

    touched: dict[str, int]
    told: list[Pressed]


def race(table: Table, ana: EmulatedNano, ben: EmulatedNano, gap_ns: int) -> Race:
    """Let both press, and wait until that is decided; a stalled machine may lose a pad instead."""
    begun, breaks = len(table.pressed), table.breaks
    ana_ns = time.monotonic_ns() + NOTICE_NS
    ana.press(Button.LEFT, ana_ns)
    ben.press(Button.LEFT, ana_ns + gap_ns)
    eventually(lambda: len(table.pressed) >= begun + 2 or table.breaks > breaks)
    time.sleep(BETWEEN_S)
    told = table.pressed[begun:] if table.breaks == breaks else []
    return Race({"a": ana_ns, "b": ana_ns + gap_ns}, told)


def test_two_pads_with_clocks_far_apart_race_and_the_first_finger_is_named(
    tmp_path: Path, figure: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    awake(monkeypatch)
    luck = Random("paced races")
    table = Table(InputLayer((A, B), Settings(hold_ms=1000), coin=1))
    loop = Loop(table, lambda _: None)
    races: list[Race] = []
    with ExitStack() as closing:
        ana = closing.enter_context(pad(tmp_path / "a", "Ana", ppm=300))
        ben = closing.enter_context(pad(tmp_path / "b", "Ben", ppm=-5000))
        ports = [UsbPort(ana.terminal, 1), UsbPort(ben.terminal, 2)]
        driver = closing.enter_context(driven(lambda: ports, [(A, "Ana"), (B, "Ben")], loop.put))
        thread = Thread(target=loop.run, args=((driver,),))
        thread.start()
        try:
            for _ in range(RACES):
                assert driver.await_all(20)
                eventually(lambda: all(track.away is None for track in table.layer._list))
                gap_ns = round(luck.uniform(1.0, 4.0) * MILLISECOND_NS) * luck.choice((1, -1))
                races.append(race(table, ana, ben, gap_ns))
        finally:
            loop.stop()
            thread.join()
        for nano in (ana, ben):
            nano.unplug()
        late = {instant for nano in (ana, ben) for instant, _ in nano.late}
    judged = ties = wrong = 0
    for touched, told in races:
        if not told or late & set(touched.values()):
            continue  # A busy machine lost a pad, or moved a contact later than it was asked to.
        judged += 1
        first, second = told
        assert {first.pad, second.pad} == {"a", "b"}
        ties += first.tie
        wrong += not first.tie and touched[first.pad] > touched[second.pad]
        for it in told:
            assert it.lo <= touched[it.pad] <= it.hi
    figure(
        f"paced races of two pads, +300 and -5000 ppm: {judged} judged, {ties} ties, {wrong} wrong"
    )
    assert wrong == 0
    assert judged >= RACES // 2, "the machine is too busy to tell anything"
