"""How the bots' levels fare against each other, and how quick they are, in virtual time."""

import argparse
from collections.abc import Iterator

from engine.bots import Level

PAIRS = (
    (Level.EASY, Level.NORMAL),
    (Level.NORMAL, Level.HARD),
    (Level.EASY, Level.HARD),
)


def bench(args: argparse.Namespace) -> Iterator[str]:
    """Let each pair of levels play `args.matches` matches, in turn on either seat."""
    from sim.bot_matches import tournament

    for levels in PAIRS:
        won, drawn, reaction_ms = tournament(levels, args.matches)
        weaker, stronger = levels
        yield (
            f"{stronger} beats {weaker} in {won} of {args.matches} ({drawn} drawn); median from"
            f" playable to played, {stronger}: {reaction_ms:.0f} ms"
        )
