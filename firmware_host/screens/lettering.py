"""Text on panels: a line is a mask ten rows high, proportional, one column between letters.

An accented letter without a glyph of its own loses its accent; any other sign that the font lacks
is shown as a box, never dropped.
"""

import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from PIL import Image

from firmware_host.screens.artwork import LIT, cut
from firmware_host.screens.letter_sheets import FROM_ROW_0, FROM_ROW_1

LINE_ROWS = 10
"""Height of a line: accents in row 0, capitals in rows 1-7, descenders in rows 8 and 9."""

_SPACE_COLUMNS = 2
_UNKNOWN = "□"
_ALIKE = str.maketrans("\u2019\u2018\u201c\u201d\u2014\u2212\u00a0\u202f", "''\"\"––  ")


@lru_cache(maxsize=256)
def letters(text: str) -> Image.Image:
    """Give `text` as a mask of ten rows."""
    glyphs = [_glyph(sign) for sign in unicodedata.normalize("NFC", text).translate(_ALIKE)]
    width = max(1, sum(glyph.width + 1 for glyph in glyphs) - 1)
    line = Image.new("1", (width, LINE_ROWS))
    x = 0
    for glyph in glyphs:
        line.paste(glyph, (x, 0))
        x += glyph.width + 1
    return line


@lru_cache(maxsize=64)
def bold_letters(text: str) -> Image.Image:
    """Give `text` as a mask of ten rows with strokes two columns wide, for ranks and counts."""
    line = letters(text)
    bold = Image.new("1", (line.width + 1, LINE_ROWS))
    bold.paste(line, (0, 0))
    bold.paste(LIT, (1, 0), line)
    return bold


@lru_cache(maxsize=64)
def big_letters(text: str) -> Image.Image:
    """Give `text` as a mask of twenty rows: the same letters doubled, their stairs smoothed."""
    return doubled(letters(text))


def doubled(mask: Image.Image) -> Image.Image:
    """Double `mask`; a corner is filled or cut where two neighbours agree on it (Scale2x)."""
    twice = Image.new("1", (mask.width * 2, mask.height * 2))
    for y in range(mask.height):
        for x in range(mask.width):
            for (dx, dy), lit in _quarters(mask, x, y).items():
                twice.putpixel((2 * x + dx, 2 * y + dy), lit)
    return twice


def fitted(text: str, width: int, lettered: Callable[[str], Image.Image] = letters) -> str:
    """Cut `text` short with an ellipsis where it is wider than `width` columns."""
    if lettered(text).width <= width:
        return text
    for end in range(len(text) - 1, 0, -1):
        short = text[:end].rstrip() + "…"
        if lettered(short).width <= width:
            return short
    return ""


def wrapped(
    text: str, width: int, lines: int, lettered: Callable[[str], Image.Image] = letters
) -> tuple[str, ...]:
    """Break `text` at spaces into at most `lines` lines, each fitted into `width` columns."""
    broken = [""]
    for word in text.split():
        longer = f"{broken[-1]} {word}".lstrip()
        if not broken[-1] or lettered(longer).width <= width:
            broken[-1] = longer
        elif len(broken) < lines:
            broken.append(word)
        else:
            broken[-1] = longer
    return tuple(fitted(line, width, lettered) for line in broken if line)


def _glyph(sign: str) -> Image.Image:
    font = _font()
    bare = unicodedata.normalize("NFD", sign)[0]
    return font.get(sign) or font.get(bare) or font[_UNKNOWN]


@cache
def _font() -> Mapping[str, Image.Image]:
    return {
        **cut(FROM_ROW_1, top=1, height=LINE_ROWS),
        **cut(FROM_ROW_0, top=0, height=LINE_ROWS),
        " ": Image.new("1", (_SPACE_COLUMNS, LINE_ROWS)),
    }


def _quarters(mask: Image.Image, x: int, y: int) -> dict[tuple[int, int], int]:
    """Tell how the four pixels that replace pixel (x, y) are lit."""
    here = _lit(mask, x, y)
    up, down = _lit(mask, x, y - 1), _lit(mask, x, y + 1)
    left, right = _lit(mask, x - 1, y), _lit(mask, x + 1, y)
    if up == down or left == right:
        return dict.fromkeys(((0, 0), (1, 0), (0, 1), (1, 1)), here)
    return {
        (0, 0): left if left == up else here,
        (1, 0): right if right == up else here,
        (0, 1): left if left == down else here,
        (1, 1): right if right == down else here,
    }


def _lit(mask: Image.Image, x: int, y: int) -> int:
    inside = 0 <= x < mask.width and 0 <= y < mask.height
    return LIT if inside and mask.getpixel((x, y)) else 0
