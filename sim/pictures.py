"""Pictures of the console for people: both panels as an eye sees them, in their case.

`python -m sim.pictures FOLDER` draws the sample of every scene; `table.png` is the README's.
The scenes go the whole way: drawn, sent by luma's driver, read back by the panel's model.
"""

import argparse
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw

from firmware_host.screens.drawing import frame_of
from firmware_host.screens.lettering import letters
from firmware_host.screens.scenes import Scene
from hw.panel import Chip
from hw.panel_frame import HEIGHT, WIDTH, unpack
from sim.panel_bus import modelled_panels
from sim.sample_scenes import NAMES, SAMPLES

Colour = tuple[int, int, int]

_CASE: Colour = (38, 43, 54)
_RIM: Colour = (58, 65, 80)
_GLASS: Colour = (5, 7, 11)
_UNLIT: Colour = (12, 15, 21)
_LIT: Colour = (214, 238, 255)
_ENGRAVED: Colour = (150, 162, 184)
_BUTTONS: Sequence[Colour] = ((232, 72, 85), (249, 200, 14))

_DOT = 5
"""Side of a panel's pixel in pixels of the picture, its dark joint included."""

_JOINT = 150
"""How much of a dot's light, of 255, is left in the joints between dots."""

_GLASS_MARGIN, _CASE_MARGIN, _GAP = 18, 40, 36
_NAME_HEIGHT, _NAME_SCALE = 56, 3
_BUTTON_HEIGHT, _LABEL_SCALE = 206, 2
_SMOOTH = 4
"""Round shapes are drawn this many times larger and then made smaller."""


def seen(scene: Scene, chip: Chip = Chip.SSD1306) -> bytes:
    """Give the frame that an eye sees on a panel of `chip` that shows `scene`."""
    panels, (model,) = modelled_panels([chip])
    panels.ports[0].show(frame_of(scene))
    return model.pixels()


def console(frames: Sequence[bytes], names: Sequence[str]) -> Image.Image:
    """Give the case with its panels side by side, buttons below, on a clear ground."""
    face_width, face_height = WIDTH * _DOT + 2 * _GLASS_MARGIN, HEIGHT * _DOT + 2 * _GLASS_MARGIN
    width = len(frames) * (face_width + _GAP) - _GAP + 2 * _CASE_MARGIN
    height = _NAME_HEIGHT + face_height + _BUTTON_HEIGHT
    picture = _case(width, height).copy()
    for seat, (frame, name) in enumerate(zip(frames, names, strict=True)):
        x = _CASE_MARGIN + seat * (face_width + _GAP)
        _engrave(picture, name, x + face_width // 2, 16, _NAME_SCALE)
        picture.paste(_glass(frame), (x, _NAME_HEIGHT))
        _draw_buttons(picture, x + _GLASS_MARGIN, _NAME_HEIGHT + face_height, _BUTTONS[seat % 2])
    return picture


def main(argv: Sequence[str] | None = None) -> int:
    """Write a picture of every sample scene into the folder named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m sim.pictures", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go; made if need be")
    folder: Path = parser.parse_args(argv).folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, scenes in SAMPLES.items():
        picture = console([seen(scene) for scene in scenes], NAMES)
        picture.quantize(64).save(folder / f"{name}.png", optimize=True)
    return 0


@cache
def _case(width: int, height: int) -> Image.Image:
    """Draw the front of the box with round corners."""
    case = Image.new("RGBA", (width * _SMOOTH, height * _SMOOTH))
    ImageDraw.Draw(case).rounded_rectangle(
        (0, 0, width * _SMOOTH - 1, height * _SMOOTH - 1),
        radius=28 * _SMOOTH,
        fill=_CASE,
        outline=_RIM,
        width=3 * _SMOOTH,
    )
    return case.resize((width, height), Image.Resampling.BOX)


def _glass(frame: bytes) -> Image.Image:
    """Draw a panel's glass, each pixel a dot with dark joints."""
    size = (WIDTH * _DOT, HEIGHT * _DOT)
    face = Image.new("RGB", (size[0] + 2 * _GLASS_MARGIN, size[1] + 2 * _GLASS_MARGIN), _GLASS)
    lit = unpack(frame).resize(size, Image.Resampling.NEAREST)
    dots = Image.composite(
        Image.new("RGB", size, _LIT), Image.new("RGB", size, _UNLIT), lit.convert("L")
    )
    face.paste(dots, (_GLASS_MARGIN, _GLASS_MARGIN), _joints(size))
    return face


@cache
def _joints(size: tuple[int, int]) -> Image.Image:
    """Give the mask that lets a dot show but for its last row and column."""
    mask = Image.new("L", size, 255)
    for x in range(_DOT - 1, size[0], _DOT):
        mask.paste(_JOINT, (x, 0, x + 1, size[1]))
    for y in range(_DOT - 1, size[1], _DOT):
        mask.paste(_JOINT, (0, y, size[0], y + 1))
    return mask


def _draw_buttons(picture: Image.Image, x: int, y: int, colour: Colour) -> None:
    """Draw a pad: the card buttons below the columns of their cards, and the other four."""
    step = WIDTH * _DOT // 4
    for slot, label in enumerate(("left", "right", "draw", "ready")):
        middle = x + slot * step + step // 2
        _draw_button(picture, middle, y + 56, 34, colour)
        _draw_button(picture, middle, y + 142, 21, _ENGRAVED)
        _engrave(picture, label, middle, y + 172, _LABEL_SCALE)


def _draw_button(picture: Image.Image, x: int, y: int, radius: int, colour: Colour) -> None:
    for size, fill in ((radius + 6, _RIM), (radius, colour)):
        picture.paste(fill, (x - size, y - size), _disc(size))


def _engrave(picture: Image.Image, text: str, middle: int, y: int, scale: int) -> None:
    small = letters(text)
    large = small.resize((small.width * scale, small.height * scale), Image.Resampling.NEAREST)
    picture.paste(_ENGRAVED, (middle - large.width // 2, y), large)


@cache
def _disc(radius: int) -> Image.Image:
    side = 2 * radius
    disc = Image.new("L", (side * _SMOOTH, side * _SMOOTH))
    ImageDraw.Draw(disc).ellipse((0, 0, side * _SMOOTH - 1, side * _SMOOTH - 1), fill=255)
    return disc.resize((side, side), Image.Resampling.BOX)


if __name__ == "__main__":
    raise SystemExit(main())
