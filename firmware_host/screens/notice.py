"""A notice: a pause or a fault in big words, what it means, and what to do."""

from PIL import Image

from firmware_host.screens.easel import HINT_ROW, WIDTH, Side, blank, hint_line, write
from firmware_host.screens.lettering import Lettering, wrapped
from firmware_host.screens.scenes import Notice

_TITLE_STEP, _LINE_STEP = 18, 9
_TITLE_LINES = 2
_GAP = 3


def draw_notice(scene: Notice) -> Image.Image:
    """Draw the notice, its words together in the middle of the room above the hint."""
    picture = blank()
    title = wrapped(scene.title, WIDTH, _TITLE_LINES, Lettering.BIG)
    high = len(title) * _TITLE_STEP + bool(scene.lines) * _GAP + len(scene.lines) * _LINE_STEP
    y = max(0, (HINT_ROW - high) // 2) - 1
    for line in title:
        write(picture, line, 0, y, WIDTH, Side.MIDDLE, lettering=Lettering.BIG)
        y += _TITLE_STEP
    y += _GAP
    for line in scene.lines:
        if y + _LINE_STEP <= HINT_ROW:
            write(picture, line, 0, y, WIDTH, Side.MIDDLE)
        y += _LINE_STEP
    hint_line(picture, scene.hint)
    return picture
