"""Finds pads that are plugged in: opens every serial port on USB that appears."""

import logging
from collections.abc import Callable
from threading import Event, Thread

from hw.serial_ports import FindPorts, Opener, OpenPort, UsbPort

log = logging.getLogger(__name__)

LOOK_S = 0.5
"""How often it looks for new ports."""
TELL_AT = 3
"""A port that cannot be opened is told of at this try: udev gives leave a little later."""

Take = Callable[[UsbPort, OpenPort], None]


class PortFinder:
    """Hands each port that appears, once it is open, to `take`; in a thread of its own.

    Listing and opening may take longer than a press can wait. What was handed over is not looked at
    again until it is plugged in anew, or said to be `lost`.
    """

    def __init__(self, take: Take, find: FindPorts, open_port: Opener, *, look_s: float) -> None:
        self._take = take
        self._find = find
        self._open = open_port
        self._look_s = look_s
        self._taken: set[UsbPort] = set()
        self._refused: dict[UsbPort, tuple[str, int]] = {}
        self._closing = Event()
        self._thread = Thread(target=self._run, name="usb ports", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def lost(self, port: UsbPort) -> None:
        """Take in that a port is closed: if it is still there, it is opened once more."""
        self._taken.discard(port)

    def close(self) -> None:
        """Stop; nothing is handed over after that."""
        self._closing.set()
        self._thread.join()

    # In the thread.

    def _run(self) -> None:
        while not self._closing.is_set():
            self._look()
            self._closing.wait(self._look_s)

    def _look(self) -> None:
        try:
            found = self._find()
        except OSError as error:
            log.warning("serial ports cannot be listed: %s", error)
            return
        for port in [port for port in tuple(self._taken) if port not in found]:
            self._taken.discard(port)
        self._refused = {port: told for port, told in self._refused.items() if port in found}
        for port in found:
            if port not in self._taken and not self._closing.is_set():
                self._try(port)

    def _try(self, port: UsbPort) -> None:
        try:
            opened = self._open(port.device)
        except OSError as error:
            self._tell(port, str(error))
            return
        self._refused.pop(port, None)
        self._taken.add(port)
        self._take(port, opened)

    def _tell(self, port: UsbPort, words: str) -> None:
        """Tell once why a port cannot be opened, if that lasts."""
        before, times = self._refused.get(port, (words, 0))
        times = times + 1 if words == before else 1
        self._refused[port] = (words, times)
        if times == TELL_AT:
            log.warning("%s", words)
