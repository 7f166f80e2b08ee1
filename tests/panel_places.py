"""Where things stand on a panel, for tests that look there."""

from firmware_host.screens.card_faces import PILE_HEIGHT, PILE_WIDTH
from firmware_host.screens.table import PILE_PLACES


def pile_box(pile: int) -> tuple[int, int, int, int]:
    """Give the rectangle of a pile: left, upper, right, lower (the latter two exclusive)."""
    x, y = PILE_PLACES[pile]
    return (x, y, x + PILE_WIDTH, y + PILE_HEIGHT)
