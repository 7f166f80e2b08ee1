"""The simulated console in real time: the front panel's pads, panel models, the one loop."""

from collections.abc import Callable, Sequence
from itertools import cycle, islice

from firmware_host.effects import Effect
from firmware_host.match_state import Match
from firmware_host.runner import Runner
from firmware_host.seating import console_of, pad_info, phone_info
from firmware_host.settings import Settings
from hw.panel_thread import PanelThread
from hw.ports import Arrival, Clock, PadInfo
from sim.front_panel.server import FrontPanel
from sim.front_panel.station import Phones
from sim.page_ports import Glass, Speaker, Surroundings
from sim.page_state import state_of
from sim.panel_bus import modelled
from sim.simulated_console import CHIPS

PAGE_SETTINGS = Settings(hold_ms=250)
"""A browser that paints, collects garbage or shares a busy machine is silent for longer than a
microcontroller; it would be called absent, and the match paused, at every hiccup."""

Watch = Callable[[Effect], None]
Tap = Callable[[Arrival], None]


def page_pads(count: int = 2) -> tuple[PadInfo, ...]:
    """Give the first `count` seats' pads (1-5): a page stamps presses on its own clock."""
    return tuple(pad_info(seat, Clock.OWN) for seat in range(count))


def phone_pads(count: int = 2) -> tuple[PadInfo, ...]:
    """Give the first `count` seats' pads (1-5), each a phone."""
    return tuple(map(phone_info, range(count)))


def live_pads(count: int, are_phones: bool) -> tuple[tuple[PadInfo, ...], Settings]:
    """Give the pads of a live console, and what its referee is set to."""
    return (phone_pads(count), Settings()) if are_phones else (page_pads(count), PAGE_SETTINGS)


class LiveConsole:
    """Serves the front panel and plays on it until `stop`, beginning with `match`.

    Each pad that the match is set up for has a panel; chips alternate. `watches` are told every
    effect, `tap` every arrival. With `phones` every pad is a phone.
    """

    def __init__(
        self,
        match: Match,
        port: int,
        *,
        watches: Sequence[Watch] = (),
        tap: Tap | None = None,
        phones: Phones | None = None,
    ) -> None:
        pads, settings = live_pads(len(match.setup.pads), phones is not None)
        console = console_of(match, pads, settings, tap)
        self.front = FrontPanel(port, pads, self._put, state_of(match), phones)
        group, bus = modelled(tuple(islice(cycle(CHIPS), len(pads))))
        self._models = tuple(bus.models.values())
        self._glass = Glass(self.front)
        # Models never forget what they were told: without a clock they get no pulse.
        panels = PanelThread(group, written=self._look)
        watches = (Surroundings(self.front, console).take, *watches)
        self._runner = Runner(console, [panels], Speaker(self.front), watches=watches)

    def run(self) -> None:
        """Play until `stop`; then go dark and close the front panel."""
        self._runner.run((self.front,))

    def stop(self) -> None:
        """Let `run` return soon; may be called from a signal."""
        self._runner.stop()

    def _put(self, arrival: Arrival) -> None:
        self._runner.put(arrival)

    def _look(self) -> None:
        """Show on the page what an eye would see on the modelled panels, once they are written."""
        for seat, model in enumerate(self._models):
            self._glass.show(seat, model.pixels(), model.contrast)
