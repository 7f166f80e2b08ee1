"""What happened at The Pack's table, large for a moment: a card turned over, a burn, four alike."""

from collections.abc import Sequence

from PIL import Image

from firmware_host.screens.card_faces import PILE_HEIGHT, PILE_WIDTH, rank_face
from firmware_host.screens.easel import WIDTH, Side, bar, blank, write
from firmware_host.screens.lettering import LINE_ROWS, Lettering, width_of
from firmware_host.screens.scenes import PackMoment

SHOWN = 4
"""More cards than these are only counted."""

_CARDS_ROW, _STEP = 12, PILE_WIDTH + 3
_LINES, _LINES_ROW, _LINE_STEP = 2, 42, 10


def draw_pack_moment(scene: PackMoment) -> Image.Image:
    """Draw the moment: its cards and what they mean."""
    picture = blank()
    bar(picture, scene.title)
    _draw_cards(picture, scene.cards)
    for row, line in enumerate(scene.lines[:_LINES]):
        write(picture, line, 0, _LINES_ROW + row * _LINE_STEP, WIDTH, Side.MIDDLE)
    return picture


def _draw_cards(picture: Image.Image, cards: Sequence[str]) -> None:
    shown, more = cards[:SHOWN], len(cards) - SHOWN
    rest = f"+{more}" if more > 0 else ""
    beyond = width_of(rest, Lettering.BOLD) + 4 if rest else 0
    x = (WIDTH - len(shown) * _STEP + 3 - beyond) // 2
    for rank in shown:
        picture.paste(rank_face(rank), (x, _CARDS_ROW))
        x += _STEP
    y = _CARDS_ROW + (PILE_HEIGHT - LINE_ROWS) // 2
    write(picture, rest, x, y, WIDTH - x, lettering=Lettering.BOLD)
