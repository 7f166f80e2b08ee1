"""The table in play: the piles in the middle, the own hand above its buttons, the rival on top.

Everything has its place, so that a change of one thing never moves another: text stands beside the
piles, never over them. Piles, hand and top line each keep to whole pages of the panel.
"""

from collections.abc import Iterator, Sequence

from PIL import Image

from engine.cards import Card
from firmware_host.ranks import printed
from firmware_host.screens.card_faces import PILE_HEIGHT, hand_face, pile_face
from firmware_host.screens.easel import MARGIN, WIDTH, Side, small, stamp, write
from firmware_host.screens.layers import Layer
from firmware_host.screens.lettering import LINE_ROWS, Lettering, flowed, wrapped
from firmware_host.screens.scenes import SpitTable

PILE_PLACES = ((38, 15), (66, 15))
"""Upper left corners of the two piles: their ranks fill three whole pages of the panel (16 rows
down), so that a card that changes is sent in as few bytes as can be."""

SIDE_WIDTH = PILE_PLACES[0][0] - MARGIN - 3
"""Columns for text beside the piles, on either side."""

COLUMN = 32
"""Columns of the panel to each card of the hand, and to each card button below it."""

_HAND_ROW, _PICKED_ROW = 43, 42
_TOP_ROW = -1
_RIVAL_NAME_WIDTH = 36
_RIVAL_COLUMN, _RIVAL_STEP = 38, 13
_STOCK_WIDTH = 23
_STOCK_ROW = 30
_HEADLINE_LINES = 4
_ADVICE_LINES = 3
_TIGHT_STEP = 8
_MISFIT_ROW = 13
_MISFIT = (
    "###.......###",
    "####.....####",
    ".####...####.",
    "..####.####..",
    "...#######...",
    "....#####....",
    "....#####....",
    "...#######...",
    "..####.####..",
    ".####...####.",
    "####.....####",
    "###.......###",
)
PACK = (
    "..######",
    "..#....#",
    "#.#....#",
    "#.#....#",
    "#.######",
    "#.......",
    "######..",
)


def spit_table_layers(scene: SpitTable) -> Iterator[Layer]:
    """Give the table in play, piles first."""
    for number, top in enumerate(scene.piles):
        yield _draw_pile, (number, top)
    for slot, card in enumerate(scene.own):
        yield _draw_hand_card, (slot, card, slot == scene.picked)
    yield _draw_stock, (scene.own_stock, MARGIN, _STOCK_ROW)
    if scene.coach:
        yield _draw_advice, (scene.coach,)
    else:
        yield _draw_rival_name, (scene.rival_name,)
        for slot, card in enumerate(scene.rival):
            yield _draw_rival_card, (slot, card)
        yield _draw_stock, (scene.rival_stock, WIDTH - MARGIN - _STOCK_WIDTH, _TOP_ROW)
        yield _draw_headline, (scene.headline,)
    if scene.misfit:
        yield _draw_misfit, ()


def draw_piles(picture: Image.Image, piles: Sequence[Card | None]) -> None:
    """Draw the tops of both piles, pile 0 on the left."""
    for number, top in enumerate(piles):
        _draw_pile(picture, number, top)


def draw_hand(picture: Image.Image, cards: Sequence[Card | None], picked: int | None) -> None:
    """Draw the hand, one card to a column; the picked card is lifted and bright."""
    for slot, card in enumerate(cards):
        _draw_hand_card(picture, slot, card, slot == picked)


def _draw_pile(picture: Image.Image, number: int, top: Card | None) -> None:
    picture.paste(pile_face(top), PILE_PLACES[number])


def _draw_hand_card(picture: Image.Image, slot: int, card: Card | None, is_picked: bool) -> None:
    is_lifted = is_picked and card is not None
    face = hand_face(card, is_lifted)
    x = slot * COLUMN + (COLUMN - face.width) // 2
    picture.paste(face, (x, _PICKED_ROW if is_lifted else _HAND_ROW))


def _draw_rival_name(picture: Image.Image, name: str) -> None:
    write(picture, name, MARGIN, _TOP_ROW, _RIVAL_NAME_WIDTH)


def _draw_rival_card(picture: Image.Image, slot: int, card: Card | None) -> None:
    x = _RIVAL_COLUMN + slot * _RIVAL_STEP
    lettering = Lettering.BOLD if card else Lettering.PLAIN
    write(picture, printed(card) or "·", x, _TOP_ROW, _RIVAL_STEP, Side.MIDDLE, lettering=lettering)


def _draw_misfit(picture: Image.Image) -> None:
    cross = small(*_MISFIT)
    stamp(picture, cross, MARGIN + (SIDE_WIDTH - cross.width) // 2, _MISFIT_ROW)


def _draw_stock(picture: Image.Image, count: int, x: int, y: int) -> None:
    pack = small(*PACK)
    stamp(picture, pack, x, y + 1)
    room = _STOCK_WIDTH - pack.width - 2
    write(picture, str(count), x + pack.width + 2, y, room, lettering=Lettering.BOLD)


def _draw_advice(picture: Image.Image, coach: str) -> None:
    """Write what to do in the rival's line, and go on below it where the headline would stand."""
    lines = flowed(coach, (WIDTH, *_ADVICE_LINES * (SIDE_WIDTH,)))
    write(picture, lines[0], 0, _TOP_ROW, WIDTH)
    _draw_beside(picture, lines[1:], LINE_ROWS, _TOP_ROW + LINE_ROWS)


def _draw_headline(picture: Image.Image, headline: str) -> None:
    lines = wrapped(headline, SIDE_WIDTH, _HEADLINE_LINES)
    step = LINE_ROWS if len(lines) < _HEADLINE_LINES else _TIGHT_STEP
    high = step * (len(lines) - 1) + LINE_ROWS
    top = min(PILE_PLACES[1][1] + (PILE_HEIGHT - high) // 2, _PICKED_ROW - high)
    _draw_beside(picture, lines, step, top)


def _draw_beside(picture: Image.Image, lines: Sequence[str], step: int, top: int) -> None:
    for row, line in enumerate(lines):
        write(picture, line, WIDTH - MARGIN - SIDE_WIDTH, top + row * step, SIDE_WIDTH)
