"""Contacts that touch too shortly to be read, again and again, before they close: who was first?

A Nano's interrupt is too slow to tell what such a touch was; by the rule it may have begun the
press all the same. Its rival is on the host's own pins and touches shortly before or after.
"""

from itertools import pairwise
from random import Random

import pytest

from firmware_host.contact import Contact as ContactRule
from firmware_host.contact import Touched
from firmware_host.input_events import Pressed
from firmware_host.settings import Settings
from hw.pad_clock import END
from hw.ports import Button, Clock, PadInfo
from hw.units import MILLISECOND_NS
from sim.course import Course
from sim.finger import CLEAN, Contact, Finger, touch
from sim.nano_pad import NanoPad
from sim.pads import HostPad

RACES = 60
OPEN_NS = 7 * MILLISECOND_NS
"""Open for longer, and what was before is a glitch of its own."""


def blipping(luck: Random, at_ns: int, held_ms: float = 30) -> tuple[Contact, ...]:
    """Touch for less than a Nano's interrupt takes, at most every 20 us, and then close."""
    made: list[Contact] = []
    for _ in range(luck.randrange(1, 6)):
        made += [Contact(at_ns, True), Contact(at_ns + luck.randrange(200, 1200), False)]
        at_ns += luck.choice((luck.randrange(20_000, MILLISECOND_NS), luck.randrange(OPEN_NS)))
        at_ns = max(at_ns, made[-1].at_ns + 20_000)
    return (*made, Contact(at_ns, True), Contact(at_ns + round(held_ms * 1e6), False))


def touched_ns(made: tuple[Contact, ...]) -> int:
    """Give the instant of a press by the rule itself, which sees every contact."""
    judged = ContactRule(Settings())
    for each, after in pairwise((*made, None)):
        assert each is not None
        told = judged.edge(each.closed, each.at_ns, each.at_ns)
        told += judged.advance(after.at_ns if after else END)
        for event in told:
            if isinstance(event, Touched):
                return event.stamp
    raise AssertionError("that is no press")


class Bench:
    """A Nano with worn buttons and an honest rival."""

    def __init__(self, seed: int, ppm: int) -> None:
        self.luck = Random(seed)
        self.wrong = self.outside = self.ties = 0
        self.course = Course(
            [
                (
                    PadInfo("a", 0, Clock.OWN),
                    lambda time, info, put: NanoPad(time, info, put, self.luck, ppm=ppm),
                ),
                (
                    PadInfo("b", 1, Clock.HOST),
                    lambda time, info, put: HostPad(time, info, put, self.luck),
                ),
            ],
            start_ns=10**12,
        )
        self.course.run_for(100)

    def race(self) -> None:
        luck, course = self.luck, self.course
        course.events.clear()
        at_ns = course.time.now_ns + 20 * MILLISECOND_NS
        made = blipping(luck, at_ns)
        true_ns = touched_ns(made)
        gap_ns = luck.choice((1, -1)) * luck.randrange(200_000, 5 * MILLISECOND_NS)
        touch(course.pads["a"], luck.choice((Button.LEFT, Button.DRAW)), made)
        touch(course.pads["b"], Button.LEFT, Finger(luck, CLEAN).press(true_ns + gap_ns, 30))
        course.run_for(150)
        presses = [event for event in course.events if isinstance(event, Pressed)]
        assert len(presses) == 2
        first = presses[0]
        self.ties += first.tie
        self.wrong += not first.tie and first.pad != ("a" if gap_ns > 0 else "b")
        told = next(press for press in presses if press.pad == "a")
        self.outside += not told.lo <= true_ns <= told.hi


@pytest.mark.parametrize("ppm", [-5000, 5000], ids="its crystal {:+} ppm".format)
def test_nobody_is_named_wrongly_though_a_nano_could_not_read_the_first_touches(ppm: int) -> None:
    bench = Bench(seed=3, ppm=ppm)
    for _ in range(RACES):
        bench.race()
    assert (bench.wrong, bench.outside) == (0, 0)
    assert bench.ties < RACES * 3 // 4, "doubt is no excuse for never deciding"
