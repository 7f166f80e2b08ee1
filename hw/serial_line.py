"""A pad's line: an open port, and the session that is spoken on it."""

from hw.pad_clock import END
from hw.pad_entries import BURST_US
from hw.pad_session import PadSession
from hw.ports import Arrival, HostNs, ReadClock, host_ns
from hw.serial_ports import OpenPort, UsbPort
from hw.units import SECOND_NS
from hw.wording import say

BOOTING_NS = 2 * SECOND_NS
"""A Nano's bootloader listens so long for somebody who would write firmware: we keep silent."""


MOST_BYTES = 150_000
"""A second: three times what the line can carry, as a host that was stopped finds more waiting."""
MOST_ARRIVALS = 8_000
"""A second: twice what a pad in play tells; a console must not choke on one that is broken."""
STUCK_NS = 1 * SECOND_NS
"""A line that takes nothing for so long leads nowhere."""


class SerialLine:
    """Bytes in, arrivals out; `hear` and `speak` raise OSError when it is unplugged.

    So does `hear` when the pad talks without end.

    Opening the port may have reset the pad, which then says hello by itself. Until then nobody asks
    who is there more often than every `BOOTING_NS`: its bootloader would take that for itself.

    `pad` is the seat's pad that it was found to be, `was_pad` whether it ever was one.
    """

    def __init__(
        self,
        port: UsbPort,
        opened: OpenPort,
        now: HostNs,
        *,
        byte_ns: int,
        burst_us: int = BURST_US,
    ) -> None:
        self.port = port
        self.opened_ns = now
        self.session = PadSession(now, byte_ns=byte_ns, burst_us=burst_us)
        self.pad: str | None = None
        self.was_pad = False
        self._opened = opened
        self._unsent = b""
        self._hushed_ns = now + BOOTING_NS
        self._choked_ns: int = now
        self._counted_ns: int = now
        self._read = self._told = 0

    @property
    def fd(self) -> int:
        """The descriptor to wait for."""
        return self._opened.fd

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
        data = self._opened.read()
        now = host_ns(clock)
        arrivals = self.session.hear(data, now)
        self._count(len(data), len(arrivals), now)
        return arrivals

    def _count(self, read: int, told: int, now: HostNs) -> None:
        if now - self._counted_ns >= SECOND_NS:
            self._counted_ns, self._read, self._told = now, 0, 0
        self._read += read
        self._told += told
        if self._read > MOST_BYTES or self._told > MOST_ARRIVALS:
            raise OSError(say("it talks without end"))

    def speak(self, now: HostNs) -> None:
        """Write what is due at `now`, or what there was no room for."""
        data = self._unsent
        if not data and self.due_ns() <= now:
            data = self.session.send(now)
            self._hushed_ns = now + BOOTING_NS
        if not data:
            return
        written = self._opened.write(data)
        if written or not self._unsent:
            self._choked_ns = now
        self._unsent = data[written:]

    def is_silent(self, now: HostNs) -> bool:
        """Tell whether an adopted pad answers nothing, or the line takes nothing, for a second."""
        is_stuck = self.is_choked and now - self._choked_ns >= STUCK_NS
        return is_stuck or self.session.is_silent(now)

    def begin_anew(self, now: HostNs) -> None:
        """Forget whose pad this is, and ask who is there."""
        self.pad = None
        self.session.abandon(now)
        self._hushed_ns = now + BOOTING_NS

    def close(self) -> None:
        """Give the port back."""
        self._opened.close()
