"""Lines that are stuck, flooded or torn out: each ends alone, and the pad beside it goes on."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from threading import Event, Thread

import pytest

from hw.pad_frames import wrap
from hw.pad_messages import Answer, Entries, Entry, PadHello, encode
from hw.ports import Arrival, Button, Clock, DriverFault, Edge, Gone, HostNs, PadInfo, Through
from hw.serial_line import MOST_ARRIVALS, STUCK_NS, SerialLine
from hw.serial_pads import SerialPads
from hw.serial_ports import Opener, OpenPort, SerialPort, UsbPort
from hw.units import MILLISECOND_NS
from tests.drivers.pty_pads import PtyNano, awake
from tests.drivers.wires import eventually

A, B = PadInfo("a", 0, Clock.OWN), PadInfo("b", 1, Clock.OWN)
LOOK_S = 0.02
HELLO = wrap(encode(PadHello(1, (1, 0), 1, 1, 7, 1, "Ana")))


class FakePort:
    """A port with a pipe's descriptor, which is readable while `says` gives something to read.

    `room` is how many bytes it takes at a time.
    """

    def __init__(self, says: Callable[[], bytes], room: int = 4096) -> None:
        self.says = says
        self.room = room
        self.written = b""
        self.fd, self._other = os.pipe()
        os.write(self._other, b"!")

    def read(self) -> bytes:
        return self.says()

    def write(self, data: bytes) -> int:
        self.written += data[: self.room]
        return min(len(data), self.room)

    def close(self) -> None:
        os.close(self.fd)
        os.close(self._other)


def line_on(port: OpenPort) -> SerialLine:
    """Begin a line with a pad that was greeted and adopted at instant 0."""
    line = SerialLine(UsbPort("/dev/x"), port, HostNs(0), byte_ns=0)
    line.session.hear(HELLO, HostNs(0))
    line.session.adopt("a", HostNs(0))
    return line


# Stuck.


def test_a_line_that_takes_nothing_is_silent_after_a_second_and_goes_on_where_it_stopped() -> None:
    port = FakePort(lambda: b"", room=0)
    line = line_on(port)
    line.speak(HostNs(0))
    for now in range(0, STUCK_NS, MILLISECOND_NS * 10):
        line.speak(HostNs(now))
        assert not line.is_silent(HostNs(now))
    assert line.is_silent(HostNs(STUCK_NS))
    port.room = 3
    begun = HostNs(STUCK_NS)
    line.speak(begun)
    assert not line.is_silent(begun), "some went through"
    assert line.is_silent(HostNs(2 * STUCK_NS)), "but nothing more"
    port.room = 4096
    line.speak(begun)
    assert not line.is_choked
    assert not line.is_silent(HostNs(2 * STUCK_NS))
    assert port.written.count(b"\x00") == 1, "one whole probe"
    port.close()


# Flooded.


def flood_of_edges() -> Iterator[bytes]:
    while True:
        for first in range(1, 1 << 16, 8):
            yield wrap(encode(Entries(first, tuple(Entry(8 * (n % 2), 5) for n in range(8)))))


def flood_of(frame: bytes) -> Callable[[], Iterator[bytes]]:
    def frames() -> Iterator[bytes]:
        while True:
            yield frame

    return frames


FLOODS = {
    "edges": flood_of_edges,
    "damaged frames": flood_of(b"\x03xx\x00"),
    "noise without an end": flood_of(b"\xff" * 40),
    "ends without a frame": flood_of(b"\x00" * 40),
    "answers to nothing": flood_of(wrap(encode(Answer(200, 1, 2, 0, 0, 0)))),
    "hellos of ever other boots": lambda: (
        wrap(encode(PadHello(1, (1, 0), 1, 1, boot % 7, 1, "Ana"))) for boot in range(1 << 60)
    ),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS.keys())
def test_what_floods_a_line_tells_little_and_ends_within_a_second(
    flood: Callable[[], Iterator[bytes]],
) -> None:
    frames = flood()
    port = FakePort(lambda: b"".join(next(frames) for _ in range(20)))
    line = line_on(port)
    told: list[Arrival] = []

    clock = count(0, MILLISECOND_NS // 2).__next__

    def hear_for_a_second() -> None:
        for _ in range(2000):
            told.extend(line.hear(clock))

    with pytest.raises(OSError, match="it talks without end"):
        hear_for_a_second()
    assert len(told) <= MOST_ARRIVALS
    assert sum(isinstance(it, DriverFault) for it in told) <= 10
    port.close()


def test_all_that_a_real_line_can_carry_is_taken_in_for_ever() -> None:
    port = FakePort(lambda: wrap(encode(Answer(200, 1, 2, 0, 0, 0))) * 28)
    line = line_on(port)
    clock = count(0, 10 * MILLISECOND_NS).__next__
    for _ in range(1000):
        line.hear(clock)
    port.close()


# Beside another pad.


@pytest.fixture
def ben(monkeypatch: pytest.MonkeyPatch) -> Iterator[PtyNano]:
    awake(monkeypatch)
    nano = PtyNano("Ben", 2)
    yield nano
    nano.pull()


Drive = Callable[[OpenPort], tuple[SerialPads, list[Arrival]]]


@pytest.fixture
def drive(ben: PtyNano) -> Iterator[Drive]:
    """Drive Ben's pad and, as Ana's, the first that opens her port: one that a test made."""
    drivers: list[SerialPads] = []

    def begin(port: OpenPort) -> tuple[SerialPads, list[Arrival]]:
        told: list[Arrival] = []
        made = [port]

        def open_port(device: str) -> OpenPort:
            if device == ben.device:
                return SerialPort(device)
            if not made:
                raise OSError("Ana's port is gone")
            return made.pop()

        ports: Sequence[UsbPort] = [UsbPort("/dev/ana", 1), UsbPort(ben.device, 2)]
        opens: Opener = open_port
        drivers.append(
            SerialPads(
                [(A, "Ana"), (B, "Ben")],
                told.append,
                clock=time.monotonic_ns,
                find=lambda: ports,
                open_port=opens,
                look_s=LOOK_S,
                byte_ns=0,
            )
        )
        return drivers[-1], told

    yield begin
    for driver in drivers:
        driver.close()


def is_played(nano: PtyNano, told: Sequence[Arrival]) -> None:
    """Press a button of Ben's, and wait until that is told."""
    nano.press(Button.DRAW)
    eventually(
        lambda: (
            [
                (it.button, it.closed)
                for it in tuple(told)
                if isinstance(it, Edge) and it.pad == "b"
            ][-2:]
            == [(Button.DRAW, True), (Button.DRAW, False)]
        )
    )


def test_a_pad_that_floods_is_gone_and_its_rival_plays_on(
    ben: PtyNano, drive: Drive, caplog: pytest.LogCaptureFixture
) -> None:
    port = FakePort(lambda: HELLO + b"\x03xx\x00" * 500)
    driver, told = drive(port)
    eventually(lambda: any(isinstance(it, Gone) and it.pad == "a" for it in tuple(told)))
    assert "/dev/ana is lost: it talks without end" in caplog.text
    eventually(lambda: any(isinstance(it, Through) and it.pad == "b" for it in tuple(told)))
    is_played(ben, told)
    assert not driver.await_all(0.01)


def test_a_pad_whose_line_is_stuck_is_gone_and_its_rival_plays_on(
    ben: PtyNano, drive: Drive, caplog: pytest.LogCaptureFixture
) -> None:
    said = [HELLO]
    port = FakePort(lambda: said.pop() if said else b"", room=0)
    _, told = drive(port)
    eventually(lambda: any(isinstance(it, Gone) and it.pad == "a" for it in tuple(told)))
    assert "the pad on /dev/ana is silent" in caplog.text
    eventually(lambda: any(isinstance(it, Through) and it.pad == "b" for it in tuple(told)))
    is_played(ben, told)


@pytest.mark.parametrize("number", [5, 6, 13, 19], ids=["EIO", "ENXIO", "no leave", "ENODEV"])
def test_a_port_that_goes_between_waiting_and_reading_is_lost_alone(
    number: int, ben: PtyNano, drive: Drive
) -> None:
    said = [HELLO]

    def says() -> bytes:
        if said:
            return said.pop()
        raise OSError(number, os.strerror(number))

    _, told = drive(FakePort(says))
    eventually(lambda: any(isinstance(it, Gone) and it.pad == "a" for it in tuple(told)))
    eventually(lambda: any(isinstance(it, Through) and it.pad == "b" for it in tuple(told)))
    is_played(ben, told)


# Closed from another thread.


def closes(driver: SerialPads) -> bool:
    """Close a driver from several threads at once; tells whether all of them came back."""
    done = [Event() for _ in range(3)]

    def close(event: Event) -> None:
        driver.close()
        event.set()

    for event in done:
        Thread(target=close, args=(event,), daemon=True).start()
    return all(event.wait(10) for event in done)


@pytest.mark.parametrize(
    "state", ["nothing has come", "a pad is greeted", "a line is stuck", "a line is flooded"]
)
def test_it_closes_from_any_thread_in_every_state_and_puts_nothing_after(
    state: str, drive: Drive
) -> None:
    said = [HELLO] if state != "nothing has come" else []
    flood = b"\x00" * 50 if state == "a line is flooded" else b""
    port = FakePort(
        lambda: said.pop() if said else flood, room=0 if state == "a line is stuck" else 4096
    )
    driver, told = drive(port)
    if state != "nothing has come":
        eventually(lambda: any(not isinstance(it, Gone) for it in tuple(told)))
    assert closes(driver)
    before = len(told)
    driver.ask("a")
    driver.light("a", True)
    time.sleep(0.05)
    assert len(told) == before
