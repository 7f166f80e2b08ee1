"""Nanos on ptys for tests: the firmware's twin in real time, plugged into ports and out again."""

import os
import pty
import select
import time
import tty
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event, Thread

import pytest

from hw import serial_line
from hw.pad_messages import PROTOCOL
from hw.ports import Button
from hw.serial_ports import UsbPort
from hw.units import MILLISECOND_NS
from sim.crystal import Crystal
from sim.nano import Eeprom, Nano
from sim.virtual_time import VirtualTime

STEP_S = 0.002
PATIENCE_S = 10


def awake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening a pty resets nobody: pads are awake, and may be asked at once."""
    monkeypatch.setattr(serial_line, "BOOTING_NS", 50 * MILLISECOND_NS)


class PtyNano:
    """A Nano whose USB plug is a pty; its `device` may be opened many times.

    It says `noise` before every frame, nothing while it `is_mute`, and pulls its own plug when it
    has said `cut_after` bytes.
    """

    def __init__(
        self,
        name: str = "",
        pad_id: int = 0,
        *,
        boot: int = 0,
        ppm: int = 0,
        protocol: int = PROTOCOL,
        noise: bytes = b"",
        cut_after: int | None = None,
    ) -> None:
        self.noise = noise
        self.is_mute = False
        self._ppm = ppm
        self._left = cut_after
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._master, self._slave = pty.openpty()
        os.set_blocking(self._master, False)
        tty.setraw(self._slave)
        self.device = os.ttyname(self._slave)
        self._is_out = False
        self._time = VirtualTime(time.monotonic_ns())
        eeprom = Eeprom(pad_id, name, boot)
        self.nano = Nano(self._time, Random(1), self._say, eeprom=eeprom, protocol=protocol)
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def press(self, button: Button) -> None:
        """Close a contact for 30 ms, or longer on a busy machine."""
        for is_closed in (True, False):
            is_done = Event()
            self._orders.put(partial(self.nano.change, button, is_closed))
            self._orders.put(is_done.set)
            is_done.wait(PATIENCE_S)
            time.sleep(0.03)

    def reset(self) -> None:
        """Press the reset button."""
        self._orders.put(self._boot)

    def pull(self) -> None:
        """Pull the plug, for good; only now another pty may get the name of its `device`."""
        self._is_out = True
        self._thread.join()
        os.close(self._slave)

    # In the thread.

    def _run(self) -> None:
        self._boot()
        while not self._is_out:
            heard = b""
            if select.select([self._master], [], [], STEP_S)[0]:
                with suppress(OSError):
                    heard = os.read(self._master, 4096)
            # Only now: nothing is heard before it was said.
            self._time.run_until(time.monotonic_ns())
            self.nano.hear(heard)
            while not self._orders.empty():
                self._orders.get()()
        os.close(self._master)

    def _boot(self) -> None:
        self.nano.switch_on(Crystal(self._time.now_ns, 0, self._ppm))

    def _say(self, frame: bytes) -> None:
        if self.is_mute or self._is_out:
            return
        said = (self.noise + frame)[: self._left]
        with suppress(BlockingIOError):  # nobody reads
            os.write(self._master, said)
        if self._left is not None:
            self._left -= len(said)
            self._is_out = not self._left


class Sockets:
    """The USB sockets of a console, by the names of their ports; a port's node is in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._plugs = count(1)
        self._plugged: dict[str, tuple[UsbPort, PtyNano]] = {}

    def plug_in(self, nano: PtyNano, socket: str = "ttyUSB0") -> None:
        """Plug a pad into a free socket."""
        node = self._folder / socket
        node.symlink_to(nano.device)
        self._plugged[socket] = UsbPort(str(node), next(self._plugs), "USB Serial"), nano

    def pull_out(self, socket: str = "ttyUSB0") -> None:
        """Pull out what is plugged into a socket, if anything."""
        if socket in self._plugged:
            nano = self._plugged.pop(socket)[1]
            (self._folder / socket).unlink()
            nano.pull()

    def empty(self) -> None:
        """Pull out everything."""
        for socket in tuple(self._plugged):
            self.pull_out(socket)

    def __call__(self) -> Sequence[UsbPort]:
        """List the ports that there are."""
        return sorted(port for port, _ in tuple(self._plugged.values()))
