"""What one player's presses do on the title and in its menus, from entry to entry."""

import pytest

from engine.games import GAMES
from firmware_host.languages import LANGUAGES
from firmware_host.preferences import Preferences
from firmware_host.title_desk import Choice, Desk, Place, after, items, pages, press, take, within
from hw.ports import CARD_BUTTONS, Button

EVERY_GAME = pytest.mark.parametrize("game", list(GAMES))
EVERY_LANGUAGE = pytest.mark.parametrize("lang", LANGUAGES)
MENUS = [Place.SETTINGS, Place.HOUSE_RULES]


def chosen(**preferences: object) -> Choice:
    return Choice(Preferences()).with_(**preferences)


@pytest.mark.parametrize("button", [Button.LEFT, Button.RIGHT, Button.DRAW])
def test_on_the_title_only_card_buttons_choose(button: Button) -> None:
    assert press(Desk(), chosen(), button) == (Desk(), chosen())


@EVERY_GAME
@EVERY_LANGUAGE
@pytest.mark.parametrize("place", MENUS)
def test_the_entry_of_every_menu_changes_something_or_leads_somewhere(
    place: Place, game: str, lang: str
) -> None:
    choice = chosen(game=game, lang=lang)
    for mark, item in enumerate(items(place, choice)):
        desk = Desk(place, mark)
        assert take(desk, choice) != (desk, choice), item.label


@EVERY_GAME
@pytest.mark.parametrize("place", MENUS)
def test_every_setting_taken_often_enough_comes_back(place: Place, game: str) -> None:
    choice = chosen(game=game)
    for mark, item in enumerate(items(place, choice)):
        seen, now = [choice], choice
        while item.change and (now := take(Desk(place, mark), now)[1]) not in seen:
            seen.append(now)
        assert now == choice, item.label


def test_every_game_has_house_rules_of_its_own_in_the_menu() -> None:
    labels = [[item.label for item in items(Place.HOUSE_RULES, chosen(game=g))] for g in GAMES]
    assert all(len(entries) > 1 for entries in labels)
    assert len({tuple(entries) for entries in labels}) == len(GAMES)
    with pytest.raises(KeyError, match="chess"):
        items(Place.HOUSE_RULES, chosen(game="chess"))


@pytest.mark.parametrize(("game", "can_choose"), [("spit", False), ("pack", True)])
def test_how_many_play_is_asked_only_where_that_can_be_chosen(game: str, can_choose: bool) -> None:
    labels = [item.label for item in items(Place.SETTINGS, chosen(game=game))]
    assert ("Players" in labels) == can_choose


@EVERY_GAME
@EVERY_LANGUAGE
def test_the_entries_of_a_menu_can_be_told_apart(game: str, lang: str) -> None:
    for place in MENUS:
        labels = [item.label for item in items(place, chosen(game=game, lang=lang))]
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("place", [*MENUS, Place.RULES], ids=lambda place: place.value)
def test_left_and_right_go_round(place: Place) -> None:
    desk, choice, marks = Desk(place), chosen(), []
    while desk.mark not in marks:
        marks.append(desk.mark)
        desk, _ = press(desk, choice, Button.RIGHT)
    assert marks == list(range(len(marks)))
    assert press(desk, choice, Button.LEFT)[0].mark == marks[-1]


def test_draw_leads_back_step_by_step() -> None:
    desk, _ = press(Desk(Place.HOUSE_RULES, 1), chosen(), Button.DRAW)
    assert desk == Desk(Place.SETTINGS)
    assert press(desk, chosen(), Button.DRAW)[0] == Desk()
    assert press(Desk(Place.RULES, 5), chosen(), Button.DRAW)[0] == Desk(Place.SETTINGS)


@pytest.mark.parametrize("button", CARD_BUTTONS)
def test_card_buttons_have_no_part_in_a_menu(button: Button) -> None:
    desk = Desk(Place.SETTINGS, 3)
    assert press(desk, chosen(), button) == (desk, chosen())


@EVERY_GAME
@EVERY_LANGUAGE
def test_the_rules_of_every_game_have_pages_in_every_language(game: str, lang: str) -> None:
    assert len(pages(game, lang)) > 5
    assert all(pages(game, lang))


@pytest.mark.parametrize(
    ("desk", "kept"),
    [
        (Desk(), Desk()),
        (Desk(Place.SETTINGS, 2), Desk(Place.SETTINGS, 2)),
        (Desk(Place.SETTINGS, 8), Desk(Place.SETTINGS, 7)),
        (Desk(Place.HOUSE_RULES, 4), Desk(Place.HOUSE_RULES, 2)),
        (Desk(Place.RULES, 99), Desk(Place.RULES, len(pages("spit", "en")) - 1)),
    ],
    ids=["the title", "a mark within", "the settings", "the house rules", "the rules"],
)
def test_a_shorter_menu_keeps_the_mark_on_its_last_entry(desk: Desk, kept: Desk) -> None:
    assert within(desk, chosen(game="spit")) == kept


@pytest.mark.parametrize(("value", "follows"), [(1, 3), (3, 5), (5, 1), (4, 1)])
def test_after_the_last_value_and_after_one_unknown_comes_the_first(
    value: int, follows: int
) -> None:
    assert after((1, 3, 5), value) == follows
