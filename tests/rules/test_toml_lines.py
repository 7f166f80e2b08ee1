"""Where the keys of a TOML file stand, compared with tomllib on texts of every shape."""

import tomllib
from collections.abc import Iterator
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.toml_lines import Path, lines_of


def paths(value: object, path: Path = ()) -> Iterator[Path]:
    """Every path of what tomllib has read."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from paths(inner, (*path, place))


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        pytest.param("\n\na = 1", ("a",), 3, id="empty lines count"),
        pytest.param("# b = 1\na = 1 # a = 2\n", ("a",), 2, id="comments hold no keys"),
        pytest.param("x = 1\r\n\r\na = 1\r\n", ("a",), 3, id="the line ends of Windows"),
        pytest.param("x = 'b = \"1'\na = 1", ("a",), 2, id="a literal string"),
        pytest.param('x = "\\"a = 1"\na = 1', ("a",), 2, id="an escaped quote"),
        pytest.param('x = """\na = 1\n"" ]"""""\na = 2', ("a",), 4, id="a string of many lines"),
        pytest.param("x = '''\na = 1\n'' '''''\na = 2", ("a",), 4, id="a literal of many lines"),
        pytest.param('x = ""\ny = \'\'\na = 1', ("a",), 3, id="empty strings"),
        pytest.param('x = """"""\na = 1', ("a",), 2, id="an empty string of many lines"),
        pytest.param("x = 1979-05-27 07:32:00\na = 1", ("a",), 2, id="a date with a space"),
        pytest.param("x = [\n 1, # ]\n 2,\n]\na = 1", ("a",), 5, id="an array of many lines"),
        pytest.param("x = [\n 1,\n 2,\n]", ("x", 1), 3, id="an item of an array"),
        pytest.param("x = [[1],\n [2]]", ("x", 1, 0), 2, id="an item of an item"),
        pytest.param("x = {a = 1, b = {c = '}'}, d = 2}", ("x", "d"), 1, id="an inline table"),
        pytest.param("x = [{a = 1},\n {a = 2}]", ("x", 1, "a"), 2, id="a table in an array"),
        pytest.param("\na.b . c = 1", ("a", "b", "c"), 2, id="a dotted key"),
        pytest.param("a.b = 1\na.c = 2", ("a",), 1, id="a table stands where it first appears"),
        pytest.param("'x.y' = 1\n\"\\u0061\" = 2", ("a",), 2, id="quoted keys"),
        pytest.param("[x]\n[ y . 'z' ]\na = 1", ("y", "z", "a"), 3, id="a table below another"),
        pytest.param("[[s]]\n[[s]]\na = 1", ("s", 1, "a"), 3, id="an array of tables"),
        pytest.param("[[s]]\n[s.t]\n[[s]]\n[s.t]\na = 1", ("s", 1, "t", "a"), 5, id="in the last"),
        pytest.param("[[s]]\n[[s.t]]\n[[s.t]]\na=1", ("s", 0, "t", 1, "a"), 4, id="arrays within"),
    ],
)  # fmt: skip
def test_a_key_is_on_the_line_where_people_see_it(text: str, path: Path, line: int) -> None:
    assert lines_of(text)[path] == line


def test_an_empty_file_has_no_keys() -> None:
    assert lines_of(" \n# nothing\n") == {}


KEYS = st.text("abc-_09", min_size=1, max_size=3) | st.text("a.= \"'\\#]", max_size=3).map(
    lambda text: '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
)
SCALARS = (
    st.sampled_from(["1", "-0x1F", "1e3", "true", "nan", "07:32:00"])
    | st.sampled_from(["1979-05-27 07:32:00Z", '""', "''", '"a]}#,\\""', "'\\'"])
    | st.sampled_from(['"""\n] "" # = \\\n"""""', "'''\nx'''"])
)
GAPS = st.sampled_from(["", " ", "\n", " # ], }\n\t"])


@st.composite
def values(draw: st.DrawFn, depth: int = 2) -> str:
    kind = draw(st.integers(0, 2 if depth else 0))
    if kind == 1:
        items = draw(st.lists(values(depth=depth - 1), max_size=3))
        gap = draw(GAPS)
        return f"[{gap}" + f"{gap},{gap}".join(items) + f"{gap}]"
    if kind == 2:
        keys = draw(st.lists(KEYS, max_size=3, unique=True))
        return "{ " + ", ".join(f"{key} = {draw(values(depth=depth - 1))}" for key in keys) + " }"
    return draw(SCALARS)


@st.composite
def documents(draw: st.DrawFn) -> str:
    statements = st.one_of(
        st.builds("{} = {}".format, KEYS, values()),
        st.builds("{} . {}={} # x".format, KEYS, KEYS, values()),
        st.builds("[{}]".format, KEYS),
        st.builds("[[{}]]".format, KEYS),
        st.builds("[{}.{}]".format, KEYS, KEYS),
        st.builds("[[ {} . {} ]]".format, KEYS, KEYS),
    )
    return draw(GAPS) + "\n".join(draw(st.lists(statements, max_size=8)))


@given(documents())
def test_every_key_that_tomllib_reads_has_its_line(text: str) -> None:
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    found = lines_of(text)
    assert set(found) == set(paths(read))
    lines = text.split("\n")
    for path, line in found.items():
        if isinstance(path[-1], str) and path[-1].isalnum():
            assert path[-1] in lines[line - 1]


def test_a_long_file_is_read_in_one_walk() -> None:
    """A walk that counted lines from the top for each key would take minutes here."""
    text = dedent("k{n} = [1,\n 2]\n")
    found = lines_of("".join(text.format(n=n) for n in range(20_000)))
    assert found["k19999", 1] == 40_000
