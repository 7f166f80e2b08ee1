"""One thread for each bus: the game never waits for a panel, which gets only what is newest."""

import atexit
import logging
from collections.abc import Callable
from threading import Condition, Thread

from hw.panel import PanelGroup, Panels
from hw.panel_group import PULSE_NS
from hw.ports import ReadClock
from hw.units import SECOND_NS

log = logging.getLogger(__name__)


class PanelThread(Panels):
    """Panels of a bus that are written to in a thread of their own.

    By `clock` it gives the group its pulse, as often as is due however much is shown; a frame that
    waits goes first. Without a clock there is none. `written` is called in the thread after panels
    were refreshed. Panels that are still open when Python exits go dark. A mistake that ends the
    thread is logged and reported as the loss of all panels, which go dark if they still can.
    """

    _group: PanelGroup

    def __init__(
        self,
        group: PanelGroup,
        name: str = "panels",
        *,
        written: Callable[[], None] = lambda: None,
        clock: ReadClock | None = None,
    ) -> None:
        self._written = written
        self._pulses = None if clock is None else _Pulses(clock)
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
        except Exception as error:
            log.exception("panels are written to no more")
            self._group.give_up(error)
        finally:
            with self._news:
                self._is_over = True  # whoever waits for a panel to close waits no longer
                self._news.notify_all()

    def _turn(self) -> None:
        with self._news:
            wait_s = None if self._pulses is None else self._pulses.wait_s()
            self._news.wait_for(lambda: self._is_stale or self._closing, wait_s)
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
        if self._group.seats and self._pulses is not None and self._pulses.is_due():
            self._group.pulse(self._wanted)


class _Pulses:
    """Tells when the next pulse is due: every `PULSE_NS`, and what was missed is left out."""

    def __init__(self, clock: ReadClock) -> None:
        self._clock = clock
        self._next_ns = clock() + PULSE_NS

    def wait_s(self) -> float:
        """Give how long it is until then; not above 0 once it is due."""
        return (self._next_ns - self._clock()) / SECOND_NS

    def is_due(self) -> bool:
        """Tell whether to pulse now; once for each pulse."""
        late_ns = self._clock() - self._next_ns
        if late_ns < 0:
            return False
        self._next_ns += (late_ns // PULSE_NS + 1) * PULSE_NS
        return True
