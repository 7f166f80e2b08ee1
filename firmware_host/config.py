"""The console's configuration: what is wired where, and what is set; `config_read` reads the file.

Pins are GPIO (BCM) numbers here, whatever names the file calls them by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine import pack as pack_rules
from engine import spit as spit_rules
from engine.messages import say
from firmware_host.settings import Settings
from hw.board_pins import Board
from hw.gpio_lines import DRAIN_US
from hw.panel_chips import Chip
from hw.ports import Button

LONGEST_NAME = 12
"""Letters; no more fit beside the piles."""
DRAIN_RANGE_US = (100, 20_000)
"""The least and the most that `drain_us` may be."""


class Source(StrEnum):
    """Where the edges of wired buttons come from."""

    GPIOD = "gpiod"
    GPIOZERO = "gpiozero"


@dataclass(frozen=True, slots=True)
class I2cPanel:
    """A panel on I2C bus `bus` (as in /dev/i2c-1); `rotate` is in degrees, 0 or 180."""

    chip: Chip
    bus: int
    address: int
    sda: int
    scl: int
    rotate: int = 0


@dataclass(frozen=True, slots=True)
class SpiPanel:
    """A panel on SPI `port`, at chip select `device`; `rotate` is in degrees, 0 or 180."""

    chip: Chip
    port: int
    device: int
    dc: int
    reset: int | None = None
    rotate: int = 0


@dataclass(frozen=True, slots=True)
class SeatConfig:
    """A seat: its pad, its panel and, where there are pins for them, its buzzer and ready LED.

    The pad is eight `buttons` on pins, or else one on USB, of that name or id, or a phone, on
    which its panel is as well.
    """

    name: str | None
    buttons: Mapping[Button, int]
    panel: I2cPanel | SpiPanel | None
    buzzer: int | None = None
    led: int | None = None
    usb: str | None = None
    is_phone: bool = False

    @property
    def is_wired(self) -> bool:
        """Tell whether its buttons are on the console's own pins."""
        return self.usb is None and not self.is_phone


@dataclass(frozen=True, slots=True)
class Config:
    """All that a file says; None is what it leaves to the title's choice or to the console.

    `board` is the one that the file names, else that on which we run, else a Pi 4.
    """

    seats: tuple[SeatConfig, ...]
    board: Board
    settings: Settings
    source: Source | None = None
    drain_us: int = DRAIN_US
    language: str | None = None
    spit: spit_rules.Rules | None = None
    pack: pack_rules.Rules | None = None

    @property
    def phones(self) -> tuple[int, ...]:
        """The seats that play on phones."""
        return tuple(seat for seat, it in enumerate(self.seats) if it.is_phone)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong at `line` (from 1) with `key` of seat `seat` (from 0), with the remedy.

    `seat` is None where it is no seat's, `key` is empty where no key is to blame.
    """

    line: int
    seat: int | None
    key: str
    words: str

    @property
    def told(self) -> str:
        """Tell place and problem in one message."""
        if self.seat is None:
            place = self.key
        elif self.key:
            place = say("seat {seat}, {key}", seat=self.seat + 1, key=self.key)
        else:
            place = say("seat {seat}", seat=self.seat + 1)
        return say("{place}: {words}", place=place, words=self.words) if place else self.words


class ConfigError(Exception):
    """The file cannot be used: all its problems, in the order of lines."""

    def __init__(self, file: str, problems: Sequence[Problem]) -> None:
        super().__init__(file, problems)
        self.file = file
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(f"{self.file}:{each.line}: {each.told}" for each in self.problems)
