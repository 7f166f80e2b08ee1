"""Pads through gpiozero's pins: names, stamps, refusals; the mock stamps by the monotonic clock."""

import sys
import time
from collections.abc import Mapping
from queue import SimpleQueue
from typing import Any

import pytest
from gpiozero import Device

from hw.gpio_edges import CHATTER_EDGES
from hw.gpio_pads import GpioPads
from hw.gpiozero_pads import PinLines, open_gpiozero_pads, pin_factory
from hw.ports import Arrival, Boot, Button, Clock, DeviceError, Edge, Gone, Levels, PadInfo, Through
from tests.drivers.pin_factory import factory as factory

PATIENCE_S = 20
ANA, BEN = PadInfo("ana", 0, Clock.HOST), PadInfo("ben", 1, Clock.HOST)
PADS: list[tuple[PadInfo, Mapping[Button, int]]] = [
    (ANA, {Button.C1: 17, Button.LEFT: 27}),
    (BEN, {Button.C1: 5}),
]


class Desk:
    """Two pads on mock pins, in their real thread."""

    def __init__(self) -> None:
        self.inbox: SimpleQueue[Arrival] = SimpleQueue()
        self.pads: GpioPads = open_gpiozero_pads(
            PADS, self.inbox.put, clock=time.monotonic_ns, stamping=("MockFactory",)
        )

    def next(self, kind: type) -> Any:
        """Wait for the next arrival of a kind; others are dropped."""
        while not isinstance(arrival := self.inbox.get(timeout=PATIENCE_S), kind):
            pass
        return arrival


def test_a_press_carries_the_stamp_that_its_pin_passed(factory: Any) -> None:
    desk = Desk()
    before = time.monotonic_ns()
    factory.pin("GPIO27").drive_low()
    edge = desk.next(Edge)
    desk.pads.close()
    assert (edge.pad, edge.button, edge.closed, edge.seq) == ("ana", Button.LEFT, True, 1)
    assert before <= edge.stamp <= edge.at


def test_the_pads_begin_with_their_levels(factory: Any) -> None:
    desk = Desk()
    arrivals = [desk.inbox.get(timeout=PATIENCE_S) for _ in range(6)]
    desk.pads.close()
    assert [type(arrival) for arrival in arrivals] == [Boot, Levels, Through] * 2


def test_edges_are_told_in_the_order_of_their_stamps_once_all_can_be_there(factory: Any) -> None:
    desk = Desk()
    factory.pin("GPIO17").drive_low()
    factory.pin("GPIO27").drive_low()
    factory.pin("GPIO17").drive_high()
    edges = [desk.next(Edge) for _ in range(3)]
    desk.pads.close()
    assert [edge.stamp for edge in edges] == sorted(edge.stamp for edge in edges)
    assert [edge.button for edge in edges] == [Button.C1, Button.LEFT, Button.C1]
    assert all(edge.at - edge.stamp >= 5_000_000 for edge in edges)


def test_a_chattering_pin_is_no_longer_listened_to(factory: Any) -> None:
    desk = Desk()
    pin = factory.pin("GPIO17")
    for _ in range(CHATTER_EDGES):
        pin.drive_low()
        pin.drive_high()
    while desk.next(Edge).seq <= CHATTER_EDGES:
        pass
    desk.next(Through)
    listener = pin.when_changed
    desk.pads.close()
    assert listener is None
    assert factory.pin("GPIO27").when_changed is None


def test_no_bounce_time_is_ever_asked_of_a_pin(factory: Any) -> None:
    factory.pin("GPIO17").bounce = 0.01
    Desk().pads.close()
    assert factory.pin("GPIO17").bounce is None


def test_a_factory_without_stamps_is_refused_by_name(factory: Any) -> None:
    with pytest.raises(DeviceError, match=r"MockFactory does not pass.*unset GPIOZERO_PIN_FACTORY"):
        open_gpiozero_pads(PADS, lambda _: None, clock=time.monotonic_ns)


def test_a_pin_that_cannot_be_an_input_is_named_and_the_others_given_back(factory: Any) -> None:
    pads: list[tuple[PadInfo, Mapping[Button, int]]] = [
        (ANA, {Button.C1: 17}),
        (BEN, {Button.C1: 27, Button.LEFT: 99}),
    ]
    with pytest.raises(DeviceError, match="pins of the pad of seat 2 cannot be had"):
        open_gpiozero_pads(pads, lambda _: None, clock=time.monotonic_ns, stamping=("MockFactory",))
    assert factory.pin("GPIO17").when_changed is None


def test_gpiozero_missing_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(DeviceError, match=r"pip install -e '\.\[pi\]'"):
        pin_factory()


def test_a_machine_without_pins_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "tablecloth")
    with pytest.raises(DeviceError, match=r"gpiozero finds no pins here.*tablecloth"):
        pin_factory()


def test_stamps_of_another_clock_are_refused(factory: Any) -> None:
    pin = factory.pin("GPIO17")
    pin.pull = "up"
    lines = PinLines({17: pin}, lambda: 5)
    pin.drive_low()
    with pytest.raises(DeviceError, match="not of the monotonic clock"):
        lines.read()
    lines.release()


def test_a_pin_that_refuses_at_the_end_hinders_no_other(
    factory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk()
    stubborn = factory.pin("GPIO17")
    changed = stubborn.when_changed

    def listen(pin: object, _listener: object) -> None:
        if pin is stubborn:
            raise RuntimeError("GPIO busy")

    monkeypatch.setattr(type(stubborn), "_set_when_changed", listen)
    closed = []
    monkeypatch.setattr(type(stubborn), "close", lambda pin: closed.append(pin))
    desk.pads.close()
    assert closed == [factory.pin(f"GPIO{number}") for number in (17, 27, 5)]
    changed(time.monotonic(), 0)  # its thread may call once more; nobody listens


def test_a_pin_that_can_no_longer_be_read_takes_its_pad(
    factory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk()
    ben = factory.pin("GPIO5")

    def read(pin: object) -> bool:
        if pin is ben:
            raise RuntimeError("bad handle")
        return True

    monkeypatch.setattr(type(ben), "_get_state", read)
    desk.pads.ask("ben")
    assert desk.next(Gone).pad == "ben"
    desk.pads.close()
