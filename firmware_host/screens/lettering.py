"""Text on panels: a line is a mask ten rows high, proportional, one column between letters.

An accented letter without a glyph of its own loses its accent; any other sign that the font lacks
is shown as a box, never dropped.
"""

import unicodedata
from collections.abc import Mapping
from enum import Enum
from functools import cache, lru_cache

from PIL import Image

from firmware_host.screens.artwork import DARK, LIT, cut
from firmware_host.screens.letter_sheets import FROM_ROW_0, FROM_ROW_1

LINE_ROWS = 10
"""Height of a line: accents in row 0, capitals in rows 1-7, descenders in rows 8 and 9."""

_SPACE_COLUMNS = 2
_UNKNOWN = "□"
_ALIKE = str.maketrans("\u2019\u2018\u201c\u201d\u2014\u2212\u00a0\u202f", "''\"\"––  ")


class Lettering(Enum):
    """How a text is written."""

    PLAIN = "plain"
    BOLD = "bold"
    """Strokes two columns wide, for ranks and counts."""
    BIG = "big"
    """Twice the size, the stairs smoothed."""

    @property
    def scale(self) -> int:
        """How many rows and columns stand for one of a plain line."""
        return 2 if self is Lettering.BIG else 1


@lru_cache(maxsize=256)
def letters(text: str, lettering: Lettering = Lettering.PLAIN) -> Image.Image:
    """Give `text` as a mask, ten rows high (BIG: twenty)."""
    line = Image.new("1", (max(1, width_of(text, lettering)), LINE_ROWS * lettering.scale))
    x = 0
    for sign in _signs(text):
        glyph = _glyph(sign, lettering)
        line.paste(glyph, (x, 0))
        x += glyph.width + lettering.scale
    return line


def width_of(text: str, lettering: Lettering = Lettering.PLAIN) -> int:
    """Tell how many columns `text` takes."""
    advance = (_glyph(sign, lettering).width + lettering.scale for sign in _signs(text))
    return max(0, sum(advance) - lettering.scale)


@lru_cache(maxsize=256)
def fitted(text: str, width: int, lettering: Lettering = Lettering.PLAIN) -> str:
    """Cut `text` short with an ellipsis where it is wider than `width` columns."""
    if width_of(text, lettering) <= width:
        return text
    for end in range(len(text) - 1, 0, -1):
        short = text[:end].rstrip() + "…"
        if width_of(short, lettering) <= width:
            return short
    return ""


def squeezed(text: str, width: int) -> str:
    """Fit `text` by cutting its first word short, a name, so that the news behind it stay whole."""
    name, space, news = text.partition(" ")
    short = fitted(name, max(0, width - width_of(space + news) - 1))
    return fitted(short + space + news if short else text, width)


@lru_cache(maxsize=256)
def wrapped(
    text: str, width: int, lines: int, lettering: Lettering = Lettering.PLAIN
) -> tuple[str, ...]:
    """Break `text` at spaces into at most `lines` lines, each fitted into `width` columns."""
    return flowed(text, (width,) * lines, lettering)


@lru_cache(maxsize=256)
def flowed(
    text: str, widths: tuple[int, ...], lettering: Lettering = Lettering.PLAIN
) -> tuple[str, ...]:
    """Break `text` at spaces into lines of these widths, the last one cut short if need be."""
    broken = [""]
    for word in text.split():
        longer = f"{broken[-1]} {word}".lstrip()
        is_last = len(broken) == len(widths)
        if not broken[-1] or is_last or width_of(longer, lettering) <= widths[len(broken) - 1]:
            broken[-1] = longer
        else:
            broken.append(word)
    return tuple(
        fitted(line, width, lettering) for line, width in zip(broken, widths, strict=False) if line
    )


def doubled(mask: Image.Image) -> Image.Image:
    """Double `mask`; a corner is filled or cut where two neighbours agree on it (Scale2x)."""
    twice = Image.new("1", (mask.width * 2, mask.height * 2))
    for y in range(mask.height):
        for x in range(mask.width):
            for (dx, dy), lit in _quarters(mask, x, y).items():
                twice.putpixel((2 * x + dx, 2 * y + dy), lit)
    return twice


def thickened(mask: Image.Image) -> Image.Image:
    """Make every stroke of `mask` one column wider."""
    thick = Image.new("1", (mask.width + 1, mask.height))
    thick.paste(LIT, (0, 0), mask)
    thick.paste(LIT, (1, 0), mask)
    return thick


def _signs(text: str) -> str:
    return unicodedata.normalize("NFC", text).translate(_ALIKE)


@lru_cache(maxsize=512)
def _glyph(sign: str, lettering: Lettering) -> Image.Image:
    font = _font()
    bare = unicodedata.normalize("NFD", sign)[0]
    glyph = font.get(sign) or font.get(bare) or font[_UNKNOWN]
    if lettering is Lettering.PLAIN:
        return glyph
    return doubled(glyph) if lettering is Lettering.BIG else thickened(glyph)


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
    return LIT if inside and mask.getpixel((x, y)) else DARK
