"""A console with buttons on pins beside a Nano with the very firmware: `spytt play --config`."""

import logging
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.cli.config_file import examples
from hw import serial_pads
from hw.ports import Button
from hw.serial_pads import SerialPads
from hw.serial_ports import UsbPort
from hw.units import MILLISECOND_NS
from tests.drivers.wires import eventually, meanwhile, plugged_in, silenced
from tests.firmware.emulated_nano import EmulatedNano

NOTICE_NS = 30 * MILLISECOND_NS


def test_a_match_starts_waits_for_the_nano_that_is_pulled_out_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Opening its port resets it, as DTR does, and its bootloader takes a while."""
    caplog.set_level(logging.INFO)
    wires, silence = plugged_in(monkeypatch), silenced(monkeypatch)
    ports: list[UsbPort] = []
    usb = partial(SerialPads, find=lambda: tuple(ports), look_s=0.02, byte_ns=0)
    monkeypatch.setattr(serial_pads, "SerialPads", usb)
    eeprom, file = tmp_path / "eeprom", tmp_path / "console.toml"
    patient = "[input]\nhold_ms = 5000\n\n[[seat]]"
    file.write_text(examples()["mixed"].read_text().replace("[[seat]]", patient, 1))
    with EmulatedNano(eeprom=eeprom) as nano:
        assert main(["pad", "name", nano.terminal, "Ben's pad"]) == 0

    def begin() -> None:
        with EmulatedNano(eeprom=eeprom, resets_on_open_ms=300, ppm=-4000) as nano:
            ports[:] = [UsbPort(nano.terminal, 1)]
            eventually(lambda: "Ben's pad is connected" in caplog.text)
            wires.tap(0, Button.READY)
            nano.press(Button.READY, time.monotonic_ns() + NOTICE_NS)
            eventually(lambda: "spit" in silence.tones)
        ports.clear()

    def play() -> None:
        begin()
        eventually(lambda: "Ben's pad is gone" in caplog.text)
        with EmulatedNano(eeprom=eeprom, resets_on_open_ms=300, ppm=-4000) as nano:
            ports[:] = [UsbPort(nano.terminal, 2)]
            eventually(lambda: silence.tones.count("start") == 2)

    hand = meanwhile(play, signal.SIGINT)
    assert main(["play", "--config", str(file), "--seed", "3"]) == 0
    hand.join()
    assert "Ben's pad is back" in caplog.text
