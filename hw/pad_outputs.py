"""What a pad on a wire is to light and to sound, until it has been told; pure."""

from hw.pad_messages import Output
from hw.ports import HostNs
from hw.units import MILLISECOND_NS

U16 = 1 << 16


class Outputs:
    """An LED and a tone. One message tells both, so the newest of either goes with the other."""

    def __init__(self) -> None:
        self.is_due = False
        self._is_lit = False
        self._hz = self._ms = 0
        self._until_ns: int | None = None
        self._is_new_note = False

    def light(self, is_lit: bool) -> None:
        """Light the LED, or put it out."""
        self.is_due |= is_lit != self._is_lit
        self._is_lit = is_lit

    def note(self, hz: int, ms: int) -> None:
        """Sound `hz` (0: be silent) for `ms` (0: until told); ValueError if they are not u16."""
        if not (0 <= hz < U16 and 0 <= ms < U16):
            raise ValueError(f"a note of {hz} Hz for {ms} ms is out of range")
        self._hz, self._ms = hz, ms
        self.is_due = self._is_new_note = True

    def repeat(self) -> None:
        """Tell a pad that has just booted what is lit and sounds."""
        self.is_due |= self._is_lit or self._hz > 0

    def take(self, now: HostNs) -> Output | None:
        """Give what is to be told now, if anything."""
        if not self.is_due:
            return None
        self.is_due = False
        if self._is_new_note:
            self._is_new_note = False
            self._until_ns = now + self._ms * MILLISECOND_NS if self._ms else None
        elif self._until_ns is not None:
            # The light changes while a note sounds, which goes on for as long as it was to last.
            self._ms = max(0, -((now - self._until_ns) // MILLISECOND_NS))
            self._hz = self._hz if self._ms else 0
        return Output(self._is_lit, self._hz, self._ms)
