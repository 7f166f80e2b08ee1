"""Whatever becomes of a configuration, it is read or its problems are told, each at a real line."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.cli.config_file import BadConfig, examples
from firmware_host.cli.language import speaking, told
from firmware_host.config import Config, ConfigError
from firmware_host.config_read import config_in
from hw.ports import Button

TEXTS = [file.read_text() for file in examples().values()]
SNIPPETS = st.one_of(
    st.sampled_from("[]{}=,.#\"'\\\n\t\0"),
    st.sampled_from(["[[seat]]", "[seat]", "[seat.panel]", "[gpio]", "i2c = 1", "spi = 0"]),
    st.sampled_from(["GPIO17", "true", "1e3", "1979-05-27", "9" * 22, "'GPIO3'", "name = 'Ana'"]),
    st.sampled_from(["usb = 'x'", "usb = '7f3a09c2'", "phone = true", "usb = 0x7F3A09C2"]),
    st.sampled_from(["'''", '"""', '"\\u001b"', "device = 7"]),
    st.text(max_size=5),
)
VALUES = st.one_of(
    st.sampled_from(["'GPIO17'", "'BOARD1'", "'x'", "''", "'nb'", "'400'"]),
    st.sampled_from(["0", "-1", "17", "3", "0x78", "1e9", "nan", "true", "0x" + "f" * 5000]),
    st.sampled_from(["[]", "{}", "{a = 1}", "[{}]", "[[1]]", "1979-05-27", "07:32:00"]),
)


def outcome(raw: bytes) -> Config | ConfigError:
    """Read a file as the command line does; anything but a ConfigError is a traceback."""
    try:
        return config_in(raw, "console.toml")
    except ConfigError as error:
        return error


def check(raw: bytes) -> None:
    read = outcome(raw)
    if isinstance(read, Config):
        assert 1 <= len(read.seats) <= 5
        wired = [seat for seat in read.seats if seat.is_wired]
        assert all(list(seat.buttons) == list(Button) for seat in wired)
        assert all(bool(seat.usb) != seat.is_phone for seat in read.seats if seat not in wired)
        assert all((seat.panel is None) == seat.is_phone for seat in read.seats)
        pins = [pin for seat in read.seats for pin in seat.buttons.values()]
        assert len(set(pins)) == len(pins)
        return
    lines = raw.count(b"\n") + 1
    assert read.problems
    assert all(1 <= problem.line <= lines for problem in read.problems)
    assert [p.line for p in read.problems] == sorted(p.line for p in read.problems)
    assert str(read).isprintable() or len(str(read).splitlines()) == len(read.problems)
    with speaking("nb"):
        assert len(told(BadConfig(read).words).splitlines()) == len(read.problems)


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """An example with some places cut out, and other things put there."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = draw(
            st.integers(begin, min(begin + draw(st.sampled_from((0, 1, 9, 400))), len(text)))
        )
        text = text[:begin] + draw(SNIPPETS) + text[end:]
    return text


@st.composite
def rewritten(draw: st.DrawFn) -> str:
    """An example with some lines doubled, dropped, moved, or given other values."""
    lines = draw(st.sampled_from(TEXTS)).splitlines()
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(lines) - 1))
        line = lines.pop(place) if len(lines) > 1 else lines[0]
        key = line.partition("=")[0]
        changed = draw(st.sampled_from(["drop", "move", "double", "value"]))
        if changed == "value" and "=" in line and not line.startswith("#"):
            lines.insert(place, f"{key}= {draw(VALUES)}")
        elif changed != "drop":
            lines.insert(draw(st.integers(0, len(lines))), line)
            lines[place:place] = [line] if changed == "double" else []
    return "\n".join(lines)


@settings(max_examples=100)
@given(mangled())
def test_a_mangled_file_never_gives_a_traceback(text: str) -> None:
    check(text.encode("utf-8", "surrogatepass"))


@settings(max_examples=100)
@given(rewritten())
def test_a_file_with_other_values_never_gives_a_traceback(text: str) -> None:
    check(text.encode())


@given(st.binary(max_size=60))
def test_bytes_of_any_kind_never_give_a_traceback(raw: bytes) -> None:
    check(raw)
