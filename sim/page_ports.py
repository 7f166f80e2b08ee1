"""What a console needs of its pages beside their pads: panels, sounds, what stands around them."""

from collections.abc import Mapping, Sequence

from firmware_host.console import Console
from firmware_host.effects import Effect, Light, Show
from hw.panel_frame import DARK
from hw.panel_state import Wanted
from sim.front_panel.server import FrontPanel
from sim.page_state import state_of


class Glass:
    """Shows on the pages what an eye sees; what they show already is not sent."""

    def __init__(self, front: FrontPanel) -> None:
        self._front = front
        self._pixels: dict[int, bytes] = {}
        self._contrasts: dict[int, int] = {}

    def show(self, seat: int, pixels: bytes, contrast: int | None = None) -> None:
        """Show `pixels` (a frame) for a seat; without a contrast it stays as bright as it is."""
        if contrast is not None and contrast != self._contrasts.get(seat):
            self._contrasts[seat] = contrast
            self._front.light(seat, contrast)
        if pixels != self._pixels.get(seat):
            self._pixels[seat] = pixels
            self._front.show(seat, pixels)


class PagePanels:
    """The panels of seats that have nothing but a page: they show what is wanted, and never fail.

    A group for `hw.panel.Panels`.
    """

    def __init__(self, front: FrontPanel) -> None:
        self._glass = Glass(front)
        self._seats = [info.seat for info in front.pads]

    @property
    def seats(self) -> Sequence[int]:
        """Whose panels these are, without those that are closed."""
        return tuple(self._seats)

    def refresh(self, wanted: Mapping[int, Wanted]) -> None:
        """Show what is wanted of every seat."""
        for seat in self._seats:
            want = wanted[seat]
            self._glass.show(seat, DARK if want.is_off else want.frame, want.contrast)

    def close(self, seat: int) -> None:
        """Show nothing any more."""
        self._seats.remove(seat)
        self._glass.show(seat, DARK)


class Speaker:
    """The pages' sounds; they have no lamps."""

    def __init__(self, front: FrontPanel) -> None:
        self._front = front

    def sound(self, seat: int | None, tone: str) -> None:
        """Sound a tone on the page of a seat, or on all."""
        self._front.sound(seat, tone)

    def volume(self, level: int) -> None:
        """Sound from now on at `level`."""
        self._front.state({"volume": level})

    def light(self, seat: int, is_lit: bool) -> None:
        """Do nothing: the panel says it, too."""

    def close(self) -> None:
        """Do nothing: a page falls silent when its line ends."""


class Surroundings:
    """Tells the pages what stands around their pads, when it changes; they know how it began."""

    def __init__(self, front: FrontPanel, console: Console) -> None:
        self._front = front
        self._console = console
        self._told = state_of(console.match)

    def take(self, effect: Effect) -> None:
        """Look at the console after an effect that may have changed it."""
        if isinstance(effect, Show | Light):
            told = state_of(self._console.match, is_demo=self._console.is_showing_demo)
            if told != self._told:
                self._told = told
                self._front.state(told)
