"""Sound and light beside the panels, wherever they are to be had."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Protocol


class Sounder(Protocol):
    """Sound and light beside the panels; every method but `close` returns at once."""

    def sound(self, seat: int | None, tone: str) -> None:
        """Sound a tone of the table at one seat, or at all (None)."""
        ...

    def volume(self, level: int) -> None:
        """Sound from now on at `level`, 0 (silent) to 4."""
        ...

    def light(self, seat: int, is_lit: bool) -> None:
        """Light the lamp that says that `ready` is asked for, or put it out."""
        ...

    def close(self) -> None:
        """Fall silent and go dark."""
        ...


class Sounders:
    """Several sounders as one: each is told all, and does what its own seats have."""

    def __init__(self, sounders: Sequence[Sounder]) -> None:
        self._sounders = tuple(sounders)

    def sound(self, seat: int | None, tone: str) -> None:
        """Sound a tone of the table at one seat, or at all (None)."""
        for each in self._sounders:
            each.sound(seat, tone)

    def volume(self, level: int) -> None:
        """Sound from now on at `level`."""
        for each in self._sounders:
            each.volume(level)

    def light(self, seat: int, is_lit: bool) -> None:
        """Light a seat's lamp, or put it out."""
        for each in self._sounders:
            each.light(seat, is_lit)

    def close(self) -> None:
        """Close all of them, whatever one of them says."""
        with ExitStack() as closing:
            for each in self._sounders:
                closing.callback(each.close)
