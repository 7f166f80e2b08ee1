"""What doctor finds of seats that play on phones, by the machine and its networks."""

import json

import pytest

from firmware_host.cli import main
from firmware_host.cli.config_file import examples
from firmware_host.config_read import read_config
from firmware_host.doctor import checks
from firmware_host.doctor.findings import is_fine
from firmware_host.doctor.phones import phones_found
from firmware_host.doctor.report import told_finding
from tests.rules.test_doctor_checks import FakeMachine

SEAT = "fine  seat 2, phone: its buttons and its panel are on the phone; spytt play tells its link"


@pytest.mark.parametrize(
    ("machine", "told"),
    [
        pytest.param(
            FakeMachine(addresses=("192.168.1.20", "10.0.0.2")),
            "fine  phones: they find the console at 192.168.1.20, 10.0.0.2",
            id="all is there",
        ),
        pytest.param(
            FakeMachine(addresses=()),
            "BAD   phones: this machine has no address on a private network that phones could"
            " reach\n      -> connect it to the Wi-Fi that the phones are in",
            id="no network",
        ),
        pytest.param(
            FakeMachine(missing=frozenset({"segno"})),
            "BAD   phones: not installed: segno\n      -> run .venv/bin/pip install -e '.[phone]'"
            " in Spytt's folder",
            id="no package",
        ),
    ],
)
def test_a_seat_on_a_phone_is_named_and_what_it_needs_is_looked_for(
    machine: FakeMachine, told: str
) -> None:
    found = list(phones_found(machine, read_config(examples()["phone"])))
    assert [told_finding(it) for it in found] == [told, SEAT]
    assert is_fine(found) == told.startswith("fine")


def test_without_phones_their_needs_are_nobody_s() -> None:
    machine = FakeMachine(addresses=(), missing=frozenset({"segno", "websockets"}))
    assert list(phones_found(machine, read_config(examples()["one-bus"]))) == []


def test_nobody_is_asked_for_the_buttons_of_a_phone() -> None:
    assert checks.askable([], read_config(examples()["phone"])) == {0}


def test_doctor_names_the_seats_on_phones(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--config", str(examples()["phone"]), "--json"])
    found = json.loads(capsys.readouterr().out)["findings"]
    assert [it["seat"] for it in found if it["name"] == "phone"] == [2]
