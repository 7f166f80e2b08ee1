"""What an untouched console does: a demo plays by itself, then all dims, then goes dark."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from engine.bots import Level
from engine.games import GAMES
from firmware_host.bot_hand import BotHand
from firmware_host.console import Console
from firmware_host.effects import Effect, Show
from firmware_host.match_state import OPEN, Match, Phase, Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.rest import Rest, light
from firmware_host.screens.scenes import PackTable, Scene, SpitTable
from hw.ports import Clock, HostNs, PadInfo, Tick
from hw.units import SECOND_NS

DEMO_NS = 60 * SECOND_NS
DIM_NS = 300 * SECOND_NS
DARK_NS = 900 * SECOND_NS
"""Untouched for so long, the title lets a demo play, and any screen dims and goes dark."""
SLOW = 4
"""While cards lie open somebody may be thinking: all that takes so many times longer."""


class Idle:
    """Watches for touches; hand it to a `Console`, whose panels it then may borrow."""

    def __init__(self, pads: Sequence[str], seed: int = 0) -> None:
        self.rest = Rest.AWAKE
        self._pads = frozenset(pads)
        self._seed = seed
        self._since: HostNs | None = None
        self._demo: Console | None = None
        self._demos = 0

    @property
    def has_panels(self) -> bool:
        """Tell whether the demo shows something of its own on the panels."""
        return self._demo is not None

    def touched(self, pad: str, at: HostNs) -> bool:
        """Note a press at `at`; tells whether waking the console is all that it does."""
        if pad not in self._pads:
            return False
        is_waking = self.rest in (Rest.DEMO, Rest.DARK)
        self._since, self._demo = at, None
        return is_waking

    def due_at(self, match: Match) -> HostNs | None:
        """Tell when something changes by itself."""
        if self._since is None:
            return None
        steps = [at for at, rest in self._steps(match) if rest.value > self.rest.value]
        demo = self._demo.due_at() if self._demo else None
        return min((at for at in (*steps, demo) if at is not None), default=None)

    def pass_time(self, match: Match, at: HostNs) -> Iterator[Effect]:
        """Give what changes on the panels at `at`."""
        self._since = at if self._since is None else self._since
        rest = next((r for since, r in reversed(self._steps(match)) if since <= at), Rest.AWAKE)
        if rest is not self.rest:
            self.rest = rest
            self._demo = self._begin_demo(match, at) if rest is Rest.DEMO else None
            yield light(match.preferences, rest)
        if self._demo is not None:
            for effect in self._demo.feed(Tick(at)):
                if isinstance(effect, Show):
                    yield from _shown_to_all(effect, match)

    def _steps(self, match: Match) -> list[tuple[HostNs, Rest]]:
        assert self._since is not None
        slow = SLOW if match.phase in OPEN else 1
        rests = [(DEMO_NS, Rest.DEMO)] * (match.phase is Phase.TITLE)
        rests += [(DIM_NS * slow, Rest.DIM), (DARK_NS * slow, Rest.DARK)]
        return [(HostNs(self._since + after_ns), rest) for after_ns, rest in rests]

    def _begin_demo(self, match: Match, at: HostNs) -> Console:
        """Let two bots play, each game in its turn."""
        self._demos += 1
        game = tuple(GAMES)[(self._demos - 1) % len(GAMES)]
        seed = self._seed + self._demos
        infos = [PadInfo(f"demo {seat}", seat, Clock.HOST) for seat in range(2)]
        setup = Setup(pads=(None, None), bots=(Level.NORMAL, Level.NORMAL), seed=seed)
        chosen = Preferences(game=game, lang=match.preferences.lang)
        hands = [BotHand(info, Random(f"{seed} {info.pad}")) for info in infos]
        demo = Console(new_match(setup, chosen), (), bots=hands, panels=2, coin=seed)
        demo.feed(Tick(at))
        return demo


def _shown_to_all(show: Show, match: Match) -> Iterator[Show]:
    """Give what a player of the demo sees on every other panel: there may be more than two."""
    scene = _inviting(show.scene, match)
    return (Show(seat, scene) for seat in range(show.seat, len(match.setup.pads), 2))


def _inviting(scene: Scene, match: Match) -> Scene:
    """Let the demo say how it ends."""
    if isinstance(scene, SpitTable | PackTable):
        return replace(scene, coach=match.words.title.attract_hint())
    return scene
