"""The `spytt` command: each subcommand is a module that adds its options and runs.

Exit codes: 0 fine, 1 could not, 2 wrong command line. Results go to stdout, messages to stderr.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

from firmware_host.cli.failure import BadLine, Failure

COMMANDS = ("play", "demo", "replay", "arbitrate", "trace", "scores", "bench")


class _Version(argparse.Action):
    """Looks the version up only when asked: reading the package's metadata is slow on a Pi."""

    def __call__(self, top: argparse.ArgumentParser, *_: object) -> None:
        """Print the installed version and exit."""
        top.exit(message=f"spytt {import_module('importlib.metadata').version('spytt')}\n")


def parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command line."""
    top = argparse.ArgumentParser(prog="spytt", description="The two-player card console.")
    top.add_argument("--version", action=_Version, nargs=0, help="print the version and leave")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS:
        import_module(f"firmware_host.cli.{name}").add_command(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; never lets a traceback reach the user."""
    args = parser().parse_args(argv)
    if sys.stdout is None:
        print("spytt: stdout is closed: there is nowhere to write the result", file=sys.stderr)
        return 1
    if isinstance(sys.stdout, TextIOWrapper):
        # A name in a record may hold what this terminal cannot write.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except BadLine as failure:
        print(failure, file=sys.stderr)
        return 1
    except Failure as failure:
        print(f"spytt: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _drop_output()  # The reader (`| head`) has left.
        return 1
    except OSError as error:
        print(f"spytt: {error}", file=sys.stderr)
        _drop_output()
        return 1
    return code


def _drop_output() -> None:
    """Keep Python from failing once more when it flushes stdout at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
