"""Phones beside wires: `spytt play --config` and `spytt trace --config` with seats for phones."""

import io
import json
import logging
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from firmware_host import runner, seating
from firmware_host.cli import hardware, main
from firmware_host.cli.config_file import examples
from firmware_host.config_read import read_config
from firmware_host.console import Console
from firmware_host.effects import Effect, Show
from firmware_host.screens.drawing import frame_of
from hw import serial_pads
from hw.panel_frame import DARK
from hw.ports import Button, Clock, PadInfo, PadPort
from hw.serial_pads import SerialPads
from sim.front_panel import server
from sim.front_panel.doors import open_doors
from sim.front_panel.server import FrontPanel
from tests.drivers.front_panel_guests import LAN, SECRETS
from tests.drivers.phone_in_hand import Phone, front_among, keep_secrets, picked_up
from tests.drivers.pty_pads import PtyNano, Sockets, awake
from tests.drivers.wires import Silence, Wires, eventually, meanwhile, plugged_in, silenced

PATIENT = "[input]\nhold_ms = 5000\n\n"
"""On a host that may be busy no pad is called silent for that."""
USB = """usb = "Dan's pad"
panel = { chip = "ssd1306", i2c = 1, address = 0x3D }
"""


class Played:
    """A console that `spytt play` runs: its ports, and what each seat was shown."""

    def __init__(self) -> None:
        self.ports: list[PadPort] = []
        self.shown: dict[int, list[bytes]] = {}
        self.words: list[str] = []
        self.phones: tuple[int, ...] = ()

    def take(self, effect: Effect) -> None:
        if isinstance(effect, Show):
            self.shown.setdefault(effect.seat, []).append(frame_of(effect.scene))
            self.words.append(repr(effect.scene))

    def is_told(self, words: str) -> bool:
        return any(words in told for told in tuple(self.words))

    def is_seen(self, seat: int, phone: Phone) -> bool:
        """Tell whether a phone shows what its seat was shown last."""
        return phone.frames[-1] == bytes((seat,)) + self.shown[seat][-1]

    def front(self) -> FrontPanel:
        eventually(lambda: self.ports)
        return front_among(self.ports)


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> Wires:
    return plugged_in(monkeypatch)


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Silence:
    return silenced(monkeypatch)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state folder, with secrets that tests know; no phone is called silent or asleep."""
    keep_secrets(tmp_path)
    monkeypatch.setattr(seating, "PHONE_HOLD_MS", 5000)
    monkeypatch.setattr(server, "PHONE_SILENT_S", 60.0)
    return tmp_path


@pytest.fixture
def sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sockets]:
    """The console's USB sockets."""
    awake(monkeypatch)
    sockets = Sockets(tmp_path)
    usb = partial(SerialPads, find=sockets, look_s=0.01, byte_ns=0)
    monkeypatch.setattr(serial_pads, "SerialPads", usb)
    yield sockets
    sockets.empty()


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    told = Played()

    class Watched(runner.Runner):
        def __init__(self, console: Console, *given: Any, **more: Any) -> None:
            more["watches"] = (*more["watches"], told.take)
            told.phones = console.match.setup.phones
            super().__init__(console, *given, **more)

        def run(self, pads: Sequence[PadPort]) -> None:
            told.ports.extend(pads)
            super().run(pads)

    monkeypatch.setattr(runner, "Runner", Watched)
    return told


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "console.toml"
    example = examples()["phone"].read_text(encoding="utf-8")
    file.write_text(example.replace("[[seat]]", PATIENT + "[[seat]]", 1), encoding="utf-8")
    return file


def play(act: Callable[[], None], config: Path, state: Path, *more: str) -> None:
    """Let people do something on a console that `spytt play` runs."""
    failed: list[BaseException] = []

    def watched() -> None:
        try:
            act()
        except BaseException as error:
            failed.append(error)

    hand: Thread = meanwhile(watched, signal.SIGINT)
    argv = ["play", "--config", str(config), "--listen", LAN, "--port", "0", "--seed", "3"]
    code = main([*argv, "--state", str(state), *more])
    hand.join()
    if failed:
        raise failed[0]
    assert code == 0


def test_a_phone_plays_against_buttons_and_is_shown_its_own_seat_alone(
    wires: Wires, silence: Silence, state: Path, config: Path, played: Played
) -> None:
    def act() -> None:
        with picked_up(played.front(), 1) as phone:
            eventually(lambda: phone.frames)
            wires.tap(0, Button.READY)
            phone.tap(Button.READY)
            eventually(lambda: "spit" in silence.tones)
            eventually(lambda: played.is_seen(1, phone))
            eventually(lambda: wires.frames()[0] == played.shown[0][-1])
            eventually(lambda: "spit" in phone.heard("sound"))
        heard.extend(phone.frames)
        told.extend(phone.heard("state"))

    heard: list[bytes] = []
    told: list[dict[str, Any]] = []
    play(act, config, state)
    table = {bytes((1,)) + frame for frame in (*played.shown[1], DARK)}
    assert set(heard) <= table, "what its own seat was shown, and nothing else"
    own, other = (set(played.shown[seat]) for seat in (1, 0))
    assert other - own, "the other has cards of its own"
    assert {frame[1:] for frame in heard}.isdisjoint(other - own)
    assert told[0]["names"] == ["Ana", "Ben"]
    assert len({state["status"] for state in told}) > 1
    assert silence.lit == {0: False, 1: False}
    assert not any(any(frame) for frame in wires.frames())
    assert played.phones == (1,)


def test_a_phone_that_is_put_away_pauses_the_match_and_picked_up_again_goes_on(
    wires: Wires,
    silence: Silence,
    state: Path,
    config: Path,
    played: Played,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)

    def act() -> None:
        with picked_up(played.front(), 1) as phone:
            wires.tap(0, Button.READY)
            phone.tap(Button.READY)
            eventually(lambda: "spit" in silence.tones)
        eventually(lambda: played.is_told("Cards are hidden"))
        with picked_up(played.front(), 1) as phone:
            eventually(lambda: silence.tones.count("start") == 2)
            eventually(lambda: played.is_seen(1, phone))

    play(act, config, state)
    assert "Ben's pad is connected" in caplog.text


def test_phones_buttons_and_pads_on_usb_are_seated_in_any_order(
    wires: Wires,
    silence: Silence,
    state: Path,
    config: Path,
    played: Played,
    sockets: Sockets,
) -> None:
    whole = config.read_text(encoding="utf-8")
    begins = whole.index("[[seat]]")
    phone, usb = "[[seat]]\nphone = true\n\n", f"[[seat]]\n{USB}\n"
    config.write_text(whole[:begins] + phone + whole[begins:] + usb + phone, encoding="utf-8")
    nano = PtyNano("Dan's pad", 4)
    sockets.plug_in(nano)

    def act() -> None:
        front = played.front()
        with (
            picked_up(front, 0) as ana,
            picked_up(front, 2) as cleo,
            picked_up(front, 4) as eva,
        ):
            phones = {0: ana, 2: cleo, 4: eva}
            eventually(lambda: all(each.frames for each in phones.values()))
            for each in phones.values():
                each.tap(Button.READY)
            wires.tap(0, Button.READY)
            assert "start" not in silence.tones, "one is missing"
            nano.press(Button.READY)
            eventually(lambda: "start" in silence.tones)
            for seat, each in phones.items():
                eventually(partial(played.is_seen, seat, each))

    play(act, config, state, "--game", "pack")
    assert set(played.shown) == {0, 1, 2, 3, 4}
    assert played.phones == (0, 2, 4)


def test_no_log_holds_a_link(
    wires: Wires,
    silence: Silence,
    state: Path,
    config: Path,
    played: Played,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)

    def act() -> None:
        with picked_up(played.front(), 1) as phone:
            phone.tap(Button.C1)

    play(act, config, state)
    out, err = capfd.readouterr()
    assert out == f"Phones: {played.front().address} shows their links, on this machine\n"
    assert not any(secret in out + err + caplog.text for secret in SECRETS)


def test_in_a_terminal_the_link_and_its_code_are_told(
    wires: Wires,
    silence: Silence,
    state: Path,
    config: Path,
    played: Played,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = io.BytesIO()
    terminal = io.TextIOWrapper(written, encoding="utf-8", write_through=True)
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", terminal)
    play(lambda: eventually(lambda: played.ports), config, state)
    front, link, *code = written.getvalue().decode().splitlines()
    port = played.front().address.rstrip("/").rpartition(":")[2]
    assert front.startswith("Phones: http://127.0.0.1:")
    assert link == f"Ben: http://{LAN}:{port}/{SECRETS[1]}/"
    assert sum("█" in line for line in code) > 10


def test_a_port_that_is_taken_leaves_nothing_open(
    wires: Wires,
    silence: Silence,
    state: Path,
    config: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (door,) = open_doors((), 0)
    with door:
        argv = ["play", "--config", str(config), "--listen", LAN, "--state", str(state)]
        assert main([*argv, "--port", str(door.getsockname()[1])]) == 1
    assert "choose another with --port" in capsys.readouterr().err
    assert wires.bus.is_closed
    assert all(request.is_released for request in wires.chip.requests)


def test_a_trace_holds_what_buttons_and_phones_report(
    wires: Wires,
    state: Path,
    config: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fronts: list[FrontPanel] = []
    start = FrontPanel.start

    def started(front: FrontPanel) -> None:
        start(front)
        fronts.append(front)

    monkeypatch.setattr(FrontPanel, "start", started)
    file = tmp_path / "a.trace.jsonl"

    def press() -> None:
        eventually(lambda: fronts and file.exists())
        with picked_up(fronts[0], 1) as phone:
            eventually(lambda: phone.heard("state"))
            wires.tap(0, Button.LEFT)
            phone.tap(Button.RIGHT)
            eventually(lambda: file.read_text().count('"edge":"right"') == 2)
        names.extend(phone.heard("state")[0]["names"])

    names: list[str] = []
    hand = meanwhile(press, signal.SIGINT)
    argv = ["trace", "--config", str(config), "-o", str(file), "--state", str(state)]
    assert main([*argv, "--listen", LAN, "--port", "0"]) == 0
    hand.join()
    pads = json.loads(file.read_text().splitlines()[0])["pads"]
    assert [(pad["clock"], pad.get("hold_ms")) for pad in pads] == [("host", None), ("own", 5000)]
    assert names == ["Ana", "Ben"]
    out, err = capsys.readouterr()
    assert out == ""
    assert f"Phones: {fronts[0].address} shows their links" in err
    lines = len(file.read_text().splitlines())
    assert f"{file} is written: lines: {lines}, pads that were heard: 2 of 2, seconds: " in err
    assert main(["arbitrate", str(file), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["seat"] for line in told if "press" in line] == [0, 1]


def test_only_a_phone_may_keep_others_waiting_for_longer() -> None:
    buttons, phone = hardware.pads_of(read_config(examples()["phone"]))
    assert buttons == PadInfo("a", 0, Clock.HOST)
    assert phone == PadInfo("b", 1, Clock.OWN, seating.PHONE_HOLD_MS)
