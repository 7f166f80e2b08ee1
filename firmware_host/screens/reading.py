"""Pages to read: a text cut into pages that fit, and one of them drawn."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from PIL import Image

from firmware_host.screens.easel import WIDTH, bar, blank, fill, hint_line, write
from firmware_host.screens.lettering import flowed, width_of
from firmware_host.screens.scenes import Page

PAGE_LINES = 5
"""Lines of a page."""

_HEADING = "# "
_FIRST_ROW, _STEP = 11, 8
_MARGIN = 1
_MOST_LINES = 200
"""No paragraph is longer."""


def draw_page(scene: Page) -> Image.Image:
    """Draw a page: a bar with its number, its lines, a heading with a rule behind it."""
    picture = blank()
    bar(picture, scene.title, f"{scene.number}/{scene.count}")
    for row, line in enumerate(scene.lines[:PAGE_LINES]):
        _draw_line(picture, line, _FIRST_ROW + row * _STEP)
    hint_line(picture, scene.hint)
    return picture


def _draw_line(picture: Image.Image, line: str, y: int) -> None:
    words = line.removeprefix(_HEADING)
    write(picture, words, _MARGIN, y, WIDTH - 2 * _MARGIN)
    end = _MARGIN + width_of(words) + 4
    if words != line and end < WIDTH:
        fill(picture, end, y + 4, WIDTH - end, 1)


def paged(text: str) -> tuple[tuple[str, ...], ...]:
    """Cut `text` into pages of at most five lines that fit the panel.

    Paragraphs are separated by blank lines; one that starts with "# " heads a new page. A
    paragraph is broken over pages only if it does not fit on one.
    """
    pages: list[tuple[str, ...]] = []
    for paragraph in _paragraphs(text):
        lines = _lines(paragraph)
        page = pages.pop() if pages and not paragraph.startswith(_HEADING) else ()
        together = _joined(page, lines)
        if len(together) <= PAGE_LINES:
            pages.append(together)
            continue
        if page:
            pages.append(page)
        pages += [lines[n : n + PAGE_LINES] for n in range(0, len(lines), PAGE_LINES)]
    return tuple(pages)


def _joined(page: tuple[str, ...], lines: tuple[str, ...]) -> tuple[str, ...]:
    """Put a paragraph below what is on a page, with a blank line between, but for a heading."""
    is_close = not page or page[-1].startswith(_HEADING)
    return (*page, *(() if is_close else ("",)), *lines)


def _paragraphs(text: str) -> Iterator[str]:
    for is_blank, lines in groupby(text.splitlines(), key=lambda line: not line.strip()):
        if not is_blank:
            yield from _headings_apart(list(lines))


def _headings_apart(lines: Sequence[str]) -> Iterator[str]:
    """Give the lines of one block as one paragraph, but for a heading that begins it."""
    if lines[0].startswith(_HEADING):
        yield lines[0]
        lines = lines[1:]
    if lines:
        yield " ".join(lines)


def _lines(paragraph: str) -> tuple[str, ...]:
    if paragraph.startswith(_HEADING):
        return (paragraph,)
    return flowed(paragraph, _MOST_LINES * (WIDTH - 2 * _MARGIN,))
