"""Input traces: every arrival survives writing and reading; what cannot be used is named."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.jsonl import LineError
from firmware_host.settings import RANGES, Settings
from firmware_host.trace import (
    DRIVER_FAULTS,
    LARGEST,
    LARGEST_U32,
    TraceHeader,
    arrival_line,
    header_line,
    read_trace,
)
from hw.ports import (
    Arrival,
    Boot,
    Button,
    Clock,
    DriverFault,
    Edge,
    Gone,
    HostNs,
    Levels,
    PadInfo,
    Sync,
    Through,
    Tick,
)

PADS = (PadInfo("a", 0, Clock.HOST), PadInfo("b", 1, Clock.OWN))
HEADER = TraceHeader(PADS)
HEAD = header_line(HEADER)

instants = st.builds(HostNs, st.integers(0, LARGEST))
u32s = st.integers(0, LARGEST_U32)
buttons = st.sampled_from(Button)
numbers = st.integers(0, LARGEST)


def reports(pad: str, stamps: st.SearchStrategy[int]) -> st.SearchStrategy[Arrival]:
    at, name = st.just(HostNs(0)), st.just(pad)
    closed = st.lists(buttons, unique=True).map(tuple)
    return st.one_of(
        st.builds(Edge, at, name, buttons, st.booleans(), stamps, numbers),
        st.builds(Through, at, name, numbers, stamps),
        st.builds(Boot, at, name, numbers),
        st.builds(Gone, at, name),
        st.builds(Levels, at, name, closed, stamps),
        st.builds(DriverFault, at, name, st.sampled_from(DRIVER_FAULTS)),
    )


syncs = st.builds(Sync, st.just(HostNs(0)), st.just("b"), instants, u32s, u32s, instants)
anything: st.SearchStrategy[Arrival] = st.one_of(
    reports("a", numbers), reports("b", u32s), syncs, st.builds(Tick, st.just(HostNs(0)))
)


@given(st.lists(st.tuples(instants, anything), max_size=12))
def test_any_arrivals_survive_writing_and_reading(given_at: list[tuple[HostNs, Arrival]]) -> None:
    ats = sorted(at for at, _ in given_at)
    wanted: list[Arrival] = [
        replace(said, at=at) for at, (_, said) in zip(ats, given_at, strict=True)
    ]
    header, arrivals = read_trace([HEAD, *(arrival_line(HEADER, each) for each in wanted)])
    assert header == HEADER
    assert list(arrivals) == wanted


holds = st.none() | st.integers(*RANGES["hold_ms"])


@given(st.integers(0, LARGEST), st.tuples(holds, holds), st.data())
def test_any_header_survives_writing_and_reading(
    coin: int, held: tuple[int | None, int | None], data: st.DataObject
) -> None:
    values = {key: data.draw(st.integers(*span), key) for key, span in RANGES.items()}
    values["qualify_us"] = min(values["qualify_us"], values["burst_ms"] * 1000)
    pads = tuple(replace(pad, hold_ms=ms) for pad, ms in zip(PADS, held, strict=True))
    header = TraceHeader(pads, coin, Settings(**values))
    assert read_trace([header_line(header)])[0] == header


def test_a_header_without_coin_and_settings_has_the_defaults() -> None:
    line = '{"spytt_trace":1,"pads":[{"pad":"a","seat":0,"clock":"host"}]}'
    assert read_trace([line])[0] == TraceHeader(PADS[:1], 0, Settings())


def test_a_pad_s_own_hold_cap_is_written_where_it_has_one_alone() -> None:
    phone = PadInfo("b", 1, Clock.OWN, hold_ms=250)
    assert header_line(TraceHeader((PADS[0], phone))) == (
        '{"spytt_trace":1,"pads":[{"pad":"a","seat":0,"clock":"host"},'
        '{"pad":"b","seat":1,"clock":"own","hold_ms":250}],"coin":0,"settings":{}}'
    )


def test_lines_look_as_the_format_says() -> None:
    at = HostNs(7)
    said: list[Arrival] = [
        Edge(at, "a", Button.LEFT, True, 5, 7),
        Edge(at, "b", Button.C1, False, 5, 8),
        Edge(at, "a", Button.LEFT, False, 900, 9, late_ns=250),
        Sync(at, "b", HostNs(1), 2, 3, HostNs(4)),
        Through(at, "b", 8, 9),
        Levels(at, "a", (Button.C1,), 6),
        Gone(at, "b"),
        Tick(at),
    ]
    assert [arrival_line(HEADER, each) for each in said] == [
        '{"at":7,"pad":"a","edge":"left","level":1,"t":5,"seq":7}',
        '{"at":7,"pad":"b","edge":"c1","level":0,"t_us":5,"seq":8}',
        '{"at":7,"pad":"a","edge":"left","level":0,"t":900,"seq":9,"late":250}',
        '{"at":7,"pad":"b","sync":{"sent":1,"pad_us":[2,3],"recv":4}}',
        '{"at":7,"pad":"b","through":8,"t_us":9}',
        '{"at":7,"pad":"a","levels":["c1"],"t":6}',
        '{"at":7,"pad":"b","gone":true}',
        '{"at":7}',
    ]


def refusal(lines: Iterable[str | bytes]) -> LineError:
    with pytest.raises(LineError) as caught:
        list(read_trace(lines)[1])
    return caught.value


def without(line: str, key: str) -> str:
    values = json.loads(line)
    del values[key]
    return json.dumps(values)


@pytest.mark.parametrize(
    ("header", "named"),
    [
        pytest.param("{}", "not a trace", id="a header without its mark"),
        pytest.param(
            HEAD.replace('"spytt_trace":1', '"spytt_trace":2'), "spytt_trace", id="a newer trace"
        ),
        pytest.param(without(HEAD, "pads"), '"pads" is missing', id="no pads"),
        pytest.param('{"spytt_trace":1,"pads":[]}', '"pads" is empty', id="an empty list of pads"),
        pytest.param(HEAD.replace('"b"', '"a"'), 'same "pad"', id="two pads of one name"),
        pytest.param(HEAD.replace('"seat":1', '"seat":9'), "from 0 to 4", id="a tenth seat"),
        pytest.param(HEAD.replace("own", "sun"), "host or own", id="a clock that nobody has"),
        pytest.param(HEAD.replace('"coin":0', '"coin":"x"'), '"coin"', id="a coin of letters"),
        pytest.param(HEAD.replace('"coin":0', '"coim":0'), '"coim"', id="a misspelt key"),
        pytest.param(
            HEAD.replace("{}", '{"hold_us":5}'), '"settings.hold_us"', id="an unknown setting"
        ),
        pytest.param(
            HEAD.replace("{}", '{"hold_ms":-5}'), '"settings.hold_ms"', id="a negative setting"
        ),
        pytest.param(
            HEAD.replace("{}", '{"qualify_us":11000}'), "no press", id="settings no press can pass"
        ),
        pytest.param(
            HEAD.replace('"own"', '"own","hold_ms":10001'),
            '"pads[1].hold_ms"',
            id="a pad's hold cap beyond what may be",
        ),
        pytest.param(
            HEAD.replace('"own"', '"own","hold_ms":null'),
            '"pads[1].hold_ms"',
            id="a pad's hold cap that is no number",
        ),
        pytest.param(
            HEAD.replace('"clock"', '"x":1,"clock"', 1), '"pads[0].x"', id="a pad's unknown key"
        ),
    ],
)
def test_a_header_that_cannot_be_used_is_refused_by_key(header: str, named: str) -> None:
    error = refusal([header])
    assert error.line == 1
    assert named in error.what


def test_a_person_s_pad_and_a_bot_s_may_share_a_seat() -> None:
    header, _ = read_trace([HEAD.replace('"seat":1', '"seat":0')])
    assert [pad.seat for pad in header.pads] == [0, 0]


def test_an_empty_file_is_refused() -> None:
    assert refusal([]).what.startswith("the file is empty")


EDGE = '{"at":5,"pad":"a","edge":"left","level":1,"t":5,"seq":7}'
OWN_EDGE = '{"at":5,"pad":"b","edge":"left","level":1,"t_us":5,"seq":7}'
SYNC = '{"at":5,"pad":"b","sync":{"sent":1,"pad_us":[2,3],"recv":4}}'


@pytest.mark.parametrize(
    ("line", "named"),
    [
        pytest.param('{"at":5,"pad":"z","gone":true}', '"z"', id="a pad of another table"),
        pytest.param('{"at":5,"pad":"a"}', "nothing is said", id="a pad of which nothing is said"),
        pytest.param('{"at":3}', "falls from 4 to 3", id="time that runs backwards"),
        pytest.param('{"at":-1}', '"at"', id="time before the beginning"),
        pytest.param('{"pad":"a","gone":true}', '"at" is missing', id="no time at all"),
        pytest.param('{"at":5,"gone":true}', '"pad" is missing', id="nobody is gone"),
        pytest.param('{"at":5,"x":1}', '"x"', id="an unknown key of a tick"),
        pytest.param(EDGE.replace("left", "up"), '"edge"', id="a button that no pad has"),
        pytest.param(EDGE.replace('"level":1', '"level":2'), '"level"', id="a third level"),
        pytest.param(EDGE.replace('"level":1', '"level":true'), '"level"', id="a level of truth"),
        pytest.param(EDGE.replace('"t"', '"t_us"'), 'use "t"', id="us on the host's clock"),
        pytest.param(OWN_EDGE.replace("t_us", "t"), 'use "t_us"', id="ns on a pad's own clock"),
        pytest.param(
            EDGE.replace('"t":5', '"t":5,"t_us":5'), 'unknown key "t_us"', id="both clocks"
        ),
        pytest.param(without(EDGE, "t"), '"t" is missing', id="an edge without a stamp"),
        pytest.param(without(EDGE, "seq"), '"seq" is missing', id="an edge without a number"),
        pytest.param(
            OWN_EDGE.replace('"t_us":5', f'"t_us":{1 << 32}'), '"t_us"', id="more than 32 bits"
        ),
        pytest.param(
            SYNC.replace("[2,3]", f"[2,{1 << 32}]"), '"sync.pad_us[1]"', id="a probe over 32 bits"
        ),
        pytest.param(SYNC.replace("[2,3]", "[2]"), '"sync.pad_us"', id="half a probe"),
        pytest.param(SYNC.replace('"sent"', '"send"'), '"sync.sent"', id="a probe never sent"),
        pytest.param(SYNC.replace('"b"', '"a"'), "host's clock", id="a probe of the host's clock"),
        pytest.param('{"at":5,"pad":"a","gone":false}', '"gone"', id="gone, but not"),
        pytest.param('{"at":5,"pad":"a","boot":-1}', '"boot"', id="boot minus one"),
        pytest.param('{"at":5,"pad":"a","fault":"gone"}', '"fault"', id="a fault not a driver's"),
        pytest.param(
            '{"at":5,"pad":"a","levels":["c1","c1"],"t":5}', "twice", id="a button closed twice"
        ),
        pytest.param(
            '{"at":5,"pad":"a","levels":["c9"],"t":5}', '"levels[0]"', id="a level of no button"
        ),
        pytest.param(EDGE.replace('"seq"', '"gone":true,"seq"'), '"gone"', id="two reports"),
        pytest.param("", "blank", id="a blank line"),
        pytest.param("[]", "not an object", id="a list"),
    ],
)
def test_a_line_that_cannot_be_used_is_refused_by_line_and_key(line: str, named: str) -> None:
    error = refusal([HEAD, '{"at":4}', line])
    assert error.line == 3
    assert named in error.what


@given(st.lists(st.one_of(st.binary(max_size=40), st.sampled_from([HEAD.encode(), b'{"at":1}']))))
def test_no_bytes_raise_anything_but_a_line_error(lines: Sequence[bytes]) -> None:
    try:
        list(read_trace(lines)[1])
    except LineError as error:
        refused_at = error.line
    else:
        refused_at = 1
    assert 1 <= refused_at <= max(1, len(lines))
