"""The countdown: the table, with a card of each stock face down beside its pile."""

from PIL import Image

from firmware_host.screens.card_faces import PILE_WIDTH, card_back
from firmware_host.screens.easel import WIDTH, bar, blank
from firmware_host.screens.scenes import Countdown
from firmware_host.screens.table import PILE_PLACES, draw_hand, draw_piles

_BACK_MARGIN = 7


def draw_countdown(scene: Countdown) -> Image.Image:
    """Draw the table before cards are turned: nothing moves on it, so nothing tells when."""
    picture = blank()
    bar(picture, scene.headline)
    draw_piles(picture, scene.table.piles)
    draw_hand(picture, scene.table.own, scene.table.picked)
    row = PILE_PLACES[0][1]
    picture.paste(card_back(), (_BACK_MARGIN, row))
    picture.paste(card_back(), (WIDTH - _BACK_MARGIN - PILE_WIDTH, row))
    return picture
