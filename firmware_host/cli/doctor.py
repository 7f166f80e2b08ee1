"""`spytt doctor`: what is wrong with this console, and how its switches bounce."""

import argparse
import json
import logging
import sys
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

from engine.jsonl import LineError
from engine.messages import say
from firmware_host.cli import options
from firmware_host.cli.config_file import load
from firmware_host.cli.failure import BadLine, Failure
from firmware_host.cli.language import told
from firmware_host.cli.line_files import lines_of

if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from collections.abc import Iterator, Sequence

    from firmware_host.config import Config
    from firmware_host.doctor.bounce_picture import Ink
    from firmware_host.doctor.findings import Finding

CONFIG = Path("console.toml")
"""What is looked at when nothing is named."""


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `doctor [--config FILE] [--json] [--state DIR] [--trace FILE]`."""
    command = commands.add_parser(
        "doctor",
        help=_("look for what is wrong with the console"),
        description=_(
            "Looks at configuration, pins, buses, panels and clock; then asks for each button in"
            " turn, shows how it bounces, and shows test pictures. Ctrl-C tells what was found."
        ),
    )
    command.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=_("the console's configuration (default: console.toml)"),
    )
    command.add_argument(
        "--json", action="store_true", help=_("one JSON object; nobody is asked for anything")
    )
    options.add_state(command)
    command.add_argument(
        "--trace",
        metavar="FILE",
        help=_("only show the bounces in a trace that was recorded (- is stdin)"),
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Look at everything, or at a trace; 1 if something is bad."""
    if args.trace is not None:
        return show_trace(args.trace)
    from firmware_host.doctor.findings import is_fine

    logging.basicConfig(format="spytt: %(message)s", level=logging.ERROR, stream=sys.stderr)
    found: list[Finding] = []
    for finding in _look(args, found):
        found.append(finding)
        if not args.json:
            _print_finding(finding)
    if args.json:
        print(json.dumps(_as_json(found), ensure_ascii=False))
    return 0 if is_fine(found) else 1


def _look(args: argparse.Namespace, found: "Sequence[Finding]") -> "Iterator[Finding]":
    """Give what is found; `found` is what has been told of that."""
    from firmware_host.cli.doctor_machine import PiMachine
    from firmware_host.doctor import checks

    config, finding = _configured(args.config)
    yield finding
    machine = PiMachine(config, args.state)
    yield from checks.of_machine(machine)
    yield from checks.of_wires(machine, config)
    if config is None:
        return
    # Drivers are slow to import on a small Pi: only who has wires waits for them.
    from firmware_host.cli import hardware

    i2c, spi = hardware.by_bus(config)
    yield from checks.of_sounds(machine, config)
    yield from checks.of_panels(
        machine,
        {bus: hardware.i2c_places(seats) for bus, seats in i2c.items()},
        {port: hardware.spi_places(seats) for port, seats in spi.items()},
    )
    if checks.has_pins(found):
        yield from _round(args, config, checks.working(found))


def _round(args: argparse.Namespace, config: "Config", panels: "set[int]") -> "Iterator[Finding]":
    from firmware_host.cli.doctor_round import go_round
    from firmware_host.doctor.advice import advise
    from firmware_host.doctor.report import told_advice

    is_guided = not args.json
    findings, taps = go_round(config, panels, _print_line, ink(), is_guided=is_guided)
    if is_guided:
        _print_line("")
    yield from findings
    if is_guided and taps:
        _print_line("")
        for line in told_advice(advise(taps, config.settings), config.settings):
            _print_line(told(line))


def _configured(given: Path | None) -> "tuple[Config | None, Finding]":
    from firmware_host.doctor.findings import Finding, State

    file = given or CONFIG
    if given is None and not file.exists():
        words = say("none is named, and there is no {file}", file=file)
        remedy = f"spytt config example > {file}"
        return None, Finding("config", State.BAD, words, remedy)
    try:
        config = load(file)
    except Failure as failure:
        words = say("{place}: {words}", place=failure.place, words=failure.words)
        return None, Finding("config", State.BAD, words)
    return config, Finding("config", State.OK, str(file))


def _print_line(line: str) -> None:
    print(line, flush=True)


def _print_finding(finding: "Finding") -> None:
    from firmware_host.doctor.report import told_finding

    _print_line(told(told_finding(finding)))


def _as_json(found: "Sequence[Finding]") -> dict[str, object]:
    from firmware_host.doctor.findings import is_fine

    return {
        "fine": is_fine(found),
        "findings": [
            {
                "name": it.name,
                "state": it.state,
                "seat": None if it.seat is None else it.seat + 1,
                "words": told(it.words),
                "remedy": told(it.remedy) or None,
            }
            for it in found
        ],
    }


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
