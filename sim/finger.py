"""Fingers on buttons: contacts that bounce as metal does, and human reaction times.

A finger only makes *contacts*: the true instants at which metal met or parted. What a pad reports
of them, and when, is the pad's matter (`sim.pads`).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Protocol

from hw.ports import Button

REAL_PRESS = "D12272 U12280 D12284 U12540 D12832 U12836 D12844"
"""An arcade button's press as recorded (us; D closes, U opens): one press, at 12272."""


@dataclass(frozen=True, slots=True)
class Contact:
    """Metal met (`closed`) or parted at `at_ns`, the true instant on the host's clock."""

    at_ns: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Bounce:
    """How badly a switch bounces: at most `times` times, for at most `within_us` at either end."""

    times: int = 6
    within_us: int = 5000


CLEAN = Bounce(times=0, within_us=0)
"""A switch that does not bounce."""


def pattern(text: str, at_ns: int = 0) -> tuple[Contact, ...]:
    """Read contacts from a recording such as "D0 U8 D12", in us after `at_ns`.

    Raises ValueError on anything but rising instants that alternate, beginning with a D.
    """
    contacts = []
    for index, word in enumerate(text.split()):
        if word[0] != "DU"[index % 2] or not word[1:].isdigit():
            raise ValueError(f"{word!r} is not the {'DU'[index % 2]}<us> expected here")
        contacts.append(Contact(at_ns + int(word[1:]) * 1000, word[0] == "D"))
    if any(later.at_ns <= earlier.at_ns for earlier, later in pairwise(contacts)):
        raise ValueError("the instants of a pattern must rise")
    return tuple(contacts)


class Finger:
    """A finger with its own luck, on switches that bounce alike."""

    def __init__(self, luck: Random, bounce: Bounce | None = None) -> None:
        self._luck = luck
        self._bounce = bounce or Bounce()

    def press(self, at_ns: int, held_ms: float = 60) -> tuple[Contact, ...]:
        """First touch at `at_ns`, bounce, hold, let go `held_ms` later, bounce again.

        The true instant of the press is that of the first contact.
        """
        released_ns = at_ns + round(held_ms * 1e6)
        touched = self._burst(at_ns, min(self._bounce.within_us * 1000, round(held_ms * 5e5)))
        parted = self._burst(released_ns, self._bounce.within_us * 1000)
        return (*_alternating(touched, closed=True), *_alternating(parted, closed=False))

    def _burst(self, at_ns: int, within_ns: int) -> list[int]:
        """Draw an odd number of instants from `at_ns` on; most crowd towards the beginning."""
        bounces = self._luck.randint(0, self._bounce.times)
        if not bounces or within_ns < 2:
            return [at_ns]
        drawn = {1 + math.floor(within_ns * self._luck.random() ** 2) for _ in range(2 * bounces)}
        later = sorted(drawn)[: len(drawn) // 2 * 2]
        return [at_ns, *(at_ns + after for after in later)]


class Touchable(Protocol):
    """Anything with buttons that a finger can reach: a simulated pad."""

    def close_contact(self, button: Button, at_ns: int) -> None:
        """Close the contact at `at_ns`."""
        ...

    def open_contact(self, button: Button, at_ns: int) -> None:
        """Open the contact at `at_ns`."""
        ...


def touch(pad: Touchable, button: Button, contacts: Iterable[Contact]) -> None:
    """Make `contacts` on a pad's button."""
    for contact in contacts:
        change = pad.close_contact if contact.closed else pad.open_contact
        change(button, contact.at_ns)


def _alternating(instants: Iterable[int], *, closed: bool) -> list[Contact]:
    return [Contact(at_ns, closed ^ bool(index % 2)) for index, at_ns in enumerate(instants)]
