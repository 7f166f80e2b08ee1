"""The machine that doctor runs on, as it is."""

import os
import platform
import time
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from firmware_host import state_folder
from firmware_host.config import Config
from firmware_host.doctor.machine import ChipSeen, FolderSeen
from firmware_host.usb_pads import PortSeen, look_at
from hw.board_pins import Board, this_board
from hw.gpio_chip import find_chip, import_gpiod
from hw.panel_bus import Bus, I2cBus
from hw.panel_diagnosis import bus_hz
from hw.panel_spi import open_spi
from hw.ports import DeviceError
from hw.serial_ports import usb_ports
from hw.units import MILLISECOND_NS, SECOND_NS
from hw.wording import not_installed, say

CLOCK = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")
WAKES = 100
MOMENT_NS = 1 * MILLISECOND_NS


class PiMachine:
    """A Raspberry Pi or any other machine, with the devices of `config` if there is one."""

    def __init__(self, config: Config | None, state: Path | None) -> None:
        self._config = config
        self._state = state

    def python(self) -> str:
        """Give Python's version."""
        return platform.python_version()

    def version(self, package: str) -> str | None:
        """Give the version of an installed package."""
        try:
            return version(package)
        except PackageNotFoundError:
            return None

    def board(self) -> Board | None:
        """Tell which Raspberry Pi this is."""
        return this_board()

    def chip(self) -> ChipSeen:
        """Look at the chip of the pins."""
        with closing(find_chip(None, import_gpiod())) as chip:
            info = chip.get_info()
            lines = map(chip.get_line_info, range(info.num_lines))
            users = {line.offset: line.consumer or say("the kernel") for line in lines if line.used}
            return ChipSeen(info.label, users)

    def i2c(self, bus: int) -> Bus:
        """Open an I2C bus."""
        with _installed():
            return I2cBus(bus)

    def i2c_hz(self, bus: int) -> int | None:
        """Tell how fast an I2C bus runs."""
        return bus_hz(bus)

    def try_spi(self, port: int) -> None:
        """Open an SPI port with its panels, which resets them."""
        from firmware_host.cli import hardware

        if self._config is not None:
            seats = hardware.by_bus(self._config)[1][port]
            with _installed():
                open_spi(port, hardware.selects(seats)).close()

    def try_sounds(self) -> None:
        """Open buzzers and LEDs."""
        from firmware_host.cli import hardware

        if self._config is not None:
            hardware.open_sounds(self._config).close()

    def usb_pads(self) -> list[PortSeen]:
        """See who is on each serial port on USB."""
        with _installed():
            return look_at(usb_ports(), time.monotonic_ns)

    def lan_addresses(self) -> tuple[str, ...]:
        """Give the addresses at which phones in its networks reach it."""
        from firmware_host.lan import lan_addresses

        return lan_addresses()

    def state_folder(self) -> FolderSeen:
        """Look at the state folder, and make none."""
        folder = self._state or state_folder.usual_place(os.environ)
        return FolderSeen(folder, state_folder.look(folder))

    def late_wakes_ns(self) -> list[int]:
        """Sleep a moment, and tell how much longer it was."""
        late = []
        for _ in range(WAKES):
            began = time.monotonic_ns()
            time.sleep(MOMENT_NS / SECOND_NS)
            late.append(time.monotonic_ns() - began - MOMENT_NS)
        return late

    def clock_source(self) -> str:
        """Name what the kernel's clock counts."""
        try:
            return CLOCK.read_text(encoding="ascii").strip()
        except OSError:
            return ""


@contextmanager
def _installed() -> Iterator[None]:
    """Tell what is not installed; which pin factories gpiozero tries in vain is no news."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except ImportError as error:
        raise DeviceError(not_installed(error.name)) from error
