"""Sets up tables of The Pack in card notation: `--` is an empty slot."""

from engine.cards import Card
from engine.pack import Choose, Flip, Layout, Pack, Pickup, Play, Rules
from engine.pack_hand import cards_in, holding
from engine.pack_state import Deal


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def layout(text: str) -> Layout:
    return tuple(None if word == "--" else Card.parse(word) for word in text.split())


def shown(places: Layout) -> str:
    return " ".join("--" if card is None else str(card) for card in places)


GONE = "-- -- --"


def table(
    *hands: str,
    discard: str = "",
    draw: str = "",
    ups: tuple[str, ...] = (),
    downs: tuple[str, ...] = (),
    turn: int = 0,
    **house_rules: bool,
) -> Pack:
    """Lay a table in the middle of a game, `draw` from the top, `discard` from the bottom.

    Where not told, every seat has `9C 9D 9H` face up and `8C 8D 8H` face down.
    """
    lying = cards(discard)
    run = 0
    for card in reversed(lying):
        if card.rank != lying[-1].rank:
            break
        run += 1
    return Pack(
        deal=Deal(Rules(**house_rules), cards(draw), 0),
        hands=tuple(holding(cards(hand)) for hand in hands),
        ups=tuple(map(layout, ups or ("9C 9D 9H",) * len(hands))),
        downs=tuple(map(layout, downs or ("8C 8D 8H",) * len(hands))),
        drawn=0,
        discard=lying,
        run=run,
        burnt=0,
        turn=turn,
        result=None,
    )


def play(seat: int, text: str) -> Play:
    return Play(seat, cards(text))


def choose(seat: int, text: str) -> Choose:
    return Choose(seat, cards(text))


def hand(state: Pack, seat: int) -> str:
    return shown(cards_in(state.hands[seat]))


def discard(state: Pack) -> str:
    return shown(state.discard)


def legal(state: Pack) -> list[str]:
    """Write the legal moves: the cards of a play, `flip 0`, `pickup`, `pickup KS`."""
    return [_words(move) for move in state.legal_moves()]


def _words(move: object) -> str:
    match move:
        case Play(_, played):
            return shown(played)
        case Flip(_, slot):
            return f"flip {slot}"
        case Pickup(_, None):
            return "pickup"
        case Pickup(_, card):
            return f"pickup {card}"
    raise AssertionError(move)
