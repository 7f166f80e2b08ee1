"""Playing cards, written rank then suit: `AS 2H TD KC`."""

from dataclasses import dataclass

from engine.messages import say

RANKS = "A23456789TJQK"
SUITS = "CDHS"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A playing card: `rank` counts 0-12 along `A23456789TJQK`, `suit` is one of `CDHS`.

    Every card exists once, so cards compare and hash by identity: the fastest key Python has.
    """

    rank: int
    suit: str

    def __new__(cls, rank: int, suit: str) -> "Card":
        """Give the one card of this rank and suit; ValueError if there is none."""
        if rank not in range(len(RANKS)) or suit not in tuple(SUITS):
            raise ValueError(f"no card has rank {rank!r} (0-12) and suit {suit!r} (of {SUITS})")
        return _CARDS.setdefault((rank, suit), object.__new__(cls))

    def __getnewargs__(self) -> tuple[int, str]:
        return self.rank, self.suit

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Give the card that `text` ("TS") names; ValueError says how a card is written."""
        try:
            return _BY_NAME[text]
        except KeyError:
            raise ValueError(
                say(
                    "{text} is not a card: write a rank ({ranks}) and a suit ({suits}), as in TS",
                    text=repr(text[:20]),
                    ranks=RANKS,
                    suits=SUITS,
                )
            ) from None

    def __str__(self) -> str:
        return RANKS[self.rank] + self.suit


_CARDS: dict[tuple[int, str], Card] = {}

DECK = tuple(Card(rank, suit) for suit in SUITS for rank in range(len(RANKS)))
"""All 52 cards, suit by suit, each from ace to king."""

_BY_NAME = {str(card): card for card in DECK}
