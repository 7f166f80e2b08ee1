"""The simulated console in real time: the front panel's pads, panel models, the one loop."""

import logging
from collections.abc import Callable, Mapping, Sequence

from engine.bots import Level
from firmware_host import words
from firmware_host.console import Console
from firmware_host.effects import Effect, Logged, Show, Sound
from firmware_host.loop import Loop
from firmware_host.match_state import Match, Setup
from firmware_host.screens.drawing import frame_of
from firmware_host.settings import Settings
from hw.panel import Chip, PanelThread, open_panel
from hw.ports import Arrival, Clock, PadInfo
from sim.front_panel.server import FrontPanel
from sim.panel_model import model_of
from sim.simulated_console import bots_of, pad_info

log = logging.getLogger(__name__)

PAGE_SETTINGS = Settings(hold_ms=250)
"""A browser that paints, collects garbage or shares a busy machine is silent for longer than a
microcontroller; it would be called absent, and the match paused, at every hiccup."""
CHIPS = (Chip.SSD1306, Chip.SH1106)

Watch = Callable[[Effect], None]
Tap = Callable[[Arrival], None]


def pads_of(levels: Mapping[int, Level]) -> tuple[PadInfo, PadInfo]:
    """Give the pads in seat order: a bot's on the host's clock, a page's on its own."""
    first, second = (pad_info(s, Clock.HOST if s in levels else Clock.OWN) for s in range(2))
    return first, second


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

    def close(self) -> None:
        """Go dark; the page does so by itself when its line ends."""
        self._panel.close()


class LiveConsole:
    """Serves the front panel and plays on it until `stop`; `levels` names the bots by seat.

    `watches` are told every effect, `tap` every arrival.
    """

    def __init__(
        self,
        setup: Setup,
        levels: Mapping[int, Level],
        port: int,
        *,
        watches: Sequence[Watch] = (),
        tap: Tap | None = None,
    ) -> None:
        pads = pads_of(levels)
        bots = bots_of(levels, setup.seed)
        self._console = Console(
            setup, pads, bots=bots, coin=setup.seed, settings=PAGE_SETTINGS, tap=tap
        )
        self._loop = Loop(self._console, self._perform)
        people = tuple(pad for pad in pads if pad.seat not in levels)
        self.front = FrontPanel(port, setup.names, people, self._loop.put)
        self._watches = watches
        glasses = [_Glass(seat, chip, self.front) for seat, chip in enumerate(CHIPS)]
        self._panels = PanelThread(glasses).ports
        self._told: dict[str, object] = {}

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
                self._tell(self._console.match)
            case Sound(seat, tone):
                self.front.sound(seat, tone)
            case Logged():
                log.info("%s", effect.words)
        for watch in self._watches:
            watch(effect)

    def _tell(self, match: Match) -> None:
        """Tell the page what stands around the pads, when it changes."""
        score = match.standing if match.setup.best_of == 1 else match.score
        said = {
            "names": list(match.setup.names),
            "score": list(score),
            "status": words.status(match.phase),
        }
        if said != self._told:
            self._told = said
            self.front.state(said)
