"""`spytt config`: a configuration checked, in words and as JSON; an example to begin with."""

import json
import sys
from pathlib import Path

import pytest

from firmware_host.cli import config_file, main
from firmware_host.cli.config_file import examples, load
from firmware_host.cli.failure import Failure
from hw.board_pins import board_named, board_of

BAD = 'language = "sv"\n[[seat]]\nname = "Ana"\n[seat.buttons]\n'


@pytest.fixture
def bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file with several problems, in the present folder."""
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text(BAD)
    return "bad.toml"


def test_a_file_without_problems_is_fine(capsys: pytest.CaptureFixture[str]) -> None:
    name = str(examples()["one-bus"])
    assert main(["config", "check", name]) == 0
    words = "fine: 2 seats with a pad and a panel each, for a Raspberry Pi 4B"
    assert capsys.readouterr().out == f"{name}: {words}\n"


def test_one_seat_is_fine_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.toml"
    file.write_text(examples()["one-bus"].read_text().rpartition("[[seat]]")[0])
    assert main(["config", "check", str(file)]) == 0
    assert "fine: one seat with a pad" in capsys.readouterr().out


def test_each_problem_is_a_line_as_compilers_write_them(
    bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "check", bad]) == 1
    out, told = capsys.readouterr()
    assert out == ""
    assert told.splitlines()[:3] == [
        'bad.toml:1: language: "sv" cannot be: write "en" or "nb"',
        "bad.toml:2: seat 1, panel: it is missing: write it, as in [seat.panel]",
        'bad.toml:4: seat 1, buttons.c1: it is missing: write it, as in c1 = "GPIO4"',
    ]
    assert len(told.splitlines()) == 10


def test_problems_are_told_in_norwegian_too(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "check", bad, "--lang", "nb"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith('bad.toml:1: language: "sv" ')
    assert told[1].startswith("bad.toml:2: plass 1, panel: ")


def test_json_has_every_problem(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "check", bad, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["file"], told["fine"], len(told["problems"])) == (bad, False, 10)
    assert told["problems"][:2] == [
        {
            "line": 1,
            "seat": None,
            "key": "language",
            "words": '"sv" cannot be: write "en" or "nb"',
        },
        {
            "line": 2,
            "seat": 1,
            "key": "panel",
            "words": "it is missing: write it, as in [seat.panel]",
        },
    ]


def test_json_of_a_fine_file_has_none(capsys: pytest.CaptureFixture[str]) -> None:
    name = str(examples()["spi"])
    assert main(["config", "check", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": name, "fine": True, "problems": []}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none.toml", "spytt: none.toml: No such file or directory: name a file that can be read"),
        (".", "spytt: .: Is a directory: name a file that can be read"),
        ("\0", "spytt: \0: embedded null byte: name a file that can be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(
    bad: str, name: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "check", name]) == 1
    assert capsys.readouterr().err == f"{words}\n"


def test_on_a_raspberry_pi_its_own_pins_count(
    bad: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(config_file, "this_board", lambda: board_named("5B"))
    assert load(examples()["sh1106"]).board.model == "5B"
    Path("other.toml").write_text('[gpio]\nboard = "4B"\n' + examples()["sh1106"].read_text())
    assert main(["config", "check", "other.toml"]) == 1
    assert "other.toml:2: gpio.board: this is a Raspberry Pi 5B" in capsys.readouterr().err


def test_without_gpiozero_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.exc", None)
    board_of.cache_clear()
    with pytest.raises(Failure, match=r"gpiozero, .* is missing: run .+pip install -e '\.\[pi\]'"):
        load(examples()["one-bus"])


def test_check_needs_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["config", "check"])
    assert "the following arguments are required: FILE" in capsys.readouterr().err


# Examples


@pytest.mark.parametrize("name", examples())
def test_an_example_is_printed_as_it_is(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "example", name]) == 0
    assert capsys.readouterr().out == examples()[name].read_text()


def test_the_usual_example_needs_no_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "example"]) == 0
    assert "the usual build" in capsys.readouterr().out.splitlines()[0]


def test_an_example_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["config", "example", "vga"])
    words = "no example 'vga': choose mixed, nano, one-bus, phone, sh1106, spi, two-buses"
    assert words in capsys.readouterr().err


def test_the_examples_are_installed_with_the_console() -> None:
    """Only what is inside the packages is in the wheel."""
    assert len(examples()) == 7
    assert {file.parent.parent.name for file in examples().values()} == {"firmware_host"}
