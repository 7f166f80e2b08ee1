"""`spytt arbitrate`: runs an input trace through exactly the code that the console runs."""

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.jsonl import LineError
from firmware_host.cli.failure import BadLine
from firmware_host.cli.line_files import lines_of
from firmware_host.input_events import Absent, Faulted, InputEvent, Pressed, Returned
from firmware_host.input_layer import InputLayer
from firmware_host.trace import read_trace

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `arbitrate FILE [--json]`."""
    command = commands.add_parser("arbitrate", help="tell who was first in an input trace")
    command.add_argument("file", metavar="FILE", help="a *.trace.jsonl file; - is stdin")
    command.add_argument("--json", action="store_true", help="one JSON object a press or fault")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every decision; at the end nothing more is decided than the lines allow."""
    tell = as_json if args.json else in_words
    try:
        for event in decisions(args.file):
            if (line := tell(event)) is not None:
                print(line)
    except LineError as error:
        raise BadLine(args.file, error.line, error.what) from None
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


def in_words(event: InputEvent) -> str | None:
    """Tell an event to a person, in ms on the host's clock; None for releases."""
    match event:
        case Pressed():
            middle, half = (event.lo + event.hi) / 2e6, (event.hi - event.lo) / 2e6
            waited = (event.decided_at - event.hi) / 1e6
            return (
                f"{middle:14.3f} ms  seat {event.seat} pressed {event.button}"
                f" (± {half:.3f} ms; decided {waited:.1f} ms later)"
                + (", a photo finish" if event.tie else "")
            )
        case Faulted():
            return f"{event.at / 1e6:14.3f} ms  pad {json.dumps(event.pad)}: {event.kind}"
        case Absent():
            return f"{event.at / 1e6:14.3f} ms  pad {json.dumps(event.pad)}: nobody waits for it"
        case Returned():
            return f"{event.at / 1e6:14.3f} ms  pad {json.dumps(event.pad)}: is back"
        case _:
            return None
