"""Pauses, pulled plugs and what they may not give away."""

from dataclasses import replace
from typing import Any

import pytest

from firmware_host.effects import Logged, MatchEnded, Player
from firmware_host.input_events import Faulted
from firmware_host.match_pads import BEFALLS, fault
from firmware_host.match_state import Phase, Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import Menu, Notice, Result, Title
from hw.ports import FaultKind, HostNs
from hw.units import MILLISECOND_NS, SECOND_NS
from sim.finger import CLEAN
from sim.table import Table
from sim.wire import Wire

QUICK = Wire(delay_ms=0.1, jitter_ms=0.2)
NINES = ("5S 2H 9D KC 7C", "5H 3H 9C KD TD")


def playing(**options: Any) -> Table:
    story = Table(**{"ana": QUICK, "ben": QUICK, "decks": NINES, **options})
    story.start()
    return story


def paused(**options: Any) -> Table:
    story = playing(**options)
    story.press("ana", "ready", held_ms=1100)
    story.after(ms=1200)
    return story


def notices(story: Table) -> list[str]:
    scenes = map(story.scene, story.names)
    return [scene.title for scene in scenes if isinstance(scene, Notice)]


def logged(story: Table) -> list[str]:
    """Give what the log was told."""
    return [effect.words for _, effect in story.effects if isinstance(effect, Logged)]


def ended(story: Table) -> list[MatchEnded]:
    return [effect for _, effect in story.effects if isinstance(effect, MatchEnded)]


def test_ready_held_for_a_second_pauses_and_hides_all_cards_on_both_panels() -> None:
    story = playing()
    story.tap("ben", "c3")
    story.press("ana", "ready", held_ms=1500)
    story.after(ms=900)
    assert story.phase() is Phase.PLAY
    story.after(ms=200)
    for name in story.names:
        scene = story.scene(name)
        assert isinstance(scene, Menu)
        assert scene.entries == ("Go on", "Restart", "Leave")
        assert story.frame(name) == frame_of(scene)
    story.after(ms=500)
    assert story.phase() is Phase.MENU, "letting go of the button chooses nothing"


def test_a_short_press_of_ready_in_play_does_nothing() -> None:
    story = playing()
    story.press("ana", "ready", held_ms=900)
    story.after(ms=1100)
    assert story.phase() is Phase.PLAY


def test_a_pause_voids_picks_and_goes_on_by_a_countdown_when_both_want_to() -> None:
    story = playing()
    story.tap("ben", "c3")
    story.press("ana", "ready", held_ms=1100)
    story.after(ms=1200)
    story.tap("ben", "right")
    story.tap("ben", "left")
    story.tap("ana", "ready")
    assert "Ana: Go on" in str(story.scene("ben"))
    story.tap("ben", "ready")
    assert story.phase() is Phase.COUNTDOWN
    assert story.cards("ben").picked is None
    story.tap("ana", "c3", "right")
    assert story.piles() == "7C TD", "until the countdown ends nothing can be played"
    assert story.cards("ana").picked == 2
    story.until(Phase.PLAY)
    story.tap("ana", "right")
    assert story.piles() == "7C 9D"


def test_restarting_needs_both_seats() -> None:
    story = paused()
    story.tap("ana", "right", "ready")
    story.after(ms=500)
    assert story.phase() is Phase.MENU
    story.tap("ben", "ready")
    assert story.phase() is Phase.MENU, "Ben wants to go on, Ana to restart"
    story.tap("ben", "right", "ready")
    assert story.phase() is Phase.COUNTDOWN
    assert story.game.spit.piles == (None, None)
    assert ended(story) == []


def test_a_match_tells_who_of_its_seats_played_on_a_phone() -> None:
    story = paused()
    console = story.console.console
    console.match = replace(console.match, setup=replace(console.match.setup, phones=(1, 2)))
    story.tap("ana", "left", "ready")
    assert [end.phones for end in ended(story)] == [(1,)], "nobody sits at seat 2"


def test_a_phone_that_no_person_plays_on_is_not_told() -> None:
    phones = Setup(phones=(0, 1))
    assert new_match(phones, Preferences()).phones() == (0, 1)
    assert new_match(phones, Preferences(is_alone=True)).phones() == (0,)


def test_who_leaves_forfeits_the_match() -> None:
    story = paused(best_of=3)
    story.tap("ana", "left", "ready")
    scene = story.scene("ben")
    assert isinstance(scene, Result)
    assert scene.headline == "Ana left: Ben wins"
    players = (Player("Ana"), Player("Ben"))
    assert ended(story) == [MatchEnded(1, (0, 0), "spit", players, best_of=3, is_forfeit=True)]
    story.press("ben", "ready", held_ms=1100)
    story.after(ms=1200)
    story.tap("ben", "left", "ready")
    assert isinstance(story.scene("ana"), Title)


def test_a_phone_that_leaves_is_not_said_to_be_unplugged() -> None:
    story = playing()
    console = story.console.console
    console.match = replace(console.match, setup=replace(console.match.setup, phones=(1,)))
    story.unplug("ben")
    story.after(ms=200)
    assert notices(story) == ["Ben's phone is away"] * 2
    story.plug_in("ben")
    story.unplug("ana")
    story.after(ms=200)
    assert notices(story) == ["Ana's pad is unplugged"] * 2


@pytest.mark.parametrize("own_clock", [(), ("ben",)], ids=["host clock", "own clock"])
def test_an_unplugged_pad_hides_all_cards_and_play_goes_on_when_it_is_back(
    own_clock: tuple[str, ...],
) -> None:
    story = playing(own_clock=own_clock)
    story.tap("ana", "c3")
    story.unplug("ben")
    story.after(ms=200)
    for name in story.names:
        scene = story.scene(name)
        assert isinstance(scene, Notice)
        assert scene.title == "Ben's pad is unplugged"
    story.after(ms=5000)
    assert story.phase() is Phase.AWAY
    story.plug_in("ben")
    story.after(ms=300)
    assert story.phase() is Phase.COUNTDOWN
    assert story.cards("ana").picked is None
    story.until(Phase.PLAY)
    story.tap("ben", "c3", "right")
    assert story.piles() == "7C 9C"
    assert any("gone" in e.words for _, e in story.effects if isinstance(e, Logged))


def test_a_touch_made_before_the_plug_was_pulled_stands() -> None:
    story = playing(ana=Wire(delay_ms=15), bounce=CLEAN)
    story.both("c3")
    story.press("ana", "right")
    story.after(ms=3)
    story.press("ben", "right")
    story.after(ms=1)
    story.unplug("ben")
    story.after(ms=200)
    assert story.phase() is Phase.AWAY
    assert [line["move"] for line in story.record()] == ["spit", "play"]
    assert story.piles() == "7C 9D"


def test_pulling_a_plug_calls_off_the_countdown() -> None:
    story = Table(ana=QUICK, ben=QUICK, decks=NINES)
    story.both("ready")
    story.unplug("ana")
    story.after(ms=4000)
    assert story.record() == []
    assert story.phase() is Phase.AWAY
    story.plug_in("ana")
    story.until(Phase.PLAY)
    assert story.piles() == "7C TD"


def test_who_waits_for_a_lost_pad_may_leave_and_nobody_wins() -> None:
    story = playing()
    story.unplug("ben")
    story.after(ms=200)
    story.press("ana", "ready", held_ms=1100)
    story.after(ms=1200)
    story.tap("ana", "ready")
    assert story.phase() is Phase.AWAY, "going on means waiting"
    story.press("ana", "ready", held_ms=1100)
    story.after(ms=1200)
    story.tap("ana", "left", "ready")
    (end,) = ended(story)
    assert end.winner is None, "pulling a plug gains nothing"
    for name in story.names:
        scene = story.scene(name)
        assert isinstance(scene, Result)
        assert scene.headline == "Match called off"


def test_a_restart_that_a_lost_pad_had_wanted_waits_for_it() -> None:
    story = paused()
    story.tap("ben", "right", "ready")
    story.unplug("ben")
    story.after(ms=200)
    story.tap("ana", "right", "ready")
    story.after(ms=3000)
    assert story.phase() is Phase.MENU
    story.plug_in("ben")
    story.after(ms=3000)
    assert story.phase() is Phase.MENU, "Ben must want it anew"


def test_a_fault_is_logged_once_in_a_while_and_never_covers_what_the_game_says() -> None:
    story = playing(bounce=CLEAN)
    story.after(ms=10_200)
    said = story.headline("ben")
    assert said == "Both have a play"
    for _ in range(5):
        story.press("ben", "c1", held_ms=0.2)
        story.after(ms=100)
    assert story.headline("ben") == said
    glitches = [e for _, e in story.effects if isinstance(e, Logged) and "glitch" in e.words]
    assert len(glitches) == 1


def test_who_has_a_play_is_told_until_somebody_plays() -> None:
    story = playing()
    story.after(ms=10_200)
    assert story.headline("ana") == story.headline("ben") == "Both have a play"
    story.tap("ana", "c3", "right")
    story.after(ms=50)
    assert story.phase() is Phase.STUCK
    assert story.headline("ana") == story.headline("ben") == ""


def test_a_fault_is_told_on_its_own_panel_and_in_the_log() -> None:
    story = playing(bounce=CLEAN)
    story.press("ben", "c1", held_ms=0.2)
    story.after(ms=50)
    assert story.headline("ben") == "Pad: glitch"
    assert story.headline("ana") == ""
    assert logged(story) == ["Ben's pad had a glitch: a touch too short to count"]


@pytest.mark.parametrize("kind", FaultKind)
def test_the_log_tells_every_fault_in_plain_words(kind: FaultKind) -> None:
    now = HostNs(9 * SECOND_NS)
    match = fault(playing().console.console.match, Faulted(kind, "b", now), now)
    (told,) = [effect.words for effect in match.outbox if isinstance(effect, Logged)]
    assert told == f"Ben's pad {BEFALLS[kind]}"
    assert "_" not in told


def test_a_lost_pad_on_the_title_is_told_and_takes_its_ready_back() -> None:
    story = Table(ana=QUICK, ben=QUICK)
    story.tap("ben", "ready")
    story.unplug("ben")
    story.after(ms=100)
    scene = story.scene("ana")
    assert isinstance(scene, Title)
    assert scene.hint == "Ben's pad is unplugged"
    assert scene.ready == (False, False)


@pytest.mark.parametrize("own_clock", [(), ("ana", "ben")], ids=["host clocks", "own clocks"])
@pytest.mark.parametrize("name", ["ana", "ben"])
def test_a_pad_that_falls_silent_in_play_is_called_silent(
    name: str, own_clock: tuple[str, ...]
) -> None:
    story = playing(own_clock=own_clock)
    seat = story.names.index(name)
    story.console.pads[seat].up.hold_until(story.console.time.now_ns + 1000 * MILLISECOND_NS)
    story.tap(story.names[1 - seat], "c3")
    scene = story.scene(name)
    assert isinstance(scene, Notice)
    assert scene.title == f"{name.capitalize()}'s pad is silent"


@pytest.mark.parametrize("name", ["ana", "ben"])
def test_a_pad_whose_clock_is_not_known_yet_connects(name: str) -> None:
    slow = Wire(delay_ms=90)
    ana, ben = (slow, QUICK) if name == "ana" else (QUICK, slow)
    story = Table(ana=ana, ben=ben, own_clock=(name,))
    scene = story.scene("ana")
    assert isinstance(scene, Title)
    assert scene.hint == f"{name.capitalize()}'s pad connects"
    story.after(ms=400)
    scene = story.scene("ana")
    assert isinstance(scene, Title)
    assert scene.hint == "READY to play"
    assert logged(story) == [f"{name.capitalize()}'s pad is connected"]
