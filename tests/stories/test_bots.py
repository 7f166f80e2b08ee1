"""Bots at the console: their strength, their pace, and that nobody waits for them."""

from random import Random

import pytest

from engine.bots import Level
from engine.spit import Refill, Rules
from firmware_host.bot_hand import BotHand
from firmware_host.bot_minds import START_NS
from firmware_host.bot_sight import NOTHING, Sight
from firmware_host.effects import MatchBegan, MatchEnded, Player, Recorded
from firmware_host.match_state import Phase
from firmware_host.preferences import Preferences
from firmware_host.seating import pad_info
from hw.ports import Button, Edge, HostNs
from sim.bot_matches import tournament
from sim.demo import Demo
from sim.finger import CLEAN
from sim.table import Table
from sim.wire import Wire

MATCHES = 8


def test_easy_loses_to_hard_and_hard_takes_its_time() -> None:
    won, _, reaction_ms = tournament((Level.EASY, Level.HARD), MATCHES)
    assert won >= 0.85 * MATCHES
    assert 450 <= reaction_ms <= 700


def test_the_same_seed_gives_the_same_match_and_another_seed_another() -> None:
    def told(seed: int) -> list[object]:
        demo = Demo(Preferences(), (Level.HARD, Level.NORMAL), seed)
        return [(at, e) for at, e in demo.effects() if isinstance(e, Recorded)]

    assert told(11) == told(11)
    assert told(11) != told(12)


def test_bots_draw_for_themselves_in_manual_refill() -> None:
    preferences = Preferences(spit=Rules(Refill.MANUAL))
    demo = Demo(preferences, (Level.NORMAL, Level.HARD), 3)
    moves = [e.line.get("move") for _, e in demo.effects() if isinstance(e, Recorded)]
    assert moves.count("draw") > 40


def test_a_game_without_a_winner_is_a_draw_and_counts_for_nobody() -> None:
    demo = Demo(Preferences(), (Level.NORMAL, Level.NORMAL), 4)
    ends = [e for _, e in demo.effects() if isinstance(e, MatchEnded)]
    players = (Player("Ana", Level.NORMAL), Player("Ben", Level.NORMAL))
    assert ends == [MatchEnded(None, (0, 0), "spit", players, best_of=1)]
    assert demo.console.console.match.standing == (0, 0)
    assert demo.console.console.match.verdict == "A draw"


def test_bots_slip_now_and_then() -> None:
    demo = Demo(Preferences(), (Level.EASY, Level.EASY), 5)
    refused = [
        e.line["why"] for _, e in demo.effects() if isinstance(e, Recorded) and "why" in e.line
    ]
    assert refused


def test_a_person_and_a_bot_play_and_the_person_never_waits_for_the_bot() -> None:
    story = Table(
        ana=Wire(), ben=Level.EASY, decks=("5S 2H 9D KC 7C", "5H 3H 9C KD TD"), bounce=CLEAN
    )
    story.tap("ana", "ready")
    story.until(Phase.PLAY)
    story.tap("ana", "c3")
    story.press("ana", "right")
    touched_ms = story.now_ms
    story.after(ms=20)
    played = next(
        at / 1e6 for at, e in story.effects if isinstance(e, Recorded) and e.line.get("seat") == 0
    )
    assert 2.5 <= played - touched_ms < 3.0


def test_a_bot_calls_ready_when_stuck_and_after_the_result() -> None:
    story = Table(ana=Level.HARD, ben=Level.HARD, seed=2)
    for _ in range(400):
        story.after(ms=1000)
        if len([e for _, e in story.effects if isinstance(e, MatchBegan)]) == 2:
            break
    assert len([e for _, e in story.effects if isinstance(e, MatchEnded)]) == 1


@pytest.mark.parametrize(
    ("way", "phase"),
    [(("ready",), Phase.COUNTDOWN), (("right", "ready"), Phase.COUNTDOWN)],
    ids=["to go on", "to restart"],
)
def test_a_bot_agrees_in_the_pause_menu(way: tuple[str, ...], phase: Phase) -> None:
    story = Table(ana=Wire(), ben=Level.HARD)
    story.tap("ana", "ready")
    story.until(Phase.PLAY)
    story.press("ana", "ready", held_ms=1100)
    story.after(ms=1200)
    story.tap("ana", *way)
    story.until(phase)
    story.until(Phase.PLAY)
    assert story.game.spit.piles != (None, None)


def hand() -> BotHand:
    return BotHand(pad_info(0), Random(1))


def edges(bot: BotHand, until_ms: int) -> list[Edge]:
    return [edge for ms in range(until_ms) for edge in bot.advance(HostNs(ms * 1_000_000))]


def test_a_bot_presses_what_it_is_asked_to_and_again_if_that_was_in_vain() -> None:
    bot = hand()
    bot.see(Sight(wish=Button.READY, level=Level.HARD), 0)
    pressed = [edge.stamp for edge in edges(bot, 5000) if edge.closed]
    assert len(pressed) >= 2
    assert {edge.button for edge in edges(bot, 9000)} == {Button.READY}


def test_what_a_bot_no_longer_needs_it_does_not_press() -> None:
    bot = hand()
    bot.see(Sight(wish=Button.READY, level=Level.HARD), 0)
    bot.see(NOTHING, 1000)
    assert edges(bot, 5000) == []


def test_a_bot_s_promise_of_silence_is_kept() -> None:
    bot = hand()
    bot.see(Sight(wish=Button.READY, level=Level.HARD), 0)
    promised = 0
    for at in range(0, 3_000_000_000, 700_000):
        for edge in bot.advance(HostNs(at)):
            assert edge.stamp > promised
        promised = bot.through(HostNs(at)).stamp
        assert promised <= at + START_NS
