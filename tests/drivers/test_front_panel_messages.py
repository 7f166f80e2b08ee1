"""The words between page and host, read strictly."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.ports import Button
from sim.front_panel.messages import (
    AGAINST_THE_RULES,
    NOT_JSON,
    NOT_TEXT,
    Answer,
    Hello,
    PageEdge,
    PageError,
    frame,
    light,
    read,
    sound,
    state,
    welcome,
)
from tests.drivers.front_panel_guests import ANA, BEN

HELLO = {"tick_us": 5, "page": "3f", "is_back": 0}
EDGE = {"pad": "a", "edge": "left", "level": 1, "t_us": 4_294_967_295, "seq": 1, "late_us": 0}
ANSWER = {
    "probe": 7,
    "pad_us": [100, 130],
    "through": {"a": 3, "b": 0},
    "t_us": 90,
    "grain_us": 1000,
}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param({"hello": HELLO}, Hello(5, "3f"), id="a hello tells tick and page"),
        pytest.param(
            {"hello": HELLO | {"is_back": 1}}, Hello(5, "3f", True), id="a page lost its line"
        ),
        pytest.param(
            {"hello": HELLO | {"tick_us": 0}},
            Hello(1, "3f"),
            id="a tick is at least a microsecond",
        ),
        pytest.param(
            EDGE, PageEdge("a", Button.LEFT, True, 4_294_967_295, 1), id="an edge with a late stamp"
        ),
        pytest.param(
            EDGE | {"level": 0, "t_us": 0},
            PageEdge("a", Button.LEFT, False, 0, 1),
            id="a contact opens",
        ),
        pytest.param(
            EDGE | {"late_us": 9000},
            PageEdge("a", Button.LEFT, True, 4_294_967_295, 1, 9000),
            id="an edge that a busy page heard of late",
        ),
        pytest.param(
            ANSWER, Answer(7, 100, 130, {"a": 3, "b": 0}, 90, 1000), id="an answer to a probe"
        ),
    ],
)
def test_good_words_are_read(value: object, message: object) -> None:
    assert read(json.dumps(value)) == message


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        pytest.param(b"\x00\x01", NOT_TEXT, "binary", id="binary"),
        pytest.param("", NOT_JSON, "not JSON", id="nothing"),
        pytest.param("{", NOT_JSON, "not JSON", id="half an object"),
        pytest.param('{"hello":{"tick_us":NaN}}', NOT_JSON, "not JSON", id="a NaN"),
        pytest.param("[" * 100_000, NOT_JSON, "not JSON", id="too deep for the parser"),
        pytest.param("9" * 5000, NOT_JSON, "not JSON", id="a number of 5000 digits"),
        pytest.param("[]", AGAINST_THE_RULES, "no hello", id="a list"),
        pytest.param("null", AGAINST_THE_RULES, "no hello", id="null"),
        pytest.param("{}", AGAINST_THE_RULES, "no hello", id="an empty object"),
    ],
)
def test_what_is_no_message_is_refused(data: str | bytes, code: int, words: str) -> None:
    with pytest.raises(PageError, match=words) as refused:
        read(data)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("value", "words"),
    [
        pytest.param({"hello": 5}, "no hello", id="a hello that is a number"),
        pytest.param({"hello": {}}, "tick_us", id="a hello without a tick"),
        pytest.param({"hello": HELLO, "more": 1}, "no hello", id="a hello with more"),
        pytest.param({"hello": {"tick_us": 5}}, "page", id="a hello without a page"),
        pytest.param({"hello": HELLO | {"page": 3}}, "page must", id="a page that is a number"),
        pytest.param({"hello": HELLO | {"page": "x" * 33}}, "page must", id="too long a page"),
        pytest.param({"hello": HELLO | {"is_back": True}}, "is_back", id="true is no number"),
        pytest.param(
            {"hello": HELLO | {"tick_us": 200_001}}, "tick_us", id="a tick beyond all browsers"
        ),
        pytest.param(EDGE | {"pad": 1}, "pad must", id="a pad that is a number"),
        pytest.param(EDGE | {"edge": "c5"}, "unknown button", id="a button that pads lack"),
        pytest.param(EDGE | {"edge": ["c1"]}, "unknown button", id="a list of buttons"),
        pytest.param(EDGE | {"level": 2}, "level", id="a contact half closed"),
        pytest.param(EDGE | {"level": True}, "level", id="true is no level"),
        pytest.param(EDGE | {"t_us": 1.5}, "t_us", id="a stamp with a fraction"),
        pytest.param(EDGE | {"t_us": "1"}, "t_us", id="a stamp in quotes"),
        pytest.param(EDGE | {"t_us": 1 << 32}, "t_us", id="a stamp beyond 32 bits"),
        pytest.param(EDGE | {"t_us": -1}, "t_us", id="a stamp before the beginning"),
        pytest.param(EDGE | {"seq": None}, "seq", id="no number"),
        pytest.param(EDGE | {"late_us": -1}, "late_us", id="an edge before it happened"),
        pytest.param(EDGE | {"late_us": 10_000_001}, "late_us", id="an edge of long ago"),
        pytest.param(EDGE | {"seat": 0}, "keys", id="an edge with more"),
        pytest.param({"edge": "c1"}, "keys", id="an edge with less"),
        pytest.param(ANSWER | {"pad_us": [1]}, "two stamps", id="one stamp for a probe"),
        pytest.param(ANSWER | {"pad_us": {"0": 1}}, "two stamps", id="stamps that are no list"),
        pytest.param(ANSWER | {"through": [3]}, "through", id="a watermark that is a list"),
        pytest.param(ANSWER | {"through": {"a": -1}}, "through", id="a watermark below zero"),
        pytest.param(ANSWER | {"probe": "7"}, "probe", id="a probe in quotes"),
        pytest.param(ANSWER | {"grain_us": 10**6}, "grain_us", id="a grain of a second"),
    ],
)
def test_bad_words_are_refused_with_the_reason(value: object, words: str) -> None:
    with pytest.raises(PageError, match=words) as refused:
        read(json.dumps(value))
    assert refused.value.code == AGAINST_THE_RULES
    assert len(str(refused.value).encode()) <= 123, "a close frame holds no more"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(st.text() | st.binary())
def test_any_noise_is_a_message_or_a_page_error(data: str | bytes) -> None:
    _read_or_refuse(data)


@given(
    st.sampled_from([EDGE, ANSWER, {"hello": HELLO}]),
    st.sampled_from(["pad", "edge", "level", "t_us", "seq", "probe", "pad_us", "through", "hello"]),
    json_values,
)
def test_any_value_in_any_place_is_a_message_or_a_page_error(
    good: dict[str, object], key: str, value: object
) -> None:
    _read_or_refuse(json.dumps(good | {key: value}))


def _read_or_refuse(data: str | bytes) -> None:
    with suppress(PageError):
        assert isinstance(read(data), Hello | PageEdge | Answer)


def test_the_host_says_which_pads_what_state_and_which_sound() -> None:
    assert json.loads(welcome([ANA, BEN])) == {
        "welcome": [{"pad": "a", "seat": 0}, {"pad": "b", "seat": 1}]
    }
    assert json.loads(state({"score": (1, 0)})) == {"state": {"score": [1, 0]}}
    assert json.loads(sound(None, "win")) == {"sound": "win", "seat": None}
    assert json.loads(light(4, 255)) == {"light": 255, "seat": 4}


def test_a_frame_is_its_seat_and_its_bytes() -> None:
    assert frame(1, bytes(1024)) == b"\x01" + bytes(1024)


@pytest.mark.parametrize(
    ("seat", "size"),
    [pytest.param(5, 1024, id="a sixth seat"), pytest.param(0, 1023, id="a byte too few")],
)
def test_a_frame_of_another_form_is_refused(seat: int, size: int) -> None:
    with pytest.raises(ValueError, match="1024 bytes"):
        frame(seat, bytes(size))
