"""`spytt demo`: bots play a match on the simulated console, in virtual time."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from gettext import gettext as _
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from engine import spit
from engine.bots import Level
from engine.game import Reason
from engine.games import GAMES
from engine.messages import say
from engine.records import as_text
from firmware_host.accounts import account
from firmware_host.cli import options
from firmware_host.cli.language import spoken, told
from firmware_host.cli.record_files import RecordFile, TraceFile, finish
from firmware_host.effects import Effect, GameBegan, GameEnded, Recorded, Show
from firmware_host.preferences import Preferences
from firmware_host.scribe import Scribe
from firmware_host.trace import TraceHeader
from firmware_host.words import words_in
from hw.ports import Arrival

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from sim.demo import Demo

Watch = Callable[[Effect], None]
BLOCKS = "\u2580\u28ff\u2502"
"""Of each kind one: half blocks, braille, frames."""
Tap = Callable[[Arrival], None]
Timed = Iterator[tuple[int, Effect]]

CLEAR, HIDE_CURSOR, SHOW_CURSOR = "\x1b[2J", "\x1b[?25l", "\x1b[?25h"
SHORTEST_FRAME_NS = 30_000_000


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `demo`."""
    command = commands.add_parser("demo", help=_("watch bots play on the simulated console"))
    options.add_game(command)
    command.add_argument(
        "--speed",
        type=options.speed,
        metavar="X",
        help=_("virtual seconds a second (default: 1 in a terminal, else as fast as it goes)"),
    )
    command.add_argument(
        "--bots",
        type=options.levels,
        metavar="LEVEL,LEVEL",
        help=_("easy, normal or hard, once a seat (default: normal)"),
    )
    command.add_argument("--json", action="store_true", help=_("one line a move, the result last"))
    command.add_argument("--record", type=Path, metavar="FILE", help=_("write the match record"))
    command.add_argument("--trace", type=Path, metavar="FILE", help=_("write the input trace"))
    command.set_defaults(run=run, refuse=command.error)


def run(args: argparse.Namespace) -> int:
    """Play one match, and tell it as was asked."""
    if args.record and args.record == args.trace:
        args.refuse(told(say("--record and --trace need a file each")))
    if args.bots and len(args.bots) != preferences_of(args).seats:
        words = say("--bots must name a level for each seat: give as many as --seats")
        args.refuse(told(words))
    seats = preferences_of(args).seats
    seed = options.random_seed() if args.seed is None else args.seed
    if args.seed is None:
        print(f"spytt: {told(say('seed {seed}', seed=seed))}", file=sys.stderr)
    is_drawn = sys.stdout.isatty() and not args.json and _shows_panels(seats)
    with ExitStack() as files:
        demo, watches = _prepare(args, seed, files)
        effects = _paced(_watched(demo, watches), args.speed or (1.0 if is_drawn else None))
        if args.json:
            _print_moves(effects)
        elif is_drawn:
            _draw(demo, effects)
        else:
            _tell(demo, effects)
    return 0


def preferences_of(args: argparse.Namespace) -> Preferences:
    """Settle what is played, by how many; Spit is for two, and --bots alone counts seats, too."""
    game = args.game or spit.NAME
    most = GAMES[game].SEATS[-1]
    seats = args.seats or (len(args.bots) if args.bots else 2)
    if seats > most:
        words = say(
            "{seats} seats are too many: {game} is for {most}; --game pack is for up to five",
            seats=seats,
            game=game,
            most=most,
        )
        args.refuse(told(words))
    return Preferences(game=game, seats=seats, lang=spoken())


def _prepare(args: argparse.Namespace, seed: int, files: ExitStack) -> "tuple[Demo, list[Watch]]":
    # The simulator draws in Pillow and luma, which `spytt --help` need not wait for.
    from firmware_host.seating import pad_info
    from sim.demo import Demo

    preferences = preferences_of(args)
    levels = args.bots or (Level.NORMAL,) * preferences.seats
    scribe = Scribe()
    files.callback(finish, scribe)
    tap: Tap | None = None
    watches: list[Watch] = []
    pads = tuple(pad_info(seat) for seat in range(len(levels)))
    if args.trace:
        tap = TraceFile(args.trace, TraceHeader(pads, coin=seed), scribe).put
    if args.record:
        watches.append(RecordFile(args.record, scribe).take)
    return Demo(preferences, levels, seed, tap), watches


def _watched(demo: "Demo", watches: Sequence[Watch]) -> Timed:
    for at, effect in demo.effects():
        for watch in watches:
            watch(effect)
        yield at, effect


def _paced(effects: Timed, speed: float | None) -> Timed:
    """Let virtual time pass at `speed`; None is as fast as it goes."""
    begun_ns, first_ns = time.monotonic_ns(), None
    for at, effect in effects:
        first_ns = at if first_ns is None else first_ns
        if speed is not None:
            early_ns = begun_ns + (at - first_ns) / speed - time.monotonic_ns()
            time.sleep(max(0, early_ns / 1e9))
        yield at, effect


def _print_moves(effects: Timed) -> None:
    for _at, effect in effects:
        if isinstance(effect, Recorded) and "move" in effect.line:
            print(as_text(effect.line))
        elif isinstance(effect, GameEnded):
            result = {"winner": effect.winner, "reason": effect.reason}
            print(as_text({"result": result}))


def _tell(demo: "Demo", effects: Timed) -> None:
    """Tell the match in words as it goes, with all panels at its end; no control codes."""
    words = words_in(spoken())
    held_back = None
    ended: list[GameEnded] = []
    for line in account(_record_lines(effects, ended), words):
        if held_back is not None:
            print(held_back)
        held_back = line
    if _writes_blocks():
        print(_panels(demo))
    # A record holds moves alone: that bots were stopped is known here only.
    is_stopped = any(game.reason is Reason.UNFINISHED for game in ended)
    print(words.pack_account.unfinished() if is_stopped else held_back)


def _shows_panels(count: int) -> bool:
    """Tell whether this terminal can draw so many; say what is missing if it is too small."""
    from sim.terminal import layout_in, small_size

    if not _writes_blocks():
        return False
    size = get_terminal_size()
    if layout_in(count, size.columns, size.lines) is None:
        given, needed = (f"{columns}x{rows}" for columns, rows in (size, small_size(count)))
        words = say(
            "{given} is too small for the panels; make the terminal {needed} to watch them",
            given=given,
            needed=needed,
        )
        print(f"spytt: {told(words)}", file=sys.stderr)
        return False
    return True


def _writes_blocks() -> bool:
    """Tell whether stdout's encoding has the characters that panels are drawn with."""
    try:
        BLOCKS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _record_lines(effects: Timed, ended: list[GameEnded]) -> Iterator[str]:
    """Give the lines of the record, and note how it ended."""
    for _at, effect in effects:
        if isinstance(effect, GameBegan):
            yield as_text(effect.header)
        elif isinstance(effect, Recorded):
            yield as_text(effect.line)
        elif isinstance(effect, GameEnded):
            ended.append(effect)


def _draw(demo: "Demo", effects: Timed) -> None:
    """Draw the panels over and over; the last picture and the result stay."""
    from sim.terminal import redrawn

    drawn_ns = 0
    print(CLEAR + HIDE_CURSOR, end="")
    try:
        for _at, effect in effects:
            now_ns = time.monotonic_ns()
            if isinstance(effect, Show) and now_ns - drawn_ns > SHORTEST_FRAME_NS:
                drawn_ns = now_ns
                print(redrawn(_panels(demo)), end="", flush=True)
        print(redrawn(_panels(demo)), end="")
    finally:
        print(SHOW_CURSOR, end="", flush=True)
    print(demo.console.console.match.verdict)


def _panels(demo: "Demo") -> str:
    from sim.terminal import layout_in, panels, stacked

    size = get_terminal_size()
    count = len(demo.names)
    layout = layout_in(count, size.columns, size.lines) or stacked(count, size.columns)
    return panels(demo.frames(), demo.names, layout)
