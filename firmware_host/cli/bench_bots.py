"""How the bots' levels fare against each other in both games, and how quick they are."""

import argparse
from collections.abc import Iterator

from engine.bots import Level

PAIRS = (
    (Level.EASY, Level.NORMAL),
    (Level.NORMAL, Level.HARD),
    (Level.EASY, Level.HARD),
)


def bench(args: argparse.Namespace) -> Iterator[str]:
    """Let each pair of levels play `args.matches` of Spit, in turn on either seat.

    Of The Pack `args.games`, also among more of them.
    """
    from firmware_host.cli.bench_pack_bots import measured

    yield from (f"spit: {line}" for line in _spit(args.matches))
    yield from (f"pack: {line}" for line in measured(PAIRS, args.games))


def _spit(matches: int) -> Iterator[str]:
    """Measure on the whole console in virtual time."""
    from sim.bot_matches import tournament

    for levels in PAIRS:
        won, drawn, reaction_ms = tournament(levels, matches)
        weaker, stronger = levels
        yield (
            f"{stronger} beats {weaker} in {won} of {matches} ({drawn} drawn); median from"
            f" playable to played, {stronger}: {reaction_ms:.0f} ms"
        )
