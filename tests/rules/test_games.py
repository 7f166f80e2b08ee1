"""What every game offers, so that one more is one more file."""

import pytest

from engine.cards import DECK
from engine.games import GAMES, MOST_SEATS


def test_the_games_by_name_and_how_many_may_play_them() -> None:
    assert {name: list(game.SEATS) for name, game in GAMES.items()} == {
        "spit": [2],
        "pack": [2, 3, 4, 5],
    }
    assert all(name == game.NAME for name, game in GAMES.items())
    assert MOST_SEATS == 5


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name, game in GAMES.items() for seats in game.SEATS]
)
def test_every_game_is_dealt_from_its_unshuffled_decks(name: str, seats: int) -> None:
    game = GAMES[name]
    decks = game.unshuffled(seats)
    assert {card for deck in decks for card in deck} == set(DECK)
    dealt = game.begin(game.RULES, decks, seats, seats - 1)
    assert dealt.seats == seats
    assert dealt.result is None
    assert dealt.deal_json()["game"] == name
    assert [dealt.left(seat) for seat in range(seats)] == [52 if name == "spit" else 9] * seats


def test_the_deck_counts_follow_the_rules() -> None:
    assert [len(deck) for deck in GAMES["spit"].unshuffled(2)] == [52, 52]
    assert [len(deck) for deck in GAMES["pack"].unshuffled(2)] == [52]
    assert [len(deck) for deck in GAMES["pack"].unshuffled(3)] == [104]
