"""The console with pads on USB: `spytt play --config` and `spytt trace --config` on ptys."""

import json
import logging
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from firmware_host import runner
from firmware_host.cli import main
from firmware_host.cli.config_file import examples
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import Scene
from hw import serial_pads
from hw.ports import Button
from hw.serial_pads import SerialPads
from hw.units import MILLISECOND_NS
from tests.drivers.pty_pads import PtyNano, Sockets, awake
from tests.drivers.wires import Wires, eventually, meanwhile, plugged_in, silenced

PATIENT = "[input]\nhold_ms = 5000\n\n"
"""On a host that may be busy no pad is called silent for that."""


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> Wires:
    return plugged_in(monkeypatch)


@pytest.fixture
def sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sockets]:
    """The console's USB sockets; nobody waits long for a pad that is missing."""
    awake(monkeypatch)
    sockets = Sockets(tmp_path)
    usb = partial(SerialPads, find=sockets, look_s=0.01, byte_ns=0)
    monkeypatch.setattr(serial_pads, "SerialPads", usb)
    monkeypatch.setattr(serial_pads, "MISSED_NS", 100 * MILLISECOND_NS)
    yield sockets
    sockets.empty()


@pytest.fixture
def scenes(monkeypatch: pytest.MonkeyPatch) -> list[Scene]:
    """All that the panels show."""
    shown: list[Scene] = []

    def framed(scene: Scene) -> bytes:
        shown.append(scene)
        return frame_of(scene)

    monkeypatch.setattr(runner, "frame_of", framed)
    return shown


def file_of(tmp_path: Path, example: str) -> str:
    file = tmp_path / "console.toml"
    file.write_text(examples()[example].read_text().replace("[[seat]]", PATIENT + "[[seat]]", 1))
    return str(file)


def is_told(words: str, scenes: list[Scene]) -> bool:
    return any(words in repr(scene) for scene in tuple(scenes))


def test_a_pad_that_is_not_plugged_in_is_told_of_on_the_panels_until_it_comes(
    tmp_path: Path,
    wires: Wires,
    sockets: Sockets,
    scenes: list[Scene],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    silence = silenced(monkeypatch)
    caplog.set_level(logging.INFO)
    nano = PtyNano("Ben's pad", 2)

    def play() -> None:
        eventually(lambda: is_told("Ben's pad is unplugged", scenes))
        sockets.plug_in(nano)
        eventually(lambda: "Ben's pad is connected" in caplog.text)
        wires.tap(0, Button.READY)
        nano.press(Button.READY)
        eventually(lambda: "spit" in silence.tones)
        sockets.pull_out()
        eventually(lambda: is_told("Cards are hidden", scenes))
        again = PtyNano("Ben's pad", 2, boot=1)
        sockets.plug_in(again, "ttyUSB1")
        eventually(lambda: silence.tones.count("start") == 2)

    hand = meanwhile(play, signal.SIGINT)
    assert main(["play", "--config", file_of(tmp_path, "mixed"), "--seed", "3"]) == 0
    hand.join()


def test_two_nanos_start_a_match_with_light_and_sound_of_their_own(
    tmp_path: Path, wires: Wires, sockets: Sockets
) -> None:
    ana, ben = PtyNano("Ana's pad", 1, ppm=300), PtyNano("Ben's pad", 2, ppm=-5000)
    sockets.plug_in(ana, "ttyUSB0")
    sockets.plug_in(ben, "ttyUSB1")

    def play() -> None:
        eventually(lambda: ana.nano.lit and ben.nano.lit)
        ana.press(Button.READY)
        ben.press(Button.READY)
        eventually(lambda: ana.nano.tone[0] > 0)
        eventually(lambda: not ben.nano.lit)

    hand = meanwhile(play, signal.SIGINT)
    assert main(["play", "--config", file_of(tmp_path, "nano"), "--seed", "3"]) == 0
    hand.join()
    assert not ana.nano.lit
    assert not any(any(frame) for frame in wires.frames())


def test_a_trace_holds_what_pads_on_pins_and_on_usb_report(
    tmp_path: Path, wires: Wires, sockets: Sockets, capsys: pytest.CaptureFixture[str]
) -> None:
    nano = PtyNano("Ben's pad", 2)
    sockets.plug_in(nano)
    file = tmp_path / "a.trace.jsonl"

    def press() -> None:
        eventually(lambda: file.exists() and '"through"' in file.read_text())
        eventually(lambda: '"sync"' in file.read_text())
        wires.tap(0, Button.LEFT)
        nano.press(Button.RIGHT)
        eventually(lambda: file.read_text().count('"edge":"right"') == 2)

    hand = meanwhile(press, signal.SIGINT)
    assert main(["trace", "--config", file_of(tmp_path, "mixed"), "-o", str(file)]) == 0
    hand.join()
    header = json.loads(file.read_text().splitlines()[0])
    assert [pad["clock"] for pad in header["pads"]] == ["host", "own"]
    capsys.readouterr()
    assert main(["arbitrate", str(file), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["seat"] for line in told if "press" in line] == [0, 1]


def test_what_cannot_be_opened_leaves_no_pad_open(
    tmp_path: Path, wires: Wires, sockets: Sockets, capsys: pytest.CaptureFixture[str]
) -> None:
    nano = PtyNano("Ben's pad", 2)
    sockets.plug_in(nano)
    wires.chip.used[17] = "another program"
    assert main(["play", "--config", file_of(tmp_path, "mixed")]) == 1
    assert "another program" in capsys.readouterr().err
    assert not nano.nano.lit
