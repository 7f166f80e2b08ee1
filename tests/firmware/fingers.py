"""Contacts moved at exact cycles, and what the pad told of them."""

from random import Random
from typing import NamedTuple

from hw.ports import Button
from tests.firmware.virtual_nano import BUTTONS, US, VirtualNano


class Move(NamedTuple):
    """A contact that moved at a cycle."""

    at: int
    button: Button
    closed: bool


class Fingers:
    """Moves a nano's contacts and keeps what was truly done, in order of time."""

    def __init__(self, nano: VirtualNano) -> None:
        self.nano = nano
        self.moves: list[Move] = []
        self._closed: set[Button] = set()

    def toggle(self, button: Button, at: int) -> None:
        """Close a contact that is open, or open it; `at` never goes back."""
        closed = button not in self._closed
        (self._closed.add if closed else self._closed.discard)(button)
        self.nano.move(button, at, closed=closed)
        self.moves.append(Move(at, button, closed))

    def levels_at(self, cycle: int) -> int:
        """Tell which contacts were closed at a cycle, as an answer's levels do."""
        levels = 0
        for move in self.moves:
            if move.at <= cycle:
                bit = 1 << BUTTONS.index(move.button)
                levels = levels | bit if move.closed else levels & ~bit
        return levels

    def lateness_us(self) -> list[float]:
        """How late each edge's stamp is, none missing, doubled or changed; each button in order."""
        start = self.nano.figures().clock_start
        told = self.nano.edges()
        late: list[float] = []
        for button in BUTTONS:
            moved = [move for move in self.moves if move.button is button]
            stamped = [(closed, stamp) for told_of, closed, stamp in told if told_of is button]
            assert [move.closed for move in moved] == [closed for closed, _ in stamped], button
            late += [
                stamp - (move.at - start) / US
                for move, (_, stamp) in zip(moved, stamped, strict=True)
            ]
        return late


def random_gap(luck: Random, least_us: int, most_us: int) -> int:
    """Draw a gap, as cycles."""
    return luck.randrange(least_us * US, most_us * US)
