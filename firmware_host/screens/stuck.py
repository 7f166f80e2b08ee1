"""Stuck: the table, and beside each seat's pile whether that seat has called ready."""

from PIL import Image

from firmware_host.screens.easel import (
    MARGIN,
    MARK_SIZE,
    WIDTH,
    Side,
    bar,
    blank,
    ready_mark,
    write,
)
from firmware_host.screens.scenes import Stuck
from firmware_host.screens.table import SIDE_WIDTH, draw_hand, draw_piles

_NAME_ROW, _MARK_ROW = 12, 25
_NAME_MARGIN, _NAME_WIDTH = 1, 36
"""A name may come close to the pile."""


def draw_stuck(scene: Stuck) -> Image.Image:
    """Draw the table on which nobody can play."""
    picture = blank()
    bar(picture, scene.headline, scene.hint)
    draw_piles(picture, scene.table.piles)
    draw_hand(picture, scene.table.own, None)
    for seat, x in enumerate((_NAME_MARGIN, WIDTH - _NAME_MARGIN - _NAME_WIDTH)):
        write(picture, scene.names[seat], x, _NAME_ROW, _NAME_WIDTH, Side.MIDDLE)
    for seat, x in enumerate((MARGIN, WIDTH - MARGIN - SIDE_WIDTH)):
        ready_mark(picture, scene.ready[seat], x + (SIDE_WIDTH - MARK_SIZE) // 2, _MARK_ROW)
    return picture
