"""How the two chips are told where data belong. Pure.

The SSD1306 takes windows of columns and pages and moves through them by itself (horizontal
addressing, as luma sets it); the SH1106 must be told each page and its first column.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from hw.panel_diff import WHOLE, Block, merged, runs
from hw.panel_frame import FRAME_BYTES, PAGES, WIDTH

REMAPPED, IN_ORDER = 0xA1, 0xA0
"""Segments are wired from right to left; a panel on its head is the other way round."""

_MESSAGE = 2
"""Bytes on the wire of a message without its content: address and control byte."""


class Chip(StrEnum):
    """The controllers we drive; an SSD1309 takes the SSD1306's commands."""

    SSD1306 = "ssd1306"
    SH1106 = "sh1106"

    @property
    def addressing(self) -> "Addressing":
        """How the chip is told where data belong."""
        return _ADDRESSING[self]


class Write(NamedTuple):
    """Commands, and the data after them; either may be empty."""

    commands: bytes = b""
    data: bytes = b""


class Addressing(ABC):
    """What differs between the chips."""

    whole_cost: int
    """Bytes on the wire of a whole frame."""
    registers: bytes
    """Commands that set the way of addressing, which a chip forgets when its power falters."""

    @abstractmethod
    def cost(self, block: Block) -> int:
        """Count the bytes on the wire of a block that is sent row by row."""

    @abstractmethod
    def blocks(self, rows: Iterator[Block]) -> list[Block]:
        """Join rows into blocks where that makes them cheaper."""

    @abstractmethod
    def writes(self, frame: bytes, block: Block) -> Iterator[Write]:
        """Give what sends `block` of `frame`, row by row."""

    def whole(self, frame: bytes) -> Sequence[Write]:
        """Give what sends all of `frame` in the fewest bytes."""
        return joined(self.writes(frame, WHOLE))

    def changed(self, shown: bytes, wanted: bytes) -> list[Block]:
        """Give the blocks that turn one frame into the other, never dearer than the whole."""
        blocks = self.blocks(runs(shown, wanted))
        return blocks if sum(map(self.cost, blocks)) <= self.whole_cost else [WHOLE]


class _Windows(Addressing):
    whole_cost = _MESSAGE + 6 + _MESSAGE + FRAME_BYTES
    registers = b"\x20\x00"

    def cost(self, block: Block) -> int:
        rows = block.bottom - block.top
        return _MESSAGE + 6 + rows * (_MESSAGE + block.right - block.left)

    def blocks(self, rows: Iterator[Block]) -> list[Block]:
        return merged(rows, self.cost)

    def writes(self, frame: bytes, block: Block) -> Iterator[Write]:
        top, bottom, left, right = block
        commands = bytes((0x21, left, right - 1, 0x22, top, bottom - 1))
        for start in range(top * WIDTH, bottom * WIDTH, WIDTH):
            yield Write(commands, frame[start + left : start + right])
            commands = b""  # the chip goes on to the window's next row by itself


class _Pages(Addressing):
    whole_cost = PAGES * (_MESSAGE + 3 + _MESSAGE + WIDTH)
    registers = b""
    first_column = 2
    """Of 132 columns a 128-column panel shows those from 2 on."""

    def cost(self, block: Block) -> int:
        rows = block.bottom - block.top
        return rows * (_MESSAGE + 3 + _MESSAGE + block.right - block.left)

    def blocks(self, rows: Iterator[Block]) -> list[Block]:
        return list(rows)  # each is addressed by itself, whatever is above it

    def writes(self, frame: bytes, block: Block) -> Iterator[Write]:
        top, bottom, left, right = block
        high, low = divmod(left + self.first_column, 16)
        for page in range(top, bottom):
            data = frame[page * WIDTH + left : page * WIDTH + right]
            yield Write(bytes((0xB0 + page, low, 0x10 + high)), data)


_ADDRESSING: dict[Chip, Addressing] = {Chip.SSD1306: _Windows(), Chip.SH1106: _Pages()}


def joined(writes: Iterator[Write] | Sequence[Write]) -> list[Write]:
    """Put data that only go on where those before them ended into one message with them."""
    merged: list[Write] = []
    for write in writes:
        if write.commands or not merged:
            merged.append(write)
        else:
            merged[-1] = Write(merged[-1].commands, merged[-1].data + write.data)
    return merged
