"""What a person sees on the page: the pixels of a panel, and the cards that they show."""

from base64 import b64decode
from collections.abc import Callable
from functools import cache

from PIL import Image

from engine.cards import Card
from firmware_host.screens.card_faces import hand_face, pile_face
from firmware_host.screens.table import COLUMN
from hw.panel_frame import unpack
from tests.browser.driver import Page
from tests.panel_places import pile_box

RANKS = "A23456789TJQK"
HAND_UPPER, PICKED_UPPER = 43, 41

READ = """(seat) => {
  const canvas = document.querySelectorAll("canvas")[seat];
  if (!canvas) return "";
  const data = canvas.getContext("2d").getImageData(0, 0, 128, 64).data;
  const frame = new Uint8Array(1024);
  for (let y = 0; y < 64; y += 1) for (let x = 0; x < 128; x += 1) {
    if (data[4 * (y * 128 + x)] > 127) frame[(y >> 3) * 128 + x] |= 1 << (y & 7);
  }
  return btoa(String.fromCharCode(...frame));
}"""


def frame_on(tab: Page, seat: int) -> bytes:
    """Read a panel's canvas: 1024 bytes in the panel's own order, none before it is there."""
    return b64decode(tab.evaluate(READ, seat))


@cache
def _cards() -> tuple[Card, ...]:
    return tuple(Card.parse(f"{rank}S") for rank in RANKS)


def until(tab: Page, is_so: Callable[[], bool]) -> None:
    """Look at the page anew, a painted frame at a time, until it is so."""
    for _ in range(600):
        if is_so():
            return
        tab.evaluate("new Promise(requestAnimationFrame)")
    raise AssertionError("the panels never showed it")


def piles(frame: bytes) -> list[int | None]:
    """Read the ranks on both piles (0 is the ace); None where no card is seen."""
    picture = unpack(frame)
    return [
        _rank(picture.crop(pile_box(pile)), [pile_face(c) for c in _cards()]) for pile in (0, 1)
    ]


def hand(frame: bytes) -> list[int | None]:
    """Read the ranks of the four cards above the card buttons."""
    picture = unpack(frame)
    return [_hand_rank(picture, slot) for slot in range(4)]


def _hand_rank(picture: Image.Image, slot: int) -> int | None:
    for is_picked, upper in ((False, HAND_UPPER), (True, PICKED_UPPER)):
        faces = [hand_face(card, is_picked) for card in _cards()]
        width, height = faces[0].size
        left = slot * COLUMN + (COLUMN - width) // 2
        seen = picture.crop((left, upper, left + width, min(upper + height, 64)))
        rank = _rank(seen, [face.crop((0, 0, *seen.size)) for face in faces])
        if rank is not None:
            return rank
    return None


def _rank(seen: Image.Image, faces: list[Image.Image]) -> int | None:
    found = [rank for rank, face in enumerate(faces) if face.tobytes() == seen.tobytes()]
    return found[0] if found else None
