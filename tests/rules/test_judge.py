"""The race on a pile, ruled by the judge (S6); instants are written in ms."""

import pytest

from engine.game import Reason, Result, RuleError
from engine.judge import Judge, Refusal, Why
from engine.spit import SPIT, Draw, Move, Play, Spit
from tests.rules.spit_table import shown, table


class Race:
    """A table with a judge, told move after move."""

    def __init__(self, laid: Spit) -> None:
        self.table = laid
        self.judge = Judge()

    def at(self, ms: float, move: Move) -> Refusal | None:
        self.table, self.judge, refusal = self.judge.rule(self.table, move, round(ms * 1e6))
        return refusal

    def beaten_by_ms(self, ms: float, play: Play) -> float | None:
        refusal = self.at(ms, play)
        assert refusal is not None
        assert (refusal.why is Why.BEATEN) is (refusal.margin_ns is not None)
        return None if refusal.margin_ns is None else refusal.margin_ns / 1e6


def race(lockout_ms: int = 0) -> Race:
    left, right = "3C 4C 9C TC", "3D 4D 9D AD"
    return Race(table(left, right, "2C 2D", ("JC JD", "JH JS"), lockout_ms=lockout_ms))


LEFT_3, LEFT_4, LEFT_9, LEFT_10 = (Play(0, slot, 0) for slot in range(4))
RIGHT_3, RIGHT_4, RIGHT_9, RIGHT_ACE = (Play(1, slot, 0) for slot in range(4))
RIGHT_3_ON_PILE_1 = Play(1, 0, 1)


def test_the_first_takes_the_pile_and_the_second_is_beaten_by_the_margin() -> None:
    contest = race()
    assert contest.at(0, LEFT_3) is None
    assert contest.at(4.1, RIGHT_3) == Refusal(RIGHT_3, Why.BEATEN, 4_100_000)


def test_a_refused_play_changes_nothing_on_the_table() -> None:
    contest = race()
    contest.at(0, LEFT_3)
    before = contest.table
    contest.at(4, RIGHT_3)
    contest.at(5, RIGHT_9)
    assert contest.table is before


def test_a_card_that_fits_the_new_top_stands() -> None:
    contest = race()
    contest.at(0, LEFT_3)
    assert contest.at(4, RIGHT_4) is None
    assert shown(contest.table.piles) == "4D 2D"


def test_a_card_that_never_fitted_is_a_misfit() -> None:
    assert race().at(0, RIGHT_9) == Refusal(RIGHT_9, Why.MISFIT)


def test_the_rivals_last_play_on_the_pile_beats_at_any_age() -> None:
    contest = race()
    contest.at(0, LEFT_3)
    assert contest.beaten_by_ms(20_000, RIGHT_ACE) == 20_000


@pytest.mark.parametrize(
    ("ms", "margin_ms"),
    [
        pytest.param(200, 200, id="an ace that fitted the two is beaten by the first of two plays"),
        pytest.param(300, 300, id="at 300 ms it still is"),
        pytest.param(301, None, id="after 300 ms it is a misfit"),
    ],
)
def test_two_quick_plays_of_the_rival_still_beat(ms: float, margin_ms: float | None) -> None:
    contest = race()
    contest.at(0, LEFT_3)
    contest.at(100, LEFT_4)
    assert contest.beaten_by_ms(ms, RIGHT_ACE) == margin_ms


def test_of_two_plays_that_beat_the_newest_gives_the_margin() -> None:
    contest = Race(table("AC 2H 9C TC", "AD 9H 9D 9S", "KC 2D", ("3C 3D", "JH JS")))
    contest.at(0, Play(0, 0, 0))  # AC on KC, which AD fitted, too
    contest.at(50, Play(0, 1, 0))  # 2H on AC
    contest.at(90, Play(0, 0, 0))  # 3C on 2H, which AD fitted, too
    assert contest.beaten_by_ms(100, Play(1, 0, 0)) == 10


def test_nobody_is_beaten_by_the_own_play() -> None:
    contest = race()
    contest.at(0, RIGHT_3)
    assert contest.at(10, RIGHT_ACE) == Refusal(RIGHT_ACE, Why.MISFIT)


def test_a_play_on_the_other_pile_beats_nobody_here() -> None:
    contest = Race(table("KC 9C 9D 9H", "KD 6C 6D 6H", "AC 2D"))
    contest.at(0, Play(0, 0, 0))
    king_on_the_two = Play(1, 0, 1)
    assert contest.at(1, king_on_the_two) == Refusal(king_on_the_two, Why.MISFIT)


def test_the_consoles_spit_beats_nobody_and_ends_what_came_before() -> None:
    contest = Race(table("3C 9C 9D 9H", "AD 6C 6D 6H", "2C JD", ("KC 9H 2H", "KH KS")))
    contest.at(0, Play(0, 0, 0))
    assert contest.table.stuck
    contest.at(2000, SPIT)
    assert shown(contest.table.piles) == "9H KH"
    ace_on_the_nine = Play(1, 0, 0)
    assert contest.at(2001, ace_on_the_nine) == Refusal(ace_on_the_nine, Why.MISFIT)


def test_a_fresh_card_that_would_have_fitted_before_the_spit_is_a_misfit() -> None:
    contest = Race(table("TC 9D 9H 9S", "6C 6D 6H 6S", "2C KC", ("JH 3C", "5C")))
    contest.at(0, SPIT)
    contest.at(100, Play(0, 0, 0))
    fresh_three = Play(0, 0, 0)
    assert contest.at(200, fresh_three) == Refusal(fresh_three, Why.MISFIT)


def test_a_spit_that_turns_no_card_onto_a_pile_leaves_its_last_play_standing() -> None:
    contest = Race(table("3C 9C 9D 9H", "AD 6C 6D 6H", "2C JD", ("", "KH KS")))
    contest.at(0, Play(0, 0, 0))
    contest.at(2000, SPIT)
    assert shown(contest.table.piles) == "3C KH"
    assert contest.beaten_by_ms(2001, Play(1, 0, 0)) == 2001


def test_when_touches_tie_the_margin_is_never_below_zero() -> None:
    contest = race()
    contest.at(5, LEFT_3)
    assert contest.beaten_by_ms(4.9, RIGHT_3) == 0


def test_a_press_can_be_beaten_by_the_winning_play() -> None:
    contest = Race(table("3C -- -- --", "3D 9D AD 9S", "2C 2D", ("", "")))
    contest.at(0, LEFT_3)
    assert contest.table.result == Result(0, Reason.OUT)
    assert contest.beaten_by_ms(2, Play(1, 2, 0)) == 2
    with pytest.raises(RuleError, match="the game is over"):
        contest.at(3, Play(1, 2, 1))


def test_an_empty_slot_is_no_press_to_rule_on() -> None:
    contest = Race(table("3C -- -- --", stocks=("", "")))
    with pytest.raises(RuleError) as refused:
        contest.at(0, Play(0, 1, 0))
    assert refused.value.code == "empty_slot"


def test_a_draw_stands_and_covers_nothing() -> None:
    contest = Race(table("3C -- -- --", refill="manual"))
    contest.at(0, LEFT_3)
    before = contest.judge
    assert contest.at(1, Draw(0)) is None
    assert contest.judge is before


def test_without_the_house_rule_a_misfit_costs_nothing() -> None:
    contest = race()
    contest.at(0, RIGHT_9)
    assert not contest.judge.rests(1, 0)
    assert contest.at(0, RIGHT_3) is None


def test_lockout_rests_the_seats_piles_so_long_and_no_longer() -> None:
    contest = race(lockout_ms=400)
    contest.at(0, RIGHT_9)
    assert contest.at(399, RIGHT_3) == Refusal(RIGHT_3, Why.LOCKOUT)
    assert contest.at(400, RIGHT_3) is None


def test_lockout_is_not_made_longer_by_presses_and_leaves_the_rival_alone() -> None:
    contest = race(lockout_ms=400)
    contest.at(0, RIGHT_9)
    contest.at(300, RIGHT_9)
    assert contest.at(300, LEFT_3) is None
    assert contest.at(400, RIGHT_4) is None


def test_lockout_never_follows_beaten() -> None:
    contest = race(lockout_ms=400)
    contest.at(0, LEFT_3)
    assert contest.beaten_by_ms(1000, RIGHT_ACE) == 1000
    assert contest.at(1001, RIGHT_4) is None


@pytest.mark.parametrize(
    ("ms", "is_resting"),
    [
        pytest.param(300, False, id="a top that it fitted lay there 300 ms ago"),
        pytest.param(301, True, id="no top that it fitted lay there within 300 ms"),
    ],
)
def test_lockout_spares_a_card_that_fitted_lately(ms: int, is_resting: bool) -> None:
    contest = race(lockout_ms=400)
    contest.at(0, RIGHT_3)
    assert contest.at(ms, RIGHT_ACE) == Refusal(RIGHT_ACE, Why.MISFIT)
    assert contest.judge.rests(1, ms) is is_resting


def test_lockout_spares_no_card_for_what_lay_on_the_other_pile() -> None:
    contest = Race(table("9C 9D 9H 9S", "3D AD 6D 6H", "2C 5D", lockout_ms=400))
    contest.at(0, Play(1, 0, 0))
    contest.at(10, Play(1, 1, 1))
    assert contest.judge.rests(1, 10)


def test_the_judge_forgets_what_can_no_longer_matter() -> None:
    contest = race()
    contest.at(0, LEFT_3)
    contest.at(1, RIGHT_3_ON_PILE_1)
    contest.at(1000, LEFT_4)
    assert [(covered.pile, str(covered.top)) for covered in contest.judge.covered] == [
        (1, "2D"),
        (0, "3C"),
    ]


def test_a_refusal_is_written_as_the_format_says() -> None:
    assert Refusal(Play(1, 0, 0), Why.BEATEN, 4_100_000).as_line() == {
        "refused": "play",
        "seat": 1,
        "slot": 0,
        "pile": 0,
        "why": "beaten",
        "margin_ns": 4_100_000,
    }
    assert "margin_ns" not in Refusal(Play(1, 0, 0), Why.LOCKOUT).as_line()


def test_without_a_lockout_rule_a_press_dated_before_a_misfit_is_not_refused_for_it() -> None:
    told = race()
    misfit = LEFT_9
    refusals = [told.at(ms, misfit) for ms in (1000, 999)]
    assert [refusal and refusal.why for refusal in refusals] == [Why.MISFIT, Why.MISFIT]
