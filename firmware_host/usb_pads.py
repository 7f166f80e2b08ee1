"""What is to be seen of the pads on USB, and whose each is."""

from contextlib import closing
from typing import NamedTuple

from firmware_host.config import Config
from hw.gpio_lines import ReadClock
from hw.pad_link import Link, link_of
from hw.pad_messages import PadHello
from hw.pad_names import is_called
from hw.ports import DeviceError
from hw.serial_ports import UsbPort
from hw.serial_talk import PadTalk
from hw.units import SECOND_NS

MEASURE_NS = 2 * SECOND_NS
"""How long a link is looked at."""


class PortSeen(NamedTuple):
    """A port: the pad that is there and its link, or else why there is none."""

    port: UsbPort
    hello: PadHello | None = None
    link: Link | None = None
    error: DeviceError | None = None


def look(port: UsbPort, clock: ReadClock) -> PortSeen:
    """See who is on a port; takes some seconds."""
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


def printable(name: str) -> str:
    """Make what somebody wrote into a pad's memory safe for a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)
