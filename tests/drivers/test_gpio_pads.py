"""Pads on the host's own pins: from the kernel's queue to the loop, in their own thread."""

import errno
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue

import pytest

from firmware_host.input_events import Pressed
from firmware_host.input_layer import InputLayer
from hw.gpio_edges import CHATTER_EDGES
from hw.gpio_pads import GpioPads, OpenPad
from hw.ports import (
    Arrival,
    Boot,
    Button,
    Clock,
    DeviceError,
    Edge,
    Gone,
    Levels,
    PadInfo,
    Put,
    Through,
    Tick,
)
from tests.drivers.kernel_lines import Config, KernelChip, KernelRequest

from gpiod import EdgeEvent  # isort: skip
from hw.gpio_chip import ChipLines, find_chip, import_gpiod, open_gpio_pads  # isort: skip

MS = 1_000_000
PATIENCE_S = 20
ANA, BEN = PadInfo("ana", 0, Clock.HOST), PadInfo("ben", 1, Clock.HOST)
ANAS = {Button.C1: 17, Button.LEFT: 27}
BENS = {Button.C1: 5, Button.LEFT: 6}
PADS: list[tuple[PadInfo, Mapping[Button, int]]] = [(ANA, ANAS), (BEN, BENS)]


def drop(_: Arrival) -> None:
    """Take nothing in."""


def opened(chip: KernelChip, put: Put = drop) -> GpioPads:
    """Open both pads on `chip`; this machine need not have one."""
    return open_gpio_pads(PADS, put, clock=time.monotonic_ns, chip="/dev/null", open_chip=chip.open)


class Console:
    """Two pads on a chip, in their real thread; what they put is waited for."""

    def __init__(self, chip: KernelChip) -> None:
        self.inbox: SimpleQueue[Arrival] = SimpleQueue()
        self.pads = opened(chip, self.inbox.put)
        self.ana, self.ben = chip.requests

    def next(self, *kinds: type) -> Arrival:
        """Wait for the next arrival of one of these kinds; others are dropped."""
        while not isinstance(arrival := self.inbox.get(timeout=PATIENCE_S), kinds):
            pass
        return arrival

    def watermark(self, pad: str, beyond_ns: int) -> Through:
        """Ask until time is closed beyond an instant."""
        while True:
            self.pads.ask(pad)
            through = self.next(Through)
            assert isinstance(through, Through)
            if through.pad == pad and through.stamp > beyond_ns:
                return through


@pytest.fixture
def chip() -> KernelChip:
    return KernelChip()


@pytest.fixture
def console(chip: KernelChip) -> Iterator[Console]:
    console = Console(chip)
    yield console
    console.pads.close()


def test_each_pad_begins_with_its_boot_its_levels_and_a_watermark(chip: KernelChip) -> None:
    chip.held = {27}
    console = Console(chip)
    told = [console.inbox.get(timeout=PATIENCE_S) for _ in range(6)]
    console.pads.close()
    assert [type(arrival) for arrival in told] == [Boot, Levels, Through] * 2
    levels = [arrival.closed for arrival in told if isinstance(arrival, Levels)]
    assert levels == [(Button.LEFT,), ()]
    assert console.pads.pads == (ANA, BEN)


def test_a_press_reaches_the_loop_without_being_asked_for(console: Console) -> None:
    stamp = time.monotonic_ns()
    console.ben.edge(6, True, stamp)
    edge = console.next(Edge)
    assert isinstance(edge, Edge)
    assert (edge.pad, edge.button, edge.closed, edge.stamp) == ("ben", Button.LEFT, True, stamp)
    assert edge.at >= stamp


def test_a_watermark_closes_time_up_to_a_drain_before_the_read(console: Console) -> None:
    asked = time.monotonic_ns()
    through = console.watermark("ana", asked)
    assert asked < through.stamp <= through.at - MS


def test_an_edge_after_a_missing_number_comes_without_being_asked_for(console: Console) -> None:
    stamp = time.monotonic_ns()
    console.ana.change(17, True, stamp)
    console.ana.change(17, False, stamp + 5)
    console.ana.change(17, True, stamp + 9)
    console.ana.thread(17)
    edge = console.next(Edge)
    assert isinstance(edge, Edge)
    assert edge.stamp == stamp + 9


def test_a_release_that_made_no_interrupt_is_found_when_the_pad_falls_silent(
    console: Console,
) -> None:
    console.ana.edge(17, True, time.monotonic_ns())
    console.next(Edge)
    console.ana.lines[17].is_closed = False
    while True:
        levels = console.next(Levels)
        assert isinstance(levels, Levels)
        if levels.pad == "ana" and levels.stamp > 0:
            break
    assert levels.closed == ()


def test_a_chattering_line_is_no_longer_listened_to_and_the_rival_is_heard(
    console: Console,
) -> None:
    begin = time.monotonic_ns()
    for n in range(CHATTER_EDGES + 1):
        console.ana.edge(17, n % 2 == 0, begin + n)
    while not isinstance(edge := console.next(Edge), Edge) or edge.seq <= CHATTER_EDGES:
        pass
    console.watermark("ana", time.monotonic_ns())
    assert [console.ana.lines[pin].settings.edge_detection.name for pin in (17, 27)] == [
        "NONE",
        "BOTH",
    ]
    console.ben.edge(5, True, time.monotonic_ns())
    edge = console.next(Edge)
    assert isinstance(edge, Edge)
    assert edge.pad == "ben"


def test_a_whole_press_is_decided_by_its_first_touch(console: Console) -> None:
    layer = InputLayer(console.pads.pads)
    first = time.monotonic_ns()
    for after_us, is_closed in ((0, True), (8, False), (12, True), (268, False), (560, True)):
        console.ben.edge(6, is_closed, first + after_us * 1000)
    presses: list[Pressed] = []
    while not presses:
        arrival = console.inbox.get(timeout=PATIENCE_S)
        presses += [event for event in layer.feed(arrival) if isinstance(event, Pressed)]
        presses += [event for event in layer.feed(Tick(arrival.at)) if isinstance(event, Pressed)]
        for pad in layer.asks():
            console.pads.ask(pad)
    assert (presses[0].pad, presses[0].button, presses[0].hi) == ("ben", Button.LEFT, first)


def test_a_line_that_never_rests_cannot_hold_up_time(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = console.ana.read_edge_events

    def read_while_more_comes(max_events: int | None = None) -> list[EdgeEvent]:
        events = read(max_events)
        console.ana.edge(27, True, time.monotonic_ns())
        return events

    monkeypatch.setattr(console.ana, "read_edge_events", read_while_more_comes)
    stamp = time.monotonic_ns()
    console.ana.edge(17, True, stamp)
    console.watermark("ana", stamp)


# Failures.


@pytest.mark.parametrize("is_asked", [False, True], ids=["by itself", "when asked"])
def test_a_chip_that_vanishes_takes_its_pads_and_no_other(console: Console, is_asked: bool) -> None:
    if is_asked:
        console.ana.is_unplugged = True
        console.pads.ask("ana")
    else:
        console.ana.unplug()
    gone = console.next(Gone)
    assert isinstance(gone, Gone)
    assert gone.pad == "ana"
    assert console.ana.is_released
    console.pads.ask("ana")
    console.watermark("ben", time.monotonic_ns())


def test_the_pads_that_a_broken_thread_leaves_are_gone(
    chip: KernelChip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("threading.excepthook", lambda _: None)
    console = Console(chip)
    console.ana.release()
    console.pads.ask("ben")
    assert {console.next(Gone), console.next(Gone)}
    assert console.ben.is_released
    console.pads.close()


def test_a_pad_of_somebody_else_is_not_asked(console: Console) -> None:
    with pytest.raises(ValueError, match="no pad carl on these pins"):
        console.pads.ask("carl")


def test_closing_twice_gives_the_lines_back_once_and_asking_then_does_nothing(
    chip: KernelChip,
) -> None:
    console = Console(chip)
    console.pads.close()
    console.pads.close()
    console.pads.ask("ana")
    assert all(request.is_released for request in chip.requests)
    assert not any(isinstance(arrival, Gone) for arrival in drained(console.inbox))


def drained(inbox: "SimpleQueue[Arrival]") -> list[Arrival]:
    return [inbox.get() for _ in range(inbox.qsize())]


# The chip.


def test_each_pad_has_a_queue_of_its_own_as_long_as_the_kernel_grants(chip: KernelChip) -> None:
    opened(chip).close()
    assert [list(request.lines) for request in chip.requests] == [[17, 27], [5, 6]]
    assert {request.size for request in chip.requests} == {1024}
    settings = chip.requests[0].lines[17].settings
    assert (settings.bias.name, settings.active_low) == ("PULL_UP", True)
    assert settings.debounce_period.total_seconds() == 0
    assert settings.event_clock.name == "MONOTONIC"
    assert chip.opened == 0


@pytest.mark.parametrize(
    ("labels", "wanted", "found"),
    [
        pytest.param(
            ["gpio-brcmstb@107d508500", "pinctrl-rp1"], None, "pinctrl-rp1", id="a Pi 5's, as 1"
        ),
        pytest.param(["pinctrl-bcm2711", "exp-gpio"], None, "pinctrl-bcm2711", id="a Pi 4's"),
        pytest.param(["pinctrl-bcm2835"], None, "pinctrl-bcm2835", id="a Zero 2 W's"),
        pytest.param(["pinctrl-bcm2835", "sim"], "sim", "sim", id="by another label"),
        pytest.param(["pinctrl-bcm2835", "sim"], "gpiochip1", "sim", id="by its name"),
        pytest.param(["pinctrl-bcm2835", "sim"], "{dev}/gpiochip1", "sim", id="by its path"),
    ],
)
def test_the_chip_is_found(
    tmp_path: Path, labels: list[str], wanted: str | None, found: str
) -> None:
    for number in range(len(labels)):
        (tmp_path / f"gpiochip{number}").touch()

    def open_chip(path: str) -> KernelChip:
        return KernelChip(labels[int(path[-1])])

    wanted = wanted and wanted.replace("{dev}", str(tmp_path))
    assert find_chip(wanted, open_chip, tmp_path).get_info().label == found


@pytest.mark.parametrize(
    ("chips", "wanted", "words"),
    [
        pytest.param(0, None, "of a Raspberry Pi's header; found: none at all", id="none at all"),
        pytest.param(1, None, r"found: .*gpiochip0 \(gpio-ich\)", id="another machine's"),
        pytest.param(1, "sim", "no GPIO chip named sim", id="not the named one"),
    ],
)
def test_a_chip_that_is_not_there_is_missed(
    tmp_path: Path, chips: int, wanted: str | None, words: str
) -> None:
    for number in range(chips):
        (tmp_path / f"gpiochip{number}").touch()
    with pytest.raises(DeviceError, match=words):
        find_chip(wanted, KernelChip("gpio-ich").open, tmp_path)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        pytest.param(errno.EACCES, r"usermod -aG gpio", id="not in the group"),
        pytest.param(errno.ENODEV, "cannot be opened: No such device", id="no chip"),
    ],
)
def test_a_chip_that_may_not_be_opened_says_what_to_do(
    tmp_path: Path, number: int, words: str
) -> None:
    def refuse(_path: str) -> KernelChip:
        raise OSError(number, "No such device")

    (tmp_path / "gpiochip0").touch()
    with pytest.raises(DeviceError, match=words):
        find_chip("gpiochip0", refuse, tmp_path)


@pytest.mark.parametrize(
    ("chip", "words"),
    [
        pytest.param(
            KernelChip(used={6: "lirc"}),
            r"pins of the pad of seat 2 on pinctrl-bcm2711 cannot be had: line 6 \(GPIO6, button"
            r" left\) is used by lirc; stop that",
            id="taken by a program",
        ),
        pytest.param(KernelChip(used={5: ""}), "used by the kernel", id="taken by the kernel"),
        pytest.param(
            KernelChip(fault=OSError(errno.EBUSY, "Device or resource busy")),
            "cannot be had: Device or resource busy",
            id="taken, but by nobody by now",
        ),
        pytest.param(KernelChip(count=20), "line 27 is not among 0 to 19", id="beyond the chip"),
        pytest.param(
            KernelChip(fault=ValueError()), r"Linux 5\.10 or newer", id="on an old kernel"
        ),
    ],
)
def test_lines_that_cannot_be_had_say_why(chip: KernelChip, words: str) -> None:
    with pytest.raises(DeviceError, match=words):
        opened(chip)
    assert all(request.is_released for request in chip.requests)
    assert chip.opened == 0


def test_levels_that_cannot_be_read_at_the_start_are_an_error() -> None:
    class Mute(KernelChip):
        def request_lines(
            self, config: Config, consumer: str | None = None, event_buffer_size: int | None = None
        ) -> KernelRequest:
            request = super().request_lines(config, consumer, event_buffer_size)
            request.is_unplugged = True
            return request

    chip = Mute()
    with pytest.raises(DeviceError, match="levels of the pins cannot be read"):
        opened(chip)
    assert all(request.is_released for request in chip.requests)


def test_a_missing_libgpiod_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiod", None)
    with pytest.raises(DeviceError, match=r"pip install -e '\.\[pi\]'"):
        import_gpiod()


def test_libgpiod_of_version_1_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("gpiod.LineSettings")
    with pytest.raises(DeviceError, match="is version 1"):
        import_gpiod()


def test_libgpiods_own_chip_is_what_opens_it() -> None:
    with pytest.raises(DeviceError, match="/dev/null cannot be opened"):
        open_gpio_pads(PADS, drop, clock=time.monotonic_ns, chip="/dev/null")


def test_an_open_pad_needs_only_lines() -> None:
    chip = KernelChip()
    request = chip.request_lines({17: None}, "spytt", 16)
    lines = ChipLines(request, (17,))
    pads = GpioPads(
        [OpenPad(ANA, {17: Button.C1}, lines)], drop, clock=time.monotonic_ns, drain_us=1000
    )
    pads.close()
    assert request.is_released
