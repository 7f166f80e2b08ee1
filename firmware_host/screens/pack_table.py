"""The Pack's table: the others on top, the discard in the middle, the own hand above its buttons.

A bright strip tells whose turn it is: the name of another seat, or the line above the own hand,
which says what the buttons do. Framed cards play, bright ones are selected.
"""

from collections.abc import Sequence

from PIL import Image

from firmware_host.screens.artwork import DARK, LIT
from firmware_host.screens.easel import HEIGHT, WIDTH, Side, blank, fill, small, stamp, write
from firmware_host.screens.lettering import LINE_ROWS, Lettering, flowed, squeezed, wrapped
from firmware_host.screens.pack_faces import COLUMN_HEIGHT, column_face, discard_face
from firmware_host.screens.pack_seats import draw_edged, draw_others, table_cards
from firmware_host.screens.scenes import PackColumn, PackTable
from firmware_host.screens.table import COLUMN, PACK

_TOP_COLUMN = 1
_BESIDE_TOP = 27
"""From here to the words: how many of its rank the discard's top is, and the pile's size."""

_WORDS = 43
_LINES = (-1, 8, 16)
"""Rows of three lines of text: two belong to the others, the last beside the discard to words."""

_COUNTS_ROW = 24
_STOCK, _OWN, _ARROWS = _WORDS, 70, 104
_STRIP, _HINT_ROW = 26, 34
_HAND_ROW = HEIGHT - COLUMN_HEIGHT
_LIFT = 1
_ARROW_WIDTH = 11


def draw_pack_table(scene: PackTable) -> Image.Image:
    """Draw the table, seen from one seat."""
    picture = blank()
    if not scene.coach:
        draw_others(picture, scene.others)
    _draw_words(picture, scene)
    _draw_discard(picture, scene)
    _draw_stock(picture, scene.draw)
    draw_edged(picture, table_cards(scene.own_up, scene.own_down), _OWN, _COUNTS_ROW + 1)
    _draw_arrows(picture, scene.more_left, scene.more_right)
    _draw_hint(picture, scene)
    _draw_hand(picture, scene.columns)
    return picture


def _draw_words(picture: Image.Image, scene: PackTable) -> None:
    """Write the headline beside the discard; a coach's advice begins in the others' place."""
    beside = (_WORDS, WIDTH - _WORDS)
    if scene.coach:
        places = [(y, 0, WIDTH) for y in _LINES[:2]] + [(_LINES[2], *beside)]
        lines = flowed(scene.coach, tuple(width for _, _, width in places))
    elif len(scene.others) == 1:
        places = [(y, *beside) for y in _LINES[1:]]
        lines = wrapped(scene.headline, beside[1], len(places))
    else:
        places, lines = [(_LINES[2], *beside)], (squeezed(scene.headline, beside[1]),)
    for (y, x, width), line in zip(places, lines, strict=False):
        write(picture, line, x, y, width)


def _draw_discard(picture: Image.Image, scene: PackTable) -> None:
    top = discard_face(scene.top)
    picture.paste(top, (_TOP_COLUMN, _HINT_ROW + LINE_ROWS - top.height))
    if scene.run > 1:
        run = f"x{scene.run}"
        write(picture, run, _BESIDE_TOP, _LINES[-1], 15, lettering=Lettering.BOLD)
    if scene.discard:
        write(picture, str(scene.discard), _BESIDE_TOP, _COUNTS_ROW, 15)


def _draw_stock(picture: Image.Image, count: int) -> None:
    pack = small(*PACK)
    stamp(picture, pack, _STOCK, _COUNTS_ROW + 1)
    x = _STOCK + pack.width + 2
    write(picture, str(count), x, _COUNTS_ROW, _OWN - x, lettering=Lettering.BOLD)


def _draw_arrows(picture: Image.Image, left: int, right: int) -> None:
    """Point to the ranks beyond the window, with how many there are."""
    if left:
        write(picture, f"◂{left}", _ARROWS, _COUNTS_ROW, _ARROW_WIDTH)
    if right:
        x = WIDTH - _ARROW_WIDTH
        write(picture, f"{right}▸", x, _COUNTS_ROW, _ARROW_WIDTH, Side.RIGHT)


def _draw_hint(picture: Image.Image, scene: PackTable) -> None:
    """Write what the buttons do now, on a bright strip when it is this seat's turn."""
    x, width = _STRIP, WIDTH - _STRIP
    if scene.is_turn:
        fill(picture, x, _HINT_ROW, width, LINE_ROWS)
    ink = DARK if scene.is_turn else LIT
    write(picture, scene.hint, x + 1, _HINT_ROW, width - 2, Side.MIDDLE, ink=ink)


def _draw_hand(picture: Image.Image, columns: Sequence[PackColumn | None]) -> None:
    for slot, column in enumerate(columns):
        if column is not None:
            y = _HAND_ROW - (_LIFT if column.selected else 0)
            picture.paste(column_face(column), (slot * COLUMN + 1, y))
