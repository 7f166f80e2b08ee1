"""What systemd is told, heard on a real datagram socket, and the unit that has it listen."""

import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.cli import main, service
from firmware_host.cli.config_file import USUAL, examples
from firmware_host.cli.service import caller, this_command
from firmware_host.service import Service, service_of
from firmware_host.service_unit import GROUPS, quoted, unit


@pytest.fixture(params=["a file", "an abstract name"])
def ear(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    """Give systemd's end of the socket, and its address as the environment tells it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        name = str(tmp_path / "notify") if request.param == "a file" else f"@spytt-{os.getpid()}"
        heard.bind("\0" + name[1:] if name[0] == "@" else name)
        heard.setblocking(False)
        yield heard, name


def test_systemd_hears_a_life(ear: tuple[socket.socket, str]) -> None:
    heard, address = ear
    service = service_of({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "10000000"})
    service.ready("two pads,\ntwo panels")
    service.status("Ana leads")
    service.beat()
    service.stopping()
    assert [heard.recv(4096) for _ in range(4)] == [
        b"READY=1\nSTATUS=two pads, two panels",
        b"STATUS=Ana leads",
        b"WATCHDOG=1",
        b"STOPPING=1",
    ]


def test_the_loop_beats_twice_in_the_time_that_systemd_waits(
    ear: tuple[socket.socket, str],
) -> None:
    heard, address = ear
    beats = service_of({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "10000000"}).beats
    assert beats is not None
    assert beats.every_ns == 5_000_000_000
    beats.call()
    assert heard.recv(4096) == b"WATCHDOG=1"


@pytest.mark.parametrize(
    "environ",
    [
        pytest.param({}, id="no service"),
        pytest.param({"WATCHDOG_USEC": "5"}, id="nobody to tell"),
        pytest.param({"NOTIFY_SOCKET": "/n"}, id="no watchdog"),
        pytest.param(
            {"NOTIFY_SOCKET": "/n", "WATCHDOG_USEC": "9", "WATCHDOG_PID": "1"},
            id="another process is watched",
        ),
        pytest.param({"NOTIFY_SOCKET": "/n", "WATCHDOG_USEC": "²"}, id="no number"),
        pytest.param({"NOTIFY_SOCKET": "vsock:2", "WATCHDOG_USEC": "9"}, id="no unix socket"),
    ],
)
def test_without_a_watchdog_nothing_beats(environ: dict[str, str]) -> None:
    assert service_of(environ, pid=7).beats is None


def test_outside_a_service_all_is_silent(caplog: pytest.LogCaptureFixture) -> None:
    service = Service()
    service.ready()
    service.status("")
    service.beat()
    service.stopping()
    assert caplog.records == []


def test_that_systemd_does_not_listen_is_logged_once(
    ear: tuple[socket.socket, str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        deaf = Service(str(tmp_path / "nobody"))
        deaf.beat()
        deaf.beat()
    assert [record.getMessage() for record in caplog.records] == [
        f"systemd does not listen at {tmp_path / 'nobody'}: [Errno 2] No such file or directory"
    ]


def test_a_beat_never_waits_for_a_systemd_that_is_busy(ear: tuple[socket.socket, str]) -> None:
    _, address = ear
    service = Service(address)
    for _ in range(4096):  # far more than the socket's queue holds; it would block for good
        service.beat()


def test_the_unit_runs_this_very_spytt(capsys: pytest.CaptureFixture[str]) -> None:
    file = examples()[USUAL]
    assert main(["service", "--config", str(file), "--user", "root"]) == 0
    out, told = capsys.readouterr()
    lines = out.splitlines()
    assert f"ExecStart={this_command()} play --config {file} --state %S/spytt" in lines
    assert {"Type=notify", "User=root", "Restart=on-failure", "StateDirectory=spytt"} <= set(lines)
    assert this_command().name == "spytt"
    assert "systemctl enable --now spytt" in told


@pytest.mark.parametrize(
    ("given", "is_on_path", "typed"),
    [
        pytest.param([], True, "spytt service |", id="nothing was given"),
        pytest.param(
            ["--config", "my console.toml", "--user", "root"],
            True,
            "spytt service --config 'my console.toml' --user root |",
            id="a file and a user",
        ),
        pytest.param([], False, f"{this_command()} service |", id="spytt is on no path"),
    ],
)
def test_what_is_to_be_typed_repeats_what_was_given(
    given: list[str],
    is_on_path: bool,
    typed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(service, "which", lambda name: name if is_on_path else None)
    for name in ("console.toml", "my console.toml"):
        Path(name).write_bytes(examples()[USUAL].read_bytes())
    assert main(["service", *given]) == 0
    assert f": {typed} sudo tee /etc/systemd/system/spytt.service" in capsys.readouterr().err


def test_the_user_must_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["service", "--config", str(examples()[USUAL]), "--user", "no-one-here"]) == 1
    assert "there is no user no-one-here here" in capsys.readouterr().err


def test_a_configuration_that_cannot_be_used_gets_no_unit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["service", "--config", str(tmp_path / "none.toml")]) == 1
    assert capsys.readouterr().out == ""


def test_where_no_configuration_is_the_remedy_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["service"]) == 1
    assert "there is no console.toml here: name your configuration" in capsys.readouterr().err


def test_behind_sudo_the_console_is_the_users_own() -> None:
    assert caller({"SUDO_USER": "ana"}) == "ana"
    assert caller({}) != ""


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("/usr/bin/spytt", "/usr/bin/spytt"),
        ("my console.toml", '"my console.toml"'),
        ("50%$HOME", "50%%$$HOME"),
        ('a"b', '"a\\"b"'),
        ("", '""'),
    ],
)
def test_a_word_reaches_the_command_as_it_is(word: str, written: str) -> None:
    assert quoted(word) == written
    assert f"ExecStart=spytt {written} --state" in unit(["spytt", word], "ana")


def test_pins_and_buses_are_within_reach() -> None:
    assert "SupplementaryGroups=gpio i2c spi dialout" in unit(["spytt"], "ana", GROUPS).splitlines()
