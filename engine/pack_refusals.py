"""Why a move of The Pack is refused, with the rule that bars it."""

from collections import Counter
from collections.abc import Iterable

from engine.cards import Card
from engine.game import RuleError
from engine.messages import say


def not_your_turn(turn: int, seat: int) -> RuleError:
    """Another seat's turn."""
    words = say("it is seat {turn}'s turn, not seat {seat}'s", turn=turn, seat=seat)
    return RuleError("not_your_turn", words)


def has_chosen(seat: int) -> RuleError:
    """A second choice."""
    words = say("seat {seat} has chosen its face-up cards already (P3)", seat=seat)
    return RuleError("chosen", words)


def not_held(seat: int, cards: Iterable[Card], hand: Iterable[Card]) -> RuleError:
    """Cards that are not all in the seat's hand."""
    lacking = listed((Counter(cards) - Counter(hand)).elements())
    return RuleError("not_held", say("seat {seat}'s hand lacks {cards}", seat=seat, cards=lacking))


def not_face_up(seat: int, cards: Iterable[Card]) -> RuleError:
    """Cards that do not all lie face up before the seat."""
    words = say("seat {seat} has no {cards} face up", seat=seat, cards=listed(cards))
    return RuleError("not_face_up", words)


def empty_slot(seat: int, slot: int) -> RuleError:
    """A slot whose face-down card is gone."""
    words = say("seat {seat} has no card in slot {slot}", seat=seat, slot=slot)
    return RuleError("empty_slot", words)


def no_fit(card: Card, top: Card | None) -> RuleError:
    """A card that ranks below the top."""
    words = say(
        "{card} does not go on {top}: play as high or higher, a 2 or a 10 (P6)", card=card, top=top
    )
    return RuleError("no_fit", words)


def listed(cards: Iterable[Card]) -> str:
    """Write `cards` one after another."""
    return " ".join(map(str, cards))
