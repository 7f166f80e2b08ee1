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

PILE_WIDTH, PILE_HEIGHT = 24, 26
"""A rank of 24 rows and a row above and below it."""
HAND_WIDTH, HAND_HEIGHT = 28, 23

_HAND_MARGIN = 3
"""Rows from a hand card's upper edge to its rank; its lower edge is below the panel."""


def pile_face(card: Card | None) -> Image.Image:
    """Give a pile's top, dark rank on a bright card, or the outline of an empty pile."""
    return _empty_pile() if card is None else _face(RANKS[card.rank])


def rank_face(rank: str) -> Image.Image:
    """Give a card as large as a pile's top by its printed rank ("10")."""
    return _face(sheet_name(rank))


def sheet_name(rank: str) -> str:
    """Give the name of a printed rank ("10") in the sheets of ranks ("T")."""
    return "T" if rank == "10" else rank


@cache
def _empty_pile() -> Image.Image:
    return dotted(PILE_WIDTH, PILE_HEIGHT)


@cache
def _face(name: str) -> Image.Image:
    face = rounded(PILE_WIDTH, PILE_HEIGHT, filled=True)
    rank = ranks(PILE_RANKS)[name]
    stamp(face, rank, (PILE_WIDTH - rank.width) // 2, (PILE_HEIGHT - rank.height) // 2, DARK)
    return face


@cache
def hand_face(card: Card | None, picked: bool) -> Image.Image:
    """Give a card of the hand, open at the lower edge; a picked one is bright."""
    if card is None:
        return dotted(HAND_WIDTH, HAND_HEIGHT)
    face = rounded(HAND_WIDTH, HAND_HEIGHT + 4, filled=picked).crop((0, 0, HAND_WIDTH, HAND_HEIGHT))
    rank = ranks(HAND_RANKS)[RANKS[card.rank]]
    stamp(face, rank, (HAND_WIDTH - rank.width) // 2, _HAND_MARGIN, DARK if picked else LIT)
    return face


@cache
def card_back() -> Image.Image:
    """Give the back of a card as large as a pile's top: a lattice in a frame."""
    back = rounded(PILE_WIDTH, PILE_HEIGHT, filled=False)
    hatch(back, 3)
    return back


def hatch(card: Image.Image, margin: int) -> None:
    """Cover a card with a lattice, but for `margin` columns and rows along its edges."""
    for y in range(margin, card.height - margin):
        for x in range(margin, card.width - margin):
            if (x + y) % 4 == 0 or (x - y) % 4 == 0:
                card.putpixel((x, y), LIT)


@cache
def ranks(sheet: str) -> Mapping[str, Image.Image]:
    """Give the glyphs of a sheet of ranks, cut once."""
    return cut(sheet)


def rounded(width: int, height: int, *, filled: bool) -> Image.Image:
    """Give a card without anything on it."""
    card = Image.new("1", (width, height))
    ImageDraw.Draw(card).rounded_rectangle(
        (0, 0, width - 1, height - 1), radius=3, outline=LIT, fill=LIT if filled else DARK
    )
    return card


def dotted(width: int, height: int) -> Image.Image:
    """Give an empty place."""
    place = Image.new("1", (width, height))
    for x in range(2, width - 1, 4):
        place.putpixel((x, 0), LIT)
        place.putpixel((x, height - 1), LIT)
    for y in range(2, height - 1, 4):
        place.putpixel((0, y), LIT)
        place.putpixel((width - 1, y), LIT)
    return place
