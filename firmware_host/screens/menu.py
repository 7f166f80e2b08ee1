"""A menu: entries with their values, one marked, and a line that explains it."""

from itertools import zip_longest

from PIL import Image

from firmware_host.screens.artwork import DARK, LIT
from firmware_host.screens.easel import WIDTH, Side, bar, blank, fill, hint_line, write
from firmware_host.screens.lettering import width_of
from firmware_host.screens.scenes import Menu

_FIRST_ROW, _STEP, _VISIBLE = 12, 10, 4
_LEFT, _INDENT = 4, 14
_END = WIDTH - 16
"""Entries and their values end here; the arrows to further entries stand beyond."""


def draw_menu(scene: Menu) -> Image.Image:
    """Draw the menu; of more entries than fit, those around the marked one."""
    picture = blank()
    bar(picture, scene.title)
    first = max(0, min(scene.marked - _VISIBLE // 2, len(scene.entries) - _VISIBLE))
    rows = list(zip_longest(scene.entries, scene.values, fillvalue=""))
    for row, (entry, value) in enumerate(rows[first : first + _VISIBLE]):
        y, is_marked = _FIRST_ROW + row * _STEP, first + row == scene.marked
        _draw_entry(picture, entry, value, y, is_marked)
    _draw_more(picture, above=first > 0, below=first + _VISIBLE < len(scene.entries))
    hint_line(picture, scene.hint)
    return picture


def _draw_entry(picture: Image.Image, entry: str, value: str, y: int, is_marked: bool) -> None:
    """Write an entry and, at the end of its row, the whole of its value."""
    ink = DARK if is_marked else LIT
    if is_marked:
        fill(picture, _LEFT, y, _END - _LEFT, _STEP)
        write(picture, "▸", 7, y, 5, ink=ink)
    end = _END - 3
    if value:
        write(picture, value, _INDENT, y, end - _INDENT, Side.RIGHT, ink=ink)
        end -= width_of(value) + 4
    write(picture, entry, _INDENT, y, max(0, end - _INDENT), ink=ink)


def _draw_more(picture: Image.Image, *, above: bool, below: bool) -> None:
    last_row = _FIRST_ROW + (_VISIBLE - 1) * _STEP
    for is_there, sign, y in ((above, "▴", _FIRST_ROW), (below, "▾", last_row)):
        if is_there:
            write(picture, sign, WIDTH - 14, y, 10, Side.RIGHT)
