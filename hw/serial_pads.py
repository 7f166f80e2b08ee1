"""Pads on USB (a Nano): one thread reads and writes all of them, another finds those plugged in.

A pad is known by its id or name, whatever port it is on: two that are swapped keep their seats. One
that is unplugged is gone, and back as soon as it is heard again.
"""

import logging
import os
import select
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Condition, Lock, Thread

from hw.pad_clock import END
from hw.pad_entries import BURST_US
from hw.pad_messages import PadHello
from hw.pad_names import NO_ID, id_text, in_toml, is_called, printable
from hw.pad_timing import BYTE_NS
from hw.ports import Arrival, Gone, HostNs, PadInfo, Put, ReadClock, host_ns
from hw.serial_finder import LOOK_S, PortFinder
from hw.serial_line import SerialLine
from hw.serial_ports import (
    FindPorts,
    NewPorts,
    Opener,
    OpenPort,
    SerialPort,
    UsbPort,
    need_pyserial,
)
from hw.units import MILLISECOND_NS, SECOND_NS

log = logging.getLogger(__name__)

GREETING_NS = 5 * SECOND_NS
"""By then a Nano that was reset by opening its port has said hello; its bootloader takes 1-2 s."""
MISSED_NS = 3 * SECOND_NS
"""A pad that has not come by then is told of as unplugged, when the console starts."""
LISTEN_NS = 250 * MILLISECOND_NS
"""Pads that fall silent are looked for at least so often."""


class SerialPads:
    """A driver of pads on USB (a `PadPort`); `put` is called from its own thread.

    `seats` are the pads, each with the name or id of the one on USB that it is. It begins at once:
    what is not plugged in is gone until it comes. `byte_ns`: what a byte takes on the line at
    least; `burst_us`: how long a touch may bounce. DeviceError if pyserial is not installed.
    """

    def __init__(
        self,
        seats: Sequence[tuple[PadInfo, str]],
        put: Put,
        *,
        clock: ReadClock,
        find: FindPorts | None = None,
        open_port: Opener = SerialPort,
        look_s: float = LOOK_S,
        byte_ns: int = BYTE_NS,
        burst_us: int = BURST_US,
    ) -> None:
        need_pyserial()
        self.pads: Sequence[PadInfo] = tuple(info for info, _ in seats)
        self._called = {info.pad: usb for info, usb in seats}
        self._seats = {info.pad: info.seat + 1 for info in self.pads}
        self._put = put
        self._clock = clock
        self._byte_ns = byte_ns
        self._burst_us = burst_us
        self._is_closing = False
        self._is_closed = False
        self._gate = Lock()
        self._closing = Lock()
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._asked: set[str] = set()
        self._lines: list[SerialLine] = []
        self._seated: dict[str, SerialLine] = {}
        self._lit: dict[str, bool] = {}
        self._awaited = set(self._called)
        self._news = Condition()
        self._missed_ns = host_ns(clock) + MISSED_NS
        self._waker, self._wakes = os.pipe()
        os.set_blocking(self._waker, False)
        os.set_blocking(self._wakes, False)
        self._thread = Thread(target=self._run, name="usb pads", daemon=True)
        self._finder = PortFinder(self._take, find or NewPorts(), open_port, look_s=look_s)
        self._thread.start()
        self._finder.start()

    def ask(self, pad: str, _until: HostNs | None = None, /) -> None:
        """Ask for a fresh watermark; ValueError for a pad that is not this driver's."""
        self._check(pad)
        self._asked.add(pad)
        self._wake()

    def light(self, pad: str, is_lit: bool) -> None:
        """Light the pad's own lamp, or put it out; one that is not there is lit when it comes."""
        self._check(pad)
        self._order(lambda: self._light(pad, is_lit))

    def note(self, pad: str, hz: int, ms: int) -> None:
        """Let the pad's own buzzer sound, for so long at most; 0 Hz silences it."""
        self._check(pad)
        self._order(lambda: self._note(pad, hz, ms))

    def await_all(self, patience_s: float) -> bool:
        """Wait until every pad has come, but no longer than that; tells whether they have."""
        with self._news:
            return self._news.wait_for(lambda: len(self._seated) == len(self._called), patience_s)

    def close(self) -> None:
        """Silence and darken the pads, and give the ports back; nothing is put after that."""
        # Of two that close it at once the second waits until it is.
        with self._closing:
            if self._is_closed:
                return
            self._finder.close()
            self._is_closing = True
            self._wake()
            self._thread.join()
            with self._gate:
                self._is_closed = True
                for end in (self._waker, self._wakes):
                    os.close(end)

    def _check(self, pad: str) -> None:
        if pad not in self._called:
            raise ValueError(f"there is no pad {pad} on USB")

    def _take(self, port: UsbPort, opened: OpenPort) -> None:
        """Take over a port that the finder has opened."""
        now = host_ns(self._clock)
        line = SerialLine(port, opened, now, byte_ns=self._byte_ns, burst_us=self._burst_us)
        self._order(lambda: self._lines.append(line))

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.put(order)
        self._wake()

    def _wake(self) -> None:
        with self._gate, suppress(BlockingIOError):  # full of earlier calls
            if not self._is_closed:
                os.write(self._wakes, b"!")

    # In the thread.

    def _run(self) -> None:
        try:
            while not self._is_closing:
                self._turn()
        finally:
            self._obey()
            for line in self._lines:
                self._leave(line)

    def _turn(self) -> None:
        """Wait until there is something to do, and give every line its turn."""
        now = host_ns(self._clock)
        readable = self._wait(now)
        self._obey()
        for line in tuple(self._lines):
            try:
                self._serve(line, line.fd in readable, now)
            except OSError as error:
                self._lose(line, error)
        if self._awaited and self._missed_ns <= now:
            self._miss()

    def _wait(self, now: HostNs) -> list[int]:
        due = min((line.due_ns() for line in self._lines), default=END)
        if self._lines:
            due = min(due, now + LISTEN_NS)
        if self._awaited:
            due = min(due, self._missed_ns)
        timeout_s = None if due == END else max(0, due - now) / 1e9
        fds = [line.fd for line in self._lines]
        choked = [line.fd for line in self._lines if line.is_choked]
        readable: list[int] = select.select([self._waker, *fds], choked, [], timeout_s)[0]
        if self._waker in readable:
            os.read(self._waker, 1 << 16)
        return readable

    def _obey(self) -> None:
        while not self._orders.empty():
            self._orders.get()()
        while self._asked:
            if line := self._seated.get(self._asked.pop()):
                line.session.ask(host_ns(self._clock))

    def _serve(self, line: SerialLine, is_readable: bool, now: HostNs) -> None:
        """Hear and answer a line.

        It is silent only if nothing had come by `now`: the host may have been stopped since.
        """
        if is_readable:
            self._tell(line.hear(self._clock))
        if line.pad is not None:
            if line.is_silent(now):
                self._fall_silent(line, now)
        elif not self._greet(line, now):
            return
        line.speak(host_ns(self._clock))

    def _greet(self, line: SerialLine, now: HostNs) -> bool:
        """Find out who is on a line; False if it is let alone."""
        hello = line.session.hello
        if line.session.is_foreign:
            flash = f"flash it: spytt pad flash {line.port.device}"
            return self._dismiss(line, f"the pad speaks another protocol: {flash}")
        if hello is not None:
            return self._seat(line, hello)
        if line.was_pad or now - line.opened_ns < GREETING_NS:
            return True
        return self._dismiss(line, "nothing there says that it is a pad")

    def _seat(self, line: SerialLine, hello: PadHello) -> bool:
        """Let a pad take its seat; False if it has none."""
        named = [
            pad for pad, usb in self._called.items() if is_called(usb, hello.pad_id, hello.name)
        ]
        if not named:
            return self._dismiss(line, _stranger(line.port, hello))
        free = [pad for pad in named if pad not in self._seated]
        if not free:
            other = self._seated[named[0]].port.device
            return self._dismiss(line, f"the pad is {_known_as(hello)}, as that on {other} is")
        if len(named) > 1:
            log.warning("%s: the pad is named for several seats", line.port.device)
        line.pad, line.was_pad = free[0], True
        seat, port = self._seats[line.pad], line.port.device
        log.info("the pad of seat %d is on %s: %s", seat, port, _known_as(hello))
        self._tell(line.session.adopt(line.pad, host_ns(self._clock)))
        line.session.light(self._lit.get(line.pad, False))
        self._awaited.discard(line.pad)
        with self._news:
            self._seated[line.pad] = line
            self._news.notify_all()
        return True

    def _light(self, pad: str, is_lit: bool) -> None:
        self._lit[pad] = is_lit
        if pad in self._seated:
            self._seated[pad].session.light(is_lit)

    def _note(self, pad: str, hz: int, ms: int) -> None:
        if pad in self._seated:
            self._seated[pad].session.note(hz, ms)

    def _tell(self, arrivals: Sequence[Arrival]) -> None:
        for arrival in arrivals:
            self._put(arrival)

    # How a line ends.

    def _miss(self) -> None:
        """Tell of the pads that nobody plugged in."""
        for pad in sorted(self._awaited):
            seat, usb = self._seats[pad], self._called[pad]
            log.warning("the pad of seat %d is not plugged in: %s", seat, usb)
            self._put(Gone(host_ns(self._clock), pad))
        self._awaited.clear()

    def _fall_silent(self, line: SerialLine, now: HostNs) -> None:
        """The pad answers no more: it is gone until it says hello."""
        log.warning("the pad on %s is silent", line.port.device)
        self._unseat(line)
        line.begin_anew(now)

    def _dismiss(self, line: SerialLine, words: str) -> bool:
        """Let a port alone until something else is plugged in."""
        log.warning("%s: %s", line.port.device, words)
        self._lines.remove(line)
        line.close()
        return False

    def _lose(self, line: SerialLine, error: OSError) -> None:
        log.warning("%s is lost: %s", line.port.device, error)
        self._lines.remove(line)
        line.close()
        self._unseat(line)
        self._finder.lost(line.port)

    def _unseat(self, line: SerialLine) -> None:
        if line.pad is not None:
            with self._news:
                del self._seated[line.pad]
            self._put(Gone(host_ns(self._clock), line.pad))

    def _leave(self, line: SerialLine) -> None:
        """Leave a line for good, its pad silent and dark."""
        with suppress(OSError):
            if line.pad is not None:
                line.session.light(False)
                line.session.note(0, 0)
                line.speak(host_ns(self._clock))
        line.close()
        if not self._is_closing:
            self._unseat(line)


def _known_as(hello: PadHello) -> str:
    name = f"{printable(hello.name)}, " if hello.name else ""
    return f"{name}{id_text(hello.pad_id)}"


def _stranger(port: UsbPort, hello: PadHello) -> str:
    """Tell how to seat a pad that the configuration does not know."""
    if hello.pad_id == NO_ID:
        return f"the pad has no name yet: spytt pad name {port.device} NAME"
    usb = in_toml(hello.pad_id, hello.name)
    return f"the pad {_known_as(hello)} has no seat: write usb = {usb} below a [[seat]]"
