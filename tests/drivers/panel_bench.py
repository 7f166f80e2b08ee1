"""Panels on a bus of models, as the driver tests handle them."""

from collections.abc import Sequence

from hw.panel import Chip, Panels, Wanted
from hw.panel_bus import Message, on_wire
from hw.panel_frame import FRAME_BYTES, pack, unpack
from hw.panel_state import PanelPlace
from sim.panel_bus import FIRST_ADDRESS, modelled
from sim.panel_core import PanelModel

BRIGHT = b"\xff" * FRAME_BYTES
PATTERN = bytes((7 * n + n // 128 + (n % 13) ** 2) % 256 for n in range(FRAME_BYTES))
"""A frame without any symmetry."""


def half_turned(frame: bytes) -> bytes:
    """What an eye sees of a panel that hangs upside down, before the head is turned."""
    return pack(unpack(frame).rotate(180))


def with_bytes(frame: bytes, changes: dict[int, int]) -> bytes:
    """Give `frame` with other bytes at some places."""
    changed = bytearray(frame)
    for place, byte in changes.items():
        changed[place] = byte
    return bytes(changed)


class Bench:
    """Panels of `chips` on one bus of models, each seat's `report` kept."""

    def __init__(self, *chips: Chip, turned: Sequence[int] = ()) -> None:
        self.reports: list[tuple[int, str | None]] = []
        self.sent: list[Message] = []
        self.group, self.bus = modelled(
            chips, turned=turned, report=lambda *told: self.reports.append(told), watch=self._note
        )
        self.panels = Panels(self.group)
        self._turned = turned

    def _note(self, message: Message) -> None:
        self.sent.append(message)

    def model(self, seat: int) -> PanelModel:
        return self.bus.models[FIRST_ADDRESS + seat]

    def eye(self, seat: int) -> bytes:
        """The frame that somebody at the seat sees, whichever way up the panel hangs."""
        seen = self.model(seat).pixels()
        return half_turned(seen) if seat in self._turned else seen

    def show(self, *frames: bytes) -> int:
        """Show a frame on each panel, at once; gives the bytes on the wire that took."""
        self.sent.clear()
        with self.panels.together():
            for seat, frame in enumerate(frames):
                self.panels.ports[seat].show(frame)
        return on_wire(self.sent)

    def pulse(self, frame: bytes, times: int = 1) -> int:
        """Let the group's pulse come so often while all show `frame`; gives the bytes sent."""
        self.sent.clear()
        wanted = {seat: Wanted(frame) for seat in self.group.seats}
        for _ in range(times):
            self.group.pulse(wanted)
        return on_wire(self.sent)


def place(seat: int, chip: Chip, address: int) -> PanelPlace:
    return PanelPlace(seat, chip, address, name=f"I2C bus 1 at 0x{address:02X}")
