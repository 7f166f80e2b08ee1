"""Random games of The Pack as the console keeps them, and presses without wires or panels."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import product
from random import Random

from engine import pack_bots
from engine.bots import Level
from engine.pack import Choose, Move, Phase, Rules
from firmware_host.effects import Effect, GameBegan, Recorded
from firmware_host.input_events import Pressed, Released
from firmware_host.match import Woke, step
from firmware_host.match_flow import begin_next
from firmware_host.match_state import Match, Setup, new_match
from firmware_host.pack.flow import game_of, moved
from firmware_host.preferences import Preferences
from hw.ports import Button, HostNs
from hw.units import MILLISECOND_NS, SECOND_NS

PADS = ("a", "b", "c", "d", "e")
RULES = tuple(Rules(*flags) for flags in product((False, True), repeat=len(fields(Rules))))
"""Every mix of the house rules."""


def dealt(seats: int, seed: int, *, rules: Rules = RULES[0], is_alone: bool = False) -> Match:
    """Deal a game on a console with five pads, to people, or to one who `is_alone` among bots."""
    chosen = Preferences(game="pack", seats=seats, pack=rules, is_alone=is_alone)
    return begin_next(new_match(Setup(pads=PADS, seed=seed), chosen), 0)


def walk(match: Match, seed: int) -> Iterator[Match]:
    """Play at random to the end of the game (or for 400 moves), giving each point on the way."""
    luck, now_ns = Random(seed), 0
    for _ in range(400):
        yield match
        if game_of(match).pack.result:
            return
        now_ns += 3 * SECOND_NS
        match = moved(wait(match, now_ns), a_move(match, luck), HostNs(now_ns), now_ns)


def a_move(match: Match, luck: Random) -> Move:
    """Draw a legal move: mostly one that a bot would make, so that games come to their end."""
    pack = game_of(match).pack
    if pack.phase is Phase.CHOOSE:
        seat = luck.choice([seat for seat, up in enumerate(pack.ups) if up == ()])
        return Choose(seat, tuple(luck.sample(pack.view(seat).hand, 3)))
    if luck.random() < 0.25:
        return luck.choice(pack.legal_moves())
    return pack_bots.choose(pack.view(pack.turn), Level.NORMAL, luck.random())


def wait(match: Match, now_ns: int) -> Match:
    """Let time pass."""
    return step(match, Woke(), now_ns)[0]


def press(match: Match, seat: int, button: Button, at_ns: int) -> tuple[Match, Sequence[Effect]]:
    """Press a button shortly and let it go; gives what comes of both."""
    pad, at = PADS[seat] if match.pad_of(seat) else f"bot {PADS[seat]}", HostNs(at_ns)
    up = HostNs(at + 60 * MILLISECOND_NS)
    match, down = step(match, Pressed(pad, seat, button, at, at, at, tie=False), at)
    match, let_go = step(match, Released(pad, seat, button, up), up)
    return match, (*down, *let_go)


def records(effects: Sequence[Effect]) -> list[list[Mapping[str, object]]]:
    """Sort the lines of records by game, headers first."""
    games: list[list[Mapping[str, object]]] = []
    for effect in effects:
        if isinstance(effect, GameBegan):
            games.append([effect.header])
        elif isinstance(effect, Recorded):
            games[-1].append(effect.line)
    return games
