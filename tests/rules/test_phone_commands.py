"""`spytt play --listen`: what it prints, and what it refuses."""

import io
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.cli.config_file import examples
from firmware_host.cli.phones import tell_links
from firmware_host.match_state import Match
from firmware_host.phone_links import kept_secrets
from firmware_host.seating import PHONE_HOLD_MS
from hw.ports import Clock
from sim.live import LiveConsole, live_pads
from tests.drivers.front_panel_guests import LAN
from tests.drivers.wires import plugged_in, silenced

FRONT = "Front panel: http://127.0.0.1:8765/"
LINKS = {0: "http://10.0.0.2:8765/aaa/", 2: "http://10.0.0.2:8765/ccc/"}


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """Stop each console as soon as it runs; the matches they began with."""
    begun: list[Match] = []
    run = LiveConsole.run

    def interrupted(console: LiveConsole) -> None:
        begun.append(console._runner._console.match)
        signal.raise_signal(signal.SIGTERM)
        run(console)

    monkeypatch.setattr(LiveConsole, "run", interrupted)
    return begun


def test_each_seat_s_link_is_printed_below_the_front_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, stopped: list[Match]
) -> None:
    command = ["play", "--listen", LAN, "--pads", "3", "--port", "0", "--state", str(tmp_path)]
    assert main([*command, "--names", "Åse,Ben"]) == 0
    front, *links = capsys.readouterr().out.splitlines()
    port = front.rstrip("/").rpartition(":")[2]
    assert links == [
        f"{name}: http://{LAN}:{port}/{secret}/"
        for name, secret in zip(("Åse", "Ben", "Cleo"), kept_secrets(tmp_path), strict=False)
    ]
    assert [match.setup.phones for match in stopped] == [(0, 1, 2)]
    assert main(command) == 0
    again = capsys.readouterr().out.splitlines()[1:]
    assert [link.rsplit("/", 2)[1] for link in again] == [link.rsplit("/", 2)[1] for link in links]


def test_in_a_terminal_each_link_has_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = told(monkeypatch, "utf-8", is_terminal=True)
    assert lines[0] == f"Ana: {LINKS[0]}"
    assert f"Cleo: {LINKS[2]}" in lines
    assert sum("█" in line for line in lines) > 20


def test_below_the_codes_stands_again_what_they_have_pushed_out_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert told(monkeypatch, "utf-8", is_terminal=True)[-1] == FRONT
    assert told(monkeypatch, "utf-8", is_terminal=True, links={}) == []


@pytest.mark.parametrize(
    ("encoding", "is_terminal"),
    [
        pytest.param("utf-8", False, id="no terminal"),
        pytest.param("ascii", True, id="a terminal without blocks"),
    ],
)
def test_elsewhere_there_are_links_only(
    monkeypatch: pytest.MonkeyPatch, encoding: str, is_terminal: bool
) -> None:
    lines = told(monkeypatch, encoding, is_terminal=is_terminal)
    assert lines == [f"Ana: {LINKS[0]}", f"Cleo: {LINKS[2]}"]


def told(
    monkeypatch: pytest.MonkeyPatch,
    encoding: str,
    *,
    is_terminal: bool,
    links: Mapping[int, str] = LINKS,
) -> list[str]:
    written = io.BytesIO()
    out = io.TextIOWrapper(written, encoding=encoding)
    monkeypatch.setattr(out, "isatty", lambda: is_terminal)
    tell_links(links, ("Ana", "Ben"), "en", out, FRONT)
    return written.getvalue().decode(encoding).splitlines()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        pytest.param("0.0.0.0", "no IPv4 address of a machine", id="every address"),
        pytest.param("raspberrypi.local", "no IPv4 address of a machine", id="a name"),
        pytest.param("::1", "no IPv4 address of a machine", id="the newer internet"),
        pytest.param("192.168.1", "no IPv4 address of a machine", id="half an address"),
    ],
)
def test_what_is_no_address_is_refused(
    capsys: pytest.CaptureFixture[str], address: str, words: str
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["play", "--listen", address])
    assert left.value.code == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("command", ["play", "trace"])
@pytest.mark.parametrize("option", ["--listen", "--port=0"])
def test_without_a_seat_for_a_phone_nobody_listens(
    capsys: pytest.CaptureFixture[str], command: str, option: str, tmp_path: Path
) -> None:
    config = str(examples()["one-bus"])
    with pytest.raises(SystemExit) as left:
        main([command, "--config", config, "--state", str(tmp_path), option])
    assert left.value.code == 2
    assert "in this configuration no seat has one" in capsys.readouterr().err


def test_a_trace_of_phones_needs_a_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["trace", "--listen"])
    assert left.value.code == 2
    assert "--listen goes with --config" in capsys.readouterr().err


@pytest.fixture
def config(monkeypatch: pytest.MonkeyPatch) -> str:
    """A configuration with a phone beside wires, which are there."""
    plugged_in(monkeypatch)
    silenced(monkeypatch)
    return str(examples()["phone"])


@pytest.mark.parametrize("command", ["play", "trace"])
def test_without_what_serves_pages_the_extra_is_named(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    config: str,
    command: str,
) -> None:
    monkeypatch.delitem(sys.modules, "sim.front_panel.qr", raising=False)
    monkeypatch.setitem(sys.modules, "segno", None)
    argv = [command, "--config", config, "--state", str(tmp_path), "--listen", LAN, "--port=0"]
    assert main(argv) == 1
    assert "phones need segno: run .venv/bin/pip install -e '.[phone]'" in capsys.readouterr().err


def test_a_console_without_a_network_says_so_before_it_plays(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    config: str,
) -> None:
    monkeypatch.setattr("firmware_host.lan.lan_addresses", lambda: ())
    assert main(["play", "--config", config, "--state", str(tmp_path)]) == 1
    assert "connect it to your Wi-Fi" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("own", "listen", "words"),
    [
        pytest.param((), [], "connect it to your Wi-Fi", id="no network"),
        pytest.param(
            ("10.0.0.2",), ["198.51.100.7"], "is no address of this machine", id="a foreign address"
        ),
    ],
)
def test_where_no_phone_can_come_the_remedy_is_told(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    own: tuple[str, ...],
    listen: list[str],
    words: str,
) -> None:
    for module in ("firmware_host.lan", "sim.front_panel.doors"):
        monkeypatch.setattr(f"{module}.lan_addresses", lambda: own)
    command = ["play", "--listen", *listen, "--port", "0", "--state", str(tmp_path)]
    assert main(command) == 1
    assert words in capsys.readouterr().err


def test_a_state_folder_that_cannot_be_used_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    assert main(["play", "--listen", LAN, "--state", str(tmp_path / "file")]) == 1
    assert "is no folder" in capsys.readouterr().err


def test_without_the_code_drawer_the_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delitem(sys.modules, "sim.front_panel.qr", raising=False)
    monkeypatch.setitem(sys.modules, "segno", None)
    assert main(["play", "--listen", LAN, "--port", "0", "--state", str(tmp_path)]) == 1
    assert "needs segno" in capsys.readouterr().err


def test_a_phone_has_a_clock_of_its_own_and_may_keep_others_waiting_for_longer() -> None:
    pads, settings = live_pads(3, True)
    assert {info.clock for info in pads} == {Clock.OWN}
    assert {info.hold_ms for info in pads} == {PHONE_HOLD_MS}
    assert settings.hold_ms < PHONE_HOLD_MS
