"""The console: input layer, match and bots joined. Arrivals go in, effects come out; no I/O."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from firmware_host import match as one_match
from firmware_host import touches
from firmware_host.bot_hand import BotHand, Sight
from firmware_host.effects import Act, Effect, MatchBegan, Show
from firmware_host.input_events import InputEvent, Pressed
from firmware_host.input_layer import InputLayer
from firmware_host.match import Woke
from firmware_host.match_scenes import scene_of
from firmware_host.match_state import Match, Phase, Setup
from firmware_host.screens.scenes import Scene
from firmware_host.settings import Settings
from hw.ports import Arrival, Edge, HostNs, PadInfo
from hw.units import MILLISECOND_NS

SEATS = 2
BOT_TURN_NS = 1 * MILLISECOND_NS
"""How soon a bot's pad tells again how far time is known, while something waits for that."""


class Console:
    """Feed it every arrival in order of `at`, and a `Tick` when `due_at` has come.

    `pads` are in seat order, those of `bots` included. `tap` is handed every arrival that the input
    layer gets, the bots' too, in order (an input trace).
    """

    def __init__(
        self,
        setup: Setup,
        pads: tuple[PadInfo, PadInfo],
        *,
        bots: Sequence[BotHand] = (),
        settings: Settings | None = None,
        coin: int = 0,
        tap: Callable[[Arrival], None] | None = None,
    ) -> None:
        self.match = Match(replace(setup, pads=(pads[0].pad, pads[1].pad)))
        self._layer = InputLayer(pads, settings or Settings(), coin, self._is_contested)
        self._bots = {bot.info.pad: bot for bot in bots}
        self._tap = tap or (lambda _: None)
        self._shown: list[Scene | None] = [None] * SEATS
        self._bot_turn_at: HostNs | None = None

    def feed(self, arrival: Arrival) -> list[Effect]:
        """Take in one arrival, and the passing of time; gives what is to be done, in order."""
        at, before = arrival.at, self.match
        effects = [effect for edge in self._bots_move(at) for effect in self._take(edge)]
        effects.extend(self._take(arrival))
        effects.extend(self._let_bots_promise(at))
        if self._is_due(at):
            effects.extend(self._step(Woke(), at))
        if self.match is not before or self._shown[0] is None:
            self._show_bots(at)
            effects.extend(self._shows())
        return effects

    def due_at(self) -> HostNs | None:
        """Tell when to feed a `Tick` at the latest, or None when nothing is waited for."""
        waits = [self._layer.due_at(), self.match.due_at(), self._bot_turn_at]
        waits.extend(bot.due_at() for bot in self._bots.values())
        return min((at for at in waits if at is not None), default=None)

    def asks(self) -> tuple[str, ...]:
        """Name the pads (never a bot's) whose watermark would settle something that waits."""
        return tuple(pad for pad in self._layer.asks() if pad not in self._bots)

    def _is_contested(self, group: Sequence[Pressed]) -> bool:
        return touches.is_contested(self.match, group)

    def _take(self, arrival: Arrival) -> Iterator[Effect]:
        self._tap(arrival)
        for event in self._layer.feed(arrival):
            yield from self._step(event, arrival.at)

    def _step(self, event: InputEvent | Woke, now: HostNs) -> Iterator[Effect]:
        """Let the match take one event, before the next is drawn; do here what is ours to do."""
        self.match, effects = one_match.step(self.match, event, now)
        for effect in effects:
            match effect:
                case Act(at_ns, token):
                    self._layer.act(at_ns, token)
                case MatchBegan():
                    self._layer.start_match()
                    yield effect
                case _:
                    yield effect

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
        for bot in self._bots.values():
            bot.see(self._sight(bot.info.seat), now)

    def _sight(self, seat: int) -> Sight:
        match = self.match
        is_played = match.phase is Phase.PLAY and match.game is not None
        view = match.game.spit.view(seat) if is_played and match.game else None
        return Sight(view, one_match.wish(match, seat))

    # Panels.

    def _shows(self) -> Iterator[Show]:
        """Give the scenes that changed."""
        for seat in range(SEATS):
            scene = scene_of(self.match, seat)
            if scene != self._shown[seat]:
                self._shown[seat] = scene
                yield Show(seat, scene)
