"""Turns at The Pack's table: what a press selects, what `ready` plays, and what is told to whom."""

from typing import Any

import pytest

from engine.cards import DECK
from engine.pack import Pack
from firmware_host.effects import Tone
from firmware_host.match_state import Phase
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import Menu, PackColumn, PackMoment
from firmware_host.words import words_in
from sim.table import Table
from tests.rules.pack_table import discard, hand, table
from tests.stories.pack_people import lay, look, people, pick, play

WORDS = words_in("en").pack


def at_table(pack: Pack, **options: Any) -> Table:
    story = people(pack.seats, **options)
    story.both("ready")
    lay(story, pack)
    return story


def selected(story: Table, name: str) -> list[tuple[str, int]]:
    return [(c.rank, c.selected) for c in story.hand(name).columns if c and c.selected]


# Selecting.


def test_a_rank_is_selected_again_one_more_and_past_the_last_none() -> None:
    story = at_table(table("5C 5D 5H 9C", "4C 4D 4H", discard="4S", draw="KC"))
    seen = []
    for _ in range(4):
        pick(story, "ana", "5")
        seen.append(selected(story, "ana"))
    assert seen == [[("5", 1)], [("5", 2)], [("5", 3)], []]
    assert story.hand("ana").hint == WORDS.play_hint()


def test_another_rank_replaces_what_was_selected() -> None:
    story = at_table(table("5C 5D 9C", "4C 4D 4H", discard="4S"))
    pick(story, "ana", "5", "5", "9")
    assert selected(story, "ana") == [("9", 1)]


def test_ready_plays_what_is_selected_and_hands_over_the_turn() -> None:
    story = at_table(table("5C 5D 5H 9C", "6C 4D 4H", discard="4S", draw="KC 3S"))
    before = story.hand("ben")
    pick(story, "ana", "5", "5")
    assert story.hand("ben") == before, "what is selected is nobody else's matter"
    assert story.hand("ana").hint == WORDS.plays_hint(2)
    story.tap("ana", "ready")
    assert discard(story.pack.pack) == "4S 5C 5D"
    assert hand(story.pack.pack, 0) == "5H 9C KC"
    for name in story.names:
        shown = story.hand(name)
        assert (shown.top, shown.run, shown.discard, shown.draw) == ("5", 2, 3, 1)
        assert shown.headline == WORDS.played("Ana", "5", 2)
        assert story.frame(name) == frame_of(shown)
    assert (None, Tone.PLAY) in story.sounds()
    assert story.sounds()[-1] == (1, Tone.TURN), "only who is next hears that"
    assert story.hand("ben").is_turn
    assert story.hand("ana").hint == WORDS.turn_of("Ben")
    assert story.hand("ana").others[0].is_turn


def test_ready_plays_nothing_when_nothing_is_selected() -> None:
    story = at_table(table("5C 9C", "6C 4D 4H", discard="4S"))
    story.tap("ana", "ready")
    pick(story, "ana", "5", "5")
    story.tap("ana", "ready")
    assert discard(story.pack.pack) == "4S"


def test_what_plays_is_marked_and_the_window_opens_at_the_lowest_of_it() -> None:
    story = at_table(table("3C 4C 5C 6C 7C 9C TC KC 2C", "3D", discard="7S"))
    shown = story.hand("ana")
    assert shown.columns == (
        PackColumn("7", 1, plays=True),
        PackColumn("9", 1, plays=True),
        PackColumn("10", 1, plays=True),
        PackColumn("K", 1, plays=True),
    )
    assert (shown.more_left, shown.more_right) == (4, 1)
    assert not any(c.plays for c in story.hand("ben").columns if c), "it is not Ben's turn"


def test_a_hand_of_every_rank_is_seen_by_three_scrolls() -> None:
    held = [*DECK, *(card for card in DECK if card.rank not in (0, 12))][:60]
    cards = " ".join(map(str, held))
    story = at_table(table(cards, "3D", "3D", discard="3S"))
    assert story.hand("ana").more_left == 0
    seen = []
    while True:
        seen.append([column.rank for column in story.hand("ana").columns if column])
        if not story.hand("ana").more_right:
            break
        story.tap("ana", "right")
    assert len(seen) == 4
    assert list(dict.fromkeys(rank for window in seen for rank in window)) == [
        *"3456789",
        "10",
        *"JQKA2",
    ]
    story.tap("ana", "right")
    assert [c.rank for c in story.hand("ana").columns if c] == seen[-1], "there is no further"
    for _ in range(4):
        story.tap("ana", "left")
    assert [c.rank for c in story.hand("ana").columns if c] == seen[0]
    assert story.frame("ana") == frame_of(story.hand("ana"))


def test_a_selection_outlives_scrolling() -> None:
    story = at_table(table("3C 4C 5C 6C 7C 9C", "3D", discard="3S"))
    pick(story, "ana", "3")
    story.tap("ana", "right")
    assert selected(story, "ana") == []
    assert story.hand("ana").hint == WORDS.plays_hint(1)
    story.tap("ana", "ready")
    assert discard(story.pack.pack) == "3S 3C"


def test_a_card_that_does_not_go_is_refused_on_the_own_panel_alone() -> None:
    story = at_table(table("5C 9C", "6C 4D 4H", discard="7S"))
    before = story.hand("ben")
    story.tap("ana", "left")
    pick(story, "ana", "9", "5")
    assert story.hand("ana").headline == WORDS.does_not_go("5", "7")
    assert selected(story, "ana") == [("9", 1)], "what was selected stays"
    assert story.hand("ben") == before
    assert [sound for sound in story.sounds() if sound[1] is Tone.REFUSED] == [(0, Tone.REFUSED)]
    story.after(ms=2100)
    assert story.hand("ana").headline != WORDS.does_not_go("5", "7")


def test_a_button_below_an_empty_column_does_nothing() -> None:
    story = at_table(table("9C", "6C", discard="7S"))
    before = story.hand("ana")
    story.tap("ana", "c2", "c3", "c4")
    assert story.hand("ana") == before


# Picking up.


def test_who_can_play_nothing_is_told_so_and_takes_the_pile_with_draw() -> None:
    story = at_table(table("3C 4C", "6C 4D", discard="5S JS QS"))
    assert story.hand("ana").hint == WORDS.take_hint(3)
    assert not any(c.plays for c in story.hand("ana").columns if c)
    story.tap("ana", "c1", "c2", "ready")
    assert discard(story.pack.pack) == "5S JS QS"
    story.tap("ana", "draw")
    assert hand(story.pack.pack, 0) == "3C 4C 5S JS QS"
    for name in story.names:
        assert story.hand(name).headline == WORDS.took("Ana", 3)
        assert story.hand(name).top == ""
    assert (None, Tone.TAKE) in story.sounds()
    assert story.hand("ben").is_turn
    assert all(column.plays for column in story.hand("ben").columns if column)


def test_draw_takes_nothing_from_who_can_play_and_on_another_s_turn() -> None:
    story = at_table(table("9C 4C", "3C 4D", discard="5S"))
    story.tap("ana", "draw")
    story.tap("ben", "draw")
    assert discard(story.pack.pack) == "5S"
    assert story.hand("ana").hint == WORDS.play_hint()


# Not one's turn.


def test_what_is_pressed_before_one_s_turn_plays_nothing() -> None:
    story = at_table(table("9C 4C", "QC QD KD", discard="5S"))
    story.tap("ben", "c1", "c2", "ready", "draw")
    assert selected(story, "ben") == []
    play(story, "ana", "9")
    story.tap("ben", "ready")
    assert discard(story.pack.pack) == "5S 9C"
    assert selected(story, "ben") == []


def test_ready_that_is_down_when_the_turn_comes_plays_nothing() -> None:
    story = at_table(table("9C 4C", "QC KD", discard="5S"))
    pick(story, "ana", "9")
    story.press("ben", "ready", held_ms=400)
    story.tap("ana", "ready")
    story.after(ms=500)
    assert discard(story.pack.pack) == "5S 9C"


def test_on_another_s_turn_one_may_look_through_one_s_hand() -> None:
    story = at_table(table("9C", "3C 4C 5C 6C 7C 8C", discard="5S"))
    story.tap("ben", "right")
    assert story.hand("ben").more_left == 2
    assert story.hand("ben").more_right == 0


# Ready held.


def test_ready_held_opens_the_menu_hides_all_cards_and_plays_nothing() -> None:
    story = at_table(table("9C 4C", "QC KD", discard="5S"))
    pick(story, "ana", "9")
    story.press("ana", "ready", held_ms=1300)
    story.after(ms=1500)
    assert discard(story.pack.pack) == "5S"
    for name in story.names:
        assert isinstance(story.scene(name), Menu)
        assert story.frame(name) == frame_of(story.scene(name))
    story.tap("ana", "ready")
    story.tap("ben", "ready")
    assert selected(story, "ana") == [], "a pause voids what was selected"
    story.tap("ana", "ready")
    assert discard(story.pack.pack) == "5S"
    assert story.phase() is Phase.PLAY


# What clears the pile.


def test_a_ten_burns_the_pile_for_all_to_see_and_its_seat_plays_again() -> None:
    story = at_table(table("TC TD 4C", "QC KD", discard="5S 6S", draw="3S 3H"))
    play(story, "ana", "10")
    moment = PackMoment(WORDS.burns("Ana"), ("10",), (WORDS.plays_again("Ana"),))
    assert [story.scene(name) for name in story.names] == [moment] * 2
    assert (None, Tone.BURN) in story.sounds()
    look(story)
    shown = story.hand("ben")
    assert (shown.top, shown.discard, shown.draw) == ("", 0, 1)
    assert story.hand("ana").is_turn
    play(story, "ana", "4")
    assert discard(story.pack.pack) == "4C"


@pytest.mark.parametrize(("again", "leader"), [(False, "Ben"), (True, "Ana")], ids=["next", "same"])
def test_four_of_a_kind_clear_the_pile_and_the_next_seat_leads_or_by_house_rule_the_same(
    again: bool, leader: str
) -> None:
    story = at_table(table("6C 6D 4C", "QC KD", discard="5S 6S 6H", four_plays_again=again))
    play(story, "ana", "6", "6")
    how = WORDS.plays_again("Ana") if again else WORDS.leads("Ben")
    moment = PackMoment(WORDS.four(), ("6",) * 4, (how,))
    assert [story.scene(name) for name in story.names] == [moment] * 2
    look(story)
    assert story.hand(leader.lower()).is_turn
    assert discard(story.pack.pack) == ""


def test_no_bot_plays_on_before_people_have_seen_what_is_shown() -> None:
    story = at_table(table("6C 6D 4C", "QC KD", discard="5S 6S 6H"), pads=1)
    story.after(ms=3000)
    story.tap("ana", "ready")
    lay(story, table("6C 6D 4C", "QC KD", discard="5S 6S 6H"))
    play(story, "ana", "6", "6")
    story.after(ms=1700)
    assert isinstance(story.scene("ana"), PackMoment)
    assert discard(story.pack.pack) == ""
    story.after(ms=6000)
    assert discard(story.pack.pack) != ""


def test_a_run_on_the_pile_is_told() -> None:
    story = at_table(table("6C 6D 4C", "6S KD", discard="5S"))
    play(story, "ana", "6", "6")
    assert (story.hand("ben").top, story.hand("ben").run) == ("6", 2)
    play(story, "ben", "6")
    assert story.hand("ana").run == 3


# Taking the pile at will.


def test_at_will_the_pile_is_taken_by_draw_and_ready_and_draw_again_takes_that_back() -> None:
    pack = table("9C 4C", "QC KD", discard="5S 7S", voluntary_pickup=True)
    story = at_table(pack)
    pick(story, "ana", "9")
    story.tap("ana", "draw")
    assert selected(story, "ana") == []
    assert story.hand("ana").hint == WORDS.may_take_hint(2)
    story.tap("ana", "draw", "ready")
    assert story.pack.pack == pack
    story.tap("ana", "draw", "ready")
    assert hand(story.pack.pack, 0) == "4C 5S 7S 9C"
    assert story.hand("ben").is_turn


def test_a_card_pressed_instead_of_ready_is_selected_and_the_pile_stays() -> None:
    story = at_table(table("9C 4C", "QC KD", discard="5S 7S", voluntary_pickup=True))
    story.tap("ana", "draw")
    pick(story, "ana", "9")
    assert selected(story, "ana") == [("9", 1)]
    assert story.hand("ana").hint == WORDS.plays_hint(1)
    story.tap("ana", "ready")
    assert discard(story.pack.pack) == "5S 7S 9C"
