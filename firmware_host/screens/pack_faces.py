"""The Pack's cards as pictures: the discard's top, columns of the hand, table cards in small."""

from functools import cache

from PIL import Image

from firmware_host.screens.artwork import DARK, LIT, mask
from firmware_host.screens.card_faces import dotted, hatch, ranks, rounded, sheet_name
from firmware_host.screens.easel import Side, fill, stamp, write
from firmware_host.screens.lettering import Lettering, letters
from firmware_host.screens.rank_sheets import HAND_RANKS, PILE_RANKS
from firmware_host.screens.scenes import PackColumn

COLUMN_WIDTH, COLUMN_HEIGHT = 30, 18
"""A card of the hand; its lower edge is below the panel."""

TOP_WIDTH, TOP_HEIGHT = 24, 26
"""The discard's top."""

CELL_WIDTH, CELL_HEIGHT = 5, 7
"""A table card in small: as large as a letter."""

_RANK_MARGIN = 2
_LEFT, _BESIDE = 2, 18
"""Columns of a card where its rank stands if it is not alone, and where its number does."""

_TEN = (
    "#.###",
    "#.#.#",
    "#.#.#",
    "#.#.#",
    "#.#.#",
    "#.#.#",
    "#.###",
)
_BACK = (
    "#####",
    "#.#.#",
    "##.##",
    "#.#.#",
    "##.##",
    "#.#.#",
    "#####",
)
_FACE_DOWN = "?"
_WINDOW = (9, 12)
"""First column and width of what the lattice of a card's back leaves free for its sign."""


@cache
def discard_face(rank: str) -> Image.Image:
    """Give the discard's top, dark on a bright card, or the outline of an empty place."""
    if not rank:
        return dotted(TOP_WIDTH, TOP_HEIGHT)
    face = rounded(TOP_WIDTH, TOP_HEIGHT, filled=True)
    glyph = ranks(PILE_RANKS)[sheet_name(rank)]
    stamp(face, glyph, (TOP_WIDTH - glyph.width) // 2, (TOP_HEIGHT - glyph.height) // 2, DARK)
    return face


@cache
def column_face(column: PackColumn) -> Image.Image:
    """Give one column of the hand: in a frame if it plays, bright if some of it is selected."""
    if not column.rank:
        return dotted(COLUMN_WIDTH, COLUMN_HEIGHT)
    face = _ground(column)
    if column.rank == _FACE_DOWN and not column.selected:
        hatch(face, 2)
        fill(face, _WINDOW[0], 0, _WINDOW[1], COLUMN_HEIGHT, DARK)
    ink = DARK if column.selected else LIT
    rank = _large(column.rank)
    x = (COLUMN_WIDTH - rank.width) // 2 if column.count == 1 else _LEFT
    stamp(face, rank, x, _RANK_MARGIN, ink)
    if column.count > 1:
        _write_count(face, column, ink)
    return face


@cache
def cell(rank: str) -> Image.Image:
    """Give a table card as large as a letter; "?" lies face down."""
    if rank == "10":
        return mask(_TEN)
    if rank == _FACE_DOWN:
        return mask(_BACK)
    return letters(rank).crop((0, 1, CELL_WIDTH, 1 + CELL_HEIGHT))


def _ground(column: PackColumn) -> Image.Image:
    """Give the card without its rank, cut off at the panel's lower edge."""
    is_framed = column.plays or column.selected
    if not is_framed:
        return Image.new("1", (COLUMN_WIDTH, COLUMN_HEIGHT))
    whole = rounded(COLUMN_WIDTH, COLUMN_HEIGHT + 4, filled=bool(column.selected))
    return whole.crop((0, 0, COLUMN_WIDTH, COLUMN_HEIGHT))


def _write_count(face: Image.Image, column: PackColumn, ink: int) -> None:
    """Write "x3", or how many of them are selected: 2 over 3."""
    width = COLUMN_WIDTH - _BESIDE - 1
    if not column.selected:
        write(face, f"x{column.count}", _BESIDE, 8, width, ink=ink)
        return
    for number, y in ((column.selected, 0), (column.count, 9)):
        write(face, str(number), _BESIDE, y, width, Side.MIDDLE, ink=ink)
    fill(face, _BESIDE + 1, 9, width - 2, 1, ink)


def _large(rank: str) -> Image.Image:
    if rank == _FACE_DOWN:
        return letters(rank, Lettering.BIG).crop((0, 2, 10, 18))
    return ranks(HAND_RANKS)[sheet_name(rank)]
