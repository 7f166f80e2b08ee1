"""What stands around the pads: told by the console, in its language, for the game and its stage."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from engine.bots import Level
from engine.games import GAMES
from engine.pack import Choose
from firmware_host.languages import LANGUAGES
from firmware_host.match_flow import begin_next
from firmware_host.match_state import Match, Phase, Setup, new_match
from firmware_host.pack.game import PackGame
from firmware_host.preferences import Preferences
from firmware_host.words import words_in
from hw.ports import Button, HostNs
from sim.front_panel.site import PAGE
from sim.page_state import state_of, state_without_match

NOW = HostNs(1_000_000_000)
STAGES = ("title", "choose", "countdown", "play", "stuck", "result", "menu", "away", "demo")


def on_title(**chosen: Any) -> Match:
    return new_match(Setup(seed=11), Preferences(**chosen))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_of_every_game_has_its_words(lang: str, game: str, stage: str) -> None:
    page = words_in(lang).page
    labels, steps = page.labels(game, stage), page.steps(game, stage)
    assert len(labels) == len(Button)
    assert all(labels)
    assert len(steps) == 4
    assert all(step.count("*") % 2 == 0 for step in steps)
    assert page.status(stage)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("stage", ["title", "choose", "play"])
def test_both_languages_stress_as_much_and_say_different_things(game: str, stage: str) -> None:
    english, norwegian = (words_in(lang).page.steps(game, stage) for lang in LANGUAGES)
    for one, other in zip(english, norwegian, strict=True):
        assert one != other
        assert ("*" in one) == ("*" in other)


def test_the_page_finds_every_text_that_it_asks_for_and_asks_for_every_text() -> None:
    scripts = "".join(file.read_text(encoding="utf-8") for file in PAGE.glob("*.js"))
    asked = set(re.findall(r"texts\??\.(\w+)", scripts)) | {"closed", "waiting"}
    lists_of_seats = {"seats", "phones", "here"}
    assert asked | lists_of_seats == set(words_in("en").page.texts())


@pytest.mark.parametrize("name", ["index.html", "phone.html"])
def test_no_word_stands_in_a_page_itself_but_the_console_s_name(name: str) -> None:
    page = (PAGE / name).read_text(encoding="utf-8")
    body = re.sub(r"<[^>]*>", " ", page.partition("<body>")[2])
    assert set(body.split()) <= {"Spytt", "…"}


def test_the_title_tells_names_and_the_score_of_these_two() -> None:
    told = state_of(on_title())
    assert (told["names"], told["bots"]) == (["Ana", "Ben"], [False, False])
    assert (told["score"], told["lang"]) == ([0, 0], "en")


def test_a_larger_table_has_a_score_only_in_a_match_of_several_games() -> None:
    large: dict[str, Any] = {"game": "pack", "seats": 4, "is_alone": True, "level": Level.HARD}
    told = state_of(on_title(**large))
    assert told["names"] == ["Ana", "Bot 1", "Bot 2", "Bot 3"]
    assert told["bots"] == [False, True, True, True]
    assert told["score"] == []
    assert state_of(on_title(**large, best_of=3))["score"] == [0, 0, 0, 0]


def test_the_pack_tells_of_the_choice_and_then_whose_turn_it_is() -> None:
    choosing = begin_next(on_title(game="pack"), NOW)
    assert state_of(choosing)["status"] == "Everybody chooses three cards to lie open"
    playing = all_chosen(choosing)
    assert isinstance(playing.game, PackGame)
    turn = playing.names[playing.game.pack.turn]
    assert state_of(playing)["status"] == f"{turn}'s turn"
    assert state_of(playing)["steps"] != state_of(choosing)["steps"]


def all_chosen(match: Match) -> Match:
    """Let both seats lay the first three cards of their hands."""
    assert isinstance(match.game, PackGame)
    pack = match.game.pack
    for seat in match.seats:
        pack = pack.after(Choose(seat, pack.view(seat).hand[:3]))
    return replace(match, game=replace(match.game, pack=pack))


def test_a_pause_and_a_demo_are_told() -> None:
    paused = replace(begin_next(on_title(), NOW), phase=Phase.AWAY)
    assert state_of(paused)["status"] == "Paused: a pad is missing"
    assert state_of(on_title(), is_demo=True)["status"] == "A demo plays: press any button"


def test_nothing_that_is_told_depends_on_a_hidden_card() -> None:
    """Two deals of the same table: all that differs is cards."""
    tables = [
        begin_next(new_match(Setup(seed=seed), Preferences(game="pack")), NOW) for seed in (1, 2)
    ]
    assert tables[0].game != tables[1].game
    assert state_of(tables[0]) == state_of(tables[1])


def test_while_presses_are_only_recorded_there_is_nothing_to_explain() -> None:
    told = state_without_match("nb")
    assert told["steps"] == ()
    assert json.loads(json.dumps(told))["texts"]["sound_on"] == "lyd på"
