"""One thread for each bus: the game never waits for a panel, which gets only what is newest."""

import atexit
import logging
from collections.abc import Callable
from threading import Condition, Thread

from hw.panel import PanelGroup, Panels
from hw.panel_group import PULSE_NS

log = logging.getLogger(__name__)


class PanelThread(Panels):
    """Panels of a bus that are written to in a thread of their own.

    While nothing else is to be written it gives the group its pulse. `written` is called in the
    thread after panels were refreshed. Panels that are still open when Python exits go dark.
    """

    def __init__(
        self,
        group: PanelGroup,
        name: str = "panels",
        *,
        written: Callable[[], None] = lambda: None,
        pulse_ns: int | None = PULSE_NS,
    ) -> None:
        self._written = written
        self._pulse_s = None if pulse_ns is None else pulse_ns / 1e9
        self._news = Condition()
        self._is_stale = False
        self._closing: list[int] = []
        self._is_over = False
        super().__init__(group)
        Thread(target=self._run, name=name, daemon=True).start()
        atexit.register(self.close_all)

    def _changed(self) -> None:
        with self._news:
            self._is_stale = True
            self._news.notify_all()

    def _close(self, seat: int) -> None:
        """Wait until the write under way and the closing are done."""
        with self._news:
            self._closing.append(seat)
            self._news.notify_all()
            self._news.wait_for(lambda: self._is_over or seat not in self._closing)
        if not self._asked:
            atexit.unregister(self.close_all)

    def _run(self) -> None:
        try:
            while self._group.seats:
                self._turn()
        finally:
            with self._news:
                self._is_over = True  # whoever waits for a panel to close waits no longer
                self._news.notify_all()

    def _turn(self) -> None:
        with self._news:
            self._news.wait_for(lambda: self._is_stale or self._closing, self._pulse_s)
            closing = tuple(self._closing)
            is_stale, self._is_stale = self._is_stale, False
        for seat in closing:
            self._group.close(seat)
        with self._news:
            self._closing = [seat for seat in self._closing if seat not in closing]
            self._news.notify_all()
        if is_stale:
            self._group.refresh(self._wanted)
            self._written()
        if self._pulse_s is not None and self._group.seats:
            self._group.pulse(self._wanted)
