"""README and ARCHITECTURE keep their word: commands, options, example, links and modules exist."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

from firmware_host.cli import COMMANDS, main
from firmware_host.config_read import read_config

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `spytt (\w+)[^`]*` \| (.*) \|$", README, re.MULTILINE))
OPTION = re.compile(r"--[a-z][a-z-]*")
EVERYWHERE = {"--help", "--lang"}


def test_the_table_has_a_row_for_every_command() -> None:
    assert ROWS.keys() == COMMANDS.keys()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_s_row_names_its_options_and_no_other(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--lang", "en", command, "--help"])
    usage = capsys.readouterr().out.split("\n\n")[0]
    assert set(OPTION.findall(ROWS[command])) == set(OPTION.findall(usage)) - EVERYWHERE


def test_the_example_of_a_seat_is_a_configuration(tmp_path: Path) -> None:
    (example,) = re.findall(r"^    \[\[seat\]\]\n(?:    .*\n)+", README, re.MULTILINE)
    file = tmp_path / "console.toml"
    file.write_text(dedent(example))
    assert [seat.name for seat in read_config(file).seats] == ["Ana"]


def test_every_file_that_it_links_to_is_there() -> None:
    linked = re.findall(r"\]\(([\w./-]+)\)", README)
    assert "docs/install.md" in linked
    assert [name for name in linked if not (ROOT / name).exists()] == []


def test_every_module_that_the_architecture_names_is_there() -> None:
    folders = ("engine", "firmware_host", "hw", "sim", "tests")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.*")]
    there = {file.name for file in [*files, *ROOT.glob("*.py")]}
    named = re.findall(r"`([\w./]+\.(?:py|sh))`", (ROOT / "ARCHITECTURE.md").read_text("utf-8"))
    assert len(named) > 80
    assert [name for name in named if Path(name).name not in there] == []
    assert [name for name in named if name.count("/") > 1 and not (ROOT / name).exists()] == []
