"""The console on wires: `spytt play --config` and `spytt trace --config`, on a chip and a bus that
behave as the real ones do.
"""

import json
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from firmware_host.cli import hardware, main
from firmware_host.cli.config_file import examples, load
from firmware_host.config import I2cPanel, Source
from hw.gpio_pads import GpioPads
from hw.panel_chips import Chip
from hw.panel_spi import SpiPins
from hw.ports import Button
from sim.panel_bus import ModelBus
from sim.panel_model import model_of
from tests.drivers.kernel_lines import KernelChip

from hw.gpio_chip import open_gpio_pads  # isort: skip

PATIENCE_S = 20
CONFIG = examples()["one-bus"]


class Wires:
    """A chip with the buttons of the usual build, and its bus with both panels."""

    def __init__(self) -> None:
        self.config = load(CONFIG)
        self.chip = KernelChip()
        panels = [it.panel for it in self.config.seats if isinstance(it.panel, I2cPanel)]
        self.bus = ModelBus({panel.address: model_of(panel.chip) for panel in panels})

    def frames(self) -> list[bytes]:
        """What an eye sees on the panels."""
        return [model.pixels() for model in self.bus.models.values()]

    def tap(self, seat: int, button: Button) -> None:
        """Close a contact for a moment, as the kernel stamps it."""
        pin = self.config.seats[seat].buttons[button]
        for is_closed in (True, False):
            self.chip.requests[seat].edge(pin, is_closed, time.monotonic_ns())
            time.sleep(0.03)


class Silence:
    """No buzzers and no lamps; what they are told is kept."""

    def __init__(self) -> None:
        self.tones: list[str] = []
        self.lit: dict[int, bool] = {}

    def sound(self, _seat: int | None, tone: str) -> None:
        self.tones.append(tone)

    def volume(self, level: int) -> None: ...

    def light(self, seat: int, is_lit: bool) -> None:
        self.lit[seat] = is_lit

    def close(self) -> None: ...


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> Wires:
    wires = Wires()
    monkeypatch.setattr(hardware, "open_gpio_pads", partial(_opened, wires.chip))
    monkeypatch.setattr(hardware, "I2cBus", lambda _number: wires.bus)
    return wires


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Silence:
    silence = Silence()
    monkeypatch.setattr(hardware, "open_sounds", lambda _config: silence)
    return silence


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(path))
        monkeypatch.setenv("NOTIFY_SOCKET", str(path))
        yield listener


def _opened(kernel: KernelChip, *given: Any, **more: Any) -> GpioPads:
    return open_gpio_pads(*given, **{**more, "chip": "/dev/null", "open_chip": kernel.open})


def eventually(what: Callable[[], object]) -> None:
    """Wait for what another thread does."""
    end = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.005)


def meanwhile(act: Callable[[], None], then: int) -> Thread:
    """Let a hand do something while the command runs, and end it by a signal."""

    def run() -> None:
        try:
            act()
        finally:
            os.kill(os.getpid(), then)

    hand = Thread(target=run)
    hand.start()
    return hand


def test_two_people_start_a_match_on_the_wires_and_the_panels_go_dark_at_the_end(
    wires: Wires, silence: Silence, systemd: socket.socket, tmp_path: Path
) -> None:
    frames: list[list[bytes]] = []

    def play() -> None:
        eventually(lambda: all(any(frame) for frame in wires.frames()))
        frames.append(wires.frames())
        eventually(lambda: silence.lit == {0: True, 1: True})
        for seat in (0, 1):
            wires.tap(seat, Button.READY)
        eventually(lambda: "spit" in silence.tones)
        eventually(lambda: wires.frames() != frames[0])
        frames.append(wires.frames())

    hand = meanwhile(play, signal.SIGTERM)
    records = tmp_path / "records"
    argv = ["play", "--config", str(CONFIG), "--seed", "3", "--record", str(records)]
    assert main(argv) == 0
    hand.join()
    title, table = frames
    assert title[0] == title[1], "both see the title"
    assert table[0] != table[1], "each sees its own cards"
    assert silence.lit == {0: False, 1: False}
    assert [any(frame) for frame in wires.frames()] == [False, False], "all dark"
    assert wires.bus.is_closed
    assert all(request.is_released for request in wires.chip.requests)
    assert [path.name.startswith("spit-") for path in records.iterdir()] == [True]
    told = [systemd.recv(100), systemd.recv(100)]
    assert told == [b"READY=1", b"STOPPING=1"]


def test_a_panel_that_is_unplugged_pauses_the_match_until_it_is_back(
    wires: Wires, silence: Silence, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    def play() -> None:
        eventually(lambda: silence.lit == {0: True, 1: True})
        for seat in (0, 1):
            wires.tap(seat, Button.READY)
        eventually(lambda: "spit" in silence.tones)
        wires.bus.unplugged.add(0x3D)
        eventually(lambda: "Ben's panel is lost" in caplog.text)
        wires.bus.unplugged.clear()
        eventually(lambda: "Ben's panel is back" in caplog.text)
        eventually(lambda: silence.tones.count("start") == 2)

    hand = meanwhile(play, signal.SIGINT)
    assert main(["play", "--config", str(CONFIG), "--seed", "3"]) == 0
    hand.join()
    assert "seat 2: the ssd1306 panel on I2C 1, address 0x3D does not answer" in caplog.text


def test_a_trace_holds_what_the_wires_report(wires: Wires, tmp_path: Path) -> None:
    file = tmp_path / "a.trace.jsonl"

    def press() -> None:
        eventually(lambda: wires.chip.requests[1:])
        wires.tap(1, Button.LEFT)
        eventually(lambda: file.read_text().count('"edge":"left"') == 2)

    hand = meanwhile(press, signal.SIGINT)
    assert main(["trace", "--config", str(CONFIG), "-o", str(file)]) == 0
    hand.join()
    header, *lines = map(json.loads, file.read_text().splitlines())
    assert [pad["clock"] for pad in header["pads"]] == ["host", "host"]
    edges = [line for line in lines if "edge" in line]
    assert [(edge["pad"], edge["edge"], edge["level"]) for edge in edges] == [
        ("b", "left", 1),
        ("b", "left", 0),
    ]


def test_what_cannot_be_opened_leaves_nothing_open(
    wires: Wires, silence: Silence, capsys: pytest.CaptureFixture[str]
) -> None:
    wires.chip.used[17] = "another program"
    assert main(["play", "--config", str(CONFIG)]) == 1
    assert "another program" in capsys.readouterr().err
    assert wires.bus.is_closed
    assert not any(any(frame) for frame in wires.frames())


def test_hardware_and_simulation_at_once_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["play", "--sim", "--config", str(CONFIG)])
    assert refused.value.code == 2
    assert "give one of them" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("named", "has_gpiod", "source"),
    [
        (Source.GPIOZERO, True, Source.GPIOZERO),
        (None, True, Source.GPIOD),
        (None, False, Source.GPIOZERO),
    ],
    ids=["what the file says", "libgpiod where it is", "else gpiozero"],
)
def test_the_source_of_edges(
    named: Source | None,
    has_gpiod: bool,
    source: Source,
    wires: Wires,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hardware, "find_spec", lambda _name: has_gpiod or None)
    assert hardware.source_of(replace(wires.config, source=named)) is source


def test_panels_on_spi_are_found_by_their_chip_select(monkeypatch: pytest.MonkeyPatch) -> None:
    config = load(examples()["spi"])
    opened: dict[int, Mapping[int, SpiPins]] = {}
    bus = ModelBus({0: model_of(Chip.SSD1306), 1: model_of(Chip.SSD1306)})

    def open_spi(port: int, selects: Mapping[int, SpiPins]) -> ModelBus:
        opened[port] = selects
        return bus

    monkeypatch.setattr(hardware, "open_spi", open_spi)
    (panels,) = hardware.open_buses(config, lambda _seat, _words: None)
    assert sorted(opened[0]) == [0, 1]
    assert set(panels.ports) == {0, 1}
    panels.close_all()


def test_buzzers_and_lamps_are_opened_by_seat(
    wires: Wires, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Mapping[int, int]] = []

    def open_sounder(*seats: Mapping[int, int], clock: object) -> None:
        assert clock is time.monotonic_ns
        given.extend(seats)

    monkeypatch.setattr(hardware, "open_sounder", open_sounder)
    hardware.open_sounds(wires.config)
    assert given == [{0: 10, 1: 8}, {0: 9, 1: 7}]
