"""A console's wires for tests: a chip and a bus that behave as the real ones do, and a hand."""

import os
import time
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any

import pytest

from firmware_host.cli import hardware
from firmware_host.cli.config_file import examples, load
from firmware_host.config import I2cPanel
from hw.gpio_pads import GpioPads
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


def plugged_in(monkeypatch: pytest.MonkeyPatch) -> Wires:
    """Let the command line find these wires where it would find the real ones."""
    wires = Wires()
    monkeypatch.setattr(hardware, "open_gpio_pads", partial(_opened, wires.chip))
    monkeypatch.setattr(hardware, "I2cBus", lambda _number: wires.bus)
    return wires


def silenced(monkeypatch: pytest.MonkeyPatch) -> Silence:
    """Let the command line find no buzzers and no lamps."""
    silence = Silence()
    monkeypatch.setattr(hardware, "open_sounds", lambda *_given: silence)
    return silence


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
