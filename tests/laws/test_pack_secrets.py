"""What a seat of The Pack may not know cannot change what it is shown."""

from collections.abc import Iterator
from random import Random

import pytest

from engine.cards import Card
from engine.pack import SEATS, SLOTS, Choose, Layout, Pack, Phase, Rules, begin, unshuffled
from engine.pack_hand import cards_in, holding

MOVES = 250


def random_games(random: Random, seats: int) -> Iterator[Pack]:
    """Give every state of a game, choices and end included."""
    (deck,) = unshuffled(seats)
    rules = Rules(*(random.random() < 0.3 for _ in range(4)))
    state = begin(rules, (tuple(random.sample(deck, len(deck))),), seats, random.randrange(seats))
    yield state
    for seat in random.sample(range(seats), seats):
        hand = state.view(seat).hand
        yield (state := state.after(Choose(seat, tuple(random.sample(hand, SLOTS)))))
    for _ in range(MOVES):
        if not (legal := state.legal_moves()):
            return
        yield (state := state.after(random.choice(legal)))


def otherwise(random: Random, state: Pack, seat: int) -> Pack:
    """Shuffle all that `seat` may not know.

    Other hands, secret choices, face-down cards and the draw pile; and what lies deep in the
    discard pile, for a seat is shown its top and its size.
    """
    is_choosing = state.phase is Phase.CHOOSE
    deep = len(state.discard) - state.run
    hidden: list[Card] = [*state.discard[:deep], *state.deal.deck[state.drawn :]]
    for owner in range(state.seats):
        hidden += [card for card in state.downs[owner] if card]
        if owner != seat:
            hidden += cards_in(state.hands[owner])
            hidden += [card for card in state.ups[owner] if card and is_choosing]
    random.shuffle(hidden)

    def replaced(places: Layout) -> Layout:
        return tuple(card and hidden.pop() for card in places)

    hands, ups = list(state.hands), list(state.ups)
    for owner in range(state.seats):
        if owner != seat:
            hands[owner] = holding(replaced(cards_in(hands[owner])))
            ups[owner] = replaced(ups[owner]) if is_choosing else ups[owner]
    downs = tuple(map(replaced, state.downs))
    discard = tuple(hidden.pop() for _ in range(deep)) + state.discard[deep:]
    deck = (*state.deal.deck[: state.drawn], *hidden)
    return state._replace(
        deal=state.deal._replace(deck=deck),
        hands=tuple(hands),
        ups=tuple(ups),
        downs=downs,
        discard=discard,
    )


@pytest.mark.parametrize("seats", SEATS)
def test_no_hidden_card_changes_what_a_seat_is_shown(seats: int) -> None:
    random = Random(seats)
    changed = 0
    for state in random_games(random, seats):
        for seat in range(seats):
            other = otherwise(random, state, seat)
            assert other.view(seat) == state.view(seat)
            changed += other != state
    assert changed > 50


def test_a_shown_card_does_change_it() -> None:
    random = Random(1)
    *_, state = (state for state in random_games(random, 2) if state.phase is Phase.PLAY)
    other = otherwise(random, state, 0)
    assert other.view(1) != state.view(1)
