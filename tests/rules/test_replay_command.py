"""`spytt replay`: what goes to stdout, what to stderr, and the exit code."""

import argparse
import json
from pathlib import Path

import pytest

from engine.cards import DECK
from engine.jsonl import LONGEST_LINE
from engine.records import as_text, entry_line, header_line
from engine.spit import SPIT, Play, Rules, deal
from firmware_host.cli import replay
from firmware_host.cli.failure import Failure

HEADER = as_text(header_line(deal(Rules(), (DECK, DECK[::-1]))))
TURNED = as_text(entry_line(SPIT))


def run(file: Path | str, *options: str) -> int:
    top = argparse.ArgumentParser()
    replay.add_command(top.add_subparsers())
    args = top.parse_args(["replay", str(file), *options])
    code: int = args.run(args)
    return code


def written(folder: Path, *lines: str, ending: str = "\n") -> Path:
    file = folder / "ana.match.jsonl"
    file.write_text("\n".join(lines) + ending, encoding="utf-8")
    return file


@pytest.mark.parametrize("ending", ["\n", ""], ids=["with", "without"])
def test_json_has_one_line_a_state_whether_the_file_ends_in_a_newline(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    assert run(written(tmp_path, HEADER, TURNED, ending=ending), "--json") == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["n"] for line in printed] == [0, 1]


def test_without_json_the_account_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(written(tmp_path, HEADER, TURNED)) == 0
    assert "Spit! 5C (left) and 9S (right)" in capsys.readouterr().out


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_an_illegal_line_is_told_with_file_and_line_and_nothing_follows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    file = written(tmp_path, HEADER, TURNED, TURNED, as_text(entry_line(Play(0, 3, 0))))
    with pytest.raises(Failure) as failure:
        run(file, *options)
    assert str(failure.value).startswith(f"{file}:3: against the rules: cards are turned only")
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none.match.jsonl", "No such file or directory: name a file that can be read"),
        (".", "Is a directory: name a file that can be read"),
        ("a\0b", "embedded null byte"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_by_name(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(Failure, match=words):
        run(f"{tmp_path}/{name}")


def test_a_line_without_end_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    file = written(tmp_path, HEADER, "x" * (LONGEST_LINE + 1))
    with pytest.raises(Failure, match=":2: the line is longer than 1048576 bytes"):
        run(file)
