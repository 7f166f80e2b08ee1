"""Runs a console on its devices in real time, simulated or wired: performs what it asks for."""

import logging
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from firmware_host.console import Console
from firmware_host.effects import Effect, Light, Logged, Show, Sound, Volume
from firmware_host.loop import Beat, Inbox, Loop
from firmware_host.match import is_asked
from firmware_host.screens.drawing import frame_of
from firmware_host.sounding import Sounder
from hw.panel import Panels, together
from hw.ports import PadPort

log = logging.getLogger(__name__)

Watch = Callable[[Effect], None]


class Runner:
    """Plays on `console` until `stop`; every panel of `buses` goes dark at the end.

    `watches` are told every effect. Drivers put what they have to report into `inbox`, or `put`.
    """

    def __init__(
        self,
        console: Console,
        buses: Sequence[Panels],
        sounder: Sounder,
        *,
        watches: Sequence[Watch] = (),
        inbox: Inbox | None = None,
        beat: Beat | None = None,
    ) -> None:
        self._console = console
        self._buses = tuple(buses)
        self._panels = {seat: port for bus in buses for seat, port in bus.ports.items()}
        self._sounder = sounder
        self._watches = watches
        self._lit: dict[int, bool] = {}
        self._is_dark = False
        self._loop = Loop(
            console,
            self._perform,
            inbox=inbox,
            together=lambda: together(self._buses),
            beat=beat,
        )
        self.put = self._loop.put

    def run(self, pads: Sequence[PadPort]) -> None:
        """Play until `stop`; then close pads, panels and sounder."""
        with ExitStack() as closing:
            closing.callback(self._sounder.close)
            for pad in pads:
                closing.callback(pad.close)
            for bus in self._buses:
                closing.callback(bus.close_all)
            self._loop.run(pads)

    def stop(self) -> None:
        """Let `run` return soon; may be called from a signal."""
        self._loop.stop()

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Show(seat, scene):
                self._panels[seat].show(frame_of(scene))
            case Sound(seat, tone):
                self._sounder.sound(seat, tone)
            case Volume(level):
                self._sounder.volume(level)
            case Light(contrast, is_dark):
                for panel in self._panels.values():
                    panel.contrast(contrast)
                    panel.dark(is_dark)
                self._is_dark = is_dark
            case Logged():
                log.info("%s", effect.words)
        if isinstance(effect, Show | Light):
            self._light_lamps()
        for watch in self._watches:
            watch(effect)

    def _light_lamps(self) -> None:
        """Light the lamp of each seat that is asked to press `ready`; none while all is dark."""
        for seat in self._panels:
            is_lit = not self._is_dark and is_asked(self._console.match, seat)
            if self._lit.get(seat) is not is_lit:
                self._lit[seat] = is_lit
                self._sounder.light(seat, is_lit)
