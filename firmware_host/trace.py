"""Input traces (`*.trace.jsonl`): what the input layer saw, raw, in the order of arrival.

One header line, then one line an arrival. Reading is strict: whatever cannot be used is a
`LineError` that names line and key. Writing and reading are each other's inverse.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields

from engine.games import MOST_SEATS
from engine.jsonl import Fields, LineError, read_lines
from engine.messages import say
from firmware_host.pad_track import PadArrival
from firmware_host.settings import RANGES, Settings
from hw.ports import (
    Arrival,
    Boot,
    Button,
    Clock,
    DriverFault,
    Edge,
    FaultKind,
    Gone,
    HostNs,
    Levels,
    PadInfo,
    PanelReport,
    Sync,
    Through,
    Tick,
)

LARGEST = (1 << 63) - 1
"""The largest instant (ns), number or seed that a trace may hold."""
LARGEST_U32 = (1 << 32) - 1

DRIVER_FAULTS = (FaultKind.CRC, FaultKind.OVERFLOW, FaultKind.CHATTER)
"""What a driver itself may notice."""


@dataclass(frozen=True, slots=True)
class TraceHeader:
    """What the input layer was made of: its pads, the coin's seed and its settings."""

    pads: tuple[PadInfo, ...]
    coin: int = 0
    settings: Settings = field(default_factory=Settings)

    def clock_of(self, pad: str) -> Clock:
        """Tell whose clock stamps the edges of `pad`; KeyError if it is not in the header."""
        return {info.pad: info.clock for info in self.pads}[pad]


def read_trace(lines: Iterable[bytes | str]) -> tuple[TraceHeader, Iterator[Arrival]]:
    """Read the header at once and the arrivals as they are drawn; both may raise `LineError`."""
    read = read_lines(lines)
    first = next(read, None)
    if first is None:
        raise LineError(
            1,
            say("the file is empty: a trace begins with {sample}", sample='{"spytt_trace":1,...}'),
        )
    header = _header(first)
    return header, _arrivals(header, read)


def header_line(header: TraceHeader) -> str:
    """Write the first line (without its end); settings that are as by default are left out."""
    usual = asdict(Settings())
    settings = {key: value for key, value in asdict(header.settings).items() if value != usual[key]}
    pads = [_pad_said(pad) for pad in header.pads]
    return _written({"spytt_trace": 1, "pads": pads, "coin": header.coin, "settings": settings})


def arrival_line(header: TraceHeader, arrival: Arrival) -> str:
    """Write one arrival as a line (without its end); KeyError for a pad not in the header."""
    if isinstance(arrival, PanelReport | Tick):
        return _written({"at": arrival.at})
    said = _said(arrival, header.clock_of(arrival.pad))
    return _written({"at": arrival.at, "pad": arrival.pad, **said})


# Writing.


def _written(values: Mapping[str, object]) -> str:
    return json.dumps(values, separators=(",", ":"))


def _pad_said(pad: PadInfo) -> dict[str, object]:
    hold = {} if pad.hold_ms is None else {"hold_ms": pad.hold_ms}
    return {"pad": pad.pad, "seat": pad.seat, "clock": pad.clock, **hold}


def _said(arrival: PadArrival, clock: Clock) -> dict[str, object]:
    t = _stamp_key(clock)
    match arrival:
        case Edge():
            level = int(arrival.closed)
            late = {"late": arrival.late_ns} if arrival.late_ns else {}
            edge = {"edge": arrival.button, "level": level, t: arrival.stamp, "seq": arrival.seq}
            return {**edge, **late}
        case Sync():
            pad_us = [arrival.pad_received, arrival.pad_sent]
            return {"sync": {"sent": arrival.sent, "pad_us": pad_us, "recv": arrival.received}}
        case Through():
            return {"through": arrival.seq, t: arrival.stamp}
        case Boot():
            return {"boot": arrival.boot}
        case Gone():
            return {"gone": True}
        case Levels():
            return {"levels": arrival.closed, t: arrival.stamp}
    return {"fault": arrival.kind}


def _stamp_key(clock: Clock) -> str:
    return "t" if clock is Clock.HOST else "t_us"


# Reading.


def _header(line: Fields) -> TraceHeader:
    if "spytt_trace" not in line:
        sample = '{"spytt_trace":1,"pads":[...],...}'
        line.fail(say("not a trace: the first line must be {sample}", sample=sample))
    line.integer("spytt_trace", 1, 1)
    pads = tuple(_pad(each) for each in line.objects("pads"))
    if not pads:
        line.fail(say('"pads" is empty: name at least one pad'))
    # A seat may have a person's pad and a bot's: one of them sits there at a time.
    if len({pad.pad for pad in pads}) < len(pads):
        line.fail(say('two of the "pads" have the same "{key}": each needs its own', key="pad"))
    coin = line.integer("coin", 0, LARGEST) if "coin" in line else 0
    settings = _settings(line.inner("settings")) if "settings" in line else Settings()
    line.done()
    return TraceHeader(pads, coin, settings)


def _pad(each: Fields) -> PadInfo:
    pad = PadInfo(
        each.text("pad"),
        each.integer("seat", 0, MOST_SEATS - 1),
        Clock(each.choice("clock", Clock)),
        each.integer("hold_ms", *RANGES["hold_ms"]) if "hold_ms" in each else None,
    )
    each.done()
    return pad


def _settings(given: Fields) -> Settings:
    named = [setting.name for setting in fields(Settings) if setting.name in given]
    settings = Settings(**{name: given.integer(name, *RANGES[name]) for name in named})
    given.done()
    if settings.qualify_ns > settings.burst_ns:
        given.fail(
            say('"settings.qualify_us" is longer than "settings.burst_ms": no press could count')
        )
    return settings


def _arrivals(header: TraceHeader, lines: Iterable[Fields]) -> Iterator[Arrival]:
    clocks = {info.pad: info.clock for info in header.pads}
    last = HostNs(0)
    for line in lines:
        at = HostNs(line.integer("at", 0, LARGEST))
        if at < last:
            line.fail(
                say(
                    '"at" falls from {last} to {at}: lines stand in the order of arrival',
                    last=last,
                    at=at,
                )
            )
        last = at
        arrival = _arrival(line, at, clocks)
        line.done()
        yield arrival


def _arrival(line: Fields, at: HostNs, clocks: Mapping[str, Clock]) -> Arrival:
    kind = next((key for key in READERS if key in line), None)
    if kind is None and "pad" not in line:
        return Tick(at)
    pad = line.text("pad")
    if pad not in clocks:
        known = ", ".join(map(json.dumps, clocks))
        words = say(
            'unknown "pad" {pad}: the header names {known}', pad=json.dumps(pad), known=known
        )
        line.fail(words)
    if kind is None:
        keys = ", ".join(READERS)
        line.fail(say("nothing is said of the pad: give one of {keys}", keys=keys))
    return READERS[kind](line, at, pad, clocks[pad])


def _stamp(line: Fields, pad: str, clock: Clock) -> int:
    other = _stamp_key(Clock.OWN if clock is Clock.HOST else Clock.HOST)
    key = _stamp_key(clock)
    if other in line and key not in line:
        line.fail(
            say(
                '"{other}" is not for pad {pad}, whose clock is "{clock}": use "{key}"',
                other=other,
                pad=json.dumps(pad),
                clock=clock,
                key=key,
            )
        )
    return line.integer(key, 0, LARGEST if clock is Clock.HOST else LARGEST_U32)


def _edge(line: Fields, at: HostNs, pad: str, clock: Clock) -> Edge:
    button = Button(line.choice("edge", Button))
    closed = line.integer("level", 0, 1) == 1
    stamp, seq = _stamp(line, pad, clock), line.integer("seq", 0, LARGEST)
    late_ns = line.integer("late", 0, LARGEST) if "late" in line else 0
    return Edge(at, pad, button, closed, stamp, seq, late_ns)


def _sync(line: Fields, at: HostNs, pad: str, clock: Clock) -> Sync:
    if clock is Clock.HOST:
        line.fail(
            say('"sync" is not for pad {pad}: it is on the host\'s clock', pad=json.dumps(pad))
        )
    probe = line.inner("sync")
    sent = HostNs(probe.integer("sent", 0, LARGEST))
    pad_received, pad_sent = probe.integers("pad_us", 2, 0, LARGEST_U32)
    received = HostNs(probe.integer("recv", 0, LARGEST))
    probe.done()
    return Sync(at, pad, sent, pad_received, pad_sent, received)


def _through(line: Fields, at: HostNs, pad: str, clock: Clock) -> Through:
    return Through(at, pad, line.integer("through", 0, LARGEST), _stamp(line, pad, clock))


def _boot(line: Fields, at: HostNs, pad: str, _: Clock) -> Boot:
    return Boot(at, pad, line.integer("boot", 0, LARGEST))


def _gone(line: Fields, at: HostNs, pad: str, _: Clock) -> Gone:
    if not line.flag("gone"):
        line.fail(say('"gone" must be true: leave the line out otherwise'))
    return Gone(at, pad)


def _levels(line: Fields, at: HostNs, pad: str, clock: Clock) -> Levels:
    items, names = line.items("levels", None)
    closed = tuple(Button(items.choice(name, Button)) for name in names)
    if len(set(closed)) < len(closed):
        line.fail(say('"levels" names a button twice'))
    return Levels(at, pad, closed, _stamp(line, pad, clock))


def _fault(line: Fields, at: HostNs, pad: str, _: Clock) -> DriverFault:
    return DriverFault(at, pad, FaultKind(line.choice("fault", DRIVER_FAULTS)))


READERS: Mapping[str, Callable[[Fields, HostNs, str, Clock], Arrival]] = {
    "edge": _edge,
    "sync": _sync,
    "through": _through,
    "boot": _boot,
    "gone": _gone,
    "levels": _levels,
    "fault": _fault,
}
"""The key that tells what a line reports -> how it is read."""
