"""The panels of one bus: they come to show what is wanted, and keep showing it.

What a panel shows is known only once it has acknowledged all of it; a panel that fails is told
everything anew, from luma's initialisation on, as soon as it answers again. Even what is known is
written again, a stripe with every pulse: a chip whose power faltered acknowledges all the same.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from errno import EAGAIN, EBUSY, ETIMEDOUT
from itertools import cycle

from hw.panel_bus import Bus, Message
from hw.panel_frame import moved
from hw.panel_plan import Change, plan
from hw.panel_state import PanelPlace, PanelState, Wanted
from hw.units import MILLISECOND_NS, SECOND_NS

log = logging.getLogger(__name__)

PULSE_NS = 57 * MILLISECOND_NS
"""From one stripe to the next: two panels are written anew within 2 s, in 3 % of a 400 kHz bus."""
RETRY_PULSES = 9
"""Lost panels are tried about twice a second."""
SHIFT_PULSES = 60 * SECOND_NS // PULSE_NS
"""A picture that stands for a minute moves a little, so that it does not burn in."""
SHIFTS = (0, 1, 0, -1)
"""Columns; what stands at a panel's edge leaves that much room."""

Report = Callable[[int, str | None], None]


class PanelGroup:
    """Writes to the panels of `bus` in the thread that calls; never from two at once.

    `report` is told a seat and what is wrong with its panel, once, and None when it is back.
    """

    def __init__(
        self, bus: Bus, places: Iterable[PanelPlace], report: Report | None = None
    ) -> None:
        self._bus = bus
        self._panels = [PanelState(place) for place in places]
        self._report = report or _logged
        self._turns = 0
        self._pulses = self._quiet_pulses = 0
        self._shifts = cycle(SHIFTS)
        self._shift = next(self._shifts)

    @property
    def seats(self) -> Sequence[int]:
        """Whose panels these are, without those that are closed."""
        return [panel.place.seat for panel in self._panels]

    def refresh(self, wanted: Mapping[int, Wanted]) -> None:
        """Let every panel show what is wanted of its seat; what it shows already costs nothing."""
        changes: list[tuple[PanelState, Wanted, Change]] = []
        for panel in self._panels:
            want = self._shifted(wanted[panel.place.seat])
            if panel.shown is not None:
                if change := panel.change(want):
                    changes.append((panel, want, change))
            elif not panel.is_lost:
                self._write(panel, want, panel.start(want))
        if changes:
            self._write_in_turn(changes)
            self._quiet_pulses = 0

    def pulse(self, wanted: Mapping[int, Wanted]) -> None:
        """Rewrite a stripe of one panel, try those that are lost, move what stands for long.

        To be called every `PULSE_NS`.
        """
        self._pulses += 1
        self._quiet_pulses += 1
        panel = self._panels[self._pulses % len(self._panels)]
        if panel.shown is not None:
            self._write(panel, panel.shown, panel.stripe())
        if self._pulses % RETRY_PULSES == 0:
            for panel in self._panels:
                if panel.is_lost:
                    want = self._shifted(wanted[panel.place.seat])
                    self._write(panel, want, panel.start(want))
        if self._quiet_pulses == SHIFT_PULSES:
            self._shift = next(self._shifts)
            self._quiet_pulses = 0
            self.refresh(wanted)

    def close(self, seat: int) -> None:
        """Darken the panel of `seat` for good, with nothing left in it; the last frees the bus."""
        (panel,) = (panel for panel in self._panels if panel.place.seat == seat)
        self._panels.remove(panel)
        try:
            self._transact(panel.start(Wanted(is_off=True)))
        except OSError as error:
            log.warning("the %s could not be darkened (%s)", panel.place, error)
        finally:
            if not self._panels:
                self._bus.close()

    def give_up(self, error: Exception) -> None:
        """Lose every panel for good, dark if that can still be had, and free the bus."""
        words = f"stands still after a mistake of the program ({error!r}): start it anew"
        for panel in self._panels:
            self._lose(panel, words)
        for panel in tuple(self._panels):
            try:
                self.close(panel.place.seat)
            except Exception as another:  # most likely the same mistake
                log.warning("the %s could not be darkened (%r)", panel.place, another)

    def _shifted(self, wanted: Wanted) -> Wanted:
        if not self._shift:
            return wanted
        return replace(wanted, frame=moved(wanted.frame, self._shift))

    def _write_in_turn(self, changes: list[tuple[PanelState, Wanted, Change]]) -> None:
        """Write to all in one; if that fails, to each by itself, so that only one is lost."""
        if len(changes) > 1:
            self._turns += 1  # the other one has the first row next time
        if self._turns % 2:
            changes.reverse()
        try:
            self._transact(plan([change for _, _, change in changes]))
        except OSError:
            for panel, want, change in changes:
                self._write(panel, want, plan([change]))
        else:
            for panel, want, _ in changes:
                panel.shown = want

    def _write(
        self, panel: PanelState, want: Wanted, transactions: Iterable[list[Message]]
    ) -> None:
        """Write to one panel, which shows `want` then, or is lost."""
        try:
            self._transact(transactions)
        except OSError as error:
            self._lose(panel, complaint(error))
        else:
            panel.shown = want
            if panel.is_lost:
                panel.is_lost = False
                self._report(panel.place.seat, None)

    def _lose(self, panel: PanelState, words: str) -> None:
        panel.shown = None
        if not panel.is_lost:
            panel.is_lost = True
            self._report(panel.place.seat, f"the {panel.place} {words}")

    def _transact(self, transactions: Iterable[list[Message]]) -> None:
        for messages in transactions:
            self._bus.write(messages)


def is_held_down(error: OSError) -> bool:
    """Tell whether an error means that nobody can be reached: SDA or SCL does not come up."""
    return error.errno in (EAGAIN, EBUSY, ETIMEDOUT)


def complaint(error: OSError) -> str:
    """Say of a panel what an error of its bus means, and what to check."""
    if is_held_down(error):
        return (
            f"cannot be reached: its bus is held down ({error}); switch the console off and on, "
            "then look for a short or a loose wire at SDA and SCL"
        )
    return f"does not answer ({error}): check its wires, its address and that its bus is enabled"


def _logged(_seat: int, words: str | None) -> None:
    if words:
        log.warning("%s", words)
