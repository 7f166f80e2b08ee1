"""The result: who won, the score, and the match's story."""

from collections.abc import Sequence

from PIL import Image

from firmware_host.screens.easel import MARGIN, WIDTH, Side, bar, blank, hint_line, write
from firmware_host.screens.lettering import LINE_ROWS, Lettering
from firmware_host.screens.scenes import Result
from firmware_host.screens.seats import draw_seats

_SEAT_WIDTH = 48
_NAMES_ROW = 11
_STORY_LINES, _STORY_LINES_OF_MORE = 4, 2


def draw_result(scene: Result) -> Image.Image:
    """Draw the end of a game; a tick says that this seat wants the next one."""
    picture = blank()
    bar(picture, scene.headline)
    if len(scene.names) == 2:
        _draw_two(picture, scene)
        _draw_story(picture, scene.story[:_STORY_LINES], _NAMES_ROW + LINE_ROWS)
    else:
        draw_seats(picture, scene.names, scene.ready, scene.score, _NAMES_ROW)
        story = scene.story[:_STORY_LINES_OF_MORE]
        _draw_story(picture, story, _NAMES_ROW + 2 * LINE_ROWS)
    hint_line(picture, scene.hint)
    return picture


def _draw_two(picture: Image.Image, scene: Result) -> None:
    names = [name + " ✓" * ready for name, ready in zip(scene.names, scene.ready, strict=True)]
    write(picture, names[0], MARGIN, _NAMES_ROW, _SEAT_WIDTH, Side.LEFT)
    write(picture, names[1], WIDTH - MARGIN - _SEAT_WIDTH, _NAMES_ROW, _SEAT_WIDTH, Side.RIGHT)
    score = "–".join(map(str, scene.score))
    write(picture, score, 0, _NAMES_ROW, WIDTH, Side.MIDDLE, lettering=Lettering.BOLD)


def _draw_story(picture: Image.Image, story: Sequence[str], top: int) -> None:
    """Write the story's lines; four of them move together a little."""
    is_tight = len(story) == _STORY_LINES
    step = LINE_ROWS - 2 if is_tight else LINE_ROWS
    for row, line in enumerate(story):
        write(picture, line, 0, top - 2 * is_tight + row * step, WIDTH, Side.MIDDLE)
