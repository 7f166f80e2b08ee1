"""`spytt replay`: plays a match record through the rules."""

import argparse
from gettext import gettext as _
from typing import TYPE_CHECKING

from engine.jsonl import LineError
from engine.replay import as_json
from firmware_host.accounts import account
from firmware_host.cli.failure import BadLine
from firmware_host.cli.language import spoken
from firmware_host.cli.line_files import lines_of
from firmware_host.words import words_in

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `replay FILE [--json]`."""
    command = commands.add_parser("replay", help=_("play a match record through the rules"))
    command.add_argument("file", metavar="FILE", help=_("a *.match.jsonl file; - is stdin"))
    command.add_argument("--json", action="store_true", help=_("one JSON object a state"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the account, or every state, up to the first line that is at fault."""
    lines = lines_of(args.file)
    try:
        for line in as_json(lines) if args.json else account(lines, words_in(spoken())):
            print(line)
    except LineError as error:
        raise BadLine(args.file, error.line, error.what) from None
    return 0
