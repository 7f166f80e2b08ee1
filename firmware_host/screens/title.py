"""The title: the game's name, who plays, who is ready, and the running score."""

from PIL import Image, ImageOps

from firmware_host.screens.easel import (
    MARK_SIZE,
    WIDTH,
    Side,
    blank,
    hint_line,
    ready_mark,
    small,
    stamp,
    write,
)
from firmware_host.screens.lettering import Lettering
from firmware_host.screens.scenes import Title

_SEAT_WIDTH = 44
_NAME_ROW, _MARK_ROW, _SCORE_ROW = 24, 37, 27

_CARDS_WIDTH, _CARDS_ROW = 30, 2
_CARDS = (
    "....##########",
    "...#..........#",
    ".##########...#",
    "############..#",
    "############..#",
    "#####..#####..#",
    "####....####..#",
    "###......###..#",
    "##........##..#",
    "##........##..#",
    "###......###..#",
    "####....####..#",
    "#####..#####..#",
    "############..#",
    "############.#",
    ".##########",
)


def draw_title(scene: Title) -> Image.Image:
    """Draw the console waiting for players."""
    picture = blank()
    _draw_game(picture, scene.game)
    for seat, x in enumerate((0, WIDTH - _SEAT_WIDTH)):
        write(picture, scene.names[seat], x, _NAME_ROW, _SEAT_WIDTH, Side.MIDDLE)
        ready_mark(picture, scene.ready[seat], x + (_SEAT_WIDTH - MARK_SIZE) // 2, _MARK_ROW)
    between = WIDTH - 2 * _SEAT_WIDTH
    score = f"{scene.score[0]}–{scene.score[1]}"
    write(picture, score, _SEAT_WIDTH, _SCORE_ROW, between, Side.MIDDLE, lettering=Lettering.BIG)
    hint_line(picture, scene.hint)
    return picture


def _draw_game(picture: Image.Image, game: str) -> None:
    """Write the game's name between two pairs of cards that mirror each other."""
    cards = small(*_CARDS)
    stamp(picture, cards, _CARDS_WIDTH - cards.width - 4, _CARDS_ROW)
    stamp(picture, ImageOps.mirror(cards), WIDTH - _CARDS_WIDTH + 4, _CARDS_ROW)
    between = WIDTH - 2 * _CARDS_WIDTH
    write(picture, game, _CARDS_WIDTH, 0, between, Side.MIDDLE, lettering=Lettering.BIG)
