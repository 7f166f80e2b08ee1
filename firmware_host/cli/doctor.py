"""`spytt doctor`: what is wrong with this console, and how its switches bounce."""

import argparse
import json
import logging
import sys
from dataclasses import dataclass, field
from functools import reduce
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

from engine.messages import say
from firmware_host.cli import options
from firmware_host.cli.config_file import BUILDS, load
from firmware_host.cli.failure import Failure
from firmware_host.cli.language import told

if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from collections.abc import Collection, Iterator, Sequence

    from firmware_host.config import Config
    from firmware_host.doctor.advice import Advice
    from firmware_host.doctor.bounce_picture import Ink
    from firmware_host.doctor.bounces import Tap
    from firmware_host.doctor.findings import Finding

CONFIG = Path("console.toml")
"""What is looked at when nothing is named."""
INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `doctor [--config FILE] [--json [--ask]] [--state DIR] [--trace FILE]`."""
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
    command.add_argument(
        "--ask", action="store_true", help=_("with --json: ask for each button all the same")
    )
    options.add_state(command)
    command.add_argument(
        "--trace",
        metavar="FILE",
        help=_("only show the bounces in a trace that was recorded (- is stdin)"),
    )
    command.set_defaults(run=run, refuse=command.error)


def run(args: argparse.Namespace) -> int:
    """Look at everything, or at a trace; 1 if something is bad, 130 if Ctrl-C came too early."""
    if args.ask and not args.json:
        args.refuse(_("--ask goes with --json: without it you are asked anyway"))
    if args.trace is not None:
        from firmware_host.cli.doctor_trace import show_trace

        return show_trace(args.trace, ink(), as_json=args.json)
    logging.basicConfig(format="spytt: %(message)s", level=logging.ERROR, stream=sys.stderr)
    seen = _Seen()
    try:
        for finding in _look(args, seen):
            seen.found.append(finding)
            if not args.json:
                _print_finding(finding)
    except KeyboardInterrupt:
        seen.is_interrupted = True
    if args.json:
        print(json.dumps(_as_json(seen), ensure_ascii=False))
    else:
        _print_end(seen)
    return INTERRUPTED if seen.is_interrupted else 0 if seen.is_fine else 1


@dataclass(slots=True)
class _Seen:
    """What has been seen so far; the round, which Ctrl-C ends as well, counts as looked at."""

    found: "list[Finding]" = field(default_factory=list)
    taps: "Sequence[Tap]" = ()
    config: "Config | None" = None
    is_interrupted: bool = False

    @property
    def is_fine(self) -> bool:
        """Tell whether nothing is bad."""
        from firmware_host.doctor.findings import is_fine

        return is_fine(self.found)

    @property
    def advice(self) -> "Sequence[Advice]":
        """Suggest settings for what was pressed."""
        from firmware_host.doctor.advice import advise

        return advise(self.taps, self.config.settings) if self.config else ()


def _look(args: argparse.Namespace, seen: _Seen) -> "Iterator[Finding]":
    """Give what is found; `seen` is what has been told of that."""
    from firmware_host.cli.doctor_machine import PiMachine
    from firmware_host.doctor import checks
    from firmware_host.doctor.phones import phones_found

    config, finding = _configured(args.config)
    seen.config = config
    yield finding
    machine = PiMachine(config, args.state)
    yield from checks.of_machine(machine, config)
    yield from checks.of_wires(machine, config)
    if config is None:
        return
    # Drivers are slow to import on a small Pi: only who has wires waits for them.
    from firmware_host.cli import hardware

    i2c, spi = hardware.by_bus(config)
    yield from checks.of_usb(machine, config)
    yield from phones_found(machine, config)
    yield from checks.of_sounds(machine, config)
    yield from checks.of_panels(
        machine,
        {bus: hardware.i2c_places(seats) for bus, seats in i2c.items()},
        {port: hardware.spi_places(seats) for port, seats in spi.items()},
    )
    if seats := checks.askable(seen.found, config):
        yield from _round(args, config, seen, seats)


def _round(
    args: argparse.Namespace, config: "Config", seen: _Seen, seats: "Collection[int]"
) -> "Iterator[Finding]":
    from firmware_host.cli.doctor_round import go_round
    from firmware_host.doctor import checks
    from firmware_host.doctor.report import told_advice

    is_guided = args.ask or not args.json
    write = _print_aside if args.json else _print_line
    findings, seen.taps = go_round(
        config, seats, checks.working(seen.found), write, ink(), is_guided=is_guided
    )
    if is_guided:
        write("")
    yield from findings
    if seen.taps and not args.json:
        _print_line("")
        for line in told_advice(seen.advice, config.settings):
            _print_line(told(line))


def _configured(given: Path | None) -> "tuple[Config | None, Finding]":
    from firmware_host.doctor.findings import Finding, State

    file = given or CONFIG
    if given is None and not file.exists():
        words = say("none is named with --config, and there is no {file} here", file=file)
        return None, Finding("config", State.BAD, words, _how_to_begin(file))
    try:
        config = load(file)
    except Failure as failure:
        words = say("{place}: {words}", place=failure.place, words=failure.words)
        return None, Finding("config", State.BAD, words)
    return config, Finding("config", State.OK, str(file))


def _how_to_begin(file: Path) -> str:
    """Tell which example to take, a line for each build."""
    builds = reduce(
        lambda one, other: say("{one}\n{other}", one=one, other=other),
        (
            say("         spytt config example {name:<9} > {file}   # {build}", name=name,
                file=file, build=build)
            for name, build in BUILDS.items()
        ),
    )  # fmt: skip
    return say("write the example that is most like yours, and change it:\n{builds}", builds=builds)


def _print_line(line: str) -> None:
    print(line, flush=True)


def _print_aside(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _print_finding(finding: "Finding") -> None:
    from firmware_host.doctor.report import told_finding

    _print_line(told(told_finding(finding)))


def _print_end(seen: _Seen) -> None:
    """Tell what it comes to."""
    from firmware_host.doctor.report import told_end

    _print_line("")
    if seen.is_interrupted:
        _print_line(told(say("Interrupted: that is what was found so far.")))
    if not (seen.is_interrupted and seen.is_fine):  # who knows about the rest?
        _print_line(told(told_end(seen.found)))


def _as_json(seen: _Seen) -> dict[str, object]:
    from firmware_host.cli.doctor_json import bounces_as_json, findings_as_json
    from firmware_host.seating import pad_info

    count = len(seen.config.seats) if seen.config else 0
    seats = {pad_info(seat).pad: seat for seat in range(count)}
    return {
        "fine": seen.is_fine and not seen.is_interrupted,
        "interrupted": seen.is_interrupted,
        "findings": findings_as_json(seen.found),
        **bounces_as_json(seen.taps, seats, seen.advice),
    }


def ink() -> "Ink":
    """Choose what pictures are drawn with: blocks, or ASCII where stdout knows no better."""
    from firmware_host.doctor.bounce_picture import BLOCKS, PLAIN

    try:
        "".join(BLOCKS).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return PLAIN
    return BLOCKS
