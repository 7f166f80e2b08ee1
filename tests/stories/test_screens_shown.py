"""Panels in a terminal and as pictures for people."""

from pathlib import Path

import pytest
from PIL import Image

from hw.panel_frame import DARK, FRAME_BYTES, WIDTH
from sim.pictures import main
from sim.sample_scenes import SAMPLES
from sim.terminal import (
    BRAILLE_WIDTH,
    HALF_BLOCKS_WIDTH,
    braille,
    fits,
    half_blocks,
    panels,
    redrawn,
)

BRIGHT = b"\xff" * FRAME_BYTES


def frame_with(page: int, column: int, byte: int) -> bytes:
    frame = bytearray(DARK)
    frame[page * WIDTH + column] = byte
    return bytes(frame)


@pytest.mark.parametrize(
    ("byte", "column"),
    [
        (0b00000000, "    "),
        (0b00000001, "▀   "),
        (0b00000010, "▄   "),
        (0b11000000, "   █"),
        (0b01100110, "▄▀▄▀"),
    ],
)
def test_a_byte_of_a_page_is_four_half_blocks_from_the_top(byte: int, column: str) -> None:
    lines = half_blocks(frame_with(page=1, column=3, byte=byte))
    assert [line[3] for line in lines[4:8]] == list(column)
    assert "".join(lines).replace(" ", "") == "".join(column.split())


@pytest.mark.parametrize(
    ("column", "byte", "signs"),
    [
        (0, 0b00000001, "⠁⠀"),
        (0, 0b00001000, "⡀⠀"),
        (1, 0b00000001, "⠈⠀"),
        (1, 0b00001000, "⢀⠀"),
        (1, 0b11110110, "⠰⢸"),
    ],
)
def test_a_byte_of_a_page_is_half_of_two_braille_signs(column: int, byte: int, signs: str) -> None:
    lines = braille(frame_with(page=0, column=column, byte=byte))
    assert [lines[0][0], lines[1][0]] == list(signs)


@pytest.mark.parametrize(
    ("columns", "width", "lines", "full"),
    [
        pytest.param(HALF_BLOCKS_WIDTH, HALF_BLOCKS_WIDTH, 34, "█", id="wide: half blocks"),
        pytest.param(HALF_BLOCKS_WIDTH - 1, BRAILLE_WIDTH, 18, "⣿", id="usual: braille"),
        pytest.param(BRAILLE_WIDTH - 1, 66, 36, "⣿", id="narrow: one below the other"),
    ],
)
def test_both_panels_fit_the_terminal(columns: int, width: int, lines: int, full: str) -> None:
    text = panels([BRIGHT, BRIGHT], ["Ana", "Ben"], columns)
    assert {len(line) for line in text.splitlines()} == {width}
    assert len(text.splitlines()) == lines
    assert full in text
    assert "\x1b" not in text
    assert " Ana ─" in text
    assert " Ben ─" in text


def test_a_panel_without_a_name_has_a_plain_frame() -> None:
    assert panels([DARK], [""], BRAILLE_WIDTH).splitlines()[0] == "┌" + "─" * 64 + "┐"


def test_redrawing_starts_in_the_corner_and_clears_what_is_left_of_the_last() -> None:
    assert redrawn("a\nb") == "\x1b[Ha\x1b[K\nb\x1b[K\n\x1b[J"


def test_the_pictures_command_draws_every_sample(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert main([str(folder)]) == 0
    assert {path.stem for path in folder.glob("*.png")} == set(SAMPLES)
    with Image.open(folder / "table.png") as picture:
        assert picture.width > 2 * WIDTH * 4


@pytest.mark.parametrize(
    ("columns", "rows", "is_shown"),
    [
        pytest.param(80, 24, False, id="the usual terminal is too low for one below the other"),
        pytest.param(80, 37, True, id="one below the other"),
        pytest.param(80, 36, False, id="no line left for the result"),
        pytest.param(65, 60, False, id="too narrow for one panel"),
        pytest.param(133, 19, True, id="side by side in braille"),
        pytest.param(133, 18, False, id="side by side, a line short"),
        pytest.param(261, 35, True, id="side by side in half blocks"),
        pytest.param(261, 34, False, id="half blocks, a line short"),
    ],
)
def test_a_terminal_draws_the_panels_only_where_both_fit(
    columns: int, rows: int, is_shown: bool
) -> None:
    assert fits(columns, rows) is is_shown
    drawn = panels([DARK, DARK], ("Ana", "Ben"), columns).split("\n")
    assert (len(drawn) < rows and max(map(len, drawn)) <= columns) is is_shown
