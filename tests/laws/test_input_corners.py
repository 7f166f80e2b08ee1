"""Corners of the input layer, each scripted arrival by arrival on pads of the host's clock."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from firmware_host.coin import Coin
from firmware_host.contact import Contact, Opened, Touched, Trouble
from firmware_host.input_events import Absent, Acted, Faulted, InputEvent, Pressed, Released
from firmware_host.input_layer import InputLayer
from firmware_host.settings import Settings
from hw.ports import (
    Arrival,
    Boot,
    Button,
    Clock,
    Edge,
    FaultKind,
    Gone,
    HostNs,
    Levels,
    PadInfo,
    Sync,
    Through,
    Tick,
)

MS = 1_000_000
HOSTS = (PadInfo("a", 0, Clock.HOST), PadInfo("b", 1, Clock.HOST))
MIXED = (PadInfo("a", 0, Clock.HOST), PadInfo("b", 1, Clock.OWN))
Event = TypeVar("Event", bound=InputEvent)


def ns(ms: float) -> HostNs:
    return HostNs(round(1_000 * MS + ms * MS))


def down(pad: str, ms: float, seq: int, *, at: float | None = None) -> Edge:
    return Edge(ns(ms if at is None else at), pad, Button.LEFT, True, ns(ms), seq)


def up(pad: str, ms: float, seq: int, *, at: float | None = None) -> Edge:
    return Edge(ns(ms if at is None else at), pad, Button.LEFT, False, ns(ms), seq)


def through(pad: str, ms: float, seq: int) -> Through:
    return Through(ns(ms), pad, seq, ns(ms) - 1)


def levels(pad: str, ms: float, *closed: Button, at: float | None = None) -> Levels:
    return Levels(ns(ms if at is None else at), pad, closed, ns(ms))


def tick(ms: float) -> Tick:
    return Tick(ns(ms))


def told(*arrivals: Arrival, pads: Sequence[PadInfo] = HOSTS) -> list[InputEvent]:
    layer = InputLayer(pads)
    return [event for arrival in arrivals for event in layer.feed(arrival)]


def only(kind: type[Event], events: Sequence[InputEvent]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


def faults(events: Sequence[InputEvent]) -> list[FaultKind]:
    return [event.kind for event in only(Faulted, events)]


def test_a_new_match_counts_the_coin_s_balance_from_its_start() -> None:
    coin = Coin(3)
    first = coin.pick((0, 1), is_contested=True)
    coin.start_match()
    seen = {first, *(Coin(seed).pick((0, 1), is_contested=True) for seed in range(9))}
    assert seen == {0, 1}
    after = [coin.pick((0, 1), is_contested=True) for _ in range(2)]
    assert sorted(after) == [0, 1], "balanced again, without the tie before the match"
    layer = InputLayer(HOSTS)
    layer.start_match()
    assert layer.due_at() is None


def test_what_the_console_does_takes_its_place_between_the_touches() -> None:
    layer = InputLayer(HOSTS)
    layer.act(ns(1), "spit")
    arrivals: list[Arrival] = [
        down("a", 0, 1),
        down("b", 2, 1),
        through("a", 6, 1),
        through("b", 6, 1),
    ]
    events = [event for arrival in arrivals for event in layer.feed(arrival)]
    assert [type(event) for event in events] == [Pressed, Acted, Pressed]
    assert events[1] == Acted("spit", ns(1))


def test_an_act_waits_for_silent_pads_no_longer_than_the_hold_cap() -> None:
    layer = InputLayer(HOSTS)
    layer.act(ns(1), "spit")
    assert layer.due_at() == ns(1)
    assert list(layer.feed(tick(1))) == []
    assert set(layer.asks()) == {"a", "b"}
    assert layer.due_at() == ns(51)
    events = list(layer.feed(tick(80)))
    assert events == [Absent("a", ns(51)), Absent("b", ns(51)), Acted("spit", ns(1))]


def test_acts_of_one_instant_keep_their_order() -> None:
    layer = InputLayer(HOSTS)
    for token in "xyz":
        layer.act(ns(1), token)
    arrivals = [through("a", 3, 0), through("b", 3, 0)]
    events = [event for arrival in arrivals for event in layer.feed(arrival)]
    assert [act.token for act in only(Acted, events)] == ["x", "y", "z"]


def test_a_closing_that_only_a_level_read_saw_is_a_hold_not_a_press() -> None:
    events = told(
        through("a", 1, 0), levels("a", 5, Button.LEFT), through("a", 40, 0), through("b", 40, 0)
    )
    assert faults(events) == [FaultKind.LOST_EDGE]
    assert only(Pressed, events) == []


def test_a_level_read_that_agrees_says_nothing() -> None:
    events = told(down("a", 0, 1), levels("a", 5, Button.LEFT), through("a", 6, 1))
    assert faults(events) == []


def test_a_level_read_ahead_of_the_watermark_waits_for_the_edges_before_it() -> None:
    events = told(
        through("a", 1, 0),
        levels("a", 5, Button.LEFT, at=5),
        down("a", 4, 1, at=5.1),
        through("a", 9, 1),
        through("b", 9, 0),
    )
    assert faults(events) == []
    assert len(only(Pressed, events)) == 1


def test_an_opening_that_only_a_level_read_saw_ends_the_hold() -> None:
    events = told(
        down("a", 0, 1),
        through("a", 3, 1),
        through("b", 3, 0),
        levels("a", 20),
        through("a", 40, 1),
        through("b", 40, 0),
    )
    assert faults(events) == [FaultKind.LOST_EDGE]
    assert len(only(Pressed, events)) == 1
    assert len(only(Released, events)) == 1


def test_a_closure_that_a_level_read_found_helps_an_edge_to_qualify() -> None:
    """Seen closing for 0.5 ms, then (unseen) closed again: one press, at the edge that was seen."""
    events = told(
        down("a", 0, 1),
        up("a", 0.5, 2),
        levels("a", 2, Button.LEFT),
        through("a", 9, 2),
        through("b", 9, 0),
    )
    assert faults(events) == [FaultKind.LOST_EDGE]
    (press,) = only(Pressed, events)
    assert press.hi == ns(0)


def test_a_closure_that_no_edge_told_of_never_lends_its_stamp() -> None:
    events = told(
        down("a", 0, 1),
        up("a", 0.5, 2),
        levels("a", 8, Button.LEFT),
        up("a", 8.4, 3),
        down("a", 9.9, 4),
        through("a", 30, 4),
        through("b", 30, 0),
    )
    assert only(Pressed, events) == []


def test_a_closing_edge_without_the_opening_before_it_is_a_lost_edge() -> None:
    events = told(down("a", 0, 1), down("a", 1, 2), through("a", 9, 2), through("b", 9, 0))
    assert faults(events) == [FaultKind.LOST_EDGE]
    assert len(only(Pressed, events)) == 1


def test_an_edge_stamped_before_the_one_that_it_follows_is_a_lost_edge() -> None:
    events = told(down("a", 5, 1), up("a", 4, 2, at=5), through("a", 20, 2), through("b", 20, 0))
    assert faults(events) == [FaultKind.LOST_EDGE]


# Edges whose driver says that they may be late.


def late(edge: Edge, ms: float) -> Edge:
    return replace(edge, late_ns=round(ms * MS))


def test_a_touch_that_may_be_late_is_as_early_as_its_driver_says() -> None:
    events = told(late(down("a", 1, 1), 0.9), through("a", 6, 1), through("b", 6, 0))
    assert [(press.lo, press.hi) for press in only(Pressed, events)] == [(ns(0.05), ns(1))]


def test_a_rival_within_the_doubt_makes_it_a_photo_finish() -> None:
    arrivals: list[Arrival] = [down("b", 0.5, 1), late(down("a", 1, 1), 0.9)]
    arrivals += [through("a", 6, 1), through("b", 6, 1)]
    assert [press.tie for press in only(Pressed, told(*arrivals))] == [True, True]


def test_a_rival_before_the_doubt_is_the_first() -> None:
    arrivals: list[Arrival] = [down("b", 0.04, 1), late(down("a", 1, 1), 0.9)]
    arrivals += [through("a", 6, 1), through("b", 6, 1)]
    presses = only(Pressed, told(*arrivals))
    assert [(press.pad, press.tie) for press in presses] == [("b", False), ("a", False)]


def test_a_rival_waits_for_a_contact_that_may_have_been_touched_before() -> None:
    waiting: list[Arrival] = [down("b", 0, 1), late(down("a", 1, 1), 1.5)]
    waiting += [through("b", 6, 1), through("a", 1.6, 1)]
    assert only(Pressed, told(*waiting)) == []
    decided = only(Pressed, told(*waiting, through("a", 8, 1)))
    assert [press.tie for press in decided] == [True, True]


@pytest.mark.parametrize(
    ("late_ms", "is_tied"),
    [
        pytest.param(0, False, id="a touch in time is after what was decided"),
        pytest.param(0.9, False, id="so is one told late that was after it all the same"),
        pytest.param(5.95, True, id="one that may have been as early is a photo finish"),
        pytest.param(8, True, id="so is one that was earlier, for nothing is revised"),
    ],
)
def test_a_touch_told_after_a_rival_was_decided_lets_nobody_be_called_the_first(
    late_ms: float, is_tied: bool
) -> None:
    arrivals: list[Arrival] = [down("b", 0, 1), through("b", 6, 1), through("a", 6, 0)]
    arrivals += [late(down("a", 6, 1, at=7), late_ms), through("a", 12, 1), through("b", 12, 1)]
    presses = only(Pressed, told(*arrivals))
    assert [(press.pad, press.tie) for press in presses] == [("b", False), ("a", is_tied)]


def test_a_touch_told_late_is_in_no_doubt_by_what_its_own_pad_pressed_before() -> None:
    arrivals: list[Arrival] = [down("a", 0, 1), up("a", 3, 2), through("a", 12, 2)]
    arrivals.append(through("b", 12, 0))
    arrivals += [late(down("a", 12, 3, at=13), 12), through("a", 18, 3), through("b", 18, 0)]
    assert [press.tie for press in only(Pressed, told(*arrivals))] == [False, False]


def test_a_number_that_never_comes_is_waited_for_50_ms() -> None:
    layer = InputLayer(HOSTS)
    arrivals: list[Arrival] = [down("a", 0, 1), down("a", 10, 3), tick(59)]
    assert faults([e for a in arrivals for e in layer.feed(a)]) == []
    assert layer.due_at() == ns(60)
    events = list(layer.feed(tick(70)))
    assert Faulted(FaultKind.LOST_EDGE, "a", ns(60)) in events


def test_a_watermark_past_a_number_that_never_came_names_it_at_once() -> None:
    events = told(down("a", 0, 1), through("a", 10, 2))
    assert only(Faulted, events) == [Faulted(FaultKind.LOST_EDGE, "a", ns(10))]


def test_a_press_is_decided_at_the_instant_of_its_deadline_not_at_the_next_line() -> None:
    events = told(down("a", 0, 1), through("a", 3, 1), tick(400))
    (press,) = only(Pressed, events)
    assert press.decided_at == ns(50)
    assert only(Absent, events) == [Absent("b", ns(50))]


def test_a_watermark_that_comes_exactly_at_the_deadline_still_counts() -> None:
    events = told(down("a", 0, 1), through("a", 3, 1), through("b", 50, 0))
    (press,) = only(Pressed, events)
    assert press.decided_at == ns(50)
    assert only(Absent, events) == []


def test_what_an_absent_pad_pressed_before_a_decision_is_late_and_what_after_it_stands() -> None:
    events = told(
        down("a", 0, 1),
        through("a", 3, 1),
        tick(60),
        down("b", -1, 1, at=61),
        up("b", 5, 2, at=61),
        down("b", 30, 3, at=61),
        through("b", 62, 3),
        through("a", 63, 1),
    )
    assert [press.pad for press in only(Pressed, events)] == ["a", "b"]
    assert faults(events) == [FaultKind.LATE]


def test_a_press_of_a_pad_whose_clock_was_never_probed_is_void_after_the_hold_cap() -> None:
    events = told(
        Edge(ns(0), "b", Button.LEFT, True, 100, 1),
        Through(ns(3), "b", 1, 3_100),
        tick(80),
        pads=MIXED,
    )
    assert Faulted(FaultKind.LATE, "b", ns(50)) in events
    assert only(Pressed, events) == []


def test_a_probe_answered_before_it_was_sent_breaks_the_clock_and_is_named() -> None:
    events = told(Sync(ns(1), "b", ns(1), 5, 6, ns(0.5)), pads=MIXED)
    assert faults(events) == [FaultKind.DRIFT]


def test_a_pad_that_goes_twice_is_gone_once() -> None:
    events = told(tick(1), Gone(ns(2), "a"), Gone(ns(3), "a"))
    assert faults(events) == [FaultKind.GONE]
    assert only(Absent, events) == [Absent("a", ns(2))]


def test_the_first_boot_of_a_pad_is_no_fault_but_the_second_is() -> None:
    assert faults(told(Boot(ns(1), "a", 1))) == []
    assert faults(told(Boot(ns(1), "a", 1), Boot(ns(2), "a", 2))) == [FaultKind.BOOT]


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(lambda: Boot(ns(5), "a", 2), id="reboots"),
        pytest.param(lambda: Gone(ns(5), "a"), id="is gone"),
    ],
)
def test_a_press_certain_before_its_pad_is_lost_still_stands(end: Callable[[], Arrival]) -> None:
    events = told(down("a", 0, 1), through("a", 3, 1), end(), through("b", 6, 0))
    (press,) = only(Pressed, events)
    assert (press.pad, press.hi) == ("a", ns(0))


def test_an_earlier_touch_left_undecided_by_a_silent_pad_holds_its_later_press_no_longer() -> None:
    """LEFT bounced for 0.1 ms when the pad fell silent; C1, pressed after it, was certain."""
    c1 = Edge(ns(0.5), "a", Button.C1, True, ns(0.5), 3)
    events = told(down("a", 0, 1), up("a", 0.1, 2), c1, through("a", 2.3, 3), tick(300))
    (press,) = only(Pressed, events)
    assert (press.button, press.decided_at) == (Button.C1, ns(50.5))


def test_a_probe_of_a_pad_on_the_host_s_clock_says_nothing() -> None:
    assert told(Sync(ns(1), "a", ns(0.5), 5, 6, ns(1))) == []


def test_a_button_is_named_stuck_even_while_the_host_catches_up() -> None:
    events = told(
        down("a", 0, 1),
        through("a", 3, 1),
        through("b", 3, 0),
        down("b", 3, 1),
        through("b", 5, 1),
        Through(ns(10_001), "b", 1, ns(5.1)),
        through("a", 10_002, 1),
    )
    assert Faulted(FaultKind.STUCK, "a", ns(10_000)) in events
    assert [(press.pad, press.decided_at) for press in only(Pressed, events)] == [
        ("a", ns(3)),
        ("b", ns(10_002)),
    ]


def chattering() -> Contact:
    contact = Contact(Settings())
    events = [e for n in range(250) for e in contact.edge(n % 2 == 0, n * 50_000, 0)]
    assert events == [Touched(0, 0), Trouble.CHATTER]
    return contact


def test_a_masked_contact_stays_masked_until_it_has_been_calm_for_100_ms() -> None:
    contact = chattering()
    assert contact.edge(True, 90 * MS, 0) == []
    assert contact.edge(False, 112 * MS, 0) == []
    assert contact.edge(True, 130 * MS, 0) == []
    assert contact.edge(False, 150 * MS, 0) == []
    assert contact.advance(249 * MS) == []
    assert contact.advance(250 * MS) == [Opened(158 * MS)]
    assert contact.edge(True, 300 * MS, 0) == []
    assert contact.advance(302 * MS) == [Touched(300 * MS, 0)]


def test_a_level_read_of_a_masked_contact_is_taken_without_a_word() -> None:
    contact = chattering()
    assert not contact.is_closed
    assert contact.correct(True, 20 * MS, 0) == []
    assert contact.is_closed


@pytest.mark.parametrize(
    ("closed_us", "count"), [pytest.param(1500, 1, id="long"), pytest.param(1499, 0, id="short")]
)
def test_a_contact_counts_from_exactly_1_5_ms_closed(closed_us: int, count: int) -> None:
    events = told(
        down("a", 0, 1), up("a", closed_us / 1000, 2), through("a", 20, 2), through("b", 20, 0)
    )
    assert len(only(Pressed, events)) == count


@pytest.mark.parametrize(
    ("open_ms", "count"), [pytest.param(8, 2, id="long"), pytest.param(7.999, 1, id="short")]
)
def test_a_button_is_armed_again_from_exactly_8_ms_open(open_ms: float, count: int) -> None:
    events = told(
        down("a", 0, 1),
        up("a", 5, 2),
        down("a", 5 + open_ms, 3),
        through("a", 20, 3),
        through("b", 20, 0),
    )
    assert len(only(Pressed, events)) == count


def test_a_watermark_settles_only_what_lies_further_back_than_a_stamp_may_be_late() -> None:
    """An edge stamped up to 50 us after it may have happened before it."""
    layer = InputLayer(HOSTS)
    arrivals: list[Arrival] = [
        down("a", 0, 1),
        through("a", 3, 1),
        Through(ns(3), "b", 0, ns(0.049999)),
    ]
    assert [e for arrival in arrivals for e in layer.feed(arrival)] == []
    assert layer.asks() == {"b": ns(0.05)}
    events = list(layer.feed(Through(ns(3.1), "b", 0, ns(0.05))))
    assert len(only(Pressed, events)) == 1


def test_what_an_absent_pad_pressed_no_later_than_a_decision_may_have_been_stands() -> None:
    def late(stamp_ms: float) -> list[FaultKind]:
        return faults(
            told(
                down("a", 0, 1),
                through("a", 3, 1),
                tick(60),
                down("b", stamp_ms, 1, at=61),
                through("b", 64, 1),
                through("a", 65, 1),
            )
        )

    assert late(-0.05) == []
    assert late(-0.050001) == [FaultKind.LATE]


@pytest.mark.parametrize("coin", range(6))
def test_the_press_that_ends_soonest_leads_and_only_those_it_may_meet_tie(coin: int) -> None:
    """An own clock known to 10 ms meets the press at 5 ms; the one at 8 ms meets it only later."""
    pads = (*HOSTS, PadInfo("c", 2, Clock.OWN))
    layer = InputLayer(pads, coin=coin)
    probe = Sync(ns(10), "c", ns(0), 1_000, 1_000, ns(10))
    arrivals: list[Arrival] = [
        down("a", 5, 1, at=10),
        down("b", 8, 1, at=10),
        probe,
        Edge(ns(10), "c", Button.LEFT, True, 1_000, 1),
        through("a", 30, 1),
        through("b", 30, 1),
        Through(ns(30), "c", 1, 21_000),
    ]
    events = only(Pressed, [e for arrival in arrivals for e in layer.feed(arrival)])
    assert sorted(press.pad for press in events) == ["a", "b", "c"]
    assert events[0].pad in ("a", "c")
    by_pad = {press.pad: press for press in events}
    assert by_pad["a"].tie
    assert by_pad["c"].tie
    assert by_pad["b"].tie == (events[0].pad == "a")
