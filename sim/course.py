"""A race course: the input layer and simulated pads, and nothing else, in virtual time."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from firmware_host.input_events import InputEvent
from firmware_host.input_layer import InputLayer
from firmware_host.settings import Settings
from hw.ports import Arrival, PadInfo, Put, Sync, Tick
from sim.pads import SimulatedPad
from sim.virtual_time import VirtualTime

MakePad = Callable[[VirtualTime, PadInfo, Put], SimulatedPad]
"""Makes a pad that lives in a time and puts its arrivals."""


class Course:
    """Feeds whatever the pads report, asks whom the layer wants asked, and ticks when it is due.

    `events` gathers what was decided; `arrivals` what came in.
    """

    def __init__(
        self,
        made: Sequence[tuple[PadInfo, MakePad]],
        settings: Settings | None = None,
        coin: int = 0,
        start_ns: int = 0,
    ) -> None:
        self.time = VirtualTime(start_ns)
        self.layer = InputLayer([info for info, _ in made], settings or Settings(), coin)
        self.events: list[InputEvent] = []
        self.arrivals: list[Arrival] = []
        self.pads: dict[str, SimulatedPad] = {}
        self._armed_ns: int | None = None
        self._asleep_until_ns = start_ns
        for info, make in made:
            self.pads[info.pad] = make(self.time, info, self._put)

    def run_for(self, ms: float) -> None:
        """Let time pass."""
        self.time.run_until(self.time.now_ns + round(ms * 1e6))

    def stop_for(self, ms: float) -> None:
        """Stop the host as load does: pads go on, but nothing reaches it, not even a deadline."""
        self._asleep_until_ns = self.time.now_ns + round(ms * 1e6)

    def _put(self, arrival: Arrival) -> None:
        if self.time.now_ns < self._asleep_until_ns:
            self.time.call_at(
                self._asleep_until_ns, lambda: self._put(_read_now(arrival, self.time))
            )
            return
        self.arrivals.append(arrival)
        self.events.extend(self.layer.feed(arrival))
        for name, until in self.layer.asks().items():
            self.pads[name].ask(name, until)
        due = self.layer.due_at()
        if due is not None and (self._armed_ns is None or due < self._armed_ns):
            self._armed_ns = due
            self.time.call_at(due, self._tick)

    def _tick(self) -> None:
        if self.time.now_ns <= self._asleep_until_ns:
            # On waking, what had arrived is read before deadlines are looked at.
            self._armed_ns = self._asleep_until_ns + 1
            self.time.call_at(self._armed_ns, self._tick)
        elif self.time.now_ns == self._armed_ns:
            self._armed_ns = None
            self._put(Tick(self.time.now_ns))


def _read_now(arrival: Arrival, time: VirtualTime) -> Arrival:
    """Date an arrival by the moment at which the host at last reads it."""
    if isinstance(arrival, Sync):
        return replace(arrival, at=time.now_ns, received=time.now_ns)
    return replace(arrival, at=time.now_ns)
