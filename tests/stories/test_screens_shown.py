"""Panels in a terminal and as pictures for people."""

from pathlib import Path

import pytest
from PIL import Image

from hw.panel_frame import DARK, FRAME_BYTES, WIDTH
from sim.pictures import main
from sim.sample_scenes import SAMPLES
from sim.terminal import (
    Layout,
    braille,
    half_blocks,
    layout_in,
    panels,
    redrawn,
    small_size,
    stacked,
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
    ("layout", "width", "lines", "full"),
    [
        pytest.param(Layout(half_blocks, 2), 261, 34, "█", id="half blocks side by side"),
        pytest.param(Layout(braille, 2), 133, 18, "⣿", id="braille side by side"),
        pytest.param(Layout(braille, 1), 66, 36, "⣿", id="braille, one below the other"),
    ],
)
def test_panels_are_framed_with_their_names(
    layout: Layout, width: int, lines: int, full: str
) -> None:
    text = panels([BRIGHT, BRIGHT], ["Ana", "Ben"], layout)
    assert {len(line) for line in text.splitlines()} == {width}
    assert len(text.splitlines()) == lines
    assert full in text
    assert "\x1b" not in text
    assert " Ana ─" in text
    assert " Ben ─" in text


def test_the_last_row_of_panels_may_be_shorter() -> None:
    names = ["Ana", "Ben", "Cleo", "Dina", "Emil"]
    lines = panels([DARK] * 5, names, Layout(braille, 3)).splitlines()
    assert [len(line) for line in lines] == [200] * 18 + [133] * 18
    assert [lines[0].count("┌"), lines[18].count("┌")] == [3, 2]
    assert " Emil ─" in lines[18]


def test_a_panel_without_a_name_has_a_plain_frame() -> None:
    drawn = panels([DARK], [""], Layout(braille, 1))
    assert drawn.splitlines()[0] == "┌" + "─" * 64 + "┐"


def test_redrawing_starts_in_the_corner_and_clears_what_is_left_of_the_last() -> None:
    assert redrawn("a\nb") == "\x1b[Ha\x1b[K\nb\x1b[K\n\x1b[J"


def test_the_pictures_command_draws_every_sample(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert main([str(folder)]) == 0
    assert {path.stem for path in folder.glob("*.png")} == set(SAMPLES)
    with Image.open(folder / "table.png") as picture:
        assert picture.width > 2 * WIDTH * 4


@pytest.mark.parametrize(
    ("count", "columns", "rows", "layout"),
    [
        pytest.param(2, 80, 24, None, id="the usual terminal is too low for one below the other"),
        pytest.param(2, 80, 37, Layout(braille, 1), id="one below the other"),
        pytest.param(2, 80, 36, None, id="no line left for the result"),
        pytest.param(2, 65, 60, None, id="too narrow for one panel"),
        pytest.param(2, 133, 19, Layout(braille, 2), id="side by side in braille"),
        pytest.param(2, 133, 18, None, id="side by side, a line short"),
        pytest.param(2, 261, 35, Layout(half_blocks, 2), id="side by side in half blocks"),
        pytest.param(2, 261, 34, Layout(braille, 2), id="half blocks, a line short"),
        pytest.param(2, 130, 69, Layout(half_blocks, 1), id="half blocks one below the other"),
        pytest.param(3, 200, 19, Layout(braille, 3), id="three side by side"),
        pytest.param(3, 199, 19, None, id="three, a column short"),
        pytest.param(5, 200, 37, Layout(braille, 3), id="five in two rows"),
        pytest.param(5, 133, 55, Layout(braille, 2), id="five in three rows"),
        pytest.param(5, 400, 69, Layout(half_blocks, 3), id="five in half blocks"),
    ],
)
def test_a_terminal_draws_the_panels_only_where_all_fit(
    count: int, columns: int, rows: int, layout: Layout | None
) -> None:
    assert layout_in(count, columns, rows) == layout
    if layout is not None:
        drawn = panels([DARK] * count, ["Ana"] * count, layout).split("\n")
        assert len(drawn) < rows
        assert max(map(len, drawn)) <= columns


@pytest.mark.parametrize("count", range(1, 6))
def test_the_size_that_is_asked_for_is_enough(count: int) -> None:
    assert layout_in(count, *small_size(count)) is not None


@pytest.mark.parametrize(
    ("count", "columns", "abreast"), [(2, 133, 2), (2, 80, 1), (2, 10, 1), (5, 210, 3), (3, 999, 3)]
)
def test_a_printout_may_be_as_long_as_it_needs(count: int, columns: int, abreast: int) -> None:
    assert stacked(count, columns) == Layout(braille, abreast)
