"""The rules of Spit in card notation, sentence by sentence (S1-S11)."""

from collections.abc import Callable

import pytest

from engine.cards import DECK
from engine.game import Reason, Result, RuleError
from engine.spit import SPIT, Deck, Draw, Move, Play, Refill, Rules, Spit, deal, fits
from tests.rules.spit_table import cards, layout, shown, table

DECKS = (DECK, DECK[::-1])


def test_s1_the_top_four_cards_lie_open_topmost_in_slot_0_and_48_are_the_stock() -> None:
    dealt = deal(Rules(), DECKS)
    assert shown(dealt.layouts[0]) == "AC 2C 3C 4C"
    assert shown(dealt.layouts[1]) == "KS QS JS TS"
    assert dealt.stocks == (48, 48)
    assert dealt.seats == 2


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        pytest.param(DECK[:51], "has 51 and lacks KS", id="a card is missing"),
        pytest.param((*DECK, DECK[0]), "has 53 and lacks none", id="a card too many"),
        pytest.param(
            (DECK[1], *DECK[1:]), "has 52 and lacks AC", id="a card stands in for another"
        ),
    ],
)
def test_s1_a_deck_that_is_not_complete_is_refused(deck: Deck, words: str) -> None:
    with pytest.raises(ValueError, match=f"seat 1's deck must .*{words}"):
        deal(Rules(), (DECK, deck))


def test_s2_before_the_first_spit_the_piles_are_empty_and_only_a_spit_is_legal() -> None:
    dealt = deal(Rules(), DECKS)
    assert dealt.piles == (None, None)
    assert dealt.stuck
    assert dealt.legal_moves() == (SPIT,)


def test_s2_a_spit_turns_seat_0s_card_onto_the_left_pile_and_seat_1s_onto_the_right() -> None:
    turned = deal(Rules(), DECKS).after(SPIT)
    assert shown(turned.piles) == "5C 9S"
    assert turned.stocks == (47, 47)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("pile", [0, 1])
def test_s2_both_seats_play_on_both_piles(seat: int, pile: int) -> None:
    before = table("9C 3H JD KS", "9C 3H JD KS", piles="2C 2D")
    after = before.after(Play(seat, 1, pile))
    assert str(after.piles[pile]) == "3H"
    assert after.piles[1 - pile] == before.piles[1 - pile]
    assert after.layouts[1 - seat] == before.layouts[1 - seat]


@pytest.mark.parametrize(
    ("card", "top", "does_fit"),
    [
        pytest.param("5H", "4C", True, id="one higher fits"),
        pytest.param("5H", "6C", True, id="one lower fits"),
        pytest.param("5H", "5C", False, id="equal rank never fits"),
        pytest.param("5H", "7C", False, id="two away does not fit"),
        pytest.param("5H", "4H", True, id="suits do not matter"),
        pytest.param("AS", "KD", True, id="the ace is high, so it goes on a king"),
        pytest.param("AS", "2D", True, id="the ace is low, so it goes on a two"),
        pytest.param("KD", "AS", True, id="a king goes on an ace"),
        pytest.param("2D", "AS", True, id="a two goes on an ace"),
        pytest.param("KD", "2S", False, id="the ace's place is not skipped"),
        pytest.param("TH", "9C", True, id="a ten follows a nine"),
        pytest.param("TH", "JC", True, id="a ten precedes a jack"),
        pytest.param("AS", "AD", False, id="ace on ace never fits"),
        pytest.param("AS", "QD", False, id="an ace is not a queen's neighbour"),
    ],
)
def test_s3_a_card_goes_on_its_neighbours_in_rank(card: str, top: str, does_fit: bool) -> None:
    (played,), (lying,) = cards(card), cards(top)
    assert fits(played, lying) is does_fit
    before = table(f"{card} -- -- --", "8C -- -- --", piles=f"{top} {top}", stocks=("", ""))
    assert (Play(0, 0, 0) in before.legal_moves()) is does_fit


def test_s3_nothing_fits_where_no_card_lies() -> None:
    assert not fits(DECK[0], None)


def test_s5_auto_refill_fills_the_emptied_slot_from_the_stocks_top_within_the_play() -> None:
    after = table("9C 3H JD KS", stocks=("7C 8C", "7D")).after(Play(0, 1, 0))
    assert shown(after.layouts[0]) == "9C 7C JD KS"
    assert after.stocks == (1, 1)


def test_s5_auto_refill_leaves_the_slot_empty_when_the_stock_is_gone() -> None:
    after = table("9C 3H JD KS", stocks=("", "7D")).after(Play(0, 1, 0))
    assert shown(after.layouts[0]) == "9C -- JD KS"
    assert after.stocks == (0, 1)


def test_s5_manual_refill_leaves_the_slot_empty_until_the_seat_draws() -> None:
    after = table("9C 3H JD KS", stocks=("7C 8C", "7D"), refill="manual").after(Play(0, 1, 0))
    assert shown(after.layouts[0]) == "9C -- JD KS"
    assert Draw(0) in after.legal_moves()
    assert Draw(1) not in after.legal_moves()


def test_s5_a_draw_brings_one_card_into_the_lowest_empty_slot() -> None:
    before = table("9C -- JD --", stocks=("7C 8C", "7D"), refill="manual")
    once = before.after(Draw(0))
    assert shown(once.layouts[0]) == "9C 7C JD --"
    assert once.stocks == (1, 1)
    assert shown(once.after(Draw(0)).layouts[0]) == "9C 7C JD 8C"


FULL_TABLE = table("3C 9D 9H 9S", "3C -- -- --", piles="2C 2D", refill="manual")
REFUSALS = [
    pytest.param(table("9C 5H 9H 9S"), Play(0, 1, 0), "no_fit", "5H does not go on 2C", id="S3"),
    pytest.param(
        table("9C -- 9H 9S"), Play(0, 1, 0), "empty_slot", "no card in slot 1", id="an empty slot"
    ),
    pytest.param(
        deal(Rules(), DECKS), Play(0, 0, 1), "no_pile", "nothing lies there yet", id="no pile yet"
    ),
    pytest.param(
        table("3C 9D 9H 9S"), SPIT, "not_stuck", "only when nobody can play", id="S8, not stuck"
    ),
    pytest.param(
        table("-- 9D 9H 9S"), Draw(0), "auto_refill", "fill by themselves", id="S5 auto: no draws"
    ),
    pytest.param(FULL_TABLE, Draw(0), "layout_full", "has four cards", id="S5 never over four"),
    pytest.param(
        table("3C -- -- --", stocks=("", "3C"), refill="manual"),
        Draw(0),
        "no_stock",
        "seat 0 has no stock",
        id="S5 no stock to draw from",
    ),
    pytest.param(
        table("3C -- -- --", stocks=("", "")).after(Play(0, 0, 0)),
        Play(1, 0, 0),
        "over",
        "the game is over",
        id="S9 nobody moves after the end",
    ),
]


@pytest.mark.parametrize(("before", "move", "code", "words"), REFUSALS)
def test_a_refused_move_names_its_rule(before: Spit, move: Move, code: str, words: str) -> None:
    assert move not in before.legal_moves()
    with pytest.raises(RuleError, match=words) as refused:
        before.after(move)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Play(2, 0, 0), "no seat 2"),
        (lambda: Play(0, 4, 0), "no slot 4"),
        (lambda: Play(0, -1, 0), "no slot -1"),
        (lambda: Play(0, 0, 2), "no pile 2"),
        (lambda: Draw(2), "no seat 2"),
    ],
)
def test_a_move_names_only_places_that_exist(build: Callable[[], Move], words: str) -> None:
    with pytest.raises(RuleError, match=words) as refused:
        build()
    assert refused.value.code == "no_such_place"


STUCK = [
    pytest.param("9C 9D 9H 9S", "9C 9D 9H 9S", "2C 2D", "auto", True, id="nobody has a play"),
    pytest.param("9C 9D 9H 3S", "9C 9D 9H 9S", "2C 2D", "auto", False, id="seat 0 has a play"),
    pytest.param("9C 9D 9H 9S", "AC 9D 9H 9S", "2C 2D", "auto", False, id="seat 1 has a play"),
    pytest.param(
        "9C 9D 9H --", "9C 9D 9H 9S", "2C 2D", "manual", False, id="seat 0 can still refill"
    ),
    pytest.param(
        "9C 9D 9H 9S", "-- -- -- --", "2C 2D", "manual", False, id="seat 1 can still refill"
    ),
    pytest.param(
        "9C 9D 9H 9S", "9C 9D 9H 9S", "2C 2D", "manual", True, id="full layouts have no refill"
    ),
]


@pytest.mark.parametrize(("left", "right", "piles", "refill", "is_stuck"), STUCK)
def test_s8_stuck_is_when_no_seat_has_a_play_and_no_seat_can_refill(
    left: str, right: str, piles: str, refill: str, is_stuck: bool
) -> None:
    now = table(left, right, piles, refill=refill)
    assert now.stuck is is_stuck
    assert (now.legal_moves() == (SPIT,)) is is_stuck


def test_s8_a_seat_without_stock_and_with_an_empty_slot_cannot_refill_so_it_is_stuck() -> None:
    now = table("9C 9D -- --", stocks=("", "7C"), refill="manual")
    assert now.stuck


def test_s8_a_seat_without_stock_turns_none_and_its_pile_stays() -> None:
    turned = table("9C 9D -- --", piles="2C 2D", stocks=("", "7C")).after(SPIT)
    assert shown(turned.piles) == "2C 7C"
    assert turned.stocks == (0, 0)
    other = table("9C 9D -- --", piles="2C 2D", stocks=("7C", "")).after(SPIT)
    assert shown(other.piles) == "7C 2D"


def test_s8_still_stuck_after_a_spit_the_spit_comes_again() -> None:
    again = table(piles="2C 2D", stocks=("3C 8C", "3D 8D")).after(SPIT)
    assert again.stuck
    assert not again.after(SPIT).stuck


def test_s9_a_seat_without_layout_and_stock_wins_at_once() -> None:
    won = table("3C -- -- --", "3D 9D 9H 9S", stocks=("", "5C")).after(Play(0, 0, 0))
    assert won.result == Result(0, Reason.OUT)
    assert won.legal_moves() == ()
    assert not won.stuck


def test_s9_seat_1_goes_out_just_the_same() -> None:
    won = table("3D 9D 9H 9S", "-- -- AH --", stocks=("5C", "")).after(Play(1, 2, 1))
    assert won.result == Result(1, Reason.OUT)


@pytest.mark.parametrize("rivals_stock", ["5C", ""])
def test_s9_an_empty_layout_with_stock_left_is_no_win(rivals_stock: str) -> None:
    stocks = ("9C", rivals_stock)
    after = table("3C -- -- --", stocks=stocks, refill="manual").after(Play(0, 0, 0))
    assert after.result is None
    assert after.legal_moves() == (Draw(0),)


@pytest.mark.parametrize(
    ("left", "right", "winner"),
    [
        pytest.param("9C 9D -- --", "9C 9D 9H --", 0, id="seat 0 holds fewer"),
        pytest.param("9C 9D 9H 9S", "9C -- -- --", 1, id="seat 1 holds fewer"),
        pytest.param("9C -- 9H --", "-- 9D 9H --", None, id="as many each is a draw"),
    ],
)
def test_s10_stuck_with_both_stocks_empty_the_fewest_layout_cards_win(
    left: str, right: str, winner: int | None
) -> None:
    ended = table(left, right, piles="2C 2D", stocks=("", ""))
    assert ended.result == Result(winner, Reason.FEWEST)
    assert ended.legal_moves() == ()
    assert not ended.stuck


def test_s10_does_not_end_the_game_while_somebody_can_play() -> None:
    assert table("3C 9D -- --", "9C 9D 9H --", stocks=("", "")).result is None


def test_s10_the_last_spit_may_end_the_game() -> None:
    ended = table("9C -- -- --", "9C 9D 9H --", stocks=("6C", "6D")).after(SPIT)
    assert ended.result == Result(0, Reason.FEWEST)


def test_both_seats_see_the_same_table_each_from_its_own_side_and_no_stock() -> None:
    now = table("3C -- JD KS", "9C 9D AH 9S", "2C 2D", ("7C 8C", "7D"), refill="manual")
    ana, ben = now.view(0), now.view(1)
    assert (ana.own, ana.rival) == (ben.rival, ben.own) == now.layouts
    assert (ana.own_stock, ana.rival_stock) == (ben.rival_stock, ben.own_stock) == (2, 1)
    assert ana.piles == ben.piles == now.piles
    assert ana.moves == (Play(0, 0, 0), Play(0, 0, 1), Draw(0))
    assert ben.moves == (Play(1, 2, 0), Play(1, 2, 1))
    assert (ana.stuck, ana.result) == (ben.stuck, ben.result) == (False, None)


def test_at_a_stuck_point_a_view_has_no_moves() -> None:
    assert table().view(0).moves == ()
    assert table().view(0).stuck


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_view_does_not_depend_on_the_order_of_the_stocks(order: tuple[int, int]) -> None:
    stocks = ("7C 8C", "8C 7C")
    one, other = table(stocks=(stocks[order[0]], "6D")), table(stocks=(stocks[order[1]], "6D"))
    assert one.view(1) == other.view(1)
    assert one.view(0) == other.view(0)


def test_the_referees_state_is_written_as_the_format_says() -> None:
    now = table("AS 2H -- KD", "9C 9D 9H 9S", piles="4C TS", stocks=("", "5C"))
    assert now.as_json() == {
        "stocks": [0, 1],
        "layouts": [["AS", "2H", None, "KD"], ["9C", "9D", "9H", "9S"]],
        "piles": ["4C", "TS"],
        "stuck": False,
        "result": None,
    }
    ended = table("9C -- -- --", "9C -- -- --", stocks=("", ""))
    assert ended.as_json()["result"] == {"winner": None, "reason": "fewest"}
    assert deal(Rules(), DECKS).as_json()["piles"] == [None, None]


def test_house_rules_are_written_only_where_they_differ_from_silence() -> None:
    assert Rules().as_json() == {"refill": "auto"}
    assert Rules(Refill.MANUAL, 400).as_json() == {"refill": "manual", "lockout_ms": 400}


@pytest.mark.parametrize("lockout_ms", [-1, 10_001])
def test_a_lockout_out_of_range_is_refused(lockout_ms: int) -> None:
    with pytest.raises(ValueError, match="lockout_ms must be from 0 to 10000"):
        Rules(lockout_ms=lockout_ms)


def test_an_unknown_way_to_refill_is_refused() -> None:
    with pytest.raises(ValueError, match="'sometimes'"):
        Rules(Refill("sometimes"))


def test_slots_keep_their_places() -> None:
    assert table("3C 9D 9H 9S", stocks=("", "5C")).after(Play(0, 0, 0)).layouts[0] == layout(
        "-- 9D 9H 9S"
    )
