"""A GPIO chip as libgpiod 2 shows it: interrupts stamp, threads queue, a full queue drops.

Levels are of the contact (active): True is closed. Only what the driver uses is here.
"""

import errno
import os
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock

import pytest

pytest.importorskip("gpiod")

from gpiod import ChipInfo, EdgeEvent, LineInfo, LineSettings
from gpiod.line import Bias, Clock, Direction, Drive, Edge, Value

Config = dict[Iterable[int | str] | int | str, LineSettings | None]


@dataclass(slots=True)
class KernelLine:
    settings: LineSettings
    is_closed: bool = False
    stamp_ns: int = 0
    req_seqno: int = 0
    line_seqno: int = 0


class KernelRequest:
    """A line request with its queue; `interrupt` and `thread` are the kernel's two halves."""

    def __init__(self, config: Config, closed: Iterable[int], size: int) -> None:
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)
        self.lines = {
            line: KernelLine(settings or LineSettings(), line in tuple(closed))
            for line, settings in config.items()
            if isinstance(line, int)
        }
        self.is_released = False
        self.is_unplugged = False
        self._queue: deque[EdgeEvent] = deque(maxlen=size)
        self._seqno = 0
        self._lock = Lock()

    @property
    def size(self) -> int | None:
        """The length of the queue."""
        return self._queue.maxlen

    @property
    def has_events(self) -> bool:
        """Tell whether an event waits to be read."""
        return bool(self._queue)

    # What happens to the pins.

    def edge(self, line: int, is_closed: bool, stamp_ns: int) -> None:
        """Let a contact change, and its thread run before anything else happens."""
        self.change(line, is_closed, stamp_ns)
        self.thread(line)

    def change(self, line: int, is_closed: bool, stamp_ns: int) -> None:
        """Let a contact change: the interrupt strikes, its thread has yet to run."""
        self.lines[line].is_closed = is_closed
        if self.lines[line].settings.edge_detection is Edge.BOTH:
            self._seqno += 1
            self.lines[line].stamp_ns = stamp_ns
            self.lines[line].req_seqno = self._seqno

    def thread(self, line: int) -> None:
        """Let the thread run for the interrupts that have struck since it ran last."""
        at = self.lines[line]
        if at.stamp_ns:
            at.line_seqno += 1
            kind = EdgeEvent.Type.RISING_EDGE if at.is_closed else EdgeEvent.Type.FALLING_EDGE
            self._put(EdgeEvent(kind.value, at.stamp_ns, line, at.req_seqno, at.line_seqno))
            at.stamp_ns = 0

    def thread_again(self, line: int, stamp_ns: int) -> None:
        """Let it run for an interrupt that struck while it told the one before."""
        self.lines[line].stamp_ns = stamp_ns
        self.thread(line)

    def unplug(self) -> None:
        """Remove the chip: descriptors hang up, everything fails."""
        self.is_unplugged = True
        os.eventfd_write(self.fd, 1)

    def _put(self, event: EdgeEvent) -> None:
        with self._lock:
            self._queue.append(event)
            os.eventfd_write(self.fd, 1)

    # What libgpiod offers.

    def read_edge_events(self, max_events: int | None = None) -> list[EdgeEvent]:
        self._check()
        with self._lock:
            assert self._queue, "a read of an empty queue would block"
            count = min(len(self._queue), max_events or 64)
            events = [self._queue.popleft() for _ in range(count)]
            if not self._queue:
                os.eventfd_read(self.fd)
            return events

    def get_values(self, lines: Iterable[int | str] | None = None) -> list[Value]:
        self._check()
        assert lines is not None
        return [Value(int(self.lines[line].is_closed)) for line in lines if isinstance(line, int)]

    def reconfigure_lines(self, config: Config) -> None:
        self._check()
        for line, settings in config.items():
            assert isinstance(line, int)
            assert settings is not None
            self.lines[line].settings = settings

    def release(self) -> None:
        if not self.is_released:
            self.is_released = True
            os.close(self.fd)

    def _check(self) -> None:
        assert not self.is_released
        if self.is_unplugged:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))


@dataclass(slots=True)
class KernelChip:
    """A chip; `used` names the consumers of lines that are taken, `held` the contacts closed."""

    label: str = "pinctrl-bcm2711"
    count: int = 58
    used: dict[int, str] = field(default_factory=dict)
    held: set[int] = field(default_factory=set)
    fault: Exception | None = None
    requests: list[KernelRequest] = field(default_factory=list)
    opened: int = 0

    def get_info(self) -> ChipInfo:
        return ChipInfo("gpiochip0", self.label, self.count)

    def get_line_info(self, line: int | str) -> LineInfo:
        assert isinstance(line, int)
        return LineInfo(
            offset=line,
            name=f"GPIO{line}",
            used=line in self.used,
            consumer=self.used.get(line, ""),
            direction=Direction.INPUT.value,
            active_low=False,
            bias=Bias.UNKNOWN.value,
            drive=Drive.PUSH_PULL.value,
            edge_detection=Edge.NONE.value,
            event_clock=Clock.MONOTONIC.value,
            debounced=False,
            debounce_period_us=0,
        )

    def request_lines(
        self, config: Config, consumer: str | None = None, event_buffer_size: int | None = None
    ) -> KernelRequest:
        if self.fault is not None:
            raise self.fault
        if any(line in self.used for line in config if isinstance(line, int)):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        request = KernelRequest(config, self.held, min(event_buffer_size or 16, 1024))
        self.requests.append(request)
        self.used |= {line: consumer or "" for line in config if isinstance(line, int)}
        return request

    def close(self) -> None:
        self.opened -= 1

    def open(self, _path: str) -> "KernelChip":
        self.opened += 1
        return self
