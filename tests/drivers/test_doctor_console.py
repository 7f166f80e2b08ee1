"""`spytt doctor` on a chip and a bus that behave as the real ones do, and on this very machine."""

import json
import signal
from functools import partial
from pathlib import Path

import pytest

from firmware_host.cli import doctor, doctor_machine, doctor_round, hardware, main
from firmware_host.cli.config_file import examples, load
from firmware_host.cli.doctor_machine import PiMachine
from firmware_host.doctor.bounce_picture import BLOCKS, PLAIN
from firmware_host.effects import Tone
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import Notice
from hw.panel_bus import Bus
from hw.ports import Button, DeviceError
from hw.wording import say
from tests.drivers.kernel_lines import KernelChip
from tests.drivers.wires import CONFIG, Silence, Wires, eventually, meanwhile, plugged_in, silenced
from tests.rules.test_doctor_checks import FakeMachine

SPANS = {"count", "middle_ms", "worst_ms"}


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> Wires:
    return plugged_in(monkeypatch)


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Silence:
    return silenced(monkeypatch)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> FakeMachine:
    machine = FakeMachine()
    monkeypatch.setattr(doctor_machine, "PiMachine", lambda _config, _state: machine)
    return machine


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written, as whoever reads the terminal sees it."""
    written: list[str] = []
    monkeypatch.setattr(doctor, "_print_line", written.append)
    return written


def found(out: str) -> dict[str, object]:
    (line,) = out.splitlines()
    told = json.loads(line)
    assert set(told) == {"fine", "interrupted", "findings", "bounces", "settings"}
    assert isinstance(told, dict)
    return told


def test_json_is_one_object_and_nobody_is_asked(
    wires: Wires, machine: FakeMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--config", str(CONFIG), "--json"]) == 0
    told = found(capsys.readouterr().out)
    assert told["fine"] is True
    assert isinstance(told["findings"], list)
    levels = [it for it in told["findings"] if it["name"] == "levels"]
    assert levels == [
        {
            "name": "levels",
            "state": "ok",
            "seat": seat,
            "words": "all open",
            "remedy": None,
            "figures": {},
        }
        for seat in (1, 2)
    ]
    assert (told["interrupted"], told["bounces"], told["settings"]) == (False, [], [])
    assert all(request.is_released for request in wires.chip.requests)


def test_json_has_all_that_people_are_told_when_it_asks(
    wires: Wires, silence: Silence, machine: FakeMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def has(words: str) -> bool:
        asked.append(capsys.readouterr().err)
        return words in "".join(asked)

    def press() -> None:
        eventually(partial(has, "press c1,"))
        wires.tap(0, Button.C1)
        eventually(partial(has, "press c2,"))

    hand = meanwhile(press, signal.SIGINT)
    assert main(["doctor", "--config", str(CONFIG), "--json", "--ask"]) == 0
    hand.join()
    told = found(capsys.readouterr().out)
    assert isinstance(told["findings"], list)
    figures = {it["name"]: it["figures"] for it in told["findings"]}
    assert figures["stamps"].keys() == figures["latency"].keys() == SPANS
    assert (figures["stamps"]["count"], figures["latency"]["count"]) == (2, 1)
    assert isinstance(told["bounces"], list)
    (bounce,) = told["bounces"]
    assert (bounce["seat"], bounce["button"]) == (1, "c1")
    assert [edge[1] for burst in bounce["bursts"] for edge in burst["edges"]] == [1, 0]
    assert isinstance(told["settings"], list)
    assert [it["key"] for it in told["settings"]] == ["qualify_us", "burst_ms", "release_ms"]


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["for people", "for programs"])
def test_ctrl_c_before_anybody_was_asked_tells_what_was_found_so_far(
    form: list[str],
    wires: Wires,
    machine: FakeMachine,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def impatient(_bus: int) -> Bus:
        raise KeyboardInterrupt

    monkeypatch.setattr(machine, "i2c", impatient)
    assert main(["doctor", "--config", str(CONFIG), *form]) == 130
    out = capsys.readouterr().out
    if form:
        told = found(out)
        assert (told["fine"], told["interrupted"]) == (False, True)
        assert isinstance(told["findings"], list)
        assert told["findings"][-1]["name"] == "sound"
    else:
        assert "fine  buzzer and LED: their pins can be had\n" in out
        assert out.endswith("\nInterrupted: that is what was found so far.\n"), "not: all is fine"
    assert wires.chip.requests == [], "nobody was asked"


def test_a_stuck_button_makes_it_fail(
    wires: Wires, machine: FakeMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    wires.chip.held.add(17)
    assert main(["doctor", "--config", str(CONFIG), "--json"]) == 1
    assert "closed though nobody presses: c1 (GPIO17, pin 11)" in capsys.readouterr().out


def test_ctrl_c_tells_what_was_found_so_far(
    wires: Wires, silence: Silence, machine: FakeMachine, lines: list[str]
) -> None:
    def has(words: str) -> bool:
        return any(words in line for line in lines)

    def press() -> None:
        for button in (Button.C1, Button.C2):
            eventually(partial(has, f"press {button},"))
            eventually(lambda: all(any(frame) for frame in wires.frames()))  # they ask, too
            wires.tap(0, button)
        eventually(partial(has, "press c3,"))

    hand = meanwhile(press, signal.SIGINT)
    assert main(["doctor", "--config", str(CONFIG)]) == 0
    hand.join()
    text = "\n".join(lines)
    assert "Seat 1 (Ana): press c1, below the leftmost card" in text
    assert "c1 pressed: settled after 0.00 ms, edges: 1\n▁▁▁████" in text
    assert "note  seat 1, buttons: not all were asked for: c3" in text
    assert not any(any(frame) for frame in wires.frames()), "all dark"


def test_pins_that_cannot_be_had_end_it_early(
    wires: Wires, machine: FakeMachine, lines: list[str]
) -> None:
    wires.chip.fault = OSError(1, "Operation not permitted")
    assert main(["doctor", "--config", str(CONFIG)]) == 1
    assert lines[-3].startswith("BAD   pads: the pins of the pad of seat 1")
    assert lines[-1] == "To be mended: 1. Look for BAD above, then run doctor again."


def test_pins_that_are_taken_are_not_tried(
    wires: Wires, machine: FakeMachine, lines: list[str]
) -> None:
    machine.users = {17: "lirc"}
    assert main(["doctor", "--config", str(CONFIG)]) == 1
    assert wires.chip.requests == []
    assert "GPIO17 (c1) is used by lirc" in "".join(lines)


def test_what_cannot_be_shown_or_sounded_is_done_without(
    wires: Wires, machine: FakeMachine, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise DeviceError(say("taken"))

    monkeypatch.setattr(hardware, "I2cBus", refused)
    monkeypatch.setattr(hardware, "open_sounds", refused)
    hand = meanwhile(
        lambda: eventually(lambda: any("press c1" in line for line in lines)), signal.SIGINT
    )
    assert main(["doctor", "--config", str(CONFIG)]) == 0
    hand.join()


def test_without_hardware_it_says_what_is_missing_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(doctor_machine, "this_board", lambda: None)
    monkeypatch.setattr(doctor_machine, "import_gpiod", lambda: KernelChip().open)
    monkeypatch.setattr(doctor_machine, "find_chip", _no_chip)
    assert main(["doctor", "--state", str(tmp_path / "state")]) == 1
    text = "\n".join(lines)
    assert "BAD   configuration: none is named with --config, and there is no console.toml" in text
    assert "spytt config example one-bus   > console.toml   # two 0.96" in text
    assert "BAD   board: this is no Raspberry Pi" in text
    assert "fine  libraries: luma.oled" in text
    assert f"scores will be kept in {tmp_path / 'state'}" in text
    assert not (tmp_path / "state").exists(), "it looks, and makes nothing"
    assert "BAD   GPIO chip: there is none" in text


def _no_chip(*_: object) -> None:
    raise DeviceError(say("there is none"))


def test_a_configuration_that_cannot_be_used_is_a_finding(
    tmp_path: Path, machine: FakeMachine, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("console.toml").write_text("[[seat]]\n")
    assert main(["doctor"]) == 1
    assert lines[0].startswith("BAD   configuration: console.toml:1: seat 1: it has no pad")


# The machine


def test_a_machine_tells_how_late_it_wakes() -> None:
    late_ns = PiMachine(None, None).late_wakes_ns()
    assert len(late_ns) == doctor_machine.WAKES
    assert min(late_ns) >= 0


def test_the_chip_of_the_pins_tells_who_uses_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    chip = KernelChip(used={17: "lirc", 4: ""})
    monkeypatch.setattr(doctor_machine, "find_chip", lambda _label, open_chip: open_chip(""))
    monkeypatch.setattr(doctor_machine, "import_gpiod", lambda: chip.open)
    seen = PiMachine(None, None).chip()
    assert seen.label == "pinctrl-bcm2711"
    assert seen.users == {17: "lirc", 4: "the kernel"}
    assert chip.opened == 0


def test_what_is_installed_is_told_with_its_version() -> None:
    machine = PiMachine(None, None)
    assert machine.version("pillow")
    assert machine.version("no-such-package-anywhere") is None
    assert machine.python().startswith("3.")


def test_the_clock_is_named_by_the_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_machine, "CLOCK", tmp_path / "clock")
    assert PiMachine(None, None).clock_source() == ""
    (tmp_path / "clock").write_text("arch_sys_counter\n")
    assert PiMachine(None, None).clock_source() == "arch_sys_counter"


def test_a_bus_is_opened_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    bus: Bus = FakeMachine().bus
    monkeypatch.setattr(doctor_machine, "I2cBus", {1: bus}.__getitem__)
    monkeypatch.setattr(doctor_machine, "bus_hz", {1: 400_000}.__getitem__)
    assert PiMachine(None, None).i2c(1) is bus
    assert PiMachine(None, None).i2c_hz(1) == 400_000


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_number: int) -> None:
        raise ModuleNotFoundError("No module named 'smbus2'", name="smbus2")

    monkeypatch.setattr(doctor_machine, "I2cBus", missing)
    with pytest.raises(DeviceError, match=r"smbus2 is not installed: run PYPI=1 .+pip install"):
        PiMachine(None, None).i2c(1)


def test_spi_and_sounds_are_opened_and_closed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []

    class Opened:
        def __init__(self, name: str) -> None:
            self.name = name

        def close(self) -> None:
            closed.append(self.name)

    monkeypatch.setattr(
        doctor_machine, "open_spi", lambda port, pins: Opened(f"{port}{sorted(pins)}")
    )
    monkeypatch.setattr(hardware, "open_sounds", lambda _config: Opened("sounds"))
    machine = PiMachine(load(examples()["spi"]), None)
    machine.try_spi(0)
    machine.try_sounds()
    assert closed == ["0[0, 1]", "sounds"]
    PiMachine(None, None).try_spi(0)
    PiMachine(None, None).try_sounds()
    assert len(closed) == 2


# The stage


class Glass:
    """A panel's port that keeps what it is shown."""

    def __init__(self) -> None:
        self.shown: list[bytes] = []

    def show(self, frame: bytes) -> None:
        self.shown.append(frame)

    def contrast(self, level: int) -> None: ...
    def dark(self, is_off: bool) -> None: ...
    def close(self) -> None: ...


def test_the_stage_tells_on_the_terminal_and_shows_on_the_panels_there_are() -> None:
    glass, silence, lines = Glass(), Silence(), list[str]()
    config = load(examples()["spi"])
    stage = doctor_round.TerminalStage(config, {0: glass}, silence, lines.append, PLAIN)
    scene = Notice("Card 1", (), "")
    stage.show(0, scene)
    stage.show(1, scene)
    stage.sound(0, Tone.START)
    stage.light(0, True)
    stage.ask_whether(1, "is it lit?")
    assert glass.shown == [frame_of(scene)]
    assert silence.tones == ["start"]
    assert silence.lit == {0: True}
    assert lines[-1].endswith(": is it lit? (press READY for yes, DRAW for no)")


def test_a_stage_without_sound_is_silent() -> None:
    lines: list[str] = []
    stage = doctor_round.TerminalStage(load(CONFIG), {}, None, lines.append, BLOCKS)
    stage.sound(0, Tone.START)
    stage.light(0, True)
    assert lines == []


def test_pictures_are_of_ascii_where_stdout_knows_no_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Stdout:
        encoding: str | None = "ascii"

    monkeypatch.setattr("sys.stdout", Stdout)
    assert doctor.ink() is PLAIN
    Stdout.encoding = "utf-8"
    assert doctor.ink() is BLOCKS
