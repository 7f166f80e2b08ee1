"""The two kinds of bus, against stand-ins for their libraries."""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from hw import panel_spi
from hw.panel_bus import I2cBus, Message
from hw.panel_spi import SpiBus, SpiPins, open_spi
from hw.ports import DeviceError
from sim.panel_bus import FIRST_ADDRESS, ModelBus
from sim.panel_core import PanelModel
from sim.panel_model import Ssd1306Model


class FakeSmbus:
    """smbus2's bus with a model on it; its messages are smbus2's own."""

    opened: dict[int, "FakeSmbus"]
    devices: Path

    def __init__(self, number: int) -> None:
        if number == 9:
            raise FileNotFoundError(2, "No such file or directory", "/dev/i2c-9")
        if number == 8:
            raise PermissionError(13, "Permission denied", "/dev/i2c-8")
        self.model = Ssd1306Model()
        self.bus = ModelBus({60: self.model})
        self.calls: list[list[tuple[int, int, bytes]]] = []
        self.opened[number] = self
        self.fd = os.open(self.devices / f"i2c-{number}", os.O_CREAT)

    def i2c_rdwr(self, *messages: Any) -> None:
        self.calls.append([(it.addr, it.flags, bytes(it)) for it in messages])
        for it in messages:
            if it.flags:
                it.buf[0] = bytes((self.bus.status(it.addr),))
            elif len(it) > 1:
                self.bus.write([Message(it.addr, bytes(it))])

    def close(self) -> None:
        self.bus.close()
        os.close(self.fd)


@pytest.fixture
def smbus(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[dict[int, FakeSmbus]]:
    monkeypatch.setattr("smbus2.SMBus", FakeSmbus)
    FakeSmbus.opened, FakeSmbus.devices = {}, tmp_path
    yield FakeSmbus.opened
    for fake in FakeSmbus.opened.values():
        if not fake.bus.is_closed:
            fake.close()


def test_messages_of_one_call_are_one_i2c_transaction(smbus: dict[int, FakeSmbus]) -> None:
    bus = I2cBus(1)
    bus.write([Message(60, b"\x00\xaf"), Message(60, b"\x00\x81\x05")])
    assert smbus[1].calls == [[(60, 0, b"\x00\xaf"), (60, 0, b"\x00\x81\x05")]]
    assert smbus[1].model.contrast == 5
    bus.close()
    assert smbus[1].bus.is_closed


def test_the_status_byte_is_asked_for_and_read_in_one_transaction(
    smbus: dict[int, FakeSmbus],
) -> None:
    assert I2cBus(1).status(60) == 0x46
    ((asked, (address, flags, _)),) = smbus[1].calls
    assert asked == (60, 0, b"\x00")
    assert (address, flags) == (60, 1)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        pytest.param(9, r"no I2C bus 9 \(/dev/i2c-9\): enable it with", id="no such bus"),
        pytest.param(8, r"I2C bus 8 may not be used: join its group", id="not in the group"),
    ],
)
def test_a_bus_that_cannot_be_opened_is_named_with_the_remedy(
    number: int, words: str, smbus: dict[int, FakeSmbus]
) -> None:
    with pytest.raises(DeviceError, match=words):
        I2cBus(number)


def test_a_bus_is_nobody_elses_until_it_is_closed(smbus: dict[int, FakeSmbus]) -> None:
    panels, other = I2cBus(1), I2cBus(2)
    with pytest.raises(DeviceError, match="I2C bus 1 is used by another Spytt: end that one"):
        I2cBus(1)
    panels.close()
    I2cBus(1).close()
    other.close()


class Line:
    """luma's serial interface with a model behind it."""

    def __init__(self) -> None:
        self.model: PanelModel = Ssd1306Model()
        self.is_clean = False

    def command(self, *codes: int) -> None:
        self.model.command(*codes)

    def data(self, data: Sequence[int]) -> None:
        self.model.data(data)

    def cleanup(self) -> None:
        self.is_clean = True


def test_on_spi_the_control_byte_becomes_the_d_c_line() -> None:
    lines = {0: Line(), 1: Line()}
    bus = SpiBus(lines)
    bus.write([Message(1, b"\x00\x20\x00"), Message(0, b"\x00\x81\x07"), Message(1, b"\x40\x2a")])
    assert lines[0].model.contrast == 7
    assert 0x2A in (lines[1].model.ram[0][0], lines[1].model.ram[0][-1])
    with pytest.raises(OSError, match="chip select 1"):
        bus.status(1)
    bus.close()
    assert lines[0].is_clean
    assert lines[1].is_clean


class FakeSpidev:
    """spidev's device; what is written goes with the level of the D/C pin."""

    written: list[tuple[int, list[int], int]]

    def open(self, _port: int, device: int) -> None:
        if device == 7:
            raise FileNotFoundError(2, "No such file or directory")
        self.device = device

    def writebytes(self, values: list[int]) -> None:
        level = int(Device.pin_factory.pin(24).state)
        self.written.append((self.device, values, level))

    def close(self) -> None:
        self.device = -1


@pytest.fixture
def spidev(monkeypatch: pytest.MonkeyPatch) -> type[FakeSpidev]:
    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=FakeSpidev))
    monkeypatch.setattr(Device, "pin_factory", MockFactory())
    monkeypatch.setattr(panel_spi, "_RESET_S", 0)
    FakeSpidev.written = []
    return FakeSpidev


def test_two_spi_panels_may_share_their_pins(spidev: type[FakeSpidev]) -> None:
    bus = open_spi(0, {0: SpiPins(24, 25), 1: SpiPins(24, 25)})
    assert Device.pin_factory.pin(25).state == 1
    bus.write([Message(1, b"\x00\xae"), Message(0, b"\x40\x01\x02")])
    assert spidev.written == [(1, [0xAE], 0), (0, [1, 2], 1)]
    bus.close()
    open_spi(0, {0: SpiPins(24, 25)}).close()  # pins that were not released would be refused


def test_an_spi_device_that_is_missing_is_named_with_the_remedy(spidev: type[FakeSpidev]) -> None:
    with pytest.raises(DeviceError, match=r"SPI 0 cannot be used \(SPI device not found\): enable"):
        open_spi(0, {7: SpiPins(24, 25)})
    open_spi(0, {0: SpiPins(24, 25)}).close()


@pytest.mark.parametrize("library", ["spidev", "gpiozero"])
def test_without_a_library_the_extra_that_brings_it_is_named(
    library: str, spidev: type[FakeSpidev], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(DeviceError, match=r"pip install -e '\.\[pi,spi\]'"):
        open_spi(0, {0: SpiPins(24, 25)})


def test_the_first_address_is_where_modules_are_sold() -> None:
    assert FIRST_ADDRESS == 60
