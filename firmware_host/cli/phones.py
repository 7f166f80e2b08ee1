"""`--listen`: phones as pads. Where they find the console, and how people are told."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from gettext import gettext as _
from ipaddress import IPv4Address
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from engine.messages import say
from firmware_host.cli.failure import Failure
from firmware_host.cli.language import refusal
from firmware_host.cli.state import folder_of
from firmware_host.phone_links import kept_secrets
from firmware_host.state_folder import StateError
from firmware_host.words import words_in

if TYPE_CHECKING:
    from sim.front_panel.station import Phones

ALL = "all"


def add_listen(command: argparse.ArgumentParser) -> None:
    """Add `--listen [ADDRESS]`."""
    command.add_argument(
        "--listen",
        nargs="?",
        const=ALL,
        type=address,
        metavar="ADDRESS",
        help=_(
            "phones are the pads: serve their pages at this address of this machine "
            "(default: at all that it has on its networks)"
        ),
    )


def address(text: str) -> str:
    """Take an IPv4 address that a machine can have."""
    try:
        is_fitting = text == ALL or not IPv4Address(text).is_unspecified
    except ValueError:
        is_fitting = False
    if not is_fitting:
        raise refusal(
            say("{text} is no IPv4 address of a machine, as in 192.168.1.20", text=repr(text))
        )
    return text


def phones_of(listen: str | None, state: Path | None) -> "Phones | None":
    """Settle where phones find the console, and the secrets of the seats; None without phones."""
    if listen is None:
        return None
    from sim.front_panel.lan import lan_addresses
    from sim.front_panel.station import Phones

    addresses = lan_addresses() if listen == ALL else (listen,)
    if not addresses:
        raise Failure(
            say(
                "this machine has no address on a private network that phones could reach: "
                "connect it to your Wi-Fi, or name an address, as in --listen 192.168.1.20"
            )
        )
    try:
        return Phones(addresses, kept_secrets(folder_of(state)))
    except StateError as error:
        raise Failure(error.words) from None


def tell_links(invitations: Mapping[int, str], names: Sequence[str], lang: str) -> None:
    """Print each seat's name and link, in a terminal with its QR code."""
    usual = words_in(lang).names.seats()
    for seat, link in invitations.items():
        name = names[seat] if seat < len(names) else usual[seat]
        print(f"{name}: {link}")
        if _can_draw(sys.stdout):
            from sim.front_panel.qr import in_terminal

            print(in_terminal(link))
    sys.stdout.flush()


def _can_draw(out: TextIO) -> bool:
    """Tell whether a code can be seen there: in a terminal that has the blocks it is made of."""
    try:
        "\N{UPPER HALF BLOCK}\N{FULL BLOCK}".encode(out.encoding)
    except UnicodeEncodeError:
        return False
    return out.isatty()
