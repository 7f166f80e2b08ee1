"""Pads that have no seat in the game: they may watch what is no secret, and disturb nothing."""

import pytest

from firmware_host.match_state import Phase
from firmware_host.preferences import Preferences
from firmware_host.screens.scenes import Countdown, Notice, Result, SpitTable, Stuck, Title
from hw.panel import Chip
from sim.table import Table
from sim.wire import Wire


def three(game: str = "spit", **options: object) -> Table:
    return Table(
        ana=Wire(),
        ben=Wire(),
        cleo=Wire(),
        chips=(Chip.SSD1306,) * 3,
        preferences=Preferences(game=game, seats=3),
        **options,  # type: ignore[arg-type]
    )


def test_the_third_pad_watches_a_game_of_spit_from_its_countdown_to_its_result() -> None:
    story = three()
    assert isinstance(story.scene("cleo"), Title)
    for name in ("ana", "ben"):
        story.tap(name, "ready")
    assert isinstance(story.scene("cleo"), Countdown)
    story.until(Phase.PLAY)
    seen = story.scene("cleo")
    assert isinstance(seen, SpitTable)
    assert (seen.own, seen.piles) == (story.cards("ana").own, story.cards("ana").piles)
    story.tap("ana", "left")
    story.press("ana", "ready", held_ms=1100)
    story.after(ms=1200)
    assert isinstance(story.scene("cleo"), Notice)
    story.tap("ana", "left", "ready")
    assert isinstance(story.scene("cleo"), Result)


def test_what_concerns_one_player_alone_no_watcher_sees() -> None:
    story = three(decks=("5S 2H 9D KC 7C", "5H 3H 9C KD TD"))
    for name in ("ana", "ben"):
        story.tap(name, "ready")
    story.until(Phase.PLAY)
    story.press("ana", "c1", "left")
    story.after(ms=150)
    assert story.cards("ana").misfit
    assert story.cards("cleo").picked is None
    assert not story.cards("cleo").misfit
    story.press("ana", "c1")
    story.after(ms=50)
    assert story.cards("ana").picked == 0
    assert story.cards("cleo").picked is None


def test_a_watcher_sees_that_the_table_is_stuck_but_is_not_asked() -> None:
    story = three(decks=("5S 2H 9D KC 7C", "5H 3H 9C KD TD"))
    for name in ("ana", "ben"):
        story.tap(name, "ready")
    story.until(Phase.PLAY)
    story.tap("ana", "c3", "right")
    assert story.phase() is Phase.STUCK
    seen = story.scene("cleo")
    assert isinstance(seen, Stuck)
    assert seen.hint == ""
    story.tap("cleo", "ready", "c1", "left", "draw")
    assert story.phase() is Phase.STUCK
    assert story.console.console.match.ready == (False, False)


@pytest.mark.parametrize("game", ["spit", "pack"])
def test_who_sits_alone_against_a_bot_is_watched_without_the_bot_s_secrets(game: str) -> None:
    story = three(game)
    story.tap("ana", "c2")
    story.tap("ana", "ready")
    story.until(Phase.PLAY)
    for name in ("ben", "cleo"):
        assert isinstance(story.scene(name), SpitTable if game == "spit" else Notice)
