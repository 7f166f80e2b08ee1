"""Serial ports on USB: which there are, opening them by pyserial, and talking with who is there."""

import errno
import os
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from serial.tools import list_ports

from firmware_host.cli.language import speaking, told
from hw import serial_ports
from hw.pad_link import Link, link_of
from hw.pad_names import BUTTON_PINS, id_in, id_text, is_called, is_name
from hw.ports import Button, DeviceError, HostNs, Sync
from hw.serial_finder import PortFinder
from hw.serial_ports import NewPorts, OpenPort, SerialPort, UsbPort, usb_ports
from hw.serial_talk import PadTalk
from hw.units import MILLISECOND_NS, SECOND_NS
from hw.wording import say
from tests.drivers.pty_pads import PtyNano, awake
from tests.drivers.wires import eventually

LOOK_S = 0.01


@pytest.fixture
def nano(monkeypatch: pytest.MonkeyPatch) -> Iterator[PtyNano]:
    awake(monkeypatch)
    nano = PtyNano("Ana", 7)
    yield nano
    nano.pull()


# Opening.


def test_a_port_is_ours_alone_and_is_told_to_whoever_wants_it_too(nano: PtyNano) -> None:
    with closing(SerialPort(nano.device)) as port:
        assert port.fd > 2
        with pytest.raises(DeviceError, match="is in use: stop what uses it"):
            SerialPort(nano.device)
    SerialPort(nano.device).close()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (serial.SerialException(errno.EACCES, "no"), "sudo usermod -aG dialout"),
        (PermissionError(errno.EPERM, "no"), "may not be opened"),
        (serial.SerialException(errno.EBUSY, "no"), "is in use"),
        (serial.SerialException(errno.ENOENT, "no"), "there is no /dev/x: plug the pad in"),
        (serial.SerialException(errno.EISDIR, "no"), "/dev/x is no serial port: spytt pad list"),
        (termios.error(errno.EIO, "no"), "/dev/x cannot be opened (Input/output error): plug the"),
        (ValueError("no such baud"), "/dev/x cannot be opened (no such baud): plug the pad in"),
        (serial.SerialException("strange"), "cannot be opened (strange): plug the pad in anew"),
    ],
    ids=["no leave", "no right", "busy", "not there", "folder", "termios", "a value", "no number"],
)
def test_why_a_port_cannot_be_opened_is_told_with_the_remedy(
    error: Exception, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(DeviceError) as caught:
        SerialPort("/dev/x")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "/dev/null is no serial port: spytt pad list tells where pads are"),
        ("nb", "/dev/null er ingen serieport: spytt pad list viser hvor pultene er"),
    ],
)
def test_what_is_no_serial_port_is_told_so_not_in_the_words_of_pyserial(
    language: str, words: str
) -> None:
    with pytest.raises(DeviceError) as caught:
        SerialPort("/dev/null")
    with speaking(language):
        assert told(caught.value.args[0]) == words


def test_what_pyserial_words_is_told_as_the_system_said_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        try:
            raise termios.error(errno.EIO, "no")
        except termios.error as error:
            # Without `from`, as pyserial does it: the number is only in the context.
            raise serial.SerialException(f"Could not configure port: {error}")  # noqa: B904

    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(DeviceError, match=r"^/dev/x cannot be opened \(Input/output error\)"):
        SerialPort("/dev/x")


def test_a_bridge_is_told_to_hand_over_at_once_where_it_can(
    nano: PtyNano, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []
    monkeypatch.setattr(serial.Serial, "set_low_latency_mode", lambda _, on: told.append(on))
    SerialPort(nano.device).close()
    assert told == [True]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (termios.error(errno.EIO, "gone"), "Input/output error"),
        (serial.SerialException("device reports readiness to read"), "No such device"),
    ],
    ids=["the system's", "its own"],
)
def test_whatever_pyserial_raises_when_a_port_goes_is_an_oserror_of_the_system(
    error: Exception, words: str, nano: PtyNano, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise error

    with closing(SerialPort(nano.device)) as port:
        monkeypatch.setattr(serial.Serial, "read", gone)
        with pytest.raises(OSError, match=words):
            port.read()


def test_a_pad_that_does_not_read_fills_the_line_but_stops_nobody() -> None:
    master, slave = os.openpty()
    with closing(SerialPort(os.ttyname(slave))) as port:
        os.close(slave)
        written = [port.write(b"x" * 4096) for _ in range(40)]
        assert written[-1] == 0
        os.close(master)
        with pytest.raises(OSError, match=r"Input/output error|No such device"):
            port.read()


# Which there are.


def port(device: Path, vid: int | None, product: str | None = None) -> SimpleNamespace:
    return SimpleNamespace(device=str(device), vid=vid, product=product)


def test_only_ports_on_usb_are_listed_and_each_plugging_in_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usb, other = tmp_path / "ttyUSB0", tmp_path / "ttyS0"
    usb.touch()
    other.touch()
    found = [port(usb, 0x1A86, "USB Serial"), port(other, None), port(tmp_path / "ttyUSB9", 1)]
    monkeypatch.setattr(list_ports, "comports", lambda: found)
    (first,) = usb_ports()
    assert (first.device, first.product) == (str(usb), "USB Serial")
    (tmp_path / "again").touch()
    (tmp_path / "again").rename(usb)
    (second,) = usb_ports()
    assert second.device == first.device
    assert second != first


@pytest.mark.parametrize("error", [TypeError("int(None)"), ValueError("no number")], ids=repr)
def test_a_device_that_is_unplugged_while_ports_are_listed_hides_no_other(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usb = tmp_path / "ttyUSB0"
    usb.touch()
    stumbles = [error, error]

    def comports() -> list[SimpleNamespace]:
        if stumbles:
            raise stumbles.pop()
        return [port(usb, 1)]

    monkeypatch.setattr(list_ports, "comports", comports)
    assert [found.device for found in usb_ports()] == [str(usb)]
    stumbles[:] = [error] * 9
    with pytest.raises(DeviceError, match="come and go too fast"):
        usb_ports()


def test_ports_are_listed_anew_only_when_devices_have_come_or_gone(tmp_path: Path) -> None:
    lists: list[int] = []

    def find() -> Sequence[UsbPort]:
        lists.append(1)
        return [UsbPort(f"/dev/{len(lists)}")]

    ports = NewPorts(find, tmp_path)
    for _ in range(5):
        ports()
    assert len(lists) == 2, "once more, as a clock's tick may hold two changes"
    os.utime(tmp_path, ns=(1, 1))
    assert [port.device for port in ports()] == ["/dev/3"]
    for _ in range(5):
        ports()
    assert len(lists) == 4


def test_without_pyserial_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_ports, "find_spec", lambda _name: None)
    with pytest.raises(DeviceError, match="pyserial is not installed"):
        usb_ports()
    with pytest.raises(DeviceError, match="pyserial is not installed"):
        SerialPort("/dev/x")


class Found:
    """Ports that a finder finds; opening fails for as long as `error` says so."""

    def __init__(self) -> None:
        self.ports: list[UsbPort] = []
        self.error: OSError | None = None
        self.opened: list[str] = []
        self.taken: list[UsbPort] = []
        self.looks = 0
        self.finder = PortFinder(self.take, self.find, self.open, look_s=LOOK_S)

    def find(self) -> Sequence[UsbPort]:
        self.looks += 1
        if isinstance(self.error, InterruptedError):
            raise self.error
        return tuple(self.ports)

    def open(self, device: str) -> OpenPort:
        if self.error is not None:
            raise self.error
        self.opened.append(device)
        return NoPort()

    def take(self, port: UsbPort, _opened: OpenPort) -> None:
        self.taken.append(port)


class NoPort:
    fd = -1

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> int:
        return len(data)

    def close(self) -> None: ...


@pytest.fixture
def found() -> Iterator[Found]:
    found = Found()
    found.finder.start()
    yield found
    found.finder.close()


def test_a_port_is_handed_over_once_each_time_it_is_plugged_in(found: Found) -> None:
    first, again = UsbPort("/dev/ttyUSB0", 1), UsbPort("/dev/ttyUSB0", 2)
    found.ports.append(first)
    eventually(lambda: found.looks > 10)
    assert found.taken == [first]
    found.ports[:] = [again]
    eventually(lambda: found.taken == [first, again])


def test_a_port_that_was_lost_though_it_is_there_is_opened_once_more(found: Found) -> None:
    found.ports.append(UsbPort("/dev/ttyUSB0", 1))
    eventually(lambda: len(found.taken) == 1)
    found.finder.lost(found.taken[0])
    eventually(lambda: len(found.taken) == 2)


def test_a_moment_without_leave_is_no_news_and_lasting_trouble_is_told_once(
    found: Found, caplog: pytest.LogCaptureFixture
) -> None:
    found.error = DeviceError(say("it is in use"))
    found.ports.append(UsbPort("/dev/ttyUSB0", 1))
    eventually(lambda: "it is in use" in caplog.text)
    before = found.looks
    eventually(lambda: found.looks > before + 10)
    assert caplog.text.count("it is in use") == 1
    found.error = DeviceError(say("it may not be opened"))
    eventually(lambda: "it may not be opened" in caplog.text)
    found.error = None
    eventually(lambda: found.taken)


def test_whatever_keeps_a_port_from_being_opened_the_next_look_tries_again(
    found: Found, caplog: pytest.LogCaptureFixture
) -> None:
    found.error = OSError("it went while it was opened")
    found.ports.append(UsbPort("/dev/ttyUSB0", 1))
    eventually(lambda: "it went while it was opened" in caplog.text)
    found.error = None
    eventually(lambda: found.taken)


def test_who_cannot_list_ports_tries_again(found: Found, caplog: pytest.LogCaptureFixture) -> None:
    found.error = InterruptedError("not now")
    eventually(lambda: "serial ports cannot be listed: not now" in caplog.text)
    found.error = None
    found.ports.append(UsbPort("/dev/ttyUSB0", 1))
    eventually(lambda: found.taken)


# Talking.


def test_a_talk_tells_who_is_there_and_how_good_the_link_is(nano: PtyNano) -> None:
    with closing(PadTalk(UsbPort(nano.device), clock=time.monotonic_ns)) as talk:
        hello = talk.greet()
        assert (hello.name, hello.pad_id) == ("Ana", 7)
        link = link_of(talk.probe(200 * MILLISECOND_NS))
    assert link is not None
    assert 0 < link.round_trip_ns < SECOND_NS
    assert abs(link.rate_ppm) <= link.within_ppm + 1


# What a link is, and what a pad is called: pure.


def sync(sent_ns: int, pad_us: int, trip_ns: int = 1_000_000, wait_us: int = 40) -> Sync:
    received = HostNs(sent_ns + trip_ns + wait_us * 1000)
    came, left = pad_us % (1 << 32), (pad_us + wait_us) % (1 << 32)
    return Sync(received, "a", HostNs(sent_ns), came, left, received)


def test_a_link_needs_two_probes() -> None:
    assert link_of([]) is None
    assert link_of([sync(0, 0)]) is None
    assert link_of([sync(0, 0), sync(0, 0)]) is None


@pytest.mark.parametrize("ppm", [0, 300, -5000])
@pytest.mark.parametrize("begin_us", [0, (1 << 32) - 5_000_000], ids=["fresh", "about to wrap"])
def test_the_rate_is_found_by_the_quickest_probes(ppm: int, begin_us: int) -> None:
    syncs = [
        sync(
            n * SECOND_NS,
            begin_us + n * (1_000_000 + ppm),
            trip_ns=400_000 if n in (1, 9) else 5_000_000,
        )
        for n in range(10)
    ]
    assert link_of(syncs) == Link(400_000, ppm, 50)


@pytest.mark.parametrize(
    ("usb", "pad_id", "name", "is_meant"),
    [
        ("Ana", 1, "Ana", True),
        ("Ana", 1, "ana", False),
        ("7F3A09C2", 0x7F3A09C2, "whatever", True),
        ("7f3a09c2", 0x7F3A09C2, "", True),
        ("7F3A09C2", 1, "7F3A09C2", False),
        ("00000000", 0, "", False),
    ],
    ids=["by name", "a name is exact", "by id", "an id in small letters", "an id is no name",
         "no id is nobody's"],
)  # fmt: skip
def test_which_pad_is_meant(usb: str, pad_id: int, name: str, is_meant: bool) -> None:
    assert is_called(usb, pad_id, name) is is_meant


def test_ids_are_written_as_they_are_read() -> None:
    assert id_text(0xAB) == "000000AB"
    assert id_in(id_text(0x7F3A09C2)) == 0x7F3A09C2
    assert id_in("Ana") is None
    assert not is_name(id_text(1))
    assert not is_name("\ud800")
    assert not is_name("/dev/ttyUSB0")
    assert is_name("å" * 12)


def test_the_buttons_are_on_d2_to_d9_in_their_order() -> None:
    assert list(BUTTON_PINS.values()) == [f"D{n}" for n in range(2, 10)]
    assert list(BUTTON_PINS) == list(Button)
