"""`spytt trace`: records an input trace, of the pads of a configuration or of the web page."""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from gettext import gettext as _
from pathlib import Path
from queue import SimpleQueue
from threading import Timer
from typing import TYPE_CHECKING

from engine.messages import Message, say
from firmware_host.cli import options, phones
from firmware_host.cli.config_file import load, names_in
from firmware_host.cli.language import spoken, told
from firmware_host.cli.record_files import TraceFile, finish
from firmware_host.cli.running import device_needed, simulator_needed, stopped_by_signals
from firmware_host.config import Config
from firmware_host.loop import Loop
from firmware_host.recorder import Recorder
from firmware_host.scribe import Scribe
from firmware_host.trace import TraceHeader, arrival_line, header_line
from hw.ports import Arrival, PadInfo, PadPort, PanelReport, Put, Tick
from hw.units import SECOND_NS

if TYPE_CHECKING:
    from argparse import _SubParsersAction

Opened = tuple[Sequence[PadPort], TraceHeader, Message]
"""Pads, what their trace begins with, and where to press."""

LONGEST_S = 86_400


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trace [-o FILE] [--seconds S] [--config FILE] [--listen [ADDRESS]] [--port N]`."""
    command = commands.add_parser("trace", help=_("record what the pads report"))
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help=_("default: stdout"))
    command.add_argument(
        "--seconds",
        type=options.whole(1, LONGEST_S),
        metavar="S",
        help=_("stop by itself (default: at Ctrl-C)"),
    )
    command.add_argument(
        "--config", type=Path, metavar="FILE", help=_("of the wires that this file describes")
    )
    phones.add_listen(command)
    options.add_port(command)
    options.add_state(command)
    command.set_defaults(run=run, refuse=command.error)


def run(args: argparse.Namespace) -> int:
    """Record until Ctrl-C or the end of `--seconds`."""
    if args.listen and not args.config:
        args.refuse(_("--listen goes with --config, for the seats that it gives to phones"))
    with ExitStack() as closing:
        inbox: SimpleQueue[Arrival | None] = SimpleQueue()
        open_pads = _open_wires if args.config else _open_page
        ports, header, where = open_pads(args, inbox.put, closing)
        # Only now, lest a port that another holds cost an older trace.
        keep = _keeper(args.output, header, closing)
        written = _Written(keep)
        loop = Loop(Recorder(header, written.take), lambda _: None, inbox=inbox)
        print(f"spytt: {told(where)}", file=sys.stderr, flush=True)
        _let_stop(loop, args.seconds, closing)
        loop.run(ports)
    if args.output is not None:
        words = written.told(args.output, len(header.pads))
        print(f"spytt: {told(words)}", file=sys.stderr)
    return 0


class _Written:
    """Counts what a trace holds while it is written by `keep`."""

    def __init__(self, keep: Callable[[Arrival], None]) -> None:
        self._keep = keep
        self._lines = 1  # The header is one.
        self._heard: set[str] = set()
        self._began_ns = time.monotonic_ns()

    def take(self, arrival: Arrival) -> None:
        """Count an arrival, and let it be written."""
        self._lines += 1
        if not isinstance(arrival, PanelReport | Tick):
            self._heard.add(arrival.pad)
        self._keep(arrival)

    def told(self, file: Path, pads: int) -> Message:
        """Tell how much there is by now, of how many `pads`."""
        return say(
            "{file} is written: lines: {lines}, pads that were heard: {heard} of {pads}, seconds:"
            " {seconds}",
            file=file,
            lines=self._lines,
            heard=len(self._heard),
            pads=pads,
            seconds=round((time.monotonic_ns() - self._began_ns) / SECOND_NS, 1),
        )


def _open_page(args: argparse.Namespace, put: Put, closing: ExitStack) -> Opened:
    with simulator_needed():
        from sim.front_panel.server import FrontPanel
        from sim.live import PAGE_SETTINGS, page_pads
        from sim.page_state import state_without_match

        header = TraceHeader(page_pads(), settings=PAGE_SETTINGS)
        front = FrontPanel(options.port_of(args), header.pads, put, state_without_match(spoken()))
        front.start()
    closing.callback(front.close)
    where = say("press buttons at {address}; stop with Ctrl-C", address=front.address)
    return (front,), header, where


def _open_wires(args: argparse.Namespace, put: Put, closing: ExitStack) -> Opened:
    # Drivers are slow to import on a small Pi: only who has wires waits for them.
    from firmware_host.cli import hardware

    config = load(args.config)
    phones.refuse_without_phones(args, config)
    header = TraceHeader(hardware.pads_of(config), settings=config.settings)
    with device_needed():
        pads = hardware.open_pads(config, put)
    closing.callback(pads.close)
    ports = (*pads.ports, *_open_phones(args, config, header.pads, put, closing))
    return ports, header, say("press the buttons; stop with Ctrl-C")


def _open_phones(
    args: argparse.Namespace,
    config: Config,
    infos: Sequence[PadInfo],
    put: Put,
    closing: ExitStack,
) -> Sequence[PadPort]:
    """Serve the phones of a configuration, if it has any, and tell where they are to come."""
    if not config.phones:
        return ()
    from sim.page_state import state_without_match

    names, lang = names_in(config), config.language or spoken()
    pads, state = [infos[seat] for seat in config.phones], state_without_match(lang, names)
    front = phones.open_front(args, pads, put, state, closing)
    phones.tell_where(front, names, lang, sys.stderr)
    return (front,)


def _keeper(
    output: Path | None, header: TraceHeader, closing: ExitStack
) -> Callable[[Arrival], None]:
    """Write the header, and give what keeps each arrival: in a file, or at once on stdout."""
    if output is not None:
        scribe = Scribe()
        closing.callback(finish, scribe)
        return TraceFile(output, header, scribe).put
    print(header_line(header), flush=True)
    return lambda arrival: print(arrival_line(header, arrival))


def _let_stop(loop: Loop, seconds: int | None, closing: ExitStack) -> None:
    """Let Ctrl-C, a termination and the end of `seconds` stop the loop."""
    closing.enter_context(stopped_by_signals(loop.stop))
    if seconds is not None:
        timer = Timer(seconds, loop.stop)
        timer.daemon = True
        timer.start()
        closing.callback(timer.cancel)
