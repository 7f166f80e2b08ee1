"""Decided moves per second: legal moves listed, one picked at random, applied."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from random import Random
from time import perf_counter
from typing import Any

from engine import pack, spit
from engine.game import Game, State

GAMES = 100
GOAL = 200_000
LONGEST = 3000
"""A game ends after so many moves at the latest: random players of The Pack can go on and on."""

TABLES: Sequence[tuple[str, Game, Any, int]] = (
    *((f"spit, refill {refill}", spit, spit.Rules(refill), 2) for refill in spit.Refill),
    *((f"pack, {seats} seats", pack, pack.RULES, seats) for seats in (2, 4)),
)
"""What is measured: its name, the game, its house rules, how many play."""


def bench(args: Namespace) -> Iterator[str]:
    """Play random games (dealt beforehand) `args.rounds` times; give the rate of the best round."""
    for name, game, rules, seats in TABLES:
        deals = random_deals(Random(1), game, rules, seats)
        rates = [moves_per_second(deals, Random(seed)) for seed in range(args.rounds)]
        yield (
            f"{name}: {max(rates):,.0f} decided moves/s, best of {args.rounds} "
            f"rounds (median {sorted(rates)[args.rounds // 2]:,.0f}; goal {GOAL:,})"
        )


def random_deals(random: Random, game: Game, rules: Any, seats: int) -> list[State]:
    """Shuffle and deal `GAMES` games, ready for the first move that can be listed."""
    return [_ready(random, game, rules, seats) for _ in range(GAMES)]


def moves_per_second(deals: list[State], random: Random) -> float:
    """Play every deal to its end, each move picked evenly among the legal ones."""
    moves, pick = 0, random.random
    started = perf_counter()
    for table in deals:
        until = moves + LONGEST
        while moves < until and (legal := table.legal_moves()):
            table = table.after(legal[int(pick() * len(legal))])
            moves += 1
    return moves / (perf_counter() - started)


def _ready(random: Random, game: Game, rules: Any, seats: int) -> State:
    decks = tuple(tuple(random.sample(deck, len(deck))) for deck in game.unshuffled(seats))
    table = game.begin(rules, decks, seats, 0)
    if isinstance(table, pack.Pack):
        for seat in range(seats):
            hand = table.view(seat).hand
            table = table.after(pack.Choose(seat, tuple(random.sample(hand, pack.SLOTS))))
    return table
