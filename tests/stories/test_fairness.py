"""Who was first, told as stories: fingers, bad switches, slow wires, pulled plugs, a host asleep.

Each is told on every pairing of pads (on the host's clock, their own) and with either seat first.
"""

from collections.abc import Callable
from random import Random

import pytest

from firmware_host.input_events import Absent, Faulted, Pressed, Returned
from firmware_host.settings import Settings
from hw.ports import Button, Clock, DriverFault, FaultKind, PadInfo, Put
from sim.course import Course, MakePad
from sim.finger import CLEAN, REAL_PRESS, Contact, Finger, pattern, touch
from sim.nano_pad import NanoPad
from sim.pads import HostPad, OwnPad
from sim.virtual_time import VirtualTime
from sim.wire import Wire

MS = 1_000_000
START_NS = 10**12
WRAP_US = 1 << 32
CALM = Wire(delay_ms=0.05, jitter_ms=0.1)


def host_pad(wire: Wire = CALM) -> MakePad:
    def make(time: VirtualTime, info: PadInfo, put: Put) -> HostPad:
        return HostPad(time, info, put, Random(info.pad), wire=wire)

    return make


def own_pad(wire: Wire = CALM, offset_us: int = 0, ppm: int = 0) -> MakePad:
    def make(time: VirtualTime, info: PadInfo, put: Put) -> NanoPad:
        luck = Random(info.pad)
        return NanoPad(time, info, put, luck, wire=wire, offset_us=offset_us, ppm=ppm)

    return make


def silent_pad(offset_us: int = 0) -> MakePad:
    """A pad that nobody probes, but when its watermark settles something."""

    def make(time: VirtualTime, info: PadInfo, put: Put) -> OwnPad:
        return OwnPad(
            time, info, put, Random(info.pad), wire=CALM, offset_us=offset_us, idle_ms=1e9
        )

    return make


MAKERS: dict[Clock, Callable[[Wire], MakePad]] = {Clock.HOST: host_pad, Clock.OWN: own_pad}
PAIRINGS = [
    pytest.param((Clock.HOST, Clock.HOST), id="both on the host's clock"),
    pytest.param((Clock.OWN, Clock.OWN), id="each on its own clock"),
    pytest.param((Clock.HOST, Clock.OWN), id="the right one on its own clock"),
    pytest.param((Clock.OWN, Clock.HOST), id="the left one on its own clock"),
]
EITHER = [
    pytest.param(("a", "b"), id="the left seat first"),
    pytest.param(("b", "a"), id="the right seat first"),
]
either_first = pytest.mark.parametrize("order", EITHER)
every_pairing = pytest.mark.parametrize("clocks", PAIRINGS)
Clocks = tuple[Clock, Clock]
Order = tuple[str, str]


class Story(Course):
    """A course on which two people press buttons at instants told in ms from now."""

    def __init__(self, left: MakePad, right: MakePad, clocks: Clocks, coin: int = 0) -> None:
        infos = [PadInfo("a", 0, clocks[0]), PadInfo("b", 1, clocks[1])]
        made = list(zip(infos, (left, right), strict=True))
        super().__init__(made, coin=coin, start_ns=START_NS)
        self.true_ns: dict[tuple[str, Button], list[int]] = {}
        self.run_for(50)

    def press(
        self,
        pad: str,
        after_ms: float = 0,
        *,
        button: Button = Button.LEFT,
        recorded: str = "",
        held_ms: float = 30,
    ) -> int:
        """Press: a clean press, or contacts as recorded (us); gives the true instant."""
        at_ns = self.time.now_ns + round(after_ms * MS)
        clean = Finger(Random(0), CLEAN).press(at_ns, held_ms)
        contacts = pattern(recorded, at_ns) if recorded else clean
        touch(self.pads[pad], button, contacts)
        return contacts[0].at_ns

    def presses(self) -> list[Pressed]:
        return [event for event in self.events if isinstance(event, Pressed)]

    def order(self) -> tuple[str, ...]:
        return tuple(press.pad for press in self.presses())

    def faults(self) -> list[tuple[str, FaultKind]]:
        return [(e.pad, e.kind) for e in self.events if isinstance(e, Faulted)]


def table(clocks: Clocks, wire: Wire = CALM) -> Story:
    return Story(MAKERS[clocks[0]](wire), MAKERS[clocks[1]](wire), clocks)


def holds(press: Pressed, true_ns: int) -> bool:
    return press.lo <= true_ns <= press.hi


def waited_ms(press: Pressed, true_ns: int) -> float:
    return (press.decided_at - true_ns) / MS


@every_pairing
@pytest.mark.parametrize("pad", ["a", "b"])
def test_a_real_switch_s_bouncing_press_is_one_press_at_its_first_touch(
    clocks: Clocks, pad: str
) -> None:
    story = table(clocks)
    true_ns = story.press(pad, recorded=REAL_PRESS)
    story.run_for(100)
    (press,) = story.presses()
    assert holds(press, true_ns)
    assert press.pad == pad
    assert story.faults() == []


@every_pairing
@either_first
def test_a_finger_that_bounces_for_6_ms_still_beats_a_clean_one_1_ms_later(
    clocks: Clocks, order: Order
) -> None:
    story = table(clocks)
    bouncing = "D0 U40 D400 U700 D1500 U1600 D2900 U3300 D5200 U5300 D6000 U40000"
    true_ns = story.press(order[0], recorded=bouncing)
    story.press(order[1], after_ms=1)
    story.run_for(100)
    assert story.order() == order
    assert not any(press.tie for press in story.presses())
    assert holds(story.presses()[0], true_ns)


@every_pairing
@either_first
def test_a_contact_too_short_to_count_in_10_ms_gives_its_old_stamp_to_nobody(
    clocks: Clocks, order: Order
) -> None:
    """Riding a half-closed contact: feathered from 0 on, it counts from 7 ms only."""
    story = table(clocks)
    feathered = story.press(order[1], recorded="D0 U300 D7000 U7300 D9500 U50000")
    honest = story.press(order[0], after_ms=3)
    story.run_for(100)
    assert story.order() == order
    assert holds(story.presses()[0], honest)
    assert holds(story.presses()[1], feathered + 7 * MS)


@every_pairing
@either_first
def test_a_glitch_of_3_us_is_named_and_holds_nobody_up(clocks: Clocks, order: Order) -> None:
    story = table(clocks)
    story.press(order[0], recorded="D0 U3")
    true_ns = story.press(order[1], after_ms=1)
    story.run_for(100)
    assert story.order() == (order[1],)
    assert story.faults() == [(order[0], FaultKind.GLITCH)]
    assert waited_ms(story.presses()[0], true_ns) < 12


@every_pairing
def test_a_release_that_bounces_is_no_second_press(clocks: Clocks) -> None:
    story = table(clocks)
    story.press("a", recorded="D0 U30000 D30100 U30900 D31500 U33200 D34000 U34010")
    story.run_for(100)
    assert story.order() == ("a",)
    assert story.faults() == []


@every_pairing
@pytest.mark.parametrize("pad", ["a", "b"])
def test_a_short_tap_and_another_20_ms_later_are_two_presses(clocks: Clocks, pad: str) -> None:
    story = table(clocks)
    first = story.press(pad, recorded="D0 U4000")
    second = story.press(pad, recorded="D24000 U28000")
    story.run_for(100)
    assert story.order() == (pad, pad)
    assert holds(story.presses()[0], first)
    assert holds(story.presses()[1], second)


@every_pairing
@either_first
def test_a_stuck_button_is_named_once_and_slows_nobody(clocks: Clocks, order: Order) -> None:
    story = table(clocks)
    stuck, other = order
    story.press(stuck, held_ms=25_000)
    story.run_for(12_000)
    assert story.faults() == [(stuck, FaultKind.STUCK)]
    true_ns = story.press(other)
    story.press(stuck, after_ms=2, button=Button.RIGHT)
    story.run_for(15_000)
    assert story.order() == (stuck, other, stuck)
    assert waited_ms(story.presses()[1], true_ns) < 4
    assert story.faults() == [(stuck, FaultKind.STUCK)]


@every_pairing
def test_both_at_the_same_nanosecond_is_a_photo_finish_for_both(clocks: Clocks) -> None:
    story = table(clocks)
    story.press("a", after_ms=1)
    story.press("b", after_ms=1)
    story.run_for(100)
    assert sorted(story.order()) == ["a", "b"]
    assert all(press.tie for press in story.presses())


def test_photo_finishes_come_out_evenly_at_every_moment_and_the_same_each_time() -> None:
    def winners(coin: int) -> list[str]:
        story = Story(host_pad(), host_pad(), (Clock.HOST, Clock.HOST), coin)
        for _ in range(40):
            story.press("a", after_ms=1)
            story.press("b", after_ms=1)
            story.run_for(60)
        assert all(press.tie for press in story.presses())
        return list(story.order()[::2])

    won = winners(7)
    for played in range(len(won) + 1):
        assert abs(won[:played].count("a") - won[:played].count("b")) <= 1
    assert winners(7) == won
    assert any(winners(other) != won for other in range(3))


@either_first
@pytest.mark.parametrize("wrap_ms", [50.2, 51, 52.5, 60, 81])
def test_a_pad_s_clock_may_wrap_anywhere_between_two_presses(order: Order, wrap_ms: float) -> None:
    offset_us = WRAP_US - round(wrap_ms * 1000)
    clocks = (Clock.OWN, Clock.OWN)
    story = Story(own_pad(offset_us=offset_us), own_pad(offset_us=77), clocks)
    true_ns = [story.press(order[0]), story.press(order[1], after_ms=1.2)]
    true_ns += [story.press(order[0], 3, button=Button.C1), story.press(order[1], 31.2)]
    story.run_for(150)
    assert story.order() == (*order, order[0], order[1])[: len(story.order())]
    for press, instant in zip(story.presses(), true_ns, strict=False):
        assert holds(press, instant)


@either_first
@pytest.mark.parametrize(
    "minutes",
    [
        pytest.param(40, id="over half a wrap"),
        pytest.param(71, id="almost a wrap"),
        pytest.param(215, id="three wraps"),
    ],
)
def test_a_pad_silent_for_long_is_placed_right_when_it_speaks_again(
    order: Order, minutes: int
) -> None:
    story = Story(silent_pad(offset_us=5), silent_pad(), (Clock.OWN, Clock.OWN))
    story.run_for(minutes * 60_000)
    true_ns = [story.press(order[0], 1), story.press(order[1], 2.5)]
    story.run_for(100)
    assert story.order() == order
    for press, instant in zip(story.presses(), true_ns, strict=True):
        assert holds(press, instant)
        assert press.hi - press.lo < MS


@either_first
def test_crystals_as_wrong_as_allowed_mislead_nobody_in_an_hour(order: Order) -> None:
    """The left one fast, the right one slow, so either order asks something else."""
    clocks = (Clock.OWN, Clock.OWN)
    story = Story(own_pad(ppm=5000), own_pad(ppm=-5000), clocks)
    for _ in range(6):
        story.run_for(600_000)
        story.events.clear()
        true_ns = [story.press(order[0], 1), story.press(order[1], 2.2)]
        story.run_for(200)
        assert story.order() == order
        assert all(map(holds, story.presses(), true_ns))
    assert story.faults() == []


@either_first
def test_a_crystal_that_changes_its_mind_stays_within_its_bound(order: Order) -> None:
    clocks = (Clock.OWN, Clock.OWN)
    story = Story(own_pad(ppm=5000), own_pad(ppm=-5000), clocks)
    luck = Random(3)
    for _ in range(40):
        for pad in story.pads.values():
            assert isinstance(pad, NanoPad)
            pad.crystal.run_at(luck.choice([5000, -5000]), story.time.now_ns)
        story.events.clear()
        true_ns = [story.press(order[0], 1), story.press(order[1], 2)]
        story.run_for(70)
        assert story.order() == order
        assert all(map(holds, story.presses(), true_ns))
    assert story.faults() == []


def test_a_crystal_worse_than_its_bound_is_named_and_never_trusted_again() -> None:
    story = Story(own_pad(ppm=40_000), host_pad(), (Clock.OWN, Clock.HOST))
    story.run_for(2000)
    assert ("a", FaultKind.DRIFT) in story.faults()
    story.events.clear()
    for _ in range(30):
        story.press("b", 1)
        true_ns = story.press("a", 1.4)
        story.run_for(70)
        assert story.order()[0] == "b" or story.presses()[0].tie
        assert holds(next(press for press in story.presses() if press.pad == "a"), true_ns)
        story.events.clear()


@either_first
@every_pairing
def test_a_pad_that_reboots_in_mid_match_is_placed_by_its_new_clock(
    clocks: Clocks, order: Order
) -> None:
    story = table(clocks)
    story.press(order[0], 1)
    story.run_for(100)
    story.pads[order[0]].reboot()
    story.run_for(2)
    assert (order[0], FaultKind.BOOT) in story.faults()
    assert any(isinstance(event, Absent) for event in story.events)
    story.run_for(50)
    assert any(isinstance(event, Returned) for event in story.events)
    story.events.clear()
    true_ns = [story.press(order[0], 1), story.press(order[1], 2.2)]
    story.run_for(100)
    assert story.order() == order
    assert all(map(holds, story.presses(), true_ns))
    assert not any(press.tie for press in story.presses())


@either_first
@pytest.mark.parametrize("slow", ["a", "b"])
def test_an_uplink_0_4_ms_slower_than_the_way_back_favours_nobody(order: Order, slow: str) -> None:
    skewed = Wire(delay_ms=0.05, jitter_ms=0.1, up_extra_ms=0.4)
    wires = {pad: skewed if pad == slow else CALM for pad in "ab"}
    story = Story(own_pad(wires["a"]), own_pad(wires["b"]), (Clock.OWN, Clock.OWN))
    for gap_ms in (0.1, 0.3, 1.5):
        story.events.clear()
        true_ns = [story.press(order[0], 1), story.press(order[1], 1 + gap_ms)]
        story.run_for(70)
        by_pad = {press.pad: press for press in story.presses()}
        assert all(holds(by_pad[pad], at) for pad, at in zip(order, true_ns, strict=True))
        assert story.order() == order or story.presses()[0].tie
    assert story.order() == order
    assert not story.presses()[0].tie


@either_first
@every_pairing
@pytest.mark.parametrize("stopped_ms", [600, 2000, 3000])
def test_a_host_that_was_stopped_takes_in_what_had_arrived_before_it_decides(
    clocks: Clocks, order: Order, stopped_ms: int
) -> None:
    story = table(clocks)
    # The later press reaches the host first: the earlier pad's way up is slower this time.
    story.pads[order[0]].up.hold_until(story.time.now_ns + 4 * MS)
    story.press(order[0], 1)
    story.press(order[1], 2.2)
    story.run_for(2.9)
    story.stop_for(stopped_ms)
    story.run_for(stopped_ms + 200)
    assert story.order() == order
    assert not any(kind is FaultKind.LATE for _, kind in story.faults())


@either_first
@every_pairing
def test_pulling_the_plug_in_mid_contest_gains_nothing(clocks: Clocks, order: Order) -> None:
    story = table(clocks)
    puller, other = order
    story.press(puller, 0.5)
    true_ns = story.press(other, 1)
    story.run_for(1.2)
    story.pads[puller].unplug()
    story.run_for(50)
    assert story.order() == (other,)
    assert waited_ms(story.presses()[0], true_ns) < 5
    assert (puller, FaultKind.GONE) in story.faults()
    story.pads[puller].plug_in()
    story.run_for(50)
    assert any(isinstance(event, Returned) and event.pad == puller for event in story.events)
    story.events.clear()
    story.press(puller, 1)
    story.press(other, 2.2)
    story.run_for(100)
    assert story.order() == order


@either_first
@every_pairing
def test_a_silent_pad_is_waited_for_50_ms_and_what_it_says_later_is_void(
    clocks: Clocks, order: Order
) -> None:
    story = table(clocks)
    silent, other = order
    story.pads[silent].up.hold_until(story.time.now_ns + 300 * MS)
    story.press(silent, 1)
    true_ns = story.press(other, 2)
    story.run_for(200)
    (press,) = story.presses()
    assert press.pad == other
    assert 50 <= waited_ms(press, true_ns) <= 50.4
    assert Absent(silent, press.decided_at) in story.events
    story.run_for(200)
    assert story.order() == (other,)
    assert (silent, FaultKind.LATE) in story.faults()
    assert any(isinstance(event, Returned) for event in story.events)
    story.events.clear()
    story.press(silent, 1)
    story.press(other, 2.2)
    story.run_for(100)
    assert story.order() == order


@either_first
@every_pairing
def test_a_contact_chattering_20_000_times_a_second_slows_nobody(
    clocks: Clocks, order: Order
) -> None:
    story = table(clocks)
    broken, other = order
    chatter = [
        Contact(story.time.now_ns + index * 50_000, index % 2 == 0) for index in range(10_000)
    ]
    touch(story.pads[broken], Button.C1, chatter)
    true_ns = [story.press(other, 1 + 45.3 * n, held_ms=20) for n in range(10)]
    story.run_for(600)
    others = [press for press in story.presses() if press.pad == other]
    assert len(others) == len(true_ns)
    for press, instant in zip(others, true_ns, strict=True):
        assert holds(press, instant)
        assert waited_ms(press, instant) < 14
    chattered = [fault for fault in story.faults() if fault[1] is FaultKind.CHATTER]
    # A Nano looks at a masked contact now and then, and may find it calm for a while.
    assert 1 <= len(chattered) <= 5
    assert set(chattered) == {(broken, FaultKind.CHATTER)}
    story.run_for(200)
    story.events.clear()
    story.press(broken, 1, button=Button.C1)
    story.run_for(100)
    assert story.order() == (broken,), "once calm, the button works again"


@either_first
@every_pairing
def test_a_pad_s_own_presses_are_never_swapped(clocks: Clocks, order: Order) -> None:
    story = table(clocks)
    pad, rival = order
    buttons = [Button.C3, Button.LEFT, Button.C1, Button.RIGHT]
    for index, button in enumerate(buttons):
        story.press(pad, 1 + index * 0.002, button=button)
    story.press(rival, 1.003)
    story.run_for(100)
    own = [press.button for press in story.presses() if press.pad == pad]
    assert own == buttons
    assert len(story.presses()) == 5


def test_three_at_once_are_one_group_and_each_gets_its_turn() -> None:
    pads = [PadInfo(name, seat, Clock.HOST) for seat, name in enumerate("abc")]
    course = Course([(info, host_pad()) for info in pads], start_ns=START_NS)
    course.run_for(10)
    for name in "abc":
        touch(course.pads[name], Button.LEFT, pattern("D1000 U30000", course.time.now_ns))
    course.run_for(100)
    presses = [event for event in course.events if isinstance(event, Pressed)]
    assert sorted(press.pad for press in presses) == ["a", "b", "c"]
    assert all(press.tie for press in presses)


@pytest.mark.parametrize("kind", [FaultKind.OVERFLOW, FaultKind.CRC, FaultKind.CHATTER])
def test_what_a_driver_noticed_is_named(kind: FaultKind) -> None:
    story = table((Clock.HOST, Clock.HOST))
    story.events.extend(story.layer.feed(DriverFault(story.time.now_ns, "a", kind)))
    assert story.faults() == [("a", kind)]


def test_the_settings_of_a_table_are_those_the_format_names() -> None:
    assert Settings() == Settings(1500, 10, 8, 50, 50, 5000, 10)
