"""Values on the command line, checked; what is wrong with one is said in argparse's way."""

import argparse
import math
import secrets
from collections.abc import Callable
from gettext import gettext as _
from pathlib import Path
from unicodedata import normalize

from engine import pack
from engine.bots import Level
from engine.games import GAMES
from engine.messages import say
from engine.spit_moves import LONGEST_LOCKOUT_MS
from firmware_host.cli.language import refusal
from firmware_host.config import LONGEST_NAME

LARGEST_SEED = (1 << 63) - 1
SLOWEST = 0.001
DEFAULT_PORT = 8765
LARGEST_PORT = 65535


def add_game(command: argparse.ArgumentParser) -> None:
    """Add `--game`, `--seats` and `--seed`, which every way of playing has."""
    command.add_argument("--game", choices=list(GAMES), help=_("what is played"))
    command.add_argument(
        "--seats",
        type=whole(pack.SEATS[0], pack.SEATS[-1]),
        metavar="N",
        help=_("of The Pack: 2 to 5"),
    )
    command.add_argument(
        "--seed", type=whole(0, LARGEST_SEED), metavar="N", help=_("of deals, coin and bots")
    )


def add_port(command: argparse.ArgumentParser) -> None:
    """Add `--port`, which every command has that serves the front panel."""
    command.add_argument(
        "--port",
        type=whole(0, LARGEST_PORT),
        metavar="N",
        help=_("of the front panel; 0 is any free one (default: {port})").format(port=DEFAULT_PORT),
    )


def add_state(command: argparse.ArgumentParser) -> None:
    """Add `--state`, which every command has that keeps or reads scores."""
    command.add_argument(
        "--state",
        type=Path,
        metavar="DIR",
        help=_("where scores and preferences are kept (default: ~/.local/state/spytt)"),
    )


def port_of(args: argparse.Namespace) -> int:
    """Give the front panel's port."""
    return DEFAULT_PORT if args.port is None else int(args.port)


def whole(least: int, most: int) -> Callable[[str], int]:
    """Take a whole number in [least, most]."""

    def take(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= most):
            raise refusal(
                say(
                    "{text} is no whole number from {least} to {most}",
                    text=repr(text),
                    least=least,
                    most=most,
                )
            )
        if int(text) < least:
            raise refusal(say("{text} is less than {least}", text=text, least=least))
        return int(text)

    return take


lockout_ms = whole(0, LONGEST_LOCKOUT_MS)


def speed(text: str) -> float:
    """Take how many virtual seconds pass in a real one; slower than a thousandth nobody waits."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not value >= SLOWEST:
        raise refusal(
            say(
                "{text} is no speed: write a number from {least} up, as in 2.5",
                text=repr(text),
                least=SLOWEST,
            )
        )
    return value


def levels(text: str) -> tuple[Level, ...]:
    """Take the levels of two to five bots, as in `easy,hard`."""
    parts = text.split(",")
    if len(parts) not in pack.SEATS or any(part not in list(Level) for part in parts):
        raise refusal(
            say(
                "{text}: write two (for The Pack up to five) of {levels}, as in easy,hard",
                text=repr(text),
                levels=", ".join(Level),
            )
        )
    return tuple(map(Level, parts))


def names(text: str) -> tuple[str, ...]:
    """Take the names of two to five players, as in `Ana,Ben`."""
    parts = tuple(part.strip() for part in text.split(","))
    # However a letter is composed, and whatever its case: who looks alike is one player.
    alike = {normalize("NFKC", part).casefold() for part in parts}
    is_fitting = len(parts) in pack.SEATS and len(alike) == len(parts)
    if not is_fitting or not all(_is_name(part) for part in parts):
        raise refusal(
            say(
                "{text}: write two to five different names of 1 to {most} letters, as in Ana,Ben",
                text=repr(text),
                most=LONGEST_NAME,
            )
        )
    return parts


def _is_name(text: str) -> bool:
    return 1 <= len(text) <= LONGEST_NAME and text.isprintable()


def random_seed() -> int:
    """Draw a seed that is short enough to be typed again."""
    return secrets.randbelow(1_000_000)
