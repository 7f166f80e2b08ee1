"""Decided moves per second: legal moves listed, one picked at random, applied."""

from argparse import Namespace
from collections.abc import Iterator
from random import Random
from time import perf_counter

from engine.cards import DECK
from engine.spit import Refill, Rules, Spit, deal

GAMES = 100
GOAL = 200_000


def bench(args: Namespace) -> Iterator[str]:
    """Play random games (dealt beforehand) `args.rounds` times; give the rate of the best round."""
    for refill in Refill:
        deals = random_deals(Random(1), Rules(refill))
        rates = [moves_per_second(deals, Random(seed)) for seed in range(args.rounds)]
        yield (
            f"spit, refill {refill}: {max(rates):,.0f} decided moves/s, best of {args.rounds} "
            f"rounds (median {sorted(rates)[args.rounds // 2]:,.0f}; goal {GOAL:,})"
        )


def random_deals(random: Random, rules: Rules) -> list[Spit]:
    """Shuffle and deal `GAMES` games."""
    return [
        deal(rules, (tuple(random.sample(DECK, 52)), tuple(random.sample(DECK, 52))))
        for _ in range(GAMES)
    ]


def moves_per_second(deals: list[Spit], random: Random) -> float:
    """Play every deal to its end, each move picked evenly among the legal ones."""
    moves, pick = 0, random.random
    started = perf_counter()
    for table in deals:
        while legal := table.legal_moves():
            table = table.after(legal[int(pick() * len(legal))])
            moves += 1
    return moves / (perf_counter() - started)
