"""The simulated console in real time: the front panel's pads, panel models, the one loop."""

import logging
from collections.abc import Callable, Sequence
from itertools import cycle

from firmware_host.console import Console
from firmware_host.effects import Effect, Light, Logged, Show, Sound, Volume
from firmware_host.idle import Idle
from firmware_host.loop import Loop
from firmware_host.match_state import Match
from firmware_host.screens.drawing import frame_of
from firmware_host.settings import Settings
from hw.panel import Chip, open_panel
from hw.panel_thread import PanelThread
from hw.ports import Arrival, Clock, PadInfo
from sim.front_panel.server import FrontPanel
from sim.page_state import state_of
from sim.panel_model import model_of
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
    """A modelled panel that shows on the page what an eye would see, once a frame is written."""

    def __init__(self, seat: int, chip: Chip, front: FrontPanel) -> None:
        self._seat = seat
        self._model = model_of(chip)
        self._panel = open_panel(chip, self._model)
        self._front = front

    def show(self, frame: bytes) -> None:
        self._panel.show(frame)
        self._front.show(self._seat, self._model.pixels())

    def contrast(self, level: int) -> None:
        self._panel.contrast(level)
        self._front.light(self._seat, level)

    def dark(self, is_off: bool) -> None:
        self._panel.dark(is_off)
        self._front.show(self._seat, self._model.pixels())

    def close(self) -> None:
        """Go dark; the page does so by itself when its line ends."""
        self._panel.close()


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
        self._loop = Loop(self._console, self._perform)
        self.front = FrontPanel(port, pads, self._loop.put, self._told)
        self._watches = watches
        chips = zip(range(len(pads)), cycle(CHIPS))
        glasses = [_Glass(seat, chip, self.front) for seat, chip in chips]
        self._panels = PanelThread(glasses).ports

    def run(self) -> None:
        """Play until `stop`; then go dark and close the front panel."""
        try:
            self._loop.run((self.front,))
        finally:
            for panel in self._panels:
                panel.close()
            self.front.close()

    def stop(self) -> None:
        """Let `run` return soon; may be called from a signal."""
        self._loop.stop()

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Show(seat, scene):
                self._panels[seat].show(frame_of(scene))
                self._tell()
            case Sound(seat, tone):
                self.front.sound(seat, tone)
            case Light(contrast, is_dark):
                for panel in self._panels:
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
