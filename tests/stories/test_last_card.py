"""The last cards: both reach for the pile that ends the game, told step by step."""

from dataclasses import replace

import pytest

from engine.cards import DECK, Card
from engine.spit import Layout, Rules, position
from firmware_host import match
from firmware_host.effects import Effect, MatchEnded, Recorded
from firmware_host.input_events import Pressed
from firmware_host.match_scenes import scene_of
from firmware_host.match_state import Match, Phase, Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.screens.scenes import Result
from firmware_host.spit.game import Hand, SpitGame, Top
from hw.ports import Button, HostNs

MS = 1_000_000
EITHER = pytest.mark.parametrize("first", [0, 1], ids=["Ana first", "Ben first"])


def only(card: str) -> Layout:
    return (Card.parse(card), None, None, None)


def last_cards(ana: str = "9S", ben: str = "9H") -> Match:
    """One card each, both picked up; nines go on the ten to the right."""
    piles = (Card.parse("7C"), Card.parse("TD"))
    spit = position(Rules(), (DECK, DECK), (52, 52), (only(ana), only(ben)), piles)
    game = SpitGame(spit, hands=(Hand(picked=0), Hand(picked=0)), tops=(Top(HostNs(0)),) * 2)
    setup = Setup(names=("Ana", "Ben"), pads=("a", "b"))
    waiting = new_match(setup, Preferences())
    return replace(waiting, phase=Phase.PLAY, game=game, is_over=False)


def game_of(state: Match) -> SpitGame:
    assert isinstance(state.game, SpitGame)
    return state.game


def reach(seat: int, at_ms: float, *, tie: bool = False) -> Pressed:
    at = HostNs(round(at_ms * MS))
    return Pressed("ab"[seat], seat, Button.RIGHT, at, at, HostNs(at + 2 * MS), tie)


def play(state: Match, *presses: Pressed) -> tuple[Match, list[Effect]]:
    effects: list[Effect] = []
    for pressed in presses:
        state, asked = match.step(state, pressed, pressed.decided_at)
        effects += asked
    return state, effects


def refused(effects: list[Effect]) -> list[tuple[object, object]]:
    lines = [effect.line for effect in effects if isinstance(effect, Recorded)]
    return [(line["seat"], line["margin_ns"]) for line in lines if "refused" in line]


@EITHER
def test_who_is_beaten_by_the_winning_card_is_told_by_how_much(first: int) -> None:
    state, effects = play(last_cards(), reach(first, 1000), reach(1 - first, 1003))
    assert [e.winner for e in effects if isinstance(e, MatchEnded)] == [first]
    assert refused(effects) == [(1 - first, 3 * MS)]
    for seat in range(2):
        scene = scene_of(state, seat)
        assert isinstance(scene, Result)
        assert scene.hint == f"{('Ana', 'Ben')[first]} first by 3.0 ms"
        assert any(line.startswith("Contested") for line in scene.story)


@EITHER
def test_a_photo_finish_for_the_last_card_is_told_as_one(first: int) -> None:
    tied = (reach(first, 1000, tie=True), reach(1 - first, 1000, tie=True))
    state, _ = play(last_cards(), *tied)
    assert all(
        isinstance(scene := scene_of(state, seat), Result) and scene.hint == "Photo finish"
        for seat in range(2)
    )


def test_the_order_of_the_last_cards_is_contested() -> None:
    group = [reach(0, 1000, tie=True), reach(1, 1000, tie=True)]
    assert match.is_contested(last_cards(), group)


@EITHER
@pytest.mark.parametrize("button", [Button.LEFT, Button.C1], ids=["a misfit", "a card picked up"])
def test_what_changes_nothing_once_the_last_card_lies_is_not_contested(
    first: int, button: Button
) -> None:
    state = last_cards()
    hands = (Hand(picked=0), Hand()) if first == 0 else (Hand(), Hand(picked=0))
    game = game_of(state) if button is Button.LEFT else replace(game_of(state), hands=hands)
    idle = replace(reach(1 - first, 1000, tie=True), button=button)
    assert not match.is_contested(replace(state, game=game), [reach(first, 1000, tie=True), idle])


@pytest.mark.parametrize(
    "late",
    [
        pytest.param(reach(1, 1400), id="long after the winning card"),
        pytest.param(replace(reach(1, 1003), button=Button.LEFT), id="at another pile"),
        pytest.param(replace(reach(1, 1003), button=Button.C1), id="a card, no pile"),
    ],
)
def test_what_was_no_race_for_the_last_card_is_not_told(late: Pressed) -> None:
    state, effects = play(last_cards(), reach(0, 1000), late)
    assert refused(effects) == []
    assert state.phase is Phase.RESULT


def test_a_reach_without_a_card_in_hand_is_no_race() -> None:
    state = last_cards()
    empty = replace(state, game=replace(game_of(state), hands=(Hand(picked=0), Hand())))
    _, effects = play(empty, reach(0, 1000), reach(1, 1003))
    assert refused(effects) == []


def test_a_touch_dated_before_what_it_landed_on_is_no_quick_reaction() -> None:
    state = last_cards()
    later = replace(game_of(state), tops=(Top(HostNs(2000 * MS)),) * 2)
    state, _ = play(replace(state, game=later), reach(0, 1000, tie=True))
    assert game_of(state).story.quickest == (None, None)


@EITHER
def test_a_card_that_would_go_on_the_winning_one_comes_too_late(first: int) -> None:
    state = last_cards(ben="8H") if first == 0 else last_cards(ana="8S")
    _, effects = play(state, reach(first, 1000), reach(1 - first, 1003))
    assert [e.winner for e in effects if isinstance(e, MatchEnded)] == [first]
    assert refused(effects) == []
