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


def draw_stuck(scene: Stuck) -> Image.Image:
    """Draw the table on which nobody can play."""
    picture = blank()
    bar(picture, scene.headline, scene.hint)
    draw_piles(picture, scene.table.piles)
    draw_hand(picture, scene.table.own, None)
    for seat, x in enumerate((MARGIN, WIDTH - MARGIN - SIDE_WIDTH)):
        write(picture, scene.names[seat], x, _NAME_ROW, SIDE_WIDTH, Side.MIDDLE)
        ready_mark(picture, scene.ready[seat], x + (SIDE_WIDTH - MARK_SIZE) // 2, _MARK_ROW)
    return picture
