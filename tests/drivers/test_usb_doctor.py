"""`spytt doctor` with pads on USB: ptys, behind them the firmware's twin."""

import json
import re
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from firmware_host import usb_pads
from firmware_host.cli import doctor, doctor_machine, main
from firmware_host.cli.config_file import examples
from firmware_host.cli.doctor_machine import PiMachine
from firmware_host.doctor import heard
from firmware_host.usb_pads import PortSeen, look_at
from hw import serial_pads
from hw.ports import Button
from hw.serial_pads import SerialPads
from hw.units import MILLISECOND_NS
from tests.drivers.pty_pads import PtyNano, Sockets, awake
from tests.drivers.wires import Wires, eventually, meanwhile, plugged_in
from tests.rules.test_doctor_checks import FakeMachine

NANO = str(examples()["nano"])


@pytest.fixture
def sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sockets]:
    awake(monkeypatch)
    sockets = Sockets(tmp_path)
    usb = partial(SerialPads, find=sockets, look_s=0.01, byte_ns=0)
    monkeypatch.setattr(serial_pads, "SerialPads", usb)
    monkeypatch.setattr(usb_pads, "MEASURE_NS", 300 * MILLISECOND_NS)
    monkeypatch.setattr(doctor_machine, "usb_ports", sockets)
    yield sockets
    sockets.empty()


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> Wires:
    return plugged_in(monkeypatch)


class Looking(FakeMachine):
    """A good machine that really looks at its USB sockets."""

    def usb_pads(self) -> list[PortSeen]:
        return PiMachine(None, None).usb_pads()


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written, on a good machine."""
    written: list[str] = []
    monkeypatch.setattr(doctor, "_print_line", written.append)
    monkeypatch.setattr(doctor_machine, "PiMachine", lambda _config, _state: Looking())
    return written


class Players:
    """Press what the terminal asks for."""

    def __init__(self, lines: list[str], pads: dict[str, PtyNano]) -> None:
        self._lines = lines
        self._pads = pads

    def play(self) -> None:
        """Answer until the round is over."""
        for line in self._new_lines():
            seat, _, asked = line.partition(": ")
            if seat in self._pads and "press " in asked:
                word = asked.split("press ")[1].split()[0].strip(",").lower()
                self._pads[seat].press(Button(word))

    def _new_lines(self) -> Iterator[str]:
        told = 0
        while not any("buttons at rest" in line for line in self._lines):
            eventually(lambda: len(self._lines) > told)  # noqa: B023
            yield self._lines[told]
            told += 1


def test_the_guided_round_goes_over_pads_on_usb(
    wires: Wires, sockets: Sockets, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heard, "WITHIN_PPM", 500_000)  # these players are quick, machines slow
    ana, ben = PtyNano("Ana's pad", 1, ppm=300), PtyNano("Ben's pad", 2, ppm=-4000)
    sockets.plug_in(ana, "ttyUSB0")
    sockets.plug_in(ben, "ttyUSB1")
    players = Players(lines, {"Seat 1 (Ana)": ana, "Seat 2 (Ben)": ben})
    hand = meanwhile(players.play, 0)
    code = main(["doctor", "--config", NANO])
    hand.join()
    told = "\n".join(lines)
    assert code == 0, told
    assert "fine  seat 1, pad on USB: Ana's pad on" in told
    assert "fine  seat 2, buttons: all eight answer" in told
    assert "fine  seat 1, buzzer and LED: heard and seen" in told
    assert "is its LED lit, and does its buzzer sound, if it has one?" in told
    assert "stamps" not in told, "no kernel stamped these"
    links = [
        re.findall(r"is ([+-]\d+) ppm off \(within (\d+)\)", it) for it in lines if ", link" in it
    ]
    for link, ppm in zip(links, (300, -4000), strict=True):
        ((rate, within),) = link
        assert abs(int(rate) - ppm) <= int(within) + 1
    assert not ana.nano.lit


def test_a_pad_that_is_missing_is_told_and_the_other_is_asked(
    wires: Wires, sockets: Sockets, lines: list[str]
) -> None:
    sockets.plug_in(PtyNano("Ben's pad", 2))
    asked = partial(eventually, lambda: any("Seat 2 (Ben): press c1" in line for line in lines))
    hand = meanwhile(asked, signal.SIGINT)
    assert main(["doctor", "--config", NANO]) == 1
    hand.join()
    told = "\n".join(lines)
    assert "BAD   seat 1, pad on USB: Ana's pad is not plugged in" in told
    assert "Seat 1" not in told, "nobody asks who is not there"
    assert "seat 2, buttons at rest: all open" in told


def test_a_button_of_a_nano_is_named_by_its_pin(
    wires: Wires, sockets: Sockets, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    ana = PtyNano("Ana's pad", 1)
    ana.nano.closed.add(Button.C4)
    sockets.plug_in(ana, "ttyUSB0")
    sockets.plug_in(PtyNano("Ben's pad", 2), "ttyUSB1")
    assert main(["doctor", "--config", NANO, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    (bad,) = [it for it in told["findings"] if it["state"] == "bad"]
    assert bad["words"] == "stuck, closed though nobody presses: c4 (the Nano's D5)"
    usb = [it for it in told["findings"] if it["name"] == "usb"]
    assert [it["seat"] for it in usb] == [1, 2]
    assert usb[0]["figures"].keys() == {"round_trip_ms", "rate_ppm", "within_ppm"}


def test_nothing_plugged_in_is_nothing_seen() -> None:
    assert look_at((), time.monotonic_ns) == []
