"""Phones as pads, of `--listen` or of a configuration: where they find the console, who is told."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from gettext import gettext as _
from ipaddress import IPv4Address
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from engine.messages import say
from firmware_host.cli import options
from firmware_host.cli.failure import Failure
from firmware_host.cli.language import refusal, told
from firmware_host.cli.running import phones_needed
from firmware_host.cli.state import folder_of
from firmware_host.phone_links import kept_secrets
from firmware_host.sounding import Sounders
from firmware_host.state_folder import StateError
from firmware_host.words import words_in
from hw.ports import PadInfo, Put

if TYPE_CHECKING:
    from firmware_host.cli.hardware import Devices
    from firmware_host.config import Config
    from firmware_host.console import Console
    from firmware_host.effects import Effect
    from sim.front_panel.server import FrontPanel
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
    from firmware_host.lan import lan_addresses
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


def refuse_without_phones(args: argparse.Namespace, config: "Config") -> None:
    """Refuse what is for phones where `config` has no seat for one."""
    if (args.listen or args.port is not None) and not config.phones:
        args.refuse(
            _("--listen and --port are for phones, but in this configuration no seat has one")
        )


def open_front(
    args: argparse.Namespace,
    pads: Sequence[PadInfo],
    put: Put,
    state: Mapping[str, object],
    closing: ExitStack,
) -> "FrontPanel":
    """Serve the pages of phones, which are `pads`; Failure if that cannot be.

    `state` is what stands around the pads at first.
    """
    with phones_needed():
        from sim.front_panel.server import FrontPanel

        listening = phones_of(args.listen or ALL, args.state)
        front = FrontPanel(options.port_of(args), pads, put, state, listening)
        front.start()
    closing.callback(front.close)
    return front


def join(
    wired: "Devices",
    console: "Console",
    args: argparse.Namespace,
    pads: Sequence[PadInfo],
    put: Put,
    closing: ExitStack,
) -> "tuple[Devices, Callable[[Effect], None]]":
    """Let phones play with `pads` beside what is wired, and tell where they find the console.

    Gives all devices, and what must see every effect; Failure if phones cannot be served.
    """
    with phones_needed():
        from hw.panel import Panels
        from sim.page_ports import PagePanels, Speaker, Surroundings
        from sim.page_state import state_of

    match = console.match
    front = open_front(args, pads, put, state_of(match), closing)
    tell_where(front, match.setup.names, match.preferences.lang, sys.stdout)
    devices = wired._replace(
        pads=(*wired.pads, front),
        buses=(*wired.buses, Panels(PagePanels(front))),
        sounds=Sounders((wired.sounds, Speaker(front))),
    )
    return devices, Surroundings(front, console).take


def tell_where(front: "FrontPanel", names: Sequence[str], lang: str, out: TextIO) -> None:
    """Print where the links are shown, in a terminal the links, too.

    Who has a link has the seat: no log shall keep it.
    """
    words = say("Phones: {address} shows their links, on this machine", address=front.address)
    print(told(words), file=out, flush=True)
    if out.isatty():
        tell_links(front.invitations, names, lang, out, told(words))


def tell_links(
    invitations: Mapping[int, str], names: Sequence[str], lang: str, out: TextIO, above: str
) -> None:
    """Print each seat's name and link, in a terminal with its QR code.

    Codes push what stands `above` out of a small terminal, so it is said again below them.
    """
    usual = words_in(lang).names.seats()
    for seat, link in invitations.items():
        name = names[seat] if seat < len(names) else usual[seat]
        print(f"{name}: {link}", file=out)
        if _can_draw(out):
            from sim.front_panel.qr import in_terminal

            print(in_terminal(link), file=out)
    if invitations and _can_draw(out):
        print(above, file=out)
    out.flush()


def _can_draw(out: TextIO) -> bool:
    """Tell whether a code can be seen there: in a terminal that has the blocks it is made of."""
    try:
        "\N{UPPER HALF BLOCK}\N{FULL BLOCK}".encode(out.encoding)
    except UnicodeEncodeError:
        return False
    return out.isatty()
