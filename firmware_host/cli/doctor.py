"""`spytt doctor`: what is wrong with this console, and how its switches bounce."""

import argparse
import sys
from gettext import gettext as _
from typing import TYPE_CHECKING

from engine.jsonl import LineError
from firmware_host.cli.failure import BadLine
from firmware_host.cli.language import told
from firmware_host.cli.line_files import lines_of

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from firmware_host.doctor.bounce_picture import Ink


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `doctor [--config FILE] [--json] [--trace FILE]`."""
    command = commands.add_parser(
        "doctor",
        help=_("look for what is wrong with the console"),
        description=_(
            "Looks at configuration, pins, buses, panels and clock; then asks for each button in"
            " turn, shows how it bounces, and shows test pictures. Ctrl-C tells what was found."
        ),
    )
    command.add_argument(
        "--trace",
        metavar="FILE",
        help=_("only show the bounces in a trace that was recorded (- is stdin)"),
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Look at everything, or at a trace; 1 if something is bad."""
    return show_trace(args.trace)


def show_trace(file: str) -> int:
    """Show the bounces of a trace, and the settings that suit them."""
    from firmware_host.doctor.bounces import Taps
    from firmware_host.doctor.report import told_bounces
    from firmware_host.trace import read_trace
    from hw.ports import Edge

    taps = Taps()
    try:
        header, arrivals = read_trace(lines_of(file))
        for arrival in arrivals:
            if isinstance(arrival, Edge):
                taps.take(arrival, header.clock_of(arrival.pad))
    except LineError as error:
        raise BadLine(file, error.line, error.what) from None
    seats = {info.pad: info.seat for info in header.pads}
    for line in told_bounces(taps.finish(), seats, header.settings, ink()):
        print(told(line))
    return 0


def ink() -> "Ink":
    """Choose what pictures are drawn with: blocks, or ASCII where stdout knows no better."""
    from firmware_host.doctor.bounce_picture import BLOCKS, PLAIN

    try:
        "".join(BLOCKS).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return PLAIN
    return BLOCKS
