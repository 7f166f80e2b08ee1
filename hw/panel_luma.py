"""luma.oled's SSD1306 and SH1106 devices, taking finished frames. Imported only when chosen.

Initialisation, contrast, on and off stay luma's. What differs: pages are packed by Pillow's C code
and not pixel by pixel, and cleaning up works once, so that the hook which luma leaves with `atexit`
for each device darkens a forgotten panel but never writes to a bus that is closed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from luma.core.error import Error
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from hw.panel import Chip, PanelBus, PanelDevice, PanelError
from hw.panel_frame import FRAME_BYTES, PAGES, WIDTH, pack, upside_down

_SH1106_FIRST_COLUMN = 2
"""The SH1106 has 132 columns, of which a 128-column panel shows those from 2 on."""


REMEDY = "check its wires, its address and that its bus is enabled"


def open_device(chip: Chip, bus: PanelBus, rotate: int, place: str = "") -> PanelDevice:
    """Initialise a dark panel of `chip` on `bus`; `rotate` counts quarter turns, 0 or 2."""
    device = {Chip.SSD1306: _Ssd1306, Chip.SH1106: _Sh1106}[chip]
    name = f"{chip} panel on {place}" if place else f"{chip} panel"
    try:
        opened: _Framed = device(bus, rotate=rotate)
    except (Error, OSError) as error:
        raise PanelError(f"no {name} answers ({error}): {REMEDY}") from error
    opened.name = name
    return opened


class _Framed:
    """What both devices share: they take frames, and clean up once."""

    name: str
    rotate: int
    preprocess: Any
    contrast: Any
    show: Any
    hide: Any
    clear: Any
    _serial_interface: PanelBus
    _is_open = True

    def display(self, image: Image.Image) -> None:
        """Show `image`; luma's `clear` and its canvas come here."""
        self._write_pages(pack(self.preprocess(image)))

    def write_frame(self, frame: bytes) -> None:
        """Send the whole of `frame`, turned if the panel is mounted the other way up."""
        with self._named_when_lost():
            self._write_pages(upside_down(frame) if self.rotate else frame)

    def write_contrast(self, level: int) -> None:
        """Set how bright lit pixels are, 0-255."""
        with self._named_when_lost():
            self.contrast(level)

    def write_dark(self, is_off: bool) -> None:
        """Switch the display off, which keeps its RAM and takes data, or on."""
        with self._named_when_lost():
            self.hide() if is_off else self.show()

    def cleanup(self) -> None:
        """Go dark and release the bus, the first time."""
        if not self._is_open:
            return
        self._is_open = False
        try:
            self.hide()
            self.clear()
        except (Error, OSError) as error:
            words = f"the {self.name} could not be darkened ({error}): {REMEDY}"
            raise PanelError(words) from error
        finally:
            self._serial_interface.cleanup()

    @contextmanager
    def _named_when_lost(self) -> Iterator[None]:
        try:
            yield
        except (Error, OSError) as error:
            raise PanelError(f"the {self.name} does not answer ({error}): {REMEDY}") from error

    def _write_pages(self, frame: bytes) -> None:
        raise NotImplementedError


class _Ssd1306(_Framed, ssd1306):
    """An SSD1306 or SSD1309: one window over everything, then all bytes."""

    def __init__(self, bus: PanelBus, rotate: int) -> None:
        super().__init__(bus, rotate=rotate)
        # Tables of luma's pixel loop, nearly half a megabyte, which nothing here uses.
        del self._mask, self._offsets

    def _write_pages(self, frame: bytes) -> None:
        columns = (self._const.COLUMNADDR, 0, WIDTH - 1)
        self.command(*columns, self._const.PAGEADDR, 0, PAGES - 1)
        self.data(frame)


class _Sh1106(_Framed, sh1106):
    """An SH1106: it knows page addressing only, so each page is addressed by itself."""

    def _write_pages(self, frame: bytes) -> None:
        for page, start in enumerate(range(0, FRAME_BYTES, WIDTH)):
            self.command(0xB0 + page, _SH1106_FIRST_COLUMN, self._const.SETHIGHCOLUMN)
            self.data(frame[start : start + WIDTH])
