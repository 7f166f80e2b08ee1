"""Panels on SPI: luma's interface for each chip select, pins by gpiozero. Imported when chosen.

The D/C line says what I2C says with a control byte. Nothing is acknowledged: a panel that is not
there cannot be told from one that is.
"""

from collections.abc import Callable, Mapping, Sequence
from errno import EOPNOTSUPP
from typing import NamedTuple, Protocol

from hw.panel_bus import COMMANDS, Message
from hw.ports import DeviceError
from hw.wording import Words, advised, install, say

_RESET_S = 0.005
"""How long luma holds the reset line down, and waits afterwards; the chips need some us."""


_INSTALL = install("pi,spi")
_ENABLE = say(
    "enable SPI with `sudo raspi-config` (Interface Options, SPI) and join its group with "
    "`sudo adduser $USER spi`"
)


class SpiPins(NamedTuple):
    """BCM numbers of a panel's D/C and reset lines; panels may share them."""

    dc: int
    reset: int | None = None


class SpiLine(Protocol):
    """What luma's serial interfaces offer (`luma.core.interface.serial`)."""

    def command(self, *codes: int) -> None:
        """Send command bytes."""
        ...

    def data(self, data: Sequence[int]) -> None:
        """Send display data."""
        ...

    def cleanup(self) -> None:
        """Release what the line uses."""
        ...


class SpiBus:
    """Panels by their chip select, the address of their messages; `release` frees their pins."""

    def __init__(
        self, lines: Mapping[int, SpiLine], release: Callable[[], None] = lambda: None
    ) -> None:
        self._lines = lines
        self._release = release

    def write(self, messages: Sequence[Message]) -> None:
        """Write one message after the other."""
        for select, payload in messages:
            line, content = self._lines[select], list(payload[1:])
            if payload[:1] == COMMANDS:
                line.command(*content)
            else:
                line.data(content)

    def status(self, address: int) -> int:
        """Raise OSError: nothing can be read on four-wire SPI."""
        raise OSError(EOPNOTSUPP, f"an SPI panel (chip select {address}) cannot be read")

    def close(self) -> None:
        """Release bus and pins."""
        for line in self._lines.values():
            line.cleanup()
        self._release()


def open_spi(port: int, selects: Mapping[int, SpiPins]) -> SpiBus:
    """Open `/dev/spidev{port}.N` for each chip select N, and reset its panel.

    DeviceError when there is no such device, or a library is missing.
    """
    from luma.core.error import Error

    try:
        pins = _Pins()
    except ImportError as error:
        raise _unusable(port, error, _INSTALL) from error
    try:
        lines = {select: _line(port, select, its, pins) for select, its in selects.items()}
    except (Error, OSError, ImportError) as error:
        pins.close()
        remedy = _INSTALL if isinstance(error, ImportError) else _ENABLE
        raise _unusable(port, error, remedy) from error
    return SpiBus(lines, pins.close)


def _unusable(port: int, error: Exception, remedy: Words) -> DeviceError:
    words = say("SPI {port} cannot be used ({error})", port=port, error=error)
    return DeviceError(advised(words, remedy))


def _line(port: int, select: int, its: SpiPins, pins: "_Pins") -> SpiLine:
    from luma.core.interface.serial import spi

    line: SpiLine = spi(
        port=port,
        device=select,
        gpio=pins,
        gpio_DC=its.dc,
        gpio_RST=its.reset,
        reset_hold_time=_RESET_S,
        reset_release_time=_RESET_S,
    )
    return line


class _Pins:
    """What luma wants of RPi.GPIO, by gpiozero, which works on every board."""

    LOW, HIGH, OUT = 0, 1, 0

    def __init__(self) -> None:
        from gpiozero import DigitalOutputDevice

        self._make = DigitalOutputDevice
        self._pins: dict[int, DigitalOutputDevice] = {}

    def setup(self, pin: int, _mode: int) -> None:
        """Make an output of a pin; panels may share it."""
        if pin not in self._pins:
            self._pins[pin] = self._make(pin)

    def output(self, pin: int, level: int) -> None:
        """Set a pin high or low."""
        self._pins[pin].value = level

    def close(self) -> None:
        """Release all pins."""
        while self._pins:
            self._pins.popitem()[1].close()
