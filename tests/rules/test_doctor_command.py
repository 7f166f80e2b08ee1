"""`spytt doctor` on the command line."""

import json
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.cli.config_file import BUILDS, examples
from sim.finger import REAL_PRESS, pattern

HEADER = {"spytt_trace": 1, "pads": [{"pad": "a", "seat": 0, "clock": "host"}]}


def trace_of(file: Path, *texts: str) -> str:
    """Record presses such as "D0 U80000" of c1, in us."""
    contacts = [contact for text in texts for contact in pattern(text)]
    lines: list[dict[str, object]] = [
        {"at": it.at_ns, "pad": "a", "edge": "c1", "level": int(it.closed), "t": it.at_ns, "seq": n}
        for n, it in enumerate(contacts, 1)
    ]
    file.write_text("\n".join(json.dumps(line) for line in [HEADER, *lines]))
    return str(file)


def test_a_recorded_trace_is_shown_as_pictures_with_the_settings_that_suit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = trace_of(tmp_path / "a.trace.jsonl", f"{REAL_PRESS} U92000 D99000 U99500")
    assert main(["doctor", "--trace", file]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "█ is a closed contact, ▁ an open one, ▒ one that did both; below it the ms since it first"
        " changed",
        "",
        "seat 1",
        "c1 pressed: settled after 0.57 ms, edges: 7",
        "▁▁▁▒████████████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▒███",
        "   0         0.2       0.4       0.6 ms",
        "c1 released 80 ms later: settled after 7.50 ms, edges: 3",
        "███▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁██▁▁▁▁",
        "   0         2         4         6         8 ms",
        "",
        "These switches want other settings; write into the configuration:",
        "[input]",
        "release_ms = 14      # while bouncing, contacts were open for up to 7.00 ms",
        "as they are: qualify_us = 1500, burst_ms = 10",
    ]


def test_taps_are_shown_in_the_order_in_which_they_began(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.trace.jsonl"
    edges = [("c1", 1, 0), ("c2", 1, 5), ("c2", 0, 80), ("c2", 1, 200), ("c1", 0, 300)]
    lines = [
        {"at": ms, "pad": "a", "edge": button, "level": level, "t": ms * 1_000_000, "seq": n}
        for n, (button, level, ms) in enumerate(edges, 1)
    ]
    file.write_text("\n".join(json.dumps(line) for line in [HEADER, *lines]))
    assert main(["doctor", "--trace", str(file)]) == 0
    shown = [
        line.split()[:2] for line in capsys.readouterr().out.splitlines() if " pressed" in line
    ]
    assert shown == [["c1", "pressed:"], ["c2", "pressed:"], ["c2", "pressed"]]


def test_good_switches_keep_the_settings_in_norwegian_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = trace_of(tmp_path / "a.trace.jsonl", "D0 U80000")
    assert main(["doctor", "--trace", file, "--lang", "nb"]) == 0
    out = capsys.readouterr().out
    assert "Innstillingene passer til disse bryterne:" in out
    assert "release_ms = 8       # mens de prellet, var kontakter åpne i inntil 0,00 ms" in out


def test_a_trace_in_which_nobody_pressed_suggests_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--trace", trace_of(tmp_path / "a.trace.jsonl")]) == 0
    assert "no press was seen" in capsys.readouterr().out


def test_a_trace_is_told_to_programs_as_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = trace_of(tmp_path / "a.trace.jsonl", "D0 U8 D12 U92000 D99000 U99500")
    assert main(["doctor", "--trace", file, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["bounces"] == [
        {
            "seat": 1,
            "button": "c1",
            "bursts": [
                {
                    "after_ms": 0,
                    "settled_ms": 0.012,
                    "edges": [[0, 1], [0.008, 0], [0.012, 1]],
                },
                {"after_ms": 92, "settled_ms": 7.5, "edges": [[92, 0], [99, 1], [99.5, 0]]},
            ],
        }
    ]
    assert {it["key"]: (it["now"], it["suggested"]) for it in told["settings"]} == {
        "qualify_us": (1500, 1500),
        "burst_ms": (10, 10),
        "release_ms": (8, 14),
    }
    assert told["settings"][2]["why"] == "while bouncing, contacts were open for up to 7.00 ms"


def test_whoever_asks_without_json_is_told_that_it_is_no_use(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["doctor", "--ask"])
    assert left.value.code == 2
    assert "--ask goes with --json" in capsys.readouterr().err


def test_every_example_is_described() -> None:
    assert set(BUILDS) == set(examples())


def test_a_trace_that_cannot_be_read_is_told_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.trace.jsonl"
    file.write_text(json.dumps(HEADER) + "\nnonsense\n")
    assert main(["doctor", "--trace", str(file)]) == 1
    assert capsys.readouterr().err.startswith(f"{file}:2: ")
