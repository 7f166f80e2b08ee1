"""The simulated console in real time: the front panel's pads, panel models, the one loop."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import cycle, islice

from firmware_host.effects import Effect, Light, Show
from firmware_host.match_state import Match
from firmware_host.runner import Runner
from firmware_host.seating import console_of, pad_info
from firmware_host.settings import Settings
from hw.panel_thread import PanelThread
from hw.ports import Arrival, Clock, PadInfo
from sim.front_panel.server import FrontPanel
from sim.front_panel.station import Phones
from sim.page_state import state_of
from sim.panel_bus import modelled
from sim.panel_core import PanelModel
from sim.simulated_console import CHIPS

PAGE_SETTINGS = Settings(hold_ms=250)
"""A browser that paints, collects garbage or shares a busy machine is silent for longer than a
microcontroller; it would be called absent, and the match paused, at every hiccup."""

PHONE_HOLD_MS = 250
"""A phone on Wi-Fi dozes between packets, and one that is slow paints for long."""

Watch = Callable[[Effect], None]
Tap = Callable[[Arrival], None]


def page_pads(count: int = 2) -> tuple[PadInfo, ...]:
    """Give the first `count` seats' pads (1-5): a page stamps presses on its own clock."""
    return tuple(pad_info(seat, Clock.OWN) for seat in range(count))


def phone_pads(count: int = 2) -> tuple[PadInfo, ...]:
    """Give the first `count` seats' pads (1-5), each a phone."""
    return tuple(replace(info, hold_ms=PHONE_HOLD_MS) for info in page_pads(count))


def live_pads(count: int, are_phones: bool) -> tuple[tuple[PadInfo, ...], Settings]:
    """Give the pads of a live console, and what its referee is set to."""
    return (phone_pads(count), Settings()) if are_phones else (page_pads(count), PAGE_SETTINGS)


class _Glass:
    """Shows on the page what an eye would see on the modelled panels, once they are written."""

    def __init__(self, models: Sequence[PanelModel], front: FrontPanel) -> None:
        self._models = models
        self._front = front
        self._seen: dict[int, tuple[bytes, int]] = {}

    def look(self) -> None:
        """Send the page what has changed."""
        for seat, model in enumerate(self._models):
            pixels, contrast = model.pixels(), model.contrast
            before, before_contrast = self._seen.get(seat, (None, None))
            self._seen[seat] = (pixels, contrast)
            if contrast != before_contrast:
                self._front.light(seat, contrast)
            if pixels != before:
                self._front.show(seat, pixels)


class _Speaker:
    """The page's sounds; it has no lamps."""

    def __init__(self, front: FrontPanel) -> None:
        self._front = front

    def sound(self, seat: int | None, tone: str) -> None:
        self._front.sound(seat, tone)

    def volume(self, level: int) -> None:
        self._front.state({"volume": level})

    def light(self, seat: int, is_lit: bool) -> None:
        """Do nothing: the panel says it, too."""

    def close(self) -> None:
        """Do nothing: the page falls silent when its line ends."""


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
        self._console = console_of(match, pads, settings, tap)
        self._told = state_of(match)
        group, bus = modelled(tuple(islice(cycle(CHIPS), len(pads))))
        self.front = FrontPanel(port, pads, self._put, self._told, phones)
        glass = _Glass(tuple(bus.models.values()), self.front)
        # Models never forget what they were told: without a clock they get no pulse.
        panels = PanelThread(group, written=glass.look)
        self._runner = Runner(
            self._console, [panels], _Speaker(self.front), watches=(self._tell, *watches)
        )

    def run(self) -> None:
        """Play until `stop`; then go dark and close the front panel."""
        self._runner.run((self.front,))

    def stop(self) -> None:
        """Let `run` return soon; may be called from a signal."""
        self._runner.stop()

    def _put(self, arrival: Arrival) -> None:
        self._runner.put(arrival)

    def _tell(self, effect: Effect) -> None:
        """Tell the page what stands around the pads, when it changes."""
        if isinstance(effect, Show | Light):
            told = state_of(self._console.match, is_demo=self._console.is_showing_demo)
            if told != self._told:
                self._told = told
                self.front.state(told)
