"""The boards and their pins, by gpiozero's names; which board this is."""

import sys
from pathlib import Path

import pytest

from hw.board_pins import (
    REVISIONS,
    Board,
    GpiozeroMissing,
    board_named,
    board_of,
    model_named,
    this_board,
)


@pytest.fixture(scope="module")
def board() -> Board:
    return board_named("4B")


@pytest.mark.parametrize("name", [17, "17", "GPIO17", "BCM17", "BOARD11", "J8:11", "WPI0"])
def test_a_pin_is_found_by_each_of_its_names(board: Board, name: str | int) -> None:
    pin = board.find(name)
    assert pin is not None
    assert (pin.gpio, pin.number, pin.name) == (17, 11, "GPIO17")


@pytest.mark.parametrize("name", [28, "GPIO28", "BOARD41", "", "J8:0", -1])
def test_a_pin_that_there_is_not_is_not_found(board: Board, name: str | int) -> None:
    assert board.find(name) is None


def test_power_and_ground_are_no_gpios(board: Board) -> None:
    assert [pin.number for pin in board.called("3V3")] == [1, 17]
    assert [pin.number for pin in board.called("GND")] == [6, 9, 14, 20, 25, 30, 34, 39]
    assert {pin.gpio for name in ("3V3", "5V", "GND") for pin in board.called(name)} == {None}


def test_distances_are_counted_in_steps(board: Board) -> None:
    assert board.pin_of(17).distance(board.pin_of(18)) == 1
    assert board.pin_of(2).distance(board.pin_of(21)) == 19


@pytest.mark.parametrize("model", REVISIONS)
def test_every_board_that_can_be_named_has_the_28_gpios(model: str) -> None:
    named = board_named(model)
    assert named.model == model
    assert named.gpios() == tuple(range(28))


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("4B", "4B"), ("4", "4B"), ("4b", "4B"), ("5", "5B"), ("3B+", "3B+"), ("cm4", "CM4"),
        ("Zero W", "Zero W"), ("zero 2 w", "Zero2W"), ("400", "400"), ("6", None), ("", None),
    ],
)  # fmt: skip
def test_a_model_may_be_written_as_people_do(text: str, model: str | None) -> None:
    assert model_named(text) == model


def test_the_first_boards_have_fewer_pins() -> None:
    first = board_of(0x000E)
    assert first is not None
    assert (first.model, len(first.pins), first.find("BOARD40")) == ("B", 26, None)


def test_boards_without_a_gpio_header_and_unknown_ones_are_none() -> None:
    assert board_of(0xA02060) is None  # a Compute Module
    assert board_of(0x0099) is None


def test_without_gpiozero_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.exc", None)
    with pytest.raises(GpiozeroMissing, match=r"pip install -e '\.\[pi\]'"):
        board_of(0xC03112)


# Which Raspberry Pi this is


def proc(folder: Path, *, tree: bytes | None = None, cpuinfo: str | None = None) -> Path:
    if tree is not None:
        (folder / "device-tree/system").mkdir(parents=True)
        (folder / "device-tree/system/linux,revision").write_bytes(tree)
    if cpuinfo is not None:
        (folder / "cpuinfo").write_text(cpuinfo)
    return folder


def test_the_device_tree_tells_the_board(tmp_path: Path) -> None:
    here = this_board(proc(tmp_path, tree=bytes.fromhex("00c04170"), cpuinfo="Revision : c03111"))
    assert here is not None
    assert here.model == "5B"


@pytest.mark.parametrize(
    ("cpuinfo", "model"),
    [
        pytest.param("Hardware\t: BCM2835\nRevision\t: c03111\nSerial: 1\n", "4B", id="cpuinfo"),
        pytest.param("Revision\t: 1000000e\n", "B", id="a first board that was overvolted"),
        pytest.param("Revision\t: 0000\n", None, id="another ARM board"),
        pytest.param("Revision\t: zz\n", None, id="nonsense"),
        pytest.param("model name : some PC\n", None, id="a PC"),
        pytest.param(None, None, id="no cpuinfo"),
    ],
)
def test_else_cpuinfo_tells_the_board(
    tmp_path: Path, cpuinfo: str | None, model: str | None
) -> None:
    here = this_board(proc(tmp_path, cpuinfo=cpuinfo))
    assert (here and here.model) == model
