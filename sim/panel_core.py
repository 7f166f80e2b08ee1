"""What the panel models share: registers, RAM, the parsing of commands, and the way to the eye.

The glass is wired as on the usual modules: upright when segments are remapped and COM lines scanned
downwards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from PIL import Image, ImageChops

from hw.panel_frame import DARK, HEIGHT, PAGES, WIDTH, pack, unpack

_MOST_COMMAND_BYTES = 32
"""luma's limit for one I2C write of commands."""


class PanelModelError(ValueError):
    """A driver sent what the datasheet does not allow; the text names chip and command."""


class Addressing(Enum):
    """How a chip moves on after a byte of data, by the values of the SSD1306's command 0x20."""

    HORIZONTAL = 0
    VERTICAL = 1
    PAGE = 2


@dataclass(slots=True)
class Registers:
    """What commands set; the defaults are the SSD1306's after a reset."""

    contrast: int = 0x7F
    is_on: bool = False
    is_pumped: bool = False
    is_all_on: bool = False
    is_inverted: bool = False
    is_remapped: bool = False
    is_scanned_down: bool = False
    start_line: int = 0
    offset: int = 0
    lines: int = HEIGHT
    column: int = 0
    page: int = 0
    addressing: Addressing = Addressing.PAGE
    column_window: tuple[int, int] = (0, WIDTH - 1)
    page_window: tuple[int, int] = (0, PAGES - 1)


@dataclass(frozen=True, slots=True)
class Order:
    """A command: what it is called, how many bytes follow it, and what it does with them all."""

    name: str
    act: Callable[["PanelModel", Sequence[int]], None]
    following: int = 0
    why_not: Callable[["PanelModel", Sequence[int]], str] = lambda _model, _codes: ""
    """Why the datasheet does not allow it now; empty if it does."""


class PanelModel:
    """What both chips share; `orders` is a chip's command table, `columns` the width of its RAM,
    `identity` the low bits of its status byte as modules in the field read."""

    name: ClassVar[str]
    columns: ClassVar[int]
    identity: ClassVar[int]
    orders: ClassVar[dict[int, Order]]

    def __init__(self) -> None:
        self.is_shaken = False
        # RAM is undefined after power-on: a driver that forgets to clear it shall be seen.
        self._fill_with_noise()
        self.reset()

    def brown_out(self) -> None:
        """Let the voltage dip: registers are reset, RAM is noise, and the driver is not told.

        From now on what the datasheet does not allow is passed over: no driver could know better.
        """
        self._fill_with_noise()
        self.reset()
        self.is_shaken = True

    def reset(self) -> None:
        """Reset as by the RES pin: registers get their defaults, RAM keeps its content."""
        self.registers = Registers()
        self._begun: list[int] = []

    def command(self, *codes: int) -> None:
        """Take command bytes; a command may be split over several writes."""
        if len(codes) > _MOST_COMMAND_BYTES:
            raise PanelModelError(f"{self.name}: {len(codes)} command bytes in one write")
        for code in codes:
            self._begun.append(code)
            order = self.orders.get(self._begun[0])
            if order is None:
                self._begun = []
                self.complain(f"{self.name} has no command 0x{code:02X}")
            elif len(self._begun) > order.following:
                whole, self._begun = self._begun, []
                self._obey(order, whole)

    def _obey(self, order: Order, codes: Sequence[int]) -> None:
        if why := order.why_not(self, codes):
            self.complain(f"{self.name}: command 0x{codes[0]:02X} {why}")
        else:
            order.act(self, codes)

    def data(self, values: Sequence[int]) -> None:
        """Take display data, to where the addresses point."""
        if self._begun:
            self.complain(f"{self.name}: data amidst command 0x{self._begun[0]:02X}")
        self._store(bytes(values))

    @property
    def status(self) -> int:
        """Give the status byte: which chip it is, and bit 6 while the display is off."""
        return self.identity | (0 if self.registers.is_on else 0x40)

    @property
    def contrast(self) -> int:
        """How bright lit pixels are, 0-255."""
        return self.registers.contrast

    @property
    def is_lit(self) -> bool:
        """Whether the display is on and has its voltage: whatever RAM holds, else it is dark."""
        return self.registers.is_on and self.registers.is_pumped

    def pixels(self) -> bytes:
        """Give what an eye sees, as a frame: 8 pages of 128 columns, bit 0 uppermost."""
        registers = self.registers
        if not self.is_lit:
            return DARK
        straight = (True, 0, 0, HEIGHT, False, False)
        if straight == (
            registers.is_scanned_down,
            registers.start_line,
            registers.offset,
            registers.lines,
            registers.is_all_on,
            registers.is_inverted,
        ):
            return self._glass()
        return pack(self._scanned(unpack(self._glass())))

    def picture(self) -> Image.Image:
        """Give what an eye sees as a picture of mode "1", 128x64."""
        return unpack(self.pixels())

    def complain(self, words: str) -> None:
        """Raise the error of what the datasheet does not allow; after a brown-out, do nothing."""
        if not self.is_shaken:
            raise PanelModelError(words)

    def _glass(self) -> bytes:
        """Give the RAM behind the glass: its left edge is wired to the highest segment."""
        unseen = (self.columns - WIDTH) // 2
        return b"".join(bytes(row[unseen : unseen + WIDTH][::-1]) for row in self.ram)

    def _scanned(self, ram: Image.Image) -> Image.Image:
        """Give the lines of RAM where the COM lines put them (SSD1306 tables 10-1 and 10-2)."""
        seen = Image.new("1", (WIDTH, HEIGHT))
        for y in range(HEIGHT):
            row = self._row_at(com=HEIGHT - 1 - y)
            if row < self.registers.lines:
                line = (row + self.registers.start_line) % HEIGHT
                seen.paste(self._lit(ram.crop((0, line, WIDTH, line + 1))), (0, y))
        return seen

    def _row_at(self, com: int) -> int:
        registers = self.registers
        scanned = registers.lines - 1 - com if registers.is_scanned_down else com
        return (scanned + registers.offset) % HEIGHT

    def _lit(self, line: Image.Image) -> Image.Image:
        if self.registers.is_all_on:
            return Image.new("1", line.size, 255)
        return ImageChops.invert(line) if self.registers.is_inverted else line

    def _store(self, values: bytes) -> None:
        raise NotImplementedError

    def _put(self, page: int, column: int, run: bytes) -> None:
        """Store a run of one page; remapping turns column addresses round as they are written."""
        if column + len(run) > self.columns:
            self.complain(f"{self.name}: data beyond column {self.columns - 1}")
            run = run[: max(0, self.columns - column)]
        if self.registers.is_remapped:
            column, run = self.columns - column - len(run), run[::-1]
        self.ram[page][column : column + len(run)] = run

    def _fill_with_noise(self) -> None:
        noise = bytes((91 + 37 * column) % 256 for column in range(self.columns))
        self.ram = [bytearray(noise) for _ in range(PAGES)]
