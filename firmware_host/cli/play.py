"""`spytt play`: runs the console, on the wires of a configuration or on a web front panel."""

import argparse
import logging
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from gettext import gettext as _
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from engine import pack
from engine.bots import Level
from engine.messages import say
from engine.spit_moves import Refill, Rules
from firmware_host.cli import options, phones
from firmware_host.cli.config_file import load, names_in
from firmware_host.cli.language import spoken, told
from firmware_host.cli.record_files import RecordFolder, TraceFile, finish
from firmware_host.cli.running import device_needed, interrupt, simulator_needed, stopped_by_signals
from firmware_host.cli.state import finish_scores, open_scores
from firmware_host.config import Config
from firmware_host.effects import Effect
from firmware_host.match_state import Match, Setup, new_match
from firmware_host.preferences import BEST_OF, PACK_RULES, Preferences, read
from firmware_host.scribe import Scribe
from firmware_host.seating import all_pads, console_of
from firmware_host.service import service_of
from firmware_host.settings import Settings
from firmware_host.trace import TraceHeader
from hw.ports import Arrival, PadInfo

if TYPE_CHECKING:
    from argparse import _SubParsersAction

Watch = Callable[[Effect], None]
Tap = Callable[[Arrival], None]


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `play`."""
    command = commands.add_parser("play", help=_("run the console"))
    command.add_argument(
        "--config", type=Path, metavar="FILE", help=_("on the wires that this file describes")
    )
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
        metavar="N",
        help=_("how many people have a pad, 1 to 5; more than 2 have a page each (default: 2)"),
    )
    phones.add_listen(command)
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
    command.set_defaults(run=run, refuse=command.error)


def run(args: argparse.Namespace) -> int:
    """Play until a signal comes; simulated, the front panel's address is the first line."""
    logging.basicConfig(format="spytt: %(message)s", level=logging.INFO, stream=sys.stderr)
    if args.config and (args.sim or args.pads):
        args.refuse(_("--config is with hardware, --sim and --pads are without"))
    seed = options.random_seed() if args.seed is None else args.seed
    with ExitStack() as closing:
        play = _play_on_wires if args.config else _play_in_the_browser
        play(args, seed, closing)
    return 0


def _play_in_the_browser(args: argparse.Namespace, seed: int, closing: ExitStack) -> None:
    with simulator_needed():
        from sim.live import LiveConsole, live_pads

        listening = phones.phones_of(args.listen, args.state)
    pads, settings = live_pads(args.pads or 2, listening is not None)
    seats = tuple(info.seat for info in pads) if listening else ()
    match, watches, tap = _prepare(args, seed, pads, settings, closing, phone_seats=seats)
    console = LiveConsole(match, options.port_of(args), watches=watches, tap=tap, phones=listening)
    closing.enter_context(stopped_by_signals(console.stop))
    with simulator_needed():
        console.front.start()
    where = told(say("Front panel: {address}", address=console.front.address))
    print(where, flush=True)
    invitations, lang = console.front.invitations, match.preferences.lang
    phones.tell_links(invitations, match.names, lang, sys.stdout, where)
    _tell_seed(seed)
    console.run()


def _play_on_wires(args: argparse.Namespace, seed: int, closing: ExitStack) -> None:
    # Drivers are slow to import on a small Pi: only who has wires waits for them.
    from firmware_host.cli import hardware
    from firmware_host.runner import Runner

    config, service = load(args.config), service_of(os.environ)
    phones.refuse_without_phones(args, config)
    infos = hardware.pads_of(config)
    match, watches, tap = _prepare(
        args, seed, infos, config.settings, closing, config, config.phones
    )
    console = console_of(match, infos, config.settings, tap)
    inbox: SimpleQueue[Arrival | None] = SimpleQueue()
    # A signal may come while panels light up: they go dark again.
    with stopped_by_signals(interrupt), device_needed():
        opened = hardware.open_devices(config, inbox.put)
        closing.callback(opened.close)
        if config.phones:
            pads = [infos[seat] for seat in config.phones]
            opened, watch = phones.join(opened, console, args, pads, inbox.put, closing)
            watches.append(watch)
    runner = Runner(
        console, opened.buses, opened.sounds, watches=watches, inbox=inbox, beat=service.beats
    )
    closing.enter_context(stopped_by_signals(runner.stop))
    _tell_seed(seed)
    service.ready()
    closing.callback(service.stopping)
    runner.run(opened.pads)


def _tell_seed(seed: int) -> None:
    words = say("seed {seed}; stop with Ctrl-C", seed=seed)
    print(f"spytt: {told(words)}", file=sys.stderr)


def setup_of(args: argparse.Namespace, seed: int, config: Config | None = None) -> Setup:
    """Settle the names, the command line's first: of two, the second is an only bot's."""
    names: tuple[str, ...] = args.names or ()
    if config and not names:
        return Setup(names_in(config), seed=seed)
    bot_name = names[1] if args.bot and len(names) == 2 else ""
    return Setup(names[:1] if bot_name else names, bot_name=bot_name, seed=seed)


def configured(kept: Preferences, config: Config | None) -> Preferences:
    """Settle what a configuration says of the title's choices, over what was kept."""
    if config is None:
        return kept
    return replace(
        kept,
        lang=config.language or kept.lang,
        spit=config.spit or kept.spit,
        pack=config.pack or kept.pack,
    )


def preferences_of(args: argparse.Namespace, kept: Preferences, pads: int = 2) -> Preferences:
    """Settle what the title begins with: what was kept, but for what the command line names."""
    named = {"game": args.game, "seats": args.seats, "best_of": args.best_of, "lang": args.lang}
    chosen = replace(kept, **{name: value for name, value in named.items() if value is not None})
    if args.seats is None and pads > 2:
        chosen = replace(chosen, seats=max(chosen.seats, pads))
    if args.bot:
        chosen = replace(chosen, is_alone=True, level=Level(args.bot))
    refill, lockout_ms = args.refill or kept.spit.refill, args.lockout_ms
    lockout_ms = kept.spit.lockout_ms if lockout_ms is None else lockout_ms
    ruled = replace(chosen, spit=Rules(Refill(refill), lockout_ms))
    rules = dict.fromkeys(args.rule or (), True)
    return replace(ruled, pack=replace(ruled.pack, **rules))


def _prepare(
    args: argparse.Namespace,
    seed: int,
    pads: Sequence[PadInfo],
    settings: Settings,
    closing: ExitStack,
    config: Config | None = None,
    phone_seats: tuple[int, ...] = (),
) -> tuple[Match, list[Watch], Tap | None]:
    """Settle the match on its title, and open what is to be written: scores, records, a trace."""
    scores = open_scores(args.state)
    closing.callback(finish_scores, scores)
    kept = read({"lang": spoken(), **scores.preferences()})
    preferences = preferences_of(args, configured(kept, config), len(pads))
    names = tuple(info.pad for info in pads)
    setup = replace(setup_of(args, seed, config), pads=names, phones=phone_seats)
    watches: list[Watch] = [scores.take]
    tap: Tap | None = None
    scribe = Scribe()
    closing.callback(finish, scribe)
    if args.record:
        when = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        folder = RecordFolder(args.record, when, scribe)
        watches.append(folder.take)
    if args.trace:
        header = TraceHeader(all_pads(pads, seed), seed, settings)
        trace = TraceFile(args.trace, header, scribe)
        tap = trace.put
    return new_match(setup, preferences, scores.standings()), watches, tap
