"""Pictures made of layers that do not cover each other: each is drawn and packed once, and kept.

So a card that is played costs a few lookups on its way to the panels. A layer is a function that
draws on a picture, and what it is told besides.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache

from PIL import Image

from firmware_host.screens.easel import blank
from hw.panel_frame import FRAME_BYTES, pack

Draw = Callable[..., None]
Layer = tuple[Draw, tuple[object, ...]]

_KEPT = 1024
"""Layers; each is a frame of a kilobyte."""


def drawn(layers: Iterable[Layer]) -> Image.Image:
    """Give the picture."""
    picture = blank()
    for draw, told in layers:
        draw(picture, *told)
    return picture


def packed(layers: Iterable[Layer]) -> bytes:
    """Give the picture's frame."""
    frame = 0
    for draw, told in layers:
        frame |= _packed(draw, told)
    return frame.to_bytes(FRAME_BYTES)


@lru_cache(maxsize=_KEPT)
def _packed(draw: Draw, told: tuple[object, ...]) -> int:
    return int.from_bytes(pack(drawn([(draw, told)])))
