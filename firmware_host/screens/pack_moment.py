"""What happened at The Pack's table, large for a moment: cards turned over, a burn, a pick-up."""

from collections.abc import Sequence

from PIL import Image

from firmware_host.screens.card_faces import PILE_HEIGHT, PILE_WIDTH, rank_face
from firmware_host.screens.easel import HINT_ROW, WIDTH, Side, bar, blank, hint_line, write
from firmware_host.screens.lettering import LINE_ROWS, Lettering, width_of, wrapped
from firmware_host.screens.scenes import PackMoment

SHOWN = 4
"""More cards than these are only counted."""

_CARDS_ROW, _STEP = 12, PILE_WIDTH + 3
_LINES_ROW, _LINE_STEP = 42, 10
_BIG_STEP = 18
_BIG_LINES = 2


def draw_pack_moment(scene: PackMoment) -> Image.Image:
    """Draw the moment: its cards and what they mean; without cards, the words are big."""
    picture = blank()
    bar(picture, scene.title)
    if scene.cards:
        _draw_cards(picture, scene.cards)
        _draw_lines(picture, scene.lines, with_hint=bool(scene.hint))
    else:
        _draw_big(picture, " ".join(scene.lines))
    hint_line(picture, scene.hint)
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


def _draw_lines(picture: Image.Image, lines: Sequence[str], *, with_hint: bool) -> None:
    for row, line in enumerate(lines[: 1 if with_hint else 2]):
        write(picture, line, 0, _LINES_ROW + row * _LINE_STEP, WIDTH, Side.MIDDLE)


def _draw_big(picture: Image.Image, text: str) -> None:
    lines = wrapped(text, WIDTH, _BIG_LINES, Lettering.BIG)
    y = (LINE_ROWS + HINT_ROW - len(lines) * _BIG_STEP) // 2 - 1
    for row, line in enumerate(lines):
        write(picture, line, 0, y + row * _BIG_STEP, WIDTH, Side.MIDDLE, lettering=Lettering.BIG)
