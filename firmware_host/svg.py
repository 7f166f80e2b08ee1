"""Shapes and letters of an SVG drawing, as text."""

from collections.abc import Iterable
from html import escape

INK, PAPER = "#1c1917", "#fdfcfa"


def picture(width: float, height: float, title: str, shapes: Iterable[str]) -> str:
    """Put shapes together to a file, drawn in their order."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}"'
            ' font-family="DejaVu Sans, Verdana, Arial, sans-serif">',
            f"<title>{escape(title)}</title>",
            box(0, 0, width, height, PAPER),
            *shapes,
            "</svg>\n",
        ]
    )


def cord(x: float, y: float, to_x: float, colour: str) -> str:
    """Draw a level wire with a dark rim, so that every colour shows."""
    return "".join(
        f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{y}" stroke="{stroke}" stroke-width="{width}"/>'
        for width, stroke in ((7, INK), (5, colour))
    )


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    colour: str,
    *,
    radius: float = 0,
    line: str = "",
) -> str:
    """Draw a rectangle from its upper left corner; `radius` rounds it."""
    stroke = f' stroke="{line}" stroke-width="2"' if line else ""
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"'
        f' fill="{colour}"{stroke}/>'
    )


def circle(x: float, y: float, radius: float, colour: str, *, line: str = "") -> str:
    """Draw a disc about (x, y)."""
    stroke = f' stroke="{line}"' if line else ""
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"{stroke}/>'


def text(
    x: float,
    y: float,
    told: str,
    size: int,
    *,
    anchor: str = "middle",
    weight: str = "normal",
    colour: str = INK,
) -> str:
    """Write `told` on the line at `y`; `anchor` says which part of it is at `x`."""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}"'
        f' fill="{colour}">{escape(told)}</text>'
    )
