"""The rules of The Pack in card notation, sentence by sentence (P1-P16)."""

from collections.abc import Callable

import pytest

from engine.cards import DECK, RANKS
from engine.game import Deck, Reason, Result, RuleError
from engine.pack import (
    Choose,
    Flip,
    Move,
    Pack,
    Phase,
    Pickup,
    Play,
    Rules,
    begin,
    unshuffled,
)
from engine.pack_hand import fits
from tests.rules.pack_table import GONE, cards, choose, discard, hand, legal, play, shown, table

ONE_DECK = (DECK,)
TWO_DECKS = (DECK * 2,)
OUT = Result(0, Reason.OUT)


def dealt(seats: int = 2, first: int = 0) -> Pack:
    """Deal unshuffled cards: AC 2C ... KC, AD ... KD, AH ... KH, AS ... KS."""
    return begin(Rules(), unshuffled(seats), seats, first)


# P1: ranks; P4, P6-P8: what goes on what.


@pytest.mark.parametrize(
    ("top", "ranks"),
    [
        pytest.param("3", "3456789TJQKA2", id="three is the lowest rank"),
        pytest.param("7", "789TJQKA2", id="equal or higher, a 2 or a 10"),
        pytest.param("9", "9TJQKA2", id="on a nine"),
        pytest.param("T", "TJQKA2", id="a start card 10 is an ordinary 10"),
        pytest.param("J", "JQKA2T", id="a ten goes on a jack, though it is lower"),
        pytest.param("A", "A2T", id="ace is the highest rank"),
        pytest.param("2", "3456789TJQKA2", id="anything follows a 2"),
    ],
)
def test_p6_a_rank_goes_on_equal_or_lower_ones_and_2_and_10_on_anything(
    top: str, ranks: str
) -> None:
    (lying,) = cards(f"{top}S")
    assert {rank for rank in RANKS if fits(cards(f"{rank}H")[0], lying)} == set(ranks)
    each = " ".join(f"{rank}H" for rank in RANKS)
    plays = legal(table(each, "3C", discard=f"{top}S"))
    assert {text[0] for text in plays} == set(ranks)
    assert len(plays) == len(ranks)


# P2: the deal.


def test_p2_three_rounds_lie_face_down_then_six_go_to_hand_one_card_at_a_time() -> None:
    state = dealt(seats=2, first=0)
    assert [shown(down) for down in state.downs] == ["AC 3C 5C", "2C 4C 6C"]
    assert hand(state, 0) == "2D 4D 7C 9C JC KC"
    assert hand(state, 1) == "3D 5D 8C TC QC AD"
    assert state.draw == 34


def test_p2_the_deal_begins_with_the_first_player_and_goes_round() -> None:
    state = dealt(seats=3, first=2)
    assert [shown(down) for down in state.downs] == ["2C 5C 8C", "3C 6C 9C", "AC 4C 7C"]
    assert state.turn == state.first == 2


@pytest.mark.parametrize(("seats", "draw"), [(2, 34), (3, 77), (4, 68), (5, 59)])
def test_p2_two_players_use_one_deck_and_more_use_two(seats: int, draw: int) -> None:
    state = dealt(seats)
    assert state.draw == draw
    assert [state.left(seat) for seat in range(seats)] == [9] * seats


@pytest.mark.parametrize(
    ("deck", "seats", "words"),
    [
        pytest.param(DECK[:51], 2, "2 players .* card once: it has 51 .* lacks KS", id="lacking"),
        pytest.param((*DECK, DECK[0]), 2, "it has 53 cards and lacks none", id="too many"),
        pytest.param((DECK[1], *DECK[1:]), 2, "52 cards and lacks AC", id="one twice"),
        pytest.param(DECK, 3, "3 players .* card twice: it has 52 cards", id="one deck for three"),
    ],
)
def test_p2_a_deck_that_is_not_complete_is_refused(deck: Deck, seats: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        begin(Rules(), (deck,), seats, 0)


@pytest.mark.parametrize("seats", [1, 6])
def test_p2_so_many_cannot_play(seats: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 5 may play, not {seats}"):
        begin(Rules(), TWO_DECKS, seats, 0)


def test_p2_the_first_player_is_one_of_the_seats() -> None:
    with pytest.raises(RuleError, match="there is no seat 2: they are 0 to 1"):
        begin(Rules(), ONE_DECK, 2, 2)


# P3, P4: the choice and the start card.


def test_p3_the_chosen_cards_lie_on_the_face_down_ones_in_the_order_named() -> None:
    state = dealt().after(choose(1, "AD 3D TC"))
    assert state.ups == ((), cards("AD 3D TC"))
    assert hand(state, 1) == "5D 8C QC"
    assert state.phase is Phase.CHOOSE
    assert state.legal_moves() == ()


def test_p3_all_choose_in_any_order_and_the_last_choice_begins_the_game() -> None:
    state = dealt(3, first=1)
    for seat in (2, 0, 1):
        assert state.phase is Phase.CHOOSE
        state = state.after(Choose(seat, state.view(seat).hand[:3]))
    assert state.phase is Phase.PLAY
    assert state.turn == 1


def test_p4_the_draw_piles_top_card_begins_the_discard_pile() -> None:
    state = dealt().after(choose(0, "2D 4D 7C")).after(choose(1, "AD 3D TC"))
    assert discard(state) == "6D"
    assert state.draw == 33
    assert state.run == 1


def test_p4_a_start_card_10_burns_nothing_and_10_or_higher_follows() -> None:
    assert legal(table("9H TH JH", "3C", discard="TS")) == ["TH", "JH"]


def test_p4_a_start_card_2_lets_anything_follow() -> None:
    assert legal(table("3H 9H", "3C", discard="2S")) == ["9H", "3H"]


# P5, P6: turns and plays from hand.


def test_p5_play_goes_round_by_rising_seat_number() -> None:
    state = table("3H 3D", "4H 4D", "5H 5D", turn=1)
    seen = []
    for text in ("4H", "5H", "2S"):
        state = state.after(play(state.turn, text)) if text != "2S" else state.after(Pickup(0))
        seen.append(state.turn)
    assert seen == [2, 0, 1]


def test_p6_one_or_more_cards_of_one_rank_are_played() -> None:
    state = table("7D 7H KS", "3C", discard="5C")
    assert legal(state) == ["KS", "7H", "7D", "7D 7H"]
    after = state.after(play(0, "7H 7D"))
    assert discard(after) == "5C 7H 7D"
    assert hand(after, 0) == "KS"
    assert after.turn == 1


def test_p6_of_two_equal_cards_no_matter_which_is_played() -> None:
    assert legal(table("7H 7H", "3C", discard="5C")) == ["7H", "7H 7H"]


def test_p6_anything_goes_where_the_discard_is_empty() -> None:
    assert legal(table("3H TH", "3C")) == ["TH", "3H"]


# P7: twos.


def test_p7_a_2_goes_on_anything_the_pile_stays_and_the_turn_passes() -> None:
    after = table("2H 5H", "3C", discard="AS").after(play(0, "2H"))
    assert discard(after) == "AS 2H"
    assert after.turn == 1
    assert legal(after) == ["3C"]


# P8: tens.


def test_p8_a_10_burns_the_pile_and_the_same_seat_plays_anything() -> None:
    after = table("TH 3H 4H", "3C", discard="KS AS").after(play(0, "TH"))
    assert (discard(after), after.burnt, after.run) == ("", 3, 0)
    assert after.turn == 0
    assert legal(after) == ["4H", "3H"]


def test_p8_the_seat_draws_up_to_three_after_the_burn_and_before_it_plays_again() -> None:
    after = table("TH 3H 4H", "3C", discard="KS", draw="5C 6C").after(play(0, "TH"))
    assert hand(after, 0) == "3H 4H 5C"
    assert after.turn == 0


def test_p8_several_10s_together_are_one_burn() -> None:
    after = table("TH TD 3H", "3C", discard="KS").after(play(0, "TD TH"))
    assert (after.burnt, after.turn) == (3, 0)


def test_p8_a_10_on_an_empty_pile_burns_itself() -> None:
    after = table("TH 3H", "3C").after(play(0, "TH"))
    assert (after.burnt, after.discard, after.turn) == (1, (), 0)


def test_p8_four_tens_are_a_burn_and_no_four_of_a_kind_so_the_same_seat_plays() -> None:
    after = table("TC TD TH TS 3H", "3C", discard="4S").after(play(0, "TC TD TH TS"))
    assert (after.burnt, after.turn) == (5, 0)


# P9: four in a row.

CLEARS = [
    pytest.param("7C 7D 7H", "7S", id="the fourth, one by one"),
    pytest.param("3S 7C 7D", "7H 7S", id="two on two"),
    pytest.param("3S", "7C 7D 7H 7S", id="all four at once"),
    pytest.param("", "7C 7D 7H 7S", id="all four at once on the empty table"),
    pytest.param("7C", "7D 7H 7S", id="three on the start card"),
    pytest.param("2C 2D 2H", "2S", id="twos"),
    pytest.param("7C 7D 7H", "7S 7S", id="five, with two decks"),
    pytest.param("3C", "7C 7D 7H 7S 7C", id="five at once, with two decks"),
]


@pytest.mark.parametrize(("lying", "played"), CLEARS)
def test_p9_four_in_a_row_clear_the_pile_and_the_next_seat_leads_anything(
    lying: str, played: str
) -> None:
    before = table(f"{played} 4H", "3C", discard=lying)
    after = before.after(play(0, played))
    assert after.discard == ()
    assert after.burnt == len(lying.split()) + len(played.split())
    assert after.turn == 1
    assert legal(after) == ["3C"]


@pytest.mark.parametrize(
    ("lying", "played"),
    [
        pytest.param("7C 7D", "7H", id="three are not enough"),
        pytest.param("7C 7D 7H", "8S", id="another rank is no fourth"),
        pytest.param("7C 7D 7H 2S", "7S", id="a 2 between breaks the row"),
        pytest.param("7C 7D 2S 7H", "7S", id="only those on top count"),
    ],
)
def test_p9_fewer_than_four_in_a_row_stay(lying: str, played: str) -> None:
    after = table(f"{played} 4H", "3C", discard=lying).after(play(0, played))
    assert discard(after) == f"{lying} {played}"


def test_p9_the_row_is_counted_over_several_seats() -> None:
    state = table("7C 7D 3H", "7H 7S 4H", "KS KD", discard="5S")
    state = state.after(play(0, "7C 7D")).after(play(1, "7H 7S"))
    assert (state.burnt, state.turn) == (5, 2)


def test_p9_the_seat_draws_up_to_three_after_clearing() -> None:
    after = table("7S 3H", "3C", discard="7C 7D 7H", draw="5C 6C 7S").after(play(0, "7S"))
    assert hand(after, 0) == "3H 5C 6C"


# P10: drawing.


def test_p10_after_a_play_the_seat_draws_to_three() -> None:
    after = table("7H 7D KS", "3C", discard="5C", draw="4C 6C 8C").after(play(0, "7H 7D"))
    assert hand(after, 0) == "4C 6C KS"
    assert after.draw == 1


def test_p10_it_takes_what_is_left_when_the_draw_pile_runs_out() -> None:
    after = table("7H 7D KS", "3C", discard="5C", draw="4C").after(play(0, "7H 7D"))
    assert hand(after, 0) == "4C KS"
    assert after.draw == 0


def test_p10_who_holds_three_or_more_draws_nothing() -> None:
    after = table("7H 8H 9H JH", "3C", discard="5C", draw="4C").after(play(0, "7H"))
    assert hand(after, 0) == "8H 9H JH"
    assert after.draw == 1


# P11: picking up.


def test_p11_who_cannot_play_takes_the_whole_pile_and_the_next_seat_leads_anything() -> None:
    state = table("3H 4H", "3C KC", discard="5C KS", draw="6C")
    assert legal(state) == ["pickup"]
    after = state.after(Pickup(0))
    assert hand(after, 0) == "3H 4H 5C KS"
    assert (after.discard, after.run, after.draw, after.burnt) == ((), 0, 1, 0)
    assert after.turn == 1
    assert legal(after) == ["KC", "3C"]


def test_p11_who_can_play_must() -> None:
    assert "pickup" not in legal(table("3H AH", "3C", discard="KS"))


# P12, P13: the table cards.


def test_p12_the_hand_comes_before_the_face_up_cards() -> None:
    state = table("KH", "3C", discard="5C", ups=("AS AD 3S", GONE))
    assert legal(state) == ["KH"]


def test_p12_without_a_hand_one_face_up_card_a_turn_is_played() -> None:
    state = table("", "3C", discard="5C", ups=("7H 7D 4S", GONE))
    assert legal(state) == ["7H", "7D"]
    after = state.after(play(0, "7D"))
    assert shown(after.ups[0]) == "7H -- 4S"
    assert (discard(after), hand(after, 0), after.turn) == ("5C 7D", "", 1)


def test_p12_of_two_equal_face_up_cards_the_one_in_the_lower_slot_is_played() -> None:
    state = table("", "3C", discard="5C", ups=("4S 7H 7H", GONE))
    assert legal(state) == ["7H"]
    assert shown(state.after(play(0, "7H")).ups[0]) == "4S -- 7H"


def test_p12_after_a_pick_up_the_hand_comes_first_until_it_is_empty_again() -> None:
    state = table("", "3C 4C 4D", discard="KC", ups=("7S -- --", GONE)).after(Pickup(0))
    state = state.after(play(1, "3C"))
    assert legal(state) == ["KC"]
    state = state.after(play(0, "KC")).after(Pickup(1)).after(play(0, "7S"))
    assert shown(state.ups[0]) == GONE


def test_p12_face_down_cards_come_when_hand_and_face_up_cards_are_gone() -> None:
    state = table("", "3C", discard="AC", ups=(GONE, GONE), downs=("3S -- KD", GONE))
    assert legal(state) == ["flip 0", "flip 2"]


def test_p13_without_a_playable_face_up_card_the_pile_is_taken_and_they_stay() -> None:
    state = table("", "3C", discard="5C AC", ups=("7H -- 4S", GONE))
    assert legal(state) == ["pickup"]
    after = state.after(Pickup(0))
    assert hand(after, 0) == "5C AC"
    assert shown(after.ups[0]) == "7H -- 4S"


# P14: turning over.


def flipped(card: str, lying: str) -> Pack:
    state = table("", "3C", discard=lying, ups=(GONE, GONE), downs=(f"4S {card} --", GONE))
    return state.after(Flip(0, 1))


def test_p14_a_turned_card_that_plays_is_played() -> None:
    after = flipped("KH", "5C")
    assert (discard(after), shown(after.downs[0]), after.turn) == ("5C KH", "4S -- --", 1)
    assert hand(after, 0) == ""


def test_p14_one_that_does_not_goes_to_hand_with_the_pile_and_the_turn_passes() -> None:
    after = flipped("3H", "5C KS")
    assert (after.discard, hand(after, 0), after.turn) == ((), "3H 5C KS", 1)
    assert shown(after.downs[0]) == "4S -- --"


def test_p14_a_turned_10_burns_and_the_seat_plays_again() -> None:
    after = flipped("TH", "5C KS")
    assert (after.burnt, after.discard, after.turn) == (3, (), 0)
    assert legal(after) == ["flip 0"]


def test_p14_a_turned_2_goes_on_anything() -> None:
    assert discard(flipped("2H", "AC")) == "AC 2H"


def test_p14_a_turned_fourth_card_clears_the_pile() -> None:
    after = flipped("7H", "7C 7D 7S")
    assert (after.burnt, after.discard, after.turn) == (4, (), 1)


def test_p14_any_turned_card_plays_on_an_empty_pile() -> None:
    assert discard(flipped("3H", "")) == "3H"


# P15: the end.

LAST_CARDS = [
    pytest.param("KH", "5C", 0, id="an ordinary card"),
    pytest.param("TH", "5C", 2, id="a 10"),
    pytest.param("2H", "AC", 0, id="a 2"),
    pytest.param("7H", "7C 7D 7S", 4, id="a fourth card"),
]


@pytest.mark.parametrize(("card", "lying", "burnt"), LAST_CARDS)
@pytest.mark.parametrize("source", ["hand", "face up", "face down"])
def test_p15_whoever_has_no_card_left_wins_at_once(
    source: str, card: str, lying: str, burnt: int
) -> None:
    state = table(
        card if source == "hand" else "",
        "3C",
        discard=lying,
        ups=(f"-- {card} --" if source == "face up" else GONE, GONE),
        downs=(f"-- {card} --" if source == "face down" else GONE, GONE),
    )
    after = state.after(Flip(0, 1) if source == "face down" else play(0, card))
    assert after.result == OUT
    assert after.phase is Phase.OVER
    assert (after.burnt, after.turn, after.legal_moves()) == (burnt, 0, ())
    assert after.left(0) == 0


def test_p15_a_last_card_that_does_not_play_wins_nothing() -> None:
    state = table("", "3C", discard="KC", ups=(GONE, GONE), downs=("-- 3H --", GONE))
    assert state.after(Flip(0, 1)).result is None


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(table("KH", "3C", draw="4C", ups=(GONE, GONE), downs=(GONE, GONE)), id="draw"),
        pytest.param(table("KH", "3C", ups=("-- 3S --", GONE), downs=(GONE, GONE)), id="face up"),
        pytest.param(table("KH", "3C", ups=(GONE, GONE), downs=("-- 3S --", GONE)), id="face down"),
    ],
)
def test_p15_a_card_left_anywhere_wins_nothing(state: Pack) -> None:
    assert state.after(play(0, "KH")).result is None


def test_p16_a_game_that_the_host_ends_has_no_winner() -> None:
    state = table("KH", "3C", turn=1).unfinished()
    assert state.result == Result(None, Reason.UNFINISHED)
    assert (state.phase, state.turn, state.legal_moves()) == (Phase.OVER, 1, ())


# What is refused, and why.

IN_PLAY = table("5H 7H 7D", "3C KS", discard="6C")
ON_THE_TABLE = table("", "3C", discard="6C", ups=("7H 7D 4S", GONE))
BLIND = table("", "3C", discard="6C", ups=(GONE, GONE), downs=("4S -- KD", GONE))

REFUSALS: list[tuple[Pack, Move, str, str]] = [
    (dealt(), play(0, "4D"), "choosing", "first every seat chooses three cards (P3)"),
    (dealt(), Pickup(0), "choosing", "first every seat chooses three cards (P3)"),
    (dealt(), choose(2, "4D 7C 9C"), "no_such_place", "there is no seat 2: they are 0 to 1"),
    (dealt(), choose(0, "4D 7C 8C"), "not_held", "seat 0's hand lacks 8C"),
    (dealt(), choose(0, "4D 4D 7C"), "not_held", "seat 0's hand lacks 4D"),
    (
        dealt().after(choose(0, "4D 7C 9C")),
        choose(0, "2D JC KC"),
        "chosen",
        "seat 0 has chosen its face-up cards already (P3)",
    ),
    (IN_PLAY, choose(0, "5H 7H 7D"), "chosen", "seat 0 has chosen its face-up cards already (P3)"),
    (IN_PLAY, play(1, "KS"), "not_your_turn", "it is seat 0's turn, not seat 1's"),
    (IN_PLAY, Pickup(4), "not_your_turn", "it is seat 0's turn, not seat 4's"),
    (IN_PLAY, play(0, "7S"), "not_held", "seat 0's hand lacks 7S"),
    (IN_PLAY, play(0, "7H 7H"), "not_held", "seat 0's hand lacks 7H"),
    (IN_PLAY, play(0, "9C"), "not_held", "seat 0's hand lacks 9C"),
    (
        IN_PLAY,
        play(0, "5H"),
        "no_fit",
        "5H does not go on 6C: play as high or higher, a 2 or a 10 (P6)",
    ),
    (IN_PLAY, Flip(0, 0), "not_yet", "face-down cards come last: after the hand and face-up"),
    (IN_PLAY, Pickup(0), "must_play", "who can play, or turn a card over, must (P11, P14)"),
    (table("5H", "3C"), Pickup(0), "no_pile", "there is no discard pile to take (P11)"),
    (
        table("5H", "3C", discard="6C"),
        Pickup(0, *cards("9C")),
        "no_card",
        "no face-up card is taken along here (P13)",
    ),
    (ON_THE_TABLE, play(0, "KH"), "not_face_up", "seat 0 has no KH face up"),
    (ON_THE_TABLE, play(0, "7H 7D"), "one_card", "one face-up card is played in a turn (P12)"),
    (ON_THE_TABLE, play(0, "4S"), "no_fit", "4S does not go on 6C: play as high or higher"),
    (ON_THE_TABLE, Flip(0, 0), "not_yet", "face-down cards come last"),
    (BLIND, play(0, "KD"), "turn_over", "only face-down cards are left: turn one over (P12)"),
    (BLIND, Flip(0, 1), "empty_slot", "seat 0 has no card in slot 1"),
    (BLIND, Pickup(0), "must_play", "who can play, or turn a card over, must"),
    (IN_PLAY.unfinished(), play(0, "7H"), "over", "the game is over"),
]


@pytest.mark.parametrize(
    ("state", "move", "code", "words"),
    REFUSALS,
    ids=[f"{move.as_line()}: {code}" for _, move, code, _ in REFUSALS],
)
def test_what_the_rules_forbid_is_refused_with_the_reason(
    state: Pack, move: Move, code: str, words: str
) -> None:
    with pytest.raises(RuleError) as refused:
        state.after(move)
    assert (refused.value.code, str(refused.value)[: len(words)]) == (code, words)
    assert move not in state.legal_moves()


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: play(0, "7H 8H"), "cards of one rank are played, one or more (P6)"),
        (lambda: Play(0, ()), "cards of one rank are played, one or more (P6)"),
        (lambda: play(0, "7C 7C 7C 7C"), "there is no third 7C"),
        (lambda: choose(0, "7C 8C"), "three cards are chosen to lie face up (P3)"),
        (lambda: choose(0, "7C 7C 7C"), "there is no third 7C"),
        (lambda: play(5, "7C"), "there is no seat 5: they are 0 to 4"),
        (lambda: choose(-1, "7C 8C 9C"), "there is no seat -1: they are 0 to 4"),
        (lambda: Flip(5, 0), "there is no seat 5: they are 0 to 4"),
        (lambda: Flip(0, 3), "there is no slot 3: they are 0 to 2"),
        (lambda: Pickup(5), "there is no seat 5: they are 0 to 4"),
    ],
)
def test_a_move_that_no_game_knows_cannot_be_made(made: Callable[[], Move], words: str) -> None:
    with pytest.raises(RuleError) as refused:
        made()
    assert str(refused.value) == words
