"""What a seat of The Pack holds as one whole number, and which of it goes on which card.

Equal cards are alike in The Pack, so a hand is how many there are of each. Two bits a card tell
that (two decks hold every card twice), eight a rank: cards are added and taken away by adding and
subtracting. The ranks stand in `ORDER`, so that what goes on a card comes first.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product

from engine.cards import DECK, RANKS, SUITS, Card

Hand = int

ORDER = "T2AKQJ9876543"
"""The ranks from the lowest bits up: tens and twos go on anything, the others on those after them
and on their own (P1, P6-P8)."""

TEN = RANKS.index("T")
RANK_BITS = 8
_PLACE = {rank: ORDER.index(name) for rank, name in enumerate(RANKS)}

UNIT: Mapping[Card, Hand] = {
    card: 1 << RANK_BITS * _PLACE[card.rank] + 2 * SUITS.index(card.suit) for card in DECK
}
"""The hand that holds nothing but the card."""

_ONE_OF_EACH = sum(UNIT.values())
_SECONDS = _ONE_OF_EACH << 1
_BORROWS = _ONE_OF_EACH << 2
_UPWARDS = [ORDER.index(name) for name in "23456789TJQKA"]


def holding(cards: Iterable[Card | None]) -> Hand:
    """Give the hand of `cards`; an empty place holds none."""
    return sum([UNIT[card] for card in cards if card])


def size(hand: Hand) -> int:
    """Count the cards."""
    return hand.bit_count() + (hand & _SECONDS).bit_count()


def has(hand: Hand, cards: Hand) -> bool:
    """Tell whether `hand` holds all of `cards`: taking them away borrows from no other card."""
    return not (hand ^ cards ^ (hand - cards)) & _BORROWS


def cards_in(hand: Hand) -> tuple[Card, ...]:
    """List the cards by rank, twos first and aces last, then by suit."""
    by_rank = hand.to_bytes(len(ORDER), "little")
    return tuple(
        card for place in _UPWARDS if by_rank[place] for card in _cards(place, by_rank[place])
    )


def _reach(top: Card | None) -> int:
    if top is None or RANKS[top.rank] == "2":
        return len(ORDER)
    # Where a ten lies, it began the pile, and is an ordinary one: nines do not follow (P4).
    return ORDER.index("9") if top.rank == TEN else _PLACE[top.rank] + 1


REACH: Mapping[Card | None, int] = {top: _reach(top) for top in (None, *DECK)}
"""How many ranks of `ORDER` go on each top: all where the discard pile is empty."""

FITTING: Mapping[Card | None, Hand] = {
    top: (1 << RANK_BITS * reach) - 1 for top, reach in REACH.items()
}
"""The mask of what goes on each top in a hand."""


def fits(card: Card, top: Card | None) -> bool:
    """Tell whether `card` may go on `top`: equal or higher, a 2 or a 10; all do on none (P6-P8)."""
    return _PLACE[card.rank] < REACH[top]


@cache
def parts(of_a_rank: int) -> tuple[int, ...]:
    """List every hand of one card or more that can be taken from the eight bits of one rank."""
    counts = [range((of_a_rank >> shift & 3) + 1) for shift in range(0, RANK_BITS, 2)]
    picked = (sum(n << 2 * at for at, n in enumerate(picks)) for picks in product(*counts))
    return tuple(part for part in picked if part)


@cache
def _cards(place: int, of_a_rank: int) -> tuple[Card, ...]:
    rank = RANKS.index(ORDER[place])
    return tuple(
        Card(rank, suit) for at, suit in enumerate(SUITS) for _ in range(of_a_rank >> 2 * at & 3)
    )
