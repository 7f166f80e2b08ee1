"""`spytt wiring`: what is to be wired to which pin, as a table and as a drawing."""

import argparse
import sys
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

from engine.messages import say
from firmware_host.cli.columns import in_columns
from firmware_host.cli.config_file import USUAL, examples, load
from firmware_host.cli.language import spoken, told
from firmware_host.cli.record_files import open_to_write

if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from collections.abc import Iterator

    from firmware_host.config import Config
    from firmware_host.words.wiring import WiringWords

TEXTS = 3
"""How many of the columns hold text, which stands on the left."""


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `wiring [--config FILE] [--svg FILE]`."""
    command = commands.add_parser("wiring", help=_("tell which pin goes where"))
    command.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=_("of this configuration (default: the usual build)"),
    )
    command.add_argument("--svg", type=Path, metavar="FILE", help=_("draw it in this file, too"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the table, and draw; Failure if the configuration cannot be used."""
    # Words and drawing are loaded only where they are wanted.
    from firmware_host.words import words_in

    config = load(args.config or examples()[USUAL])
    words = words_in(spoken()).wiring
    if args.svg is not None:
        from firmware_host.wiring_svg import drawing

        with open_to_write(args.svg) as file:
            file.write(drawing(config, words))
    rows = [words.columns(), *_rows(config, words)]
    print("\n".join(in_columns(rows, TEXTS)))
    if args.config is None:
        sample = f"spytt config example {USUAL}"
        note = say("this is the usual build, as {sample} prints it", sample=sample)
        print(f"spytt: {told(note)}", file=sys.stderr)
    return 0


def _rows(config: "Config", words: "WiringWords") -> "Iterator[tuple[str, ...]]":
    """Give a row a wire; with what has a second leg, the ground of its pad."""
    from firmware_host.wiring import Part, wires

    every = wires(config)
    grounds = {
        wire.seat: str(wire.pin.number)
        for wire in every
        if (wire.part, wire.terminal) == (Part.PAD, "GND")
    }
    for wire in every:
        has_legs = wire.part is not Part.PANEL and wire.terminal != "GND"
        yield (
            words.seat(wire.seat, config.seats[wire.seat].name),
            words.wire(wire.part, wire.terminal),
            wire.pin.name,
            str(wire.pin.number),
            grounds[wire.seat] if has_legs else "",
        )
