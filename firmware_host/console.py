"""The console: input layer, match and bots joined. Arrivals go in, effects come out; no I/O."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from firmware_host import match as one_match
from firmware_host.bot_hand import BotHand
from firmware_host.bot_sight import NOTHING
from firmware_host.effects import Act, Effect, Kept, MatchBegan, Show, Volume
from firmware_host.input_events import Pressed
from firmware_host.input_layer import InputLayer
from firmware_host.match import Event, Woke
from firmware_host.match_scenes import scene_of
from firmware_host.match_state import Match
from firmware_host.rest import light
from firmware_host.screens.scenes import Scene
from firmware_host.settings import Settings
from hw.ports import Arrival, Edge, HostNs, PadInfo, PanelReport
from hw.units import MILLISECOND_NS

if TYPE_CHECKING:
    from firmware_host.idle import Idle

BOT_TURN_NS = 1 * MILLISECOND_NS
"""How soon a bot's pad tells again how far time is known, while something waits for that."""


class Console:
    """Feed it every arrival in order of `at`, and a `Tick` when `due_at` has come.

    `pads` are people's, `bots` the hands that may sit down where no person does; a match's
    line-up, chosen on the title, tells who plays. `panels` counts the panels, seat 0's first.
    `tap` is handed every arrival that the input layer gets, the bots' too, in order (an input
    trace). With `idle` it rests when nobody touches it.
    """

    def __init__(
        self,
        match: Match,
        pads: Sequence[PadInfo],
        *,
        bots: Sequence[BotHand] = (),
        panels: int = 2,
        settings: Settings | None = None,
        coin: int = 0,
        tap: Callable[[Arrival], None] | None = None,
        idle: "Idle | None" = None,
    ) -> None:
        self.match = match
        self._bots = {bot.info.pad: bot for bot in bots}
        infos = (*pads, *(bot.info for bot in bots))
        self._layer = InputLayer(infos, settings or Settings(), coin, self._is_contested)
        self._tap = tap or (lambda _: None)
        self._shown: list[Scene | None] = [None] * panels
        self._bot_turn_at: HostNs | None = None
        self._idle = idle
        self._is_begun = False

    def feed(self, arrival: Arrival) -> list[Effect]:
        """Take in one arrival, and the passing of time; gives what is to be done, in order."""
        at, before = arrival.at, self.match
        is_first, self._is_begun = not self._is_begun, True
        effects: list[Effect] = [*self._light_and_sound()] if is_first else []
        effects += [effect for edge in self._bots_move(at) for effect in self._take(edge)]
        if isinstance(arrival, PanelReport):
            effects.extend(self._step(arrival, at))
        effects.extend(self._take(arrival))
        effects.extend(self._let_bots_promise(at))
        if self._is_due(at):
            effects.extend(self._step(Woke(), at))
        effects.extend(self._let_rest(at))
        if is_first or self.match is not before or None in self._shown:
            self._show_bots(at)
            effects.extend(self._shows())
        return effects

    def due_at(self) -> HostNs | None:
        """Tell when to feed a `Tick` at the latest, or None when nothing is waited for."""
        waits = [self._layer.due_at(), self.match.due_at(), self._bot_turn_at]
        waits.extend(bot.due_at() for bot in self._bots.values())
        waits.append(self._idle.due_at(self.match) if self._idle else None)
        return min((at for at in waits if at is not None), default=None)

    def asks(self) -> Mapping[str, HostNs]:
        """Name the pads (never a bot's) whose watermark would settle something that waits."""
        asks = self._layer.asks()
        return {pad: until for pad, until in asks.items() if pad not in self._bots}

    @property
    def is_showing_demo(self) -> bool:
        """Tell whether the panels show what bots play while nobody touches the console."""
        return self._idle is not None and self._idle.has_panels

    def _is_contested(self, group: Sequence[Pressed]) -> bool:
        return one_match.is_contested(self.match, group)

    def _take(self, arrival: Arrival) -> Iterator[Effect]:
        self._tap(arrival)
        for event in self._layer.feed(arrival):
            yield from self._step(event, arrival.at)

    def _step(self, event: Event, now: HostNs) -> Iterator[Effect]:
        """Let the match take one event, before the next is drawn; do here what is ours to do."""
        if isinstance(event, Pressed) and self._is_waking(event, now):
            return
        self.match, effects = one_match.step(self.match, event, now)
        for effect in effects:
            match effect:
                case Act(at_ns, token):
                    self._layer.act(at_ns, token)
                case MatchBegan():
                    self._layer.start_match()
                    yield effect
                case Kept():
                    yield effect
                    yield from self._light_and_sound()
                case _:
                    yield effect

    def _light_and_sound(self) -> tuple[Effect, Effect]:
        preferences = self.match.preferences
        return light(preferences), Volume(preferences.volume)

    def _is_waking(self, pressed: Pressed, now: HostNs) -> bool:
        """Tell whether a press does no more than wake the console."""
        return self._idle is not None and self._idle.touched(pressed.pad, now)

    def _let_rest(self, now: HostNs) -> Iterator[Effect]:
        """Let time pass for who rests; panels that a demo has had are shown anew afterwards."""
        if self._idle is None:
            return
        yield from self._idle.pass_time(self.match, now)
        if self._idle.has_panels:
            self._shown = [None] * len(self._shown)

    def _is_due(self, now: HostNs) -> bool:
        due = self.match.due_at()
        return due is not None and due <= now

    # Bots.

    def _bots_move(self, at: HostNs) -> list[Edge]:
        """Gather what the bots' hands have done up to now, in the order of doing."""
        edges = [edge for bot in self._bots.values() for edge in bot.advance(at)]
        return sorted(edges, key=lambda edge: edge.stamp)

    def _let_bots_promise(self, at: HostNs) -> Iterator[Effect]:
        """Tell how far the bots' pads are known; again a little later if that was not enough."""
        for pad in self._layer.asks():
            if pad in self._bots:
                yield from self._take(self._bots[pad].through(at))
        is_asked = any(pad in self._bots for pad in self._layer.asks())
        self._bot_turn_at = HostNs(at + BOT_TURN_NS) if is_asked else None

    def _show_bots(self, now: HostNs) -> None:
        for pad, bot in self._bots.items():
            seat = bot.info.seat
            is_seated = self.match.is_seated(pad, seat)
            bot.see(one_match.sight(self.match, seat) if is_seated else NOTHING, now)

    # Panels.

    def _shows(self) -> Iterator[Show]:
        """Give the scenes that changed; none while a demo has the panels."""
        if self._idle is not None and self._idle.has_panels:
            return
        for seat in range(len(self._shown)):
            scene = scene_of(self.match, seat)
            if scene != self._shown[seat]:
                self._shown[seat] = scene
                yield Show(seat, scene)
