"""What drivers say of a device: each text can be told in every language, with its values."""

import ast
import errno
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter

import pytest

from engine import messages
from firmware_host.catalogs import SOURCES, read_catalog
from firmware_host.cli.language import speaking, told
from firmware_host.languages import LANGUAGES
from hw import wording
from hw.board_pins import GpiozeroMissing
from hw.gpio_chip import find_chip
from hw.panel import Chip, PanelPlace
from hw.panel_bus import I2cBus
from hw.panel_diagnosis import advice_on_speed, diagnose
from hw.ports import DeviceError
from hw.wording import Wording, advised, install, listed, not_installed, parted, say
from sim.panel_bus import ModelBus
from sim.panel_model import model_of

ROOT = Path(__file__).parents[2]
DRIVERS = sorted((ROOT / "hw").glob("*.py"))


def calls(file: Path, *names: str) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


def place_of(file: Path, node: ast.expr) -> str:
    return f"{file.name}:{node.lineno}"


def templates() -> dict[str, set[str]]:
    """Every template in `hw`, and what is put in where it is said."""
    said = {}
    for call in (call for file in DRIVERS for call in calls(file, "say")):
        template = call.args[0]
        if isinstance(template, ast.Constant) and isinstance(template.value, str):
            said[template.value] = {str(value.arg) for value in call.keywords}
    return said


def words_of(error: DeviceError) -> str:
    words = error.args[0]
    assert isinstance(words, str)
    return words


@pytest.mark.parametrize("file", DRIVERS, ids=lambda file: file.name)
def test_a_driver_says_nothing_that_a_catalog_cannot_hold(file: Path) -> None:
    """A template that is computed, or put together before `say`, is found by no catalog."""
    computed = [
        place_of(file, call)
        for call in calls(file, "say")
        if file.name != "wording.py" and not isinstance(call.args[0], ast.Constant)
    ]
    assert computed == []


@pytest.mark.parametrize("file", DRIVERS, ids=lambda file: file.name)
def test_a_driver_raises_no_error_of_a_device_in_plain_english(file: Path) -> None:
    plain = [
        place_of(file, call)
        for call in calls(file, "DeviceError", "Finding")
        for words in call.args
        if isinstance(words, ast.Constant | ast.JoinedStr | ast.BinOp)
    ]
    assert plain == []


def test_the_drivers_are_among_the_sources_of_the_catalogs() -> None:
    assert "hw" in SOURCES
    assert len(templates()) > 30


@pytest.mark.parametrize("template", templates())
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_text_is_told_in_each_language_with_all_its_values(
    template: str, language: str
) -> None:
    values = {name: 7001 + number for number, name in enumerate(sorted(templates()[template]))}
    assert {name for _, name, _, _ in Formatter().parse(template) if name} == values.keys()
    with speaking(language):
        words = told(say(template, **values))
    assert all(str(value) in words for value in values.values())
    assert (words == say(template, **values)) is (language == "en" or is_the_same(template))


def is_the_same(template: str) -> bool:
    """Tell whether a template has nothing but marks between its values."""
    return re.search(r"[a-z]", re.sub(r"\{.*?\}", "", template)) is None


def test_every_template_is_translated() -> None:
    catalog = read_catalog(ROOT, "nb")
    assert [text for text in templates() if not catalog[text].string] == []


# What `say` of the engine and that of the drivers have in common: all that is asked of either.


@pytest.mark.parametrize("voice", [messages.say, wording.say], ids=["engine", "drivers"])
def test_engine_and_drivers_are_told_alike(voice: Callable[..., str]) -> None:
    words = voice("{path} cannot be opened: {error}", path="/dev/x", error=voice("none at all"))
    assert words == "/dev/x cannot be opened: none at all"
    assert isinstance(words, Wording)
    with speaking("nb"):
        assert told(words) == "/dev/x kan ikke åpnes: ingen"


def test_what_the_system_says_is_told_without_its_number() -> None:
    error = OSError(errno.EBUSY, os.strerror(errno.EBUSY), "/dev/x")
    words = say("{path} cannot be opened: {error}", path="/dev/x", error=error)
    assert words == "/dev/x cannot be opened: Device or resource busy"
    with speaking("nb"):
        assert told(words) == "/dev/x kan ikke åpnes: enheten er opptatt"


def test_an_error_of_a_library_is_quoted_as_it_is() -> None:
    words = say("gpiozero finds no pins here: {error}", error=ValueError("no luck"))
    with speaking("nb"):
        assert told(words) == "gpiozero finner ingen pinner her: no luck"


def test_a_reason_may_be_an_error_of_a_device_itself() -> None:
    words = say("a pin cannot be read: {error}", error=DeviceError(not_installed("gpiozero")))
    assert words.startswith(
        "a pin cannot be read: gpiozero is not installed: run PYPI=1 .venv/bin/pip"
    )
    with speaking("nb"):
        assert "en pinne kan ikke leses: gpiozero er ikke installert: kjør PYPI=1 .venv" in told(
            words
        )


def test_what_is_wrong_and_what_to_do_can_be_parted_again() -> None:
    words = advised(say("{port} is in use", port="/dev/x"), install("phone"))
    assert words == "/dev/x is in use: run .venv/bin/pip install -e '.[phone]' in Spytt's folder"
    with speaking("nb"):
        assert [told(part) for part in parted(words)] == [
            "/dev/x er i bruk",
            "kjør .venv/bin/pip install -e '.[phone]' i mappen til Spytt",
        ]
    assert parted("it is gone: for ever") == ("it is gone: for ever", "")
    assert parted(say("{what}: {more}", what="gone", more="for ever")) == ("gone: for ever", "")


def test_an_error_is_logged_in_english_whatever_is_spoken() -> None:
    with speaking("nb"):
        assert str(DeviceError(say("none at all"))) == "none at all"


def test_words_are_joined_by_commas() -> None:
    assert listed(["one"]) == "one"
    joined = listed([say("unnamed"), say("the kernel"), "x"])
    assert joined == "unnamed, the kernel, x"
    with speaking("nb"):
        assert told(joined) == "uten navn, kjernen, x"


# Errors and findings as they come


def refusing(number: int) -> Callable[[str], "object"]:
    def refuse(_path: str) -> object:
        raise OSError(number, os.strerror(number))

    return refuse


@pytest.mark.parametrize(
    ("number", "words"),
    [
        pytest.param(errno.EACCES, "du har ikke lov til å åpne {chip}: bli med", id="not allowed"),
        pytest.param(errno.ENODEV, "{chip} kan ikke åpnes: enheten finnes ikke", id="no device"),
    ],
)
def test_a_chip_that_cannot_be_opened_is_told_in_norwegian(
    number: int, words: str, tmp_path: Path
) -> None:
    chip = tmp_path / "gpiochip0"
    chip.touch()
    with pytest.raises(DeviceError) as refused:
        find_chip("gpiochip0", refusing(number), tmp_path)  # type: ignore[arg-type]
    with speaking("nb"):
        assert told(words_of(refused.value)).startswith(words.format(chip=chip))


@pytest.mark.parametrize(
    ("fail", "words"),
    [
        pytest.param(
            lambda: find_chip("sim", lambda _: None, Path("/nowhere")),  # type: ignore[arg-type, return-value]
            "det finnes ingen GPIO-krets som heter sim; her finnes: ingen",
            id="no chip",
        ),
        pytest.param(
            lambda: I2cBus(99),
            "det finnes ingen I2C-buss 99 (/dev/i2c-99): slå den på med `sudo raspi-config` "
            "(Interface Options, I2C)",
            id="no bus",
        ),
    ],
)
def test_a_device_that_is_not_there_is_told_in_norwegian(
    fail: Callable[[], object], words: str
) -> None:
    with pytest.raises(DeviceError) as missed:
        fail()
    with speaking("nb"):
        assert told(words_of(missed.value)) == words


def test_a_missing_library_is_told_in_norwegian() -> None:
    with speaking("nb"):
        words = told(words_of(GpiozeroMissing()))
    assert (
        words
        == "gpiozero er ikke installert: kjør PYPI=1 .venv/bin/pip install -e '.[pi]' i mappen til "
        "Spytt"
    )


def test_what_is_found_of_a_panel_is_told_in_norwegian() -> None:
    bus = ModelBus({0x3D: model_of(Chip.SH1106)})
    places = [PanelPlace(0, Chip.SSD1306, 0x3C), PanelPlace(1, Chip.SSD1306, 0x3D)]
    with speaking("nb"):
        silent, other = (told(found.words) for found in diagnose(bus, places))
    assert silent.startswith("bare 0x3D svarer, så denne skjermen er koblet fra, eller begge er på")
    assert other.startswith('sier at den er en sh1106, ikke en ssd1306: skriv `chip = "sh1106"`')


def test_advice_on_a_slow_bus_is_told_in_norwegian() -> None:
    with speaking("nb"):
        assert told(advice_on_speed(100_000) or "").startswith(
            "den går på 100 kHz, så kortene kommer 4 ganger senere"
        )
