"""The others at The Pack's table, side by side along the panel's upper edge, the next seat first.

The bright name has the turn; "!" warns of a seat's last cards.
"""

from collections.abc import Iterator, Sequence

from PIL import Image

from firmware_host.screens.artwork import DARK, LIT
from firmware_host.screens.easel import WIDTH, fill, small, stamp, write
from firmware_host.screens.layers import Layer
from firmware_host.screens.lettering import squeezed, width_of
from firmware_host.screens.pack_faces import CELL_HEIGHT, CELL_WIDTH, cell
from firmware_host.screens.scenes import PackOther

LAST_CARDS = 2
"""A seat with so few cards in all may win any moment."""

_NAME_ROWS = 8
_LINES_ROWS = 16
_CELLS_ROW = 9
_CELLS_WIDTH = 3 * (CELL_WIDTH + 1) - 1
_EDGED_STEP = CELL_WIDTH + 4
_EDGED_WIDTH = 3 * _EDGED_STEP + 1
"""Columns of three table cards between their edges."""

_DIGITS = 11
"""Columns of the widest number of two digits."""

_SIGN_WIDTH = 7
_HAND = (
    "###....",
    "#.###..",
    "#.#.###",
    "#.#.#.#",
    "###.#.#",
    "..###.#",
    "....###",
)

_TICK = (
    ".....",
    "....#",
    "...##",
    "#.##.",
    "###..",
    ".#...",
)
_WARNING = (
    "##",
    "##",
    "##",
    "##",
    "..",
    "##",
    "##",
)
"""Both so narrow that a short name stands whole beside them, with four others, too."""


def other_layers(others: Sequence[PackOther]) -> Iterator[Layer]:
    """Give the other seats: one along a single line, more in blocks of two lines."""
    if len(others) == 1:
        yield from _line_layers(others[0])
        return
    width = WIDTH // len(others)
    for place, other in enumerate(others):
        yield from _block_layers(other, place * width + 1, width - 2)
    yield _draw_borders, (len(others),)


def table_cards(up: Sequence[str], down: int) -> tuple[str, ...]:
    """Give what lies on a seat's three places: ranks, "?" face down, "" nothing.

    Face-down cards lie below all face-up ones, and go only after the last of these (rule P12).
    """
    slots = tuple(up) or ("", "", "")
    return tuple(rank or "?" * (slot < down) for slot, rank in enumerate(slots))


def draw_edged(picture: Image.Image, places: Sequence[str], x: int, y: int) -> None:
    """Draw table cards between their edges, 28 columns wide, their letters from row `y` on."""
    for slot, rank in enumerate(places):
        if rank:
            for edge in (slot, slot + 1):
                fill(picture, x + edge * _EDGED_STEP, y - 1, 1, CELL_HEIGHT + 2)
    _draw_cells(picture, places, x + 2, y, _EDGED_STEP)


def _draw_cells(picture: Image.Image, places: Sequence[str], x: int, y: int, step: int) -> None:
    for slot, rank in enumerate(places):
        if rank:
            face = cell(rank)
            stamp(picture, face, x + slot * step + (CELL_WIDTH - face.width) // 2, y)


def _line_layers(other: PackOther) -> Iterator[Layer]:
    hand = WIDTH - _DIGITS - 2 - _SIGN_WIDTH
    cells = hand - 5 - _EDGED_WIDTH
    yield _draw_hand, (other.hand, hand, 0)
    yield draw_edged, (table_cards(other.up, other.down), cells, 0)
    yield _name_layer(other, 0, cells - 3)


def _block_layers(other: PackOther, x: int, width: int) -> Iterator[Layer]:
    """Give the name, below it the table cards and how many are in hand, as roomy as may be."""
    yield _name_layer(other, x, width)
    places = table_cards(other.up, other.down)
    signed = _SIGN_WIDTH + 2 + _DIGITS
    if width >= _EDGED_WIDTH + 3 + signed:
        yield draw_edged, (places, x, _CELLS_ROW)
        yield _draw_hand, (other.hand, x + _EDGED_WIDTH + 3, _CELLS_ROW)
        return
    yield _draw_cells, (places, x, _CELLS_ROW, CELL_WIDTH + 1)
    if width >= _CELLS_WIDTH + 2 + signed:
        yield _draw_hand, (other.hand, x + _CELLS_WIDTH + 2, _CELLS_ROW)
    else:
        yield _draw_bright_hand, (other.hand, x + width, _CELLS_ROW)


def _name_layer(other: PackOther, x: int, width: int) -> Layer:
    return _draw_name, (other.name, other.is_turn, _sign_of(other), x, width)


def _draw_borders(picture: Image.Image, others: int) -> None:
    for place in range(1, others):
        for y in range(0, _LINES_ROWS, 3):
            fill(picture, place * (WIDTH // others) - 1, y, 1, 1)


def _draw_name(
    picture: Image.Image, name: str, is_turn: bool, sign: tuple[str, ...], x: int, width: int
) -> None:
    """Write the name, bright if it has the turn; a tick or a warning behind it."""
    edges = 1 + is_turn
    room = width - edges - (len(sign[0]) + 1 if sign else 0)
    short = squeezed(name, room)
    taken = width_of(short) + edges
    if is_turn:
        fill(picture, x, 0, taken, _NAME_ROWS)
    write(picture, short, x + 1, -1, room, ink=DARK if is_turn else LIT)
    if sign:
        stamp(picture, small(*sign), x + taken + 1, 0)


def _sign_of(other: PackOther) -> tuple[str, ...]:
    if other.is_ready:
        return _TICK
    held = other.hand + other.down + sum(map(bool, other.up))
    return _WARNING if 0 < held <= LAST_CARDS else ()


def _draw_hand(picture: Image.Image, count: int, x: int, y: int) -> None:
    stamp(picture, small(*_HAND), x, y)
    write(picture, str(count), x + _SIGN_WIDTH + 2, y - 1, _DIGITS + 2)


def _draw_bright_hand(picture: Image.Image, count: int, end: int, y: int) -> None:
    """Write the count up to column `end` on a bright ground, lest it read as one rank more."""
    taken = width_of(str(count))
    fill(picture, end - taken - 1, y - 1, taken + 2, _NAME_ROWS)
    write(picture, str(count), end - taken, y - 1, taken, ink=DARK)
