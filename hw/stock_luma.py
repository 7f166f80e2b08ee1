"""luma.oled's own devices as they come, which the benchmark and the tests compare with."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from luma.oled.device import sh1106, ssd1306
from PIL import Image

from hw.panel_chips import Chip


class Line(Protocol):
    """What luma's devices need of a serial interface."""

    def command(self, *codes: int) -> None:
        """Send command bytes."""
        ...

    def data(self, values: Sequence[int]) -> None:
        """Send display data."""
        ...


class StockDevice(Protocol):
    """What is compared of a luma device."""

    def display(self, image: Image.Image) -> None:
        """Send a whole picture."""
        ...


def stock(chip: Chip, line: Line) -> StockDevice:
    """Open luma's device of `chip`, as its users do."""
    device = ssd1306(line) if chip is Chip.SSD1306 else sh1106(line)
    device.persist = True  # its exit hook shall find nothing to darken
    device.cleanup = lambda: None
    opened: StockDevice = device
    return opened


@contextmanager
def unwarned() -> Iterator[None]:
    """Let luma read pictures in the way that Pillow 14 will have no more, without a word."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield
