"""The whole console in virtual time: simulated pads, real input layer and match, panel models."""

from collections.abc import Callable, Sequence

from firmware_host.bot_hand import BotHand
from firmware_host.console import Console
from firmware_host.effects import Effect, Light, Show
from firmware_host.idle import Idle
from firmware_host.match_state import Match
from firmware_host.screens.drawing import frame_of
from hw.panel import Chip
from hw.ports import Arrival, HostNs, PadInfo, Tick
from hw.units import SECOND_NS
from sim.course import MakePad
from sim.pads import SimulatedPad
from sim.panel_bus import modelled_panels
from sim.virtual_time import VirtualTime

START_NS = 1 * SECOND_NS
CHIPS = (Chip.SSD1306, Chip.SH1106)

Watch = Callable[[HostNs, Effect], None]
Tap = Callable[[Arrival], None]


class SimulatedConsole:
    """Seats with a simulated pad (`pads`) or a bot, and a panel for each of `chips`.

    `watch` is told every effect as it is performed; `tap` every arrival that the input layer gets.
    With `idle` it rests when nobody touches it.
    """

    def __init__(
        self,
        match: Match,
        pads: Sequence[tuple[PadInfo, MakePad]] = (),
        bots: Sequence[BotHand] = (),
        *,
        chips: Sequence[Chip] = CHIPS,
        coin: int = 0,
        watch: Watch = lambda _at, _effect: None,
        tap: Tap | None = None,
        idle: Idle | None = None,
    ) -> None:
        self.time = VirtualTime(START_NS)
        self._watch = watch
        self._armed_ns: int | None = None
        self._panels, self._models = modelled_panels(chips)
        infos = [info for info, _ in pads]
        self.console = Console(
            match, infos, bots=bots, panels=len(chips), coin=coin, tap=tap, idle=idle
        )
        self.pads: dict[int, SimulatedPad] = {
            info.seat: make(self.time, info, self.put) for info, make in pads
        }
        self.time.call_at(START_NS, self._begin)

    def pixels(self, seat: int) -> bytes:
        """Give the frame that an eye sees on the panel of `seat`."""
        return self._models[seat].pixels()

    def put(self, arrival: Arrival) -> None:
        """Take in one arrival, and do all that comes of it."""
        with self._panels.together():
            for effect in self.console.feed(arrival):
                self._perform(effect)
        by_name = {pad.info.pad: pad for pad in self.pads.values()}
        for name, until in self.console.asks().items():
            by_name[name].ask(name, until)
        self._arm()

    def close(self) -> None:
        """Stop the pads and release the panels."""
        for pad in self.pads.values():
            pad.close()
        self._panels.close_all()

    def _perform(self, effect: Effect) -> None:
        ports = self._panels.ports
        match effect:
            case Show(seat, scene):
                ports[seat].show(frame_of(scene))
            case Light(contrast, is_dark):
                for panel in ports.values():
                    panel.contrast(contrast)
                    panel.dark(is_dark)
        self._watch(self.time.now_ns, effect)

    def _begin(self) -> None:
        self.put(Tick(self.time.now_ns))

    def _arm(self) -> None:
        """Have a `Tick` when the console is due; one that is due earlier replaces a later one."""
        due = self.console.due_at()
        if due is not None and (self._armed_ns is None or due < self._armed_ns):
            self._armed_ns = max(due, self.time.now_ns)
            self.time.call_at(self._armed_ns, self._tick)

    def _tick(self) -> None:
        if self.time.now_ns == self._armed_ns:
            self._armed_ns = None
            self.put(Tick(self.time.now_ns))
