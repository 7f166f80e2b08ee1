"""Records what pads report: the input layer asks and waits as in play, but there is no game."""

from collections.abc import Callable, Mapping

from firmware_host.effects import Effect
from firmware_host.input_layer import InputLayer
from firmware_host.trace import TraceHeader
from hw.ports import Arrival, HostNs


class Recorder:
    """Hands each arrival to `keep`, then to an input layer, so that pads are asked as in play.

    What is decided is dropped: `spytt arbitrate` decides it again from the trace.
    """

    def __init__(self, header: TraceHeader, keep: Callable[[Arrival], None]) -> None:
        self._layer = InputLayer(header.pads, header.settings, header.coin)
        self._keep = keep

    def feed(self, arrival: Arrival) -> list[Effect]:
        """Take in one arrival; nothing is to be done."""
        self._keep(arrival)
        for _ in self._layer.feed(arrival):
            pass
        return []

    def due_at(self) -> HostNs | None:
        """Tell when to feed a `Tick` at the latest, or None when nothing is waited for."""
        return self._layer.due_at()

    def asks(self) -> Mapping[str, HostNs]:
        """Name the pads whose watermark would settle something that waits."""
        return self._layer.asks()
