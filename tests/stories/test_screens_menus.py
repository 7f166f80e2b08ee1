"""Titles, menus, pages and results: keys above their buttons, nothing over anything else."""

from dataclasses import replace
from typing import Any

import pytest
from PIL import ImageChops

from firmware_host.screens.drawing import draw
from firmware_host.screens.lettering import width_of
from firmware_host.screens.reading import PAGE_LINES, paged
from firmware_host.screens.scenes import Menu, Page, Result, Scene, SpitTable, Title
from firmware_host.screens.table import COLUMN
from sim.sample_scenes import MID_GAME
from tests.panel_places import pile_box

NO_KEYS = ("", "", "", "")
TITLE = Title("Spit", ("Ana", "Ben"), (False, False), (0, 0), "READY", NO_KEYS)
RESULT = Result("Ana wins", ("Ana", "Ben"), (1, 0), (), (False, False), "")
NAMES = ("Ana", "Ben", "Cleo", "Dina", "Emil")
MENU = Menu("Settings", ("Volume", "House rules"), 0, "READY", ("Off", ""))
HINT_ROW = 53

seats = pytest.mark.parametrize("count", [3, 4, 5], ids="{} seats".format)


def changed(before: Scene, after: Scene) -> tuple[int, int, int, int] | None:
    """The rectangle in which two scenes differ."""
    return ImageChops.logical_xor(draw(before), draw(after)).getbbox()


def title_of(count: int) -> Title:
    return Title("The Pack", NAMES[:count], (False,) * count, (), "READY", NO_KEYS)


def result_of(count: int) -> Result:
    return Result("Ana wins", NAMES[:count], (0,) * count, ("One", "Two"), (False,) * count, "OK")


@pytest.mark.parametrize("slot", range(4))
def test_a_key_of_the_title_stands_in_the_columns_of_its_button_on_the_lowest_rows(
    slot: int,
) -> None:
    labels: Any = tuple("WWWWWWWW" * (n == slot) for n in range(4))
    box = changed(TITLE, replace(TITLE, columns=labels))
    assert box is not None
    assert slot * COLUMN < box[0] < box[2] < (slot + 1) * COLUMN
    assert box[1] >= 54
    assert box[3] == 64


def test_long_names_stay_on_their_side_of_the_title() -> None:
    box = changed(TITLE, replace(TITLE, names=("Bartholomew the Great", "Ben")))
    assert box is not None
    assert box[2] <= 44


def test_a_title_ticks_the_seat_that_is_ready() -> None:
    box = changed(TITLE, replace(TITLE, ready=(False, True)))
    assert box is not None
    assert box[0] > 84


@pytest.mark.parametrize("score", [(9, 9), (10, 9), (99, 99)])
def test_a_score_of_any_size_stands_between_the_names(score: tuple[int, int]) -> None:
    box = changed(replace(TITLE, score=()), replace(TITLE, score=score))
    assert box is not None
    assert 44 <= box[0] < box[2] <= 84


@pytest.mark.parametrize("score", [(1, 0), (10, 9)])
def test_the_last_digit_of_a_score_is_seen(score: tuple[int, int]) -> None:
    title = replace(TITLE, score=score)
    assert changed(title, replace(title, score=(score[0], score[1] + 1))) is not None


@pytest.mark.parametrize("game", ["Spit", "Spytt", "The Pack", "Kortstokken"])
def test_a_game_s_name_is_written_whole_and_cards_only_where_there_is_room(game: str) -> None:
    title = replace(TITLE, game=game)
    assert changed(title, replace(title, game=game + "!")) is not None
    assert draw(title).crop((0, 0, 128, 20)).getbbox() is not None


@seats
def test_every_seat_s_name_and_readiness_are_told_in_its_own_place(count: int) -> None:
    for scene, top in ((title_of(count), 21), (result_of(count), 11)):
        places = []
        for seat in range(count):
            ready = tuple(n == seat for n in range(count))
            ticked = changed(scene, replace(scene, ready=ready))
            names = tuple(
                "WWWWWWWWWWWW" if n == seat else name for n, name in enumerate(scene.names)
            )
            renamed = changed(scene, replace(scene, names=names))
            assert ticked is not None
            assert renamed is not None
            assert ticked[2] <= renamed[0]  # the name stands behind its mark
            assert top <= renamed[1] < renamed[3] <= top + 20
            places.append((ticked[0], ticked[1], renamed[2], renamed[3]))
        for seat, (_, upper, right, _) in enumerate(places):
            later = [place for place in places[seat + 1 :] if place[1] == upper]
            assert all(right < left for left, *_ in later)


@seats
def test_every_score_of_a_result_is_told(count: int) -> None:
    result = result_of(count)
    for seat in range(count):
        score = tuple(int(n == seat) for n in range(count))
        assert changed(result, replace(result, score=score)) is not None
    assert changed(result, replace(result, score=())) is not None


@seats
def test_a_result_of_more_than_two_keeps_its_story_below_the_names(count: int) -> None:
    result = result_of(count)
    box = changed(replace(result, story=()), replace(result, story=("ÅÅÅ", "ggg", "more")))
    assert box is not None
    assert box[1] >= 31
    assert box[3] <= HINT_ROW
    assert changed(result, replace(result, story=(*result.story, "more"))) is None


def test_a_result_ticks_the_seat_that_wants_a_rematch() -> None:
    box = changed(RESULT, replace(RESULT, ready=(True, False)))
    assert box is not None
    assert box[2] <= 50


def test_a_result_of_two_may_have_no_score() -> None:
    box = changed(RESULT, replace(RESULT, score=()))
    assert box is not None
    assert 50 < box[0] < box[2] < 78


@pytest.mark.parametrize("marked", range(7))
def test_the_marked_entry_of_a_long_menu_is_always_in_view(marked: int) -> None:
    menu = Menu("Pause", tuple(f"Entry {n}" for n in range(7)), marked, "")
    renamed = tuple("W" * 9 if n == marked else entry for n, entry in enumerate(menu.entries))
    assert changed(menu, replace(menu, entries=renamed)) is not None


def test_a_menu_says_where_there_is_more() -> None:
    entries = tuple(f"Entry {n}" for n in range(6))
    top, middle, end = (draw(Menu("", entries, marked, "")) for marked in (0, 3, 5))
    above, below = (113, 12, 128, 20), (113, 42, 128, 52)
    pictures = (top, middle, end)
    assert [bool(picture.crop(above).getbbox()) for picture in pictures] == [False, True, True]
    assert [bool(picture.crop(below).getbbox()) for picture in pictures] == [True, True, False]


@pytest.mark.parametrize("marked", [0, 1])
def test_a_value_stands_at_the_end_of_its_entry_s_row(marked: int) -> None:
    menu = replace(MENU, marked=marked)
    box = changed(menu, replace(menu, values=("On", "")))
    assert box is not None
    assert 90 < box[0] < box[2] <= 112
    assert 12 <= box[1] < box[3] <= 22


def test_an_entry_too_long_gives_way_to_its_value() -> None:
    long = replace(MENU, entries=("W" * 30, "House rules"))
    box = changed(long, replace(long, values=("On", "")))
    assert box is not None
    assert draw(long).crop((113, 10, 128, HINT_ROW)).getbbox() is None
    assert changed(long, replace(long, values=("Oft", ""))) is not None


def test_entries_without_values_need_none() -> None:
    assert changed(replace(MENU, values=("", "")), replace(MENU, values=())) is None


PAGE = Page("Spit", ("# The aim", "Get rid of your cards."), 2, 7, "READY closes")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"title": "Spytt"}, id="its title"),
        pytest.param({"number": 3}, id="its number"),
        pytest.param({"count": 8}, id="how many there are"),
        pytest.param({"lines": ("# The aim", "Keep your cards.")}, id="its text"),
        pytest.param({"lines": ("The aim", "Get rid of your cards.")}, id="its heading"),
        pytest.param({"hint": "READY"}, id="its hint"),
    ],
)
def test_a_page_tells(change: dict[str, Any]) -> None:
    assert changed(PAGE, replace(PAGE, **change)) is not None


def test_a_full_page_never_writes_into_its_hint() -> None:
    full = replace(PAGE, lines=("gjpqy ÅÉ",) * PAGE_LINES)
    box = changed(replace(full, lines=()), full)
    assert box is not None
    assert 10 < box[1] < box[3] <= HINT_ROW
    assert changed(full, replace(full, lines=(*full.lines, "more"))) is None


def test_paragraphs_share_a_page_while_they_fit_and_a_heading_begins_one() -> None:
    text = "# The aim\n\nBe first.\n\nNo turns.\n\n# The deal\nFour cards lie open."
    assert paged(text) == (
        ("# The aim", "Be first.", "", "No turns."),
        ("# The deal", "Four cards lie open."),
    )


def test_a_paragraph_is_moved_whole_to_the_next_page_and_broken_only_if_it_must() -> None:
    long = " ".join(["seventeen"] * 10)
    pages = paged(f"# Heading\n\nA word.\n\n{long}\n\n{'word ' * 60}")
    assert pages[0] == ("# Heading", "A word.")
    assert " ".join(pages[1]).split() == ["seventeen"] * 10
    assert [len(page) for page in pages[2:-1]] == [PAGE_LINES] * (len(pages) - 3)
    assert " ".join(line for page in pages[2:] for line in page).split() == ["word"] * 60


@pytest.mark.parametrize("text", ["", "\n\n", " \n"])
def test_nothing_makes_no_page(text: str) -> None:
    assert paged(text) == ()


def test_every_line_of_every_page_fits_and_no_word_is_lost() -> None:
    text = "# Å lese\n\n" + "Kort, bunker og stokker snus og spilles " * 9
    pages = paged(text)
    lines = [line for page in pages for line in page]
    assert all(len(page) <= PAGE_LINES for page in pages)
    assert all(width_of(line) <= 126 for line in lines)
    assert " ".join(lines).split() == text.split()


@pytest.mark.parametrize("coach", ["Reach for the 8 with LEFT, and be quick!", "Wait", "W" * 40])
def test_advice_at_spit_stands_beside_the_piles_and_above_the_hand(coach: str) -> None:
    for table in MID_GAME:
        assert isinstance(table, SpitTable)
        guided = replace(table, coach=coach)
        for box in (pile_box(0), pile_box(1), (0, 41, 128, 64)):
            assert draw(guided).crop(box).tobytes() == draw(table).crop(box).tobytes()
        assert changed(guided, replace(guided, headline="Photo finish")) is None
        assert changed(guided, replace(guided, rival_stock=0)) is None
        assert changed(guided, replace(guided, own_stock=0)) is not None
        assert changed(guided, replace(guided, coach="Look")) is not None


@pytest.mark.parametrize(
    "coach", ["Reach for the 8 with LEFT, and be quick", "Ta 10 med c2: HØYRE"]
)
def test_advice_of_forty_letters_at_spit_is_read_whole(coach: str) -> None:
    table = MID_GAME[0]
    assert isinstance(table, SpitTable)
    guided = replace(table, coach=coach)
    assert changed(guided, replace(guided, coach=coach + "!")) is not None
