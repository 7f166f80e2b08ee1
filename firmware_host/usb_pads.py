"""What is to be seen of the pads on USB, and whose each is."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import NamedTuple

from firmware_host.config import Config
from hw.pad_link import Link, link_of
from hw.pad_messages import PadHello
from hw.pad_names import id_text, is_called, printable
from hw.ports import DeviceError, ReadClock
from hw.serial_ports import UsbPort
from hw.units import SECOND_NS
from hw.wording import not_installed

MEASURE_NS = 2 * SECOND_NS
"""How long a link is looked at."""


class PortSeen(NamedTuple):
    """A port: the pad that is there and its link, or else why there is none."""

    port: UsbPort
    hello: PadHello | None = None
    link: Link | None = None
    error: DeviceError | None = None


def look_at(ports: Sequence[UsbPort], clock: ReadClock) -> list[PortSeen]:
    """See who is on each port; takes some seconds. DeviceError for what is not installed."""
    with ThreadPoolExecutor(max(1, len(ports))) as pool:
        return list(pool.map(lambda port: _look(port, clock), ports))


def _look(port: UsbPort, clock: ReadClock) -> PortSeen:
    try:
        from hw.serial_talk import PadTalk
    except ImportError as error:
        raise DeviceError(not_installed(error.name)) from error
    try:
        with closing(PadTalk(port, clock=clock)) as talk:
            hello = talk.greet()
            return PortSeen(port, hello, link_of(talk.probe(MEASURE_NS)))
    except DeviceError as error:
        return PortSeen(port, error=error)


def seat_of(config: Config | None, hello: PadHello) -> int | None:
    """Tell which seat a pad has."""
    for seat, it in enumerate(config.seats if config else ()):
        if it.usb is not None and is_called(it.usb, hello.pad_id, hello.name):
            return seat
    return None


def known_as(hello: PadHello) -> str:
    """Tell people which pad it is: its name, else its id."""
    return printable(hello.name) or id_text(hello.pad_id)
