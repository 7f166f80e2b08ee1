"""Panels: frames and brightness in, luma.oled's drivers behind. No card is known here.

`Panel` writes in the caller's own thread, which is what virtual time wants; `panel_thread` does it
behind the caller's back.
"""

from collections.abc import Callable, Sequence
from enum import Enum, StrEnum
from typing import Protocol, TypeVar

from hw.panel_frame import DARK, FRAME_BYTES
from hw.ports import DeviceError

T = TypeVar("T")


class Chip(StrEnum):
    """The controllers we drive; an SSD1309 takes the SSD1306's commands."""

    SSD1306 = "ssd1306"
    SH1106 = "sh1106"


class PanelError(DeviceError):
    """A panel does not answer on its bus; the words name both and say what to check."""


class PanelBus(Protocol):
    """What luma's serial interfaces offer (`luma.core.interface.serial`), and the panel models."""

    def command(self, *codes: int) -> None:
        """Send command bytes, at most 32."""
        ...

    def data(self, data: Sequence[int]) -> None:
        """Send display data."""
        ...

    def cleanup(self) -> None:
        """Release the bus."""
        ...


class PanelDevice(Protocol):
    """An initialised panel that takes whole frames."""

    def write_frame(self, frame: bytes) -> None:
        """Send `frame`; PanelError when the panel does not answer."""
        ...

    def write_contrast(self, level: int) -> None:
        """Send a contrast, 0-255; PanelError when the panel does not answer."""
        ...

    def write_dark(self, is_off: bool) -> None:
        """Switch the panel off or on; PanelError when it does not answer."""
        ...

    def cleanup(self) -> None:
        """Go dark and release the bus; once is enough, more does nothing."""
        ...


def open_panel(chip: Chip, bus: PanelBus, *, rotate: int = 0, place: str = "") -> "Panel":
    """Initialise the panel on `bus` and clear it; `rotate` is 2 if it is mounted upside down.

    `place` says in errors where the panel is, as in "I2C bus 1". Raises PanelError when nothing
    answers, ValueError for another `rotate` than 0 or 2.
    """
    if rotate not in (0, 2):
        raise ValueError(f"a panel is mounted upright (0) or upside down (2), not {rotate}")
    # luma is imported where it is chosen: that takes a second on a Pi Zero 2.
    from hw.panel_luma import open_device

    return Panel(open_device(chip, bus, rotate, place))


class Order(Enum):
    """What a panel can be told; of each it needs to know the latest only."""

    SHOW = "show"
    CONTRAST = "contrast"
    DARK = "dark"


class Panel:
    """A panel written to at once, by whoever calls; what does not change anything costs nothing.

    Each order raises PanelError when the panel does not answer; try again.
    """

    def __init__(self, device: PanelDevice) -> None:
        self._device = device
        self._told: dict[Order, object] = {Order.SHOW: DARK, Order.DARK: False}
        self._is_open = True

    def show(self, frame: bytes) -> None:
        """Show `frame`."""
        if len(frame) != FRAME_BYTES:
            raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(frame)}")
        self._tell(Order.SHOW, frame, self._device.write_frame)

    def contrast(self, level: int) -> None:
        """Set the contrast, 0-255."""
        if level not in range(256):
            raise ValueError(f"a contrast is from 0 to 255, not {level}")
        self._tell(Order.CONTRAST, level, self._device.write_contrast)

    def dark(self, is_off: bool) -> None:
        """Switch the panel off or on."""
        self._tell(Order.DARK, is_off, self._device.write_dark)

    def close(self) -> None:
        """Go dark and release the bus; later orders are dropped."""
        self._is_open = False
        self._device.cleanup()

    def _tell(self, order: Order, value: T, write: Callable[[T], None]) -> None:
        if not self._is_open or self._told.get(order) == value:
            return
        self._told.pop(order, None)  # what the panel knows is unknown until all has been sent
        write(value)
        self._told[order] = value
