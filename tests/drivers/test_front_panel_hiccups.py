"""Wi-Fi that stumbles: a press waits for a phone up to its own cap, and only then is it absent."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from firmware_host import seating
from firmware_host.input_events import Absent, InputEvent, Pressed, Returned
from firmware_host.input_layer import InputLayer
from hw.ports import Arrival
from sim.front_panel.server import FrontPanel
from sim.live import live_pads
from sim.page_state import state_without_match
from tests.drivers.front_panel_guests import PATIENCE_S, PHONES, SECRETS, Guest, visit

HOLD_MS = 1000
"""A phone's cap here: so long no busy machine keeps a thread from its turn."""


class Referee:
    """Takes what two phones say, and asks them, as the console does."""

    def __init__(self) -> None:
        pads, settings = live_pads(2, True)
        self.events: list[InputEvent] = []
        self._layer = InputLayer(pads, settings)
        self._changed = threading.Condition()
        self.panel = FrontPanel(0, pads, self._put, state_without_match("en"), PHONES)

    def _put(self, arrival: Arrival) -> None:
        with self._changed:
            self.events.extend(self._layer.feed(arrival))
            for pad in self._layer.asks():
                self.panel.ask(pad)
            self._changed.notify_all()

    def wait(self, kind: type[InputEvent], count: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.of(kind)) >= count, PATIENCE_S)

    def of(self, kind: type[InputEvent]) -> list[InputEvent]:
        return [event for event in self.events if isinstance(event, kind)]


def now_us() -> int:
    return time.monotonic_ns() // 1000 % (1 << 32)


@contextmanager
def answering(guest: Guest, is_within_reach: threading.Event) -> Iterator[None]:
    """Let a guest answer every probe, while it is within reach."""

    def answer() -> None:
        with suppress(ConnectionClosed, TimeoutError):
            while True:
                number = guest.hear_probe()
                is_within_reach.wait(PATIENCE_S)
                guest.answer(number, now_us())

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        yield
    finally:
        is_within_reach.set()
        guest.connection.close()
        thread.join()


@pytest.mark.parametrize(
    ("hiccup_ms", "absent"),
    [
        pytest.param(80, [], id="longer than a wired pad's cap, shorter than a phone's"),
        pytest.param(2 * HOLD_MS, ["b"], id="longer than a phone's cap"),
    ],
)
def test_a_hiccup_keeps_a_press_waiting_and_only_one_beyond_the_cap_is_an_absence(
    hiccup_ms: int, absent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "PHONE_HOLD_MS", HOLD_MS)
    referee, always, sometimes = Referee(), threading.Event(), threading.Event()
    always.set()
    sometimes.set()
    panel = referee.panel
    panel.start()
    with (
        closing(panel),
        visit(panel, f"/{SECRETS[0]}/") as ana,
        visit(panel, f"/{SECRETS[1]}/") as ben,
        answering(ana, always),
        answering(ben, sometimes),
    ):
        referee.wait(Returned, 2)
        before = len(referee.of(Absent))
        sometimes.clear()
        ana.edge("a", "left", 1, now_us())
        time.sleep(hiccup_ms / 1000)
        sometimes.set()
        referee.wait(Pressed, 1)
        told = referee.of(Absent)[before:]
    assert [event.pad for event in told if isinstance(event, Absent)] == absent
