"""`spytt trace`: records an input trace; for now from the simulated console's front panel."""

import argparse
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, TextIO

from firmware_host import words
from firmware_host.cli import options
from firmware_host.cli.failure import Failure
from firmware_host.cli.play import DEFAULT_PORT, LARGEST_PORT
from firmware_host.cli.record_files import open_to_write
from firmware_host.loop import Loop
from firmware_host.recorder import Recorder
from firmware_host.trace import TraceHeader, arrival_line, header_line
from hw.ports import Arrival, DeviceError

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from sim.front_panel.server import FrontPanel

LONGEST_S = 86_400


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trace [-o FILE] [--seconds S] [--port N]`."""
    command = commands.add_parser("trace", help="record what the pads report")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: stdout")
    command.add_argument(
        "--seconds",
        type=options.whole(1, LONGEST_S),
        metavar="S",
        help="stop by itself (default: at Ctrl-C)",
    )
    command.add_argument(
        "--port",
        type=options.whole(0, LARGEST_PORT),
        default=DEFAULT_PORT,
        metavar="N",
        help=f"of the front panel; 0 is any free one (default: {DEFAULT_PORT})",
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Record until Ctrl-C or the end of `--seconds`."""
    with ExitStack() as closing:
        file = sys.stdout
        if args.output is not None:
            file = closing.enter_context(open_to_write(args.output))
        try:
            _record(args.port, args.seconds, file, closing)
        except DeviceError as error:
            raise Failure(str(error)) from None
    return 0


def _record(port: int, seconds: int | None, file: TextIO, closing: ExitStack) -> None:
    front_panel, header = _simulated()

    def keep(arrival: Arrival) -> None:
        print(arrival_line(header, arrival), file=file)

    loop = Loop(Recorder(header, keep), lambda _: None)
    front = front_panel(port, words.seat_names(), header.pads, loop.put)
    front.start()
    closing.callback(front.close)
    print(header_line(header), file=file, flush=True)
    print(f"spytt: press buttons at {front.address}; stop with Ctrl-C", file=sys.stderr, flush=True)
    _let_stop(loop, seconds, closing)
    loop.run((front,))


def _simulated() -> "tuple[type[FrontPanel], TraceHeader]":
    try:
        from sim.front_panel.server import FrontPanel
        from sim.live import PAGE_SETTINGS, pads_of
    except ModuleNotFoundError as error:
        raise Failure(
            f"the simulated console needs {error.name}: pip install 'spytt[sim]'"
        ) from None
    return FrontPanel, TraceHeader(pads_of({}), settings=PAGE_SETTINGS)


def _let_stop(loop: Loop, seconds: int | None, closing: ExitStack) -> None:
    """Let Ctrl-C, a termination and the end of `seconds` stop the loop."""
    for number in (signal.SIGINT, signal.SIGTERM):
        closing.callback(signal.signal, number, signal.getsignal(number))
        signal.signal(number, lambda *_: loop.stop())
    if seconds is not None:
        timer = Timer(seconds, loop.stop)
        timer.daemon = True
        timer.start()
        closing.callback(timer.cancel)
