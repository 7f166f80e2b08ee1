"""What doctor asks of the machine it runs on."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from hw.board_pins import Board
from hw.panel_bus import Bus


class ChipSeen(NamedTuple):
    """The chip of the pins: its label, and who uses which of its lines."""

    label: str
    users: Mapping[int, str]


class Machine(Protocol):
    """A Raspberry Pi, or what else there is. What cannot be had raises an OSError."""

    def python(self) -> str:
        """Give Python's version."""
        ...

    def version(self, package: str) -> str | None:
        """Give the version of an installed package; None if it is not installed."""
        ...

    def board(self) -> Board | None:
        """Tell which Raspberry Pi this is; None if it is none."""
        ...

    def chip(self) -> ChipSeen:
        """Look at the chip of the pins."""
        ...

    def i2c(self, bus: int) -> Bus:
        """Open an I2C bus."""
        ...

    def i2c_hz(self, bus: int) -> int | None:
        """Tell how fast an I2C bus runs; None if nobody says."""
        ...

    def try_spi(self, port: int) -> None:
        """Open an SPI port with its panels, and close it again."""
        ...

    def try_sounds(self) -> None:
        """Open buzzers and LEDs, and close them again."""
        ...

    def state_folder(self) -> Path:
        """Make the state folder where it is missing, and name it."""
        ...

    def clock_source(self) -> str:
        """Name what the kernel's clock counts; "" if it does not say."""
        ...
