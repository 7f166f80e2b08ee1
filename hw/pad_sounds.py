"""The buzzer and the LED that a pad on USB has of its own, as the console's sound and light."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hw.serial_pads import SerialPads

LONGEST_NOTE_MS = 1000
"""No note of the table is longer: a console that hangs does not leave a pad sounding."""


class PadBuzzer:
    """The buzzer of a pad; it is as loud as it is, or silent."""

    def __init__(self, pads: "SerialPads", pad: str) -> None:
        self._pads = pads
        self._pad = pad

    def sound(self, hz: int, loudness: float) -> None:
        """Sound until told otherwise; silent at a loudness of 0."""
        self._pads.note(self._pad, hz if loudness else 0, LONGEST_NOTE_MS)

    def close(self) -> None:
        """Fall silent."""
        self.sound(0, 0.0)


class PadLamp:
    """The LED of a pad."""

    def __init__(self, pads: "SerialPads", pad: str) -> None:
        self._pads = pads
        self._pad = pad

    def light(self, is_lit: bool) -> None:
        """Light it, or put it out."""
        self._pads.light(self._pad, is_lit)

    def close(self) -> None:
        """Put it out."""
        self.light(False)
