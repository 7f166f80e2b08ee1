"""`spytt pad` on the command line: pads on ptys, and tools that only note how they are called."""

import json
import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from firmware_host import flashing, usb_pads
from firmware_host.cli import main
from firmware_host.cli.config_file import examples
from hw import serial_ports, serial_talk
from hw.serial_ports import SerialPort
from hw.units import MILLISECOND_NS
from tests.drivers.pty_pads import PtyNano, Sockets, awake

ANA = 0x7F3A09C2


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usb_pads, "MEASURE_NS", 200 * MILLISECOND_NS)
    monkeypatch.setattr(serial_talk, "ANSWER_NS", 500 * MILLISECOND_NS)


@pytest.fixture
def sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sockets]:
    awake(monkeypatch)
    sockets = Sockets(tmp_path)
    monkeypatch.setattr(serial_ports, "usb_ports", sockets)
    yield sockets
    sockets.empty()


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of PATH, but for the shell."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for name in ("sh", "cat", "sleep"):
        (folder / name).symlink_to(shutil.which(name, path=os.defpath) or f"/bin/{name}")
    return folder


def tool(folder: Path, name: str, script: str) -> None:
    """Install a tool: a shell script that also notes how it was called."""
    file = folder / name
    file.write_text(f'#!/bin/sh\necho "$@" >> "{folder}/{name}.called"\n{script}\n')
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


def calls(folder: Path, name: str) -> list[str]:
    return (folder / f"{name}.called").read_text().splitlines()


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a hello."""
    usual = serial_talk.PadTalk.greet
    monkeypatch.setattr(
        serial_talk.PadTalk, "greet", lambda talk: usual(talk, 300 * MILLISECOND_NS)
    )


# list


def test_the_pads_are_listed_with_their_seats(
    sockets: Sockets, capsys: pytest.CaptureFixture[str]
) -> None:
    sockets.plug_in(PtyNano("Ben's pad", ANA, boot=13), "ttyUSB0")
    sockets.plug_in(PtyNano("", 2, boot=2), "ttyUSB1")
    sockets.plug_in(PtyNano(), "ttyUSB2")
    assert main(["pad", "list", "--config", str(examples()["nano"])]) == 0
    head, *rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert head == ["port", "id", "name", "seat", "firmware", "boot", "round", "trip"]
    assert [row[1:-3] for row in rows] == [
        ["7F3A09C2", "Ben's", "pad", "seat", "2", "1.0"],
        ["00000002", "-", "-", "1.0"],
        ["-", "-", "-", "1.0"],
    ]
    assert [row[-3] for row in rows] == ["14", "3", "1"]
    assert all(row[-1] == "ms" and float(row[-2]) > 0 for row in rows)


def test_the_list_as_json_tells_troubles_too(
    sockets: Sockets, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    mute, foreign = PtyNano(), PtyNano(protocol=9)
    mute.is_mute = True
    sockets.plug_in(PtyNano("Ana", ANA), "ttyUSB0")
    sockets.plug_in(mute, "ttyUSB1")
    sockets.plug_in(foreign, "ttyUSB2")
    assert main(["pad", "list", "--json"]) == 0
    ana, silent, other = json.loads(capsys.readouterr().out)["ports"]
    assert (ana["id"], ana["name"], ana["seat"], ana["trouble"]) == ("7F3A09C2", "Ana", None, None)
    assert 0 < ana["round_trip_us"] < 1_000_000
    assert "nothing on" in silent["trouble"]
    assert (silent["id"], silent["firmware"], silent["round_trip_us"]) == (None, None, None)
    assert "speaks another protocol: run spytt pad flash" in other["trouble"]


def test_where_no_port_has_a_pad_the_list_fails_and_says_why(
    sockets: Sockets, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["pad", "list"]) == 1
    assert "there is no serial port on USB: plug the pad in" in capsys.readouterr().err
    assert main(["pad", "list", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {"ports": []}
    hurry(monkeypatch)
    nano = PtyNano()
    sockets.plug_in(nano)
    taken = SerialPort(nano.device)
    assert main(["pad", "list", "--lang", "nb"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "er i bruk: stopp det som bruker den" in err
    taken.close()


# name


def test_a_pad_gets_its_name_and_an_id_if_it_has_none(
    sockets: Sockets, capsys: pytest.CaptureFixture[str]
) -> None:
    nano = PtyNano()
    sockets.plug_in(nano)
    assert main(["pad", "name", nano.device, 'Åse "1"']) == 0
    kept = nano.nano.eeprom
    assert kept.name == 'Åse "1"'
    assert 0 < kept.pad_id < 1 << 32
    assert capsys.readouterr().out == (
        f"{nano.device}: pad {kept.pad_id:08X}, firmware 1.0;"
        ' below its [[seat]] write usb = "Åse \\"1\\""\n'
    )
    pad_id = kept.pad_id
    assert main(["pad", "name", nano.device, "Ben"]) == 0
    assert (kept.pad_id, kept.name) == (pad_id, "Ben")


def test_a_pad_that_does_not_take_its_name_is_told_of(
    sockets: Sockets, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    nano = PtyNano("Ana", ANA)
    sockets.plug_in(nano)
    rename = serial_talk.PadTalk.rename

    def mute(talk: serial_talk.PadTalk, pad_id: int, name: str) -> object:
        nano.is_mute = True
        return rename(talk, pad_id, name)

    monkeypatch.setattr(serial_talk.PadTalk, "rename", mute)
    assert main(["pad", "name", nano.device, "Ben"]) == 1
    assert "did not take its name: unplug it" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["", "7F3A09C2", "/dev/ttyUSB1", "å" * 13, "a\x07", " Ana"])
def test_what_no_pad_can_be_called_is_a_wrong_command_line(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["pad", "name", "/dev/ttyUSB0", name])
    assert "write a name of 1 to 24 bytes that looks neither like an id" in capsys.readouterr().err


def test_a_port_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pad", "name", "/dev/no such port", "Ana"]) == 1
    assert "there is no /dev/no such port: plug the pad in" in capsys.readouterr().err


def test_a_pad_that_is_pulled_out_meanwhile_is_told_of(
    sockets: Sockets, capsys: pytest.CaptureFixture[str]
) -> None:
    nano = PtyNano("Ana", ANA, cut_after=25)
    sockets.plug_in(nano)
    assert main(["pad", "name", nano.device, "Ben"]) == 1
    assert " is lost (" in (said := capsys.readouterr().err)
    assert "): plug the pad in anew" in said


# flash


def builds(tools: Path) -> None:
    """Install a make that builds at once."""
    tool(
        tools,
        "make",
        'for it; do case $it in BUILD=*) echo :00 > "${it#BUILD=}/spytt_pad.hex";; esac; done',
    )
    tool(tools, "avr-gcc", "exit 1")


def test_a_nano_is_flashed_with_what_was_built_and_gets_an_id(
    sockets: Sockets, tools: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    builds(tools)
    tool(tools, "avrdude", "exit 0")
    nano = PtyNano()
    sockets.plug_in(nano)
    assert main(["pad", "flash"]) == 0
    (made,) = calls(tools, "make")
    assert made.startswith(f"-C {flashing.FIRMWARE} BUILD=")
    (called,) = calls(tools, "avrdude")
    device = sockets()[0].device
    assert called.startswith(f"-q -p atmega328p -c arduino -P {device} -b 115200 -D -U flash:w:")
    assert called.endswith("/spytt_pad.hex:i")
    out, err = capsys.readouterr()
    assert f"pad {nano.nano.eeprom.pad_id:08X}, firmware 1.0; below its [[seat]] write" in out
    assert f"writing spytt_pad.hex to {device}, as the new bootloader takes it ..." in err


def test_the_old_bootloader_is_tried_when_the_new_one_does_not_answer(
    sockets: Sockets, tools: Path, tmp_path: Path
) -> None:
    tool(tools, "avrdude", 'case "$*" in *57600*) exit 0;; esac; exit 1')
    nano = PtyNano("Ana", ANA)
    sockets.plug_in(nano)
    file = tmp_path / "mine.hex"
    file.write_text(":00000001FF\n")
    assert main(["pad", "flash", nano.device, "--hex", str(file)]) == 0
    assert ["115200" in call for call in calls(tools, "avrdude")] == [True, False]
    assert f"flash:w:{file}:i" in calls(tools, "avrdude")[1]
    assert (nano.nano.eeprom.pad_id, nano.nano.eeprom.name) == (ANA, "Ana"), "it stays who it is"


@pytest.mark.parametrize(("bootloader", "baud"), [("new", "115200"), ("old", "57600")])
def test_a_bootloader_that_is_named_is_the_only_one_tried(
    bootloader: str,
    baud: str,
    sockets: Sockets,
    tools: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tool(tools, "avrdude", "echo 'avrdude: stk500_getsync(): not in sync: resp=0x00' >&2; exit 1")
    sockets.plug_in(PtyNano())
    file = tmp_path / "mine.hex"
    file.touch()
    assert main(["pad", "flash", "--hex", str(file), "--bootloader", bootloader]) == 1
    (called,) = calls(tools, "avrdude")
    assert f"-b {baud} " in called
    told = capsys.readouterr().err
    assert "did not take it (avrdude: stk500_getsync(): not in sync: resp=0x00)" in told
    assert "is it a Nano with an ATmega328P?" in told


@pytest.mark.parametrize(
    ("has", "words"),
    [
        ([], "make is not installed: run sudo apt install make, or name a .hex file"),
        (["make"], "avr-gcc is not installed: run sudo apt install gcc-avr avr-libc"),
        (["make", "avr-gcc"], "avrdude is not installed: run sudo apt install avrdude"),
    ],
    ids=["no make", "no compiler", "no avrdude"],
)
def test_a_missing_tool_is_named_with_what_brings_it(
    has: Sequence[str],
    words: str,
    sockets: Sockets,
    tools: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    builds(tools)
    for name in {"make", "avr-gcc"} - set(has):
        (tools / name).unlink()
    sockets.plug_in(PtyNano())
    assert main(["pad", "flash"]) == 1
    assert words in capsys.readouterr().err


def test_firmware_that_does_not_build_is_told_with_the_reason(
    sockets: Sockets, tools: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    builds(tools)
    tool(tools, "make", "echo main.c: error: no such thing >&2; echo make: stop >&2; exit 2")
    sockets.plug_in(PtyNano())
    assert main(["pad", "flash"]) == 1
    assert "could not be built: main.c: error: no such thing" in capsys.readouterr().err


def test_a_tool_that_hangs_is_given_up(
    sockets: Sockets,
    tools: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    builds(tools)
    tool(tools, "avrdude", "exec sleep 60")
    monkeypatch.setattr(flashing, "LONGEST_S", 0.2)
    sockets.plug_in(PtyNano())
    assert main(["pad", "flash", "--bootloader", "new"]) == 1
    assert "timed out" in capsys.readouterr().err


def test_which_port_is_to_be_named_where_there_are_several(
    sockets: Sockets, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["pad", "flash"]) == 1
    assert "there is no serial port on USB" in capsys.readouterr().err
    for socket in ("ttyUSB0", "ttyUSB1"):
        sockets.plug_in(PtyNano(), socket)
    assert main(["pad", "flash"]) == 1
    ports = f"{tmp_path}/ttyUSB0, {tmp_path}/ttyUSB1"
    assert f"there are several ports: name one of {ports}" in capsys.readouterr().err


def test_a_port_in_use_and_a_file_that_is_missing_are_told_before_anything_is_written(
    sockets: Sockets, tools: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tool(tools, "avrdude", "exit 0")
    nano = PtyNano()
    sockets.plug_in(nano)
    assert main(["pad", "flash", "--hex", "none.hex"]) == 1
    assert "there is no none.hex: name the .hex file to write" in capsys.readouterr().err
    taken = SerialPort(nano.device)
    assert main(["pad", "flash", nano.device]) == 1
    assert "is in use: stop what uses it" in capsys.readouterr().err
    taken.close()
    assert not (tools / "avrdude.called").exists()


def test_a_nano_that_says_nothing_after_it_was_flashed_is_told_of(
    sockets: Sockets,
    tools: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    builds(tools)
    tool(tools, "avrdude", "exit 0")
    hurry(monkeypatch)
    nano = PtyNano()
    nano.is_mute = True
    sockets.plug_in(nano)
    assert main(["pad", "flash"]) == 1
    assert "says that it is a pad" in capsys.readouterr().err


@pytest.mark.skipif(
    shutil.which("avr-gcc") is None, reason="gcc-avr and avr-libc build the firmware"
)
def test_the_firmware_builds_where_its_source_may_not_be_written(tmp_path: Path) -> None:
    before = sorted(flashing.FIRMWARE.rglob("*"))
    file = flashing.build(tmp_path)
    assert file.read_text().startswith(":")
    assert sorted(flashing.FIRMWARE.rglob("*")) == before
