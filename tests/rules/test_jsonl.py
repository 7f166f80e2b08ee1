"""Every way a line can be wrong is told in words, with its number."""

from collections.abc import Callable

import pytest

from engine.jsonl import Fields, LineError, parse_line, read_lines

UNREADABLE = [
    pytest.param(b"\n", "the line is blank: remove it", id="a blank line"),
    pytest.param(b'{"a":1', "not JSON: Expecting ',' delimiter (column 7)", id="a cut-off line"),
    pytest.param(b"[1]", "a list of 1 is not an object", id="a list"),
    pytest.param(b"7", "7 is not an object", id="a number"),
    pytest.param(b'"' + b"x" * 60 + b'"', 'x... is not an object: write {"key"', id="a long text"),
    pytest.param(b'{"a":1,"b":2,"a":3}', 'the key "a" stands twice', id="a doubled key"),
    pytest.param(b'{"a":{"b":1,"b":1}}', 'the key "b" stands twice', id="a doubled inner key"),
    pytest.param(b'{"a":NaN}', "NaN is not JSON: write a finite number", id="not a number"),
    pytest.param(b'{"a":-Infinity}', "-Infinity is not JSON", id="minus infinity"),
    pytest.param(b'{"a":' + b"9" * 5000 + b"}", "a number has too many digits", id="a huge number"),
    pytest.param(b'{"a":' + b"[" * 100_000, "nested too deeply", id="deep nesting"),
    pytest.param(b'{"a":"\xff"}', "byte 7 is not UTF-8: save the file as UTF-8", id="not UTF-8"),
    pytest.param(b'\xef\xbb\xbf{"a":1}', "save the file as UTF-8 without BOM", id="a BOM"),
]


@pytest.mark.parametrize(("raw", "words"), UNREADABLE)
def test_an_unreadable_line_is_refused_with_the_remedy(raw: bytes, words: str) -> None:
    with pytest.raises(LineError) as refused:
        parse_line(raw, 7)
    assert words in refused.value.what
    assert refused.value.line == 7
    assert str(refused.value) == f"line 7: {refused.value.what}"


def test_lines_are_numbered_from_1_and_bytes_and_text_read_alike() -> None:
    assert [(one.line, one.integer("a")) for one in read_lines([b'{"a":1}\n', '{"a":2}\r\n'])] == [
        (1, 1),
        (2, 2),
    ]


def fields(text: str) -> Fields:
    return parse_line(text, 3)


WRONG: list[tuple[str, Callable[[Fields], object], str]] = [
    ("{}", lambda f: f.integer("a"), 'the key "a" is missing'),
    ('{"a":true}', lambda f: f.integer("a"), '"a" must be a whole number, not true'),
    ('{"a":1.0}', lambda f: f.integer("a"), '"a" must be a whole number, not 1.0'),
    ('{"a":1e999}', lambda f: f.integer("a"), '"a" must be a whole number, not Infinity'),
    ('{"a":null}', lambda f: f.integer("a"), '"a" must be a whole number, not null'),
    ('{"a":-1}', lambda f: f.integer("a", 0, 3), '"a" must be from 0 to 3, not -1'),
    ('{"a":4}', lambda f: f.integer("a", 0, 3), '"a" must be from 0 to 3, not 4'),
    ('{"a":-1}', lambda f: f.integer("a", least=0), '"a" must be 0 or more, not -1'),
    ('{"a":4}', lambda f: f.integer("a", most=3), '"a" must be 3 or less, not 4'),
    ('{"a":1}', lambda f: f.flag("a"), '"a" must be true or false, not 1'),
    ('{"a":1}', lambda f: f.text("a"), '"a" must be a string, not 1'),
    ('{"a":"z"}', lambda f: f.choice("a", "xy"), '"a" must be x or y, not "z"'),
    ('{"a":[]}', lambda f: f.choice("a", "xy"), '"a" must be x or y, not a list of 0'),
    ('{"a":{}}', lambda f: f.items("a"), '"a" must be a list, not an object'),
    ('{"a":[1]}', lambda f: f.items("a", 2), '"a" must be a list of 2, not a list of 1'),
    ('{"a":[1,9]}', lambda f: f.integers("a", 2, 0, 8), '"a[1]" must be from 0 to 8, not 9'),
    ('{"a":["x",9]}', lambda f: f.texts("a"), '"a[1]" must be a string, not 9'),
    ('{"a":1}', lambda f: f.inner("a"), '"a" must be an object, not 1'),
    ('{"a":{"b":1}}', lambda f: f.inner("a").text("b"), '"a.b" must be a string, not 1'),
    ('{"a":[{"b":1}]}', lambda f: f.objects("a")[0].done(), 'unknown key "a[0].b": remove it'),
    ('{"a":[3]}', lambda f: f.objects("a"), '"a[0]" must be an object, not 3'),
    ('{"a":1}', lambda f: f.done(), 'unknown key "a": remove it, or correct its name'),
    ('{"\\ud800":1}', lambda f: f.done(), 'unknown key "\\ud800"'),
]


@pytest.mark.parametrize(("text", "take", "words"), WRONG, ids=[words for *_, words in WRONG])
def test_a_field_of_the_wrong_kind_is_refused_by_name(
    text: str, take: Callable[[Fields], object], words: str
) -> None:
    with pytest.raises(LineError) as refused:
        take(fields(text))
    assert refused.value.what.startswith(words)
    assert refused.value.line == 3


def test_fields_of_the_right_kind_are_taken_once_each() -> None:
    line = fields('{"n":5,"f":false,"t":"é","c":"x","i":[1,2],"s":["p"],"o":{"k":1},"l":[{"k":2}]}')
    assert "n" in line
    assert "none" not in line
    assert line.integer("n") == line.line + 2
    assert line.flag("f") is False
    assert line.text("t") == "é"
    assert line.choice("c", ["x", "y"]) == "x"
    assert line.integers("i", 2, 0, 2) == (1, 2)
    assert line.texts("s", 1) == ("p",)
    assert line.inner("o").integer("k") == 1
    assert [each.integer("k") for each in line.objects("l")] == [2]
    assert "n" not in line
    line.done()
