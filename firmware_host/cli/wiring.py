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
    from collections.abc import Iterator, Sequence

    from firmware_host.config import Config
    from firmware_host.wiring import Wire
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
    """Give a row a wire, seat by seat: those on the header, then those on a pad on USB."""
    from firmware_host.wiring import own_wires, wires

    on_header, on_pads = wires(config), own_wires(config)
    for seat, it in enumerate(config.seats):
        name = words.seat(seat, it.name)
        own = [wire for wire in on_header if wire.seat == seat]
        for cells in _of_header(own, words):
            yield (name, *cells)
        for wire in on_pads:
            if wire.seat == seat:
                ground = "" if wire.terminal == "GND" else "GND"
                yield name, words.wire(wire.part, wire.terminal), "Nano", wire.pin, ground


def _of_header(
    own: "Sequence[Wire]", words: "WiringWords"
) -> "Iterator[tuple[str, str, str, str]]":
    """Give the cells of a seat's wires; with what has a second leg, the ground for that."""
    from firmware_host.wiring import Part

    legs = [wire for wire in own if wire.part is not Part.PANEL]
    ground = next((str(wire.pin.number) for wire in legs if wire.terminal == "GND"), "")
    for wire in own:
        has_legs = wire in legs and wire.terminal != "GND"
        what = words.wire(wire.part, wire.terminal)
        yield what, wire.pin.name, str(wire.pin.number), ground if has_legs else ""
