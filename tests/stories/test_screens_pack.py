"""The Pack's table: everything is told, each thing in its place, texts beside and never over cards.

Places are columns and rows of the panel: left, upper, right, lower (the latter two exclusive).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops

from firmware_host.screens.drawing import draw
from firmware_host.screens.lettering import width_of
from firmware_host.screens.pack_faces import cell, column_face, discard_face
from firmware_host.screens.pack_seats import table_cards
from firmware_host.screens.scenes import PackColumn, PackMoment, PackOther, PackTable, Scene
from firmware_host.screens.table import COLUMN
from sim.pack_samples import BEN, OTHERS, TABLE

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
TOP = (1, 18, 25, 44)
HAND_TOP = 45
"""The uppermost row that a selected card reaches."""

LAST_NAME_ROW = 8
LONG = (
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "W W W W W W W W W W W W W W W W W W W W",
    "Bartholomæus tar 104 kort fra bunken",
    "ÅÅÅÅÅ ÉÉÉÉÉ ggggg qqqqq jjjjj ÅÅÅÅÅ",
)
TABLES = [replace(TABLE, others=OTHERS[:others]) for others in (1, 2, 3, 4)]
any_table = pytest.mark.parametrize(
    "table", [pytest.param(table, id=f"{len(table.others) + 1} seats") for table in TABLES]
)


def changed(before: Scene, after: Scene) -> tuple[int, int, int, int] | None:
    """The rectangle in which two scenes differ."""
    return ImageChops.logical_xor(draw(before), draw(after)).getbbox()


def cut(scene: Scene, box: tuple[int, int, int, int]) -> bytes:
    return draw(scene).crop(box).tobytes()


def lit(picture: Image.Image) -> int:
    return picture.histogram()[255]


def others_height(table: PackTable) -> int:
    return 9 if len(table.others) == 1 else 17


def with_other(table: PackTable, place: int, **changes: Any) -> PackTable:
    others = list(table.others)
    others[place] = replace(others[place], **changes)
    return replace(table, others=tuple(others))


@any_table
@pytest.mark.parametrize("text", LONG)
@pytest.mark.parametrize("field", ["headline", "hint", "coach"])
def test_a_text_of_any_length_stands_beside_the_cards(
    table: PackTable, field: str, text: str
) -> None:
    words: dict[str, Any] = {field: text}
    longer = replace(table, **words)
    box = changed(table, longer)
    assert box is not None
    assert box[3] < HAND_TOP
    assert cut(longer, TOP) == cut(table, TOP)


@any_table
@pytest.mark.parametrize("headline", LONG)
def test_a_headline_leaves_the_others_the_counts_and_the_hint_as_they_are(
    table: PackTable, headline: str
) -> None:
    box = changed(table, replace(table, headline=headline))
    assert box is not None
    assert box[0] >= 43
    assert box[1] >= others_height(table) - 1
    assert box[3] <= 26


def test_a_hint_of_a_hundred_columns_is_read_whole() -> None:
    hint = "Nothing plays: DRAW 60"
    assert width_of(hint) == 100
    told = replace(TABLE, hint=hint)
    box = changed(replace(TABLE, hint=""), told)
    assert box == (27, 35, 127, 44)


def test_a_long_name_is_cut_short_rather_than_its_news() -> None:
    table = TABLES[3]
    news = replace(table, headline="Bartholomæus spiller 3 x 10")
    assert changed(news, replace(news, headline="Bartholomæus spiller 4 x 10")) is not None
    assert changed(news, replace(news, headline="Bartholomæus spiller 3 x K")) is not None


@any_table
def test_advice_takes_the_place_of_the_others_and_of_the_headline(table: PackTable) -> None:
    guided = replace(table, coach="Play the lowest card that goes")
    assert changed(guided, replace(guided, headline="Ben plays a 3")) is None
    assert changed(guided, with_other(guided, 0, hand=9)) is None
    assert changed(guided, replace(guided, draw=0)) is not None


@pytest.mark.parametrize("coach", ["Spar 2, 10 og A: trykk c2 og deretter KLA", "Wait a moment"])
def test_advice_of_forty_letters_is_read_whole(coach: str) -> None:
    guided = replace(TABLE, coach=coach)
    assert changed(guided, replace(guided, coach=coach + "R")) is not None


@pytest.mark.parametrize("slot", range(4))
def test_each_column_of_the_hand_keeps_to_the_columns_of_its_button(slot: int) -> None:
    columns = list(TABLE.columns)
    columns[slot] = PackColumn("A", 8, selected=7, plays=True)
    box = changed(TABLE, replace(TABLE, columns=tuple(columns)))
    assert box is not None
    assert slot * COLUMN <= box[0] < box[2] <= (slot + 1) * COLUMN
    assert box[1] >= HAND_TOP


def test_a_column_without_a_card_is_dark() -> None:
    nothing = replace(TABLE, columns=(None,) * 4)
    assert draw(nothing).crop((0, HAND_TOP, 128, 64)).getbbox() is None


@pytest.mark.parametrize(
    "columns",
    [
        pytest.param([PackColumn(rank, 2) for rank in RANKS], id="ranks of the hand"),
        pytest.param([PackColumn(rank, 1, 1, True) for rank in (*RANKS, "?")], id="selected cards"),
        pytest.param(
            [PackColumn("9", of, some) for of in range(2, 9) for some in range(of + 1)],
            id="how many of how many are selected",
        ),
        pytest.param(
            [PackColumn(rank, 1, plays=plays) for rank in "9?" for plays in (False, True)],
            id="what plays",
        ),
        pytest.param(
            [PackColumn("", 0), PackColumn("?", 1), PackColumn("2", 1)], id="places of the table"
        ),
    ],
)
def test_columns_that_differ_look_different(columns: Sequence[PackColumn]) -> None:
    faces = {column_face(column).tobytes() for column in columns}
    assert len(faces) == len(columns)


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("count", [1, 2, 8])
def test_a_selected_column_is_mostly_bright_and_another_mostly_dark(rank: str, count: int) -> None:
    area = 30 * 18
    assert lit(column_face(PackColumn(rank, count, count, True))) > area * 0.6
    assert lit(column_face(PackColumn(rank, count, 0, True))) < area * 0.45


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("selected", [0, 1])
def test_a_count_never_touches_its_rank(count: int, selected: int) -> None:
    face = column_face(PackColumn("10", count, selected, True))
    ink = 0 if selected else 255
    between = [face.getpixel((17, y)) == ink for y in range(2, 18)]
    assert not any(between)


@pytest.mark.parametrize("rank", RANKS)
def test_the_discard_s_rank_is_at_least_sixteen_rows_high(rank: str) -> None:
    face = discard_face(rank)
    box = ImageChops.invert(face.crop((3, 1, face.width - 3, face.height - 1))).getbbox()
    assert box is not None
    assert box[3] - box[1] >= 16


def test_every_top_and_the_empty_place_look_different_and_keep_to_their_place() -> None:
    tops = ("", *RANKS)
    assert len({discard_face(top).tobytes() for top in tops}) == len(tops)
    assert len({cell(rank).tobytes() for rank in (*RANKS, "?")}) == len(RANKS) + 1
    box = changed(TABLE, replace(TABLE, top="K"))
    assert box is not None
    assert TOP[0] <= box[0] < box[2] <= TOP[2]
    assert TOP[1] <= box[1] < box[3] <= TOP[3]


@any_table
@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"run": 3}, id="the run"),
        pytest.param({"discard": 104}, id="the discard's count"),
        pytest.param({"draw": 0}, id="the draw pile's count"),
        pytest.param({"own_up": ("Q", "", "2")}, id="an own face-up card"),
        pytest.param({"own_up": ("", "", ""), "own_down": 2}, id="the own face-down cards"),
        pytest.param({"more_left": 3}, id="ranks beyond the window on the left"),
        pytest.param({"more_right": 0}, id="none beyond the window on the right"),
    ],
)
def test_every_count_is_told_between_the_others_and_the_hint(
    table: PackTable, change: dict[str, Any]
) -> None:
    box = changed(table, replace(table, **change))
    assert box is not None
    assert box[0] >= TOP[2]
    assert box[1] >= others_height(table)
    assert box[3] <= 34


def test_nothing_of_the_counts_runs_into_another_at_its_largest() -> None:
    large = replace(TABLE, run=8, discard=104, draw=88, more_left=9, more_right=9)
    row = draw(large).crop((0, 24, 128, 33))
    for gap in (26, 42, 68, 69, 102, 114):
        assert row.crop((gap, 0, gap + 1, 9)).getbbox() is None, f"column {gap}"


def test_the_arrows_stand_on_their_sides() -> None:
    left = changed(replace(TABLE, more_left=1), TABLE)
    right = changed(replace(TABLE, more_right=0), TABLE)
    assert left is not None
    assert right is not None
    assert left[2] < right[0]


@any_table
def test_the_own_turn_is_a_bright_strip_above_the_hand(table: PackTable) -> None:
    strip = (26, 34, 128, 44)
    area = 102 * 10
    assert lit(draw(table).crop(strip)) > area * 0.6
    assert lit(draw(replace(table, is_turn=False)).crop(strip)) < area * 0.4


@any_table
def test_another_s_turn_brightens_that_name_alone(table: PackTable) -> None:
    width = 128 // len(table.others)
    for place, other in enumerate(table.others):
        box = changed(
            with_other(table, place, is_turn=False), with_other(table, place, is_turn=True)
        )
        assert box is not None, other.name
        assert place * width <= box[0] < box[2] <= (place + 1) * width
        assert box[3] <= LAST_NAME_ROW


@any_table
@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"name": "Østen"}, id="its name"),
        pytest.param({"hand": 60}, id="sixty cards in hand"),
        pytest.param({"up": ("", "4", "4")}, id="its face-up cards"),
        pytest.param({"up": (), "down": 3}, id="cards not yet shown"),
        pytest.param({"up": ("", "", ""), "down": 1}, id="its face-down cards"),
        pytest.param({"is_ready": True}, id="that it has chosen"),
    ],
)
def test_whatever_changes_of_another_seat_is_told_in_its_own_block(
    table: PackTable, change: dict[str, Any]
) -> None:
    width = 128 // len(table.others)
    for place in range(len(table.others)):
        before = with_other(
            table, place, name="Cleo", up=("K", "10", "A"), down=3, hand=5, is_ready=False
        )
        box = changed(before, with_other(before, place, **change))
        assert box is not None
        assert place * width <= box[0] < box[2] <= (place + 1) * width
        assert box[3] <= others_height(table)


@any_table
def test_the_longest_name_and_the_largest_hand_keep_to_their_block(table: PackTable) -> None:
    width = 128 // len(table.others)
    for place in range(len(table.others)):
        blank = with_other(table, place, name="", up=("", "", ""), down=0, hand=1, is_turn=False)
        full = with_other(
            blank, place, name="WWWWWWWWWWWW", up=("10", "10", "10"), hand=88, is_turn=True
        )
        box = changed(blank, full)
        assert box is not None
        assert place * width <= box[0] < box[2] <= (place + 1) * width


@pytest.mark.parametrize(
    ("hand", "up", "down", "is_warned"),
    [
        pytest.param(0, ("", "", ""), 1, True, id="one face-down card"),
        pytest.param(1, ("", "", ""), 1, True, id="a card in hand and one face down"),
        pytest.param(0, ("", "", ""), 3, False, id="three face-down cards"),
        pytest.param(1, ("", "", ""), 2, False, id="three cards in two places"),
        pytest.param(0, ("", "", "4"), 3, False, id="one face-up card on three others"),
        pytest.param(0, ("", "", ""), 0, False, id="out"),
    ],
)
def test_a_seat_s_last_cards_are_warned_of(
    hand: int, up: tuple[str, ...], down: int, is_warned: bool
) -> None:
    table = replace(TABLE, others=(PackOther("Ben", up, hand, down, is_turn=False),))
    behind_the_name = (17, 0, 24, 9)
    assert bool(draw(table).crop(behind_the_name).getbbox()) is is_warned


@pytest.mark.parametrize(
    ("up", "down", "places"),
    [
        pytest.param((), 3, ("?", "?", "?"), id="before the choice is shown"),
        pytest.param(("K", "10", "A"), 3, ("K", "10", "A"), id="all face up"),
        pytest.param(("K", "", "A"), 3, ("K", "?", "A"), id="a face-up card is gone"),
        pytest.param(("", "", ""), 2, ("?", "?", ""), id="a face-down card is gone"),
        pytest.param((), 0, ("", "", ""), id="nothing left"),
    ],
)
def test_table_cards(up: tuple[str, ...], down: int, places: tuple[str, ...]) -> None:
    assert table_cards(up, down) == places


def test_every_seat_s_cards_are_seen_at_a_table_of_five() -> None:
    table = replace(TABLE, others=(BEN,) * 4)
    for place in range(4):
        block = (place * 32 + 1, 9, place * 32 + 31, 16)
        assert cut(table, block) == cut(table, (1, 9, 31, 16))


FOUR = PackMoment("Four of a kind!", ("Q",) * 4, ("The pile is gone", "Ben leads"))


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(replace(FOUR, title="Fire like!"), id="its title"),
        pytest.param(replace(FOUR, cards=("Q", "Q", "Q", "10")), id="a card"),
        pytest.param(replace(FOUR, cards=("Q",) * 3), id="fewer cards"),
        pytest.param(replace(FOUR, cards=("Q",) * 5), id="one more than four"),
        pytest.param(replace(FOUR, cards=("Q",) * 6), id="two more than four"),
        pytest.param(replace(FOUR, lines=("The pile burns", "Ben leads")), id="its first line"),
        pytest.param(replace(FOUR, lines=("The pile is gone", "Ana leads")), id="its second line"),
    ],
)
def test_a_moment_tells_everything(after: PackMoment) -> None:
    assert changed(FOUR, after) is not None


def test_the_words_of_a_moment_stand_below_its_cards() -> None:
    box = changed(replace(FOUR, lines=()), replace(FOUR, lines=(LONG[0], LONG[1])))
    assert box is not None
    assert box[1] >= 41
