"""`spytt doctor --trace`: how the contacts in a trace bounced, and the settings that suit them."""

import json

from engine.jsonl import LineError
from firmware_host.cli.doctor_json import bounces_as_json
from firmware_host.cli.failure import BadLine
from firmware_host.cli.language import told
from firmware_host.cli.line_files import lines_of
from firmware_host.doctor.advice import advise
from firmware_host.doctor.bounce_picture import Ink
from firmware_host.doctor.bounces import Tap, Taps
from firmware_host.doctor.report import told_bounces
from firmware_host.trace import TraceHeader, read_trace
from hw.ports import Edge


def show_trace(file: str, ink: Ink, *, as_json: bool) -> int:
    """Show the bounces of a trace, and the settings that suit them."""
    header, taps = _read(file)
    seats = {info.pad: info.seat for info in header.pads}
    if as_json:
        told_all = bounces_as_json(taps, seats, advise(taps, header.settings))
        print(json.dumps(told_all, ensure_ascii=False))
        return 0
    for line in told_bounces(taps, seats, header.settings, ink):
        print(told(line))
    return 0


def _read(file: str) -> tuple[TraceHeader, tuple[Tap, ...]]:
    taps = Taps()
    try:
        header, arrivals = read_trace(lines_of(file))
        for arrival in arrivals:
            if isinstance(arrival, Edge):
                taps.take(arrival, header.clock_of(arrival.pad))
    except LineError as error:
        raise BadLine(file, error.line, error.what) from None
    return header, taps.finish()
