"""Which of this machine's addresses phones on its networks can reach."""

import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, ip_address

SOMEWHERE = ("198.51.100.1", 9)
"""Nothing is sent there: the system is only asked which way it would go."""
SIOCGIFADDR = 0x8915
"""Linux's request for an interface's IPv4 address (netdevice(7))."""


def lan_addresses() -> tuple[str, ...]:
    """Give this machine's private IPv4 addresses, the one that leads out first."""
    found = (*_way_out(), *_of_interfaces(), *_of_name())
    return tuple(dict.fromkeys(address for address in found if is_on_a_lan(address)))


def is_on_a_lan(address: str) -> bool:
    """Tell whether an address is one that people at home or at work share; no public one is."""
    with suppress(ValueError):
        found = ip_address(address)
        is_reachable = not (found.is_loopback or found.is_link_local or found.is_unspecified)
        return isinstance(found, IPv4Address) and found.is_private and is_reachable
    return False


def _way_out() -> Iterator[str]:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(SOMEWHERE)
        yield asked.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    """Ask every interface: a Pi that is its own access point has no way out."""
    if sys.platform != "linux":
        return
    from fcntl import ioctl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                told = ioctl(asked, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(told[20:24])


def _of_name() -> Iterator[str]:
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(address[0])
