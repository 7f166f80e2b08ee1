"""QR codes of the seats' links: for a terminal, and for the front page."""

from io import StringIO

import segno

BORDER = 2
"""Modules of quiet around a code; readers want to see where it ends."""
LIGHT_ON_DARK, PLAIN = "\x1b[97;40m", "\x1b[0m"
"""A code in the terminal's own colours would be a negative on light ones."""


def in_terminal(link: str) -> str:
    """Draw the code with half blocks, two modules a character, white on black wherever it is."""
    drawn = StringIO()
    segno.make_qr(link, error="l").terminal(drawn, border=BORDER, compact=True)
    return "\n".join(f"{LIGHT_ON_DARK}{line}{PLAIN}" for line in drawn.getvalue().splitlines())


def as_svg(link: str) -> str:
    """Draw the code as an SVG element; its size is the page's to say."""
    code = segno.make_qr(link, error="m")
    return code.svg_inline(border=BORDER, light="#fff", omitsize=True)
