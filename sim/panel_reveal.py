"""When each row of a change is seen on each panel of a bus: arithmetic over the very messages."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hw.panel import Panels
from hw.panel_bus import Message, on_wire, wire_us
from hw.panel_chips import Chip
from hw.panel_frame import FRAME_BYTES
from sim.panel_bus import FIRST_ADDRESS, modelled

WireTime = Callable[[Message], float]


def i2c_us(message: Message) -> float:
    """Tell how many us a message takes at 400 kHz."""
    return wire_us(on_wire([message]))


def spi_us(message: Message) -> float:
    """Tell how many us a message takes at 8 MHz; the control byte is a line of its own."""
    return float(len(message.payload) - 1)


@dataclass(frozen=True)
class Reveal:
    """What a change took: bytes for each seat, and us until each byte of its frame was right."""

    wire_bytes: tuple[int, ...]
    seen_us: tuple[dict[int, float], ...]

    @property
    def last_us(self) -> float:
        """When the last bit was on the last panel."""
        return max((at for seen in self.seen_us for at in seen.values()), default=0.0)

    @property
    def shared_us(self) -> float:
        """When all was right that changed on both panels at the same place, as the piles do."""
        return max((max(times) for times in self._shared()), default=0.0)

    @property
    def skew_us(self) -> float:
        """How far apart the same place came on two panels, at worst."""
        return max((max(times) - min(times) for times in self._shared()), default=0.0)

    def _shared(self) -> list[tuple[float, ...]]:
        first, *rest = self.seen_us
        both = [place for place in first if all(place in seen for seen in rest)]
        return [tuple(seen[place] for seen in self.seen_us) for place in both]


class RevealedPair:
    """Two panels on one bus that show changes, and tell what those took."""

    def __init__(self, chips: Sequence[Chip], wire_time: WireTime = i2c_us) -> None:
        self._wire_time = wire_time
        self._now_us = 0.0
        self._bytes: Counter[int] = Counter()
        self._looks: list[tuple[float, tuple[bytes, ...]]] = []
        self.first_seat = 0
        """Whose panel was written to first."""
        group, self._bus = modelled(chips, watch=self._note)
        self._panels = Panels(group)

    def show(self, frames: Sequence[bytes]) -> Reveal:
        """Show a frame on each panel, at once."""
        before = self._eyes()
        self._now_us, self._bytes, self._looks = 0.0, Counter(), []
        with self._panels.together():
            for port, frame in zip(self._panels.ports.values(), frames, strict=True):
                port.show(frame)
        seen = tuple(self._seen(seat, before[seat], frame) for seat, frame in enumerate(frames))
        return Reveal(tuple(self._bytes[address] for address in self._bus.models), seen)

    def _note(self, message: Message) -> None:
        if not self._looks:
            self.first_seat = message.address - FIRST_ADDRESS
        self._now_us += self._wire_time(message)
        self._bytes[message.address] += on_wire([message])
        self._looks.append((self._now_us, self._eyes()))

    def _eyes(self) -> tuple[bytes, ...]:
        return tuple(model.pixels() for model in self._bus.models.values())

    def _seen(self, seat: int, before: bytes, frame: bytes) -> dict[int, float]:
        """Tell for each byte that changed when it was first as it should be."""
        missing = {place for place in range(FRAME_BYTES) if before[place] != frame[place]}
        seen: dict[int, float] = {}
        for at, eyes in self._looks:
            right = [place for place in missing if eyes[seat][place] == frame[place]]
            seen.update(dict.fromkeys(right, at))
            missing.difference_update(right)
        return seen
