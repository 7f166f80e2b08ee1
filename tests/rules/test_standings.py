"""Who has won how many matches against whom, whoever sits where."""

import pytest

from engine.bots import Level
from firmware_host.effects import Player
from firmware_host.standings import Standings

ANA, BEN, CLEO = Player("Ana"), Player("Ben"), Player("Cleo")
BOT = Player("Bot", Level.HARD)


def test_nobody_has_won_before_the_first_match() -> None:
    assert Standings().of("spit", (ANA, BEN)) == (0, 0)


def test_a_match_counts_for_its_winner_on_either_seat() -> None:
    after = Standings().after("spit", (ANA, BEN), 1).after("spit", (BEN, ANA), 0)
    after = after.after("spit", (BEN, ANA), 1)
    assert after.of("spit", (ANA, BEN)) == (1, 2)
    assert after.of("spit", (BEN, ANA)) == (2, 1)


def test_every_game_and_every_pair_has_a_standing_of_its_own() -> None:
    after = Standings().after("spit", (ANA, BEN), 0)
    assert after.of("pack", (ANA, BEN)) == (0, 0)
    assert after.of("spit", (ANA, CLEO)) == (0, 0)


def test_a_draw_counts_for_nobody() -> None:
    before = Standings().after("spit", (ANA, BEN), 0)
    assert before.after("spit", (ANA, BEN), None) == before


@pytest.mark.parametrize("winner", [0, 2])
def test_a_larger_table_has_no_standing(winner: int) -> None:
    three = (ANA, BEN, CLEO)
    after = Standings().after("pack", three, winner)
    assert after == Standings()
    assert after.of("pack", three) == ()


def test_a_bot_is_known_by_its_level_whatever_the_language_calls_it() -> None:
    after = Standings().after("spit", (ANA, BOT), 1)
    assert after.of("spit", (ANA, Player("Vanskelig robot", Level.HARD))) == (0, 1)
    assert after.of("spit", (ANA, Player("Bot", Level.EASY))) == (0, 0)
    assert after.of("spit", (ANA, Player("Bot"))) == (0, 0), "a person may be called Bot"
