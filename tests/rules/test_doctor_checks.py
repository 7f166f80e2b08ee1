"""What doctor finds without asking anybody, on machines of every kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from firmware_host.cli import hardware
from firmware_host.cli.config_file import examples
from firmware_host.cli.language import speaking, told
from firmware_host.config import Config, Source
from firmware_host.config_read import read_config
from firmware_host.doctor import checks
from firmware_host.doctor.findings import Finding, State, is_fine
from firmware_host.doctor.machine import ChipSeen, FolderSeen
from firmware_host.doctor.report import NAMES, told_finding
from firmware_host.state_folder import StateError
from firmware_host.usb_pads import PortSeen
from hw.board_pins import Board, board_named
from hw.panel import Chip
from hw.panel_bus import Bus
from hw.ports import DeviceError
from hw.wording import Wording, advised, say
from sim.panel_bus import ModelBus
from sim.panel_model import model_of

OK, WARN, BAD = State.OK, State.WARN, State.BAD
A, B = 0x3C, 0x3D


@dataclass
class FakeMachine:
    """A machine as good as can be, but for what a test takes from it."""

    model: str | None = "4B"
    missing: frozenset[str] = frozenset()
    users: dict[int, str] = field(default_factory=dict)
    clock: str = "arch_sys_counter"
    hz: int | None = 400_000
    late_wakes: Sequence[int] = (90_000, 60_000, 250_000)
    usb: Sequence[PortSeen] = ()
    addresses: Sequence[str] = ("192.168.1.20",)
    has_state: bool = True
    faults: Mapping[str, OSError] = field(default_factory=dict)
    bus: ModelBus = field(
        default_factory=lambda: ModelBus({A: model_of(Chip.SSD1306), B: model_of(Chip.SSD1306)})
    )

    def python(self) -> str:
        return "3.11.2"

    def version(self, package: str) -> str | None:
        return None if package in self.missing else "1"

    def board(self) -> Board | None:
        self._fail("board")
        return None if self.model is None else board_named(self.model)

    def chip(self) -> ChipSeen:
        self._fail("chip")
        return ChipSeen("pinctrl-bcm2711", self.users)

    def i2c(self, bus: int) -> Bus:
        assert bus == 1
        self._fail("i2c")
        return self.bus

    def i2c_hz(self, bus: int) -> int | None:
        assert bus == 1
        return self.hz

    def try_spi(self, port: int) -> None:
        assert port == 0
        self._fail("spi")

    def try_sounds(self) -> None:
        self._fail("sound")

    def usb_pads(self) -> Sequence[PortSeen]:
        self._fail("usb")
        return self.usb

    def lan_addresses(self) -> Sequence[str]:
        return self.addresses

    def state_folder(self) -> FolderSeen:
        self._fail("state")
        return FolderSeen(Path("/state"), self.has_state)

    def late_wakes_ns(self) -> Sequence[int]:
        return self.late_wakes

    def clock_source(self) -> str:
        return self.clock

    def _fail(self, name: str) -> None:
        if name in self.faults:
            raise self.faults[name]


@pytest.fixture(scope="module")
def config() -> Config:
    return read_config(examples()["one-bus"])


def all_of(machine: FakeMachine, config: Config) -> list[Finding]:
    i2c, spi = hardware.by_bus(config)
    return [
        *checks.of_machine(machine, config),
        *checks.of_wires(machine, config),
        *checks.of_usb(machine, config),
        *checks.of_sounds(machine, config),
        *checks.of_panels(
            machine,
            {bus: hardware.i2c_places(seats) for bus, seats in i2c.items()},
            {port: hardware.spi_places(seats) for port, seats in spi.items()},
        ),
    ]


def test_a_good_machine_is_fine(config: Config) -> None:
    found = all_of(FakeMachine(), config)
    assert is_fine(found)
    assert {it.state for it in found} == {OK}
    assert [told_finding(it) for it in found] == [
        "fine  board: Raspberry Pi 4B",
        "fine  Python: 3.11.2",
        "fine  libraries: luma.oled 1, pillow 1, smbus2 1, gpiozero 1, gpiod 1, lgpio 1",
        "fine  clock: the kernel counts arch_sys_counter",
        "fine  quickness: who sleeps is woken 0.09 ms late, 0.25 ms at worst (3)",
        "fine  state folder: scores are kept in /state",
        "fine  buttons are read: by libgpiod: stamped and numbered by the kernel, no polling",
        "fine  GPIO chip: pinctrl-bcm2711",
        "fine  seat 1, pins: all 10 pins are free",
        "fine  seat 2, pins: all 10 pins are free",
        "fine  buzzer and LED: their pins can be had",
        "fine  I2C: bus 1 is there",
        "fine  seat 1, panel: I2C 1, address 0x3C: answers as an ssd1306",
        "fine  seat 2, panel: I2C 1, address 0x3D: answers as an ssd1306",
    ]
    assert checks.working(found) == {0, 1}
    assert checks.askable(found, config) == {0, 1}


GONE = say("it is gone")


def gone(words: Wording = GONE) -> DeviceError:
    return DeviceError(words)


@pytest.mark.parametrize(
    ("machine", "name", "state", "words"),
    [
        pytest.param(FakeMachine(model=None), "board", BAD, "no Raspberry Pi", id="a PC"),
        pytest.param(
            FakeMachine(faults={"board": gone()}), "board", BAD, "it is gone", id="no gpiozero"
        ),
        pytest.param(
            FakeMachine(missing=frozenset({"smbus2"})),
            "libraries",
            BAD,
            "not installed: smbus2",
            id="a library is missing",
        ),
        pytest.param(
            FakeMachine(missing=frozenset({"gpiod", "lgpio"})),
            "libraries",
            BAD,
            "not installed: gpiod",
            id="nothing reads the buttons",
        ),
        pytest.param(
            FakeMachine(missing=frozenset({"gpiod"})),
            "source",
            WARN,
            "a stall may lose edges",
            id="gpiozero reads the buttons",
        ),
        pytest.param(
            FakeMachine(missing=frozenset({"gpiod"})),
            "source",
            WARN,
            "count up to 1.00 ms late, so that the wrong player is named",
            id="gpiozero lets a bounce make a touch late",
        ),
        pytest.param(
            FakeMachine(late_wakes=(100_000, 5_100_000)),
            "waking",
            WARN,
            "5.10 ms at worst (2)",
            id="a machine that is busy otherwise",
        ),
        pytest.param(
            FakeMachine(has_state=False),
            "state",
            OK,
            "will be kept in /state",
            id="nobody has played yet",
        ),
        pytest.param(FakeMachine(clock="jiffies"), "clock", WARN, "too coarse", id="jiffies"),
        pytest.param(FakeMachine(clock=""), "clock", WARN, "does not say", id="no clock is named"),
        pytest.param(
            FakeMachine(faults={"state": StateError("not allowed")}),
            "state",
            BAD,
            "not allowed",
            id="scores cannot be kept",
        ),
        pytest.param(FakeMachine(faults={"chip": gone()}), "chip", BAD, "gone", id="no chip"),
        pytest.param(
            FakeMachine(faults={"chip": PermissionError(13, "no")}),
            "chip",
            BAD,
            "Permission denied",
            id="a chip that may not be read",
        ),
        pytest.param(
            FakeMachine(faults={"sound": gone()}), "sound", BAD, "gone", id="a buzzer's pin"
        ),
        pytest.param(
            FakeMachine(hz=100_000), "i2c", WARN, "later than they could", id="a slow bus"
        ),
    ],
)
def test_what_is_wrong_with_a_machine(
    machine: FakeMachine, name: str, state: State, words: str, config: Config
) -> None:
    found = {it.name: it for it in all_of(machine, config)}[name]
    assert found.state is state
    assert words in found.words


def test_a_pin_that_is_taken_is_named_with_who_has_it(config: Config) -> None:
    found = all_of(FakeMachine(users={17: "lirc", 10: "spi0 CS1"}), config)
    (bad,) = (it for it in found if it.state is BAD)
    assert bad.words == "GPIO17 (c1) is used by lirc; GPIO10 (buzzer) is used by spi0 CS1"
    assert bad.seat == 0
    assert not checks.askable(found, config)


def test_what_the_file_says_of_the_source_counts(config: Config) -> None:
    named = replace(config, source=Source.GPIOZERO)
    (found,) = checks.of_wires(FakeMachine(), named)
    assert (found.name, found.state) == ("source", WARN)


def test_what_was_measured_is_there_as_figures_too(config: Config) -> None:
    slow = replace(config, source=Source.GPIOZERO, drain_us=700)
    found = {it.name: it.figures for it in all_of(FakeMachine(hz=100_000), slow)}
    assert found["waking"] == {"count": 3, "middle_ms": 0.09, "worst_ms": 0.25}
    assert found["source"] == {"drain_us": 4700}
    assert found["i2c"] == {"hz": 100_000}
    silent = {it.name: it.figures for it in all_of(FakeMachine(hz=None), config)}
    assert (silent["source"], silent["i2c"]) == ({"drain_us": 1000}, {})


def test_without_a_configuration_the_chip_is_looked_at_all_the_same() -> None:
    names = [it.name for it in checks.of_wires(FakeMachine(), None)]
    assert names == ["source", "chip"]


def test_a_bus_that_cannot_be_had_leaves_its_panels_dark(config: Config) -> None:
    found = all_of(FakeMachine(faults={"i2c": gone(say("enable it"))}), config)
    assert [it.words for it in found if it.name == "i2c"] == ["enable it"]
    assert [it.state for it in found if it.name == "panel"] == [BAD, BAD]
    assert checks.working(found) == set()


def test_a_panel_that_does_not_answer_is_bad_and_the_bus_is_released(config: Config) -> None:
    machine = FakeMachine()
    machine.bus.unplugged.add(B)
    found = all_of(machine, config)
    assert checks.working(found) == {0}
    assert machine.bus.is_closed
    (bad,) = (it for it in found if it.state is BAD)
    assert bad.seat == 1
    assert "this panel is unplugged, or both are at 0x3C" in bad.words
    assert bad.remedy == "plug it in, or else move the address resistor of one module"


@pytest.mark.parametrize("name", ["board", "chip", "i2c", "sound", "state"])
def test_what_a_driver_advises_stands_on_a_line_of_its_own(name: str, config: Config) -> None:
    fault = gone(advised(say("{place} is in use", place=name), say("stop what uses it")))
    (bad,) = (it for it in all_of(FakeMachine(faults={name: fault}), config) if it.name == name)
    assert told_finding(bad).splitlines()[1:] == ["      -> stop what uses it"]
    assert bad.words == f"{name} is in use"


@pytest.mark.parametrize(
    ("build", "has_panels", "told"),
    [
        pytest.param("one-bus", True, "no pins for buttons", id="buttons on pins"),
        pytest.param("mixed", True, "no pins for buttons", id="buttons of one on pins"),
        pytest.param("nano", True, "no pins for panels; pads need none here", id="Nanos"),
        pytest.param("nano", False, "nothing here needs pins", id="Nanos without panels"),
    ],
)
def test_where_there_are_no_pins_what_needs_them_is_told(
    build: str, has_panels: bool, told: str
) -> None:
    config = read_config(examples()[build])
    if not has_panels:
        bare = tuple(replace(it, panel=None, buzzer=None, led=None) for it in config.seats)
        config = replace(config, seats=bare)
    found = checks.of_board(FakeMachine(model=None), config)
    assert found.words.endswith(told)
    assert (found.state is OK) is ("nothing" in told)


def test_what_to_do_about_a_slow_bus_stands_on_a_line_of_its_own(config: Config) -> None:
    (slow,) = (it for it in all_of(FakeMachine(hz=100_000), config) if it.name == "i2c")
    assert told_finding(slow).splitlines() == [
        "note  I2C: bus 1 is there, but it runs at 100 kHz, so that cards come 4 times later than"
        " they could",
        "      -> write `dtparam=i2c_arm_baudrate=400000` in /boot/firmware/config.txt and restart"
        " the Pi",
    ]


@pytest.mark.parametrize("is_there", [True, False])
def test_panels_on_spi_can_only_be_looked_at(is_there: bool) -> None:
    config = read_config(examples()["spi"])
    machine = FakeMachine(faults={} if is_there else {"spi": gone()})
    found = [it for it in all_of(machine, config) if it.name in ("spi", "panel")]
    assert {it.state for it in found} == ({OK} if is_there else {BAD})
    assert ("only eyes can tell" in found[1].words) is is_there


def test_a_console_without_sound_is_not_asked_about_it(config: Config) -> None:
    silent = replace(config, seats=tuple(replace(it, buzzer=None, led=None) for it in config.seats))
    assert list(checks.of_sounds(FakeMachine(), silent)) == []


def test_every_kind_of_check_has_a_name_in_norwegian() -> None:
    with speaking("nb"):
        assert told(NAMES["pads"]) == "pulter"
        line = told(told_finding(Finding("sound", BAD, "x", "y", 0)))
    assert line == "FEIL  plass 1, summer og LED: x\n      -> y"
