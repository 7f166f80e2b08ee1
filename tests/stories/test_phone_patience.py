"""A phone on Wi-Fi against a wired pad, with the referee asking whom it needs."""

from random import Random

import pytest

from firmware_host.input_events import Absent, Faulted, Pressed
from hw.ports import Button, Clock, FaultKind, PadInfo, Put
from sim.course import Course
from sim.finger import CLEAN, Finger, touch
from sim.pads import HostPad, OwnPad
from sim.virtual_time import VirtualTime
from sim.wire import Wire

MS = 1_000_000
WIFI = Wire(delay_ms=2, jitter_ms=3)


def phone_pad(time: VirtualTime, info: PadInfo, put: Put) -> OwnPad:
    return OwnPad(time, info, put, Random(1), wire=WIFI, ppm=40)


def wired_pad(time: VirtualTime, info: PadInfo, put: Put) -> HostPad:
    return HostPad(time, info, put, Random(2))


class Story(Course):
    """A phone and a wired pad, whichever sits left; presses are told in ms from now."""

    def __init__(self, phone_seat: int) -> None:
        phone, wired = "ab"[phone_seat], "ab"[1 - phone_seat]
        made = [
            (PadInfo(phone, phone_seat, Clock.OWN, hold_ms=250), phone_pad),
            (PadInfo(wired, 1 - phone_seat, Clock.HOST), wired_pad),
        ]
        super().__init__(sorted(made, key=lambda pad: pad[0].seat), start_ns=10**12)
        self.phone, self.wired = phone, wired
        self.run_for(400)

    def press(self, pad: str, after_ms: float) -> int:
        at_ns = self.time.now_ns + round(after_ms * MS)
        touch(self.pads[pad], Button.LEFT, Finger(Random(0), CLEAN).press(at_ns, 30))
        return at_ns

    def stall(self, ms: float) -> None:
        """Let nothing of the phone's come through for `ms`."""
        self.pads[self.phone].up.hold_until(self.time.now_ns + round(ms * MS))

    def order(self) -> list[str]:
        return [event.pad for event in self.events if isinstance(event, Pressed)]

    def absent(self) -> list[str]:
        return [event.pad for event in self.events if isinstance(event, Absent)]


either_seat = pytest.mark.parametrize(
    "phone_seat", [pytest.param(0, id="the phone left"), pytest.param(1, id="the phone right")]
)


@either_seat
@pytest.mark.parametrize(
    "lead_ms", [pytest.param(20, id="phone first"), pytest.param(-20, id="wired pad first")]
)
def test_a_wi_fi_that_stalls_for_200_ms_neither_takes_a_lead_away_nor_gives_one(
    phone_seat: int, lead_ms: float
) -> None:
    story = Story(phone_seat)
    story.stall(200)
    story.press(story.phone, 30 - lead_ms / 2)
    story.press(story.wired, 30 + lead_ms / 2)
    story.run_for(400)
    wanted = [story.phone, story.wired]
    assert story.order() == (wanted if lead_ms > 0 else wanted[::-1])
    assert story.absent() == []


@either_seat
def test_a_phone_that_falls_silent_in_its_own_touch_makes_nobody_else_absent(
    phone_seat: int,
) -> None:
    """The edge came, nothing after it: the wired pad, asked meanwhile, is not to blame."""
    story = Story(phone_seat)
    true_ns = story.press(story.phone, 10)
    story.run_for(10.01)
    story.stall(2000)
    story.run_for(400)
    (press,) = (event for event in story.events if isinstance(event, Pressed))
    assert (press.pad, story.absent()) == (story.phone, [])
    assert 250 <= (press.decided_at - true_ns) / MS <= 256


@either_seat
def test_a_press_against_a_phone_that_has_left_the_room_stands_after_250_ms(
    phone_seat: int,
) -> None:
    story = Story(phone_seat)
    story.stall(600)
    story.press(story.phone, 10)
    true_ns = story.press(story.wired, 20)
    story.run_for(400)
    (press,) = (event for event in story.events if isinstance(event, Pressed))
    assert (press.pad, story.absent()) == (story.wired, [story.phone])
    assert 250 <= (press.decided_at - true_ns) / MS <= 250.2
    story.run_for(400)
    assert story.order() == [story.wired]
    late = [event for event in story.events if isinstance(event, Faulted)]
    assert [(event.pad, event.kind) for event in late] == [(story.phone, FaultKind.LATE)]
