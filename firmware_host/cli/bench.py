"""`spytt bench`: the published figures, measured; each benchmark is a module that gives lines."""

import argparse
from gettext import gettext as _
from importlib import import_module
from typing import TYPE_CHECKING

from engine.messages import say
from firmware_host.cli.language import refusal, told

if TYPE_CHECKING:
    from argparse import _SubParsersAction

BENCHES = {
    "engine": ("firmware_host.cli.bench_engine", say("decided moves of random games per second")),
    "races": (
        "firmware_host.cli.bench_races",
        say("who was first, on every kind of pad, and rivals"),
    ),
    "bots": (
        "firmware_host.cli.bench_bots",
        say("how the bots' levels fare, and how quick they are"),
    ),
    "panels": (
        "firmware_host.cli.bench_panels",
        say("what the panels are sent, how soon both players see it, and how they heal"),
    ),
}
"""Name -> (module with `bench(args) -> Iterable[str]`, what it measures)."""

SIZES = {
    "--rounds": (40, say("engine: rounds of 100 games")),
    "--races": (100_000, say("races: on each kind of pad")),
    "--matches": (100, say("bots: matches of Spit of each pair of levels")),
    "--images": (10_000, say("panels: random pairs of pictures compared")),
    "--games": (2000, say("bots: games of The Pack of each pair of levels, and among more")),
}
"""Option -> (default, what it counts)."""


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `bench [NAME ...]`, with how much of each is measured."""
    listing = "\n".join(f"  {name:10} {told(words)}" for name, (_module, words) in BENCHES.items())
    command = commands.add_parser(
        "bench",
        help=_("measure the published figures"),
        epilog=_("benchmarks:") + f"\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("names", nargs="*", metavar="NAME", type=_bench, help=_("default: all"))
    for option, (default, what) in SIZES.items():
        words = told(say("{what} (default: {default})", what=what, default=default))
        command.add_argument(option, metavar="N", type=_count, default=default, help=words)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the named benchmarks, or all, printing each line as it is measured."""
    for name in args.names or BENCHES:
        for line in import_module(BENCHES[name][0]).bench(args):
            print(f"{name}: {line}", flush=True)
    return 0


def _bench(name: str) -> str:
    if name not in BENCHES:
        names = ", ".join(BENCHES)
        raise refusal(say("no benchmark {name}: choose {names}", name=repr(name), names=names))
    return name


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= len(text) <= 9 or int(text) < 1:
        raise refusal(
            say(
                "{text} is no whole number from {least} to {most}",
                text=repr(text),
                least=1,
                most=999_999_999,
            )
        )
    return int(text)
