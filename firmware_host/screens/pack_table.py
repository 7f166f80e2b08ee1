"""The Pack's table: the others on top, the discard in the middle, the own hand above its buttons.

A bright strip tells whose turn it is: the name of another seat, or the line above the own hand,
which says what the buttons do. Framed cards play, bright ones are selected.
"""

from collections.abc import Iterator

from PIL import Image

from firmware_host.screens.artwork import DARK, LIT
from firmware_host.screens.easel import HEIGHT, WIDTH, Side, fill, small, stamp, write
from firmware_host.screens.layers import Layer
from firmware_host.screens.lettering import LINE_ROWS, Lettering, flowed, squeezed, wrapped
from firmware_host.screens.pack_faces import COLUMN_HEIGHT, column_face, discard_face
from firmware_host.screens.pack_seats import draw_edged, other_layers, table_cards
from firmware_host.screens.scenes import PackColumn, PackTable
from firmware_host.screens.table import COLUMN, PACK

_TOP_COLUMN = 1
_BESIDE_TOP = 27
"""From here to the words: how many of its rank the discard's top is, and the pile's size."""

_WORDS = 43
_WORDS_WIDTH = WIDTH - _WORDS
_LINES = (-1, 8, 16)
"""Rows of three lines of text: two belong to the others, the last beside the discard to words."""

_COUNTS_ROW = 24
_STOCK, _OWN, _ARROWS = _WORDS, 70, 104
_STRIP, _HINT_ROW = 26, 34
_HAND_ROW = HEIGHT - COLUMN_HEIGHT
_LIFT = 1
_ARROW_WIDTH = 11


def pack_table_layers(scene: PackTable) -> Iterator[Layer]:
    """Give the table, seen from one seat, the others first."""
    if scene.coach:
        yield _draw_advice, (scene.coach,)
    else:
        yield from other_layers(scene.others)
        is_alone = len(scene.others) == 1
        yield _draw_headline if is_alone else _draw_short_headline, (scene.headline,)
    yield _draw_top, (scene.top,)
    if scene.run > 1:
        yield _draw_run, (scene.run,)
    if scene.discard:
        yield _draw_discard, (scene.discard,)
    yield _draw_stock, (scene.draw,)
    yield draw_edged, (table_cards(scene.own_up, scene.own_down), _OWN, _COUNTS_ROW + 1)
    yield _draw_arrows, (scene.more_left, scene.more_right)
    yield _draw_hint, (scene.hint, scene.is_turn)
    for slot, column in enumerate(scene.columns):
        if column is not None:
            yield _draw_column, (slot, column)


def _draw_advice(picture: Image.Image, coach: str) -> None:
    """Write what to do in the others' place, and go on where the headline would end."""
    places = (*((y, 0, WIDTH) for y in _LINES[:2]), (_LINES[2], _WORDS, _WORDS_WIDTH))
    lines = flowed(coach, tuple(width for _, _, width in places))
    for (y, x, width), line in zip(places, lines, strict=False):
        write(picture, line, x, y, width)


def _draw_headline(picture: Image.Image, headline: str) -> None:
    """Write the headline beside the discard, below a single other."""
    rows = _LINES[1:]
    for y, line in zip(rows, wrapped(headline, _WORDS_WIDTH, len(rows)), strict=False):
        write(picture, line, _WORDS, y, _WORDS_WIDTH)


def _draw_short_headline(picture: Image.Image, headline: str) -> None:
    """Write the headline in the one line that two lines of others leave."""
    write(picture, squeezed(headline, _WORDS_WIDTH), _WORDS, _LINES[2], _WORDS_WIDTH)


def _draw_top(picture: Image.Image, rank: str) -> None:
    top = discard_face(rank)
    picture.paste(top, (_TOP_COLUMN, _HINT_ROW + LINE_ROWS - top.height))


def _draw_run(picture: Image.Image, run: int) -> None:
    write(picture, f"x{run}", _BESIDE_TOP, _LINES[-1], 15, lettering=Lettering.BOLD)


def _draw_discard(picture: Image.Image, count: int) -> None:
    write(picture, str(count), _BESIDE_TOP, _COUNTS_ROW, 15)


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


def _draw_hint(picture: Image.Image, hint: str, is_turn: bool) -> None:
    """Write what the buttons do now, on a bright strip when it is this seat's turn."""
    x, width = _STRIP, WIDTH - _STRIP
    if is_turn:
        fill(picture, x, _HINT_ROW, width, LINE_ROWS)
    ink = DARK if is_turn else LIT
    write(picture, hint, x + 1, _HINT_ROW, width - 2, Side.MIDDLE, ink=ink)


def _draw_column(picture: Image.Image, slot: int, column: PackColumn) -> None:
    y = _HAND_ROW - (_LIFT if column.selected else 0)
    picture.paste(column_face(column), (slot * COLUMN + 1, y))
