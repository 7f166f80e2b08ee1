"""The result: who won, the score, and the match's story."""

from PIL import Image

from firmware_host.screens.easel import MARGIN, WIDTH, Side, bar, blank, hint_line, write
from firmware_host.screens.lettering import Lettering
from firmware_host.screens.scenes import Result

_SEAT_WIDTH = 48
_NAMES_ROW = 11
_STORY_LINES = 4


def draw_result(scene: Result) -> Image.Image:
    """Draw the end of a game; a tick beside a name says that this seat wants the next one."""
    picture = blank()
    bar(picture, scene.headline)
    names = [name + " ✓" * ready for name, ready in zip(scene.names, scene.ready, strict=True)]
    write(picture, names[0], MARGIN, _NAMES_ROW, _SEAT_WIDTH, Side.LEFT)
    write(picture, names[1], WIDTH - MARGIN - _SEAT_WIDTH, _NAMES_ROW, _SEAT_WIDTH, Side.RIGHT)
    score = f"{scene.score[0]}–{scene.score[1]}"
    write(picture, score, 0, _NAMES_ROW, WIDTH, Side.MIDDLE, lettering=Lettering.BOLD)
    story = scene.story[:_STORY_LINES]
    tight = len(story) == _STORY_LINES
    top, step = (19, 8) if tight else (21, 10)
    for row, line in enumerate(story):
        write(picture, line, 0, top + row * step, WIDTH, Side.MIDDLE)
    hint_line(picture, scene.hint)
    return picture
