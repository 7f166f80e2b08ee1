"""Configurations: what a file says, and every way in which one can be wrong, with the remedy."""

import re
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import pytest

from engine import pack, spit
from firmware_host.cli.config_file import examples
from firmware_host.config import Config, ConfigError, I2cPanel, Problem, Source, SpiPanel
from firmware_host.config_pads import SAMPLES
from firmware_host.config_read import LONGEST_FILE, config_in, read_config
from firmware_host.settings import Settings
from hw.board_pins import Board, board_named, board_of
from hw.gpio_lines import DRAIN_US
from hw.panel_chips import Chip
from hw.ports import Button

FILE = "console.toml"
ANA = """\
[[seat]]
name = "Ana"
buttons = {c1=17, c2=27, c3=22, c4=5, left=6, right=13, draw=19, ready=26}
panel = {chip="ssd1306", i2c=1}
"""
BEN = """\
[[seat]]
name = "Ben"
buttons = {c1=18, c2=23, c3=24, c4=25, left=12, right=16, draw=20, ready=21}
panel = {chip="ssd1306", i2c=1, address=0x3D}
"""
BOTH = ANA + BEN
SPI = 'panel = {chip="ssd1306", spi=0, device=0, dc=2}'


def read(text: str, here: Board | None = None) -> Config:
    return config_in(text.encode(), FILE, here)


def told(text: str, here: Board | None = None) -> list[str]:
    """What is told of a file that cannot be used, without the file's name."""
    with pytest.raises(ConfigError) as caught:
        read(text, here)
    assert all(line.startswith(f"{FILE}:") for line in str(caught.value).splitlines())
    return [line.removeprefix(f"{FILE}:") for line in str(caught.value).splitlines()]


def ana(*changes: tuple[str, str]) -> str:
    """Ana's seat, with the first of each pair in it replaced by the second."""
    text = ANA
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


# What a file says


def test_a_seat_has_its_pins_by_their_gpio_numbers() -> None:
    (seat,) = read(ANA).seats
    assert (seat.name, seat.buzzer, seat.led) == ("Ana", None, None)
    assert list(seat.buttons.items()) == list(
        zip(Button, (17, 27, 22, 5, 6, 13, 19, 26), strict=True)
    )
    assert seat.panel == I2cPanel(Chip.SSD1306, bus=1, address=0x3C, sda=2, scl=3)


@pytest.mark.parametrize(
    "name", ["17", '"17"', '"GPIO17"', '"gpio17"', '" BCM17 "', '"BOARD11"', '"J8:11"', '"WPI0"']
)
def test_a_pin_may_be_called_by_any_of_gpiozeros_names(name: str) -> None:
    assert read(ana(("c1=17", f"c1={name}"))).seats[0].buttons[Button.C1] == 17


def test_what_is_left_out_is_left_to_the_console() -> None:
    config = read(ANA)
    assert (config.language, config.source, config.spit, config.pack) == (None, None, None, None)
    assert (config.settings, config.drain_us) == (Settings(), DRAIN_US)
    assert config.board.model == "4B"


def test_everything_may_be_set() -> None:
    config = read(
        'language = "nb"\ninput = {qualify_us = 900, stuck_s = 20}\n'
        'gpio = {source = "gpiozero", board = "Zero 2 W", drain_us = 700}\n'
        'rules = {spit = {refill = "manual", lockout_ms = 500}, pack = {voluntary_pickup = true}}\n'
        + ana(("[[seat]]", "[[seat]]\nbuzzer = 10\nled = 9"))
    )
    assert config.language == "nb"
    assert config.settings == Settings(qualify_us=900, stuck_s=20)
    assert (config.source, config.board.model) == (Source.GPIOZERO, "Zero2W")
    assert config.drain_us == 700
    assert config.spit == spit.Rules(spit.Refill.MANUAL, 500)
    assert config.pack == pack.Rules(voluntary_pickup=True)
    assert (config.seats[0].buzzer, config.seats[0].led) == (10, 9)


def test_a_table_of_rules_that_is_empty_asks_for_the_rules_as_by_default() -> None:
    config = read(ANA + "[rules.spit]\n[rules.pack]\n")
    assert (config.spit, config.pack) == (spit.Rules(), pack.Rules())


def test_panels_on_one_bus_may_share_its_pins() -> None:
    ana_panel, ben_panel = (seat.panel for seat in read(BOTH).seats)
    assert isinstance(ana_panel, I2cPanel)
    assert isinstance(ben_panel, I2cPanel)
    assert (ana_panel.scl, ana_panel.address, ben_panel.scl, ben_panel.address) == (3, 60, 3, 61)


def test_a_bus_of_an_overlay_is_where_the_file_says() -> None:
    panel = 'panel = {chip="sh1106", i2c=3, sda="GPIO10", scl="GPIO11", rotate=180}'
    text = ANA.replace('panel = {chip="ssd1306", i2c=1}', panel)
    assert read(text).seats[0].panel == I2cPanel(Chip.SH1106, 3, 0x3C, 10, 11, rotate=180)


def test_a_panel_may_be_on_spi_and_buttons_where_i2c_is_not_used() -> None:
    text = re.sub("panel = .*", SPI.replace("dc=2", "dc=24, reset=25, rotate=180"), ANA)
    config = read(text.replace("c1=17", "c1=3"))
    assert config.seats[0].panel == SpiPanel(Chip.SSD1306, 0, 0, dc=24, reset=25, rotate=180)
    assert config.seats[0].buttons[Button.C1] == 3


def test_the_second_spi_takes_only_the_chip_selects_in_use() -> None:
    text = re.sub("panel = .*", 'panel = {chip="ssd1306", spi=1, device=0, dc=2}', ANA)
    assert read(text.replace("draw=19", "draw=16")).seats[0].panel == SpiPanel(
        Chip.SSD1306, 1, 0, dc=2
    )
    taken = text.replace("draw=19", "draw=16").replace("device=0", "device=2")
    assert [line.split(":")[0:3] for line in told(taken)] == [
        ["3", " seat 1, buttons.c1", " GPIO17 is CE1 of SPI bus 1 (line 4)"],
        ["3", " seat 1, buttons.draw", " GPIO16 is CE2 of SPI bus 1 (line 4)"],
    ]


def test_the_marks_and_line_ends_of_windows_are_no_problem() -> None:
    assert config_in(b"\xef\xbb\xbf" + ANA.replace("\n", "\r\n").encode(), FILE) == read(ANA)


@pytest.mark.parametrize("name", examples())
def test_every_example_can_be_used_on_every_board_named_in_it(name: str) -> None:
    config = read_config(examples()[name])
    assert [seat.name for seat in config.seats] == ["Ana", "Ben"]


@pytest.mark.parametrize("name", examples())
def test_what_an_example_says_in_comments_can_be_used_too(name: str) -> None:
    text = examples()[name].read_text()
    uncommented = re.sub(r"^# (\[|[a-z0-9_]+ = )", r"\1", text, flags=re.MULTILINE)
    assert (uncommented != text) == (name == "one-bus")
    read(uncommented)


@pytest.mark.parametrize("name", examples())
def test_the_pin_numbers_in_an_examples_comments_are_right(name: str) -> None:
    board = board_named("4B")
    text = examples()[name].read_text()
    notes = re.findall(r'= "(GPIO\d+)"\s+# pin (\d+)', text)
    assert len(notes) >= 8 * text.count("[seat.buttons]")
    for gpio, number in notes:
        pin = board.find(gpio)
        assert pin is not None
        assert pin.number == int(number), gpio


def test_what_the_documentation_shows_can_be_used() -> None:
    document = (Path(__file__).parents[2] / "docs" / "config.md").read_text(encoding="utf-8")
    (sample,) = re.findall(r"```toml\n(.*?)```", document, re.DOTALL)
    config = read(sample)
    panel = config.seats[0].panel
    assert panel is not None
    assert (config.language, config.seats[0].buzzer, panel.rotate) == ("nb", 10, 180)
    for name in examples():
        assert f"`{name}`" in document
    for setting in fields(Settings):
        assert f"`{setting.name}`" in document.replace("input.", "")


# The board


def test_the_board_we_run_on_is_taken_where_none_is_named() -> None:
    assert read(ANA, board_named("5B")).board.model == "5B"
    assert read(ANA + '[gpio]\nboard = "5"\n', board_named("5B")).board.model == "5B"


def test_a_board_unlike_the_one_we_run_on_is_told() -> None:
    assert told(ANA + '[gpio]\nboard = "4"\n', board_named("3B")) == [
        "6: gpio.board: this is a Raspberry Pi 3B: write that, or leave it out"
    ]


def test_a_board_that_nobody_knows_is_told_with_those_that_there_are() -> None:
    (line,) = told(ANA + '[gpio]\nboard = "6C"\n')
    assert line.startswith('6: gpio.board: "6C" cannot be: write one of Zero, Zero W, Zero2W, ')


def test_pins_that_this_board_lacks_are_told() -> None:
    board = board_of(0x000E)  # one of the first, with 26 pins
    assert told(ana(("c1=17", 'c1="BOARD40"')), board) == [
        f"3: seat 1, buttons.{button}: a Raspberry Pi B has no pin {name}: write one of its 26-pin"
        ' header, as in "GPIO17" or "BOARD11"'
        for button, name in zip(
            ("c1", "c4", "left", "right", "draw", "ready"),
            ('"BOARD40"', 5, 6, 13, 19, 26),
            strict=True,
        )
    ]


# What can be wrong, one thing at a time


def wrong(sentence: str, text: str, *lines: str) -> object:
    return pytest.param(text, lines, id=sentence)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        wrong(
            "a pin is used twice",
            ana(("c2=27", 'c2="BOARD11"')),
            "3: seat 1, buttons.c2: GPIO17 is button c1 of seat 1 (line 3): choose another, such as"
            " GPIO4, GPIO7, GPIO8",
        ),
        wrong(
            "a pin is used by two seats",
            BOTH.replace("c1=18", "c1=26"),
            "7: seat 2, buttons.c1: GPIO26 is button ready of seat 1 (line 3): choose another, such"
            " as GPIO4, GPIO7, GPIO8",
        ),
        wrong(
            "a button takes a pin of the panel's I2C bus",
            ana(("ready=26", "ready=3")),
            "3: seat 1, buttons.ready: GPIO3 is SCL of I2C bus 1 (line 4): choose another, such as"
            " GPIO4, GPIO7, GPIO8",
        ),
        wrong(
            "a button takes a pin of the panel's SPI bus",
            re.sub("panel = .*", SPI, ana(("ready=26", 'ready="BOARD26"'))),
            "3: seat 1, buttons.ready: GPIO7 is CE1 of SPI bus 0 (line 4): choose another, such as"
            " GPIO4, GPIO12, GPIO14",
        ),
        wrong(
            "a buzzer and an LED share a pin",
            ana(("[[seat]]", "[[seat]]\nbuzzer = 10\nled = 10")),
            "3: seat 1, led: GPIO10 is the buzzer of seat 1 (line 2): choose another, such as"
            " GPIO4, GPIO7, GPIO8",
        ),
        wrong(
            "a panel's DC is a button's pin",
            re.sub("panel = .*", SPI.replace("dc=2", "dc=17, reset=27"), ANA),
            "4: seat 1, panel.dc: GPIO17 is button c1 of seat 1 (line 3): choose another, such as"
            " GPIO4, GPIO12, GPIO14",
            "4: seat 1, panel.reset: GPIO27 is button c2 of seat 1 (line 3): choose another, such"
            " as GPIO4, GPIO12, GPIO14",
        ),
        wrong(
            "ground is no button's pin",
            ana(("c1=17", 'c1="BOARD6"')),
            "3: seat 1, buttons.c1: pin 6 is GND, which is no GPIO: choose one that is",
        ),
        wrong(
            "there is no such pin",
            ana(("c1=17", "c1=28")),
            "3: seat 1, buttons.c1: a Raspberry Pi 4B has no pin 28: write one of its 40-pin"
            ' header, as in "GPIO17" or "BOARD11"',
        ),
        wrong(
            "a pin is no name",
            ana(("c1=17", "c1=true"), ("c2=27", "c2=2.0"), ("c3=22", "c3=[22]")),
            '3: seat 1, buttons.c1: true cannot be: write a pin, as in "GPIO17"',
            '3: seat 1, buttons.c2: 2.0 cannot be: write a pin, as in "GPIO17"',
            '3: seat 1, buttons.c3: a list cannot be: write a pin, as in "GPIO17"',
        ),
        wrong(
            "buttons are missing: free pins are offered, each once",
            ana((" c2=27,", ""), (", draw=19", "")),
            '3: seat 1, buttons.c2: it is missing: write it, as in c2 = "GPIO4"',
            '3: seat 1, buttons.draw: it is missing: write it, as in draw = "GPIO7"',
        ),
        wrong(
            "a key is misspelt",
            ana(("[[seat]]", "[[seat]]\nbuzer = 9")),
            "2: seat 1, buzer: there is no such key: did you mean buzzer?",
        ),
        wrong(
            "a key belongs elsewhere",
            "[rules.spit]\nvoluntary_pickup = true\n" + ANA,
            "2: rules.spit.voluntary_pickup: there is no such key: leave it out; here can be"
            " refill, lockout_ms",
        ),
        wrong(
            "a strange key cannot play tricks on the terminal",
            '"\\u001b[2J" = 1\n' + ANA,
            '1: "\\u001b[2J": there is no such key: leave it out; here can be gpio, language,'
            " input, rules, seat",
        ),
        wrong(
            "two panels answer at one address",
            BOTH.replace("0x3D", "0x3C"),
            "8: seat 2, panel.address: the panel of seat 1 (line 4) has 0x3C on I2C bus 1 too: set"
            " one of the two to 0x3D by its solder bridge, or use another bus",
        ),
        wrong(
            "the address is the one printed on the panel",
            ana(("i2c=1", "i2c=1, address=0x78")),
            "4: seat 1, panel.address: 0x78 counts the bit for writing, as the print on some panels"
            " does: write 0x3C",
        ),
        wrong(
            "no such panel has that address",
            ana(("i2c=1", "i2c=1, address=0x50")),
            "4: seat 1, panel.address: 80 cannot be: write 0x3C or 0x3D",
        ),
        wrong(
            "two panels have one chip select",
            re.sub("panel = .*", SPI, ANA) + re.sub("panel = .*", SPI.replace("2", "3"), BEN),
            "8: seat 2, panel.device: the panel of seat 1 (line 4) is this device of SPI bus 0 too:"
            " give each panel a chip select of its own",
        ),
        wrong(
            "one bus cannot be at two places",
            BOTH.replace("address=0x3D", "address=0x3D, scl=4"),
            "8: seat 2, panel.scl: SCL of I2C bus 1 is GPIO3 in line 4: write the same here",
        ),
        wrong(
            "where an overlay has put a bus is not known",
            ana(("i2c=1", "i2c=3")),
            "4: seat 1, panel.sda: I2C bus 3 is where an overlay in config.txt has put it: write"
            ' its pin here, as in sda = "GPIO4"',
            "4: seat 1, panel.scl: I2C bus 3 is where an overlay in config.txt has put it: write"
            ' its pin here, as in scl = "GPIO5"',
        ),
        wrong(
            "a panel is on two buses",
            ana(("i2c=1", "i2c=1, spi=0")),
            "4: seat 1, panel.spi: the panel is on i2c already: leave one of the two out",
        ),
        wrong(
            "a panel lacks everything",
            re.sub("panel = .*", "panel = {}", ANA),
            '4: seat 1, panel.chip: it is missing: write it, as in chip = "ssd1306"',
            "4: seat 1, panel.i2c: it is missing: write it, as in i2c = 1",
        ),
        wrong(
            "a panel on SPI lacks its wires",
            re.sub("panel = .*", 'panel = {chip="ssd1306", spi=0}', ANA),
            "4: seat 1, panel.device: it is missing: write it, as in device = 0",
            '4: seat 1, panel.dc: it is missing: write it, as in dc = "GPIO4"',
        ),
        wrong(
            "a panel's values cannot be",
            re.sub("panel = .*", 'panel = {chip="st7735", i2c=-1, rotate=90, sda=""}', ANA),
            '4: seat 1, panel.chip: "st7735" cannot be: write "ssd1306" or "sh1106"',
            "4: seat 1, panel.rotate: 90 cannot be: write 0 or 180",
            "4: seat 1, panel.i2c: -1 cannot be: write a whole number from 0 to 255",
            '4: seat 1, panel.sda: a Raspberry Pi 4B has no pin "": write one of its 40-pin header,'
            ' as in "GPIO17" or "BOARD11"',
        ),
        wrong(
            "there is no such SPI, nor such a device on one",
            re.sub("panel = .*", SPI.replace("spi=0", "spi=2"), ANA)
            + re.sub("panel = .*", SPI.replace("device=0, dc=2", "device=2, dc=3"), BEN),
            "4: seat 1, panel.spi: 2 cannot be: write 0 or 1",
            "8: seat 2, panel.device: 2 cannot be: write a whole number from 0 to 1",
        ),
        wrong(
            "two seats have one name",
            BOTH.replace("Ben", "Ana"),
            "6: seat 2, name: seat 1 is called so too: give each a name of its own",
        ),
        wrong(
            "a name does not fit on a panel",
            ana(('"Ana"', '"Anastasia Maria"')),
            '2: seat 1, name: "Anastasia Maria" cannot be: write a text of 1 to 12 letters, in ""',
        ),
        wrong(
            "settings are of another kind",
            "[input]\nqualify_us = 1.5\nhold_ms = -1\n" + ANA,
            "2: input.qualify_us: 1.5 cannot be: write a whole number from 0 to 1000000",
            "3: input.hold_ms: -1 cannot be: write a whole number from 0 to 10000",
        ),
        wrong(
            "no press could ever count",
            "[input]\nqualify_us = 20000\n" + ANA,
            "2: input.qualify_us: longer than burst_ms, so that no press could count: write less",
        ),
        wrong(
            "nobody would wait for the kernel",
            "[input]\nhold_ms = 5\n[gpio]\ndrain_us = 5000\n" + ANA,
            "2: input.hold_ms: no longer than gpio.drain_us, so that pads would seem silent: write"
            " more",
        ),
        wrong(
            "a kernel that needs no time",
            "[gpio]\ndrain_us = 0\n" + ANA,
            "2: gpio.drain_us: 0 cannot be: write a whole number from 100 to 20000",
        ),
        wrong(
            "house rules are of another kind",
            "[rules]\nspit = {refill = true, lockout_ms = 10001}\npack = {voluntary_pickup = 1}\n"
            + ANA,
            '2: rules.spit.refill: true cannot be: write "auto" or "manual"',
            "2: rules.spit.lockout_ms: 10001 cannot be: write a whole number from 0 to 10000",
            "3: rules.pack.voluntary_pickup: 1 cannot be: write true or false",
        ),
        wrong(
            "no such language, no such source of edges",
            'language = "sv"\n[gpio]\nsource = "RPi.GPIO"\n' + ANA,
            '1: language: "sv" cannot be: write "en" or "nb"',
            '3: gpio.source: "RPi.GPIO" cannot be: write "gpiod" or "gpiozero"',
        ),
        wrong(
            "tables are none",
            "gpio = 1\ninput = []\nrules = 2\n" + re.sub("panel = .*", "panel = 3", ANA),
            "1: gpio: 1 cannot be: write a table: [gpio] on a line of its own",
            "2: input: a list cannot be: write a table: [input] on a line of its own",
            "3: rules: 2 cannot be: write a table: [rules] on a line of its own",
            "7: seat 1, panel: 3 cannot be: write a table: [seat.panel] on a line of its own",
        ),
        wrong(
            "there is no seat",
            '\nlanguage = "nb"\n',
            "1: seat: there is none: write [[seat]], below it its buttons and its panel",
        ),
        wrong(
            "a list of seats is empty",
            "seat = []",
            "1: seat: there is none: write [[seat]], below it its buttons and its panel",
        ),
        wrong(
            "a seat has single brackets",
            ana(("[[seat]]", "[seat]")),
            "1: seat: a table cannot be: write [[seat]] on a line of its own, for each one",
        ),
        wrong(
            "seats are no tables",
            "seat = [1, 2]",
            "1: seat: a list cannot be: write [[seat]] on a line of its own, for each one",
        ),
        wrong(
            "a seat is empty",
            ANA + "[[seat]]\n",
            f"5: seat 2: it has no pad: write one of {SAMPLES}",
            "5: seat 2, panel: it is missing: write it, as in [seat.panel]",
        ),
        wrong(
            "numbers are shown only as long as they are sensible",
            "[input]\nhold_ms = 0x" + "f" * 6000 + "\n" + ANA,
            "2: input.hold_ms: a number so large cannot be: write a whole number from 0 to 10000",
        ),
        wrong(
            "texts are cut short, and safe to print",
            f'language = "\\u001b{"x" * 99}"\n' + ANA,
            f'1: language: "\\u001b{"x" * 30}... cannot be: write "en" or "nb"',
        ),
    ],
)  # fmt: skip
def test_each_problem_is_told_with_its_line_its_key_and_the_remedy(
    text: str, lines: Sequence[str]
) -> None:
    assert told(text) == list(lines)


def test_more_than_five_seats_are_told() -> None:
    lines = told(ANA + "[[seat]]\n" * 6)
    assert [line for line in lines if "at most" in line] == [
        "9: seat 6: at most 5 play: leave this seat out",
        "10: seat 7: at most 5 play: leave this seat out",
    ]


def test_where_no_pin_is_free_that_is_told() -> None:
    buttons = "c1=4, c2=7, c3=8, c4=9, left=10, right=11, draw=14, ready=15"
    carol = f'[[seat]]\nbuttons = {{{buttons}}}\npanel = {{chip="sh1106", i2c=0}}\n'
    assert len(read(BOTH + carol).seats) == 3
    dan = "[[seat]]\nbuttons = {c1=18}\n"
    assert told(BOTH + carol + dan)[1:3] == [
        "13: seat 4, buttons.c1: GPIO18 is button c1 of seat 2 (line 7), and none is free: leave"
        " one out",
        "13: seat 4, buttons.c2: it is missing, and no pin is free: leave something else out",
    ]


def test_all_problems_are_told_in_the_order_of_their_lines() -> None:
    lines = told(ana(("c1=17", "c1=0.5"), ("chip", "chop")) + "[gpio]\nsourze = 1\n")
    assert [line.split(":")[0] for line in lines] == ["3", "4", "4", "6"]


# Files that are no TOML


@pytest.mark.parametrize(
    ("text", "line"),
    [
        wrong(
            "a text without quotes",
            "[gpio]\nsource = gpiod\n",
            '2: source: there is no such value: put text in quotes, as in "GPIO17", but not'
            " numbers, true, false",
        ),
        wrong(
            "within braces the key is named",
            "buttons = { c1 = 17, c2 = GPIO4 }",
            '1: c2: there is no such value: put text in quotes, as in "GPIO17", but not numbers,'
            " true, false",
        ),
        wrong(
            "braces over several lines",
            "panel = {\n  i2c = 1,\n}\n",
            "1: panel: no key begins so: use letters, digits, - and _; what is in braces must be on"
            " one line",
        ),
        wrong("a key twice", "a = 1\na = 2\n", "2: a: it is there already: keep one of the two"),
        wrong(
            "a key twice in braces",
            "x = {a = 1, a = 2}",
            "1: a: it is there already: keep one of the two",
        ),
        wrong(
            "a table twice",
            "[gpio]\n\n[gpio]\n",
            "3: this table is there already: keep one of the two; seats have double brackets,"
            " [[seat]]",
        ),
        wrong("no =", "[gpio]\nsource\n", "2: the = is missing: write key = value"),
        wrong(
            "no key",
            "\n= 1\n",
            "2: neither a key nor a table begins so: write key = value, or [table]",
        ),
        wrong(
            "two on a line",
            "a = 1 b = 2",
            "1: a: the line should end here: write one key = value a line, and text in quotes",
        ),
        wrong(
            "brackets left open",
            "[gpio\na = 1",
            "1: the brackets are not closed: write [table], or [[seat]] for a seat",
        ),
        wrong(
            "a list left open",
            "a = [1, 2\n\n",
            "1: a: the list is not closed, or lacks a comma: write it as in [1, 2]",
        ),
        wrong(
            "braces left open",
            "a = {b = 1\n}\n",
            "1: b: the braces are not closed on this line, or lack a comma: write them on one line,"
            " or a table with a key a line: [seat.buttons]",
        ),
        wrong(
            "a text left open",
            'a = 1\nb = "x\nc = 2',
            '2: b: the text is not closed: end it with " on the same line',
        ),
        wrong(
            "a backslash",
            'a = "C:\\pins"',
            "1: a: \\ begins a special sign in text: write \\\\ for itself, or use single quotes",
        ),
        wrong(
            "a control character",
            "a = 1 # \x07",
            "1: a: this is no TOML (Found invalid character '\\x07'): write key = value, and text"
            " in quotes",
        ),
        wrong(
            "hundreds of brackets",
            "a = " + "[" * 9000,
            "1: this is no configuration: begin anew from an example",
        ),
        wrong(
            "thousands of digits",
            "a = " + "9" * 9000,
            "1: this is no configuration: begin anew from an example",
        ),
        wrong(
            "far too long",
            "#" * (LONGEST_FILE + 1),
            "1: this is no configuration: begin anew from an example",
        ),
    ],
)  # fmt: skip
def test_what_is_no_toml_is_told_with_its_line_and_the_remedy(
    text: str, line: Sequence[str]
) -> None:
    assert told(text) == list(line)


def test_another_encoding_is_told_with_its_line() -> None:
    with pytest.raises(ConfigError) as caught:
        config_in("a = 1\nname = 'Bjørn'\n".encode("latin-1"), FILE)
    words = "this is no UTF-8: save the file in that encoding"
    assert caught.value.problems == (Problem(2, None, "", words),)


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_config(tmp_path / "none.toml")
