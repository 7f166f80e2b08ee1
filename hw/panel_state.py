"""One panel of a bus: what is known of it, and what has to be written. No I/O."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle
from typing import TYPE_CHECKING

from hw.panel_bus import Message
from hw.panel_chips import Chip, Write
from hw.panel_diff import Block
from hw.panel_frame import DARK, PAGES, WIDTH
from hw.panel_plan import Change, transactions

if TYPE_CHECKING:
    from hw.panel_luma import Script

_HALF = WIDTH // 2
_REGISTERS = None
_STRIPES: Sequence[Block | None] = (
    _REGISTERS,
    *(Block(p, p + 1, left, left + _HALF) for p in range(PAGES) for left in (0, _HALF)),
)
"""What is written anew in turn: registers, then half a page at a time."""


@dataclass(frozen=True)
class PanelPlace:
    """A panel: whose it is, its chip, its address on the bus, and how messages call the place."""

    seat: int
    chip: Chip
    address: int
    name: str = ""
    is_turned: bool = False
    """Mounted upside down."""

    def __str__(self) -> str:
        return f"{self.chip} panel on {self.name}" if self.name else f"{self.chip} panel"


@dataclass(frozen=True, slots=True)
class Wanted:
    """All that a panel is asked for; without a contrast it keeps luma's."""

    frame: bytes = DARK
    contrast: int | None = None
    is_off: bool = False


class PanelState:
    """What a panel is known to show (`shown`; None if that is unknown), and how to change it."""

    def __init__(self, place: PanelPlace) -> None:
        self.place = place
        self.shown: Wanted | None = None
        self.is_lost = False
        self._stripes = cycle(_STRIPES)

    def start(self, wanted: Wanted) -> list[list[Message]]:
        """Give what makes the panel show `wanted`, whatever it shows or was told before."""
        frame = self.place.chip.addressing.whole(wanted.frame)
        light = self._script.start + self._contrast(wanted)
        return self._sent(Write(light), *frame, Write(self._script.dark(wanted.is_off)))

    def change(self, wanted: Wanted) -> Change | None:
        """Give what turns what is shown into `wanted`; None if that is nothing."""
        shown = self.shown
        assert shown is not None
        if shown == wanted:
            return None
        addressing = self.place.chip.addressing
        blocks = addressing.changed(shown.frame, wanted.frame)
        commands = self._contrast(wanted) if wanted.contrast != shown.contrast else b""
        if wanted.is_off != shown.is_off:
            commands += self._script.dark(wanted.is_off)
        return Change(self.place.address, addressing, wanted.frame, blocks, commands)

    def stripe(self) -> list[list[Message]]:
        """Give what writes the next stripe of what is shown once more."""
        assert self.shown is not None
        block = next(self._stripes)
        if block is _REGISTERS:
            light = self._contrast(self.shown) + self._script.dark(self.shown.is_off)
            return self._sent(Write(self._script.registers + light))
        (write,) = self.place.chip.addressing.writes(self.shown.frame, block)
        return self._sent(Write(self._script.addressing + write.commands, write.data))

    @cached_property
    def _script(self) -> "Script":
        # luma is imported where it is chosen: that takes a second on a Pi Zero 2.
        from hw.panel_luma import Script

        return Script(self.place.chip, self.place.is_turned)

    def _contrast(self, wanted: Wanted) -> bytes:
        return b"" if wanted.contrast is None else self._script.contrast(wanted.contrast)

    def _sent(self, *writes: Write) -> list[list[Message]]:
        return list(transactions((self.place.address, write) for write in writes))
