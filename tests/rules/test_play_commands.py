"""`spytt demo` and `spytt play`: what they print, what they write, what they refuse."""

import json
import signal
import sys
import threading
from pathlib import Path

import pytest

from engine.bots import Level
from engine.game import Reason
from engine.messages import say
from engine.replay import replay
from engine.spit import Refill
from firmware_host.cli import main, parser
from firmware_host.cli.failure import Failure
from firmware_host.cli.play import preferences_of, setup_of
from firmware_host.cli.record_files import RecordFolder
from firmware_host.effects import Effect, GameBegan, GameEnded, Recorded, Show
from firmware_host.input_events import Pressed
from firmware_host.input_layer import InputLayer
from firmware_host.match_state import Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.screens.drawing import frame_of
from firmware_host.scribe import Scribe
from firmware_host.trace import read_trace
from hw.ports import DeviceError


def output(capsys: pytest.CaptureFixture[str], *argv: str) -> list[str]:
    assert main(argv) == 0
    return capsys.readouterr().out.splitlines()


def test_demo_json_is_a_move_a_line_and_the_result_last(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.loads(line) for line in output(capsys, "demo", "--json", "--seed", "5")]
    assert lines[-1] == {"result": {"winner": 0, "reason": "fewest"}}
    assert {line["move"] for line in lines[:-1]} == {"spit", "play"}
    assert all("t" in line for line in lines[:-1])


def test_the_same_seed_gives_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    told = [output(capsys, "demo", "--json", "--seed", seed) for seed in ("7", "7", "8")]
    assert told[0] == told[1] != told[2]


def test_without_a_seed_one_is_drawn_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--json"]) == 0
    assert capsys.readouterr().err.startswith("spytt: seed ")


def test_a_demo_s_record_and_trace_tell_the_same_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record, trace = tmp_path / "a.match.jsonl", tmp_path / "a.trace.jsonl"
    files = ("--record", str(record), "--trace", str(trace))
    told = output(capsys, "demo", "--json", "--seed", "5", *files)
    *_, last = replay(record.read_bytes().splitlines())[1]
    assert last.state.result is not None
    assert last.n == len(told) - 1
    header, arrivals = read_trace(trace.read_bytes().splitlines())
    layer = InputLayer(header.pads, header.settings, header.coin)
    events = [event for arrival in arrivals for event in layer.feed(arrival)]
    pressed = {(event.lo + event.hi) // 2 for event in events if isinstance(event, Pressed)}
    assert {json.loads(line)["t"] for line in told if '"play"' in line} <= pressed


def test_a_plain_demo_tells_the_match_shows_both_panels_and_ends_with_the_result(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = output(capsys, "demo", "--seed", "5")
    assert lines[0] == "Spit, refill auto: Ana against Ben"
    assert sum(line.startswith("┌ ") for line in lines) == 2
    assert lines[-1].startswith("Ana wins")
    assert "\x1b" not in "".join(lines)


def test_in_a_terminal_both_panels_are_drawn_over_and_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "133")
    monkeypatch.setenv("LINES", "20")
    (*_, last) = output(capsys, "demo", "--seed", "5", "--speed", "1e9")
    assert last.endswith("\x1b[?25hAna wins")


def test_a_terminal_too_small_for_the_panels_gets_the_account_and_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    assert main(["demo", "--seed", "5"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("Spit, refill auto")
    assert "\x1b" not in told.out
    assert "80x24 is too small" in told.err


@pytest.mark.parametrize(
    "argv",
    [
        pytest.param("demo --speed 0", id="time that stands still"),
        pytest.param("demo --speed nan", id="no number"),
        pytest.param("demo --seed -1", id="a negative seed"),
        pytest.param("demo --seed 99999999999999999999999", id="an endless seed"),
        pytest.param("demo --game chess", id="another game"),
        pytest.param("demo --bots hard", id="one bot"),
        pytest.param("demo --bots hard,godlike", id="no such level"),
        pytest.param("play --best-of 2", id="best of two"),
        pytest.param("play --names Ana", id="one name"),
        pytest.param("play --names Ana,Ana", id="the same name twice"),
        pytest.param("play --names Ana,Bartholomew-the-Great", id="a name that fits no panel"),
        pytest.param("play --port 65536", id="no such port"),
        pytest.param("play --lockout-ms 10001", id="too long a lockout"),
        pytest.param("play --refill never", id="no such refill"),
    ],
)
def test_values_that_make_no_sense_are_refused(
    argv: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(argv.split())
    assert refused.value.code == 2
    assert "error: argument" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--record", "--trace"])
def test_files_that_cannot_be_written_are_named(
    option: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "nowhere" / "file"
    assert main(["demo", "--seed", "1", option, str(path)]) == 1
    assert f"spytt: {path}: No such file" in capsys.readouterr().err


def test_names_and_house_rules_reach_the_match() -> None:
    argv = ["play", "--bot", "hard", "--best-of", "3", "--refill", "manual", "--lockout-ms", "500"]
    args = parser().parse_args(argv)
    chosen = preferences_of(args, Preferences())
    assert new_match(setup_of(args, seed=9), chosen).names == ("Ana", "Hard bot")
    assert (chosen.spit.refill, chosen.spit.lockout_ms) == (Refill.MANUAL, 500)
    assert chosen.best_of == 3
    assert setup_of(parser().parse_args(["play", "--names", "Åse,Bo"]), 1).names == ("Åse", "Bo")
    args = parser().parse_args(["play", "--names", "Åse,Robot", "--bot", "easy"])
    assert new_match(setup_of(args, 1), preferences_of(args, Preferences())).names == (
        "Åse",
        "Robot",
    )


def test_each_game_gets_a_record_of_its_own(tmp_path: Path) -> None:
    from sim.demo import Demo

    scribe = Scribe()
    folder = RecordFolder(tmp_path, "20260131T180000Z", scribe)
    for seed in (1, 2):
        for _, effect in Demo(Preferences(), (Level.HARD, Level.HARD), seed).effects():
            folder.take(effect)
    scribe.close()
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"spit-20260131T180000Z-{game}.match.jsonl" for game in (1, 2)]
    for name in names:
        *_, last = replay((tmp_path / name).read_bytes().splitlines())[1]
        assert last.state.result is not None


def test_a_folder_that_cannot_be_written_is_named_before_cards_are_dealt() -> None:
    # Not even root can make a file there.
    with pytest.raises(Failure, match=r"/proc/self: .*name a folder that can be written"):
        RecordFolder(Path("/proc/self"), "now", Scribe())


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Failure, match=r"file/records: .*name a folder that can be written"):
        RecordFolder(tmp_path / "file" / "records", "now", Scribe())


def test_a_file_that_cannot_be_written_is_told_once_and_the_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    scribe = Scribe()
    for line in ("one", "two"):
        scribe.write(tmp_path / "no such folder" / "a", line)
        scribe.write(tmp_path / "b", line)
    scribe.finish(tmp_path / "no such folder" / "a")
    scribe.close()
    assert (tmp_path / "b").read_text() == "one\ntwo\n"
    assert [record.getMessage().split(": ", 1)[1] for record in caplog.records] == [
        "No such file or directory: the rest of it is not written"
    ]


def test_a_line_after_the_finish_is_added_and_nothing_before_it_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("of an older session\n")
    scribe = Scribe()
    scribe.write(path, "one")
    scribe.finish(path)
    scribe.write(path, "two")
    scribe.close()
    assert path.read_text() == "one\ntwo\n"


def test_what_is_no_file_name_and_what_is_no_text_cost_only_their_own_files(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bad = (Path("a\0b"), "a line"), (tmp_path / "a", "\ud800")
    scribe = Scribe()
    for path, line in (*bad, *bad, (tmp_path / "b", "a line")):
        scribe.write(path, line)
    scribe.close()
    assert (tmp_path / "b").read_text() == "a line\n"
    assert scribe.lost == [path for path, _ in bad]
    assert len(caplog.records) == 2


def test_a_record_keeps_what_follows_the_winning_move_and_a_new_game_begins_another(
    tmp_path: Path,
) -> None:
    scribe = Scribe()
    folder = RecordFolder(tmp_path, "now", scribe)
    ended = GameEnded(0, Reason.FEWEST, (1, 2))
    for game in (1, 2):
        began = GameBegan({"game": "spit", "n": game})
        effects = (began, Recorded({"n": 1}), ended, Recorded({"late": game}))
        for effect in effects:
            folder.take(effect)
    scribe.close()
    for game in (1, 2):
        record = (tmp_path / f"spit-now-{game}.match.jsonl").read_text()
        assert record == f'{{"game":"spit","n":{game}}}\n{{"n":1}}\n{{"late":{game}}}\n'
    assert len(list(tmp_path.iterdir())) == 2


def test_a_full_disk_is_told(caplog: pytest.LogCaptureFixture) -> None:
    scribe = Scribe()
    scribe.write(Path("/dev/full"), "a line")
    scribe.close()
    assert "No space left" in caplog.text


def test_what_is_shown_reaches_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    from sim.live import LiveConsole

    frames: dict[int, bytes] = {}
    drawn: dict[int, bytes] = {}

    def note(effect: Effect) -> None:
        if isinstance(effect, Show):
            drawn[effect.seat] = frame_of(effect.scene)

    def show(seat: int, frame: bytes) -> None:
        assert threading.current_thread().name == "panels"
        frames[seat] = frame
        if len(frames) == 2:
            console.stop()

    console = LiveConsole(new_match(Setup(seed=1), Preferences()), 0, watches=[note])
    monkeypatch.setattr(console.front, "show", show)
    console.run()
    assert frames == drawn
    assert all(any(frame) for frame in frames.values())


@pytest.mark.parametrize(
    ("lang", "status"), [("en", "READY starts"), ("nb", "KLAR starter")], ids=["en", "nb"]
)
def test_the_page_is_told_who_plays_and_what_is_waited_for(lang: str, status: str) -> None:
    from sim.page_state import state_of

    told = state_of(new_match(Setup(seed=1), Preferences(lang=lang)))
    assert (told["names"], told["score"]) == (["Ana", "Ben"], [0, 0])
    assert status in str(told["status"])


def test_play_serves_the_front_panel_until_a_signal_comes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sim.live import LiveConsole

    run = LiveConsole.run

    def interrupted(console: LiveConsole) -> None:
        signal.raise_signal(signal.SIGTERM)
        run(console)

    monkeypatch.setattr(LiveConsole, "run", interrupted)
    before = signal.getsignal(signal.SIGTERM)
    trace = tmp_path / "a.trace.jsonl"
    files = ["--record", str(tmp_path / "records"), "--trace", str(trace)]
    assert main(["play", "--port", "0", "--seed", "1", "--bot", "easy", *files]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Front panel: http://127.0.0.1:")
    assert "seed 1" in err
    assert (tmp_path / "records").is_dir()
    assert trace.read_text().startswith('{"spytt_trace":1')
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_port_in_use_is_told_with_the_remedy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from sim.front_panel.server import FrontPanel

    def refuse(_: FrontPanel) -> None:
        raise DeviceError(say("port 8765 is in use; choose another with --port"))

    monkeypatch.setattr(FrontPanel, "start", refuse)
    assert main(["play"]) == 1
    assert "choose another with --port" in capsys.readouterr().err


def test_without_websockets_the_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "sim.live", raising=False)
    monkeypatch.delitem(sys.modules, "sim.front_panel.server", raising=False)
    monkeypatch.setitem(sys.modules, "websockets.asyncio.server", None)
    assert main(["play", "--port", "0"]) == 1
    assert "pip install -e '.[sim]' in Spytt's folder" in capsys.readouterr().err
