"""What the booted machines told, judged outside: truth is the maker's, decisions the console's."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple

from firmware_host.input_events import Faulted, InputEvent, Pressed
from firmware_host.input_layer import InputLayer
from firmware_host.settings import Settings
from hw.ports import (
    Arrival,
    Boot,
    Button,
    DriverFault,
    Edge,
    FaultKind,
    HostNs,
    Levels,
    Through,
)
from tests.kernel.guest.bench import LINES, PADS, PATIENT

HALT_NS = 25_000_000
"""What is so near to a halt may have been spoilt by it."""
BUTTONS = {line: (pad, button) for pad, lines in LINES.items() for button, line in lines.items()}


class Moved(NamedTuple):
    """A contact was moved some time in [began, returned], by the maker's own account."""

    line: int
    closed: int
    began: int
    returned: int


class Press(NamedTuple):
    """A press that was decided, and the interval in which its touch must lie."""

    line: int
    lo: int
    hi: int
    decided_at: int
    is_tie: int

    def may_be(self, moved: Moved) -> bool:
        """Tell whether this can be the press of that contact, then."""
        is_then = self.lo <= moved.returned and moved.began <= self.hi
        return self.line == moved.line and is_then


@dataclass
class Verdict:
    """What became of pairs of presses."""

    pairs: int = 0
    wrong: int = 0
    ties: int = 0
    lost: int = 0
    """Touches without a press whose interval holds them."""
    halted: int = 0
    """Pairs not judged: a processor was halted for longer than the stated bound."""
    read_order_wrong: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    late: int = 0

    def words(self) -> str:
        """Tell it in a line."""
        return (
            f"{self.pairs} pairs, decided wrongly {self.wrong}, photo finishes {self.ties}, "
            f"not judged {self.halted}, wrong by order of arrival {self.read_order_wrong}, "
            f"edges that may be late {self.late}, faults {dict(self.faults)}"
        )


def moves(rows: Iterable[Sequence[int]]) -> list[Moved]:
    """Read the maker's notes."""
    return [Moved(*row) for row in rows]


def presses(rows: Iterable[Sequence[int]]) -> list[Press]:
    """Read presses, in the order in which they were decided."""
    return [Press(*row) for row in rows]


def verdict(
    truth: Sequence[Moved], decided: Sequence[Press], halts: Sequence[tuple[int, int]] = ()
) -> Verdict:
    """Judge pairs: two and two of `truth`, the first before the second for certain."""
    told = Verdict()
    of_line: dict[int, deque[tuple[int, Press]]] = {line: deque() for line in BUTTONS}
    for place, press in enumerate(decided):
        of_line[press.line].append((place, press))
    for first, second in zip(islice(truth, 0, None, 2), islice(truth, 1, None, 2), strict=True):
        told.pairs += 1
        a, b = (_taken(of_line[moved.line], moved) for moved in (first, second))
        if any(since < second.returned and first.began < until for since, until in halts):
            told.halted += 1
        elif a is None or b is None:
            told.lost += 1
        else:
            is_tie = bool(a[1].is_tie or b[1].is_tie)
            told.ties += is_tie
            told.wrong += not is_tie and a[0] > b[0]
    return told


def _taken(found: deque[tuple[int, Press]], moved: Moved) -> tuple[int, Press] | None:
    """Take the press of a touch out of those of its line; those before it were bounces' own."""
    while found and found[0][1].hi < moved.began:
        found.popleft()
    return found.popleft() if found and found[0][1].may_be(moved) else None


def halts_in(reported: Iterable[Arrival]) -> list[tuple[int, int]]:
    """Find when the stated bound was broken: edges that came after their time had been closed."""
    closed_ns: dict[str, int] = {}
    found = []
    for arrival in reported:
        if isinstance(arrival, Through):
            closed_ns[arrival.pad] = arrival.stamp
        elif isinstance(arrival, Edge) and arrival.stamp <= closed_ns.get(arrival.pad, 0):
            found.append((arrival.stamp - HALT_NS, arrival.at + HALT_NS))
    return found


def arrivals(rows: Iterable[Sequence[Any]]) -> list[Arrival]:
    """Read what the pads reported; `at` never falls."""
    read: list[Arrival] = []
    for at, kind, *rest in rows:
        arrival = _arrival(HostNs(at), kind, rest)
        read.append(replace(arrival, at=HostNs(max(at, read[-1].at if read else 0))))
    return read


def _arrival(at: HostNs, kind: str, rest: Sequence[Any]) -> Arrival:
    match kind, rest:
        case "e", [line, closed, stamp, seq, late_ns]:
            pad, button = BUTTONS[line]
            return Edge(at, pad, button, bool(closed), stamp, seq, late_ns)
        case "t", [pad, seq, stamp]:
            return Through(at, pad, seq, stamp)
        case "l", [pad, stamp, *lines]:
            return Levels(at, pad, tuple(BUTTONS[line][1] for line in lines), stamp)
        case "b", [pad, number]:
            return Boot(at, pad, number)
        case "f", [pad, fault]:
            return DriverFault(at, pad, FaultKind(fault))
    raise ValueError(f"a row of kind {kind} is not known")


def decided(reported: Iterable[Arrival]) -> tuple[list[Press], Counter[str]]:
    """Run reports through the input layer; gives presses and faults."""
    layer = InputLayer(PADS, PATIENT)
    events = [event for arrival in reported for event in layer.feed(arrival)]
    found = [
        Press(line_of(e.pad, e.button), e.lo, e.hi, e.decided_at, int(e.tie))
        for e in events
        if isinstance(e, Pressed)
    ]
    return found, Counter(str(e.kind) for e in events if isinstance(e, Faulted))


def expected(truth: Sequence[Moved], settings: Settings) -> list[int]:
    """Give the lines of the presses that follow from what was moved, if every edge is heard."""
    layer = InputLayer(PADS, settings)
    numbers: Counter[str] = Counter()
    events: list[InputEvent] = []
    for moved in truth:
        pad, button = BUTTONS[moved.line]
        numbers[pad] += 1
        at = HostNs(moved.returned)
        events += layer.feed(Edge(at, pad, button, bool(moved.closed), at, numbers[pad]))
    end = HostNs(truth[-1].returned + settings.burst_ns + settings.release_ns)
    for info in PADS:
        events += layer.feed(Through(end, info.pad, numbers[info.pad], end))
    return [line_of(e.pad, e.button) for e in events if isinstance(e, Pressed)]


def line_of(pad: str, button: Button) -> int:
    """Give the line of a button."""
    return LINES[pad][button]


def recorded_verdict(values: dict[str, Any]) -> Verdict:
    """Judge pairs whose reports were recorded."""
    truth, reported = moves(values["truth"]), arrivals(values["arrivals"])
    found, faults = decided(reported)
    told = verdict(truth, found, halts_in(reported))
    told.faults = faults
    edges = [each for each in reported if isinstance(each, Edge)]
    told.late = sum(edge.late_ns > 0 for edge in edges)
    told.read_order_wrong = _wrong_by_arrival(truth, edges)
    return told


def _wrong_by_arrival(truth: Sequence[Moved], edges: Sequence[Edge]) -> int:
    """Count the pairs whose second touch reached the host first."""
    places: dict[int, list[int]] = {line: [] for line in BUTTONS}
    for place, edge in enumerate(edges):
        if edge.closed:
            places[line_of(edge.pad, edge.button)].append(place)
    turns = {line: iter(found) for line, found in places.items()}
    wrong = 0
    for first, second in zip(islice(truth, 0, None, 2), islice(truth, 1, None, 2), strict=True):
        wrong += next(turns[first.line], 0) > next(turns[second.line], 0)
    return wrong


def quantiles_ms(times_ns: Sequence[int]) -> str:
    """Give median, 99th percentile and the worst, in ms."""
    ordered = sorted(times_ns)
    shares = (ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], ordered[-1])
    return ", ".join(
        f"{name} {ns / 1e6:.1f}"
        for name, ns in zip(("median", "p99", "worst"), shares, strict=True)
    )
