"""A GPIO chip of the kernel's own simulator, gpio-sim: made through configfs, moved by sysfs."""

import os
from pathlib import Path

CONFIG = Path("/sys/kernel/config/gpio-sim/spytt")
DEVICES = Path("/sys/devices/platform")
LABEL = "pinctrl-bcm2711"
"""As on a Pi 4, so that the console finds it by itself."""
LINES = 58


def make() -> Path:
    """Make the chip; gives the folder in sysfs that has a folder for each line."""
    bank = CONFIG / "bank0"
    CONFIG.mkdir()
    bank.mkdir()
    (bank / "num_lines").write_text(str(LINES))
    (bank / "label").write_text(LABEL)
    (CONFIG / "live").write_text("1")
    device, chip = (path.read_text().strip() for path in (CONFIG / "dev_name", bank / "chip_name"))
    return DEVICES / device / chip


def remove() -> None:
    """Take the chip away, as if it had been unplugged; whoever still uses it is told."""
    (CONFIG / "live").write_text("0")
    (CONFIG / "bank0").rmdir()
    CONFIG.rmdir()


class Contacts:
    """The contacts on the chip's lines: closed pulls a line down."""

    def __init__(self, chip: Path) -> None:
        self._chip = chip
        self._pulls: dict[int, int] = {}

    def move(self, line: int, is_closed: bool) -> None:
        """Close or open a contact; its interrupt has been raised when this returns."""
        if line not in self._pulls:
            self._pulls[line] = os.open(self._chip / f"sim_gpio{line}" / "pull", os.O_WRONLY)
        os.pwrite(self._pulls[line], b"pull-down\n" if is_closed else b"pull-up\n", 0)
