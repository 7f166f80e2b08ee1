"""Serial ports on USB: which there are, and one of them opened, by pyserial."""

import errno
import os
import termios
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hw.ports import DeviceError
from hw.wording import Words, advised, not_installed, say

if TYPE_CHECKING:
    from serial.tools.list_ports_common import ListPortInfo

BAUD = 500_000
"""Exact at the Nano's 16 MHz, and known to every USB bridge."""
READ_BYTES = 4096
DEVICES = Path("/dev")
LOOKS = 5


class UsbPort(NamedTuple):
    """A serial port on USB; `plugged` is another number each time that it is plugged in."""

    device: str
    plugged: int = 0
    product: str = ""


class OpenPort(Protocol):
    """An open port. Every method but `close` may raise OSError: then it is unplugged."""

    @property
    def fd(self) -> int:
        """A descriptor that select() finds readable when bytes have come, or it is unplugged."""
        ...

    def read(self) -> bytes:
        """Take out what has come; nothing if nothing has."""
        ...

    def write(self, data: bytes) -> int:
        """Hand over as many bytes as there is room for; tells how many."""
        ...

    def close(self) -> None:
        """Give the port back."""
        ...


FindPorts = Callable[[], Sequence[UsbPort]]
Opener = Callable[[str], OpenPort]


def need_pyserial() -> None:
    """See to it that pyserial is there; DeviceError if it is not installed."""
    if find_spec("serial") is None:
        raise DeviceError(not_installed("pyserial"))


class SerialPort:
    """A port opened by pyserial for us alone; opening it resets a Nano.

    Raises DeviceError with the remedy when it cannot be had.
    """

    def __init__(self, device: str) -> None:
        need_pyserial()
        # Imports are slow on a small Pi: only who has such pads waits for this one.
        from serial import Serial

        try:
            self._serial = Serial(device, BAUD, timeout=0, exclusive=True)
        except (OSError, ValueError, termios.error) as error:
            raise DeviceError(_refused(device, _reason(error))) from error
        # Some bridges else keep what has come for up to 16 ms.
        with suppress(NotImplementedError, ValueError, OSError):
            self._serial.set_low_latency_mode(True)

    @property
    def fd(self) -> int:
        """The port's own descriptor."""
        return self._serial.fileno()

    def read(self) -> bytes:
        """Take out what has come."""
        try:
            return self._serial.read(READ_BYTES)
        except (OSError, termios.error) as error:
            # Without a number it says that a line with nothing to read is readable: it is hung up.
            raise _reason(error, errno.ENODEV) from error

    def write(self, data: bytes) -> int:
        """Hand over what there is room for; pyserial's own way would spin where there is none."""
        try:
            return os.write(self.fd, data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Give the port back, whatever has become of it."""
        with suppress(OSError, termios.error):
            self._serial.close()


def usb_ports() -> list[UsbPort]:
    """List the serial ports on USB that there are now. DeviceError if pyserial is not installed."""
    need_pyserial()
    found = []
    for info in _listed():
        if info.vid is not None:
            with suppress(OSError):  # It has gone meanwhile.
                node = Path(info.device).stat().st_ino
                found.append(UsbPort(info.device, node, info.product or ""))
    return sorted(found)


def _listed() -> Sequence["ListPortInfo"]:
    """List all ports; pyserial stumbles over one that is unplugged while it looks at it."""
    from serial.tools import list_ports

    for _ in range(LOOKS):
        with suppress(TypeError, ValueError):
            return list_ports.comports()
    words = say("serial ports come and go too fast to be listed")
    raise DeviceError(advised(words, say("unplug what does so")))


class NewPorts:
    """Lists ports as `usb_ports` does, but only when devices have come or gone: it is called often.

    After a change it looks twice, for a clock's tick may hold two changes.
    """

    def __init__(self, find: FindPorts = usb_ports, devices: Path = DEVICES) -> None:
        self._find = find
        self._devices = devices
        self._found: Sequence[UsbPort] = ()
        self._seen: int | None = None
        self._is_settled = False

    def __call__(self) -> Sequence[UsbPort]:
        """List the ports."""
        changed = self._devices.stat().st_mtime_ns
        is_new = changed != self._seen
        if is_new or not self._is_settled:
            self._found = self._find()
        self._seen, self._is_settled = changed, not is_new
        return self._found


def _reason(error: Exception, otherwise: int | None = None) -> OSError:
    """Take from what pyserial raises what the system said, which it may have put in its own words.

    `otherwise` is the number of what it means where the system said nothing.
    """
    for told in (error, error.__context__):
        number = told.args[0] if told is not None and told.args else None
        if isinstance(number, int):
            return OSError(number, os.strerror(number))
    return OSError(otherwise, os.strerror(otherwise)) if otherwise else OSError(str(error))


def _refused(device: str, why: OSError) -> Words:
    if why.errno in (errno.EACCES, errno.EPERM):
        return advised(
            say("{port} may not be opened", port=device),
            say("add yourself to its group (sudo usermod -aG dialout $USER) and log in again"),
        )
    if why.errno in (errno.EBUSY, errno.EAGAIN):
        return advised(
            say("{port} is in use", port=device),
            say("stop what uses it (another spytt, a serial monitor)"),
        )
    if why.errno == errno.ENOENT:
        return advised(
            say("there is no {port}", port=device),
            say("plug the pad in; spytt pad list tells where it is"),
        )
    if why.errno in (errno.ENOTTY, errno.EISDIR):
        return advised(
            say("{port} is no serial port", port=device),
            say("spytt pad list tells where pads are"),
        )
    return advised(
        say("{port} cannot be opened ({error})", port=device, error=why),
        say("plug the pad in anew, and look with spytt pad list"),
    )
