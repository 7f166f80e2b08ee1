"""What a seat of The Pack holds as one whole number, and which of it goes on which card.

Equal cards are alike in The Pack, so a hand is how many there are of each. Two bits a card tell
that (two decks hold every card twice), eight a rank, the twos lowest and the aces highest: cards
are added and taken away by adding and subtracting, and what goes on a card is a mask.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product

from engine.cards import DECK, RANKS, SUITS, Card

Hand = int

TWO, TEN = RANKS.index("2"), RANKS.index("T")
RANK_BITS = 8
OF_A_RANK = (1 << RANK_BITS) - 1
"""The mask of one rank: as many cards of it as there can be."""


def height(card: Card) -> int:
    """Tell how high `card` ranks: 0 is a two, 1 a three, ... 12 an ace (P1)."""
    return (card.rank - TWO) % len(RANKS)


UNIT: Mapping[Card, Hand] = {
    card: 1 << RANK_BITS * height(card) + 2 * SUITS.index(card.suit) for card in DECK
}
"""The hand that holds nothing but the card."""

_UPWARDS = sorted(DECK, key=UNIT.__getitem__)
_ONE_OF_EACH = sum(UNIT.values())
_SECONDS = _ONE_OF_EACH << 1
_BORROWS = _ONE_OF_EACH << 2


def holding(cards: Iterable[Card | None]) -> Hand:
    """Give the hand of `cards`; an empty place holds none."""
    return sum([UNIT[card] for card in cards if card])


def size(hand: Hand) -> int:
    """Count the cards."""
    return hand.bit_count() + (hand & _SECONDS).bit_count()


def has(hand: Hand, cards: Hand) -> bool:
    """Tell whether `hand` holds all of `cards`: taking them away borrows from no other card."""
    return not (hand ^ cards ^ hand - cards) & _BORROWS


def cards_in(hand: Hand) -> tuple[Card, ...]:
    """List the cards by rank, twos first, then by suit."""
    return tuple(card for card in _UPWARDS for _ in range(hand // UNIT[card] & 3))


def fits(card: Card, top: Card | None) -> bool:
    """Tell whether `card` may go on `top`: equal or higher, a 2 or a 10; all do on none (P6-P8)."""
    return top is None or card.rank in (TWO, TEN) or height(card) >= height(top)


FITTING: Mapping[Card | None, Hand] = {
    top: sum({OF_A_RANK << RANK_BITS * height(card) for card in DECK if fits(card, top)})
    for top in (None, *DECK)
}
"""The mask of what may go on each top: everything where the discard pile is empty."""


@cache
def parts(of_a_rank: int) -> tuple[int, ...]:
    """List every hand of one card or more that can be taken from the eight bits of one rank."""
    counts = [range((of_a_rank >> shift & 3) + 1) for shift in range(0, RANK_BITS, 2)]
    picked = (sum(n << 2 * at for at, n in enumerate(picks)) for picks in product(*counts))
    return tuple(part for part in picked if part)
