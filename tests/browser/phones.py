"""Phones in a real Chromium: emulated screens, fingers and clocks, and a referee of theirs."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from firmware_host.input_events import Pressed
from firmware_host.input_layer import InputLayer
from hw.ports import Arrival, Button, Edge, PadInfo, Sync, Through
from sim.front_panel.server import FrontPanel
from sim.live import live_pads
from sim.page_state import state_without_match
from tests.browser.driver import Page, expect
from tests.browser.keys import TWO_PICTURES
from tests.drivers.front_panel_guests import PATIENCE_S, PHONES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CLOCK = """(([ppm, offset, tick]) => {
  const bend = (ms) => Math.floor((offset + ms * (1 + ppm / 1e6)) / tick) * tick;
  const { now } = Performance.prototype;
  Performance.prototype.now = function () { return bend(now.call(this)); };
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  Object.defineProperty(Event.prototype, "timeStamp", { get() { return bend(get.call(this)); } });
})"""


@dataclass(frozen=True)
class Clockwork:
    """How a phone's clock is bent: how wrong it runs, its offset and its ticks in ms; and how slow
    its processor is."""

    ppm: int = 0
    offset_ms: float = 0
    tick_ms: float = 0.1
    throttle: int = 1


class Phone:
    """A phone's tab and the fingers on it."""

    def __init__(self, tab: Page, throttle: int) -> None:
        self.tab = tab
        self._fingers = tab.context.new_cdp_session(tab)
        self._down: list[dict[str, Any]] = []
        self._fingers.send("Emulation.setCPUThrottlingRate", {"rate": throttle})

    def touch(self, button: Button, at_s: float | None = None) -> None:
        """Put one more finger on a button, as of `at_s` (Unix time)."""
        box = self.tab.locator(f"[data-button={button}]").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self._down.append({"x": x, "y": y, "id": len(self._down)})
        self._send("touchStart", at_s)

    def let_go(self) -> None:
        """Lift every finger."""
        self._down = []
        self._send("touchEnd")

    def rest(self) -> None:
        """Wait as long as a finger takes to be back; what closes sooner is taken for bounce."""
        self.tab.evaluate(TWO_PICTURES)

    def tap(self, button: Button) -> None:
        """Touch and let go, no sooner after another than a finger could."""
        self.rest()
        self.touch(button)
        self.let_go()

    def _send(self, kind: str, at_s: float | None = None) -> None:
        event: dict[str, Any] = {"type": kind, "touchPoints": self._down}
        if at_s is not None:
            event["timestamp"] = at_s
        self._fingers.send("Input.dispatchTouchEvent", event)


@contextmanager
def phone(
    chromium: "Browser",
    link: str,
    clockwork: Clockwork | None = None,
    *,
    size: tuple[int, int] = (390, 844),
    script: str = "",
    is_waited_for: bool = True,
) -> Iterator[Phone]:
    """Open a link on a phone of its own; what its page throws fails the test."""
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=3,
        has_touch=True,
        is_mobile=True,
        locale="en-US",
    )
    tab = context.new_page()
    troubles: list[str] = []
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    if clockwork:
        bent = [clockwork.ppm, clockwork.offset_ms, clockwork.tick_ms]
        tab.add_init_script(f"{CLOCK}({json.dumps(bent)})")
    tab.add_init_script(script)
    tab.goto(link)
    if is_waited_for:
        expect(tab.locator("#line")).to_have_class("on")
    try:
        yield Phone(tab, clockwork.throttle if clockwork else 1)
    finally:
        context.close()
    assert troubles == []


class Referee:
    """The input layer with phones' pads, as the console runs it, without a game."""

    def __init__(self, count: int = 2) -> None:
        pads, settings = live_pads(count, True)
        self.pads: tuple[PadInfo, ...] = pads
        self.presses: list[Pressed] = []
        self.late: list[Edge] = []
        self.margins_us: list[int] = []
        self._heard_us = 0
        self._layer = InputLayer(pads, settings, coin=1)
        self._changed = threading.Condition()
        state = state_without_match("en")
        self.front = FrontPanel(0, pads, self._put, state, PHONES)

    def _put(self, arrival: Arrival) -> None:
        with self._changed:
            self._note(arrival)
            events = self._layer.feed(arrival)
            self.presses += [event for event in events if isinstance(event, Pressed)]
            for pad, until in self._layer.asks().items():
                self.front.ask(pad, until)
            self._changed.notify_all()

    def _note(self, arrival: Arrival) -> None:
        """Keep which edges were late, and how long before each answer of Ana's time was closed."""
        match arrival:
            case Edge() if arrival.late_ns:
                self.late.append(arrival)
            case Sync(pad="a"):
                self._heard_us = arrival.pad_received
            case Through(pad="a"):
                self.margins_us.append(self._heard_us - arrival.stamp)

    def wait_for_answers(self, count: int) -> None:
        """Wait until Ana's phone has answered so many probes more."""
        with self._changed:
            wanted = len(self.margins_us) + count
            assert self._changed.wait_for(lambda: len(self.margins_us) >= wanted, PATIENCE_S)

    def wait_for_late(self, pad: str) -> Edge:
        """Wait until a touch of this pad has been heard of late."""

        def found() -> list[Edge]:
            return [edge for edge in self.late if edge.closed and edge.pad == pad]

        with self._changed:
            assert self._changed.wait_for(found, PATIENCE_S)
            (edge,) = found()
            return edge

    def wait(self, count: int) -> list[Pressed]:
        """Wait until `count` presses have been decided in all."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.presses) >= count, PATIENCE_S)
            return list(self.presses)


def wait_until_s(instant_s: float) -> None:
    """Spin until that Unix time: a sleep would be too coarse."""
    while time.time() < instant_s:
        pass
