"""Why a file could not be used, in words that can be translated."""

import errno
import os

import pytest

from engine.messages import Message, say
from firmware_host.reasons import REASONS, reason_of
from hw.ports import DeviceError


@pytest.mark.parametrize("number", REASONS)
def test_the_usual_reasons_say_what_the_system_says(number: int) -> None:
    words = reason_of(OSError(number, os.strerror(number)))
    assert words == os.strerror(number)
    assert isinstance(words, Message)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        pytest.param(OSError(errno.EXDEV, "Invalid cross-device link"), "Invalid cross", id="rare"),
        pytest.param(OSError(9999, None), "[Errno 9999]", id="a number that nobody knows"),
        pytest.param(OSError("ports go to 65535"), "ports go to 65535", id="no number"),
        pytest.param(OSError(), "", id="nothing at all"),
        pytest.param(ValueError("embedded null byte"), "embedded null byte", id="no name"),
    ],
)
def test_any_other_reason_is_told_as_it_came(error: OSError | ValueError, words: str) -> None:
    assert reason_of(error).startswith(words)


def test_an_error_of_ours_keeps_its_message() -> None:
    words = say("no {thing}", thing="pad")
    assert reason_of(DeviceError(words)) is words
