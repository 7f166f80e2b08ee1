"""The guided round: a stranger who does what the panel advises, and nothing else, plays a game."""

import re
from dataclasses import replace
from typing import Any

import pytest

from engine.bots import Level
from engine.pack import Rules
from engine.spit import Refill
from engine.spit import Rules as SpitRules
from firmware_host.effects import MatchEnded
from firmware_host.match_state import Phase
from firmware_host.preferences import Preferences
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import (
    Countdown,
    PackMoment,
    PackTable,
    Result,
    SpitTable,
    Stuck,
    Title,
)
from firmware_host.words import words_in
from sim.table import Table
from sim.wire import Wire
from tests.rules.pack_table import GONE, table
from tests.stories.pack_people import about_to_win, lay
from tests.stories.title_hands import choose, leave_menu

WORDS = words_in("en")
GOOD = ("2", "10", "A")


def guided(people: int = 2, best_of: int = 1, **chosen: Any) -> Table:
    """Sit down, switch the guided round on, and begin."""
    wires: dict[str, Any] = {name: Wire() for name in ("ana", "ben")[:people]}
    story = Table(**wires, preferences=replace(Preferences(), **chosen), best_of=best_of)
    choose(story, "ana", "Guided round")
    leave_menu(story, "ana")
    for name in story.names:
        story.tap(name, "ready")
    while story.phase() is Phase.TITLE:
        story.after(ms=500)
    return story


def advice(story: Table, name: str) -> str:
    scene = story.scene(name)
    if isinstance(scene, Stuck | Countdown):
        return scene.table.coach
    return scene.coach if isinstance(scene, SpitTable | PackTable) else ""


def follow(story: Table, name: str) -> bool:
    """Do what is advised on the panel of `name`; tells whether that was anything."""
    scene, told = story.scene(name), advice(story, name)
    if isinstance(scene, PackMoment):
        story.tap(name, "c1")
    elif named := re.search(r"button (\d)|\b(LEFT|RIGHT|READY|DRAW)\b", told):
        story.tap(name, f"c{named[1]}" if named[1] else named[2].lower())
    elif isinstance(scene, PackTable) and told:
        story.tap(name, f"c{_advised(scene, told) + 1}")
    else:
        return False
    return True


def _advised(shown: PackTable, told: str) -> int:
    """Find the button of the first card that the advice means."""
    columns = [column for column in shown.columns if column]
    if told == WORDS.coach.keep_good_cards():
        free = [at for at, c in enumerate(columns) if c.selected < c.count]
        good = [at for at in free if columns[at].rank in GOOD]
        return (good or free)[0]
    if told == WORDS.pack.take_one_hint(is_selected=False):
        return next(at for at, c in enumerate(columns) if c.rank)
    return next(at for at, c in enumerate(columns) if c.plays)


def follow_to_the_end(story: Table) -> Result:
    for _ in range(4000):
        if story.phase() is Phase.RESULT:
            break
        followed = [follow(story, name) for name in story.names]
        if not any(followed):
            story.after(ms=300)
    scene = story.scene("ana")
    assert isinstance(scene, Result), f"still at it: {scene}"
    return scene


def test_two_strangers_play_spit_by_advice_alone() -> None:
    story = guided(spit=SpitRules(Refill.MANUAL))
    assert advice(story, "ana") == WORDS.coach.watch()
    follow_to_the_end(story)
    assert story.game.spit.result is not None
    refused = [line for line in story.record() if "why" in line]
    assert all(line["why"] == "beaten" for line in refused), "good advice is no misfit"


def test_a_stranger_plays_spit_against_a_bot() -> None:
    story = guided(1, is_alone=True, level=Level.EASY)
    follow_to_the_end(story)
    assert any(line.get("seat") == 0 and line["move"] == "play" for line in story.record())
    assert story.game.spit.result is not None


@pytest.mark.parametrize(
    ("seats", "rules"),
    [(2, Rules()), (4, Rules(True, True, True, True))],
    ids=["two as usual", "four by all house rules"],
)
def test_a_stranger_plays_the_pack_by_advice_alone(seats: int, rules: Rules) -> None:
    story = guided(1, game="pack", seats=seats, pack=rules, is_alone=True, level=Level.EASY)
    assert advice(story, "ana") == WORDS.coach.keep_good_cards()
    follow_to_the_end(story)
    assert {line["move"] for line in story.record() if line["seat"] == 0} >= {"choose", "play"}


def test_advice_names_each_kind_of_turn_in_the_pack() -> None:
    story = guided(game="pack")
    coach, pack = WORDS.coach, WORDS.pack
    for turn, told in [
        (table("9C", "4C", discard="5S"), coach.play_this_or_higher("5")),
        (table("9C", "4C", discard="2S"), coach.play_anything()),
        (table("9C", "4C"), coach.play_anything()),
        (table("3C", "4C", discard="5S"), coach.take_the_pile()),
        (table("", "4C", discard="5S", ups=(GONE, GONE)), coach.turn_one_over()),
        (table("9C", "4C", discard="5S", turn=1), ""),
    ]:
        lay(story, turn)
        assert advice(story, "ana") == told
        assert story.scene("ana") == replace(story.hand("ana"), coach=told)
        assert frame_of(story.scene("ana"))
    lay(story, table("9C 9D", "4C", discard="5S"))
    story.tap("ana", "c1")
    assert advice(story, "ana") == pack.plays_hint(1)
    assert advice(story, "ben") == ""


def test_a_card_to_go_along_with_the_pile_is_asked_for() -> None:
    story = guided(game="pack", pack=Rules(take_one_face_up=True))
    lay(story, table("", "4C", discard="KS", take_one_face_up=True))
    assert advice(story, "ana") == WORDS.coach.take_the_pile()
    for told in (WORDS.pack.take_one_hint(is_selected=False), WORDS.pack.take_one_hint(True)):
        assert follow(story, "ana")
        assert advice(story, "ana") == told
    follow(story, "ana")
    assert story.record()[-1]["move"] == "pickup"


def test_who_has_called_ready_when_stuck_is_not_told_to_call_again() -> None:
    story = Table(ana=Wire(), ben=Wire(), decks=("5S 2H 9D KC 7C", "5H 3H 9C KD TD"))
    choose(story, "ana", "Guided round")
    leave_menu(story, "ana")
    story.start()
    follow(story, "ana")
    follow(story, "ana")
    assert story.phase() is Phase.STUCK
    assert advice(story, "ana") == advice(story, "ben") == WORDS.coach.nobody_can_play()
    follow(story, "ana")
    assert advice(story, "ana") == ""
    assert advice(story, "ben") == WORDS.coach.nobody_can_play()


def win(story: Table) -> None:
    lay(story, about_to_win("ana"))
    story.tap("ana", "c1", "ready")


@pytest.mark.parametrize("way", ["ready", "the pause menu"])
def test_a_guided_match_does_not_count_and_the_next_one_is_not_guided(way: str) -> None:
    story = guided(game="pack")
    win(story)
    ended = [e for _, e in story.effects if isinstance(e, MatchEnded)]
    assert [end.is_guided for end in ended] == [True]
    assert story.console.console.match.standing == (0, 0)
    if way == "ready":
        story.both("ready")
    else:
        story.press("ben", "ready", held_ms=1100)
        story.after(ms=1300)
        story.both("right", "ready")
    assert story.phase() is Phase.PLAY
    assert advice(story, "ana") == ""
    win(story)
    assert story.console.console.match.standing == (1, 0)


def test_a_guided_match_that_goes_on_is_guided_to_its_end() -> None:
    story = guided(game="pack", best_of=3)
    win(story)
    story.both("ready")
    assert advice(story, "ana") == WORDS.coach.keep_good_cards()


def test_back_on_the_title_nothing_is_guided() -> None:
    story = guided(game="pack")
    for _ in range(2):
        story.press("ana", "ready", held_ms=1100)
        story.after(ms=1300)
        story.tap("ana", "left", "ready")
    scene = story.scene("ben")
    assert isinstance(scene, Title)
    assert scene.hint == WORDS.title.hint(is_ready=False, is_guided=False)
