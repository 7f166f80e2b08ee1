"""What a seat of The Pack is shown, and what everybody saw of a move."""

import pytest

from engine.game import RuleError
from engine.pack import (
    Choose,
    Flip,
    Move,
    Outcome,
    Pack,
    Phase,
    Pickup,
    Rules,
    begin,
    outcome,
    unshuffled,
)
from tests.rules.pack_table import GONE, cards, choose, layout, play, table


def test_a_view_holds_the_own_hand_and_counts_of_everything_else() -> None:
    state = table(
        "7H 7D", "3C KS 2D", discard="5S 6C 6D", draw="4C 4D", turn=1,
        ups=("9C 9D 9H", "-- AS --"), downs=("8C 8D 8H", "-- 8S 8C"), several_face_up=True,
    )  # fmt: skip
    view = state.view(1)
    assert (view.seat, view.seats, view.turn) == (1, 2, 1)
    assert view.rules == Rules(several_face_up=True)
    assert (view.phase, view.result) == (Phase.PLAY, None)
    assert view.hand == cards("2D 3C KS")
    assert view.hands == (2, 3)
    assert view.ups == (layout("9C 9D 9H"), layout("-- AS --"))
    assert view.downs == ((True, True, True), (False, True, True))
    assert view.chosen == (True, True)
    assert (view.top, view.run, view.discard) == (cards("6D")[0], 2, 3)
    assert (view.draw, view.burnt) == (2, 0)


def test_moves_are_shown_to_the_seat_whose_turn_it_is() -> None:
    state = table("7H", "3C", discard="5C")
    assert state.view(0).moves == state.legal_moves()
    assert state.view(1).moves == ()


def test_the_empty_discard_has_no_top() -> None:
    view = table("7H", "3C").view(0)
    assert (view.top, view.run, view.discard) == (None, 0, 0)


def test_a_choice_is_shown_to_its_owner_at_once_and_to_all_when_the_last_has_chosen() -> None:
    state = begin(Rules(), unshuffled(2), 2, 0).after(choose(1, "AD 3D TC"))
    assert state.view(0).ups == ((), ())
    assert state.view(1).ups == ((), cards("AD 3D TC"))
    assert state.view(0).chosen == (False, True)
    assert state.view(0).hands == (6, 3)
    assert state.view(0).moves == ()
    state = state.after(choose(0, "4D 7C 9C"))
    assert state.view(0).ups == state.view(1).ups == (cards("4D 7C 9C"), cards("AD 3D TC"))


def blind(lying: str) -> Pack:
    return table("", "3C", discard=lying, ups=(GONE, GONE), downs=("TS 3S KS", GONE))


TAKEN = table("", "3C", discard="KC AC", ups=("7H 4S --", GONE), take_one_face_up=True)

OUTCOMES: list[tuple[str, Pack, Move, Outcome]] = [
    (
        "a play, and what was drawn",
        table("7H 7D KS", "3C", discard="5C", draw="4C 6C 8C"),
        play(0, "7H 7D"),
        Outcome(cards("7H 7D"), drawn=2),
    ),
    (
        "a ten burns",
        table("TH 3H", "3C", discard="5C"),
        play(0, "TH"),
        Outcome(cards("TH"), burned=True),
    ),
    (
        "four of a kind clear",
        table("7S 3H", "3C", discard="7C 7D 7H", draw="4C"),
        play(0, "7S"),
        Outcome(cards("7S"), four=True, drawn=1),
    ),
    (
        "a pick-up",
        table("3H", "3C", discard="5C KS"),
        Pickup(0),
        Outcome(taken=2),
    ),
    (
        "a pick-up with a face-up card",
        TAKEN,
        Pickup(0, *cards("4S")),
        Outcome(cards("4S"), taken=3),
    ),
    (
        "a turned card that plays",
        blind("5C"),
        Flip(0, 2),
        Outcome(cards("KS")),
    ),
    (
        "a turned ten",
        blind("5C"),
        Flip(0, 0),
        Outcome(cards("TS"), burned=True),
    ),
    (
        "a turned card that does not play",
        blind("5C KC"),
        Flip(0, 1),
        Outcome(cards("3S"), fits=False, taken=3),
    ),
]


@pytest.mark.parametrize(
    ("state", "move", "seen"), [pytest.param(*rest, id=what) for what, *rest in OUTCOMES]
)
def test_everybody_sees_what_a_move_brought(state: Pack, move: Move, seen: Outcome) -> None:
    assert outcome(state, move) == seen


def test_nobody_sees_a_choice_not_even_when_the_start_card_follows_it() -> None:
    state = begin(Rules(), unshuffled(2), 2, 0)
    for seat in (0, 1):
        move = Choose(seat, state.view(seat).hand[:3])
        assert outcome(state, move) == Outcome()
        state = state.after(move)


def test_a_move_against_the_rules_has_no_outcome() -> None:
    with pytest.raises(RuleError):
        outcome(table("3H", "3C", discard="KC"), play(0, "3H"))


def test_a_seat_still_holds_its_hand_and_its_table_cards() -> None:
    state = table("7H 7D", "3C", ups=("-- AS --", GONE), downs=("8C 8D 8H", "-- 8S 8C"))
    assert [state.left(seat) for seat in (0, 1)] == [6, 3]
