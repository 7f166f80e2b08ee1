"""`spytt arbitrate`: runs an input trace through exactly the code that the console runs."""

import argparse
import json
import sys
from collections.abc import Iterator
from gettext import gettext as _
from typing import TYPE_CHECKING

from engine.jsonl import LineError
from engine.messages import say
from firmware_host.cli.failure import BadLine
from firmware_host.cli.language import spoken, told
from firmware_host.cli.line_files import lines_of
from firmware_host.input_events import Absent, Faulted, InputEvent, Pressed, Returned
from firmware_host.input_layer import InputLayer
from firmware_host.trace import read_trace
from firmware_host.words import words_in
from firmware_host.words.referee import RefereeWords

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `arbitrate FILE [--json]`."""
    command = commands.add_parser("arbitrate", help=_("tell who was first in an input trace"))
    command.add_argument("file", metavar="FILE", help=_("a *.trace.jsonl file; - is stdin"))
    command.add_argument("--json", action="store_true", help=_("one JSON object a press or fault"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every decision; at the end nothing more is decided than the lines allow."""
    words, presses = words_in(spoken()).referee, 0
    try:
        for event in decisions(args.file):
            presses += isinstance(event, Pressed)
            line = as_json(event) if args.json else in_words(event, words)
            if line is not None:
                print(line)
    except LineError as error:
        raise BadLine(args.file, error.line, error.what) from None
    if not presses:
        nothing = say("{file}: no press in it", file=args.file)
        print(f"spytt: {told(nothing)}", file=sys.stderr)
    return 0


def decisions(file: str) -> Iterator[InputEvent]:
    """Give what the input layer makes of the trace, in decided order; may raise `LineError`."""
    header, arrivals = read_trace(lines_of(file))
    layer = InputLayer(header.pads, header.settings, header.coin)
    for arrival in arrivals:
        yield from layer.feed(arrival)


def as_json(event: InputEvent) -> str | None:
    """Write a press or a fault as one JSON object; None for what is neither."""
    match event:
        case Pressed():
            values: dict[str, object] = {
                "press": event.button,
                "seat": event.seat,
                "lo": event.lo,
                "hi": event.hi,
                "decided_at": event.decided_at,
                "tie": event.tie,
            }
        case Faulted():
            values = {"fault": event.kind, "pad": event.pad, "at": event.at}
        case _:
            return None
    return json.dumps(values, separators=(",", ":"))


def in_words(event: InputEvent, words: RefereeWords) -> str | None:
    """Tell an event to a person, in ms on the host's clock; None for releases."""
    match event:
        case Pressed():
            middle_ns, half_ns = (event.lo + event.hi) / 2, (event.hi - event.lo) / 2
            waited_ns = event.decided_at - event.hi
            line = words.pressed(event.seat, event.button, half_ns, waited_ns)
            return words.at(middle_ns, words.photo_finish(line) if event.tie else line)
        case Faulted():
            return words.at(event.at, words.fault(event.pad, event.kind))
        case Absent():
            return words.at(event.at, words.absent(event.pad))
        case Returned():
            return words.at(event.at, words.returned(event.pad))
        case _:
            return None
