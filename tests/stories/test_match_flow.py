"""A match from the title to the rematch, told at the table."""

from itertools import pairwise
from typing import Any

import pytest

from engine.spit import Play, Refill, Rules
from firmware_host.effects import GameBegan, GameEnded, MatchBegan, MatchEnded, Tone
from firmware_host.match_state import Phase
from firmware_host.screens.scenes import Countdown, Result, Stuck, Title
from sim.table import Table
from sim.wire import Wire

QUICK = Wire(delay_ms=0.1, jitter_ms=0.2)
ANA_S = "5S 2H 9D KC 7C"
BEN_S = "5H 3H 9C KD TD"
"""Turned are 7C and TD: only the nines go, and only on the ten."""


def table(decks: tuple[str, str] | None = (ANA_S, BEN_S), **options: Any) -> Table:
    return Table(ana=QUICK, ben=QUICK, decks=decks, **options)


def play_out(table: Table) -> None:
    """Both play whatever goes, Ana first, until the game is over."""
    while table.phase() is not Phase.RESULT:
        moves = [move for move in table.game.spit.legal if isinstance(move, Play)]
        if table.phase() is Phase.STUCK:
            table.both("ready")
        elif table.phase() is Phase.PLAY and moves:
            move = moves[0]
            table.tap(table.names[move.seat], f"c{move.slot + 1}", ("left", "right")[move.pile])
        else:
            table.after(ms=50)


def ended(table: Table) -> list[MatchEnded]:
    return [effect for _, effect in table.effects if isinstance(effect, MatchEnded)]


def test_the_title_waits_for_both_and_ready_can_be_taken_back() -> None:
    story = table()
    story.tap("ana", "ready")
    assert story.scene("ben") == Title(
        "Spit",
        ("Ana", "Ben"),
        (True, False),
        (0, 0),
        "READY to play",
        ("Spit", "Pads", "1 game", "Menu"),
    )
    story.tap("ana", "ready")
    story.tap("ben", "ready")
    assert story.phase() is Phase.TITLE
    story.tap("ana", "ready")
    assert isinstance(story.scene("ana"), Countdown)


def test_ready_acts_on_its_release() -> None:
    story = table()
    story.press("ana", "ready", held_ms=300)
    story.after(ms=250)
    assert story.console.console.match.ready == (False, False)
    story.after(ms=100)
    assert story.console.console.match.ready == (True, False)


def test_the_countdown_takes_one_to_two_seconds_and_both_cards_turn_at_once() -> None:
    lengths = []
    for seed in range(6):
        story = table(seed=seed)
        story.both("ready")
        begun = story.now_ms
        story.until(Phase.PLAY)
        lengths.append(story.now_ms - begun)
        assert story.piles() == "7C TD"
    assert all(800 < length < 2000 for length in lengths)
    assert max(lengths) - min(lengths) > 200


def test_a_card_is_picked_swapped_and_played() -> None:
    story = table()
    story.start()
    story.tap("ana", "c1")
    assert story.cards("ana").picked == 0
    assert story.cards("ben").picked is None
    story.tap("ana", "c3")
    story.tap("ana", "c3")
    assert story.cards("ana").picked == 2
    story.tap("ana", "right")
    assert story.piles() == "7C 9D"
    assert story.cards("ana").picked is None
    assert story.layout("ana") == "5S 2H AC KC"
    assert (None, Tone.PLAY) in story.sounds()


def test_when_nobody_can_play_both_call_ready_and_cards_turn_after_a_countdown() -> None:
    story = table()
    story.start()
    story.tap("ana", "c3", "right")
    scene = story.scene("ben")
    assert isinstance(scene, Stuck)
    assert (None, Tone.STUCK) in story.sounds()
    story.tap("ana", "ready")
    story.after(ms=3000)
    assert story.phase() is Phase.STUCK
    story.tap("ben", "ready")
    assert story.phase() is Phase.COUNTDOWN
    assert story.piles() == "7C 9D"
    story.after(ms=2000)
    assert story.piles() == "2C AC"


def test_stuck_still_it_repeats_by_itself_after_a_second_and_a_countdown() -> None:
    fives = "5C 5D 5H 5S"
    story = table((f"{fives} 8C 9C 7C", f"{fives} 8D 9D 7D"))
    story.both("ready")
    story.after(ms=2000)
    assert story.piles() == "8C 8D"
    assert story.headline("ben") == "Still stuck"
    story.after(ms=1000)
    assert story.piles() == "8C 8D"
    story.after(ms=2100)
    assert story.piles() in ("9C 9D", "7C 7D")
    moves = [line for line in story.record() if line["move"] == "spit"]
    waited_ms = [
        (int(str(later["t"])) - int(str(sooner["t"]))) / 1e6 for sooner, later in pairwise(moves)
    ]
    assert all(2000 <= ms <= 3001 for ms in waited_ms)


def test_after_ten_seconds_without_a_play_the_panels_say_who_has_one() -> None:
    story = table()
    story.start()
    story.after(ms=9900)
    assert story.headline("ana") == ""
    story.after(ms=300)
    assert story.headline("ana") == story.headline("ben") == "Both have a play"


def test_manual_refill_draws_one_card_a_press_into_the_lowest_empty_slot() -> None:
    story = table(rules=Rules(Refill.MANUAL))
    story.start()
    story.tap("ana", "draw")
    assert story.layout("ana") == "5S 2H 9D KC"
    story.tap("ana", "c3", "right")
    assert story.layout("ana") == "5S 2H -- KC"
    assert story.phase() is Phase.PLAY
    story.after(ms=10_100)
    assert story.headline("ben") == "Ana can draw"
    story.tap("ana", "draw")
    assert story.layout("ana") == "5S 2H AC KC"
    assert story.record()[-1]["move"] == "draw"


def test_a_whole_match_is_played_told_and_played_again() -> None:
    story = table(None, seed=3)
    story.start()
    play_out(story)
    (end,) = ended(story)
    scene = story.scene("ana")
    assert isinstance(scene, Result)
    assert end.winner is not None
    assert scene.headline == f"{('Ana', 'Ben')[end.winner]} wins"
    assert sum(scene.score) == 1
    assert scene.story[0].startswith("Run: ")
    assert scene.story[-1].startswith("Quickest: ")
    assert (None, Tone.WIN) in story.sounds()
    story.both("ready")
    assert story.phase() is Phase.COUNTDOWN
    story.until(Phase.PLAY)
    headers = [e.header["deal"] for _, e in story.effects if isinstance(e, GameBegan)]
    assert headers[0] != headers[1]


def test_best_of_three_goes_on_until_a_seat_has_two() -> None:
    story = table(None, seed=5, best_of=3)
    story.start()
    while not ended(story):
        play_out(story)
        if not ended(story):
            assert "takes game" in str(story.scene("ben"))
            story.both("ready")
            story.until(Phase.COUNTDOWN)
    (end,) = ended(story)
    games = [e for _, e in story.effects if isinstance(e, GameEnded)]
    assert len([e for _, e in story.effects if isinstance(e, MatchBegan)]) == 1
    assert len(games) == sum(end.score)
    assert end.winner is not None
    assert end.score[end.winner] == 2
    assert story.console.console.match.standing[end.winner] == 1


@pytest.mark.parametrize("own_clock", [(), ("ana",), ("ana", "ben")], ids=str)
def test_pads_on_either_clock_play_alike(own_clock: tuple[str, ...]) -> None:
    story = table(own_clock=own_clock)
    story.start()
    story.tap("ben", "c3", "right")
    assert story.piles() == "7C 9C"
