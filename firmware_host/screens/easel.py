"""The few strokes that every screen is drawn with, on a picture of mode "1", 128x64."""

from enum import Enum
from functools import cache

from PIL import Image

from firmware_host.screens.artwork import DARK, LIT, mask
from firmware_host.screens.lettering import LINE_ROWS, Lettering, fitted, letters, width_of

WIDTH = 128
HEIGHT = 64

MARGIN = 2
"""Dark columns left and right of whatever stands at the edge."""

HINT_ROW = HEIGHT - LINE_ROWS - 1
"""The row of the dotted line above the hint; what a screen says ends above it."""

MARK_SIZE = 11
"""Columns and rows of a seat's ready mark."""

_BAR_MARGIN = 3
_UNTICKED = (
    "###########..",
    *(MARK_SIZE - 2) * ("#.........#..",),
    "###########..",
)
_TICKED = (
    "########...##",
    "#.........##.",
    "#........##..",
    "#.......##...",
    "#.##...##....",
    "#..##.##..#..",
    "#...###...#..",
    "#....#....#..",
    "#.........#..",
    "#.........#..",
    "###########..",
)


class Side(Enum):
    """Where in its place a text stands."""

    LEFT = 0.0
    MIDDLE = 0.5
    RIGHT = 1.0


def blank() -> Image.Image:
    """Give a dark picture."""
    return Image.new("1", (WIDTH, HEIGHT))


def write(
    picture: Image.Image,
    text: str,
    x: int,
    y: int,
    width: int,
    side: Side = Side.LEFT,
    *,
    lettering: Lettering = Lettering.PLAIN,
    ink: int = LIT,
) -> None:
    """Write one line into the `width` columns from `x`, its topmost row at `y`."""
    line = letters(fitted(text, width, lettering), lettering)
    stamp(picture, line, x + int((width - line.width) * side.value), y, ink)


def stamp(picture: Image.Image, mask: Image.Image, x: int, y: int, ink: int = LIT) -> None:
    """Colour the pixels that `mask` has lit, its upper left corner at (x, y)."""
    picture.paste(ink, (x, y), mask)


def fill(picture: Image.Image, x: int, y: int, width: int, height: int, ink: int = LIT) -> None:
    """Fill a rectangle."""
    picture.paste(ink, (x, y, x + width, y + height))


def bar(picture: Image.Image, text: str, aside: str = "") -> None:
    """Draw the bright bar across the top: `text` in its middle, or left with `aside` on its right.

    Whoever sees the bar knows that no card can be played now.
    """
    fill(picture, 0, 0, WIDTH, LINE_ROWS)
    inner = WIDTH - 2 * _BAR_MARGIN
    if not aside:
        write(picture, text, _BAR_MARGIN, 0, inner, Side.MIDDLE, ink=DARK)
        return
    write(picture, text, _BAR_MARGIN, 0, inner, ink=DARK)
    taken = width_of(text) + 2 * _BAR_MARGIN
    if taken < inner:
        write(picture, aside, _BAR_MARGIN + taken, 0, inner - taken, Side.RIGHT, ink=DARK)


def hint_line(picture: Image.Image, text: str) -> None:
    """Write what can be done now along the lower edge, under a dotted line."""
    if text:
        stamp(picture, _dots(), 0, HINT_ROW)
        write(picture, text, 0, HEIGHT - LINE_ROWS, WIDTH, Side.MIDDLE)


def ready_mark(picture: Image.Image, is_ready: bool, x: int, y: int) -> None:
    """Draw a box of 11x11 (its tick reaches out by 2), ticked once that seat is ready."""
    stamp(picture, _small(_TICKED if is_ready else _UNTICKED), x, y)


def small(*rows: str) -> Image.Image:
    """Give a small drawing as a mask; equal drawings are made once."""
    return _small(rows)


@cache
def _small(rows: tuple[str, ...]) -> Image.Image:
    return mask(rows)


@cache
def _dots() -> Image.Image:
    return mask(["#.." * (WIDTH // 3)])
