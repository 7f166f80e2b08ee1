"""Watermarks are asked for from an instant on: before it none settles anything, then one does."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.contact import CHATTER_EDGES, CHATTER_NS
from firmware_host.input_events import InputEvent, Pressed
from firmware_host.input_layer import InputLayer
from firmware_host.settings import Settings
from hw.pad_clock import BEGINNING
from hw.ports import Arrival, Button, Clock, Edge, Gone, HostNs, PadInfo, Sync, Through

MS = 1_000_000
START = 1000 * MS
STUCK_NS = Settings().stuck_ns
PADS = (PadInfo("a", 0, Clock.HOST), PadInfo("b", 1, Clock.HOST))
Gaps = Sequence[int]
GAPS = st.lists(st.integers(10_000, 4 * MS), max_size=7)


def edges(pad: str, gaps: Gaps) -> Iterator[Edge]:
    """Let a contact close and open, so long after each other."""
    for number, stamp in enumerate(accumulate(gaps, initial=START), 1):
        if number > 1:
            yield Edge(HostNs(stamp), pad, Button.LEFT, number % 2 == 0, stamp, number - 1)


class Desk:
    """A layer, and answers to what it asks for."""

    def __init__(self, of_a: Gaps, of_b: Gaps) -> None:
        self.layer = InputLayer(PADS)
        told = sorted([*edges("a", of_a), *edges("b", of_b)], key=lambda edge: edge.at)
        self.seq = {"a": len(of_a), "b": len(of_b)}
        self.now = START
        self.events: list[InputEvent] = []
        for edge in told:
            self.feed(edge)

    def feed(self, arrival: Arrival) -> list[InputEvent]:
        self.now = arrival.at
        events = list(self.layer.feed(arrival))
        self.events += events
        return events

    def answer(self, short_by_ns: int) -> list[InputEvent]:
        """Give every watermark that is asked for, as early as that can be."""
        told: list[InputEvent] = []
        for pad, until in self.layer.asks().items():
            at = HostNs(max(self.now, until))
            told += self.feed(Through(at, pad, self.seq[pad], until - short_by_ns))
        return told


@given(GAPS, GAPS)
def test_no_watermark_from_before_settles_anything(of_a: Gaps, of_b: Gaps) -> None:
    desk = Desk(of_a, of_b)
    while desk.layer.asks():
        assert desk.answer(short_by_ns=1) == []
        desk.answer(short_by_ns=0)


@given(GAPS, GAPS)
def test_a_few_watermarks_settle_everything(of_a: Gaps, of_b: Gaps) -> None:
    desk = Desk(of_a, of_b)
    rounds = 0
    while desk.layer.asks():
        desk.answer(short_by_ns=0)
        rounds += 1
        assert rounds <= 2 + len(of_a) + len(of_b), "each closing may have to be given up"
    due = desk.layer.due_at()
    assert due is None or due >= START + STUCK_NS, "nothing waits but for a button to be let go"


def test_a_clean_press_takes_one_watermark_of_each_pad_and_its_release_one() -> None:
    layer = InputLayer(PADS)
    touch, release = edges("a", [MS, 40 * MS])
    list(layer.feed(touch))
    certain = touch.stamp + 1_500_000
    assert layer.asks() == {"a": certain, "b": certain}
    assert not list(layer.feed(Through(HostNs(certain), "a", 1, certain)))
    assert layer.asks() == {"b": touch.stamp + 50_000}, "it is a press now: at once"
    events = list(layer.feed(Through(HostNs(certain), "b", 0, certain)))
    assert [type(event) for event in events] == [Pressed]
    assert layer.asks() == {}
    list(layer.feed(release))
    assert layer.asks() == {"a": release.stamp + 8 * MS}


@pytest.mark.parametrize("is_probed", [False, True], ids=["never probed yet", "probed"])
def test_a_pad_with_a_clock_of_its_own_is_asked_at_once(is_probed: bool) -> None:
    layer = InputLayer((PADS[0], PadInfo("b", 1, Clock.OWN)))
    if is_probed:
        list(layer.feed(Sync(HostNs(START), "b", HostNs(START - MS), 100, 200, HostNs(START))))
    list(layer.feed(Edge(HostNs(START), "b", Button.LEFT, True, 150, 1)))
    asks = layer.asks()
    assert asks["b"] == BEGINNING
    assert ("a" in asks) is is_probed, "nobody knows yet when that was"


def test_a_line_that_chattered_is_asked_after_when_it_may_be_calm_and_not_before() -> None:
    layer = InputLayer(PADS)
    for number in range(1, CHATTER_EDGES + 2):
        stamp = START + number * 100_000
        edge = Edge(HostNs(stamp), "a", Button.LEFT, number % 2 == 0, stamp, number)
        list(layer.feed(edge))
    assert layer.asks()["a"] == stamp + CHATTER_NS
    assert [*layer.feed(Through(HostNs(stamp + CHATTER_NS), "a", number, stamp + CHATTER_NS))]
    assert "a" not in layer.asks()


def test_a_pad_that_is_gone_is_asked_no_more() -> None:
    layer = InputLayer(PADS)
    touch, _ = edges("a", [MS, 40 * MS])
    list(layer.feed(touch))
    list(layer.feed(Gone(touch.at, "b")))
    assert layer.asks().keys() == {"a"}
