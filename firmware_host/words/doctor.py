"""What panels say while doctor looks at the console."""

from firmware_host.words.catalog import Catalog
from hw.ports import Button


class DoctorWords(Catalog):
    """Words for whoever presses what is asked for."""

    def title(self, button: Button) -> str:
        """Ask for a button, in big words."""
        return {
            Button.C1: self._("Card 1"),
            Button.C2: self._("Card 2"),
            Button.C3: self._("Card 3"),
            Button.C4: self._("Card 4"),
            Button.LEFT: self._("Left pile"),
            Button.RIGHT: self._("Right pile"),
            Button.DRAW: self._("DRAW"),
            Button.READY: self._("READY"),
        }[button]

    def press(self) -> str:
        """Say what to do with the button named above."""
        return self._("Press it once")

    def seat(self, seat: int) -> str:
        """Name a seat (from 0)."""
        return self._("Seat {number}").format(number=seat + 1)

    def waits(self) -> str:
        """Say that another seat is being looked at."""
        return self._("is being looked at")

    def seen(self) -> tuple[str, str]:
        """Ask whether all can be seen, and say how to answer."""
        return self._("Whole? Upright?"), self._("READY yes, DRAW no")

    def lit(self) -> tuple[str, str]:
        """Ask whether everything around is lit, and say how to answer."""
        return self._("All lit?"), self._("READY yes, DRAW no")

    def heard(self) -> tuple[str, str]:
        """Ask whether sound and light work, and say how to answer."""
        return self._("Sound and light?"), self._("READY yes, DRAW no")

    def thanks(self) -> str:
        """Say that it is over."""
        return self._("Thank you")
