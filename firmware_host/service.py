"""What a service tells systemd: that it is ready, alive, stopping (the protocol of sd_notify(3)).

Outside a service every method does nothing, so whoever calls need not ask.
"""

import logging
import os
import socket
from collections.abc import Mapping

from firmware_host.loop import Beat

log = logging.getLogger(__name__)

BEATS = 2
"""systemd gives up after WATCHDOG_USEC without a beat; so many are sent in that time."""


class Service:
    """Talks to the datagram socket at `address`; nobody is told anything where that is empty.

    `watchdog_us` is how long systemd waits for a beat, None if it does not.
    """

    def __init__(self, address: str = "", watchdog_us: int | None = None) -> None:
        self._address = _address(address)
        self._watchdog_us = watchdog_us
        self._is_unheard = False

    def ready(self, status: str = "") -> None:
        """Tell that the console can be played on; `status` is one line for `systemctl status`."""
        self._tell("READY=1", *_status(status))

    def status(self, status: str) -> None:
        """Tell what the console does now, in one line."""
        self._tell(*_status(status))

    def stopping(self) -> None:
        """Tell that the console is about to stop."""
        self._tell("STOPPING=1")

    def beat(self) -> None:
        """Tell that the console is alive; never blocks."""
        self._tell("WATCHDOG=1", flags=socket.MSG_DONTWAIT)

    @property
    def beats(self) -> Beat | None:
        """Tell how often the loop must beat; None if nobody listens for it."""
        if not self._address or not self._watchdog_us:
            return None
        return Beat(self._watchdog_us * 1000 // BEATS, self.beat)

    def _tell(self, *assignments: str, flags: int = 0) -> None:
        if not self._address or not assignments:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as notify:
                notify.sendmsg(["\n".join(assignments).encode()], [], flags, self._address)
        except OSError as error:
            # The game goes on; that systemd may end it for that is told once.
            if not self._is_unheard:
                log.warning("systemd does not listen at %s: %s", self._address, error)
            self._is_unheard = True
        else:
            self._is_unheard = False


def service_of(environ: Mapping[str, str], pid: int | None = None) -> Service:
    """Give the service that this process (or `pid`) is, by what systemd put into `environ`."""
    pid = os.getpid() if pid is None else pid
    watched = environ.get("WATCHDOG_PID", str(pid)) == str(pid)
    wait_us = environ.get("WATCHDOG_USEC", "")
    is_number = wait_us.isascii() and wait_us.isdigit()
    return Service(
        environ.get("NOTIFY_SOCKET", ""), int(wait_us) if watched and is_number else None
    )


def _address(address: str) -> str:
    """Give the address as the kernel wants it: `@` stands for the abstract namespace's NUL."""
    if address.startswith("@"):
        return "\0" + address[1:]
    return address if address.startswith("/") else ""


def _status(status: str) -> tuple[str, ...]:
    return (f"STATUS={' '.join(status.split())}",) if status else ()
