"""A talk with whoever is on one port: who it is, how good the link is, what it is to be called.

Every step waits for its answer, so this is for tools, not for a console that is played on.
"""

import select
from collections.abc import Callable

from hw.pad_messages import PadHello
from hw.ports import Arrival, DeviceError, HostNs, ReadClock, Sync, host_ns
from hw.serial_line import SerialLine
from hw.serial_pads import GREETING_NS
from hw.serial_ports import Opener, SerialPort, UsbPort
from hw.units import SECOND_NS
from hw.wording import advised, say

ANSWER_NS = 3 * SECOND_NS
"""By then a pad has written its name down, and said so."""


class PadTalk:
    """An open port; every method but `close` raises DeviceError, with the remedy, if it cannot.

    Opening it resets a Nano.
    """

    def __init__(self, port: UsbPort, *, clock: ReadClock, open_port: Opener = SerialPort) -> None:
        self._clock = clock
        self._device = port.device
        self._line = SerialLine(port, open_port(port.device), host_ns(clock), byte_ns=0)

    def greet(self, patience_ns: int = GREETING_NS) -> PadHello:
        """Wait until the pad says who it is."""
        session = self._line.session
        self._until(lambda: session.hello is not None or session.is_foreign, patience_ns)
        if session.is_foreign:
            words = say("the pad on {port} speaks another protocol", port=self._device)
            remedy = say("run spytt pad flash {port}", port=self._device)
            raise DeviceError(advised(words, remedy))
        if session.hello is None:
            words = say("nothing on {port} says that it is a pad", port=self._device)
            remedy = say("if it is a Nano, run spytt pad flash {port}", port=self._device)
            raise DeviceError(advised(words, remedy))
        return session.hello

    def probe(self, for_ns: int) -> list[Sync]:
        """Ask the pad for the time again and again; after `greet`."""
        heard = self._line.session.adopt("pad", self._now())
        heard += self._until(lambda: False, for_ns)
        return [arrival for arrival in heard if isinstance(arrival, Sync)]

    def rename(self, pad_id: int, name: str) -> PadHello:
        """Call the pad so for good, and wait until it says so; after `greet`."""
        session = self._line.session
        session.rename(pad_id, name)

        def is_done() -> bool:
            hello = session.hello
            return hello is not None and (hello.pad_id, hello.name) == (pad_id, name)

        self._until(is_done, ANSWER_NS)
        if session.hello is None or not is_done():
            words = say("the pad on {port} did not take its name", port=self._device)
            raise DeviceError(advised(words, say("unplug it, plug it in and try again")))
        return session.hello

    def close(self) -> None:
        """Give the port back."""
        self._line.close()

    def _now(self) -> HostNs:
        return host_ns(self._clock)

    def _until(self, is_done: Callable[[], bool], patience_ns: int) -> list[Arrival]:
        """Hear and speak until `is_done`, but no longer than that; gives what was reported."""
        heard: list[Arrival] = []
        end = self._now() + patience_ns
        try:
            while not is_done() and (now := self._now()) < end:
                self._line.speak(now)
                timeout_s = max(0, min(self._line.due_ns(), end) - now) / 1e9
                choked = [self._line.fd] if self._line.is_choked else []
                if select.select([self._line.fd], choked, [], timeout_s)[0]:
                    heard += self._line.hear(self._clock)
        except OSError as error:
            words = say("{port} is lost ({error})", port=self._device, error=error)
            raise DeviceError(advised(words, say("plug the pad in anew"))) from error
        return heard
