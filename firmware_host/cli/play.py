"""`spytt play`: runs the console; for now the simulated one, with the web front panel."""

import argparse
import logging
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

from engine import pack
from engine.bots import Level
from engine.messages import say
from engine.spit_moves import Refill, Rules
from firmware_host.cli import options
from firmware_host.cli.language import spoken, told
from firmware_host.cli.record_files import RecordFolder, TraceFile, finish
from firmware_host.cli.running import simulator_needed, stopped_by_signals
from firmware_host.cli.state import finish_scores, open_scores
from firmware_host.effects import Effect
from firmware_host.match_state import Setup, new_match
from firmware_host.preferences import BEST_OF, PACK_RULES, Preferences, read
from firmware_host.scribe import Scribe
from firmware_host.seating import all_pads
from firmware_host.trace import TraceHeader
from hw.ports import Arrival

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from sim.live import LiveConsole


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `play`."""
    command = commands.add_parser("play", help=_("run the console"))
    command.add_argument(
        "--sim", action="store_true", help=_("on simulated hardware (the default)")
    )
    options.add_game(command)
    command.add_argument(
        "--bot",
        choices=[str(level) for level in Level],
        help=_("play against a bot of this level"),
    )
    command.add_argument(
        "--pads",
        type=options.whole(1, pack.SEATS[-1]),
        default=2,
        metavar="N",
        help=_("how many people have a pad, 1 to 5; more than 2 have a page each (default: 2)"),
    )
    command.add_argument("--names", type=options.names, metavar="A,B", help=_("who plays"))
    command.add_argument("--best-of", type=int, choices=BEST_OF, help=_("games a match"))
    command.add_argument(
        "--refill", choices=[str(refill) for refill in Refill], help=_("house rule of Spit")
    )
    command.add_argument(
        "--lockout-ms",
        type=options.lockout_ms,
        metavar="N",
        help=_("house rule of Spit: how long piles rest after a misfit; 0 is not at all"),
    )
    command.add_argument(
        "--rule",
        action="append",
        choices=PACK_RULES,
        help=_("a house rule of The Pack; may be given several times"),
    )
    options.add_port(command)
    options.add_state(command)
    command.add_argument("--record", type=Path, metavar="DIR", help=_("write each game's record"))
    command.add_argument("--trace", type=Path, metavar="FILE", help=_("write the input trace"))
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
        print(told(say("Front panel: {address}", address=console.front.address)), flush=True)
        words = say("seed {seed}; stop with Ctrl-C", seed=seed)
        print(f"spytt: {told(words)}", file=sys.stderr)
        console.run()
    return 0


def setup_of(args: argparse.Namespace, seed: int) -> Setup:
    """Settle the names: of two, the second is the bot's where there is one."""
    names: tuple[str, ...] = args.names or ()
    bot_name = names[1] if args.bot and len(names) == 2 else ""
    return Setup(names[:1] if bot_name else names, bot_name=bot_name, seed=seed)


def preferences_of(args: argparse.Namespace, kept: Preferences) -> Preferences:
    """Settle what the title begins with: what was kept, but for what the command line names."""
    named = {"game": args.game, "seats": args.seats, "best_of": args.best_of, "lang": args.lang}
    chosen = replace(kept, **{name: value for name, value in named.items() if value is not None})
    if args.seats is None and args.pads > 2:
        chosen = replace(chosen, seats=max(chosen.seats, args.pads))
    if args.bot:
        chosen = replace(chosen, is_alone=True, level=Level(args.bot))
    refill, lockout_ms = args.refill or kept.spit.refill, args.lockout_ms
    lockout_ms = kept.spit.lockout_ms if lockout_ms is None else lockout_ms
    ruled = replace(chosen, spit=Rules(Refill(refill), lockout_ms))
    rules = dict.fromkeys(args.rule or (), True)
    return replace(ruled, pack=replace(ruled.pack, **rules))


def _prepare(args: argparse.Namespace, seed: int, closing: ExitStack) -> "LiveConsole":
    with simulator_needed():
        from sim.live import PAGE_SETTINGS, LiveConsole, page_pads

    scores = open_scores(args.state)
    closing.callback(finish_scores, scores)
    preferences = preferences_of(args, read({"lang": spoken(), **scores.preferences()}))
    pads = tuple(info.pad for info in page_pads(args.pads))
    setup = replace(setup_of(args, seed), pads=pads)
    match = new_match(setup, preferences, scores.standings())
    watches: list[Callable[[Effect], None]] = [scores.take]
    tap: Callable[[Arrival], None] | None = None
    scribe = Scribe()
    closing.callback(finish, scribe)
    if args.record:
        when = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        folder = RecordFolder(args.record, when, scribe)
        watches.append(folder.take)
    if args.trace:
        header = TraceHeader(all_pads(page_pads(args.pads), seed), seed, PAGE_SETTINGS)
        trace = TraceFile(args.trace, header, scribe)
        tap = trace.put
    return LiveConsole(match, args.port, watches=watches, tap=tap)
