"""The simulated console in real time: the front panel's pads, panel models, the one loop."""

import logging
from collections.abc import Callable, Sequence

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
from sim.panel_model import model_of
from sim.simulated_console import CHIPS, pad_info, spare_bots

log = logging.getLogger(__name__)

PAGE_SETTINGS = Settings(hold_ms=250)
"""A browser that paints, collects garbage or shares a busy machine is silent for longer than a
microcontroller; it would be called absent, and the match paused, at every hiccup."""
SEATS = 5

Watch = Callable[[Effect], None]
Tap = Callable[[Arrival], None]


def page_pads() -> tuple[PadInfo, ...]:
    """Give the two pads of the page, which stamps presses on its own clock."""
    return tuple(pad_info(seat, Clock.OWN) for seat in range(len(CHIPS)))


def all_pads(seed: int) -> tuple[PadInfo, ...]:
    """Give every pad that the input layer hears: the page's, and those of bots."""
    return (*page_pads(), *(bot.info for bot in spare_bots(range(1, SEATS), seed)))


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

    `watches` are told every effect, `tap` every arrival.
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
        self._console = Console(
            match,
            page_pads(),
            bots=spare_bots(range(1, SEATS), seed),
            panels=len(CHIPS),
            coin=seed,
            settings=PAGE_SETTINGS,
            tap=tap,
            idle=Idle([pad.pad for pad in page_pads()], seed),
        )
        self._loop = Loop(self._console, self._perform)
        self.front = FrontPanel(port, (match.names[0], match.names[1]), page_pads(), self._loop.put)
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
            case Light(contrast, is_dark):
                for panel in self._panels:
                    panel.contrast(contrast)
                    panel.dark(is_dark)
            case Volume(level):
                self.front.state({"volume": level})
            case Logged():
                log.info("%s", effect.words)
        for watch in self._watches:
            watch(effect)

    def _tell(self, match: Match) -> None:
        """Tell the page what stands around the pads, when it changes."""
        is_long = match.preferences.best_of > 1 or not match.standing
        said = {
            "names": list(match.names),
            "score": list(match.score if is_long else match.standing),
            "status": match.words.page.status(match.phase),
            "lang": match.preferences.lang,
        }
        if said != self._told:
            self._told = said
            self.front.state(said)
