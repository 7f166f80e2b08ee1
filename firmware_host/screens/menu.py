"""The pause menu: a few entries, one marked, and a line that explains it."""

from PIL import Image

from firmware_host.screens.artwork import DARK, LIT
from firmware_host.screens.easel import WIDTH, Side, bar, blank, fill, hint_line, write
from firmware_host.screens.scenes import Menu

_FIRST_ROW, _STEP, _VISIBLE = 12, 10, 4
_INDENT = 14


def draw_menu(scene: Menu) -> Image.Image:
    """Draw the menu; of more entries than fit, those around the marked one."""
    picture = blank()
    bar(picture, scene.title)
    first = max(0, min(scene.marked - _VISIBLE // 2, len(scene.entries) - _VISIBLE))
    for row, entry in enumerate(scene.entries[first : first + _VISIBLE]):
        _draw_entry(picture, entry, _FIRST_ROW + row * _STEP, first + row == scene.marked)
    _draw_more(picture, above=first > 0, below=first + _VISIBLE < len(scene.entries))
    hint_line(picture, scene.hint)
    return picture


def _draw_entry(picture: Image.Image, entry: str, y: int, is_marked: bool) -> None:
    ink = DARK if is_marked else LIT
    if is_marked:
        fill(picture, 4, y, WIDTH - 20, _STEP)
        write(picture, "▸", 7, y, 5, ink=ink)
    write(picture, entry, _INDENT, y, WIDTH - 20 - _INDENT, ink=ink)


def _draw_more(picture: Image.Image, *, above: bool, below: bool) -> None:
    last_row = _FIRST_ROW + (_VISIBLE - 1) * _STEP
    for is_there, sign, y in ((above, "▴", _FIRST_ROW), (below, "▾", last_row)):
        if is_there:
            write(picture, sign, WIDTH - 14, y, 10, Side.RIGHT)
