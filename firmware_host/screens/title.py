"""The title: the game's name, who plays, who is ready, and the running score."""

from collections.abc import Sequence

from PIL import Image, ImageOps

from firmware_host.screens.artwork import DARK
from firmware_host.screens.easel import (
    MARK_SIZE,
    WIDTH,
    Side,
    blank,
    fill,
    ready_mark,
    small,
    stamp,
    write,
)
from firmware_host.screens.lettering import LINE_ROWS, Lettering, width_of
from firmware_host.screens.scenes import Title
from firmware_host.screens.seats import draw_seats

_SEAT_WIDTH = 44
_SEATS_ROW = 21
_NAME_ROW, _MARK_ROW, _SCORE_ROW = 21, 32, 23
_KEYED_HINT_ROW, _KEYS_ROW, _COLUMN = 43, 54, 32

_CARDS_ROW, _GAP, _FARTHEST = 2, 4, 12
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
    if len(scene.names) == 2:
        _draw_two(picture, scene)
    else:
        draw_seats(picture, scene.names, scene.ready, scene.score, _SEATS_ROW)
    write(picture, scene.hint, 0, _KEYED_HINT_ROW, WIDTH, Side.MIDDLE)
    _draw_keys(picture, scene.columns)
    return picture


def _draw_two(picture: Image.Image, scene: Title) -> None:
    """Draw a rivalry: a seat on either side, the score between them."""
    for seat, x in enumerate((0, WIDTH - _SEAT_WIDTH)):
        write(picture, scene.names[seat], x, _NAME_ROW, _SEAT_WIDTH, Side.MIDDLE)
        ready_mark(picture, scene.ready[seat], x + (_SEAT_WIDTH - MARK_SIZE) // 2, _MARK_ROW)
    between = WIDTH - 2 * _SEAT_WIDTH
    score = "–".join(map(str, scene.score))
    is_big = width_of(score, Lettering.BIG) <= between
    lettering, y = (Lettering.BIG, _SCORE_ROW) if is_big else (Lettering.BOLD, _SCORE_ROW + 5)
    write(picture, score, _SEAT_WIDTH, y, between, Side.MIDDLE, lettering=lettering)


def _draw_keys(picture: Image.Image, labels: Sequence[str]) -> None:
    """Draw what the card buttons change, each as a key right above its button."""
    for slot, label in enumerate(labels):
        if label:
            x = slot * _COLUMN
            fill(picture, x + 1, _KEYS_ROW, _COLUMN - 2, LINE_ROWS)
            write(picture, label, x + 2, _KEYS_ROW, _COLUMN - 4, Side.MIDDLE, ink=DARK)


def _draw_game(picture: Image.Image, game: str) -> None:
    """Write the game's name, between two pairs of cards that mirror each other if there is room."""
    write(picture, game, 0, 0, WIDTH, Side.MIDDLE, lettering=Lettering.BIG)
    cards = small(*_CARDS)
    beside = (WIDTH - width_of(game, Lettering.BIG)) // 2 - cards.width - _GAP
    if beside >= 0:
        x = min(beside, _FARTHEST)
        stamp(picture, cards, x, _CARDS_ROW)
        stamp(picture, ImageOps.mirror(cards), WIDTH - x - cards.width, _CARDS_ROW)
