"""A panel that does not answer: nobody plays against one who cannot see."""

import pytest

from firmware_host.match_state import Phase
from firmware_host.screens.scenes import Notice, Title
from hw.ports import PanelReport
from sim.table import Table
from sim.wire import Wire

EITHER = pytest.mark.parametrize("seat", [0, 1], ids=["Ana's", "Ben's"])


def report(story: Table, seat: int, *, is_lost: bool) -> None:
    story.console.put(PanelReport(story.console.time.now_ns, seat, is_lost))


@EITHER
def test_a_lost_panel_pauses_the_game_and_hides_all_cards(seat: int) -> None:
    story = Table(ana=Wire(), ben=Wire())
    story.start()
    report(story, seat, is_lost=True)
    story.after(ms=20)
    for name in story.names:
        scene = story.scene(name)
        assert isinstance(scene, Notice)
        assert scene.title == f"{('Ana', 'Ben')[seat]}'s panel is dark"


@EITHER
def test_the_game_goes_on_by_a_countdown_when_the_panel_is_back(seat: int) -> None:
    story = Table(ana=Wire(), ben=Wire())
    story.start()
    report(story, seat, is_lost=True)
    story.after(ms=500)
    report(story, seat, is_lost=False)
    assert story.phase() is Phase.COUNTDOWN
    story.until(Phase.PLAY)


@EITHER
def test_a_pad_that_is_back_does_not_make_up_for_a_panel_that_is_not(seat: int) -> None:
    story = Table(ana=Wire(), ben=Wire())
    story.start()
    report(story, seat, is_lost=True)
    story.unplug(story.names[seat])
    story.after(ms=100)
    story.plug_in(story.names[seat])
    story.after(ms=300)
    assert story.phase() is Phase.AWAY
    report(story, seat, is_lost=False)
    assert story.phase() is Phase.COUNTDOWN


@EITHER
def test_no_match_begins_while_a_panel_is_lost_and_the_title_says_why(seat: int) -> None:
    story = Table(ana=Wire(), ben=Wire())
    report(story, seat, is_lost=True)
    scene = story.scene(story.names[1 - seat])
    assert isinstance(scene, Title)
    assert "panel is dark" in scene.hint
    story.both("ready")
    assert story.phase() is Phase.AWAY


def test_a_panel_that_nobody_plays_on_matters_to_nobody() -> None:
    story = Table(ana=Wire(), ben=Wire())
    story.tap("ana", "c2")
    story.tap("ana", "ready")
    story.until(Phase.PLAY)
    report(story, 1, is_lost=True)
    story.after(ms=100)
    assert story.phase() is Phase.PLAY
    report(story, 7, is_lost=True)
    assert story.phase() is Phase.PLAY
