"""The four house rules of The Pack, each alone and beside the others."""

import pytest

from engine.game import RuleError
from engine.pack import Flip, Pickup, Rules
from tests.rules.pack_table import GONE, cards, discard, hand, legal, play, shown, table

# several_face_up: P12.


def test_several_face_up_cards_of_one_rank_may_be_played_in_a_turn() -> None:
    state = table("", "3C", discard="5C", ups=("7H 4S 7D", GONE), several_face_up=True)
    assert legal(state) == ["7H", "7D", "7D 7H"]
    after = state.after(play(0, "7H 7D"))
    assert shown(after.ups[0]) == "-- 4S --"
    assert discard(after) == "5C 7H 7D"


def test_several_face_up_tens_are_one_burn() -> None:
    state = table("", "3C", discard="5C", ups=("TH 4S TD", GONE), several_face_up=True)
    after = state.after(play(0, "TH TD"))
    assert (after.burnt, after.turn) == (3, 0)


def test_equal_face_up_cards_leave_the_lower_slots_first() -> None:
    state = table("", "3C", discard="5C", ups=("7H 7D 7H", GONE), several_face_up=True)
    assert shown(state.after(play(0, "7H 7D")).ups[0]) == "-- -- 7H"
    assert shown(state.after(play(0, "7H 7H")).ups[0]) == "-- 7D --"


def test_the_hand_is_still_played_first() -> None:
    state = table("KH", "3C", discard="5C", ups=("7H 4S 7D", GONE), several_face_up=True)
    assert legal(state) == ["KH"]


def test_three_face_up_cards_on_one_clear_and_win_at_once() -> None:
    state = table(
        "", "3C", discard="7S", ups=("7C 7D 7H", GONE), downs=(GONE, GONE), several_face_up=True
    )
    after = state.after(play(0, "7C 7D 7H"))
    assert (after.burnt, after.result is not None) == (4, True)


# four_plays_again: P9.


@pytest.mark.parametrize(("is_on", "turn"), [(False, 1), (True, 0)])
def test_who_clears_with_four_plays_again_where_the_house_says_so(is_on: bool, turn: int) -> None:
    state = table("7S 3H", "3C", discard="7C 7D 7H", four_plays_again=is_on)
    assert state.after(play(0, "7S")).turn == turn


def test_a_turned_fourth_card_plays_again_too() -> None:
    state = table(
        "", "3C", discard="7C 7D 7H", ups=(GONE, GONE), downs=("7S 3S --", GONE),
        four_plays_again=True,
    )  # fmt: skip
    after = state.after(Flip(0, 0))
    assert (after.turn, legal(after)) == (0, ["flip 1"])


# take_one_face_up: P13.


def test_with_the_pile_goes_one_face_up_card_of_the_seats_choice() -> None:
    state = table("", "3C", discard="KC AC", ups=("7H 4S --", GONE), take_one_face_up=True)
    assert legal(state) == ["pickup 4S", "pickup 7H"]
    after = state.after(Pickup(0, *cards("4S")))
    assert hand(after, 0) == "4S KC AC"
    assert shown(after.ups[0]) == "7H -- --"
    assert after.turn == 1


def test_the_choice_between_equal_face_up_cards_is_one_move_and_takes_the_lower_slot() -> None:
    state = table("", "3C", discard="KC", ups=("-- 7H 7H", GONE), take_one_face_up=True)
    assert legal(state) == ["pickup 7H"]
    assert shown(state.after(Pickup(0, *cards("7H"))).ups[0]) == "-- -- 7H"


@pytest.mark.parametrize("named", ["", "KS"])
def test_one_of_the_face_up_cards_must_be_named(named: str) -> None:
    state = table("", "3C", discard="KC", ups=("7H -- --", GONE), take_one_face_up=True)
    with pytest.raises(RuleError, match="is taken along: name it") as refused:
        state.after(Pickup(0, *cards(named)))
    assert refused.value.code == "which_card"


def test_who_takes_the_pile_from_the_hand_takes_no_face_up_card() -> None:
    state = table("3H", "3C", discard="KC", ups=("7H 4S --", GONE), take_one_face_up=True)
    assert legal(state) == ["pickup"]


def test_naming_a_card_does_not_help_who_can_play() -> None:
    state = table("", "3C", discard="5C", ups=("7H 4S --", GONE), take_one_face_up=True)
    assert legal(state) == ["7H"]
    with pytest.raises(RuleError) as refused:
        state.after(Pickup(0, *cards("4S")))
    assert refused.value.code == "must_play"


# voluntary_pickup: P11.


def test_the_pile_may_be_taken_by_a_seat_that_could_play() -> None:
    state = table("7H", "3C", discard="5C", voluntary_pickup=True)
    assert legal(state) == ["7H", "pickup"]
    assert hand(state.after(Pickup(0)), 0) == "5C 7H"


def test_an_empty_pile_cannot_be_taken() -> None:
    state = table("7H", "3C", voluntary_pickup=True)
    assert legal(state) == ["7H"]
    with pytest.raises(RuleError) as refused:
        state.after(Pickup(0))
    assert refused.value.code == "no_pile"


def test_a_seat_with_face_down_cards_only_may_take_the_pile_instead_of_turning_one_over() -> None:
    state = table("", "3C", discard="5C", ups=(GONE, GONE), voluntary_pickup=True)
    assert legal(state) == ["flip 0", "flip 1", "flip 2", "pickup"]


def test_a_pile_taken_freely_from_the_face_up_cards_takes_one_of_them_along() -> None:
    state = table(
        "", "3C", discard="5C", ups=("7H 4S --", GONE),
        voluntary_pickup=True, take_one_face_up=True,
    )  # fmt: skip
    assert legal(state) == ["7H", "pickup 4S", "pickup 7H"]
    assert hand(state.after(Pickup(0, *cards("7H"))), 0) == "5C 7H"


def test_the_house_rules_are_written_only_where_they_differ() -> None:
    assert Rules().as_json() == {}
    assert Rules(four_plays_again=True, voluntary_pickup=True).as_json() == {
        "four_plays_again": True,
        "voluntary_pickup": True,
    }
