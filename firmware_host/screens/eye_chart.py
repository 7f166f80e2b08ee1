"""An eye chart: a frame in the outermost pixels, an arrow that points up, and squares."""

from PIL import Image

from firmware_host.screens.artwork import DARK
from firmware_host.screens.easel import HEIGHT, WIDTH, Side, blank, fill, small, stamp, write
from firmware_host.screens.lettering import LINE_ROWS, Lettering, width_of
from firmware_host.screens.scenes import EyeChart

_ARROW = small(
    "....#....",
    "...###...",
    "..#####..",
    ".#######.",
    "#########",
    "...###...",
    "...###...",
    "...###...",
    "...###...",
)
_WINDOW_ROW, _TITLE_ROW, _LINES_ROW = 9, 13, 34
_INNER = WIDTH - 8
_SQUARES = 8


def draw_eye_chart(scene: EyeChart) -> Image.Image:
    """Draw the chart; what is missing of the frame is missing of every picture."""
    picture = blank()
    fill(picture, 0, 0, WIDTH, HEIGHT)
    if not scene.is_lit:
        fill(picture, 1, 1, WIDTH - 2, HEIGHT - 2, DARK)
        _draw_squares(picture)
        stamp(picture, _ARROW, (WIDTH - _ARROW.width) // 2, 3)
    else:
        fill(picture, 3, _WINDOW_ROW, WIDTH - 6, HEIGHT - 2 * _WINDOW_ROW, DARK)
    _write_title(picture, scene.title)
    for number, line in enumerate(scene.lines):
        row = _LINES_ROW + number * LINE_ROWS
        write(picture, line, 4, row, _INNER, Side.MIDDLE)
    return picture


def _write_title(picture: Image.Image, title: str) -> None:
    """Write a name large, or at least whole."""
    lettering, row = Lettering.BIG, _TITLE_ROW
    if width_of(title, lettering) > _INNER:
        lettering, row = Lettering.BOLD, _TITLE_ROW + LINE_ROWS // 2
    write(picture, title, 4, row, _INNER, Side.MIDDLE, lettering=lettering)


def _draw_squares(picture: Image.Image) -> None:
    """Draw single pixels in the upper left corner and ever coarser ones to the lower right."""
    for number, (x, y) in enumerate(
        ((3, 3), (WIDTH - 3 - _SQUARES, 3), (3, HEIGHT - 11), (WIDTH - 3 - _SQUARES, HEIGHT - 11))
    ):
        size = 1 << number
        for row in range(0, _SQUARES, size):
            for column in range(0, _SQUARES, size):
                if (row + column) // size % 2 == 0:
                    fill(picture, x + column, y + row, size, size)
