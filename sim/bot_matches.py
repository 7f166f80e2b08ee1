"""Bots against bots, without pads or panels: how strong and how quick each level is."""

from collections.abc import Iterator
from random import Random
from statistics import median

from engine.bots import Level
from engine.spit import Play, Spit
from firmware_host.console import Console
from firmware_host.effects import MatchEnded, Recorded
from firmware_host.match_state import Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.seating import bots_at
from firmware_host.spit.game import SpitGame
from hw.ports import HostNs, Tick
from hw.units import MILLISECOND_NS
from sim.simulated_console import START_NS


class BotMatch:
    """One match of two bots; `reactions_ms` gathers, by seat, how long a card that had just become
    playable had been so when it was played.
    """

    def __init__(self, seed: int, levels: tuple[Level, Level]) -> None:
        self.winner: int | None = None
        self.reactions_ms: tuple[list[float], list[float]] = ([], [])
        setup = Setup(pads=(None, None), bots=levels, seed=seed)
        self._console = Console(
            new_match(setup, Preferences()),
            (),
            bots=bots_at(range(2), seed),
            coin=Random(seed).getrandbits(32),
        )
        self._playable: dict[tuple[Play, object, object], int] = {}
        self._run()

    def _run(self) -> None:
        at: HostNs | None = HostNs(START_NS)
        while at is not None:
            for effect in self._console.feed(Tick(at)):
                if isinstance(effect, Recorded) and "move" in effect.line:
                    self._note(effect)
                elif isinstance(effect, MatchEnded):
                    self.winner = effect.winner
                    return
            at = self._console.due_at()

    def _note(self, recorded: Recorded) -> None:
        line, game = recorded.line, self._console.match.game
        assert isinstance(game, SpitGame)
        now_ns = int(str(line["t"]))
        for (play, _, _), since_ns in self._playable.items():
            if play.as_line() == {key: line.get(key) for key in ("move", "seat", "slot", "pile")}:
                self.reactions_ms[play.seat].append((now_ns - since_ns) / MILLISECOND_NS)
        self._playable = {key: self._playable.get(key, now_ns) for key in _plays(game.spit)}


def _plays(spit: Spit) -> Iterator[tuple[Play, object, object]]:
    """Give the plays there are, each with what makes it that play: its card and the top."""
    for move in spit.legal:
        if isinstance(move, Play):
            yield move, spit.layouts[move.seat][move.slot], spit.piles[move.pile]


def tournament(levels: tuple[Level, Level], matches: int) -> tuple[int, int, float]:
    """Let two levels play, in turn on either seat; gives wins, draws, and the median reaction (ms)
    of the second.
    """
    won = drawn = 0
    reactions: list[float] = []
    for seed in range(matches):
        seat = seed % 2
        match = BotMatch(seed, (levels[1], levels[0]) if seat == 0 else levels)
        won += match.winner == seat
        drawn += match.winner is None
        reactions += match.reactions_ms[seat]
    return won, drawn, median(reactions)
