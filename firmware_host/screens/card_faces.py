"""Cards as pictures: a pile's top, a card of the hand, an empty place, a card's back.

Suits do not matter in Spit, so all the room goes to the rank. Faces are drawn once and kept.
"""

from collections.abc import Mapping
from functools import cache

from PIL import Image, ImageDraw

from engine.cards import RANKS, Card
from firmware_host.screens.artwork import DARK, LIT, cut
from firmware_host.screens.easel import stamp
from firmware_host.screens.rank_sheets import HAND_RANKS, PILE_RANKS

PILE_WIDTH, PILE_HEIGHT = 24, 29
HAND_WIDTH, HAND_HEIGHT = 28, 23

_HAND_MARGIN = 3
"""Rows from a hand card's upper edge to its rank; its lower edge is below the panel."""


@cache
def pile_face(card: Card | None) -> Image.Image:
    """Give a pile's top, dark rank on a bright card, or the outline of an empty pile."""
    if card is None:
        return _dotted(PILE_WIDTH, PILE_HEIGHT)
    face = _rounded(PILE_WIDTH, PILE_HEIGHT, filled=True)
    rank = _ranks(PILE_RANKS)[RANKS[card.rank]]
    stamp(face, rank, (PILE_WIDTH - rank.width) // 2, (PILE_HEIGHT - rank.height) // 2, DARK)
    return face


@cache
def hand_face(card: Card | None, picked: bool) -> Image.Image:
    """Give a card of the hand, open at the lower edge; a picked one is bright."""
    if card is None:
        return _dotted(HAND_WIDTH, HAND_HEIGHT)
    face = _rounded(HAND_WIDTH, HAND_HEIGHT + 4, filled=picked).crop(
        (0, 0, HAND_WIDTH, HAND_HEIGHT)
    )
    rank = _ranks(HAND_RANKS)[RANKS[card.rank]]
    stamp(face, rank, (HAND_WIDTH - rank.width) // 2, _HAND_MARGIN, DARK if picked else LIT)
    return face


@cache
def card_back() -> Image.Image:
    """Give the back of a card as large as a pile's top: a lattice in a frame."""
    back = _rounded(PILE_WIDTH, PILE_HEIGHT, filled=False)
    for y in range(3, PILE_HEIGHT - 3):
        for x in range(3, PILE_WIDTH - 3):
            if (x + y) % 4 == 0 or (x - y) % 4 == 0:
                back.putpixel((x, y), LIT)
    return back


@cache
def _ranks(sheet: str) -> Mapping[str, Image.Image]:
    return cut(sheet)


def _rounded(width: int, height: int, *, filled: bool) -> Image.Image:
    card = Image.new("1", (width, height))
    ImageDraw.Draw(card).rounded_rectangle(
        (0, 0, width - 1, height - 1), radius=3, outline=LIT, fill=LIT if filled else DARK
    )
    return card


def _dotted(width: int, height: int) -> Image.Image:
    place = Image.new("1", (width, height))
    for x in range(2, width - 1, 4):
        place.putpixel((x, 0), LIT)
        place.putpixel((x, height - 1), LIT)
    for y in range(2, height - 1, 4):
        place.putpixel((0, y), LIT)
        place.putpixel((width - 1, y), LIT)
    return place
