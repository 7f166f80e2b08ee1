"""A pad's line: an open port, and the session that is spoken on it."""

from hw.gpio_lines import ReadClock, host_ns
from hw.pad_clock import END
from hw.pad_entries import BURST_US
from hw.pad_session import PadSession
from hw.ports import Arrival, HostNs
from hw.serial_ports import UsbPort, Wire
from hw.units import SECOND_NS

BOOTING_NS = 2 * SECOND_NS
"""A Nano's bootloader listens so long for somebody who would write firmware: we keep silent."""


class SerialLine:
    """Bytes in, arrivals out; `hear` and `speak` raise OSError when it is unplugged.

    Opening the port may have reset the pad, which then says hello by itself. Until then nobody asks
    who is there more often than every `BOOTING_NS`: its bootloader would take that for itself.

    `pad` is the seat's pad that it was found to be, `was_pad` whether it ever was one.
    """

    def __init__(
        self, port: UsbPort, wire: Wire, now: HostNs, *, byte_ns: int, burst_us: int = BURST_US
    ) -> None:
        self.port = port
        self.opened_ns = now
        self.session = PadSession(now, byte_ns=byte_ns, burst_us=burst_us)
        self.pad: str | None = None
        self.was_pad = False
        self._wire = wire
        self._unsent = b""
        self._hushed_ns = now + BOOTING_NS

    @property
    def fd(self) -> int:
        """The descriptor to wait for."""
        return self._wire.fd

    @property
    def is_choked(self) -> bool:
        """Tell whether something waits for room, so that it is to be waited for."""
        return bool(self._unsent)

    def due_ns(self) -> int:
        """Tell when to `speak` at the latest."""
        if self._unsent:
            return END
        due = self.session.due_ns()
        return max(due, self._hushed_ns) if self.session.hello is None else due

    def hear(self, clock: ReadClock) -> list[Arrival]:
        """Take in what has come; the clock is read after that, for nothing came later."""
        data = self._wire.read()
        return self.session.hear(data, host_ns(clock))

    def speak(self, now: HostNs) -> None:
        """Write what is due at `now`, or what there was no room for."""
        data = self._unsent
        if not data and self.due_ns() <= now:
            data = self.session.send(now)
            self._hushed_ns = now + BOOTING_NS
        if data:
            self._unsent = data[self._wire.write(data) :]

    def begin_anew(self, now: HostNs) -> None:
        """Forget whose pad this is, and ask who is there."""
        self.pad = None
        self.session.abandon(now)
        self._hushed_ns = now + BOOTING_NS

    def close(self) -> None:
        """Give the port back."""
        self._wire.close()
