"""Whole matches of The Pack: two to five seats, best of three, pauses, lost pads, records."""

from typing import Any

import pytest

from engine.bots import Level
from engine.game import Reason
from engine.pack import Rules
from engine.records import as_text
from engine.replay import replay
from firmware_host.console import Console
from firmware_host.effects import Effect, GameBegan, GameEnded, MatchBegan, MatchEnded, Player, Tone
from firmware_host.match_scenes import scene_of
from firmware_host.match_state import Phase, Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import Menu, Notice, PackTable, Result, Title
from firmware_host.seating import bots_at
from hw.panel import Chip
from hw.ports import HostNs, Tick
from sim.table import Table
from sim.wire import Wire
from tests.laws.pack_walks import records
from tests.rules.pack_table import table
from tests.stories.pack_people import (
    PEOPLE,
    about_to_win,
    begin,
    lay,
    look,
    people,
    play_out,
)

PANELS = (Chip.SSD1306, Chip.SH1106, Chip.SSD1306, Chip.SSD1306, Chip.SSD1306)


def told(story: Table, kind: type[Any]) -> list[Any]:
    return [effect for _, effect in story.effects if isinstance(effect, kind)]


def result(story: Table, name: str = "ana") -> Result:
    scene = story.scene(name)
    assert isinstance(scene, Result), scene
    return scene


def win(story: Table, name: str) -> None:
    """Let `name` win the game that has just been dealt."""
    lay(story, about_to_win(name, story.pack.pack.seats))
    story.tap(name, "c1", "ready")


def hold(story: Table, name: str) -> None:
    story.press(name, "ready", held_ms=1100)
    story.after(ms=1300)


@pytest.mark.parametrize(("seats", "pads"), [(2, 1), (3, 2), (5, 1)], ids=str)
def test_people_and_bots_play_a_whole_game_that_is_told_and_replays(seats: int, pads: int) -> None:
    story = people(seats, pads=pads, chips=PANELS)
    begin(story)
    play_out(story)
    (end,), (over,) = told(story, MatchEnded), told(story, GameEnded)
    assert end.winner is not None
    assert over.left[end.winner] == 0
    assert all(left > 0 for seat, left in enumerate(over.left) if seat != end.winner)
    names = [player.name for player in end.players]
    assert [player.level for player in end.players] == [None] * pads + [Level.NORMAL] * (
        seats - pads
    )
    for name in story.names:
        assert result(story, name).headline == f"{names[end.winner]} wins"
        assert len(result(story, name).score) == (seats if seats == 2 else 0)
        assert story.frame(name) == frame_of(result(story, name))
    (lines,) = records([effect for _, effect in story.effects])
    *_, last = replay([as_text(line) for line in lines])[1]
    assert last.state == story.pack.pack
    assert (None, Tone.WIN) in story.sounds()


def test_five_panels_show_each_seat_its_own_hand_and_the_next_seat_first() -> None:
    story = people(5, chips=PANELS)
    begin(story)
    for seat, name in enumerate(PEOPLE):
        shown = story.hand(name)
        nexts = [PEOPLE[(seat + step) % 5].capitalize() for step in range(1, 5)]
        assert [other.name for other in shown.others] == nexts
        held = {card.rank for card in story.pack.pack.view(seat).hand}
        assert len([c for c in shown.columns if c]) == len(held)
        assert story.frame(name) == frame_of(shown)


def test_the_panel_of_a_bot_shows_nothing_while_a_person_plays() -> None:
    story = Table(ana=Wire(), ben=Level.EASY, preferences=Preferences(game="pack"))
    story.tap("ana", "ready")
    story.until(Phase.PLAY)
    assert isinstance(story.scene("ana"), PackTable)
    assert isinstance(story.scene("ben"), Notice)


# Best of three.


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_seat_that_begins_goes_round_from_game_to_game(seats: int) -> None:
    story = people(seats, best_of=5)
    begin(story)
    for name in [*PEOPLE[:2], *PEOPLE[:2]]:
        win(story, name)
        story.both("ready")
    firsts = [int(str(began.header["first"])) for began in told(story, GameBegan)]
    assert firsts == [number % seats for number in range(5)]
    assert len(told(story, MatchBegan)) == 1


def test_another_match_may_begin_with_another_seat() -> None:
    story = people(2, seed=1)
    firsts = []
    story.both("ready")
    for _ in range(8):
        firsts.append(told(story, GameBegan)[-1].header["first"])
        win(story, "ana")
        story.both("ready")
    assert set(firsts) == {0, 1}


def test_best_of_three_ends_when_a_seat_has_two() -> None:
    story = people(3, best_of=3)
    begin(story)
    win(story, "cleo")
    assert result(story).headline == "Cleo takes game 1"
    assert result(story).score == (0, 0, 1)
    assert "next game" in result(story).hint
    story.tap("ana", "ready")
    assert result(story, "ben").ready == (True, False, False)
    story.tap("ben", "ready")
    assert story.phase() is Phase.RESULT, "Cleo has not called ready"
    story.tap("cleo", "ready")
    win(story, "cleo")
    (end,) = told(story, MatchEnded)
    assert (end.winner, end.score, end.best_of) == (2, (0, 0, 2), 3)
    assert "Cleo wins" in result(story).headline
    assert "play again" in result(story).hint
    assert result(story).score == (0, 0, 2)


def test_the_running_score_of_two_counts_matches_and_stands_on_the_title() -> None:
    story = people(2)
    begin(story)
    for name in ("ana", "ben", "ana"):
        win(story, name)
        story.both("ready")
    win(story, "ana")
    assert result(story).score == (3, 1)
    hold(story, "ben")
    story.tap("ben", "left", "ready")
    scene = story.scene("ana")
    assert isinstance(scene, Title)
    assert scene.score == (3, 1)
    story.tap("ana", "c1")
    other = story.scene("ana")
    assert isinstance(other, Title)
    assert other.score == (0, 0), "Spit has a standing of its own"


# Pauses.


def paused(seats: int, **options: Any) -> Table:
    story = people(seats, **options)
    begin(story)
    hold(story, "ana")
    assert all(isinstance(story.scene(name), Menu) for name in story.names)
    return story


@pytest.mark.parametrize("seats", [2, 4])
def test_to_restart_everybody_must_want_it(seats: int) -> None:
    story = paused(seats)
    before = story.pack.pack
    for name in story.names[:-1]:
        story.tap(name, "right", "ready")
    assert story.phase() is Phase.MENU
    assert "Ana: Restart" in str(story.scene(story.names[-1]))
    story.tap(story.names[-1], "ready")
    assert story.phase() is Phase.MENU, "one would rather go on"
    story.tap(story.names[-1], "right", "ready")
    assert story.phase() is Phase.PLAY
    assert story.pack.pack.phase == "choose"
    assert story.pack.pack.deal != before.deal
    assert story.pack.pack.first == before.first


def test_all_go_on_where_they_were() -> None:
    story = paused(3)
    before = story.pack.pack
    for name in story.names:
        assert story.phase() is Phase.MENU
        story.tap(name, "ready")
    assert story.phase() is Phase.PLAY
    assert story.pack.pack == before


def test_bots_agree_to_what_the_people_want() -> None:
    story = people(4, pads=2)
    begin(story)
    hold(story, "ben")
    story.tap("ana", "right", "ready")
    story.tap("ben", "right", "ready")
    story.after(ms=9000)
    assert story.phase() is Phase.PLAY
    assert len(told(story, GameBegan)) == 2


def test_who_leaves_a_table_of_two_forfeits() -> None:
    story = paused(2)
    story.tap("ben", "left", "ready")
    (end,) = told(story, MatchEnded)
    assert (end.winner, end.is_forfeit, end.score) == (0, True, (0, 0))
    assert result(story).headline == "Ben left: Ana wins"
    assert story.console.console.match.standing == (1, 0)


@pytest.mark.parametrize("seats", [3, 5])
def test_who_leaves_a_larger_table_ends_it_for_nobody(seats: int) -> None:
    story = paused(seats)
    story.tap("cleo", "left", "ready")
    (end,) = told(story, MatchEnded)
    assert (end.winner, end.is_forfeit) == (None, True)
    assert all(result(story, name).headline == "Cleo left the table" for name in story.names)


def test_a_lost_pad_hides_all_cards_until_it_is_back() -> None:
    story = people(3)
    begin(story)
    before = story.pack.pack
    story.unplug("ben")
    story.after(ms=300)
    assert story.phase() is Phase.AWAY
    for name in story.names:
        scene = story.scene(name)
        assert isinstance(scene, Notice)
        assert scene.title == "Ben's pad is unplugged"
    story.tap("ana", "c1", "ready")
    assert story.pack.pack == before
    story.plug_in("ben")
    story.after(ms=500)
    assert story.phase() is Phase.PLAY
    assert story.pack.pack == before
    assert isinstance(story.scene("ana"), PackTable)


def test_a_pad_lost_in_the_choice_of_three_comes_back_to_it_with_nothing_selected() -> None:
    story = people(2)
    story.both("ready")
    story.tap("ana", "c1", "c2")
    story.unplug("ana")
    story.after(ms=300)
    story.plug_in("ana")
    story.after(ms=500)
    assert not any(column.selected for column in story.hand("ana").columns if column)


def test_nobody_escapes_a_lost_game_by_pulling_the_plug() -> None:
    story = people(2)
    begin(story)
    lay(
        story,
        table(
            "", "4C 4D", discard="7S", ups=("-- -- --", "9C 9D 9H"), downs=("QC -- --", "8C 8D 8H")
        ),
    )
    story.tap("ana", "c1", "ready")
    story.unplug("ben")
    story.after(ms=4000)
    (end,) = told(story, MatchEnded)
    assert (end.winner, end.is_forfeit) == (0, False)


# Bots alone.


def capped(seats: int, best_of: int = 1) -> Console:
    setup = Setup(pads=(None,) * seats, bots=(Level.EASY,) * seats, seed=2, turn_cap=12)
    rules = Rules(voluntary_pickup=True)
    chosen = Preferences(game="pack", seats=seats, best_of=best_of, pack=rules)
    return Console(new_match(setup, chosen), (), bots=bots_at(range(seats), 2))


def test_a_game_stopped_at_the_cap_in_a_longer_match_is_no_draw() -> None:
    console, at, effects = capped(2, best_of=3), HostNs(10**9), list[Effect]()
    while not any(isinstance(effect, GameEnded) for effect in effects):
        effects += console.feed(Tick(at))
        due = console.due_at()
        assert due is not None
        at = due
    scene = scene_of(console.match, 0)
    assert isinstance(scene, Result)
    assert scene.headline == "Nobody wins"


@pytest.mark.parametrize("seats", [2, 5])
def test_bots_among_themselves_stop_at_the_cap_without_a_winner(seats: int) -> None:
    console = capped(seats)
    at, effects = HostNs(10**9), list[Effect]()
    while at is not None and not any(isinstance(e, MatchEnded) for e in effects):
        effects += console.feed(Tick(at))
        due = console.due_at()
        assert due is not None
        at = due
    (over,) = [e for e in effects if isinstance(e, GameEnded)]
    assert (over.winner, over.reason) == (None, Reason.UNFINISHED)
    (end,) = [e for e in effects if isinstance(e, MatchEnded)]
    assert end.winner is None
    assert end.players[0] == Player("Ana", Level.EASY)
    scene = scene_of(console.match, 0)
    assert isinstance(scene, Result)
    assert scene.headline == "Nobody wins"
    (lines,) = records(effects)
    assert len(lines) == 1 + seats + 12


def test_where_bots_play_alone_every_panel_shows_a_hand() -> None:
    story = Table(ana=Level.EASY, ben=Level.HARD, preferences=Preferences(game="pack"))
    story.until(Phase.PLAY)
    look(story)
    assert all(isinstance(story.scene(name), PackTable) for name in story.names)
