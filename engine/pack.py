"""The Pack (nb: Kortstokken), rules P1-P16: two to five seats take turns, and who is out wins."""

from collections import Counter
from dataclasses import fields
from typing import NoReturn

from engine.cards import DECK, Card
from engine.game import SEAT, Deck, check_place
from engine.jsonl import Fields, LineError
from engine.messages import say
from engine.pack_hand import TEN, fits, holding
from engine.pack_moves import (
    COPIES,
    FLIPS,
    PICKUPS,
    SEATS,
    SLOTS,
    Choose,
    Flip,
    Move,
    Phase,
    Pickup,
    Play,
    Rules,
)
from engine.pack_refusals import listed
from engine.pack_state import NAME, Deal, Pack
from engine.pack_view import Layout, Outcome, PackView

__all__ = [
    "NAME", "RULES", "SEATS", "SLOTS", "Choose", "Flip", "Layout", "Move", "Outcome", "Pack",
    "PackView", "Phase", "Pickup", "Play", "Rules", "begin", "outcome", "read_deal", "read_move",
    "read_refusal", "unshuffled",
]  # fmt: skip

RULES = Rules()
DEALT_TO_HAND = 6


def outcome(before: Pack, move: Move) -> Outcome:
    """Tell what everybody saw of `move`; `RuleError` if it is not legal.

    Of a choice that is nothing: its cards are shown when the last seat has chosen.
    """
    after = before.after(move)
    if isinstance(move, Choose):
        return Outcome()
    if isinstance(move, Pickup):
        along = (move.card,) if move.card else ()
        return Outcome(along, taken=len(before.discard) + len(along))
    cards = move.cards if isinstance(move, Play) else _turned(before, move)
    if not fits(cards[0], before.top):
        return Outcome(cards, fits=False, taken=len(before.discard) + len(cards))
    is_clear, is_ten = after.burnt > before.burnt, cards[0].rank == TEN
    return Outcome(
        cards,
        burned=is_clear and is_ten,
        four=is_clear and not is_ten,
        drawn=before.draw - after.draw,
    )


def unshuffled(seats: int) -> tuple[Deck, ...]:
    """Give the cards of a game as they are before the shuffle: two decks in one from 3 seats on."""
    return (DECK if seats == SEATS[0] else DECK * COPIES,)


def begin(rules: Rules, decks: tuple[Deck, ...], seats: int, first: int) -> Pack:
    """Deal the one deck of `decks`, given from the top, beginning with seat `first` (P2).

    ValueError if it is not complete, or if so many cannot play, or `first` is none of them.
    """
    if seats not in SEATS:
        words = say(
            "{least} to {most} may play, not {seats}", least=SEATS[0], most=SEATS[-1], seats=seats
        )
        raise ValueError(words)
    check_place(SEAT, first, seats)
    (deck,) = decks
    _check_deck(deck, seats)
    dealt = (SLOTS + DEALT_TO_HAND) * seats
    piles = [deck[(seat - first) % seats : dealt : seats] for seat in range(seats)]
    return Pack(
        deal=Deal(rules, deck, first),
        hands=tuple(holding(pile[SLOTS:]) for pile in piles),
        ups=((),) * seats,
        downs=tuple(pile[:SLOTS] for pile in piles),
        drawn=dealt,
        discard=(),
        run=0,
        burnt=0,
        turn=first,
        result=None,
    )


def read_deal(header: Fields) -> Pack:
    """Take `players`, `first`, `rules` and `deal` off a match record's header, and deal."""
    seats = header.integer("players", SEATS[0], SEATS[-1])
    first = header.integer("first", 0, seats - 1)
    rules = _read_rules(header.inner("rules"))
    (complete,) = unshuffled(seats)
    names = header.texts("deal", len(complete))
    try:
        return begin(rules, (tuple(map(Card.parse, names)),), seats, first)
    except ValueError as error:
        header.fail(error.args[0])


def read_move(line: Fields) -> Move:
    """Take a move off a record's line; LineError if it is not written as one."""
    kind = line.choice("move", ("choose", "play", "flip", "pickup"))
    seat = line.integer("seat", 0, SEATS[-1] - 1)
    if kind == "flip":
        return FLIPS[seat][line.integer("slot", 0, SLOTS - 1)]
    try:
        if kind == "pickup":
            return Pickup(seat, Card.parse(line.text("card"))) if "card" in line else PICKUPS[seat]
        cards = tuple(map(Card.parse, line.texts("cards", SLOTS if kind == "choose" else None)))
        return Choose(seat, cards) if kind == "choose" else Play(seat, cards)
    except LineError:
        raise
    except ValueError as error:
        line.fail(error.args[0])


def read_refusal(line: Fields) -> NoReturn:
    """Raise LineError: turns are taken one after another, so records of The Pack refuse nothing."""
    line.fail(say("The Pack has no refused presses: remove this line"))


def _read_rules(inner: Fields) -> Rules:
    rules = Rules(
        **{rule.name: inner.flag(rule.name) for rule in fields(Rules) if rule.name in inner}
    )
    inner.done()
    return rules


def _check_deck(deck: Deck, seats: int) -> None:
    (complete,) = unshuffled(seats)
    lacking = Counter(complete) - Counter(deck)
    if lacking or len(deck) != len(complete):
        raise ValueError(
            say(
                "the deck of {seats} players must hold each card {times}: "
                "it has {count} cards and lacks {cards}",
                seats=seats,
                times=say("once") if complete is DECK else say("twice"),
                count=len(deck),
                cards=listed(lacking.elements()) or say("none"),
            )
        )


def _turned(before: Pack, flip: Flip) -> tuple[Card, ...]:
    card = before.downs[flip.seat][flip.slot]
    return (card,) if card else ()
