"""What doctor asks of the machine it runs on."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from firmware_host.usb_pads import PortSeen
from hw.board_pins import Board
from hw.panel_bus import Bus


class ChipSeen(NamedTuple):
    """The chip of the pins: its label, and who uses which of its lines."""

    label: str
    users: Mapping[int, str]


class FolderSeen(NamedTuple):
    """The state folder, and whether it is there yet."""

    path: Path
    is_there: bool


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

    def usb_pads(self) -> Sequence[PortSeen]:
        """See who is on each serial port on USB; takes some seconds."""
        ...

    def lan_addresses(self) -> Sequence[str]:
        """Give the addresses at which phones in its networks reach it."""
        ...

    def state_folder(self) -> FolderSeen:
        """Look at the state folder; an error if it could neither be written nor made."""
        ...

    def late_wakes_ns(self) -> Sequence[int]:
        """Tell how late a program was woken that asked for a moment's sleep, several times."""
        ...

    def clock_source(self) -> str:
        """Name what the kernel's clock counts; "" if it does not say."""
        ...
