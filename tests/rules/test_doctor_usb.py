"""What doctor finds of pads on USB, by what is plugged in."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from firmware_host.cli.config_file import examples
from firmware_host.config import Config
from firmware_host.config_read import read_config
from firmware_host.doctor import checks
from firmware_host.doctor.findings import Finding
from firmware_host.doctor.report import told_finding
from firmware_host.usb_pads import PortSeen, known_as, seat_of
from hw.pad_link import Link
from hw.pad_messages import PROTOCOL, PadHello
from hw.ports import DeviceError
from hw.serial_ports import UsbPort
from hw.wording import advised, say
from tests.rules.test_doctor_checks import BAD, FakeMachine

ANA, BEN = 0x7F3A09C2, 2
GOOD = Link(1_030_000, -312, 240)


def plugged(number: int, name: str, pad_id: int, link: Link | None = GOOD) -> PortSeen:
    hello = PadHello(PROTOCOL, (1, 0), 1, pad_id, 14, 1, name)
    return PortSeen(UsbPort(f"/dev/ttyUSB{number}", number), hello, link)


@pytest.fixture
def config() -> Config:
    return read_config(examples()["nano"])


def found_of(seen: Sequence[PortSeen], config: Config) -> list[Finding]:
    return list(checks.of_usb(FakeMachine(usb=seen), config))


def test_pads_that_are_there_are_fine_with_the_figures_of_their_links(config: Config) -> None:
    found = found_of([plugged(1, "Ben's pad", BEN), plugged(0, "Ana's pad", ANA)], config)
    assert [told_finding(it) for it in found] == [
        "fine  seat 1, pad on USB: Ana's pad on /dev/ttyUSB0, firmware 1.0: there and back in"
        " 1.03 ms; its clock is -312 ppm off (within 240)",
        "fine  seat 2, pad on USB: Ben's pad on /dev/ttyUSB1, firmware 1.0: there and back in"
        " 1.03 ms; its clock is -312 ppm off (within 240)",
    ]
    assert found[0].figures == {"round_trip_ms": 1.03, "rate_ppm": -312, "within_ppm": 240}
    assert checks.askable(found, config) == {0, 1}


@pytest.mark.parametrize(
    ("ana", "told"),
    [
        pytest.param(
            [],
            "BAD   seat 1, pad on USB: Ana's pad is not plugged in\n      -> plug it in by a cable"
            " that carries data; spytt pad list tells what is there",
            id="it is missing",
        ),
        pytest.param(
            [plugged(0, "Ana's pad", ANA), plugged(2, "Ana's pad", 9)],
            "BAD   seat 1, pad on USB: several pads are called Ana's pad: /dev/ttyUSB0,"
            " /dev/ttyUSB2\n      -> give one another name: spytt pad name PORT NAME",
            id="two have one name",
        ),
        pytest.param(
            [plugged(0, "Ana's pad", ANA, Link(1_000_000, 5400, 300))],
            "BAD   seat 1, pad on USB: Ana's pad on /dev/ttyUSB0, firmware 1.0: there and back in"
            " 1.00 ms; its clock is +5400 ppm off (within 300)\n      -> its clock is wrong by"
            " more than input.rate_ppm allows: use another Nano",
            id="its clock is wrong",
        ),
        pytest.param(
            [plugged(0, "Ana's pad", ANA, Link(17_000_000, -5400, 500))],
            "note  seat 1, pad on USB: Ana's pad on /dev/ttyUSB0, firmware 1.0: there and back in"
            " 17.00 ms; its clock is -5400 ppm off (within 500)\n      -> that is slow: plug it"
            " into the Pi itself, not into a hub",
            id="its link is slow",
        ),
        pytest.param(
            [plugged(0, "Ana's pad", ANA, None)],
            "BAD   seat 1, pad on USB: Ana's pad on /dev/ttyUSB0, firmware 1.0: it does not tell"
            " its time\n      -> run spytt pad flash",
            id="it answers no probes",
        ),
    ],
)
def test_what_is_wrong_with_a_pad(ana: list[PortSeen], told: str, config: Config) -> None:
    found = found_of([*ana, plugged(1, "Ben's pad", BEN)], config)
    assert told_finding(found[0]) == told
    assert checks.askable(found, config) == ({1} if found[0].state is BAD else {0, 1})


@pytest.mark.parametrize(
    ("other", "told"),
    [
        pytest.param(
            plugged(2, "Cleo\x07", 9),
            "note  pad on USB: the pad on /dev/ttyUSB2 has no seat: Cleo?, 00000009\n      ->"
            ' write usb = "00000009" for the seat that it is to have',
            id="a pad without a seat",
        ),
        pytest.param(
            plugged(2, "", 0),
            "note  pad on USB: the pad on /dev/ttyUSB2 has no name yet\n      -> run spytt pad name"
            " /dev/ttyUSB2 NAME",
            id="a pad without a name",
        ),
        pytest.param(
            PortSeen(
                UsbPort("/dev/ttyUSB2"),
                error=DeviceError(advised(say("{port} is in use", port=2), say("stop that"))),
            ),
            "note  pad on USB: 2 is in use\n      -> stop that",
            id="a port that cannot be looked at",
        ),
    ],
)
def test_what_else_is_plugged_in(other: PortSeen, told: str, config: Config) -> None:
    found = found_of([plugged(0, "Ana's pad", ANA), plugged(1, "Ben's pad", BEN), other], config)
    assert [told_finding(it) for it in found[2:]] == [told]
    assert checks.askable(found, config) == {0, 1}


def test_where_nobody_can_look_no_pad_on_usb_is_asked(config: Config) -> None:
    machine = FakeMachine(faults={"usb": DeviceError(say("pyserial is not installed"))})
    (found,) = checks.of_usb(machine, config)
    assert (found.state, found.words) == (BAD, "pyserial is not installed")
    assert checks.askable([found], config) == set()
    mixed = read_config(examples()["mixed"])
    assert checks.askable([found], mixed) == {0}, "buttons on pins still are"


def test_without_pads_on_usb_nobody_looks_for_them() -> None:
    machine = FakeMachine(faults={"usb": DeviceError(say("nobody looks"))})
    assert not list(checks.of_usb(machine, read_config(examples()["one-bus"])))


def test_without_buttons_on_pins_nobody_looks_at_these(config: Config) -> None:
    assert not list(checks.of_wires(FakeMachine(), config))
    lamp = replace(config, seats=(replace(config.seats[0], led=17), config.seats[1]))
    (chip, pins) = checks.of_wires(FakeMachine(), lamp)
    assert (chip.name, pins.words) == ("chip", "all 1 pins are free")


def test_a_seat_is_found_by_name_or_id(config: Config) -> None:
    by_id = replace(config, seats=(replace(config.seats[0], usb="7F3A09C2"), config.seats[1]))
    hello = PadHello(PROTOCOL, (1, 0), 1, ANA, 1, 1, "")
    assert (seat_of(by_id, hello), seat_of(config, hello), seat_of(None, hello)) == (0, None, None)
    assert known_as(hello) == "7F3A09C2"
