"""Who sits at the table and who is ready, as the title and the result of a game show it."""

from collections.abc import Sequence

from PIL import Image

from firmware_host.screens.easel import WIDTH, small, stamp, write
from firmware_host.screens.lettering import LINE_ROWS, squeezed, width_of

BOX = 7
"""Columns and rows of a small ready mark; its tick reaches out by one."""

_UNTICKED = (
    "#######.",
    *(BOX - 2) * ("#.....#.",),
    "#######.",
)
_TICKED = (
    "#####..#",
    "#.....##",
    "#....##.",
    "###.##..",
    "#.###.#.",
    "#..#..#.",
    "#######.",
)
_GAP = 3
"""Dark columns between one seat and the next."""


def draw_seats(
    picture: Image.Image,
    names: Sequence[str],
    ready: Sequence[bool],
    score: Sequence[int],
    y: int,
) -> None:
    """Draw three to five seats in two rows from row `y` on: mark, name and, if any, score."""
    across = 2 if len(names) <= 4 else 3
    width = WIDTH // across
    for seat, name in enumerate(names):
        x, top = seat % across * width + 1, y + seat // across * LINE_ROWS
        stamp(picture, small(*(_TICKED if ready[seat] else _UNTICKED)), x, top + 1)
        end = x + width - _GAP
        if score:
            number = str(score[seat])
            end -= width_of(number) + 2
            write(picture, number, end + 2, top, WIDTH)
        room = end - x - BOX - 2
        write(picture, squeezed(name, room), x + BOX + 2, top, room)
