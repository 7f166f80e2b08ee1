"""What bots choose; they know a view and nothing else."""

import pytest

from engine.bots import OVERLOOKS, Level, choose, longest_run
from engine.spit import SPIT, Draw, Play
from tests.rules.spit_table import cards, table


@pytest.mark.parametrize("level", Level)
def test_when_stuck_a_bot_wants_the_spit(level: Level) -> None:
    assert choose(table().view(0), level, 0.0) == SPIT


@pytest.mark.parametrize("level", Level)
def test_without_a_play_a_bot_draws_where_it_may(level: Level) -> None:
    laid = table("-- 9D 9H 9S", refill="manual")
    assert choose(laid.view(0), level, 0.0) == Draw(0)
    assert choose(laid.view(1), level, 0.0) is None


def test_easy_overlooks_plays_and_takes_any_that_it_sees() -> None:
    view = table("3C 3D 9H 9S", piles="2C KD").view(0)
    assert choose(view, Level.EASY, OVERLOOKS - 0.01) is None
    assert choose(view, Level.EASY, OVERLOOKS) == Play(0, 0, 0)
    assert choose(view, Level.EASY, 0.999) == Play(0, 1, 0)


@pytest.mark.parametrize("chance", [0.0, 0.5, 0.999])
def test_normal_takes_the_play_that_it_can_follow_up(chance: float) -> None:
    view = table("3C AD 4H 5S", piles="2C 8D").view(0)
    assert choose(view, Level.NORMAL, chance) == Play(0, 0, 0)


def test_normal_does_not_look_at_the_rival_and_hard_does() -> None:
    # The rival's fours would go on a three, nothing of its would go on the ace.
    view = table("3C AD 8H 8S", "4C 4D 4H 4S", piles="2C 6D").view(0)
    assert choose(view, Level.NORMAL, 0.0) == Play(0, 0, 0)
    assert choose(view, Level.NORMAL, 0.999) == Play(0, 1, 0)
    assert choose(view, Level.HARD, 0.0) == choose(view, Level.HARD, 0.999) == Play(0, 1, 0)


def test_hard_chooses_the_pile_that_takes_most_from_the_rival() -> None:
    view = table("3C 9D 9H 9S", "6C 6D 5H 5S", piles="2C 4D").view(0)
    assert choose(view, Level.HARD, 0.0) == Play(0, 0, 1)


@pytest.mark.parametrize(
    ("held", "piles", "length"),
    [
        ("9C 9D 9H 9S", "2C 2D", 0),
        ("3C 4D 5H 6S", "2C 2D", 4),
        ("3C AD 9H 9S", "2C KD", 2),
        ("3C AD 9H 9S", "2C 2D", 2),
        ("3C KD 4H QS", "2C AD", 4),
    ],
)
def test_the_longest_run_counts_the_own_cards_only(held: str, piles: str, length: int) -> None:
    assert longest_run(cards(held), cards(piles)) == length


def test_a_hole_in_the_layout_is_no_card() -> None:
    assert longest_run((None, *cards("3C")), cards("2C 9D")) == 1
