"""The thread of a bus: the game never waits, the newest wins, and all goes dark at the end."""

import atexit
import threading
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

import pytest

from hw.panel import Chip, PanelGroup, PanelPlace, Wanted
from hw.panel_bus import Message
from hw.panel_frame import DARK, FRAME_BYTES
from hw.panel_group import PULSE_NS
from hw.panel_thread import PanelThread
from hw.units import MILLISECOND_NS
from sim.panel_bus import ModelBus, modelled
from sim.panel_core import PanelModelError
from sim.panel_model import model_of
from tests.drivers.panel_bench import BRIGHT, PATTERN

SOON_S = 10
"""How long a test waits for a thread at most; it never does unless something is broken."""


class SlowBus(ModelBus):
    """A bus of one model whose writes wait until the test lets them go."""

    def __init__(self, *chips: Chip) -> None:
        super().__init__({60 + n: model_of(chip) for n, chip in enumerate(chips)})
        self.begun = threading.Semaphore(0)
        self.go = threading.Semaphore(0)
        self.is_slow = False
        self.transactions: list[Sequence[Message]] = []

    def write(self, messages: Sequence[Message]) -> None:
        if self.is_slow:
            self.begun.release()
            assert self.go.acquire(timeout=SOON_S)
        self.transactions.append(messages)
        super().write(messages)


class Slow:
    """Panels behind a slow bus, begun already."""

    def __init__(self, *chips: Chip) -> None:
        self.bus = SlowBus(*chips)
        places = [PanelPlace(n, chip, 60 + n) for n, chip in enumerate(chips)]
        self.written = threading.Semaphore(0)
        group = PanelGroup(self.bus, places)
        self.panels = PanelThread(group, written=self.written.release)
        assert self.written.acquire(timeout=SOON_S)
        self.bus.transactions.clear()
        self.bus.is_slow = True

    def close(self) -> None:
        self.bus.is_slow = False
        self.bus.go.release(100)
        self.panels.close_all()


@pytest.fixture
def slow() -> Iterator[Slow]:
    it = Slow(Chip.SSD1306, Chip.SH1106)
    yield it
    it.close()


def frame(fill: int) -> bytes:
    return bytes((fill,)) * FRAME_BYTES


def test_show_never_waits_for_the_bus_and_the_newest_frame_wins(slow: Slow) -> None:
    port = slow.panels.ports[0]
    port.show(frame(1))
    assert slow.bus.begun.acquire(timeout=SOON_S)
    port.show(frame(2))
    port.show(frame(3))
    slow.bus.go.release(2)
    assert slow.written.acquire(timeout=SOON_S)
    assert slow.written.acquire(timeout=SOON_S)
    assert slow.bus.models[60].pixels() == frame(3)
    shown = {payload[1] for batch in slow.bus.transactions for _, payload in batch if payload[0]}
    assert shown == {1, 3}


def test_what_is_shown_together_is_one_transaction(slow: Slow) -> None:
    with slow.panels.together():
        slow.panels.ports[0].show(b"\x01" + DARK[1:])
        slow.panels.ports[1].show(b"\x01" + DARK[1:])
    slow.bus.go.release()
    assert slow.written.acquire(timeout=SOON_S)
    ((*messages,),) = slow.bus.transactions
    assert {address for address, _ in messages} == {60, 61}


def test_closing_waits_until_the_panel_is_dark_and_the_other_plays_on(slow: Slow) -> None:
    slow.bus.is_slow = False
    slow.panels.ports[0].show(BRIGHT)
    slow.panels.ports[0].close()
    assert not slow.bus.models[60].registers.is_on
    slow.panels.ports[1].show(PATTERN)
    while slow.bus.models[61].pixels() != PATTERN:
        assert slow.written.acquire(timeout=SOON_S)
    assert not slow.bus.is_closed


def test_the_last_panel_closed_frees_the_bus() -> None:
    slow = Slow(Chip.SSD1306)
    slow.close()
    assert slow.bus.is_closed
    slow.panels.ports[0].show(BRIGHT)
    slow.panels.ports[0].close()


def test_pulses_go_on_while_nothing_is_shown() -> None:
    is_lost, is_back = threading.Event(), threading.Event()

    def report(_seat: int, words: str | None) -> None:
        (is_back if words is None else is_lost).set()

    group, bus = modelled([Chip.SSD1306], report=report)
    bus.unplugged.add(60)
    panels = PanelThread(group, clock=count(0, PULSE_NS).__next__)
    panels.ports[0].show(PATTERN)
    assert is_lost.wait(SOON_S)
    bus.unplugged.clear()
    assert is_back.wait(SOON_S)
    panels.ports[0].show(PATTERN)
    panels.close_all()


class Pulsed(PanelGroup):
    """A group that takes down when it was given a pulse, by a clock that stands until it is set."""

    def __init__(self) -> None:
        self.now_ns = 0
        self.pulses_ns: list[int] = []
        place = PanelPlace(0, Chip.SSD1306, 60)
        super().__init__(ModelBus({60: model_of(Chip.SSD1306)}), [place])

    def pulse(self, wanted: Mapping[int, Wanted]) -> None:
        self.pulses_ns.append(self.now_ns)
        super().pulse(wanted)


def shown_at(times_ms: Sequence[int]) -> Sequence[int]:
    """Show a new frame at each of these times; give when there were pulses."""
    group, written = Pulsed(), threading.Semaphore(0)
    panels = PanelThread(group, written=written.release, clock=lambda: group.now_ns)
    assert written.acquire(timeout=SOON_S)
    for number, at_ms in enumerate(times_ms):
        group.now_ns = at_ms * MILLISECOND_NS
        panels.ports[0].show(frame(1 + number % 2))
        assert written.acquire(timeout=SOON_S)
    panels.close_all()
    return group.pulses_ns


def test_a_hundred_frames_a_second_bring_no_more_pulses_than_are_due() -> None:
    assert len(shown_at(range(10, 600, 10))) == 590 * MILLISECOND_NS // PULSE_NS


def test_pulses_that_were_missed_are_left_out() -> None:
    assert len(shown_at([1000, 1001, 1002, 1003, 1004])) == 1


def test_panels_that_are_left_open_go_dark_when_python_exits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hooks: list[object] = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    monkeypatch.setattr(atexit, "unregister", hooks.remove)
    group, bus = modelled([Chip.SSD1306])
    PanelThread(group)
    (at_exit,) = hooks
    assert callable(at_exit)
    at_exit()
    assert bus.is_closed
    assert not bus.models[60].registers.is_on
    assert hooks == []


def test_a_mistake_that_ends_the_thread_loses_every_open_panel_and_closing_does_not_wait(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lost: list[tuple[int, str | None]] = []
    reports = threading.Semaphore(0)

    def report(seat: int, words: str | None) -> None:
        lost.append((seat, words))
        reports.release()

    wrong = ModelBus({60: model_of(Chip.SSD1306), 61: model_of(Chip.SH1106)})
    places = [PanelPlace(seat, Chip.SSD1306, 60 + seat, f"bus {seat}") for seat in (0, 1)]
    panels = PanelThread(PanelGroup(wrong, places, report))
    for _ in places:
        assert reports.acquire(timeout=SOON_S)
    panels.ports[0].show(PATTERN)
    panels.close_all()
    (seats, words) = zip(*lost, strict=True)
    assert seats == (0, 1)
    assert all(f"ssd1306 panel on bus {seat} stands still" in str(words[seat]) for seat in seats)
    (entry,) = (it for it in caplog.records if it.exc_info)
    assert entry.exc_info is not None
    assert entry.exc_info[0] is PanelModelError
    assert sum("bus 1 could not be darkened" in it.message for it in caplog.records) == 1
    assert wrong.is_closed


class MistakenBus(ModelBus):
    """A bus of one panel that, once told to, makes one mistake."""

    is_mistaken = False

    def write(self, messages: Sequence[Message]) -> None:
        if self.is_mistaken:
            self.is_mistaken = False
            raise ZeroDivisionError("a mistake of the program")
        super().write(messages)


def test_after_a_mistake_the_panels_go_dark_the_bus_is_free_and_the_loss_is_told_first() -> None:
    bus = MistakenBus({60: model_of(Chip.SSD1306)})
    told: list[tuple[int, bool, bool]] = []
    over, written = threading.Event(), threading.Semaphore(0)

    def report(seat: int, words: str | None) -> None:
        told.append((seat, words is not None, bus.models[60].registers.is_on))
        over.set()

    group = PanelGroup(bus, [PanelPlace(0, Chip.SSD1306, 60)], report)
    panels = PanelThread(group, written=written.release)
    assert written.acquire(timeout=SOON_S)
    bus.is_mistaken = True
    panels.ports[0].show(PATTERN)
    assert over.wait(SOON_S)
    panels.close_all()
    assert told == [(0, True, True)]
    assert not bus.models[60].registers.is_on
    assert bus.is_closed
