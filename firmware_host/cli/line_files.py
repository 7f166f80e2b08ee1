"""Reads the lines of a JSON Lines file that the user named, one at a time."""

from collections.abc import Iterator
from pathlib import Path

from engine.jsonl import LONGEST_LINE
from engine.messages import say
from firmware_host.cli.failure import BadLine, Failure
from firmware_host.reasons import reason_of


def lines_of(name: str) -> Iterator[bytes]:
    """Give the lines of file `name` (`-` is stdin) as they are read; Failure if it cannot be."""
    try:
        with open(0, "rb", closefd=False) if name == "-" else Path(name).open("rb") as file:
            number = 0
            while raw := file.readline(LONGEST_LINE + 1):
                number += 1
                if len(raw) > LONGEST_LINE:
                    words = say("the line is longer than {most} bytes", most=LONGEST_LINE)
                    raise BadLine(name, number, words)
                yield raw
    except OSError as error:
        raise Failure(
            say("{file}: {why}: name a file that can be read", file=name, why=reason_of(error))
        ) from None
    except ValueError as error:
        # A name with a NUL in it never reaches the system.
        raise Failure(
            say("{file}: {why}: name a file that can be read", file=repr(name), why=error)
        ) from None
