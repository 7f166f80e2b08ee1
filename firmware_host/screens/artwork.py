"""Cuts sheets of pixel art into glyphs: `#` is lit, `.` is dark, blank space is nothing."""

import re
from collections.abc import Iterator, Mapping, Sequence

from PIL import Image

LIT = 255
DARK = 0
"""How Pillow keeps the two values of a picture of mode "1"."""


def cut(sheet: str, top: int = 0, height: int | None = None) -> Mapping[str, Image.Image]:
    """Give the glyphs of `sheet` by name, as masks of mode "1".

    Each glyph stands `top` rows down in a mask of `height` rows (default: as high as its art).
    """
    return {
        name: mask(rows, top, height)
        for block in sheet.strip("\n").split("\n\n")
        for name, rows in _glyphs(block.splitlines())
    }


def mask(rows: Sequence[str], top: int = 0, height: int | None = None) -> Image.Image:
    """Give the rows of one glyph as a mask, `top` rows down in a height of `height` rows."""
    width = max(map(len, rows))
    glyph = Image.new("1", (width, height or top + len(rows)))
    for y, row in enumerate(rows, top):
        for x, mark in enumerate(row):
            if mark == "#":
                glyph.putpixel((x, y), LIT)
    return glyph


def _glyphs(block: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Take a block apart: its heading's names stand where their glyphs' columns begin."""
    heading, *rows = block
    names = list(re.finditer(r"\S", heading))
    ends = [name.start() for name in names[1:]] + [max(map(len, rows))]
    for name, end in zip(names, ends, strict=True):
        yield name[0], tuple(row[name.start() : end].strip() for row in rows)
