"""How touches are dated: a pad's wide interval may end long after its next, narrow one began."""

from dataclasses import replace

import pytest

from engine.cards import DECK, Card
from engine.spit import Layout, Rules, position
from firmware_host import match
from firmware_host.effects import Effect, Recorded
from firmware_host.input_events import Pressed
from firmware_host.match_state import Match, Phase, Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.spit.game import SpitGame
from hw.ports import Button, HostNs

START_NS = 1_000_000_000
EITHER = pytest.mark.parametrize("seat", [0, 1], ids=["Ana", "Ben"])


def layout(cards: str) -> Layout:
    first, second, third, fourth = map(Card.parse, cards.split())
    return (first, second, third, fourth)


def playing(*, lockout_ms: int = 0) -> Match:
    """Both hold a nine (c1), which goes on the ten to the right, and an eight (c2) for after it."""
    layouts = (layout("9S 8S 2S 3S"), layout("9H 8H 2H 3H"))
    piles = (Card.parse("KC"), Card.parse("TD"))
    rules = Rules(lockout_ms=lockout_ms)
    game = SpitGame(position(rules, (DECK, DECK), (20, 20), layouts, piles))
    waiting = new_match(Setup(), Preferences())
    return replace(waiting, phase=Phase.PLAY, game=game, is_over=False)


def pressed(seat: int, button: str, lo_ms: float, hi_ms: float) -> Pressed:
    lo, hi = (HostNs(START_NS + round(ms * 1e6)) for ms in (lo_ms, hi_ms))
    return Pressed("ab"[seat], seat, Button(button), lo, hi, hi, tie=False)


def record(state: Match, *presses: Pressed) -> list[tuple[object, float]]:
    """Give what was recorded: a move or why it was refused, and when (ms)."""
    effects: list[Effect] = []
    for press in presses:
        state, asked = match.step(state, press, press.decided_at)
        effects += asked
    lines = [effect.line for effect in effects if isinstance(effect, Recorded)]
    return [(x.get("move") or x["why"], (int(str(x["t"])) - START_NS) / 1e6) for x in lines]


@EITHER
def test_a_press_is_never_dated_before_the_one_that_the_same_seat_made_before(seat: int) -> None:
    wide = pressed(seat, "right", 0, 8)
    picks = pressed(seat, "c1", -9, -8), pressed(seat, "c2", 0.5, 0.7)
    told = record(playing(), picks[0], wide, picks[1], pressed(seat, "right", 1, 1.2))
    assert told == [("play", 4), ("play", 4)]


@EITHER
def test_the_other_seat_s_presses_keep_their_own_dates(seat: int) -> None:
    wide = pressed(seat, "right", 0, 8)
    mine, theirs = pressed(seat, "c1", -9, -8), pressed(1 - seat, "c2", -9, -8)
    told = record(playing(), mine, theirs, wide, pressed(1 - seat, "right", 1, 1.2))
    assert told == [("play", 4), ("play", 1.1)]


@EITHER
@pytest.mark.parametrize(
    ("lockout_ms", "next_one"),
    [pytest.param(0, "play", id="no house rule"), pytest.param(300, "lockout", id="300 ms")],
)
def test_a_misfit_dated_late_rests_the_piles_only_by_the_house_rule(
    seat: int, lockout_ms: int, next_one: str
) -> None:
    misfit = pressed(seat, "c1", -9, -8), pressed(seat, "left", 0, 8)
    again = pressed(seat, "c1", 0.5, 0.7), pressed(seat, "right", 1, 1.2)
    told = record(playing(lockout_ms=lockout_ms), *misfit, *again)
    assert [what for what, _ in told] == ["misfit", next_one]
