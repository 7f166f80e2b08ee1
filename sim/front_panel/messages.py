"""The words between page and host: pure, one message in or out at a time.

From the page, JSON text, the words of traces where they fit:

    {"hello": {"tick_us": 5, "page": "k3vq0z", "is_back": 0}}
    {"pad": "a", "edge": "left", "level": 1, "t_us": U32, "seq": 1, "late_us": 0}
    {"probe": 7, "pad_us": [U32, U32], "through": {"a": 3, "b": 9}, "t_us": U32, "grain_us": 0}

To the page: `welcome`, `probe`, `state`, `sound` and `light` as JSON text; a frame as one byte for
the seat followed by the panel's 1024 bytes.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from engine.games import MOST_SEATS
from hw.panel_frame import FRAME_BYTES
from hw.ports import Button, PadInfo

U32_END = 1 << 32
LONGEST_TICK_US = 200_000
"""Browsers that hide their user blur their clocks to 100 ms; nothing known is coarser."""
LONGEST_LATE_US = 10_000_000
LONGEST_PAGE_NAME = 32

NOT_TEXT = 1003
NOT_JSON = 1007
AGAINST_THE_RULES = 1008


class PageError(ValueError):
    """The page broke the protocol: `code` (RFC 6455) and the words close its connection."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words)
        self.code = code


@dataclass(frozen=True, slots=True)
class Hello:
    """The page is there; its clock advances in steps of `tick_us`.

    `page` is a name that it drew when it was opened. `is_back`: it lost its line and takes its
    seat again, unless another page sits there by now.
    """

    tick_us: int
    page: str = ""
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class PageEdge:
    """A contact of a pad closed or opened; `stamp_us` is u32, `seq` counts from 1 a pad.

    It happened `late_us` before its stamp, which has to lie behind the newest watermark: the page
    was too busy to hear of it in time.
    """

    pad: str
    button: Button
    closed: bool
    stamp_us: int
    seq: int
    late_us: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a probe, and the watermark of every pad of the page.

    Stamps of edges are up to `grain_us` too early.
    """

    probe: int
    received_us: int
    sent_us: int
    through: Mapping[str, int]
    stamp_us: int
    grain_us: int


Message = Hello | PageEdge | Answer


def read(data: str | bytes) -> Message:
    """Read a message of the page, or raise `PageError`; stamps and names are only of good form."""
    if isinstance(data, bytes):
        raise PageError(NOT_TEXT, "binary message; the page speaks JSON text")
    try:
        value = json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise PageError(NOT_JSON, "message is not JSON") from None
    match value:
        case {"hello": dict(hello), **rest} if not rest:
            return _hello(hello)
        case {"edge": _}:
            return _edge(value)
        case {"probe": _}:
            return _answer(value)
        case _:
            raise _wrong("message is no hello, edge or probe answer")


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _wrong(words: str) -> PageError:
    return PageError(AGAINST_THE_RULES, words)


def _only(value: Mapping[str, object], keys: set[str], what: str) -> None:
    if value.keys() != keys:
        raise _wrong(f"{what} must have the keys {', '.join(sorted(keys))}")


def _whole(value: object, name: str, end: int = U32_END) -> int:
    """Take a whole number from 0 up to but not including `end`; JSON's true is none."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < end:
        raise _wrong(f"{name} must be a whole number from 0 to {end - 1}")
    return value


def _hello(value: Mapping[str, object]) -> Hello:
    _only(value, {"tick_us", "page", "is_back"}, "hello")
    page = value["page"]
    if not isinstance(page, str) or len(page) > LONGEST_PAGE_NAME:
        raise _wrong(f"page must be a name of up to {LONGEST_PAGE_NAME} letters")
    return Hello(
        tick_us=max(1, _whole(value["tick_us"], "tick_us", LONGEST_TICK_US + 1)),
        page=page,
        is_back=_whole(value["is_back"], "is_back", 2) == 1,
    )


def _edge(value: Mapping[str, object]) -> PageEdge:
    _only(value, {"pad", "edge", "level", "t_us", "seq", "late_us"}, "edge")
    pad, button = value["pad"], value["edge"]
    if not isinstance(pad, str):
        raise _wrong("pad must be a string")
    if not isinstance(button, str) or button not in tuple(Button):
        raise _wrong("unknown button")
    return PageEdge(
        pad=pad,
        button=Button(button),
        closed=_whole(value["level"], "level", 2) == 1,
        stamp_us=_whole(value["t_us"], "t_us"),
        seq=_whole(value["seq"], "seq"),
        late_us=_whole(value["late_us"], "late_us", LONGEST_LATE_US + 1),
    )


def _answer(value: Mapping[str, Any]) -> Answer:
    _only(value, {"probe", "pad_us", "through", "t_us", "grain_us"}, "probe answer")
    stamps, through = value["pad_us"], value["through"]
    if not isinstance(stamps, list) or len(stamps) != 2:
        raise _wrong("pad_us must be two stamps")
    if not isinstance(through, dict):
        raise _wrong("through must name each pad's last sequence number")
    return Answer(
        probe=_whole(value["probe"], "probe"),
        received_us=_whole(stamps[0], "pad_us"),
        sent_us=_whole(stamps[1], "pad_us"),
        through={pad: _whole(seq, "through") for pad, seq in through.items()},
        stamp_us=_whole(value["t_us"], "t_us"),
        grain_us=_whole(value["grain_us"], "grain_us", LONGEST_TICK_US + 1),
    )


def welcome(pads: Sequence[PadInfo]) -> str:
    """Tell a page which pads it serves."""
    return json.dumps({"welcome": [{"pad": info.pad, "seat": info.seat} for info in pads]})


def probe(number: int) -> str:
    """Ask the page for its clock and its watermarks."""
    return json.dumps({"probe": number})


def state(mapping: Mapping[str, object]) -> str:
    """Tell the page what stands around the pads."""
    return json.dumps({"state": dict(mapping)})


def sound(seat: int | None, tone: str) -> str:
    """Let the page sound a tone on one seat's side, or for everybody (None)."""
    return json.dumps({"sound": tone, "seat": seat})


def light(seat: int, contrast: int) -> str:
    """Tell the page how bright a seat's panel is: 0-255."""
    return json.dumps({"light": contrast, "seat": seat})


def frame(seat: int, pixels: bytes) -> bytes:
    """Give the page a seat's panel: 1024 bytes, 8 pages of 128 columns, bit 0 uppermost."""
    if seat not in range(MOST_SEATS) or len(pixels) != FRAME_BYTES:
        raise ValueError(f"a frame is {FRAME_BYTES} bytes for a seat from 0 to {MOST_SEATS - 1}")
    return bytes((seat,)) + pixels
