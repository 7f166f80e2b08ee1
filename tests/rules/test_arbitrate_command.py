"""`spytt arbitrate` and `spytt trace`: what goes to stdout, and what is refused."""

import json
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_host import cli
from firmware_host.input_events import Pressed
from firmware_host.input_layer import InputLayer
from firmware_host.recorder import Recorder
from firmware_host.trace import TraceHeader, arrival_line, header_line, read_trace
from hw.ports import Arrival, PadInfo
from sim.races import record

Told = pytest.CaptureFixture[str]


def lines_of(pads: tuple[PadInfo, ...], arrivals: list[Arrival], coin: int = 0) -> list[str]:
    header = TraceHeader(pads, coin)
    return [header_line(header), *(arrival_line(header, arrival) for arrival in arrivals)]


@pytest.fixture
def races(tmp_path: Path) -> Path:
    file = tmp_path / "races.trace.jsonl"
    file.write_text("\n".join(lines_of(*record("mixed", seed=2, races=4))) + "\n")
    return file


def test_json_holds_exactly_what_the_layer_decides(races: Path, capsys: Told) -> None:
    pads, arrivals = record("mixed", seed=2, races=4)
    layer = InputLayer(pads)
    decided = [e for a in arrivals for e in layer.feed(a) if isinstance(e, Pressed)]
    assert cli.main(["arbitrate", str(races), "--json"]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(decided) == 8
    assert printed == [
        {
            "press": press.button,
            "seat": press.seat,
            "lo": press.lo,
            "hi": press.hi,
            "decided_at": press.decided_at,
            "tie": press.tie,
        }
        for press in decided
    ]


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_running_it_twice_prints_the_same_bytes(
    races: Path, capsys: Told, options: list[str]
) -> None:
    printed = []
    for _ in range(2):
        assert cli.main(["arbitrate", str(races), *options]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != ""


def test_without_json_it_tells_who_pressed_and_what_was_wrong(tmp_path: Path, capsys: Told) -> None:
    pads, arrivals = record("gpio", seed=2, races=1)
    lines = lines_of(pads, arrivals)
    at = arrivals[-1].at
    lines += [
        f'{{"at":{at},"pad":"a","fault":"overflow"}}',
        f'{{"at":{at},"pad":"a","gone":true}}',
        f'{{"at":{at},"pad":"a","boot":1}}',
    ]
    file = tmp_path / "one.trace.jsonl"
    file.write_text("\n".join(lines))
    assert cli.main(["arbitrate", str(file)]) == 0
    out = capsys.readouterr().out
    assert "seat 1 pressed left" in out
    assert "seat 2 pressed left" in out
    assert "seat 0" not in out, "people count from 1, as doctor does"
    assert 'pad "a": overflow' in out
    assert 'pad "a": nobody waits for it' in out
    assert 'pad "a": is back' in out


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_trace_without_a_press_is_said_to_have_none(
    tmp_path: Path, capsys: Told, options: list[str]
) -> None:
    file = tmp_path / "still.trace.jsonl"
    file.write_text(header_line(TraceHeader(record("gpio", seed=2, races=1)[0])) + "\n")
    assert cli.main(["arbitrate", str(file), *options]) == 0
    assert capsys.readouterr() == ("", f"spytt: {file}: no press in it\n")


def test_a_photo_finish_is_called_one(tmp_path: Path, capsys: Told) -> None:
    pads, arrivals = record("gpio", seed=2, races=1)
    lines = lines_of(pads[:1], [a for a in arrivals if getattr(a, "pad", "a") == "a"])
    twin = [line.replace('"pad":"a"', '"pad":"b"') for line in lines[1:] if '"pad"' in line]
    both = [line for pair in zip(lines[1:], twin, strict=False) for line in pair]
    head = header_line(TraceHeader(pads))
    file = tmp_path / "tie.trace.jsonl"
    file.write_text("\n".join([head, *sorted(both, key=lambda each: json.loads(each)["at"])]))
    assert cli.main(["arbitrate", str(file)]) == 0
    assert capsys.readouterr().out.count("a photo finish") == 2


def test_a_bad_line_ends_it_with_file_and_line_and_nothing_more_on_stdout(
    races: Path, capsys: Told
) -> None:
    assert cli.main(["arbitrate", str(races), "--json"]) == 0
    whole = capsys.readouterr().out
    lines = races.read_text().splitlines()
    lines[len(lines) // 2] = '{"at":'
    races.write_text("\n".join(lines))
    assert cli.main(["arbitrate", str(races), "--json"]) == 1
    told = capsys.readouterr()
    assert f"{races}:{len(lines) // 2 + 1}: not JSON" in told.err
    assert whole.startswith(told.out)
    assert len(told.out) < len(whole)


def test_a_file_that_is_not_there_is_said_to_be_so(tmp_path: Path, capsys: Told) -> None:
    assert cli.main(["arbitrate", str(tmp_path / "none")]) == 1
    assert "No such file" in capsys.readouterr().err


def test_a_recorder_keeps_what_it_is_fed_and_asks_as_the_layer_does() -> None:
    pads, arrivals = record("gpio", seed=4, races=1)
    kept: list[Arrival] = []
    recorder, layer = Recorder(TraceHeader(pads), kept.append), InputLayer(pads)
    for arrival in arrivals:
        assert recorder.feed(arrival) == []
        list(layer.feed(arrival))
        assert recorder.asks() == layer.asks()
        assert recorder.due_at() == layer.due_at()
    assert kept == arrivals


class AtOnce:
    """A timer that does not wait."""

    daemon = False

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        assert seconds == 5
        self._call = call

    def start(self) -> None:
        self._call()

    def cancel(self) -> None:
        pass


def test_trace_writes_a_trace_that_can_be_read(
    tmp_path: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_host.cli.trace.Timer", AtOnce)
    file = tmp_path / "new.trace.jsonl"
    assert cli.main(["trace", "--seconds", "5", "--port", "0", "-o", str(file)]) == 0
    header, arrivals = read_trace(file.read_bytes().splitlines())
    assert [pad.seat for pad in header.pads] == [0, 1]
    count = len(list(arrivals))
    assert count >= 1
    told = capsys.readouterr()
    assert "http://127.0.0.1:" in told.err
    assert f"{file} is written: lines: {1 + count}, pads that were heard: " in told.err
    assert told.out == ""


def test_trace_without_a_file_writes_to_stdout(
    capsys: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_host.cli.trace.Timer", AtOnce)
    assert cli.main(["trace", "--seconds", "5", "--port", "0"]) == 0
    said = capsys.readouterr()
    assert "is written" not in said.err
    header, arrivals = read_trace(said.out.splitlines())
    assert [pad.seat for pad in header.pads] == [0, 1]
    assert len(list(arrivals)) >= 1


def test_trace_names_a_port_that_another_holds_and_spares_the_older_trace(
    capsys: Told, tmp_path: Path
) -> None:
    file = tmp_path / "old.trace.jsonl"
    file.write_text("an older trace")
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = str(holder.getsockname()[1])
        assert cli.main(["trace", "--port", port, "-o", str(file)]) == 1
    assert "cannot be opened" in capsys.readouterr().err
    assert file.read_text() == "an older trace"


def test_a_trace_on_a_full_disk_fails_and_says_so(
    capsys: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_host.cli.trace.Timer", AtOnce)
    argv = ["trace", "--seconds", "5", "--port", "0", "-o", "/dev/full"]
    assert cli.main(argv) == 1
    told = capsys.readouterr().err
    assert "/dev/full is not whole: write where there is leave and room to" in told
    assert "is written" not in told


def test_a_pad_s_own_hold_cap_in_the_header_counts(tmp_path: Path, capsys: Told) -> None:
    file = tmp_path / "phone.trace.jsonl"
    file.write_text(
        '{"spytt_trace":1,"pads":[{"pad":"a","seat":0,"clock":"host"},'
        '{"pad":"b","seat":1,"clock":"own","hold_ms":250}]}\n'
        '{"at":1000000,"pad":"a","edge":"left","level":1,"t":1000000,"seq":1}\n'
        '{"at":4000000,"pad":"a","through":1,"t":3999999}\n'
        '{"at":900000000}\n'
    )
    assert cli.main(["arbitrate", str(file), "--json"]) == 0
    (press,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (press["press"], press["decided_at"]) == ("left", 251_000_000)
