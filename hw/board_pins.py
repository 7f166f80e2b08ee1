"""The pins of a Raspberry Pi's GPIO header by gpiozero's names, and which Raspberry Pi this is.

gpiozero knows the boards; no hardware is needed to ask about one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from hw.ports import DeviceError
from hw.wording import not_installed

if TYPE_CHECKING:
    from gpiozero import PinInfo

REVISIONS: Mapping[str, int] = {
    "Zero": 0x900093,
    "Zero W": 0x9000C1,
    "Zero2W": 0x902120,
    "B+": 0x900032,
    "2B": 0xA21041,
    "3A+": 0x9020E0,
    "3B": 0xA02082,
    "3B+": 0xA020D3,
    "4B": 0xC03111,
    "400": 0xC03130,
    "CM4": 0xB03140,
    "5B": 0xC04170,
    "500": 0xD04190,
    "CM5": 0xC04180,
}
"""The boards with a GPIO header, by gpiozero's names, and a revision code of each."""

GPIO_HEADERS = ("J8", "P1")
"""What gpiozero calls the GPIO header; P1 is that of the first boards, with 26 pins."""

GROUND = "GND"
POWER = "3V3"


class GpiozeroMissing(DeviceError):
    """gpiozero, which knows the boards, is not installed."""

    def __init__(self) -> None:
        super().__init__(not_installed("gpiozero"))


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin of the header: its physical number, what it is called, its GPIO number if it has one.

    `row` and `column` are its place, from 1; `names` are all that gpiozero knows it by.
    """

    number: int
    name: str
    gpio: int | None
    row: int
    column: int
    names: frozenset[str | int]

    def distance(self, other: "Pin") -> int:
        """Count the steps from this pin to `other` on the header."""
        return abs(self.row - other.row) + abs(self.column - other.column)


@dataclass(frozen=True)
class Board:
    """A Raspberry Pi: gpiozero's name of the model, and the pins of its header in order."""

    model: str
    pins: tuple[Pin, ...]

    def find(self, name: str | int) -> Pin | None:
        """Find a pin by any of gpiozero's names, such as 17, "GPIO17", "BOARD11" or "J8:11"."""
        return self._by_name.get(name)

    def pin_of(self, gpio: int) -> Pin:
        """Give the pin of a GPIO number; KeyError if the header has none."""
        return self._by_name[gpio]

    def gpios(self) -> tuple[int, ...]:
        """List the GPIO numbers of the header, in order."""
        return tuple(sorted(pin.gpio for pin in self.pins if pin.gpio is not None))

    def called(self, name: str) -> tuple[Pin, ...]:
        """List the pins of one name, such as "GND" or "3V3"."""
        return tuple(pin for pin in self.pins if pin.name == name)

    @cached_property
    def _by_name(self) -> Mapping[str | int, Pin]:
        return {name: pin for pin in self.pins for name in pin.names}


def model_named(text: str) -> str | None:
    """Find the model that `text` means, as in "4", "4b" or "Zero 2 W"; None for none we know."""
    wanted = _plain(text)
    known = {_plain(model): model for model in REVISIONS}
    return known.get(wanted) or known.get(wanted + "b")


def board_named(model: str) -> Board:
    """Give the board of a `model`, one of REVISIONS; GpiozeroMissing if nobody knows its pins."""
    board = board_of(REVISIONS[model])
    assert board is not None, model
    return board


@cache
def board_of(revision: int) -> Board | None:
    """Give the board that has this revision code; None for one without a GPIO header."""
    try:
        # gpiozero is imported where it is used: that takes seconds on a Pi Zero 2.
        from gpiozero.exc import PinUnknownPi
        from gpiozero.pins.pi import PiBoardInfo
    except ImportError:
        raise GpiozeroMissing from None
    try:
        info = PiBoardInfo.from_revision(revision)
    except PinUnknownPi:
        return None
    for header in GPIO_HEADERS:
        if header in info.headers:
            return Board(info.model, tuple(map(_pin, info.headers[header].pins.values())))
    return None


def this_board(proc: Path = Path("/proc")) -> Board | None:
    """Give the Raspberry Pi that this runs on; None on any other machine."""
    revision = _revision(proc)
    return None if revision is None else board_of(revision)


def _plain(model: str) -> str:
    return model.replace(" ", "").casefold()


def _pin(info: "PinInfo") -> Pin:
    gpio = int(info.name.removeprefix("GPIO")) if "gpio" in info.interfaces else None
    return Pin(info.number, info.name, gpio, info.row, info.col, info.names)


def _revision(proc: Path) -> int | None:
    """Read the revision code as gpiozero does: of the device tree, else of cpuinfo."""
    try:
        code = int.from_bytes((proc / "device-tree/system/linux,revision").read_bytes()[:4], "big")
    except OSError:
        code = _revision_in(proc / "cpuinfo")
    return code or None


def _revision_in(cpuinfo: Path) -> int:
    try:
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return 0
    codes = [line.partition(":")[2].strip() for line in lines if line.startswith("Revision")]
    try:
        # Of a first board that was overvolted the code has 1000 before it.
        return int(codes[-1].removeprefix("1000"), 16) if codes else 0
    except ValueError:
        return 0
