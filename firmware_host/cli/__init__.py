"""The `spytt` command: each subcommand is a module that adds its options and runs.

Only the module of the command that is named is imported: on a small Pi all of them take seconds.

Exit codes: 0 fine, 1 could not, 2 wrong command line. Results go to stdout, messages to stderr.
"""

import argparse
import os
import re
import sys
from collections.abc import Collection, Sequence
from gettext import gettext as _
from importlib import import_module
from io import TextIOWrapper
from typing import Any

from engine.messages import say
from firmware_host.cli.failure import Failure
from firmware_host.cli.language import asked_for, language_first, speaking, spoken, told
from firmware_host.languages import LANGUAGES
from firmware_host.reasons import reason_of

COMMANDS = {
    "play": say("run the console"),
    "demo": say("watch bots play on the simulated console"),
    "replay": say("play a match record through the rules"),
    "arbitrate": say("tell who was first in an input trace"),
    "trace": say("record what the pads report"),
    "config": say("check a configuration, or print an example"),
    "wiring": say("tell which pin goes where"),
    "pad": say("look after the pads on USB"),
    "doctor": say("look for what is wrong with the console"),
    "service": say("print the systemd unit that starts the console"),
    "scores": say("print the standings"),
    "bench": say("measure the published figures"),
}
"""Name of a command, and of its module here -> the help that its module gives, too."""


class _Version(argparse.Action):
    """Looks the version up only when asked: reading the package's metadata is slow on a Pi."""

    def __call__(self, top: argparse.ArgumentParser, *_: object) -> None:
        """Print the installed version and exit."""
        top.exit(message=f"spytt {import_module('importlib.metadata').version('spytt')}\n")


class _Parser(argparse.ArgumentParser):
    """Takes options by their whole names: `--la` would be taken, but not obeyed in time."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **settings})
        # Of a command within a command the innermost stays: it knows what it takes.
        self.set_defaults(asked=self)


def parser(named: Collection[str] = tuple(COMMANDS)) -> argparse.ArgumentParser:
    """Build the parser of the command line, in the language that the process speaks.

    A command that is not among `named`, which may hold other words too, is known by name alone.
    """
    top = _Parser(prog="spytt", description=_("The two-player card console."))
    top.add_argument("--version", action=_Version, nargs=0, help=_("print the version and leave"))
    _add_lang(top, None)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, words in COMMANDS.items():
        if name not in named:
            commands.add_parser(name, help=told(words))
            continue
        import_module(f"firmware_host.cli.{name}").add_command(commands)
        # Where it stands before the command, the command does not know better.
        _add_lang(commands.choices[name], argparse.SUPPRESS)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; never lets a traceback reach the user."""
    argv = sys.argv[1:] if argv is None else argv
    with speaking(asked_for(argv) or spoken()):
        try:
            return _run(_read(parser(argv), language_first(argv)))
        except KeyboardInterrupt:
            return 130


def _read(top: argparse.ArgumentParser, argv: Sequence[str]) -> argparse.Namespace:
    """Parse the command line; what a command does not take is refused with its own usage."""
    args, unknown = top.parse_known_args(argv)
    if unknown:
        words = _("unrecognized arguments: %s") % " ".join(unknown)
        near = _near(unknown[0].partition("=")[0], args.asked.format_usage())
        hint = _("did you mean {option}?").format(option=near) if near else ""
        args.asked.error(": ".join(filter(None, (words, hint))))
    return args


def _near(word: str, usage: str) -> str:
    """Find the option in a usage that is spelt most like a word; empty if none is."""
    from difflib import get_close_matches

    options = re.findall(r"--[a-z-]+", usage)
    return next(iter(get_close_matches(word, options, n=1, cutoff=0.7)), "")


def _add_lang(command: argparse.ArgumentParser, default: str | None) -> None:
    command.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=default,
        help=_("English or Norwegian (bokmål); else the environment's language"),
    )


def _run(args: argparse.Namespace) -> int:
    if sys.stdout is None:
        words = say("stdout is closed: there is nowhere to write the result")
        return _complain(Failure.place, words)
    if isinstance(sys.stdout, TextIOWrapper):
        # A name in a record may hold what this terminal cannot write.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except Failure as failure:
        return _complain(failure.place, failure.words)
    except BrokenPipeError:
        _drop_output()  # The reader (`| head`) has left.
        return 1
    except OSError as error:
        _drop_output()
        words = say("{why}: write where there is leave and room to", why=reason_of(error))
        return _complain(Failure.place, words)
    return code


def _complain(place: str, words: str) -> int:
    print(f"{place}: {told(words)}", file=sys.stderr)
    return 1


def _drop_output() -> None:
    """Keep Python from failing once more when it flushes stdout at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
