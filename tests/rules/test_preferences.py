"""What is chosen on the title: who sits where, and how it is kept and read back."""

from dataclasses import fields, replace
from typing import Any

import pytest

from engine import pack, spit
from engine.bots import Level
from engine.games import GAMES
from firmware_host.preferences import HOUSE_RULES, KNOWN, Preferences, read

EVERYTHING = Preferences(
    game="pack",
    is_alone=True,
    level=Level.HARD,
    seats=4,
    best_of=5,
    lang="nb",
    brightness=1,
    volume=0,
    spit=spit.Rules(spit.Refill.MANUAL, 1000),
    pack=pack.Rules(several_face_up=True, take_one_face_up=True),
)
BOT = Level.NORMAL


@pytest.mark.parametrize("chosen", [Preferences(), EVERYTHING], ids=["defaults", "all changed"])
def test_what_is_kept_is_read_back(chosen: Preferences) -> None:
    assert read(chosen.as_json()) == chosen


@pytest.mark.parametrize("name", [field.name for field in fields(Preferences)])
@pytest.mark.parametrize(
    "nonsense",
    [None, "", "hello", -1, 2.5, [], ["pack"], {}, {"refill": "never"}, {"a": 1}],
    ids=str,
)
def test_nonsense_in_one_leaves_its_default_and_the_others_as_they_were(
    name: str, nonsense: Any
) -> None:
    plain = EVERYTHING.as_json() | {name: nonsense}
    assert read(plain) == replace(EVERYTHING, **{name: getattr(Preferences(), name)})


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("pack", {"several_face_up": "yes"}),
        ("pack", {"several_face_up": 1}),
        ("pack", {"four_plays_again": None}),
        ("spit", {"lockout_ms": "1000"}),
        ("spit", {"lockout_ms": 99_999}),
        ("spit", {"lockout_ms": 0.5}),
        ("spit", {"lockout_ms": True}),
        ("spit", {"refill": 7}),
        ("spit", [1, 2]),
        ("pack", "several_face_up"),
    ],
    ids=str,
)
def test_house_rules_that_are_nonsense_are_as_by_default(name: str, rules: Any) -> None:
    assert read({name: rules}) == Preferences()


@pytest.mark.parametrize("name", list(KNOWN))
def test_a_true_is_no_one_and_a_number_no_truth(name: str) -> None:
    kinds = {type(value) for value in KNOWN[name]}
    for value in (True, False, 1, 0, 2.0, "2"):
        kept = getattr(read({name: value}), name)
        assert type(kept) in kinds


def test_no_preferences_at_all_are_the_defaults_and_the_unknown_is_left_out() -> None:
    assert read({}) == Preferences()
    assert read({"colour": "red", "seats": 3}) == Preferences(seats=3)


def test_every_game_has_house_rules_that_are_kept_under_its_name() -> None:
    assert {game: kind() for game, kind in HOUSE_RULES.items()} == {
        name: game.RULES for name, game in GAMES.items()
    }
    for name, game in GAMES.items():
        assert Preferences(game=name).rules == game.RULES
        assert Preferences().as_json()[name] == game.RULES.as_json()


def test_a_game_without_house_rules_has_not_those_of_another() -> None:
    with pytest.raises(AttributeError, match="chess"):
        _ = Preferences(game="chess").rules


def test_the_house_rules_are_those_of_the_game() -> None:
    assert replace(EVERYTHING, game="spit").rules == EVERYTHING.spit
    assert EVERYTHING.rules == EVERYTHING.pack


@pytest.mark.parametrize(
    ("chosen", "pads", "line_up"),
    [
        (Preferences(), 2, (None, None)),
        (Preferences(), 1, (None, BOT)),
        (Preferences(is_alone=True), 2, (None, BOT)),
        (Preferences(seats=5), 5, (None, None)),
        (Preferences(game="pack", seats=4), 2, (None, None, BOT, BOT)),
        (Preferences(game="pack", seats=4, is_alone=True), 2, (None, BOT, BOT, BOT)),
        (Preferences(game="pack", seats=3), 5, (None, None, None)),
        (Preferences(game="pack", seats=5), 5, (None,) * 5),
    ],
    ids=[
        "two pads play Spit",
        "a pad without another plays a bot",
        "alone",
        "Spit is for two, however many there are",
        "bots fill the table",
        "alone against three",
        "no more pads than seats",
        "five people",
    ],
)
def test_who_sits_where(chosen: Preferences, pads: int, line_up: tuple[Level | None, ...]) -> None:
    assert chosen.line_up(pads) == line_up
