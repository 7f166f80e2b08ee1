"""A console that nobody touches: a demo plays on the title, then all dims, then goes dark."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from firmware_host.bot_hand import BotHand
from firmware_host.console import Console
from firmware_host.effects import (
    Effect,
    GameBegan,
    GameEnded,
    Kept,
    Light,
    Logged,
    MatchBegan,
    MatchEnded,
    Recorded,
    Show,
    Sound,
)
from firmware_host.idle import DARK_NS, DEMO_NS, DIM_NS, SLOW, Idle
from firmware_host.match_scenes import scene_of
from firmware_host.match_state import Phase, Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.screens.scenes import PackTable, Scene, SpitTable, Title
from hw.ports import Button, Clock, Edge, HostNs, PadInfo, Through, Tick
from hw.units import MILLISECOND_NS, SECOND_NS
from sim.table import Table
from sim.wire import Wire

SILENT = (Recorded, Sound, GameBegan, GameEnded, MatchBegan, MatchEnded, Kept, Logged)
PADS = (PadInfo("a", 0, Clock.HOST), PadInfo("b", 1, Clock.HOST))
BRIGHT, DIM, DARK = Light(110), Light(1), Light(1, is_dark=True)


class Lonely:
    """A console with two pads that hardly anybody presses; its pads send nothing else."""

    def __init__(self, preferences: Preferences | None = None, seed: int = 1) -> None:
        self.effects: list[Effect] = []
        self.panels: list[Scene | None] = [None, None]
        self.now = HostNs(0)
        self._edges = {"a": 0, "b": 0}
        spare = PadInfo("bot b", 1, Clock.HOST)
        self.console = Console(
            new_match(Setup(seed=seed), preferences or Preferences()),
            PADS,
            bots=[BotHand(spare, Random(seed))],
            idle=Idle([pad.pad for pad in PADS], seed),
        )
        self._feed(Tick(self.now))
        self._tell_through()

    def until(self, at_ns: int) -> Sequence[Effect]:
        """Let time pass until `at_ns`; gives what was done meanwhile."""
        begun = len(self.effects)
        while (due := self.console.due_at()) is not None and due <= at_ns:
            self._feed(Tick(HostNs(max(due, self.now))))
        self._feed(Tick(HostNs(at_ns)))
        return self.effects[begun:]

    def press(self, button: Button, pad: str = "a") -> Sequence[Effect]:
        """Press a button and let it go; gives what came of it."""
        begun = len(self.effects)
        for is_closed in (True, False):
            self._edges[pad] += 1
            self._feed(Edge(self.now, pad, button, is_closed, self.now, self._edges[pad]))
            self.heard(50 * MILLISECOND_NS)
        return self.effects[begun:]

    def heard(self, for_ns: int) -> None:
        """Let time pass while both pads say that they are there."""
        end = self.now + for_ns
        while self.now < end:
            self.until(self.now + 10 * MILLISECOND_NS)
            self._tell_through()

    def _tell_through(self) -> None:
        for pad, edges in self._edges.items():
            self._feed(Through(self.now, pad, edges, self.now))

    def _feed(self, arrival: Any) -> None:
        self.now = arrival.at
        for effect in self.console.feed(arrival):
            self.effects.append(effect)
            if isinstance(effect, Show):
                self.panels[effect.seat] = effect.scene


def lights(effects: Sequence[Effect]) -> list[Light]:
    return [effect for effect in effects if isinstance(effect, Light)]


def own(lonely: Lonely) -> list[Scene]:
    """Give what the panels of the console itself say."""
    return [scene_of(lonely.console.match, seat) for seat in range(2)]


def test_nothing_happens_for_a_minute() -> None:
    lonely = Lonely()
    told = lonely.until(DEMO_NS - 1)
    assert lights(lonely.effects) == [BRIGHT]
    assert all(isinstance(panel, Title) for panel in lonely.panels)
    assert not any(isinstance(effect, SILENT) for effect in told)


@pytest.mark.parametrize(("game", "lang"), [("spit", "en"), ("pack", "nb")])
def test_after_a_minute_a_demo_plays_on_the_panels_and_does_nothing_else(
    game: str, lang: str
) -> None:
    lonely = Lonely(Preferences(game=game, lang=lang))
    told = lonely.until(DIM_NS - 1)
    scenes = [effect.scene for effect in told if isinstance(effect, Show)]
    tables = [scene for scene in scenes if isinstance(scene, SpitTable)]
    assert len(tables) > 50
    assert {scene.coach for scene in tables} == {lonely.console.match.words.title.attract_hint()}
    assert not any(isinstance(effect, SILENT) for effect in told)
    assert {type(effect) for effect in told} == {Show, Light}
    assert set(lights(told)) == {BRIGHT}
    assert lonely.console.match.phase is Phase.TITLE
    assert lonely.console.match.standing == (0, 0)


def test_the_games_are_shown_in_turn() -> None:
    lonely = Lonely()
    kinds = []
    for _ in range(3):
        told = lonely.until(lonely.now + DEMO_NS + 30 * SECOND_NS)
        scenes = [effect.scene for effect in told if isinstance(effect, Show)]
        kinds.append({type(scene) for scene in scenes} & {SpitTable, PackTable})
        lonely.press(Button.C1)
    assert kinds == [{SpitTable}, {PackTable}, {SpitTable}]


@pytest.mark.parametrize("button", list(Button))
@pytest.mark.parametrize("pad", ["a", "b"])
def test_any_button_of_either_pad_ends_the_demo_and_does_nothing_else(
    button: Button, pad: str
) -> None:
    lonely = Lonely()
    lonely.until(DEMO_NS + 10 * SECOND_NS)
    wakes_and_no_more(lonely, button, pad)


@pytest.mark.parametrize("button", [Button.C1, Button.READY])
def test_in_the_dark_a_press_wakes_and_does_nothing_else(button: Button) -> None:
    lonely = Lonely()
    lonely.until(DARK_NS + 10 * SECOND_NS)
    wakes_and_no_more(lonely, button, "b")


def wakes_and_no_more(lonely: Lonely, button: Button, pad: str) -> None:
    told = lonely.press(button, pad)
    assert lights(told) == [BRIGHT]
    assert lonely.panels == own(lonely)
    assert not any(isinstance(effect, SILENT) for effect in told)
    assert lonely.console.match.ready == (False, False)
    assert lonely.console.match.preferences == Preferences()
    lonely.press(Button.C1)
    assert lonely.console.match.preferences.game == "pack", "the next press acts"


def test_untouched_for_longer_it_dims_and_shows_its_own_title_again_then_goes_dark() -> None:
    lonely = Lonely()
    lonely.until(DIM_NS - 1)
    assert lonely.panels != own(lonely)
    assert lights(lonely.until(DIM_NS)) == [DIM]
    assert lonely.panels == own(lonely), "the demo is over"
    assert lights(lonely.until(DARK_NS)) == [DARK]
    assert lights(lonely.until(10 * DARK_NS)) == []


def test_a_press_on_a_dim_screen_acts_for_it_can_be_read() -> None:
    lonely = Lonely()
    lonely.until(DIM_NS + SECOND_NS)
    told = lonely.press(Button.C1)
    assert lights(told)[-1] == BRIGHT
    assert lonely.console.match.preferences.game == "pack"


def test_each_press_begins_the_wait_anew() -> None:
    lonely = Lonely()
    lonely.until(DEMO_NS - SECOND_NS)
    lonely.press(Button.LEFT)
    assert lights(lonely.until(DEMO_NS + 30 * SECOND_NS)) == []
    lonely.until(2 * DEMO_NS + 5 * SECOND_NS)
    assert lonely.panels != own(lonely)


def test_it_wakes_as_bright_as_was_chosen() -> None:
    lonely = Lonely(Preferences(brightness=4))
    assert lights(lonely.effects) == [Light(255)]
    lonely.until(DEMO_NS)
    assert lights(lonely.press(Button.C2)) == [Light(255)]


def begun(game: str) -> Lonely:
    """Begin a game of two people."""
    lonely = Lonely(Preferences(game=game), seed=2)
    for pad in ("a", "b"):
        lonely.press(Button.READY, pad)
    lonely.heard(3 * SECOND_NS)
    assert lonely.console.match.phase is Phase.PLAY
    return lonely


@pytest.mark.parametrize("game", ["spit", "pack"])
def test_while_cards_lie_open_somebody_may_be_thinking_and_it_takes_longer(game: str) -> None:
    lonely = begun(game)
    assert lights(lonely.until(SLOW * DIM_NS)) == [], "and no demo hides the cards"
    assert lonely.panels == own(lonely)
    assert lights(lonely.until(SLOW * DIM_NS + 5 * SECOND_NS)) == [DIM]
    assert lights(lonely.until(SLOW * DARK_NS + 5 * SECOND_NS)) == [DARK]


def test_a_press_that_wakes_a_dark_table_selects_nothing() -> None:
    lonely = begun("pack")
    lonely.until(SLOW * DARK_NS + 5 * SECOND_NS)
    before = lonely.console.match.game
    lonely.press(Button.C1)
    assert lonely.console.match.game == before
    lonely.press(Button.C1)
    assert lonely.console.match.game != before


def test_a_bot_s_presses_wake_nothing() -> None:
    lonely = Lonely()
    lonely.press(Button.C2)
    lonely.until(DEMO_NS + 5 * SECOND_NS)
    assert lonely.console.match.ready == (False, True), "the bot has called ready"
    assert lonely.panels != own(lonely), "a minute after the only touch of a person"


def test_real_panels_show_the_demo_and_go_back_to_the_title_when_touched() -> None:
    story = Table(ana=Wire(), ben=Wire(), rests=True)
    title = story.frame("ana")
    story.after(ms=75_000)
    assert story.frame("ana") != title
    story.tap("ben", "c1")
    assert story.frame("ana") == title


@pytest.mark.parametrize("pads", [1, 3, 5])
def test_the_demo_is_shown_on_every_panel_there_is(pads: int) -> None:
    names = "abcde"[:pads]
    idle = Idle(names)
    match = new_match(Setup(pads=tuple(names)), Preferences())
    at: HostNs | None = HostNs(0)
    shown = set[int]()
    while at is not None and at < DEMO_NS + 10 * SECOND_NS:
        shown |= {e.seat for e in idle.pass_time(match, at) if isinstance(e, Show)}
        at = idle.due_at(match)
    assert shown == set(range(pads))
