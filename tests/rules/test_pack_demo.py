"""`spytt demo --game pack`: in words, with --json, and drawn in a terminal."""

import json
import re
import sys
from functools import partial

import pytest

import sim.demo
from firmware_host.cli import main
from firmware_host.match_state import Setup
from tests.rules.test_play_commands import output


@pytest.fixture
def few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots be stopped early (P16)."""
    monkeypatch.setattr(sim.demo, "Setup", partial(Setup, turn_cap=12))


@pytest.mark.parametrize("seats", [2, 5])
def test_a_demo_of_the_pack_is_told_with_a_panel_for_each_seat(
    seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = output(capsys, "demo", "--game", "pack", "--seats", str(seats), "--seed", "4")
    assert lines[0].startswith("The Pack: Ana, Ben" if seats > 2 else "The Pack: Ana and Ben")
    assert sum(line.count("┌") for line in lines) == seats
    assert re.match(r"\w+ wins: out of cards\. Left: \w+ \d+", lines[-1])


def test_the_levels_say_how_many_play(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("demo", "--game", "pack", "--bots", "easy,hard,easy", "--seed", "4")
    assert output(capsys, *argv)[0] == "The Pack: Ana, Ben and Cleo"


def test_its_json_is_a_move_a_line_and_the_result_last(
    capsys: pytest.CaptureFixture[str],
) -> None:
    argv = ("demo", "--game", "pack", "--seats", "3", "--json", "--seed", "4")
    lines = [json.loads(line) for line in output(capsys, *argv)]
    assert [line["move"] for line in lines[:3]] == ["choose"] * 3
    assert {line["move"] for line in lines[3:-1]} <= {"play", "flip", "pickup"}
    assert lines[-1]["result"]["reason"] == "out"
    assert lines[-1]["result"]["winner"] == lines[-2]["seat"]


def test_that_bots_were_stopped_is_the_result_in_json(
    few_turns: None, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = output(capsys, "demo", "--game", "pack", "--json", "--seed", "4")
    assert json.loads(lines[-1]) == {"result": {"winner": None, "reason": "unfinished"}}
    assert len(lines) == 2 + 12 + 1  # Two choices, twelve turns, the result.


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "Nobody wins: the bots were stopped"), ("nb", "Ingen vinner: botene ble stoppet")],
)
def test_that_bots_were_stopped_is_told_in_words(
    lang: str, words: str, few_turns: None, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = output(capsys, "demo", "--game", "pack", "--seed", "4", "--lang", lang)
    assert lines[-1].startswith(words)
    assert not any(line.startswith(("The record ends", "Filen slutter")) for line in lines)


def test_in_a_terminal_that_is_large_enough_five_panels_are_drawn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, few_turns: None
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LINES", "37")
    argv = ("--game", "pack", "--seats", "5", "--seed", "4", "--speed", "1e9", "--lang", "nb")
    assert main(["demo", *argv]) == 0
    drawn = capsys.readouterr().out.split("\x1b[H")[-1].splitlines()
    assert [line.count("┌") for line in drawn].count(3) == 1
    assert [line.count("┌") for line in drawn].count(2) == 1
    assert drawn[-1].endswith("\x1b[?25hIngen vinner")


def test_a_terminal_too_small_for_five_is_told_what_is_enough(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, few_turns: None
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "133")
    monkeypatch.setenv("LINES", "40")
    assert main(["demo", "--game", "pack", "--seats", "5", "--seed", "4"]) == 0
    told = capsys.readouterr()
    assert "133x40 is too small for the panels; make the terminal 133x56" in told.err
    assert told.out.startswith("The Pack: Ana, Ben")
