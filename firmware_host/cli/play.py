"""`spytt play`: runs the console; for now the simulated one, with the web front panel."""

import argparse
import logging
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from engine.bots import Level
from engine.spit_moves import Refill, Rules
from firmware_host import words
from firmware_host.cli import options
from firmware_host.cli.record_files import RecordFolder, TraceFile, finish
from firmware_host.cli.running import simulator_needed, stopped_by_signals
from firmware_host.effects import Effect
from firmware_host.match_state import Setup
from firmware_host.scribe import Scribe
from firmware_host.trace import TraceHeader
from hw.ports import Arrival

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from sim.live import LiveConsole

BOT_SEAT = 1


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `play`."""
    command = commands.add_parser("play", help="run the console")
    command.add_argument("--sim", action="store_true", help="on simulated hardware (the default)")
    options.add_game(command)
    command.add_argument(
        "--bot", choices=[str(level) for level in Level], help="play against a bot of this level"
    )
    command.add_argument("--names", type=options.names, metavar="A,B", help="who plays")
    command.add_argument(
        "--best-of", type=int, choices=options.BEST_OF, default=1, help="games a match (default: 1)"
    )
    command.add_argument(
        "--refill",
        choices=[str(refill) for refill in Refill],
        default="auto",
        help="house rule (default: auto)",
    )
    command.add_argument(
        "--lockout-ms",
        type=options.lockout_ms,
        default=0,
        metavar="N",
        help="house rule: how long piles rest after a misfit (default: 0, not at all)",
    )
    options.add_port(command)
    command.add_argument("--record", type=Path, metavar="DIR", help="write each game's record")
    command.add_argument("--trace", type=Path, metavar="FILE", help="write the input trace")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve the front panel until a signal comes; its address is the first line on stdout."""
    logging.basicConfig(format="spytt: %(message)s", level=logging.INFO, stream=sys.stderr)
    seed = options.random_seed() if args.seed is None else args.seed
    with ExitStack() as closing:
        console = _prepare(args, seed, closing)
        closing.enter_context(stopped_by_signals(console.stop))
        with simulator_needed():
            console.front.start()
        print(f"Front panel: {console.front.address}", flush=True)
        print(f"spytt: seed {seed}; stop with Ctrl-C", file=sys.stderr)
        console.run()
    return 0


def setup_of(args: argparse.Namespace, seed: int) -> Setup:
    """Settle names and rules; a bot without another name is called by its level."""
    names = args.names or words.seat_names()
    if args.bot and not args.names:
        names = (names[0], words.bot_name(args.bot))
    rules = Rules(Refill(args.refill), args.lockout_ms)
    return Setup(names, rules, best_of=args.best_of, seed=seed)


def _prepare(args: argparse.Namespace, seed: int, closing: ExitStack) -> "LiveConsole":
    with simulator_needed():
        from sim.live import PAGE_SETTINGS, LiveConsole, pads_of

    levels = {BOT_SEAT: Level(args.bot)} if args.bot else {}
    watches: list[Callable[[Effect], None]] = []
    tap: Callable[[Arrival], None] | None = None
    scribe = Scribe()
    closing.callback(finish, scribe)
    if args.record:
        when = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        folder = RecordFolder(args.record, when, scribe)
        watches.append(folder.take)
    if args.trace:
        header = TraceHeader(pads_of(levels), seed, PAGE_SETTINGS)
        trace = TraceFile(args.trace, header, scribe)
        tap = trace.put
    return LiveConsole(setup_of(args, seed), levels, args.port, watches=watches, tap=tap)
