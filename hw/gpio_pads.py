"""Pads on the host's own pins: one thread waits for all of them, and costs nothing while it does.

`gpio_chip.py` opens the lines by libgpiod, `gpiozero_pads.py` by gpiozero where that cannot be had.
"""

import logging
import os
import select
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread

from hw.gpio_edges import PadEdges
from hw.gpio_lines import READ_EVENTS, Lines
from hw.pad_clock import BEGINNING, END
from hw.ports import Arrival, Boot, Button, Gone, HostNs, PadInfo, Put, ReadClock, host_ns

log = logging.getLogger(__name__)

PACE_NS = 400_000
"""Time is closed at most this often for whoever asks again for what has been told."""


@dataclass(frozen=True, slots=True)
class OpenPad:
    """A pad whose lines have been opened; `buttons` names them by offset."""

    info: PadInfo
    buttons: Mapping[int, Button]
    lines: Lines


class GpioPads:
    """A driver of pads on the host's pins (a `PadPort`); `put` is called from its own thread.

    It begins with the boot, the levels and a watermark of each pad. A pad whose lines fail is gone
    for good. `drain_us`: an edge is in the queue at most so long after it was stamped, so a
    watermark of an instant that is asked for comes that much after it, and none before. Raises
    OSError when the levels cannot be read.
    """

    def __init__(
        self, pads: Sequence[OpenPad], put: Put, *, clock: ReadClock, drain_us: int
    ) -> None:
        self.pads: Sequence[PadInfo] = tuple(pad.info for pad in pads)
        self._clock = clock
        self._put = put
        self._is_closing = False
        self._asked: dict[str, int] = {}
        self._live = {pad.info.pad: _LivePad(pad, clock, drain_us * 1000) for pad in pads}
        for live in self._live.values():
            self._tell(live.begin())
        self._waker, self._wakes = os.pipe()
        os.set_blocking(self._waker, False)
        os.set_blocking(self._wakes, False)
        self._thread = Thread(target=self._run, name="gpio pads", daemon=True)
        self._thread.start()

    def ask(self, pad: str, until: HostNs | None = None) -> None:
        """Ask for a watermark of `until`, or the next; ValueError for a pad of another driver."""
        if pad not in (info.pad for info in self.pads):
            raise ValueError(f"there is no pad {pad} on these pins")
        asked_before = self._asked.get(pad, END)
        self._asked[pad] = asked = BEGINNING if until is None else until
        if asked < asked_before and not self._is_closing:
            self._wake()  # else the thread wakes in time as it is

    def close(self) -> None:
        """Stop, and give the lines back; nothing is put after that."""
        if self._is_closing:
            return
        self._is_closing = True
        self._wake()
        self._thread.join()
        for end in (self._waker, self._wakes):
            os.close(end)

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # full of earlier calls
            os.write(self._wakes, b"!")

    # In the thread.

    def _run(self) -> None:
        try:
            while not self._is_closing:
                self._turn()
        finally:
            for name, pad in self._live.items():
                pad.release()
                if not self._is_closing:
                    self._put(Gone(host_ns(self._clock), name))

    def _turn(self) -> None:
        """Wait until there is something to do, and give every pad its turn."""
        now = host_ns(self._clock)
        readable = self._wait(now)
        for name, pad in tuple(self._live.items()):
            try:
                # A pad that was not readable just after `now` held nothing of then; nor does one
                # that has been read out since, so a line that never rests cannot hold up time.
                is_read_out = True
                if pad.lines.fd in readable:
                    told, is_read_out = pad.read()
                    self._tell(told)
                asked = self._asked.get(name, END)
                if is_read_out and pad.due_ns(asked) <= now:
                    if is_answered := pad.answers_at(asked) <= now:
                        # Whoever asks anew meanwhile does so again when told what comes of it.
                        self._asked.pop(name, None)
                    self._tell(pad.close_time(now, is_answered))
            except OSError as error:
                self._lose(name, error)

    def _wait(self, now: HostNs) -> list[int]:
        dues = (pad.due_ns(self._asked.get(name, END)) for name, pad in self._live.items())
        due = min(dues, default=END)
        timeout_s = None if due == END else max(0, due - now) / 1e9
        fds = [pad.lines.fd for pad in self._live.values()]
        # select, for poll waits in whole milliseconds.
        readable: list[int] = select.select([self._waker, *fds], [], [], timeout_s)[0]
        if self._waker in readable:
            os.read(self._waker, 1 << 16)
        return readable

    def _tell(self, arrivals: Sequence[Arrival]) -> None:
        for arrival in arrivals:
            self._put(arrival)

    def _lose(self, name: str, error: OSError) -> None:
        seat = next(info.seat for info in self.pads if info.pad == name)
        log.warning("the pins of the pad of seat %d are lost: %s", seat + 1, error)
        self._live.pop(name).release()
        self._put(Gone(host_ns(self._clock), name))


class _LivePad:
    """A pad and its lines; each method gives what is to be told, or raises OSError."""

    def __init__(self, pad: OpenPad, clock: ReadClock, drain_ns: int) -> None:
        self.lines = pad.lines
        self._pad = pad
        self._clock = clock
        self._drain_ns = drain_ns
        self._closed_ns = BEGINNING
        self._watched = frozenset(pad.buttons)

    def begin(self) -> list[Arrival]:
        """Read the levels from which all else follows."""
        now = host_ns(self._clock)
        closed = self.lines.closed()
        self._edges = PadEdges(self._pad.info, self._pad.buttons, closed, now, self._drain_ns)
        return [Boot(now, self._pad.info.pad, 1), self._edges.levels(now), *self._close(now)]

    def due_ns(self, asked: int) -> int:
        """Tell when time must be closed, when a watermark of the instant `asked` is (END: none)."""
        return min(self._edges.due_ns(), self.answers_at(asked))

    def answers_at(self, asked: int) -> int:
        """Tell when such a watermark can be had; what has been told already keeps the pace."""
        closed_by = asked + self._drain_ns
        return closed_by if closed_by > self._closed_ns else self._closed_ns + PACE_NS

    def read(self) -> tuple[list[Arrival], bool]:
        """Take in what has come, and tell whether that was all.

        A line that chatters is listened to no longer. The levels right after an edge tell before it
        is decided on whether another has been lost.
        """
        events = self.lines.read()
        told = self._edges.take(host_ns(self._clock), events)
        self._listen()
        if self._edges.is_unseen:
            self._look()
        return told, len(events) < READ_EVENTS

    def close_time(self, now: HostNs, is_asked: bool) -> list[Arrival]:
        """Close time, for nothing waited at `now`."""
        told = self._close(now)
        self._listen()
        if (is_asked and self._edges.is_unseen) or self._edges.wants_witness(now):
            self._look()
        return told

    def release(self) -> None:
        """Give the lines back."""
        with suppress(OSError):
            self.lines.release()

    def _close(self, now: HostNs) -> list[Arrival]:
        self._closed_ns = now
        # What was read since `now` may be told too, and nothing arrives before it was stamped.
        return self._edges.close(host_ns(self._clock), now - self._drain_ns)

    def _look(self) -> None:
        since = self._clock()
        self._edges.witness(since, self.lines.closed(), self._clock())

    def _listen(self) -> None:
        if self._watched != self._edges.watched:
            self._watched = self._edges.watched
            self.lines.watch(self._watched)
