"""Finished matches, counted: who stands how against whom."""

from dataclasses import replace

import pytest

from engine.bots import Level
from engine.game import Reason
from firmware_host.effects import GameEnded, MatchEnded, Player
from firmware_host.tally import NotedMatch, Tally, tallies

ANA, BEN, EVA = Player("Ana"), Player("Ben"), Player("Eva")
HARD = Player("Hard bot", Level.HARD)


def match(
    players: tuple[Player, ...] = (ANA, BEN),
    winner: int | None = 0,
    *lefts: tuple[int, ...],
    game: str = "spit",
    is_forfeit: bool = False,
) -> NotedMatch:
    """A match whose games were won by whoever held fewest cards at their end."""
    games = tuple(
        GameEnded(None if len(set(left)) == 1 else left.index(min(left)), Reason.OUT, left)
        for left in lefts
    )
    score = tuple(sum(game.winner == seat for game in games) for seat in range(len(players)))
    ended = MatchEnded(winner, score, game, players, best_of=len(games), is_forfeit=is_forfeit)
    return NotedMatch("2026-07-05T18:00:00Z", ended, games)


def only(*noted: NotedMatch) -> Tally:
    (tally,) = tallies(noted)
    return tally


def test_before_the_first_match_nobody_stands_anywhere() -> None:
    assert tallies([]) == ()


def test_one_match_is_told_with_its_games_and_margins() -> None:
    tally = only(match((ANA, BEN), 0, (0, 10), (4, 0), (0, 1)))
    assert tally == Tally(
        game="spit",
        players=(ANA, BEN),
        matches=1,
        won=(1, 0),
        drawn=0,
        forfeits=0,
        games=3,
        games_won=(2, 1),
        margin=5.0,
    )


def test_opponents_are_the_same_whoever_sits_where() -> None:
    tally = only(match((ANA, BEN), 0, (0, 10)), match((BEN, ANA), 0, (0, 20)))
    assert (tally.players, tally.won, tally.games_won) == ((ANA, BEN), (1, 1), (1, 1))
    assert tally.margin == 15.0


def test_a_bot_is_the_same_whatever_it_is_called_and_is_named_after_people() -> None:
    norwegian = Player("Aud", Level.HARD)
    tally = only(match((HARD, ANA), 1, (3, 0)), match((ANA, norwegian), 0, (0, 3)))
    assert (tally.players, tally.won) == ((ANA, Player("", Level.HARD)), (2, 0))


def test_a_person_called_like_a_bot_is_a_person() -> None:
    person = Player(HARD.name)
    assert len(tallies([match((ANA, person), 0, (0, 1)), match((ANA, HARD), 0, (0, 1))])) == 2


def test_two_bots_of_one_level_are_counted_each() -> None:
    tally = only(match((HARD, ANA, HARD), 2, (5, 6, 0)), match((HARD, HARD, ANA), 0, (0, 3, 3)))
    assert tally.won == (0, 1, 1)


def test_a_margin_is_the_lead_over_the_next_best() -> None:
    assert only(match((ANA, BEN, EVA), 2, (9, 4, 0))).margin == 4.0
    assert only(match((ANA, BEN), 1, (3, 1))).margin == 2.0


def test_a_drawn_match_is_won_by_nobody_and_has_no_margin() -> None:
    tally = only(match((ANA, BEN), None, (2, 2)))
    assert (tally.won, tally.drawn, tally.games, tally.margin) == ((0, 0), 1, 1, None)


@pytest.mark.parametrize(
    ("winner", "won"),
    [pytest.param(1, (0, 1), id="to one"), pytest.param(None, (0, 0), id="to nobody")],
)
def test_a_forfeit_is_no_draw(winner: int | None, won: tuple[int, int]) -> None:
    tally = only(match((ANA, BEN), winner, is_forfeit=True))
    assert (tally.won, tally.forfeits, tally.drawn, tally.games) == (won, 1, 0, 0)


def test_matches_with_a_phone_count_like_any_other_and_are_told() -> None:
    wired = match((ANA, BEN), 0, (0, 1))
    on_a_phone = replace(wired, match=replace(wired.match, phones=(1,)))
    on_two = replace(wired, match=replace(wired.match, phones=(0, 1)))
    tally = only(wired, on_a_phone, on_two)
    assert (tally.matches, tally.won, tally.phones) == (3, (3, 0), 2)


def test_other_games_and_other_opponents_are_counted_apart_the_most_played_first() -> None:
    rare, often = match((ANA, EVA), 0, (0, 1)), match((ANA, BEN), 0, (0, 1))
    pack = replace(rare, match=replace(rare.match, game="pack"))
    told = [
        (tally.game, tally.players, tally.matches) for tally in tallies([rare, often, often, pack])
    ]
    assert told == [("pack", (ANA, EVA), 1), ("spit", (ANA, BEN), 2), ("spit", (ANA, EVA), 1)]
