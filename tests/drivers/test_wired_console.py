"""The console on wires: `spytt play --config` and `spytt trace --config`, on a chip and a bus that
behave as the real ones do.
"""

import json
import logging
import signal
import socket
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from engine.spit import Refill, Rules
from firmware_host.cli import hardware, main, parser
from firmware_host.cli.config_file import examples, load
from firmware_host.cli.play import configured, preferences_of, setup_of
from firmware_host.config import Source
from firmware_host.match_state import new_match
from firmware_host.preferences import Preferences
from hw.panel_chips import Chip
from hw.panel_spi import SpiPins
from hw.ports import Button
from sim.panel_bus import ModelBus
from sim.panel_model import model_of
from tests.drivers.wires import CONFIG, Silence, Wires, eventually, meanwhile, plugged_in, silenced


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> Wires:
    return plugged_in(monkeypatch)


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Silence:
    return silenced(monkeypatch)


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(path))
        monkeypatch.setenv("NOTIFY_SOCKET", str(path))
        yield listener


@pytest.fixture
def patient(tmp_path: Path) -> Path:
    """The usual build, on a host that may be busy: no pad is called silent for that."""
    file = tmp_path / "console.toml"
    usual = CONFIG.read_text(encoding="utf-8")
    file.write_text(usual.replace("[[seat]]", "[input]\nhold_ms = 5000\n\n[[seat]]", 1), "utf-8")
    return file


def test_two_people_start_a_match_on_the_wires_and_the_panels_go_dark_at_the_end(
    patient: Path, wires: Wires, silence: Silence, systemd: socket.socket, tmp_path: Path
) -> None:
    frames: list[list[bytes]] = []

    def play() -> None:
        eventually(lambda: all(any(frame) for frame in wires.frames()))
        frames.append(wires.frames())
        eventually(lambda: silence.lit == {0: True, 1: True})
        for seat in (0, 1):
            wires.tap(seat, Button.READY)
        eventually(lambda: "spit" in silence.tones)
        eventually(lambda: wires.frames() != frames[0])
        frames.append(wires.frames())

    hand = meanwhile(play, signal.SIGTERM)
    records = tmp_path / "records"
    argv = ["play", "--config", str(patient), "--seed", "3", "--record", str(records)]
    assert main(argv) == 0
    hand.join()
    title, table = frames
    assert title[0] == title[1], "both see the title"
    assert table[0] != table[1], "each sees its own cards"
    assert silence.lit == {0: False, 1: False}
    assert [any(frame) for frame in wires.frames()] == [False, False], "all dark"
    assert wires.bus.is_closed
    assert all(request.is_released for request in wires.chip.requests)
    assert [path.name.startswith("spit-") for path in records.iterdir()] == [True]
    told = [systemd.recv(100), systemd.recv(100)]
    assert told == [b"READY=1", b"STOPPING=1"]


def test_a_panel_that_is_unplugged_pauses_the_match_until_it_is_back(
    patient: Path, wires: Wires, silence: Silence, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    def play() -> None:
        eventually(lambda: silence.lit == {0: True, 1: True})
        for seat in (0, 1):
            wires.tap(seat, Button.READY)
        eventually(lambda: "spit" in silence.tones)
        wires.bus.unplugged.add(0x3D)
        eventually(lambda: "Ben's panel is lost" in caplog.text)
        wires.bus.unplugged.clear()
        eventually(lambda: "Ben's panel is back" in caplog.text)
        eventually(lambda: silence.tones.count("start") == 2)

    hand = meanwhile(play, signal.SIGINT)
    assert main(["play", "--config", str(patient), "--seed", "3"]) == 0
    hand.join()
    assert "seat 2: the ssd1306 panel on I2C 1, address 0x3D does not answer" in caplog.text


def test_a_trace_holds_what_the_wires_report(patient: Path, wires: Wires, tmp_path: Path) -> None:
    file = tmp_path / "a.trace.jsonl"

    def press() -> None:
        eventually(lambda: wires.chip.requests[1:])
        wires.tap(1, Button.LEFT)
        eventually(lambda: file.read_text().count('"edge":"left"') == 2)

    hand = meanwhile(press, signal.SIGINT)
    assert main(["trace", "--config", str(patient), "-o", str(file)]) == 0
    hand.join()
    header, *lines = map(json.loads, file.read_text().splitlines())
    assert [pad["clock"] for pad in header["pads"]] == ["host", "host"]
    edges = [line for line in lines if "edge" in line]
    assert [(edge["pad"], edge["edge"], edge["level"]) for edge in edges] == [
        ("b", "left", 1),
        ("b", "left", 0),
    ]


def test_what_cannot_be_opened_leaves_nothing_open(
    patient: Path, wires: Wires, silence: Silence, capsys: pytest.CaptureFixture[str]
) -> None:
    wires.chip.used[17] = "another program"
    assert main(["play", "--config", str(patient)]) == 1
    assert "another program" in capsys.readouterr().err
    assert wires.bus.is_closed
    assert not any(any(frame) for frame in wires.frames())


@pytest.mark.parametrize("option", ["--sim", "--pads=2"])
def test_hardware_and_simulation_at_once_are_refused(
    patient: Path, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["play", option, "--config", str(patient)])
    assert refused.value.code == 2
    assert "--config is with hardware" in capsys.readouterr().err


def test_a_configuration_names_people_and_a_bot_takes_nobody_s_name(
    patient: Path, wires: Wires
) -> None:
    args = parser().parse_args(["play", "--config", str(patient), "--bot", "hard"])
    setup = setup_of(args, 1, wires.config)
    assert (setup.names, setup.bot_name) == (("Ana", "Ben"), "")
    match = new_match(setup, preferences_of(args, Preferences()))
    assert match.names == ("Ana", "Hard bot")
    nameless = replace(wires.config, seats=(replace(wires.config.seats[0], name=None),) * 2)
    assert setup_of(args, 1, replace(nameless, language="nb")).names == ("Ana", "Ben")


def test_every_wired_seat_has_a_place_in_the_pack(patient: Path, wires: Wires) -> None:
    args = parser().parse_args(["play", "--config", str(patient)])
    assert preferences_of(args, Preferences(), pads=4).seats == 4
    assert preferences_of(args, Preferences(seats=5), pads=4).seats == 5


def test_what_a_configuration_says_goes_before_what_was_kept(wires: Wires) -> None:
    kept = Preferences(lang="en", spit=Rules(Refill.MANUAL))
    said = replace(wires.config, language="nb", spit=Rules(lockout_ms=500))
    assert configured(kept, said) == Preferences(lang="nb", spit=Rules(lockout_ms=500))
    silent = replace(said, language=None, spit=None, pack=None)
    assert configured(kept, silent) == configured(kept, None) == kept


@pytest.mark.parametrize(
    ("named", "has_gpiod", "source"),
    [
        (Source.GPIOZERO, True, Source.GPIOZERO),
        (None, True, Source.GPIOD),
        (None, False, Source.GPIOZERO),
    ],
    ids=["what the file says", "libgpiod where it is", "else gpiozero"],
)
def test_the_source_of_edges(
    named: Source | None,
    has_gpiod: bool,
    source: Source,
    wires: Wires,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hardware, "find_spec", lambda _name: has_gpiod or None)
    assert hardware.source_of(replace(wires.config, source=named)) is source


@pytest.mark.parametrize(
    ("source", "opens"),
    [(Source.GPIOD, "open_gpio_pads"), (Source.GPIOZERO, "open_gpiozero_pads")],
)
def test_each_source_is_told_how_late_the_kernel_may_be(
    source: Source, opens: str, wires: Wires, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    monkeypatch.setattr(hardware, opens, lambda *_, **more: told.append(more["drain_us"]))
    hardware.open_pads(replace(wires.config, source=source, drain_us=700), lambda _arrival: None)
    assert told == [700]


def test_panels_on_spi_are_found_by_their_chip_select(monkeypatch: pytest.MonkeyPatch) -> None:
    config = load(examples()["spi"])
    opened: dict[int, Mapping[int, SpiPins]] = {}
    bus = ModelBus({0: model_of(Chip.SSD1306), 1: model_of(Chip.SSD1306)})

    def open_spi(port: int, selects: Mapping[int, SpiPins]) -> ModelBus:
        opened[port] = selects
        return bus

    monkeypatch.setattr(hardware, "open_spi", open_spi)
    (panels,) = hardware.open_buses(config, lambda _seat, _words: None)
    assert sorted(opened[0]) == [0, 1]
    assert set(panels.ports) == {0, 1}
    panels.close_all()


def test_buzzers_and_lamps_are_opened_by_seat(
    wires: Wires, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Mapping[int, int]] = []

    def open_sounder(*seats: Mapping[int, int], clock: object) -> None:
        assert clock is time.monotonic_ns
        given.extend(seats)

    monkeypatch.setattr(hardware, "open_sounder", open_sounder)
    hardware.open_sounds(wires.config)
    assert given == [{0: 10, 1: 8}, {0: 9, 1: 7}]


def test_a_trace_of_play_is_what_arbitrate_reads(
    patient: Path,
    wires: Wires,
    silence: Silence,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "a.trace.jsonl"

    def press() -> None:
        eventually(lambda: silence.lit == {0: True, 1: True})
        wires.tap(1, Button.C1)
        eventually(lambda: file.read_text().count('"edge":"c1"') == 2)

    hand = meanwhile(press, signal.SIGINT)
    assert main(["play", "--config", str(patient), "--trace", str(file)]) == 0
    hand.join()
    capsys.readouterr()
    assert main(["arbitrate", str(file), "--json"]) == 0
    (press_told,) = [line for line in capsys.readouterr().out.splitlines() if "press" in line]
    assert json.loads(press_told)["seat"] == 1
