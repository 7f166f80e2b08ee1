"""The cards on the table: open ones one by one, covered ones unseen, and the last card of all."""

from typing import Any

import pytest

from engine.pack import Pack
from firmware_host.effects import MatchEnded, Tone
from firmware_host.match_state import Phase
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import PackColumn, PackMoment, Result
from firmware_host.words import words_in
from sim.page_state import state_of
from sim.table import Table
from tests.rules.pack_table import GONE, discard, hand, shown, table
from tests.stories.pack_people import lay, look, people, play

WORDS = words_in("en").pack
BEN = ("9C 9D 9H", "8C 8D 8H")


def at_table(pack: Pack, **options: Any) -> Table:
    story = people(pack.seats, **options)
    story.both("ready")
    lay(story, pack)
    return story


def face_up(ups: str, lying: str, **house_rules: Any) -> Table:
    """Ana has no hand left, and `ups` before her."""
    pack = table("", "4C 4D", discard=lying, ups=(ups, BEN[0]), **house_rules)
    return at_table(pack)


def face_down(downs: str, lying: str) -> Table:
    """Ana has nothing left but `downs`, which nobody has seen."""
    pack = table("", "4C 4D", discard=lying, ups=(GONE, BEN[0]), downs=(downs, BEN[1]))
    return at_table(pack)


def selected(story: Table, name: str) -> list[int]:
    return [slot for slot, c in enumerate(story.hand(name).columns) if c and c.selected]


# Face up.


def test_open_cards_stand_above_the_first_three_buttons() -> None:
    story = face_up("6C -- QD", "7S")
    assert story.hand("ana").columns == (
        PackColumn("6", 1),
        PackColumn("", 0),
        PackColumn("Q", 1, plays=True),
        None,
    )
    story.tap("ana", "c2", "c4")
    assert selected(story, "ana") == []
    story.tap("ana", "c1")
    assert story.hand("ana").headline == WORDS.does_not_go("6", "7")
    story.tap("ana", "c3")
    assert selected(story, "ana") == [2]
    story.tap("ana", "c3")
    assert selected(story, "ana") == [], "past the last none"
    story.tap("ana", "c3", "ready")
    assert shown(story.pack.pack.ups[0]) == "6C -- --"
    assert discard(story.pack.pack) == "7S QD"


def test_one_open_card_goes_a_turn_another_press_swaps_it() -> None:
    story = face_up("QC QD KD", "7S")
    story.tap("ana", "c1", "c2")
    assert selected(story, "ana") == [1]
    story.tap("ana", "ready")
    assert shown(story.pack.pack.ups[0]) == "QC -- KD"


def test_by_house_rule_several_open_cards_of_a_rank_go_together() -> None:
    story = face_up("QC KD QD", "7S", several_face_up=True)
    story.tap("ana", "c1", "c3")
    assert selected(story, "ana") == [0, 2]
    assert story.hand("ana").hint == WORDS.plays_hint(2)
    story.tap("ana", "c2")
    assert selected(story, "ana") == [1], "another rank replaces both"
    story.tap("ana", "c3", "c1")
    assert selected(story, "ana") == [0, 2]
    story.tap("ana", "c3", "c3", "ready")
    assert shown(story.pack.pack.ups[0]) == "-- KD --"


def test_with_no_open_card_that_plays_the_pile_is_taken_and_the_open_cards_stay() -> None:
    story = face_up("6C 5C 6D", "7S KS")
    assert story.hand("ana").hint == WORDS.take_hint(2)
    story.tap("ana", "draw")
    assert hand(story.pack.pack, 0) == "7S KS"
    assert shown(story.pack.pack.ups[0]) == "6C 5C 6D"


def test_by_house_rule_an_open_card_is_chosen_to_go_along_with_the_pile() -> None:
    story = face_up("6C 5C 6D", "7S KS", take_one_face_up=True)
    story.tap("ana", "draw")
    assert discard(story.pack.pack) == "7S KS", "a card has to be named first"
    assert story.hand("ana").hint == WORDS.take_one_hint(is_selected=False)
    story.tap("ana", "ready", "c4")
    assert discard(story.pack.pack) == "7S KS"
    story.tap("ana", "c1", "c2")
    assert selected(story, "ana") == [1]
    assert story.hand("ana").hint == WORDS.take_one_hint(is_selected=True)
    story.tap("ana", "ready")
    assert hand(story.pack.pack, 0) == "5C 7S KS"
    assert shown(story.pack.pack.ups[0]) == "6C -- 6D"
    assert story.record()[-1]["card"] == "5C"


def test_going_along_is_called_off_by_draw() -> None:
    story = face_up("6C 5C 6D", "7S KS", take_one_face_up=True)
    story.tap("ana", "draw", "c1", "draw", "ready")
    assert discard(story.pack.pack) == "7S KS"
    assert selected(story, "ana") == []


def test_at_will_an_open_card_goes_along_though_another_would_play() -> None:
    story = face_up("6C QC 6D", "7S", take_one_face_up=True, voluntary_pickup=True)
    story.tap("ana", "draw", "c2", "ready")
    assert hand(story.pack.pack, 0) == "7S QC"


# Face down.


def test_a_covered_card_that_plays_is_shown_to_all_for_a_moment() -> None:
    story = face_down("9S -- 3D", "7S")
    assert story.hand("ana").columns == (
        PackColumn("?", 1, plays=True),
        PackColumn("", 0),
        PackColumn("?", 1, plays=True),
        None,
    )
    assert story.hand("ana").hint == WORDS.flip_hint(is_selected=False)
    story.tap("ana", "c2", "ready")
    assert story.record() == []
    story.tap("ana", "c3", "c1")
    assert selected(story, "ana") == [0]
    assert story.hand("ana").hint == WORDS.flip_hint(is_selected=True)
    story.tap("ana", "ready")
    moment = PackMoment(WORDS.turns_over("Ana"), ("9",), (WORDS.it_plays(),))
    for name in story.names:
        assert story.scene(name) == moment
        assert story.frame(name) == frame_of(moment)
    assert (None, Tone.SPIT) in story.sounds()
    look(story)
    assert story.hand("ben").top == "9"
    assert story.hand("ana").hint == WORDS.turn_of("Ben")


def test_a_covered_card_that_does_not_play_is_shown_and_taken_up_with_the_pile() -> None:
    story = face_down("3D 9S 3H", "7S 8S")
    story.tap("ana", "c1", "ready")
    fate = WORDS.it_does_not_play(3)
    assert story.scene("ben") == PackMoment(WORDS.turns_over("Ana"), ("3",), (fate,))
    assert hand(story.pack.pack, 0) == "3D 7S 8S"
    story.tap("ben", "c1")
    assert story.hand("ben").headline == WORDS.took("Ana", 3)
    assert isinstance(story.scene("ana"), PackMoment), "Ana is still looking"
    story.tap("ana", "draw")
    assert story.hand("ana").columns[0] == PackColumn("3", 1)
    assert len(story.record()) == 1


@pytest.mark.parametrize(
    ("card", "lying", "how"),
    [("TD", "7S", WORDS.burns("Ana")), ("7D", "7S 7H 7C", WORDS.four())],
    ids=["a ten", "a fourth"],
)
def test_a_covered_card_that_clears_the_pile_is_shown_with_what_it_does(
    card: str, lying: str, how: str
) -> None:
    story = face_down(f"{card} 9S 3H", lying)
    story.tap("ana", "c1", "ready")
    scene = story.scene("ben")
    assert isinstance(scene, PackMoment)
    assert scene.lines[:2] == (WORDS.it_plays(), how)


# The last card.


@pytest.mark.parametrize(
    ("last", "lying"),
    [("QC", "7S"), ("TC", "QS"), ("2C", "KS"), ("7C", "7S 7H 7D")],
    ids=["a queen", "a ten", "a two", "a fourth"],
)
def test_the_last_card_from_the_hand_wins_at_once(last: str, lying: str) -> None:
    pack = table(last, "4C 4D", discard=lying, ups=(GONE, BEN[0]), downs=(GONE, BEN[1]))
    story = at_table(pack)
    story.tap("ana", "c1", "ready")
    look(story)
    assert story.phase() is Phase.RESULT
    (end,) = [e for _, e in story.effects if isinstance(e, MatchEnded)]
    assert (end.winner, end.score) == (0, (1, 0))
    for name in story.names:
        scene = story.scene(name)
        assert isinstance(scene, Result)
        assert scene.headline == "Ana wins"
        assert scene.score == (1, 0)
        assert scene.story[0] == WORDS.turns(1)
        assert story.frame(name) == frame_of(scene)


def test_the_last_card_from_the_open_ones_wins() -> None:
    story = at_table(
        table("", "4C 4D", discard="7S", ups=("-- QD --", BEN[0]), downs=(GONE, BEN[1]))
    )
    story.tap("ana", "c2", "ready")
    assert story.phase() is Phase.RESULT


def test_the_last_covered_card_is_looked_at_by_all_before_the_result() -> None:
    story = face_down("-- QD --", "7S")
    story.tap("ana", "c2", "ready")
    moment = PackMoment(WORDS.turns_over("Ana"), ("Q",), (WORDS.it_plays(),))
    assert [story.scene(name) for name in story.names] == [moment] * 2
    story.tap("ben", "c1", "draw", "ready")
    story.tap("ana", "ready", "c1", "c2", "ready")
    story.until(Phase.RESULT)
    scene = story.scene("ben")
    assert isinstance(scene, Result)
    assert WORDS.blind_luck("Ana", 1) in scene.story
    assert len(story.record()) == 1


def test_the_last_covered_card_that_does_not_play_ends_nothing() -> None:
    story = face_down("-- 3D --", "7S")
    story.tap("ana", "c2", "ready")
    look(story)
    assert story.phase() is Phase.PLAY
    play(story, "ben", "4")
    assert discard(story.pack.pack) == "4C"


@pytest.mark.parametrize("winner", ["ana", "ben"])
def test_while_the_last_card_is_looked_at_nobody_is_asked_for_anything(winner: str) -> None:
    ups = (GONE, GONE)
    downs = ("QC -- --", BEN[1]) if winner == "ana" else (BEN[1], "QC -- --")
    turn = ("ana", "ben").index(winner)
    story = at_table(table("", "", discard="7S", ups=ups, downs=downs, turn=turn))
    story.tap(winner, "c1", "ready")
    story.tap(winner, "ready")
    seen = story.hand(winner)
    assert (seen.is_turn, seen.hint) == (False, "")
    assert state_of(story.console.console.match)["status"] == ""
    story.after(ms=4000)
    assert isinstance(story.scene(winner), Result)
