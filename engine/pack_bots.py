"""What a bot does in The Pack, from what its seat may know; chance is an argument.

The hard bot's weights are measured: strategies with all kinds of weights played some millions of
games (cross-entropy search). These are rounded, and a compromise between two seats, where stopping
the rival is most of the game, and more, where being rid of cards is.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import TypeVar

from engine.bots import Level
from engine.cards import DECK, RANKS, Card
from engine.pack_hand import FITTING, TEN, Hand, fits, holding, size
from engine.pack_moves import COPIES, SEATS, SLOTS, Choose, Flip, Move, Phase, Pickup, Play
from engine.pack_state import FOUR
from engine.pack_view import PackView

SLIPS = {Level.EASY: 0.35, Level.NORMAL: 0.05, Level.HARD: 0.04}
"""How often a bot leaves its plan. Easy and normal err; hard plays as normal does.

Without that, two that will not part with their aces pass the same cards to and fro: of 100 games
of hard against hard 6 had no end, and now all have.
"""

PLAIN, PRIZED = "23456789TJQKA", "3456789JQKA2T"
"""The ranks as a beginner plays them, lowest first, and as one does who knows the powers."""

KEEP = dict(zip(PRIZED, (-1.5, -1, 0, 1, 1.5, 1.5, 2.5, 4, 5.5, 8, 11, 6.5, 12), strict=True))
"""What a card is worth to keep. An ace nearly makes a ten: few cards follow it."""
SHED, SHED_LATE = 2.0, 6.5
"""What it is worth to be rid of a card, while there are cards to draw and after that."""
SPLIT = 1.5
"""What it costs to play only some of a rank: the others need a turn of their own."""
AGAIN, LEADS = 0.5, -2.0
"""What it is worth to lead anything where no pile lies, and that the next seat does."""
STOP, STOP_CARD, STOP_LAST = 2.0, 1.25, 12.0
"""What it is worth that the next seat cannot follow: anyhow, for each card that it must take, and
the nearer it is to being out (this over how many it has left).

Nothing while there are cards to draw: what it takes then helps it as much as it hinders.
"""

_ONE_DECK, _BOTH_DECKS = holding(DECK), holding(DECK * COPIES)
_T = TypeVar("_T")


def choose(view: PackView, level: Level, chance: float) -> Move:
    """Choose the cards to lie face up, or what to do in the view's own turn.

    `chance` is evenly random in [0, 1); the same view, level and chance give the same move.
    Easy plays its lowest cards, twos like any other, or just what it sees; normal keeps its twos
    and tens; hard weighs what it keeps against what the next seat can do. None takes a pile that
    it need not take.
    """
    if view.phase is Phase.CHOOSE:
        return Choose(view.seat, _face_up(view, level, chance))
    plays = [move for move in view.moves if isinstance(move, Play)]
    if not plays:
        return _without_play(view, level, chance)
    whole = _whole_ranks(plays, PLAIN if level is Level.EASY else PRIZED)
    if chance >= SLIPS[level]:
        return _best(view, plays, whole) if level is Level.HARD else whole[0]
    if level is Level.EASY:
        return _pick(whole, chance / SLIPS[level])
    return whole[:2][-1] if level is Level.NORMAL else whole[0]


def _face_up(view: PackView, level: Level, chance: float) -> tuple[Card, ...]:
    if level is Level.EASY:
        return _pick(list(combinations(view.hand, SLOTS)), chance)
    return tuple(sorted(view.hand, key=_prized)[-SLOTS:])


def _without_play(view: PackView, level: Level, chance: float) -> Move:
    """Turn over any card; else take the pile, and along with it what is prized least."""
    pickups = [move for move in view.moves if isinstance(move, Pickup)]
    flips = [move for move in view.moves if isinstance(move, Flip)]
    if flips:
        return _pick(flips, chance)
    if level is Level.EASY:
        return _pick(pickups, chance)
    return min(pickups, key=lambda pickup: _prized(pickup.card) if pickup.card else 0)


def _whole_ranks(plays: Sequence[Play], order: str) -> list[Play]:
    """Give the plays of all that there is of a rank, in `order`."""
    largest = {play.cards[0].rank: play for play in sorted(plays, key=_count)}
    return sorted(largest.values(), key=lambda play: order.index(RANKS[play.cards[0].rank]))


def _best(view: PackView, plays: Sequence[Play], whole: Sequence[Play]) -> Play:
    """Give the play that ends the game, or else the one that is worth most."""
    alike = {(play.cards[0].rank, len(play.cards)): play for play in plays}
    most = {play.cards[0].rank: len(play.cards) for play in whole}
    unseen = _unseen(view)

    def worth(play: Play) -> tuple[bool, float]:
        is_whole = len(play.cards) == most[play.cards[0].rank]
        return _goes_out(view, play), _worth(view, play, is_whole, unseen)

    return max(alike.values(), key=worth)


def _goes_out(view: PackView, play: Play) -> bool:
    """Tell whether the seat is out with `play`, or surely with one more on no pile."""
    left = _left(view, view.seat) - len(play.cards)
    if view.draw or not left:
        return not view.draw
    return _plays_again(view, play) and _is_one_play(view, play, left)


def _is_one_play(view: PackView, play: Play, left: int) -> bool:
    """Tell whether the `left` cards after `play` are of one rank in hand, or one on the table."""
    rest = [card for card in view.hand if card not in play.cards]
    return left == max(1, len(rest)) and len({card.rank for card in rest}) <= 1


def _worth(view: PackView, play: Play, is_whole: bool, unseen: Hand) -> float:
    card, count = play.cards[0], len(play.cards)
    shed = SHED if view.draw else SHED_LATE
    worth = count * (shed - KEEP[RANKS[card.rank]]) - (0 if is_whole else SPLIT)
    if _plays_again(view, play):
        return worth + AGAIN
    if _makes_four(view, play):
        return worth + LEADS
    if view.draw:
        return worth
    rival = (view.seat + 1) % view.seats
    stop = STOP + STOP_CARD * (view.discard + count) + STOP_LAST / _left(view, rival)
    return worth + stop * _cannot_follow(view, rival, card, unseen)


def _plays_again(view: PackView, play: Play) -> bool:
    is_ten = play.cards[0].rank == TEN
    return is_ten or (view.rules.four_plays_again and _makes_four(view, play))


def _makes_four(view: PackView, play: Play) -> bool:
    is_run = view.top is not None and view.top.rank == play.cards[0].rank
    return len(play.cards) + (view.run if is_run else 0) >= FOUR


def _cannot_follow(view: PackView, seat: int, card: Card, unseen: Hand) -> float:
    """Tell how likely `seat` has nothing that goes on `card`: surely so or not on the table."""
    up = [own for own in view.ups[seat] if own]
    if up and not view.hands[seat]:
        return float(not any(fits(own, card) for own in up))
    misfits = 1 - size(unseen & FITTING[card]) / size(unseen)
    return misfits ** max(1, view.hands[seat])


def _unseen(view: PackView) -> Hand:
    """Give the cards that may be anywhere: all but the own ones, the face-up ones and the top."""
    seen = holding(view.hand) + sum(map(holding, view.ups)) + holding((view.top,))
    return (_ONE_DECK if view.seats == SEATS[0] else _BOTH_DECKS) - seen


def _left(view: PackView, seat: int) -> int:
    on_table = sum(card is not None for card in view.ups[seat]) + sum(view.downs[seat])
    return view.hands[seat] + on_table


def _prized(card: Card) -> int:
    return PRIZED.index(RANKS[card.rank])


def _count(play: Play) -> int:
    return len(play.cards)


def _pick(items: Sequence[_T], chance: float) -> _T:
    return items[int(chance * len(items))]
