"""Panels in a terminal: two pixels to a character as half blocks, or eight as braille.

Everything here is a pure function from frames to text; only `redrawn` adds control sequences, and
only a terminal should get it.
"""

from collections.abc import Sequence
from itertools import zip_longest

from hw.panel_frame import PAGES, WIDTH

HALF_BLOCKS_WIDTH = 2 * (WIDTH + 2) + 1
"""Columns that a terminal needs for two framed panels in half blocks, side by side."""

BRAILLE_WIDTH = 2 * (WIDTH // 2 + 2) + 1
"""Columns that a terminal needs for two framed panels in braille, side by side."""

STACKED_SIZE = (WIDTH // 2 + 2, 2 * (PAGES * 2 + 2))
"""Columns and lines of two framed panels in braille, one below the other."""

_HALVES = " ▀▄█"
_BRAILLE = 0x2800
_LEFT_DOTS = tuple((n & 0b0111) | (n & 0b1000) << 3 for n in range(16))
_RIGHT_DOTS = tuple((n & 0b0111) << 3 | (n & 0b1000) << 4 for n in range(16))


def half_blocks(frame: bytes) -> list[str]:
    """Give a frame as 32 lines of 128 characters."""
    return [
        "".join(_HALVES[byte >> shift & 0b11] for byte in page)
        for page in _pages(frame)
        for shift in (0, 2, 4, 6)
    ]


def braille(frame: bytes) -> list[str]:
    """Give a frame as 16 lines of 64 characters."""
    return [
        "".join(
            chr(
                _BRAILLE | _LEFT_DOTS[left >> shift & 0b1111] | _RIGHT_DOTS[right >> shift & 0b1111]
            )
            for left, right in zip(page[::2], page[1::2], strict=True)
        )
        for page in _pages(frame)
        for shift in (0, 4)
    ]


def panels(frames: Sequence[bytes], names: Sequence[str], columns: int) -> str:
    """Give framed panels with their names for a terminal `columns` wide, without control codes.

    Half blocks where both fit side by side, else braille side by side, else one below the other.
    """
    drawn = half_blocks if columns >= HALF_BLOCKS_WIDTH else braille
    boxes = [_framed(drawn(frame), name) for frame, name in zip(frames, names, strict=True)]
    if columns < BRAILLE_WIDTH:
        return "\n".join(line for box in boxes for line in box)
    return "\n".join(" ".join(lines) for lines in zip_longest(*boxes, fillvalue=""))


def fits(columns: int, rows: int) -> bool:
    """Tell whether a terminal shows both panels at once, with a line to spare for the result."""
    stacked_columns, stacked_rows = STACKED_SIZE
    if columns >= HALF_BLOCKS_WIDTH:
        return rows > PAGES * 4 + 2
    if columns >= BRAILLE_WIDTH:
        return rows > PAGES * 2 + 2
    return columns >= stacked_columns and rows > stacked_rows


def redrawn(text: str) -> str:
    """Give `text` so that a terminal shows it from its upper left corner on, over the last."""
    return "\x1b[H" + text.replace("\n", "\x1b[K\n") + "\x1b[K\n\x1b[J"


def _pages(frame: bytes) -> list[bytes]:
    return [frame[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES)]


def _framed(lines: Sequence[str], name: str) -> list[str]:
    width = len(lines[0])
    head = f" {name} " if name else ""
    return [
        f"┌{head[:width]:─<{width}}┐",
        *(f"│{line}│" for line in lines),
        f"└{'─' * width}┘",
    ]
