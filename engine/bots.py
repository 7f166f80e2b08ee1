"""What a bot makes of a table of Spit: which card it goes for, from what its seat may know.

Chance is an argument. When a bot looks, how long its hand takes and where that slips is decided
elsewhere.
"""

from collections.abc import Sequence
from enum import StrEnum

from engine.cards import Card
from engine.spit import FITTING, PILES, SPIT, Move, Play, SpitView

OVERLOOKS = 0.35
"""How often the easy bot sees no play though there is one."""


class Level(StrEnum):
    """How well a bot plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


def choose(view: SpitView, level: Level, chance: float) -> Move | None:
    """Choose what to go for now: a play; else a draw; the spit when stuck (that is: call ready).

    None: there is nothing to do, or it has been overlooked, so look again later. `chance` is
    evenly random in [0, 1); the same view, level and chance give the same choice.
    Easy takes any play it happens to see, normal one that it can follow up best, hard weighs in
    what it leaves to the rival.
    """
    if view.stuck:
        return SPIT
    plays = [move for move in view.moves if isinstance(move, Play)]
    if not plays:
        return view.moves[0] if view.moves else None
    if level is Level.EASY:
        seen = (chance - OVERLOOKS) / (1 - OVERLOOKS)
        return None if seen < 0 else _pick(plays, seen)
    worths = [_worth(view, play, level) for play in plays]
    best = [play for play, worth in zip(plays, worths, strict=True) if worth == max(worths)]
    return _pick(best, chance)


def _pick(plays: Sequence[Play], chance: float) -> Play:
    return plays[int(chance * len(plays))]


def _worth(view: SpitView, play: Play, level: Level) -> int:
    """Count what `play` leads to; only differences between plays mean something."""
    card = view.own[play.slot]
    piles = _covered(view.piles, play.pile, card)
    rest = (*view.own[: play.slot], *view.own[play.slot + 1 :])
    run = longest_run(rest, piles)
    return run if level is Level.NORMAL else 2 * run - _chances(view.rival, piles)


def longest_run(cards: Sequence[Card | None], piles: Sequence[Card | None]) -> int:
    """Count the plays of the longest run that `cards` alone allow on `piles`, unhindered."""
    return max(
        (
            1 + longest_run((*cards[:at], *cards[at + 1 :]), _covered(piles, pile, card))
            for at, card in enumerate(cards)
            for pile in range(PILES)
            if card in FITTING[piles[pile]]
        ),
        default=0,
    )


def _chances(cards: Sequence[Card | None], piles: Sequence[Card | None]) -> int:
    return sum(card in FITTING[top] for card in cards for top in piles)


def _covered(piles: Sequence[Card | None], pile: int, card: Card | None) -> tuple[Card | None, ...]:
    return (*piles[:pile], card, *piles[pile + 1 :])
