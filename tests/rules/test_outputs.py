"""Where results go: a closed stdout, a terminal that knows no blocks, one file named twice."""

import io
import json
import sys
from pathlib import Path

import pytest

from engine.cards import DECK
from engine.jsonl import LineError
from engine.records import header_line
from engine.replay import replay
from engine.spit import Rules, deal
from firmware_host.cli import main


@pytest.mark.parametrize("command", [["demo", "--seed", "1"], ["play", "--port", "0"]])
def test_a_closed_stdout_is_told(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(command) == 1
    assert "stdout is closed" in capsys.readouterr().err


def test_an_output_without_blocks_gets_the_account_without_the_panels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["demo", "--seed", "1"]) == 0
    lines = raw.getvalue().decode("ascii").splitlines()
    assert lines[0].startswith("Spit")
    assert not any("\\u" in line for line in lines)


def test_one_file_for_record_and_trace_is_a_wrong_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = str(tmp_path / "both")
    with pytest.raises(SystemExit) as left:
        main(["demo", "--record", both, "--trace", both])
    assert left.value.code == 2
    assert "a file each" in capsys.readouterr().err


@pytest.mark.parametrize("key", ["t", "margin_ns"])
def test_an_instant_beyond_any_clock_is_refused(key: str) -> None:
    header = json.dumps(header_line(deal(Rules(), (DECK, DECK))))
    refused = {"refused": "play", "seat": 0, "slot": 0, "pile": 0, "why": "misfit", key: 10**400}
    lines = [header, '{"move":"spit"}', json.dumps(refused)]
    with pytest.raises(LineError, match=key):
        list(replay(lines)[1])
