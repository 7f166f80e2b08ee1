"""Values on the command line, checked; what is wrong with one is said in argparse's way."""

import argparse
import math
import secrets
from collections.abc import Callable
from pathlib import Path

from engine.bots import Level
from engine.spit_moves import LONGEST_LOCKOUT_MS

LARGEST_SEED = (1 << 63) - 1
LONGEST_NAME = 12
BEST_OF = (1, 3, 5)
DEFAULT_PORT = 8765
LARGEST_PORT = 65535


def add_game(command: argparse.ArgumentParser) -> None:
    """Add `--game` and `--seed`, which every way of playing has."""
    command.add_argument("--game", choices=["spit"], default="spit", help="what is played")
    command.add_argument(
        "--seed", type=whole(0, LARGEST_SEED), metavar="N", help="of deals, coin and bots"
    )


def add_port(command: argparse.ArgumentParser) -> None:
    """Add `--port`, which every command has that serves the front panel."""
    command.add_argument(
        "--port",
        type=whole(0, LARGEST_PORT),
        default=DEFAULT_PORT,
        metavar="N",
        help=f"of the front panel; 0 is any free one (default: {DEFAULT_PORT})",
    )


def add_state(command: argparse.ArgumentParser) -> None:
    """Add `--state`, which every command has that keeps or reads scores."""
    command.add_argument(
        "--state",
        type=Path,
        metavar="DIR",
        help="where scores and preferences are kept (default: ~/.local/state/spytt)",
    )


def whole(least: int, most: int) -> Callable[[str], int]:
    """Take a whole number in [least, most]."""

    def take(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} is less than {least}")
        return int(text)

    return take


lockout_ms = whole(0, LONGEST_LOCKOUT_MS)


def speed(text: str) -> float:
    """Take a positive number: how many virtual seconds pass in a real one."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not value > 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed: write a number above 0, as in 2.5")
    return value


def levels(text: str) -> tuple[Level, Level]:
    """Take the levels of two bots, as in `easy,hard`."""
    parts = text.split(",")
    if len(parts) != 2 or any(part not in list(Level) for part in parts):
        known = ", ".join(Level)
        raise argparse.ArgumentTypeError(f"{text!r}: write two of {known}, as in easy,hard")
    return Level(parts[0]), Level(parts[1])


def names(text: str) -> tuple[str, str]:
    """Take two players' names, as in `Ana,Ben`."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(_is_name(part) for part in parts) or parts[0] == parts[1]:
        raise argparse.ArgumentTypeError(
            f"{text!r}: write two different names of 1 to {LONGEST_NAME} letters, as in Ana,Ben"
        )
    return parts[0], parts[1]


def _is_name(text: str) -> bool:
    return 1 <= len(text) <= LONGEST_NAME and text.isprintable()


def random_seed() -> int:
    """Draw a seed that is short enough to be typed again."""
    return secrets.randbelow(1_000_000)
