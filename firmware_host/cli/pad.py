"""`spytt pad`: the pads on USB: which there are, what they are called, their firmware."""

import argparse
import json
import secrets
import sys
import time
from contextlib import closing, contextmanager
from functools import partial
from gettext import gettext as _
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from engine.messages import say
from firmware_host.cli.columns import in_columns
from firmware_host.cli.config_file import load
from firmware_host.cli.failure import Failure
from firmware_host.cli.language import refusal, told
from firmware_host.cli.running import device_needed
from firmware_host.reasons import reason_of
from hw.wording import not_installed

if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from collections.abc import Iterator, Sequence

    from firmware_host.config import Config
    from firmware_host.usb_pads import PortSeen
    from hw.pad_messages import PadHello
    from hw.serial_ports import UsbPort

LIST, NAME, FLASH = "list", "name", "flash"
HEADS = (
    say("port"),
    say("id"),
    say("name"),
    say("seat"),
    say("firmware"),
    say("boot"),
    say("round trip"),
)
TEXTS = 5
"""How many of the columns hold text, which stands on the left."""
LARGEST_ID = 0xFFFFFFFE


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `pad list`, `pad name PORT NAME` and `pad flash [PORT]`."""
    command = commands.add_parser(
        "pad",
        help=_("look after the pads on USB"),
        description=_(
            "list tells which pads are plugged in; name PORT NAME gives one its name; flash [PORT]"
            " puts the firmware on a Nano. The console must not run meanwhile."
        ),
    )
    whats = command.add_subparsers(dest="what", required=True, metavar="WHAT")
    listing = whats.add_parser(LIST, help=_("tell which pads are plugged in"))
    listing.add_argument(
        "--config", type=Path, metavar="FILE", help=_("tell their seats in this configuration, too")
    )
    listing.add_argument("--json", action="store_true", help=_("one JSON object"))
    naming = whats.add_parser(NAME, help=_("give a pad its name"))
    naming.add_argument("port", metavar="PORT", help=_("as in /dev/ttyUSB0"))
    naming.add_argument("name", metavar="NAME", type=_name, help=_("what it is to be called"))
    flashing = whats.add_parser(FLASH, help=_("put the firmware on a Nano"))
    flashing.add_argument(
        "port", metavar="PORT", nargs="?", help=_("as in /dev/ttyUSB0 (default: the only one)")
    )
    flashing.add_argument(
        "--hex", type=Path, metavar="FILE", help=_("this firmware (default: it is built)")
    )
    flashing.add_argument(
        "--bootloader",
        choices=["new", "old"],
        help=_("the one that the Nano has (default: each is tried)"),
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List, name or flash; Failure says what to do when it cannot."""
    with device_needed(), _installed():
        return {LIST: _list, NAME: _rename, FLASH: _flash}[args.what](args)


@contextmanager
def _installed() -> "Iterator[None]":
    """Tell what is not installed."""
    try:
        yield
    except ImportError as error:
        raise Failure(not_installed(error.name)) from None


def _list(args: argparse.Namespace) -> int:
    from firmware_host.usb_pads import look_at
    from hw.serial_ports import usb_ports

    config = load(args.config) if args.config else None
    ports = usb_ports()
    if not ports and not args.json:
        raise Failure(_no_port())
    seen = look_at(ports, time.monotonic_ns)
    if args.json:
        found = [_as_json(it, config) for it in seen]
        print(json.dumps({"ports": found}, ensure_ascii=False))
    else:
        _print(seen, config)
    return 0 if any(it.hello for it in seen) else 1


def _print(seen: "Sequence[PortSeen]", config: "Config | None") -> None:
    rows = [_row(it, it.hello, config) for it in seen if it.hello is not None]
    if rows:
        print("\n".join(in_columns([tuple(map(told, HEADS)), *rows], TEXTS)))
    for it in seen:
        if it.error is not None:
            print(f"spytt: {told(reason_of(it.error))}", file=sys.stderr)


def _row(it: "PortSeen", hello: "PadHello", config: "Config | None") -> tuple[str, ...]:
    from firmware_host.usb_pads import seat_of
    from hw.pad_names import id_text, printable

    seat = seat_of(config, hello)
    link = f"{it.link.round_trip_ns / 1e6:.2f} ms" if it.link else "-"
    return (
        it.port.device,
        id_text(hello.pad_id) if hello.pad_id else "-",
        printable(hello.name) or "-",
        "-" if seat is None else told(say("seat {seat}", seat=seat + 1)),
        _firmware(hello),
        str(hello.boot),
        link,
    )


def _as_json(it: "PortSeen", config: "Config | None") -> dict[str, object]:
    from firmware_host.usb_pads import seat_of
    from hw.pad_names import id_text

    hello, link = it.hello, it.link
    seat = None if hello is None else seat_of(config, hello)
    return {
        "port": it.port.device,
        "product": it.port.product or None,
        "id": id_text(hello.pad_id) if hello and hello.pad_id else None,
        "name": hello.name or None if hello else None,
        "seat": None if seat is None else seat + 1,
        "firmware": _firmware(hello) if hello else None,
        "boot": hello.boot if hello else None,
        "round_trip_us": link.round_trip_ns // 1000 if link else None,
        "trouble": told(reason_of(it.error)) if it.error else None,
    }


def _rename(args: argparse.Namespace) -> int:
    from hw.pad_names import NO_ID
    from hw.serial_ports import UsbPort
    from hw.serial_talk import PadTalk

    with closing(PadTalk(UsbPort(args.port), clock=time.monotonic_ns)) as talk:
        hello = talk.greet()
        pad_id = hello.pad_id if hello.pad_id != NO_ID else _new_id()
        _tell_called(args.port, talk.rename(pad_id, args.name))
    return 0


def _flash(args: argparse.Namespace) -> int:
    from firmware_host.flashing import BOOTLOADERS, FlashError, build, flash
    from hw.serial_ports import SerialPort

    port = args.port or _only_port().device
    if args.hex is not None and not args.hex.is_file():
        raise Failure(say("there is no {file}: name the .hex file to write", file=args.hex))
    # avrdude does not ask whether another program uses the port; we do.
    SerialPort(port).close()
    with TemporaryDirectory() as folder:
        try:
            file = args.hex or build(Path(folder))
            tried = [args.bootloader] if args.bootloader else list(BOOTLOADERS)
            flash(port, file, tried, partial(_tell_begun, file.name, port))
        except FlashError as error:
            raise Failure(error.words) from None
    _introduce(port)
    return 0


def _tell_begun(file: str, port: str, bootloader: str) -> None:
    words = say(
        "writing {file} to {port}, as the {bootloader} bootloader takes it ...",
        file=file,
        port=port,
        bootloader=bootloader,
    )
    print(f"spytt: {told(words)}", file=sys.stderr, flush=True)


def _introduce(port: str) -> None:
    """Hear who a new pad is; give it an id if it has none."""
    from hw.pad_names import NO_ID
    from hw.serial_ports import UsbPort
    from hw.serial_talk import PadTalk

    with closing(PadTalk(UsbPort(port), clock=time.monotonic_ns)) as talk:
        hello = talk.greet()
        if hello.pad_id == NO_ID:
            hello = talk.rename(_new_id(), hello.name)
        _tell_called(port, hello)


def _tell_called(port: str, hello: "PadHello") -> None:
    from hw.pad_names import id_text, in_toml

    print(
        told(
            say(
                "{port}: pad {id}, firmware {version}; below its [[seat]] write usb = {usb}",
                port=port,
                id=id_text(hello.pad_id),
                version=_firmware(hello),
                usb=in_toml(hello.pad_id, hello.name),
            )
        )
    )


def _only_port() -> "UsbPort":
    from hw.serial_ports import usb_ports

    ports = usb_ports()
    if not ports:
        raise Failure(_no_port())
    if len(ports) > 1:
        names = ", ".join(port.device for port in ports)
        raise Failure(say("there are several ports: name one of {ports}", ports=names))
    return ports[0]


def _no_port() -> str:
    return say(
        "there is no serial port on USB: plug the pad in, by a cable that carries data, and look"
        " with lsusb"
    )


def _firmware(hello: "PadHello") -> str:
    return ".".join(map(str, hello.version))


def _new_id() -> int:
    return 1 + secrets.randbelow(LARGEST_ID)


def _name(text: str) -> str:
    """Take a name that a pad can keep."""
    from hw.pad_names import LONGEST_NAME, is_name

    if not is_name(text):
        raise refusal(
            say(
                "{text}: write a name of 1 to {most} bytes that looks neither like an id, as"
                " 7F3A09C2 does, nor like a port, as /dev/ttyUSB0 does",
                text=repr(text),
                most=LONGEST_NAME,
            )
        )
    return text
