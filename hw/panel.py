"""Panels: frames in, luma.oled's drivers behind. No card is known here.

`Panel` writes in the caller's own thread, which is what virtual time wants; `PanelThread` does it
behind the caller's back, one thread for each bus, and only ever the newest frame.
"""

import logging
from collections.abc import Sequence, Set
from enum import StrEnum
from threading import Condition, Thread
from typing import Protocol

from hw.panel_frame import DARK, FRAME_BYTES
from hw.ports import DeviceError, PanelPort

log = logging.getLogger(__name__)


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


class Panel:
    """A panel written to at once, by whoever calls `show`; an unchanged frame costs nothing."""

    def __init__(self, device: PanelDevice) -> None:
        self._device = device
        self._shown: bytes | None = DARK
        self._is_open = True

    def show(self, frame: bytes) -> None:
        """Show `frame`; raises PanelError when the panel does not answer; try again."""
        if len(frame) != FRAME_BYTES:
            raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(frame)}")
        if frame == self._shown or not self._is_open:
            return
        self._shown = None  # what is on the panel is unknown until all of it has been sent
        self._device.write_frame(frame)
        self._shown = frame

    def close(self) -> None:
        """Go dark and release the bus; later frames are dropped."""
        self._is_open = False
        self._device.cleanup()


class PanelThread:
    """The one thread that writes to a bus: panels take turns, each gets its newest frame.

    `panels` may take their time to show a frame and may raise OSError; the `ports` never do.
    """

    def __init__(self, panels: Sequence[PanelPort], name: str = "panels") -> None:
        self._open: Set[PanelPort] = set(panels)
        self._waiting: dict[PanelPort, bytes | None] = {}
        self._changed = Condition()
        self._lost: set[PanelPort] = set()
        self.ports: tuple[PanelPort, ...] = tuple(_QueuedPanel(self, panel) for panel in panels)
        Thread(target=self._run, name=name, daemon=True).start()

    def post(self, panel: PanelPort, frame: bytes) -> None:
        """Let `frame` be shown on `panel` as soon as the bus is free; returns at once."""
        with self._changed:
            if self._waiting.get(panel, frame) is not None:  # None: it is about to be closed
                self._waiting[panel] = frame
            self._changed.notify_all()

    def close(self, panel: PanelPort) -> None:
        """Darken `panel` after the write under way, and wait until that is done."""
        with self._changed:
            if panel in self._open:
                self._waiting[panel] = None
            self._changed.notify_all()
            self._changed.wait_for(lambda: panel not in self._open)

    def _run(self) -> None:
        try:
            while self._open:
                self._perform(*self._next())
        finally:
            self._note_closed(self._open)  # whoever waits for a panel to close waits no longer

    def _next(self) -> tuple[PanelPort, bytes | None]:
        """Wait for the next thing to do: the frame of a panel, or None to close it."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting)
            panel = next(iter(self._waiting))
            return panel, self._waiting.pop(panel)

    def _perform(self, panel: PanelPort, frame: bytes | None) -> None:
        try:
            panel.close() if frame is None else panel.show(frame)
        except OSError as error:
            self._note_loss(panel, error)
        else:
            self._lost.discard(panel)
        if frame is None:
            self._note_closed({panel})

    def _note_closed(self, panels: Set[PanelPort]) -> None:
        with self._changed:
            self._open = self._open - panels
            self._changed.notify_all()

    def _note_loss(self, panel: PanelPort, error: OSError) -> None:
        """Say once that a panel is lost; every later frame tries it again."""
        if panel not in self._lost:
            self._lost.add(panel)
            log.warning("%s", error)


class _QueuedPanel:
    """A panel as the console sees it: its frames wait for the bus's thread."""

    def __init__(self, thread: PanelThread, panel: PanelPort) -> None:
        self._thread = thread
        self._panel = panel

    def show(self, frame: bytes) -> None:
        self._thread.post(self._panel, frame)

    def close(self) -> None:
        self._thread.close(self._panel)
