"""The ports that the front panel listens on: the loopback's, and for phones the LAN's."""

import errno
import socket
from collections.abc import Sequence

from engine.messages import Message, say
from firmware_host.lan import lan_addresses
from firmware_host.reasons import reason_of
from hw.ports import DeviceError

LOOPBACK = "127.0.0.1"


def open_doors(addresses: Sequence[str], port: int) -> list[socket.socket]:
    """Listen on the loopback and on `addresses`, all on one port; 0 takes any free one.

    `DeviceError` if one is not to be had; then none stays open.
    """
    doors: list[socket.socket] = []
    try:
        for address in dict.fromkeys((LOOPBACK, *addresses)):
            doors.append(_open_door(address, port))
            port = doors[0].getsockname()[1]
    except DeviceError:
        for door in doors:
            door.close()
        raise
    return doors


def _open_door(address: str, port: int) -> socket.socket:
    try:
        if not 0 <= port < 1 << 16:
            raise OSError(say("ports go from 0 to 65535"))
        return socket.create_server((address, port))
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise DeviceError(_foreign(address)) from None
        words = say(
            "port {port} of {host} cannot be opened ({why}); "
            "choose another with --port, or 0 for any free one",
            port=port,
            host=address,
            why=reason_of(error),
        )
        raise DeviceError(words) from None


def _foreign(address: str) -> Message:
    if own := lan_addresses():
        return say(
            "{address} is no address of this machine; it has {own}",
            address=address,
            own=", ".join(own),
        )
    return say("{address} is no address of this machine", address=address)
