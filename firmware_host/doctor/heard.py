"""What the pads were heard to do during the examination; pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.messages import say
from firmware_host.doctor.bounce_picture import in_ms, told_spans
from firmware_host.doctor.bounces import Taps
from firmware_host.doctor.findings import Finding, State, spans
from firmware_host.doctor.usb import figures_of
from firmware_host.input_events import Faulted, InputEvent, Pressed
from hw.pad_link import Link, link_of
from hw.ports import (
    Arrival,
    Boot,
    Button,
    Clock,
    Edge,
    FaultKind,
    Gone,
    HostNs,
    Levels,
    PadInfo,
    Sync,
    Through,
)
from hw.units import MILLISECOND_NS

SLOW_NS = 15 * MILLISECOND_NS
"""Decisions that take longer than this can be felt."""
EARLY_NS = 1 * MILLISECOND_NS
"""A driver may look at the clock before it reads what has come, but not so long before."""

WITHIN_PPM = 100
"""A pad's rate is told when it is known as well as this: after some seconds, that is."""
US = 1000

NOISE = {
    FaultKind.GLITCH: say("contacts closed too briefly for a press"),
    FaultKind.CHATTER: say("a contact changed more than 2,000 times a second"),
    FaultKind.LOST_EDGE: say("edges were lost"),
    FaultKind.OVERFLOW: say("the queue of edges ran over"),
}


@dataclass(slots=True)
class Heard:
    """Gathers arrivals and decisions; `closed` are the buttons that are closed now, by pad."""

    pads: Sequence[PadInfo]
    taps: Taps = field(default_factory=Taps)
    closed: dict[str, set[Button]] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    _faults: Counter[tuple[str, FaultKind]] = field(default_factory=Counter)
    _delays_ns: list[int] = field(default_factory=list)
    _waits_ns: list[int] = field(default_factory=list)
    _syncs: dict[str, list[Sync]] = field(default_factory=dict)

    def take(self, arrival: Arrival) -> None:
        """Take in what a pad reports."""
        match arrival:
            case Edge():
                clock = self._clock(arrival.pad)
                self.taps.take(arrival, clock)
                held = self.closed.setdefault(arrival.pad, set())
                (held.add if arrival.closed else held.discard)(arrival.button)
                if clock is Clock.HOST:
                    self._delays_ns.append(arrival.at - arrival.stamp)
            case Levels():
                self.closed[arrival.pad] = set(arrival.closed)
            case Through():
                is_host = self._clock(arrival.pad) is Clock.HOST
                self.taps.known(arrival.stamp if is_host else arrival.stamp * US, arrival.pad)
            case Sync():
                self._syncs.setdefault(arrival.pad, []).append(arrival)
            case Boot():
                self._syncs.pop(arrival.pad, None)
            case Gone():
                self.gone.add(arrival.pad)

    def note(self, event: InputEvent) -> None:
        """Note what the input layer made of it."""
        if isinstance(event, Faulted):
            self._faults[event.pad, event.kind] += 1
        elif isinstance(event, Pressed):
            self._waits_ns.append(event.decided_at - event.hi)

    def is_at_rest(self, pad: str, button: Button, now: HostNs) -> bool:
        """Tell whether a button has been let go and bounces no more."""
        if self._clock(pad) is Clock.HOST:
            self.taps.known(now, pad)
        return not self.taps.is_open(pad, button)

    def glitches(self, pad: str) -> int:
        """Count the touches of a pad that were no presses."""
        return self._faults[pad, FaultKind.GLITCH]

    def findings(self) -> Iterator[Finding]:
        """Tell about noise, stamps and decisions."""
        for info in self.pads:
            if info.pad in self.gone:
                words = say("the pad was lost meanwhile")
                yield Finding("pads", State.BAD, words, say("look at its wires"), info.seat)
            yield from self._noise(info)
            if (link := link_of(self._syncs.get(info.pad, ()))) and link.within_ppm <= WITHIN_PPM:
                yield _of_link(link, info.seat)
        if self._delays_ns:
            yield _of_stamps(self._delays_ns)
        if self._waits_ns:
            yield _of_decisions(self._waits_ns)

    def _clock(self, pad: str) -> Clock:
        return next(info.clock for info in self.pads if info.pad == pad)

    def _noise(self, info: PadInfo) -> Iterator[Finding]:
        for kind, words in NOISE.items():
            if count := self._faults[info.pad, kind]:
                counted = say("{words}: {count} times", words=words, count=count)
                remedy = say("look for a loose wire, or a worn switch")
                figures = {"count": count}
                yield Finding("faults", State.WARN, counted, remedy, info.seat, figures)


def _of_link(link: Link, seat: int) -> Finding:
    words = say(
        "there and back in {trip} ms at best; its clock is {rate:+} ppm off (within {within})",
        trip=in_ms(link.round_trip_ns),
        rate=link.rate_ppm,
        within=link.within_ppm,
    )
    return Finding("link", State.OK, words, seat=seat, figures=figures_of(link))


def _of_stamps(delays_ns: Iterable[int]) -> Finding:
    delays_ns = list(delays_ns)
    figures = spans(max(0, delay) for delay in delays_ns)
    if min(delays_ns) < -EARLY_NS:
        words = say("edges are stamped later than they arrive: not by the clock of the console")
        return Finding("stamps", State.BAD, words, say('write source = "gpiod" under [gpio]'))
    words = say(
        "an edge is read {middle} ms after the kernel stamped it, {worst} ms at worst ({count})",
        **told_spans(figures),
    )
    return Finding("stamps", State.OK, words, figures=figures)


def _of_decisions(waits_ns: Sequence[int]) -> Finding:
    figures = spans(waits_ns)
    words = say(
        "a press is decided {middle} ms after its first touch, {worst} ms at worst ({count})",
        **told_spans(figures),
    )
    if max(waits_ns) <= SLOW_NS:
        return Finding("latency", State.OK, words, figures=figures)
    remedy = say("stop what else runs on this machine; look at the settings under [input]")
    return Finding("latency", State.WARN, words, remedy, figures=figures)
