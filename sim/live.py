"""The simulated console in real time: the front panel's pads, panel models, the one loop."""

import logging
from collections.abc import Callable, Sequence
from itertools import cycle, islice

from firmware_host.console import Console
from firmware_host.effects import Effect, Light, Logged, Show, Sound, Volume
from firmware_host.idle import Idle
from firmware_host.loop import Loop
from firmware_host.match_state import Match
from firmware_host.screens.drawing import frame_of
from firmware_host.settings import Settings
from hw.panel_thread import PanelThread
from hw.ports import Arrival, Clock, PadInfo
from sim.front_panel.server import FrontPanel
from sim.page_state import state_of
from sim.panel_bus import modelled
from sim.panel_core import PanelModel
from sim.simulated_console import CHIPS, pad_info, spare_bots

log = logging.getLogger(__name__)

PAGE_SETTINGS = Settings(hold_ms=250)
"""A browser that paints, collects garbage or shares a busy machine is silent for longer than a
microcontroller; it would be called absent, and the match paused, at every hiccup."""
SEATS = 5

Watch = Callable[[Effect], None]
Tap = Callable[[Arrival], None]


def page_pads(count: int = 2) -> tuple[PadInfo, ...]:
    """Give the first `count` seats' pads (1-5): a page stamps presses on its own clock."""
    return tuple(pad_info(seat, Clock.OWN) for seat in range(count))


def all_pads(count: int, seed: int) -> tuple[PadInfo, ...]:
    """Give every pad that the input layer hears: those of `count` people, and bots'."""
    return (*page_pads(count), *(bot.info for bot in spare_bots(range(1, SEATS), seed)))


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


class LiveConsole:
    """Serves the front panel and plays on it until `stop`, beginning with `match`.

    Each pad that the match is set up for has a panel; chips alternate. `watches` are told every
    effect, `tap` every arrival.
    """

    def __init__(
        self,
        match: Match,
        port: int,
        *,
        watches: Sequence[Watch] = (),
        tap: Tap | None = None,
    ) -> None:
        seed = match.setup.seed
        pads = page_pads(len(match.setup.pads))
        self._idle = Idle([info.pad for info in pads], seed)
        self._console = Console(
            match,
            pads,
            bots=spare_bots(range(1, SEATS), seed),
            panels=len(pads),
            coin=seed,
            settings=PAGE_SETTINGS,
            tap=tap,
            idle=self._idle,
        )
        self._told = state_of(match)
        group, bus = modelled(tuple(islice(cycle(CHIPS), len(pads))))
        self._loop = Loop(self._console, self._perform, together=lambda: self._panels.together())
        self.front = FrontPanel(port, pads, self._loop.put, self._told)
        self._watches = watches
        glass = _Glass(tuple(bus.models.values()), self.front)
        # Models never forget what they were told, so they need no pulse.
        self._panels = PanelThread(group, written=glass.look, pulse_ns=None)

    def run(self) -> None:
        """Play until `stop`; then go dark and close the front panel."""
        try:
            self._loop.run((self.front,))
        finally:
            self._panels.close_all()
            self.front.close()

    def stop(self) -> None:
        """Let `run` return soon; may be called from a signal."""
        self._loop.stop()

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Show(seat, scene):
                self._panels.ports[seat].show(frame_of(scene))
                self._tell()
            case Sound(seat, tone):
                self.front.sound(seat, tone)
            case Light(contrast, is_dark):
                for panel in self._panels.ports.values():
                    panel.contrast(contrast)
                    panel.dark(is_dark)
                self._tell()
            case Volume(level):
                self.front.state({"volume": level})
            case Logged():
                log.info("%s", effect.words)
        for watch in self._watches:
            watch(effect)

    def _tell(self) -> None:
        """Tell the page what stands around the pads, when it changes."""
        told = state_of(self._console.match, is_demo=self._idle.has_panels)
        if told != self._told:
            self._told = told
            self.front.state(told)
