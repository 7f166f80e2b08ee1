"""Frames and messages of the pads' wire: whatever comes in whatever pieces, nothing raises."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.pad_frames import LONGEST_FRAME, FrameReader, unwrap, wrap
from hw.pad_messages import (
    Entries,
    Foreign,
    PadHello,
    ToPad,
    decode_to_host,
    decode_to_pad,
    encode,
)
from tests.laws.pad_messages import TO_HOST, TO_PAD

MESSAGES = (TO_HOST | TO_PAD).map(encode)
STREAMS = st.lists(MESSAGES.map(wrap) | st.binary(max_size=100)).map(b"".join)


def read(*pieces: bytes) -> list[bytes | None]:
    reader = FrameReader()
    return [message for piece in pieces for message in reader.read(piece)]


@given(TO_HOST)
def test_what_a_pad_says_is_understood(message: PadHello | Entries) -> None:
    assert decode_to_host(encode(message)) == message


@given(TO_PAD)
def test_what_a_host_says_is_understood(message: ToPad) -> None:
    assert decode_to_pad(encode(message)) == message


@given(st.lists(MESSAGES))
def test_frames_come_out_as_they_went_in_delimiters_inside_or_not(messages: list[bytes]) -> None:
    frames = [wrap(message) for message in messages]
    assert all(frame.count(0) == 1 and len(frame) <= LONGEST_FRAME for frame in frames)
    assert read(b"".join(frames)) == messages


@given(STREAMS, st.lists(st.integers(0, 3000)))
def test_any_split_of_any_bytes_gives_the_same_frames(stream: bytes, cuts: list[int]) -> None:
    places = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    pieces = [stream[a:b] for a, b in pairwise(places)]
    assert read(*pieces) == read(stream)
    assert read(*(stream[at : at + 1] for at in range(len(stream)))) == read(stream)


@given(STREAMS, MESSAGES)
def test_after_any_noise_the_next_delimiter_brings_it_in_step(noise: bytes, told: bytes) -> None:
    assert read(noise + b"\0" + wrap(told))[-1] == told


@given(MESSAGES, st.integers(0, 10_000), st.integers(1, 255))
def test_one_wrong_byte_is_always_found(message: bytes, place: int, change: int) -> None:
    frame = bytearray(wrap(message))
    frame[place % len(frame)] ^= change
    assert message not in read(bytes(frame) + b"\0")


@given(MESSAGES, st.integers(1, 60))
def test_a_truncated_frame_is_damaged(message: bytes, left_out: int) -> None:
    frame = wrap(message)[:-1]
    assert unwrap(frame[: max(1, len(frame) - left_out)]) is None


def test_noise_without_end_is_not_kept() -> None:
    reader = FrameReader()
    for _ in range(1000):
        assert list(reader.read(b"\x55" * 500)) == []
    assert len(reader._begun) == LONGEST_FRAME
    assert list(reader.read(b"\0" + wrap(b"\x01\x01"))) == [None, b"\x01\x01"]


@given(st.binary(max_size=80))
def test_no_bytes_raise_as_a_message(message: bytes) -> None:
    for decode in (decode_to_host, decode_to_pad):
        decode(message)
        for first in (*range(0x01, 0x06), *range(0x81, 0x84)):
            told = decode(bytes((first,)) + message)
            assert told is None or isinstance(told, Foreign) or encode(told)


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\x81", id="a hello without a version"),
        pytest.param(b"\x81\x01" + bytes(10), id="a hello cut short"),
        pytest.param(b"\x81\x01" + bytes(11) + b"x" * 25, id="a name too long"),
        pytest.param(b"\x82\x01\x00", id="no entries"),
        pytest.param(b"\x82\x01\x00" + bytes(45), id="nine entries"),
        pytest.param(b"\x82\x01\x00" + bytes(6), id="a piece of an entry"),
        pytest.param(b"\x82\x01\x00\x12" + bytes(4), id="an entry of an unknown kind"),
        pytest.param(b"\x83" + bytes(12), id="an answer cut short"),
        pytest.param(b"\x83" + bytes(14), id="an answer with more"),
        pytest.param(b"\x02\x00\x00\x00", id="what a host says"),
        pytest.param(b"\x7f", id="an unknown type"),
    ],
)
def test_what_no_pad_says_is_no_message(message: bytes) -> None:
    assert decode_to_host(message) is None


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(b"\x04\x02" + bytes(4), id="a lamp neither lit nor dark"),
        pytest.param(b"\x05" + bytes(4) + b"x" * 25, id="a name too long"),
        pytest.param(b"\x05" + bytes(4) + b"\xff", id="a name that is no text"),
        pytest.param(b"\x05" + bytes(3), id="an id cut short"),
        pytest.param(b"\x83" + bytes(13), id="what a pad says"),
    ],
)
def test_what_no_host_says_is_no_message(message: bytes) -> None:
    assert decode_to_pad(message) is None


@given(st.integers(0, 255).filter(lambda version: version != 1), st.binary(max_size=40))
def test_a_hello_of_another_version_is_known_as_such_whatever_it_says(
    version: int, rest: bytes
) -> None:
    foreign = decode_to_host(bytes((0x81, version)) + rest)
    assert foreign == Foreign(version)
    assert encode(foreign) == bytes((0x81, version))


def test_a_name_that_is_no_text_does_not_make_a_pad_unknown() -> None:
    hello = decode_to_host(b"\x81\x01" + bytes(11) + b"A\xff")
    assert isinstance(hello, PadHello)
    assert hello.name == "A\ufffd"
