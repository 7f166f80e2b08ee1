"""Playing cards, written rank then suit: `AS 2H TD KC`."""

from dataclasses import dataclass

RANKS = "A23456789TJQK"
SUITS = "CDHS"


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card: `rank` counts 0-12 along `A23456789TJQK`, `suit` is one of `CDHS`."""

    rank: int
    suit: str

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Give the one card object that `text` ("TS") names; ValueError says what a card is."""
        try:
            return _BY_NAME[text]
        except KeyError:
            raise ValueError(
                f"{text!r} is not a card: write a rank ({RANKS}) and a suit ({SUITS}), as in TS"
            ) from None

    def __str__(self) -> str:
        return RANKS[self.rank] + self.suit


DECK = tuple(Card(rank, suit) for suit in SUITS for rank in range(len(RANKS)))
"""All 52 cards, suit by suit, each from ace to king."""

_BY_NAME = {str(card): card for card in DECK}
