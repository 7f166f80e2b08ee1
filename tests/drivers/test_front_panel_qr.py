"""QR codes: what is drawn with blocks, and as a picture, are the modules of the link's code."""

import re

import pytest
import segno

from sim.front_panel.qr import BORDER, LIGHT_ON_DARK, PLAIN, as_svg, in_terminal

LINKS = [
    pytest.param("http://10.0.0.2:80/" + "a" * 22 + "/", id="the shortest"),
    pytest.param("http://192.168.178.123:65535/" + "_-" * 11 + "/", id="the longest"),
]
HALVES = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
"""Blocks are light; a code's modules (1) are dark."""


@pytest.mark.parametrize("link", LINKS)
def test_in_a_terminal_every_module_is_half_a_character_white_on_black(link: str) -> None:
    lines = in_terminal(link).splitlines()
    assert all(line.startswith(LIGHT_ON_DARK) and line.endswith(PLAIN) for line in lines)
    blocks = [line.removeprefix(LIGHT_ON_DARK).removesuffix(PLAIN) for line in lines]
    rows = [[HALVES[block][half] for block in line] for line in blocks for half in (0, 1)]
    code = segno.make_qr(link, error="l")
    wanted = [list(row) for row in code.matrix_iter(border=BORDER)]
    assert rows[: len(wanted)] == wanted
    assert len(lines) <= 19, "two codes stand in a terminal of 40 lines"


@pytest.mark.parametrize("link", LINKS)
def test_the_picture_needs_no_style_that_the_page_forbids(link: str) -> None:
    picture = as_svg(link)
    assert re.match(r"<svg [^>]*viewBox", picture)
    assert "style=" not in picture
    assert "<script" not in picture
    assert link not in picture
