"""Pads on USB: the driver on real ttys, opened by pyserial; behind them the firmware's twin."""

import logging
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from hw import pad_probes, serial_line, serial_pads
from hw.pad_sounds import PadBuzzer, PadLamp
from hw.ports import (
    Arrival,
    Boot,
    Button,
    Clock,
    Edge,
    Gone,
    HostNs,
    Levels,
    PadInfo,
    PanelReport,
    Sync,
    Through,
    Tick,
)
from hw.serial_line import SerialLine
from hw.serial_pads import SerialPads
from hw.serial_ports import SerialPort, UsbPort
from hw.units import MILLISECOND_NS, SECOND_NS
from tests.drivers.pty_pads import PtyNano, Sockets, awake
from tests.drivers.wires import eventually

A, B = PadInfo("a", 0, Clock.OWN), PadInfo("b", 1, Clock.OWN)
LOOK_S = 0.01


class Console:
    """What the driver told, pad by pad."""

    def __init__(self, sockets: Sockets, *seats: tuple[PadInfo, str]) -> None:
        self.told: list[Arrival] = []
        self.driver = SerialPads(
            seats, self.told.append, clock=time.monotonic_ns, find=sockets, look_s=LOOK_S, byte_ns=0
        )

    def of(self, pad: str, kind: type) -> list[Arrival]:
        return [it for it in tuple(self.told) if isinstance(it, kind) and _pad_of(it) == pad]

    def has(self, count: int, pad: str, kind: type) -> bool:
        return len(self.of(pad, kind)) >= count

    def edges(self, pad: str) -> list[tuple[Button, bool]]:
        return [(it.button, it.closed) for it in self.of(pad, Edge) if isinstance(it, Edge)]

    def is_back(self, pad: str) -> bool:
        """Tell whether what happens at a pad now is told, edge by edge."""
        news = [it for it in tuple(self.told) if isinstance(it, Through | Gone) and it.pad == pad]
        return bool(news) and isinstance(news[-1], Through)


def _pad_of(arrival: Arrival) -> str | None:
    return None if isinstance(arrival, Tick | PanelReport) else arrival.pad


Opens = Callable[..., Console]


@pytest.fixture
def sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sockets]:
    awake(monkeypatch)
    sockets = Sockets(tmp_path)
    yield sockets
    sockets.empty()


@pytest.fixture
def console(sockets: Sockets) -> Iterator[Opens]:
    opened: list[Console] = []

    def open_with(*seats: tuple[PadInfo, str]) -> Console:
        opened.append(Console(sockets, *seats))
        return opened[-1]

    yield open_with
    for each in opened:
        each.driver.close()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a pad that is missing."""
    monkeypatch.setattr(serial_pads, "MISSED_NS", 100 * MILLISECOND_NS)


def test_a_pad_boots_tells_its_levels_its_time_and_its_edges(
    sockets: Sockets, console: Opens
) -> None:
    nano = PtyNano("Ana's pad", 7)
    sockets.plug_in(nano)
    heard = console((A, "Ana's pad"))
    eventually(lambda: heard.is_back("a"))
    nano.press(Button.LEFT)
    eventually(lambda: len(heard.of("a", Edge)) == 2)
    assert heard.edges("a") == [(Button.LEFT, True), (Button.LEFT, False)]
    kinds = [type(it) for it in heard.told]
    assert kinds[0] is Boot
    assert {Sync, Through, Levels} <= set(kinds)
    assert Gone not in kinds


def test_two_pads_that_are_swapped_keep_their_seats(sockets: Sockets, console: Opens) -> None:
    sockets.plug_in(PtyNano("Ana", 1), "ttyUSB0")
    sockets.plug_in(PtyNano("Ben", 2), "ttyUSB1")
    heard = console((A, "Ana"), (B, "00000002"))
    assert heard.driver.await_all(10)
    for socket in ("ttyUSB0", "ttyUSB1"):
        sockets.pull_out(socket)
    eventually(lambda: heard.of("a", Gone) and heard.of("b", Gone))
    ana, ben = PtyNano("Ana", 1), PtyNano("Ben", 2)
    sockets.plug_in(ben, "ttyUSB0")
    sockets.plug_in(ana, "ttyUSB1")
    assert heard.driver.await_all(10)
    ana.press(Button.C1)
    ben.press(Button.C2)
    eventually(lambda: len(heard.of("a", Edge)) == len(heard.of("b", Edge)) == 2)
    assert heard.edges("a")[0] == (Button.C1, True)
    assert heard.edges("b")[0] == (Button.C2, True)


HELLO_BYTES = 20
"""About so many has a hello; what follows are answers of 18 bytes each."""


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("cut_after", [1, 9, HELLO_BYTES, *range(21, 140, 7)])
def test_whenever_the_plug_is_pulled_the_pad_is_gone_and_back_in_another_socket(
    cut_after: int, sockets: Sockets, console: Opens
) -> None:
    sockets.plug_in(PtyNano("Ana", 1, boot=4, cut_after=cut_after), "ttyUSB0")
    heard = console((A, "Ana"))
    eventually(lambda: heard.of("a", Gone))
    sockets.pull_out("ttyUSB0")
    nano = PtyNano("Ana", 1, boot=5)
    sockets.plug_in(nano, "ttyUSB1")
    eventually(lambda: heard.is_back("a"))
    nano.press(Button.READY)
    eventually(lambda: heard.edges("a")[-2:] == [(Button.READY, True), (Button.READY, False)])
    boots = len(heard.of("a", Boot))
    assert len(heard.of("a", Gone)) == max(1, boots - 1)


def test_edges_under_way_when_the_plug_is_pulled_are_not_told_twice(
    sockets: Sockets, console: Opens
) -> None:
    nano = PtyNano("Ana", 1)
    sockets.plug_in(nano)
    heard = console((A, "Ana"))
    eventually(lambda: heard.is_back("a"))
    nano.press(Button.C3)
    sockets.pull_out()
    eventually(lambda: heard.of("a", Gone))
    again = PtyNano("Ana", 1, boot=1)
    sockets.plug_in(again)
    eventually(lambda: heard.is_back("a"))
    again.press(Button.C4)
    eventually(lambda: heard.edges("a")[-1:] == [(Button.C4, False)])
    edges = heard.edges("a")
    assert len(edges) == len(set(edges))


def test_a_pad_that_is_reset_boots_anew_in_its_seat(sockets: Sockets, console: Opens) -> None:
    nano = PtyNano("Ana", 1)
    sockets.plug_in(nano)
    heard = console((A, "Ana"))
    eventually(lambda: heard.is_back("a"))
    nano.reset()
    eventually(lambda: len(heard.of("a", Boot)) == 2)
    assert not heard.of("a", Gone)


def test_a_pad_that_falls_silent_is_gone_until_it_speaks_again(
    sockets: Sockets, console: Opens, caplog: pytest.LogCaptureFixture
) -> None:
    nano = PtyNano("Ana", 1)
    sockets.plug_in(nano)
    heard = console((A, "Ana"))
    eventually(lambda: heard.is_back("a"))
    nano.is_mute = True
    eventually(lambda: heard.of("a", Gone))
    assert "the pad on " in caplog.text
    assert "is silent" in caplog.text
    nano.is_mute = False
    eventually(lambda: len(heard.of("a", Boot)) == 2)
    nano.press(Button.DRAW)
    eventually(lambda: heard.edges("a")[-1:] == [(Button.DRAW, False)])


@pytest.mark.parametrize(
    "noise", [b"\x00\x00", b"\xff" * 300, b"ok\r\n", bytes(range(256))],
    ids=["zeros", "a long run", "a text", "every byte"],
)  # fmt: skip
def test_noise_on_the_line_costs_nothing_but_a_fault(
    noise: bytes, sockets: Sockets, console: Opens
) -> None:
    nano = PtyNano("Ana", 1, noise=noise + b"\x00")
    sockets.plug_in(nano)
    heard = console((A, "Ana"))
    eventually(lambda: heard.is_back("a"))
    nano.press(Button.C1)
    eventually(lambda: heard.edges("a") == [(Button.C1, True), (Button.C1, False)])


# Who is not plugged in, and who is plugged in beside.


@pytest.mark.usefixtures("hurried")
def test_a_pad_that_is_missing_at_the_start_is_gone_until_it_comes(
    sockets: Sockets, console: Opens, caplog: pytest.LogCaptureFixture
) -> None:
    heard = console((A, "Ana"))
    eventually(lambda: heard.of("a", Gone))
    assert "the pad of seat 1 is not plugged in: Ana" in caplog.text
    assert not heard.driver.await_all(0.01)
    sockets.plug_in(PtyNano("Ana", 1))
    assert heard.driver.await_all(10)
    eventually(lambda: heard.is_back("a"))


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("stranger", "words"),
    [
        pytest.param(
            partial(PtyNano, "Cleo", 0x7F3A09C2),
            'the pad Cleo, 7F3A09C2 has no seat: write usb = "Cleo" below a [[seat]]',
            id="a pad that no seat names",
        ),
        pytest.param(
            partial(PtyNano, pad_id=0x7F3A09C2),
            'the pad 7F3A09C2 has no seat: write usb = "7F3A09C2"',
            id="a pad with an id alone",
        ),
        pytest.param(PtyNano, "the pad has no name yet: spytt pad name", id="a pad without a name"),
        pytest.param(
            partial(PtyNano, "Ana", 9),
            "the pad is Ana, 00000009, as that on",
            id="a second pad of the same name",
        ),
        pytest.param(
            partial(PtyNano, protocol=9), "flash it: spytt pad flash", id="another protocol"
        ),
    ],
)
def test_who_has_no_seat_is_told_of_and_let_alone(
    stranger: Callable[[], PtyNano],
    words: str,
    sockets: Sockets,
    console: Opens,
    caplog: pytest.LogCaptureFixture,
) -> None:
    sockets.plug_in(PtyNano("Ana", 1), "ttyUSB0")
    heard = console((A, "Ana"))
    assert heard.driver.await_all(10)
    other = stranger()
    sockets.plug_in(other, "ttyUSB1")
    eventually(lambda: words in caplog.text)
    count = len(caplog.records)
    other.press(Button.C1)
    eventually(lambda: heard.of("a", Through))
    assert not heard.edges("a")
    assert len(caplog.records) == count, "told once"


def test_a_port_without_a_pad_is_let_alone_until_it_is_plugged_in_anew(
    sockets: Sockets,
    console: Opens,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serial_pads, "GREETING_NS", 300 * MILLISECOND_NS)
    printer = PtyNano("Ana", 1)
    printer.is_mute = True
    sockets.plug_in(printer)
    heard = console((A, "Ana"))
    eventually(lambda: "nothing there says that it is a pad" in caplog.text)
    printer.is_mute = False
    time.sleep(5 * LOOK_S)
    assert not heard.of("a", Boot)
    sockets.pull_out()
    monkeypatch.setattr(serial_pads, "GREETING_NS", 5 * SECOND_NS)
    sockets.plug_in(PtyNano("Ana", 1))
    assert heard.driver.await_all(10)


def test_one_pad_that_two_seats_name_sits_at_the_first(
    sockets: Sockets, console: Opens, caplog: pytest.LogCaptureFixture
) -> None:
    sockets.plug_in(PtyNano("Ana", 1))
    heard = console((A, "Ana"), (B, "00000001"))
    eventually(lambda: heard.of("a", Through))
    assert "named for several seats" in caplog.text
    assert not heard.of("b", Boot)


def test_a_port_that_another_program_uses_is_told_of_and_tried_again(
    sockets: Sockets, console: Opens, caplog: pytest.LogCaptureFixture
) -> None:
    nano = PtyNano("Ana", 1)
    sockets.plug_in(nano)
    other = SerialPort(nano.device)
    heard = console((A, "Ana"))
    eventually(lambda: "is in use: stop what uses it" in caplog.text)
    time.sleep(5 * LOOK_S)
    assert caplog.text.count("is in use") == 1
    other.close()
    assert heard.driver.await_all(10)


# What the console asks of them.


def test_a_watermark_is_told_when_it_is_asked_for(
    sockets: Sockets, console: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pace in ("PLAY_NS", "CALM_NS"):  # unasked there is none but those of the beginning
        monkeypatch.setattr(pad_probes, pace, 60 * SECOND_NS)
    sockets.plug_in(PtyNano("Ana", 1))
    heard = console((A, "Ana"))
    for bursts in range(1, 6):
        eventually(partial(heard.has, bursts * pad_probes.BURST, "a", Through))
        heard.driver.ask("a")
    with pytest.raises(ValueError, match="no pad c on USB"):
        heard.driver.ask("c")


def test_the_lamp_is_lit_when_the_pad_comes_and_all_is_dark_and_still_at_the_end(
    sockets: Sockets, console: Opens
) -> None:
    heard = console((A, "Ana"))
    PadLamp(heard.driver, "a").light(True)
    PadBuzzer(heard.driver, "a").sound(440, 0.5)  # nobody hears that
    nano = PtyNano("Ana", 1)
    sockets.plug_in(nano)
    eventually(lambda: nano.nano.lit)
    assert nano.nano.tone[0] == 0
    PadBuzzer(heard.driver, "a").sound(880, 0.5)
    eventually(lambda: nano.nano.tone[0] == 880)
    PadBuzzer(heard.driver, "a").sound(880, 0.0)
    eventually(lambda: nano.nano.tone[0] == 0)
    PadBuzzer(heard.driver, "a").sound(660, 0.5)
    eventually(lambda: nano.nano.tone[0] == 660)
    heard.driver.close()
    eventually(lambda: not nano.nano.lit and nano.nano.tone[0] == 0)
    PadLamp(heard.driver, "a").close()
    PadBuzzer(heard.driver, "a").close()
    heard.driver.ask("a")
    assert not heard.of("a", Gone)


def test_what_the_log_says_of_a_pad_that_comes(
    sockets: Sockets, console: Opens, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    sockets.plug_in(PtyNano("Ana", 0x7F3A09C2))
    assert console((A, "7F3A09C2")).driver.await_all(10)
    assert "ttyUSB0: Ana, 7F3A09C2" in caplog.text


def test_nobody_talks_to_a_bootloader(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it hears it might take for firmware; a pad that was reset says hello by itself."""
    monkeypatch.setattr(serial_line, "BOOTING_NS", 2 * SECOND_NS)
    port = Spoken()
    line = SerialLine(UsbPort("/dev/x"), port, HostNs(0), byte_ns=0)
    for ms in range(0, 7000, 10):
        now = HostNs(ms * MILLISECOND_NS)
        port.now = now
        line.speak(now)
    assert port.at == [2 * SECOND_NS, 4 * SECOND_NS, 6 * SECOND_NS]
    assert line.due_ns() == 8 * SECOND_NS


class Spoken:
    """An open port that notes when something is written to it."""

    fd = -1

    def __init__(self) -> None:
        self.at: list[int] = []
        self.now = 0

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> int:
        self.at.append(self.now)
        return len(data)

    def close(self) -> None: ...
