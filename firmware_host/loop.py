"""The one loop in real time: takes in what drivers hand over, and performs what comes of it.

Drivers put arrivals from threads of their own; everything else happens in the thread that runs the
loop.
"""

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol

from firmware_host.effects import Effect
from hw.ports import Arrival, HostNs, PadPort, Tick
from hw.units import MILLISECOND_NS

log = logging.getLogger(__name__)

OVERSLEPT_NS = 20 * MILLISECOND_NS
"""Waking later than this after the instant asked for, the host itself was stopped;"""
CATCH_UP_S = 0.005
"""drivers then get this long to hand in what had arrived meanwhile."""
LONGEST_WAIT_NS = 500 * MILLISECOND_NS
"""A signal that comes just as a wait begins does not end it: Python sees it at the next turn."""
TURN_ARRIVALS = 64
"""So many arrivals are taken in at most before pads are asked again."""


class Inbox(Protocol):
    """A queue between threads; `None` wakes the loop so that it can stop."""

    def put(self, item: Arrival | None) -> None:
        """Put an item in; never blocks."""
        ...

    def get(self, block: bool = True, timeout: float | None = None) -> Arrival | None:
        """Take the next item out, or raise `Empty` after `timeout` seconds."""
        ...


class Fed(Protocol):
    """What a loop can run: a `Console`, or whatever else takes arrivals."""

    def feed(self, arrival: Arrival) -> Iterable[Effect]:
        """Take in one arrival; gives what is to be done, in order."""
        ...

    def due_at(self) -> HostNs | None:
        """Tell when to feed a `Tick` at the latest, or None when nothing is waited for."""
        ...

    def asks(self) -> Mapping[str, HostNs]:
        """Name the pads whose watermark would settle something, and from which instant on."""
        ...


class Beat(NamedTuple):
    """What is to be called at least every `every_ns` while the loop runs (a watchdog's food)."""

    every_ns: int
    call: Callable[[], None]


class Loop:
    """Runs a console in real time. `put` and `stop` may be called from any thread or signal.

    All that comes of one arrival is performed inside `together()`, so that panels which are told of
    it one after the other can show it at once.
    """

    def __init__(
        self,
        console: Fed,
        perform: Callable[[Effect], None],
        *,
        clock: Callable[[], int] = time.monotonic_ns,
        inbox: Inbox | None = None,
        together: Callable[[], AbstractContextManager[None]] = nullcontext,
        beat: Beat | None = None,
    ) -> None:
        self._console = console
        self._together = together
        self._perform = perform
        self._clock = clock
        self._inbox: Inbox = SimpleQueue() if inbox is None else inbox
        self._ports: dict[str, PadPort] = {}
        self._beat = beat
        self._beaten_at = 0
        self._last_at = 0
        self._is_stopped = False

    def put(self, arrival: Arrival) -> None:
        """Hand over what a driver has to report."""
        self._inbox.put(arrival)

    def stop(self) -> None:
        """Let `run` return soon."""
        self._is_stopped = True
        self._inbox.put(None)

    def run(self, ports: Sequence[PadPort]) -> None:
        """Run until `stop`; `ports` are asked for the watermarks of their pads."""
        self._ports = {info.pad: port for port in ports for info in port.pads}
        self._feed(Tick(self._now()))
        while not self._is_stopped:
            self._turn()

    def _turn(self) -> None:
        """Wait for a report or the next deadline, and take in all that has come by then."""
        due = self._console.due_at()
        first = self._get(self._patience_s(due))
        if due is not None and self._clock() - due > OVERSLEPT_NS:
            is_drained = self._catch_up(due, first)
        else:
            is_drained = self._drain(first)
        due = self._console.due_at()
        if is_drained and due is not None and due <= self._clock():
            self._feed(Tick(self._now()))
        self._ask()
        self._beat_if_due()

    def _patience_s(self, due: HostNs | None) -> float:
        """Tell how long to wait, which the next beat may end too."""
        waits = [LONGEST_WAIT_NS] if due is None else [LONGEST_WAIT_NS, due - self._clock()]
        if self._beat is not None:
            waits.append(self._beaten_at + self._beat.every_ns - self._clock())
        return max(0, min(waits)) / 1e9

    def _beat_if_due(self) -> None:
        if self._beat is not None and self._clock() - self._beaten_at >= self._beat.every_ns:
            self._beaten_at = self._clock()
            self._beat.call()

    def _ask(self) -> None:
        for pad, until in self._console.asks().items():
            self._ports[pad].ask(pad, until)

    def _drain(self, arrival: Arrival | None) -> bool:
        """Take in what has come, but ask between times: a flood must not silence the other pads."""
        for _ in range(TURN_ARRIVALS):
            if arrival is None:
                return True
            self._feed(arrival)
            arrival = self._get(0)
        if arrival is not None:
            self._feed(arrival)
        return False

    def _catch_up(self, due: HostNs, arrival: Arrival | None) -> bool:
        """The host was stopped: what had arrived meanwhile counts before the deadline does.

        Nobody can say that it came later, so it is dated just before the deadline, which then
        cannot pass between one line and the next. Tells whether all has been taken in.
        """
        log.warning("the host was stopped for %d ms", (self._clock() - due) // MILLISECOND_NS)
        until = self._clock() + round(CATCH_UP_S * 1e9)
        while arrival is not None or self._clock() < until:
            if arrival is not None and arrival.at > until:
                break
            if arrival is not None:
                self._feed(replace(arrival, at=min(arrival.at, HostNs(due - 1))))
            self._ask()
            arrival = self._get(max(0.0, (until - self._clock()) / 1e9))
        return self._drain(arrival)

    def _get(self, timeout_s: float) -> Arrival | None:
        try:
            return self._inbox.get(timeout=timeout_s)
        except Empty:
            return None

    def _now(self) -> HostNs:
        return HostNs(self._clock())

    def _feed(self, arrival: Arrival) -> None:
        """Feed the console; `at` never falls, whatever order the threads came in."""
        self._last_at = max(self._last_at, arrival.at)
        effects = self._console.feed(replace(arrival, at=HostNs(self._last_at)))
        with self._together():
            for effect in effects:
                self._perform(effect)
