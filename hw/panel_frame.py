"""Frames: a panel's picture as 1024 bytes, 8 pages of 128 columns, bit 0 uppermost.

All of it is done by Pillow's C code and by slices of bytes; a Python loop over pixels would take
most of a millisecond here and a game's patience on a Pi Zero 2. Only who makes pictures waits for
Pillow: `spytt --help` need not.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

WIDTH = 128
HEIGHT = 64
PAGES = HEIGHT // 8
FRAME_BYTES = WIDTH * PAGES
DARK = bytes(FRAME_BYTES)


def pack(picture: "Image.Image") -> bytes:
    """Give `picture` (mode "1", 128x64) as a frame.

    A quarter turn clockwise makes each column a row of 8 bytes, lowest page first and lowest pixel
    in the highest bit, so every eighth byte belongs to one page.
    """
    from PIL import Image

    columns = picture.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def unpack(frame: bytes) -> "Image.Image":
    """Give the picture (mode "1", 128x64) that `frame` holds."""
    from PIL import Image

    columns = bytearray(FRAME_BYTES)
    for page in range(PAGES):
        columns[PAGES - 1 - page :: PAGES] = frame[page * WIDTH : (page + 1) * WIDTH]
    turned = Image.frombytes("1", (HEIGHT, WIDTH), bytes(columns))
    return turned.transpose(Image.Transpose.ROTATE_90)


def moved(frame: bytes, columns: int) -> bytes:
    """Give `frame` moved to the right by `columns` (less than 0: to the left), dark behind it."""
    if not columns:
        return frame
    gap = bytes(abs(columns))
    rows = (frame[start : start + WIDTH] for start in range(0, FRAME_BYTES, WIDTH))
    if columns > 0:
        return b"".join(gap + row[:-columns] for row in rows)
    return b"".join(row[-columns:] + gap for row in rows)
