"""Virtual time: a queue of calls by instant, so that a match of minutes takes milliseconds."""

import heapq
from collections.abc import Callable
from itertools import count

from hw.ports import HostNs


class VirtualTime:
    """A clock that jumps from call to call; calls of one instant run in the order of making."""

    def __init__(self, start_ns: int = 0) -> None:
        self.now_ns = HostNs(start_ns)
        self._order = count()
        self._queue: list[tuple[int, int, Callable[[], None]]] = []

    def call_at(self, at_ns: int, call: Callable[[], None]) -> None:
        """Run `call` at `at_ns`, or as soon as possible if that has passed."""
        heapq.heappush(self._queue, (max(at_ns, self.now_ns), next(self._order), call))

    def next_at(self) -> HostNs | None:
        """Tell the instant of the next call, or None when nothing is queued."""
        return HostNs(self._queue[0][0]) if self._queue else None

    def run_until(self, at_ns: int) -> None:
        """Run every call up to and including `at_ns`, then stand at `at_ns`."""
        while self._queue and self._queue[0][0] <= at_ns:
            due, _, call = heapq.heappop(self._queue)
            self.now_ns = HostNs(due)
            call()
        self.now_ns = HostNs(max(self.now_ns, at_ns))
