"""Text on panels: letters, fitting, wrapping, and the scenes that are mostly text."""

import re
from dataclasses import replace

import pytest
from PIL import ImageChops

from firmware_host.screens.artwork import mask
from firmware_host.screens.drawing import draw
from firmware_host.screens.lettering import (
    LINE_ROWS,
    Lettering,
    doubled,
    fitted,
    flowed,
    letters,
    squeezed,
    width_of,
    wrapped,
)
from firmware_host.screens.scenes import EyeChart, Menu, Notice, Result, Scene

ENGLISH = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
NEEDED = ENGLISH + "0123456789ÆØÅæøåÉÄÖÜéäöüß.,:;!?'\"()[]<>-–+=/\\_*%#&@·…✓✗▸▴▾◂×≤≥"


def changed(before: Scene, after: Scene) -> tuple[int, int, int, int] | None:
    return ImageChops.logical_xor(draw(before), draw(after)).getbbox()


def test_every_sign_that_is_needed_has_a_glyph_of_its_own() -> None:
    glyphs = {sign: letters(sign).tobytes() for sign in NEEDED + "□"}
    assert len(set(glyphs.values())) == len(glyphs)
    assert all(letters(sign).getbbox() for sign in NEEDED)
    assert {letters(sign).height for sign in NEEDED} == {LINE_ROWS}


@pytest.mark.parametrize("sign", ["日", "☃", "\t", "\x00", "\U0001f0a1"])
def test_a_sign_without_a_glyph_is_a_box_and_never_dropped(sign: str) -> None:
    assert letters(f"a{sign}b").tobytes() == letters("a□b").tobytes()


@pytest.mark.parametrize(
    ("text", "alike"),
    [
        pytest.param("señor", "senor", id="an accent without a glyph is lost"),
        pytest.param("A\u030a", "Å", id="a combining ring makes the letter that has it"),
        pytest.param("Ben\u2019s \u201cok\u201d", 'Ben\'s "ok"', id="curly quotes are straight"),
        pytest.param("a\u2014b\u00a0c", "a–b c", id="long dashes and hard spaces are plain"),
    ],
)
def test_texts_that_look_alike(text: str, alike: str) -> None:
    assert letters(text).tobytes() == letters(alike).tobytes()


@pytest.mark.parametrize("lettering", Lettering)
@pytest.mark.parametrize("width", [0, 3, 10, 33, 64, 128])
@pytest.mark.parametrize("text", ["", "W", "Ana first by 3.4 ms", "W" * 40, "日" * 9])
def test_a_fitted_text_fits_and_is_only_cut_if_it_must(
    lettering: Lettering, width: int, text: str
) -> None:
    short = fitted(text, width, lettering)
    assert width_of(short, lettering) <= width
    assert short in (text, "") or short.endswith("…")
    if width_of(text, lettering) <= width:
        assert short == text


def test_a_headline_breaks_at_spaces_and_keeps_every_word() -> None:
    assert wrapped("Ana first by 3.4 ms", 33, 4) == ("Ana", "first by", "3.4 ms")
    assert wrapped("Ben's pad is unplugged", 128, 2, Lettering.BIG) == ("Ben's pad is", "unplugged")
    assert wrapped("  Photo   finish ", 33, 3) == ("Photo", "finish")


def test_what_does_not_fit_into_the_lines_is_cut_in_the_last() -> None:
    lines = wrapped("one two three four five", 33, 2)
    assert len(lines) == 2
    assert re.fullmatch(r"three.*…", lines[1])
    assert wrapped("", 33, 2) == ()


def test_a_text_flows_through_lines_of_different_widths() -> None:
    assert flowed("one two three four", (60, 25, 25)) == ("one two three", "four")
    assert flowed("one two three four", (40, 25, 25)) == ("one two", "three", "four")
    assert flowed("one two three", (40,)) == ("one two…",)


@pytest.mark.parametrize(
    ("text", "width", "short"),
    [
        pytest.param("Ben plays 9", 80, "Ben plays 9", id="what fits stays whole"),
        pytest.param("Kristoffer plays 9", 60, "Kris… plays 9", id="the name is cut short"),
        pytest.param("Kristoffer", 30, "Krist…", id="a name alone"),
        pytest.param("Ben plays nine kings", 40, "Ben pla…", id="no room for a name"),
    ],
)
def test_squeezing_cuts_the_first_word_before_the_others(text: str, width: int, short: str) -> None:
    assert squeezed(text, width) == short
    assert width_of(short) <= width


@pytest.mark.parametrize("text", ["10", "Ana first by 3.4 ms", "日"])
@pytest.mark.parametrize("lettering", Lettering)
def test_a_line_is_as_wide_as_it_was_said_to_be(text: str, lettering: Lettering) -> None:
    line = letters(text, lettering)
    assert line.size == (width_of(text, lettering), LINE_ROWS * lettering.scale)
    box = line.getbbox()
    assert box is not None
    assert box[2] == line.width


def test_bold_is_one_column_wider_a_letter_and_big_is_twice_as_large() -> None:
    assert width_of("10", Lettering.BOLD) == width_of("10") + 2
    assert letters("10", Lettering.BIG).size == (2 * width_of("10"), 2 * LINE_ROWS)


def test_a_line_is_doubled_letter_by_letter_just_as_it_would_be_whole() -> None:
    text = "Ben's pad is gå"
    assert letters(text, Lettering.BIG).tobytes() == doubled(letters(text)).tobytes()


@pytest.mark.parametrize(
    ("rows", "twice"),
    [
        pytest.param(["#"], ["##", "##"], id="a dot stays square"),
        pytest.param(["##"], ["####", "####"], id="a line stays straight"),
        pytest.param(["#.", "##"], ["##..", "###.", "####", ".###"], id="a corner is smoothed"),
    ],
)
def test_doubling(rows: list[str], twice: list[str]) -> None:
    assert doubled(mask(rows)).tobytes() == mask(twice).tobytes()


@pytest.mark.parametrize("is_lit", [False, True])
def test_a_name_too_wide_for_large_letters_stands_whole_on_an_eye_chart(is_lit: bool) -> None:
    chart = EyeChart("Gøran-Mæhwåm", ("", ""), is_lit)
    assert changed(chart, replace(chart, title="Gøran-Mæhwåx")) is not None


def test_a_story_of_more_than_four_lines_shows_the_first_four() -> None:
    four = ("one", "two", "three", "four")
    result = Result("Ana wins", ("Ana", "Ben"), (1, 0), four, (False, False), "READY")
    assert changed(result, replace(result, story=(*four, "five"))) is None
    assert changed(result, replace(result, story=four[:3])) is not None


def test_a_notice_never_writes_into_its_hint() -> None:
    notice = Notice("A long word of warning", ("one", "two", "three", "four", "five"), "hint")
    box = changed(replace(notice, lines=()), notice)
    assert box is not None
    assert box[3] <= 53


def test_an_aside_that_finds_no_room_in_the_bar_is_left_out() -> None:
    wide = Menu("W" * 30, (), 0, "")
    assert draw(wide).crop((0, 0, 128, 10)).getbbox() == (0, 0, 128, 10)
