"""Panels in a terminal: two pixels to a character as half blocks, or eight as braille.

Everything here is a pure function from frames to text; only `redrawn` adds control sequences, and
only a terminal should get it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hw.panel_frame import PAGES, WIDTH

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


class Layout(NamedTuple):
    """How framed panels stand: drawn with which characters, and so many side by side."""

    drawn: Callable[[bytes], list[str]]
    abreast: int


class _Size(NamedTuple):
    """The columns and rows that one framed panel takes, with the gap beside it."""

    columns: int
    rows: int


HALF_BLOCKS_SIZE = _Size(WIDTH + 3, PAGES * 4 + 2)
BRAILLE_SIZE = _Size(WIDTH // 2 + 3, PAGES * 2 + 2)


def layout_in(count: int, columns: int, rows: int) -> Layout | None:
    """Find how a terminal shows `count` panels at once, with a row to spare for the result.

    Half blocks where they fit, else braille, else None.
    """
    for drawn, size in ((half_blocks, HALF_BLOCKS_SIZE), (braille, BRAILLE_SIZE)):
        abreast = min(count, (columns + 1) // size.columns)
        if abreast and _rows(count, abreast) * size.rows < rows:
            return Layout(drawn, abreast)
    return None


def stacked(count: int, columns: int) -> Layout:
    """Give the layout of a printout, as long as it needs to be: braille, whatever the width."""
    abreast = (columns + 1) // BRAILLE_SIZE.columns
    return Layout(braille, min(count, max(1, abreast)))


def small_size(count: int) -> tuple[int, int]:
    """Give the columns and rows of a small terminal that shows `count` panels: two side by side."""
    return 2 * BRAILLE_SIZE.columns - 1, _rows(count, 2) * BRAILLE_SIZE.rows + 2


def panels(frames: Sequence[bytes], names: Sequence[str], layout: Layout) -> str:
    """Give framed panels with their names, without control codes."""
    boxes = [_framed(layout.drawn(frame), name) for frame, name in zip(frames, names, strict=True)]
    return "\n".join(
        " ".join(lines)
        for row in _batched(boxes, layout.abreast)
        for lines in zip(*row, strict=True)
    )


def redrawn(text: str) -> str:
    """Give `text` so that a terminal shows it from its upper left corner on, over the last."""
    return "\x1b[H" + text.replace("\n", "\x1b[K\n") + "\x1b[K\n\x1b[J"


def _rows(count: int, abreast: int) -> int:
    return -(-count // abreast)


def _batched(boxes: Sequence[list[str]], size: int) -> Iterator[Sequence[list[str]]]:
    for start in range(0, len(boxes), size):
        yield boxes[start : start + size]


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
