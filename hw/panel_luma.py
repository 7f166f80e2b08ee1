"""What luma.oled's SSD1306 and SH1106 drivers say to their panels. Imported only when chosen.

Initialisation, contrast, on and off are luma's; its devices speak into an ear of ours instead of a
bus, so that one path carries all bytes, several panels can share a transaction, and a panel that
was lost can be told again what it was told at first.
"""

from collections.abc import Callable
from functools import cache

from luma.oled.device import sh1106, ssd1306
from PIL import Image

from hw.panel_chips import IN_ORDER, REMAPPED, Chip

_OFF = b"\xae"
_SCANNED_UP = 0xC0


class Script:
    """The commands of one chip, mounted upright or `is_turned` (by 180 degrees)."""

    def __init__(self, chip: Chip, is_turned: bool) -> None:
        self._device, self._ear = _device(chip)
        turn = bytes((IN_ORDER, _SCANNED_UP)) if is_turned else b""
        said = self._ear.at_first.removesuffix(self.dark(False)) + turn
        self.start = said
        """Initialise; leaves the panel off and its RAM as it was."""
        self.registers = said.removeprefix(_OFF)
        """Initialise anew, without switching off."""
        remap = IN_ORDER if is_turned else REMAPPED
        self.addressing = chip.addressing.registers + bytes((remap,))
        """What decides where data go; a chip forgets it when its power falters."""

    def contrast(self, level: int) -> bytes:
        """Set how bright lit pixels are, 0-255."""
        return self._ear.during(lambda: self._device.contrast(level))

    def dark(self, is_off: bool) -> bytes:
        """Switch off, which keeps RAM and takes data, or on."""
        return self._ear.during(self._device.hide if is_off else self._device.show)


class _Ear:
    """Stands where luma's serial interface does and keeps the commands."""

    def __init__(self) -> None:
        self.heard = b""
        self.at_first = b""

    def command(self, *codes: int) -> None:
        self.heard += bytes(codes)

    def during(self, speak: Callable[[], object]) -> bytes:
        """Give what is said while `speak` runs."""
        self.heard = b""
        speak()
        return self.heard


class _Silent:
    """Frames are none of luma's business, and no exit hook of its may write to our bus."""

    def display(self, image: Image.Image) -> None:
        """Drop what luma clears the panel with."""

    def cleanup(self) -> None:
        """Do nothing; luma leaves a hook with `atexit` that calls this."""


class _Ssd1306(_Silent, ssd1306):
    pass


class _Sh1106(_Silent, sh1106):
    pass


@cache
def _device(chip: Chip) -> tuple[_Ssd1306 | _Sh1106, _Ear]:
    ear = _Ear()
    device = _Ssd1306(ear) if chip is Chip.SSD1306 else _Sh1106(ear)
    ear.at_first = ear.heard
    return device, ear
