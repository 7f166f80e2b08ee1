"""The choice of three: in secret, by everybody at once, and shown when the last has chosen."""

import pytest

from firmware_host.effects import Recorded, Tone
from firmware_host.match_state import Phase
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import PackColumn, PackMoment
from firmware_host.words import words_in
from sim.table import Table
from tests.stories.pack_people import PEOPLE, deal, look, people, pick, play

ANA = "3C 3D 3H 5C KD 2S"
BEN = "4C 5D TH TS AC AD"
DRAW = "9C 4D"
WORDS = words_in("en").pack


def choosing() -> Table:
    story = people(2, decks=(deal((ANA, BEN), draw=DRAW),))
    story.both("ready")
    assert story.phase() is Phase.PLAY, "nothing waits, so nothing counts down"
    return story


def test_six_cards_stand_as_ranks_with_counts_lowest_first_and_twos_last() -> None:
    story = choosing()
    shown = story.hand("ana")
    assert shown.columns == (
        PackColumn("3", 3),
        PackColumn("5", 1),
        PackColumn("K", 1),
        PackColumn("2", 1),
    )
    assert (shown.more_left, shown.more_right) == (0, 0)
    assert [c.rank for c in story.hand("ben").columns if c] == ["4", "5", "10", "A"]
    assert shown.headline == WORDS.choose()
    assert shown.hint == WORDS.choose_hint(0)
    assert shown.own_up == ()
    assert shown.own_down == 3
    assert (shown.top, shown.discard, shown.draw) == ("", 0, 52 - 18)


def test_a_rank_is_chosen_again_one_more_and_past_the_last_none() -> None:
    story = choosing()
    for count in (1, 2):
        pick(story, "ben", "10")
        assert story.hand("ben").columns[2] == PackColumn("10", 2, count)
    pick(story, "ben", "10")
    assert story.hand("ben").columns[2] == PackColumn("10", 2, 0)
    pick(story, "ben", "A", "10", "A")
    assert story.hand("ben").hint == WORDS.choose_hint(3)
    pick(story, "ben", "10")
    assert story.hand("ben").columns[2] == PackColumn("10", 2, 0), "a fourth is not to be had"
    assert story.hand("ben").hint == WORDS.choose_hint(2)


def test_with_three_chosen_another_rank_is_refused_on_the_own_panel_alone() -> None:
    story = choosing()
    pick(story, "ana", "3", "3", "2")
    before = story.hand("ben")
    pick(story, "ana", "K")
    assert story.hand("ana").headline == WORDS.three_only()
    assert story.hand("ben") == before
    assert (0, Tone.REFUSED) in story.sounds()
    assert (None, Tone.REFUSED) not in story.sounds()
    story.after(ms=2100)
    assert story.hand("ana").headline == WORDS.choose()


def test_ready_lays_nothing_until_three_are_chosen() -> None:
    story = choosing()
    story.tap("ana", "ready")
    pick(story, "ana", "3", "3")
    story.tap("ana", "ready")
    assert story.record() == []
    assert story.pack.pack.ups == ((), ())


def test_what_is_chosen_is_secret_until_the_last_has_chosen() -> None:
    story = choosing()
    before = story.hand("ben")
    pick(story, "ana", "K", "2")
    assert story.hand("ben") == before, "picking shows nothing"
    play(story, "ana", "3")
    seen = story.hand("ben")
    (ana,) = seen.others
    assert (ana.up, ana.hand, ana.down, ana.is_ready) == ((), 3, 3, True)
    assert seen.headline == before.headline
    assert story.hand("ana").own_up == ("K", "2", "3")
    assert story.hand("ana").headline == WORDS.has_chosen(1)
    assert story.hand("ana").hint == ""
    story.tap("ana", "c1", "c2", "ready", "draw")
    assert story.hand("ben") == seen, "a choice is made once"
    assert [str(card) for card in story.pack.pack.view(0).hand] == ["3D", "3H", "5C"]


def test_after_the_last_choice_all_see_the_start_card_and_the_open_cards() -> None:
    story = choosing()
    play(story, "ben", "A", "A", "10")
    play(story, "ana", "K", "2", "3")
    for name in story.names:
        assert story.scene(name) == PackMoment(WORDS.start_card(), ("9",), (WORDS.begins("Ana"),))
        assert story.frame(name) == frame_of(story.scene(name))
    look(story)
    for own, other in (("ana", "ben"), ("ben", "ana")):
        assert story.hand(own).others[0].up == story.hand(other).own_up
        assert (story.hand(own).top, story.hand(own).run, story.hand(own).draw) == ("9", 1, 33)
        assert story.hand(own).headline == WORDS.begins("Ana")
    assert story.hand("ana").is_turn
    assert story.hand("ana").others[0].up == ("A", "A", "10")
    assert not story.hand("ben").is_turn
    assert story.hand("ben").hint == WORDS.turn_of("Ana")


def test_what_all_are_shown_each_presses_away_for_itself_and_nothing_else_happens() -> None:
    story = choosing()
    play(story, "ben", "A", "A", "10")
    play(story, "ana", "K", "2", "3")
    story.tap("ana", "c1")
    assert story.hand("ana").columns[0] == PackColumn("3", 2), "that press selected nothing"
    assert isinstance(story.scene("ben"), PackMoment)
    story.tap("ben", "ready")
    assert story.hand("ben").columns[0] == PackColumn("4", 1)
    assert [line["move"] for line in story.record()] == ["choose", "choose"]


def test_choices_are_recorded_and_heard_by_all() -> None:
    story = choosing()
    play(story, "ana", "K", "2", "3")
    assert {**story.record()[0], "t": 0} == {
        "t": 0,
        "move": "choose",
        "seat": 0,
        "cards": ["KD", "2S", "3C"],
    }
    assert (None, Tone.PLAY) in story.sounds()


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_seat_chooses_and_the_last_one_begins_the_game(seats: int) -> None:
    story = people(seats)
    story.both("ready")
    for number, name in enumerate(PEOPLE[:seats]):
        others = story.hand(name).others
        assert [other.is_ready for other in others].count(True) == number
        assert all(other.up == () for other in others)
        first = next(column.rank for column in story.hand(name).columns if column)
        while story.hand(name).hint != WORDS.choose_hint(3):
            pick(story, name, first)
            first = next(c.rank for c in story.hand(name).columns if c and c.selected < c.count)
        assert story.pack.pack.phase == "choose"
        story.tap(name, "ready")
    assert story.pack.pack.phase == "play"
    look(story)
    assert all(len(story.hand("ana").others[i].up) == 3 for i in range(seats - 1))
    assert story.hand("ana").others[0].name == "Ben"


def test_bots_choose_for_themselves_and_wait_for_the_person() -> None:
    story = people(4, pads=1)
    story.after(ms=3000)
    story.tap("ana", "ready")
    story.until(Phase.PLAY)
    story.after(ms=20_000)
    assert story.pack.pack.phase == "choose"
    assert [other.is_ready for other in story.hand("ana").others] == [True] * 3
    assert story.hand("ana").headline == WORDS.choose()
    chosen = [e for _, e in story.effects if isinstance(e, Recorded)]
    assert {line.line["seat"] for line in chosen} == {1, 2, 3}
