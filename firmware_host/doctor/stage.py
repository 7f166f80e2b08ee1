"""What a guided round needs around it: the console that is looked at, and where it is told."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from firmware_host.config import Config
from firmware_host.doctor.bounces import Tap
from firmware_host.effects import Tone
from firmware_host.screens.scenes import Scene
from hw.ports import Button, PadInfo


@dataclass(frozen=True, slots=True)
class Wiring:
    """What is to be looked at: the seats, whose panels work, and who has sound or light."""

    config: Config
    pads: Sequence[PadInfo]
    panels: Collection[int] = ()
    sounds: Collection[int] = ()


class Stage(Protocol):
    """Where a round is told and shown."""

    def tell(self, words: str) -> None:
        """Write a line in the terminal."""
        ...

    def ask(self, seat: int, button: Button) -> None:
        """Ask in the terminal for a button."""
        ...

    def ask_whether(self, seat: int, question: str) -> None:
        """Ask in the terminal a question, to which READY is yes and DRAW is no."""
        ...

    def show_tap(self, tap: Tap) -> None:
        """Draw a bounce in the terminal."""
        ...

    def show(self, seat: int, scene: Scene) -> None:
        """Show a scene on the panel of a seat, one that works."""
        ...

    def sound(self, seat: int, tone: Tone) -> None:
        """Sound the buzzer of a seat."""
        ...

    def light(self, seat: int, is_lit: bool) -> None:
        """Light the LED of a seat, or put it out."""
        ...
