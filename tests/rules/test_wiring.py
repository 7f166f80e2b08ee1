"""`spytt wiring`: the pin table and the drawing of a configuration."""

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware_host.cli import main
from firmware_host.cli.config_file import examples, load
from firmware_host.config import Config
from firmware_host.config_read import config_in
from firmware_host.wiring import Part, own_wires, wires
from firmware_host.wiring_svg import WIDTH, drawing
from firmware_host.words import words_in
from hw.board_pins import board_named
from hw.ports import Button

SVG = "{http://www.w3.org/2000/svg}"
THREE = b"""
[[seat]]
name = "<Ana & Co>"
buttons = {c1=4, c2=5, c3=6, c4=7, left=8, right=9, draw=10, ready=11}
panel = {chip="sh1106", i2c=1}
[[seat]]
name = "Wilhelmina"
buttons = {c1=12, c2=13, c3=14, c4=15, left=16, right=17, draw=18, ready=19}
panel = {chip="sh1106", i2c=1, address=0x3D}
[[seat]]
buttons = {c1=20, c2=21, c3=22, c4=23, left=24, right=25, draw=26, ready=27}
panel = {chip="sh1106", i2c=0}
"""


@pytest.fixture
def usual() -> Config:
    return load(examples()["one-bus"])


def ends(config: Config) -> dict[tuple[int, str, str], int]:
    return {(wire.seat, wire.part.value, wire.terminal): wire.pin.number for wire in wires(config)}


def drawn(config: Config, language: str = "en") -> ElementTree.Element:
    return ElementTree.fromstring(drawing(config, words_in(language).wiring))


def texts(svg: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in svg.iter(f"{SVG}text")]


# Which wire goes where


def test_every_part_of_a_seat_has_its_wires(usual: Config) -> None:
    assert {end: pin for end, pin in ends(usual).items() if end[0] == 0} == {
        (0, "panel", "VCC"): 1,
        (0, "panel", "GND"): 6,
        (0, "panel", "SCL"): 5,
        (0, "panel", "SDA"): 3,
        (0, "pad", "c1"): 11,
        (0, "pad", "c2"): 13,
        (0, "pad", "c3"): 15,
        (0, "pad", "c4"): 29,
        (0, "pad", "left"): 31,
        (0, "pad", "right"): 33,
        (0, "pad", "draw"): 35,
        (0, "pad", "ready"): 37,
        (0, "pad", "GND"): 25,
        (0, "buzzer", "+"): 19,
        (0, "led", "+"): 21,
    }


def test_a_panel_on_spi_has_its_own_select_and_shares_the_clock() -> None:
    of_panels = {end: pin for end, pin in ends(load(examples()["spi"])).items() if "panel" in end}
    signals = ("SCLK", "MOSI", "RES", "DC", "CS")
    assert [of_panels[0, "panel", signal] for signal in signals] == [23, 19, 3, 7, 24]
    assert [of_panels[1, "panel", signal] for signal in signals] == [23, 19, 10, 8, 26]


def test_a_panel_that_resets_itself_has_no_wire_for_it() -> None:
    text = examples()["spi"].read_text().replace('reset = "GPIO2"', "")
    assert (0, "panel", "RES") not in ends(config_in(text.encode(), "spi.toml"))


def test_a_pin_takes_one_plug_unless_a_bus_is_shared() -> None:
    taken = Counter(wire.pin.number for wire in wires(load(examples()["one-bus"])))
    assert [pin for pin, plugs in taken.items() if plugs > 1] == [5, 3]


def test_where_power_pins_run_out_they_are_shared() -> None:
    three = ends(config_in(THREE, "three.toml"))
    assert sorted(three[seat, "panel", "VCC"] for seat in range(3)) in ([1, 1, 17], [1, 17, 17])
    grounds = [pin for (_, _, terminal), pin in three.items() if terminal == "GND"]
    assert len(set(grounds)) == 6


# The table


def test_the_table_has_a_line_a_wire(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wiring", "--config", str(examples()["sh1106"])]) == 0
    out, told = capsys.readouterr()
    assert out.splitlines()[:7] == [
        "seat         wire          BCM     pin  ground",
        "seat 1: Ana  panel VCC     3V3       1",
        "seat 1: Ana  panel GND     GND       6",
        "seat 1: Ana  panel SCL     GPIO3     5",
        "seat 1: Ana  panel SDA     GPIO2     3",
        "seat 1: Ana  button c1     GPIO17   11      25",
        "seat 1: Ana  button c2     GPIO27   13      25",
    ]
    assert "seat 1: Ana  buttons GND   GND      25" in out.splitlines()
    assert len(out.splitlines()) == 1 + 2 * 13
    assert told == ""


def test_without_a_configuration_it_is_the_usual_build(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wiring", "--lang", "nb"]) == 0
    out, told = capsys.readouterr()
    assert out.splitlines()[0].split() == ["plass", "ledning", "BCM", "pinne", "jord"]
    assert "plass 2: Ben  summer +     GPIO8      24    30" in out.splitlines()
    assert "spytt config example one-bus" in told


def test_a_configuration_that_cannot_be_used_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("[[seat]]\n")
    assert main(["wiring", "--config", str(file)]) == 1
    out, told = capsys.readouterr()
    assert out == ""
    assert told.startswith(f"{file}:1: seat 1: it has no pad")


# The drawing


def test_the_drawing_is_written_beside_the_table(
    tmp_path: Path, usual: Config, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wiring.svg"
    assert main(["wiring", "--svg", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == drawing(usual, words_in("en").wiring)
    assert "button c1" in capsys.readouterr().out


def test_a_drawing_that_cannot_be_written_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["wiring", "--svg", str(tmp_path / "none" / "w.svg")]) == 1
    assert "No such file or directory: name a file that can be written" in capsys.readouterr().err


def test_every_pin_is_drawn_and_those_in_use_say_where_they_lead(usual: Config) -> None:
    told = texts(drawn(usual))
    assert set(map(str, range(1, 41))) <= set(told)
    for wire in wires(usual):
        assert words_in("en").wiring.wire(wire.part, wire.terminal) in told
        assert wire.pin.name in told
    assert {"seat 1: Ana", "seat 2: Ben", "Ana + Ben", "all other legs"} <= set(told)
    assert "SSD1306 · I2C bus 1, address 0x3D" in told


def test_each_button_of_a_pad_shows_the_number_of_its_pin(usual: Config) -> None:
    """On the cards below the header a button's name stands right below its number."""
    told = texts(drawn(usual))
    cards = told[told.index("seat 1: Ana") :]
    for button, gpio in usual.seats[0].buttons.items():
        assert cards[cards.index(button) - 1] == str(usual.board.pin_of(gpio).number)


def test_names_are_letters_not_marks() -> None:
    told = texts(drawn(config_in(THREE, "three.toml")))
    assert {"<Ana & Co>", "seat 2: Wilhelmina", "seat 3"} <= set(told)
    assert "seat 1 + 2" in told, "both names together would not fit"


@pytest.mark.parametrize("language", ["en", "nb"])
@pytest.mark.parametrize("name", examples())
def test_everything_is_within_the_drawing(name: str, language: str) -> None:
    svg = drawn(load(examples()[name]), language)
    height = float(svg.attrib["height"])
    for box in svg.iter(f"{SVG}rect"):
        assert 0 <= float(box.attrib["x"]) <= WIDTH - float(box.attrib["width"])
        assert 0 <= float(box.attrib["y"]) <= height - float(box.attrib["height"])


def test_boards_within_a_keyboard_are_drawn_without_an_edge() -> None:
    at_a_desk = config_in(examples()["one-bus"].read_bytes(), "", board_named("400"))
    assert not any("SD card" in told for told in texts(drawn(at_a_desk)))
    assert any("SD card" in told for told in texts(drawn(load(examples()["one-bus"]))))


def test_the_drawing_in_the_documentation_is_that_of_the_usual_build(usual: Config) -> None:
    shown = Path(__file__).parents[2] / "docs" / "wiring.svg"
    assert shown.read_text(encoding="utf-8") == drawing(usual, words_in("en").wiring), (
        "run spytt wiring --svg docs/wiring.svg"
    )


# Pads that are not on the header


def test_a_pad_on_usb_has_the_nano_s_pins(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wiring", "--config", str(examples()["mixed"])]) == 0
    of_ben = [line for line in capsys.readouterr().out.splitlines() if "Ben" in line]
    assert [line.split()[3:] for line in of_ben] == [
        ["panel", "VCC", "3V3", "17"],
        ["panel", "GND", "GND", "9"],
        ["panel", "SCL", "GPIO3", "5"],
        ["panel", "SDA", "GPIO2", "3"],
        *(["button", it.value, "Nano", f"D{n}", "GND"] for n, it in enumerate(Button, 2)),
        ["buttons", "GND", "Nano", "GND"],
        ["buzzer", "+", "Nano", "D11", "GND"],
        ["LED", "+", "Nano", "D13", "GND"],
    ]


def test_what_a_pad_on_usb_has_on_the_header_goes_before_the_nano_s_own() -> None:
    text = examples()["nano"].read_text().replace("[[seat]]", "[[seat]]\nled = 17", 1)
    config = config_in(text.encode(), "nano.toml")
    assert ends(config)[0, "led", "+"] == 11
    assert ends(config)[0, "led", "GND"] == 9
    own = [(wire.seat, wire.part.value) for wire in own_wires(config) if wire.part is not Part.PAD]
    assert own == [(0, "buzzer"), (1, "buzzer"), (1, "led")]


def test_the_drawing_shows_the_nano_s_pins_and_a_phone_without_wires() -> None:
    text = examples()["nano"].read_text() + "[[seat]]\nphone = true\n"
    config = config_in(text.encode(), "nano.toml")
    shown = texts(drawn(config))
    assert [shown.count(pin) for pin in ("D2", "D9", "D11", "D13")] == [2, 2, 2, 2]
    assert "USB: Ben's pad" in shown
    assert "on a phone: no wires" in shown
    assert not [end for end in ends(config) if end[0] == 2]
