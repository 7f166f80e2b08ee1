"""Bots at The Pack's table play whole matches by pressing buttons, at a human pace."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from engine.bots import Level
from engine.game import Reason
from engine.pack import Rules
from engine.records import as_text
from engine.replay import replay
from firmware_host.console import Console
from firmware_host.effects import Effect, GameEnded, MatchEnded, Recorded
from firmware_host.match_state import Phase, Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.seating import bots_at
from hw.ports import HostNs, Tick
from hw.units import MILLISECOND_NS
from sim.finger import CLEAN
from sim.simulated_console import START_NS
from tests.laws.pack_walks import RULES, records
from tests.rules.pack_table import discard, table
from tests.stories.pack_people import lay, people, pick

NOBODY_MS = 2
"""What a press takes to be decided where nobody is waited for: contact, wire and a little."""


def played(levels: Sequence[Level], rules: Rules, seed: int) -> tuple[list[Effect], Console]:
    """Let bots play a match; gives all its effects."""
    seats = len(levels)
    setup = Setup(pads=(None,) * seats, bots=tuple(levels), seed=seed)
    chosen = Preferences(game="pack", seats=seats, pack=rules)
    console = Console(new_match(setup, chosen), (), bots=bots_at(range(seats), seed), panels=0)
    effects, at = list[Effect](), HostNs(START_NS)
    while not any(isinstance(effect, MatchEnded) for effect in effects[-8:]):
        effects += console.feed(Tick(at))
        due = console.due_at()
        assert due is not None, "somebody always has something to do"
        at = due
    return effects, console


CASES = [
    (seats, level, RULES[(5 * seats + 7 * number) % len(RULES)])
    for seats in (2, 3, 4, 5)
    for number, level in enumerate(Level)
    if seats in (2, 5) or level is Level.NORMAL
]


@pytest.mark.parametrize(("seats", "level", "rules"), CASES, ids=str)
def test_bots_play_a_whole_match_by_pressing_buttons(
    seats: int, level: Level, rules: Rules
) -> None:
    effects, console = played([level] * seats, rules, seed=seats)
    (over,) = [effect for effect in effects if isinstance(effect, GameEnded)]
    assert over.reason is Reason.OUT
    (lines,) = records(effects)
    *_, last = replay([as_text(line) for line in lines])[1]
    assert last.state.result is not None
    assert last.state.result.winner == over.winner
    kinds = {line["move"] for line in lines[1:]}
    assert kinds >= {"choose", "play", "pickup"}
    assert console.match.phase is Phase.RESULT
    times = [int(str(line["t"])) for line in lines[1 + seats :]]
    pauses = [(later - sooner) / MILLISECOND_NS for sooner, later in pairwise(times)]
    assert min(pauses) > 400, "no move comes at once"
    assert max(pauses) < 30_000


def test_levels_mixed_and_every_house_rule_bring_every_kind_of_move() -> None:
    kinds = set()
    for seed in range(3):
        effects, _ = played([*Level], Rules(True, True, True, True), seed)
        for line in (effect.line for effect in effects if isinstance(effect, Recorded)):
            kinds.add((line["move"], "card" in line))
    assert kinds >= {
        ("choose", False),
        ("play", False),
        ("flip", False),
        ("pickup", False),
        ("pickup", True),
    }


def test_nobody_waits_for_the_pads_of_bots() -> None:
    story = people(5, pads=1, bounce=CLEAN)
    story.after(ms=4000)
    story.tap("ana", "ready")
    story.until(Phase.PLAY)
    lay(story, table("9C 9D", *["4C"] * 4, discard="4S"))
    pick(story, "ana", "9")
    story.press("ana", "ready", held_ms=50)
    let_go_ms = story.now_ms + 50
    story.after(ms=200)
    assert discard(story.pack.pack) == "4S 9C"
    at_ms = next(at / 1e6 for at, e in story.effects[::-1] if isinstance(e, Recorded))
    assert at_ms - let_go_ms < 20 + NOBODY_MS, "what the contact takes to be open for sure"
