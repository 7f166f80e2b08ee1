"""One thread for each bus: the game never waits for a panel, which gets only what is newest."""

import logging
from collections.abc import Callable, Sequence, Set
from threading import Condition, Thread

from hw.panel import Order
from hw.ports import PanelPort

log = logging.getLogger(__name__)

Job = Callable[[], None]


class PanelThread:
    """The one thread that writes to a bus: panels take turns, one order at a time.

    An order replaces one of its kind that waits, in its place. `panels` may take their time and
    may raise OSError; the `ports` never do.
    """

    def __init__(self, panels: Sequence[PanelPort], name: str = "panels") -> None:
        self._open: Set[PanelPort] = set(panels)
        self._waiting: dict[PanelPort, dict[Order, Job]] = {}
        self._closing: list[PanelPort] = []
        self._changed = Condition()
        self._lost: set[PanelPort] = set()
        self.ports: tuple[PanelPort, ...] = tuple(_QueuedPanel(self, panel) for panel in panels)
        Thread(target=self._run, name=name, daemon=True).start()

    def post(self, panel: PanelPort, order: Order, job: Job) -> None:
        """Let `job` be done for `panel` as soon as the bus is free; returns at once."""
        with self._changed:
            if panel in self._open and panel not in self._closing:
                self._waiting.setdefault(panel, {})[order] = job
            self._changed.notify_all()

    def close(self, panel: PanelPort) -> None:
        """Darken `panel` after the write under way, and wait until that is done."""
        with self._changed:
            self._waiting.pop(panel, None)
            if panel in self._open and panel not in self._closing:
                self._closing.append(panel)
            self._changed.notify_all()
            self._changed.wait_for(lambda: panel not in self._open)

    def _run(self) -> None:
        try:
            while self._open:
                self._perform(*self._next())
        finally:
            self._note_closed(self._open)  # whoever waits for a panel to close waits no longer

    def _next(self) -> tuple[PanelPort, Job | None]:
        """Wait for the next thing to do: a panel's first order, or None to close it."""
        with self._changed:
            self._changed.wait_for(lambda: self._closing or self._waiting)
            if self._closing:
                return self._closing[0], None
            panel = next(iter(self._waiting))
            orders = self._waiting.pop(panel)
            job = orders.pop(next(iter(orders)))
            if orders:
                self._waiting[panel] = orders  # behind the other panels
            return panel, job

    def _perform(self, panel: PanelPort, job: Job | None) -> None:
        try:
            panel.close() if job is None else job()
        except OSError as error:
            self._note_loss(panel, error)
        else:
            self._lost.discard(panel)
        if job is None:
            self._note_closed({panel})

    def _note_closed(self, panels: Set[PanelPort]) -> None:
        with self._changed:
            self._open = self._open - panels
            self._closing = [panel for panel in self._closing if panel in self._open]
            self._changed.notify_all()

    def _note_loss(self, panel: PanelPort, error: OSError) -> None:
        """Say once that a panel is lost; every later order tries it again."""
        if panel not in self._lost:
            self._lost.add(panel)
            log.warning("%s", error)


class _QueuedPanel:
    """A panel as the console sees it: its orders wait for the bus's thread."""

    def __init__(self, thread: PanelThread, panel: PanelPort) -> None:
        self._thread = thread
        self._panel = panel

    def show(self, frame: bytes) -> None:
        self._thread.post(self._panel, Order.SHOW, lambda: self._panel.show(frame))

    def contrast(self, level: int) -> None:
        self._thread.post(self._panel, Order.CONTRAST, lambda: self._panel.contrast(level))

    def dark(self, is_off: bool) -> None:
        self._thread.post(self._panel, Order.DARK, lambda: self._panel.dark(is_off))

    def close(self) -> None:
        self._thread.close(self._panel)
