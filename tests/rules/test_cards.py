import copy
import pickle

import pytest

from engine.cards import DECK, Card


def test_a_deck_is_52_cards_each_once() -> None:
    assert len(DECK) == len(set(DECK)) == len({str(card) for card in DECK}) == 52


@pytest.mark.parametrize(("text", "rank"), [("AS", 0), ("2H", 1), ("TD", 9), ("KC", 12)])
def test_a_card_is_written_rank_then_suit(text: str, rank: int) -> None:
    card = Card.parse(text)
    assert (card.rank, card.suit) == (rank, text[1])
    assert f"{card}" == text


def test_every_card_exists_once_however_it_is_come_by() -> None:
    card = Card.parse("AS")
    assert Card(0, "S") is card
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize("text", ["", "A", "1S", "10S", "as", "SA", "AS ", "A♠"])
def test_what_is_no_card_is_refused_with_how_a_card_is_written(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: write a rank"):
        Card.parse(text)


@pytest.mark.parametrize(("rank", "suit"), [(13, "S"), (-1, "S"), (0, "X"), (0, ""), (0, "CD")])
def test_no_other_cards_can_be_made(rank: int, suit: str) -> None:
    with pytest.raises(ValueError, match="no card has rank"):
        Card(rank, suit)
