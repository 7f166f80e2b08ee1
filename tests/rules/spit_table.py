"""Sets up tables of Spit in card notation: `--` is an empty slot or a pile with nothing on it."""

from engine.cards import DECK, Card
from engine.spit import Deck, Layout, Refill, Rules, Spit, position


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def layout(text: str) -> Layout:
    return tuple(None if word == "--" else Card.parse(word) for word in text.split())


def shown(places: Layout) -> str:
    return " ".join("--" if card is None else str(card) for card in places)


def table(
    left: str = "9C 9D 9H 9S",
    right: str = "9C 9D 9H 9S",
    piles: str = "2C 2D",
    stocks: tuple[str, str] = ("3C 4C 5C", "3D 4D 5D"),
    refill: str = "auto",
    lockout_ms: int = 0,
) -> Spit:
    """Lay a table of seat 0 (left) and seat 1 (right), stocks from top to bottom."""
    decks = _deck_ending_in(stocks[0]), _deck_ending_in(stocks[1])
    taken = 52 - len(stocks[0].split()), 52 - len(stocks[1].split())
    lower, upper = layout(piles)
    rules = Rules(Refill(refill), lockout_ms)
    return position(rules, decks, taken, (layout(left), layout(right)), (lower, upper))


def _deck_ending_in(stock: str) -> Deck:
    ending = cards(stock)
    return (*DECK[: 52 - len(ending)], *ending)
