"""Laws of the input layer, held against slower and simpler references written for the tests."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import merge
from itertools import accumulate, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.coin import Coin
from firmware_host.contact import Contact, Touched, Trouble
from firmware_host.input_events import Faulted, InputEvent, Pressed
from firmware_host.input_layer import InputLayer
from firmware_host.settings import Settings
from hw.pad_clock import PadClock
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
    PadUs,
    Sync,
    Through,
    Tick,
)
from sim.races import record

MS = 1_000_000
US = 1_000
FAR = 10**15


def layer_of(pads: Sequence[PadInfo], coin: int = 0) -> InputLayer:
    return InputLayer(pads, coin=coin)


def run(layer: InputLayer, arrivals: Sequence[Arrival]) -> list[InputEvent]:
    return [event for arrival in arrivals for event in layer.feed(arrival)]


# One contact, scanned naively.


def naive_touches(edges_ns: Sequence[int]) -> tuple[list[int], int]:
    """Give touch stamps and glitches of a contact that closes and opens at `edges_ns`, in turn."""
    rules = Settings()
    closures = list(zip(edges_ns[::2], [*edges_ns[1::2], FAR][: len(edges_ns[::2])], strict=True))
    bursts: list[list[tuple[int, int]]] = []
    for closure in closures:
        if bursts and closure[0] - bursts[-1][-1][1] < rules.release_ns:
            bursts[-1].append(closure)
        else:
            bursts.append([closure])
    touches = []
    for burst in bursts:
        for start, _ in burst:
            end = start + rules.burst_ns
            closed = sum(max(0, min(b, end) - max(a, start)) for a, b in burst)
            if closed >= rules.qualify_ns:
                touches.append(start)
                break
    return touches, len(bursts) - len(touches)


gaps_us = st.one_of(st.integers(1, 400), st.integers(400, 3000), st.integers(3000, 20_000))


@given(st.lists(gaps_us, max_size=40), st.lists(st.integers(0, 400_000), max_size=5))
def test_a_contact_judges_bounces_as_a_naive_scan_does(gaps: list[int], told_us: list[int]) -> None:
    """Watermarks in between, wherever they fall, change nothing."""
    edges = list(accumulate(gap * US for gap in gaps))
    contact, events = Contact(Settings()), []
    for index, stamp in enumerate(edges):
        before = edges[index - 1] if index else 0
        for known in sorted(told * US for told in told_us if before <= told * US < stamp):
            events += contact.advance(known)
        events += contact.edge(index % 2 == 0, stamp, stamp)
    events += contact.advance(FAR)
    touches = [event.stamp for event in events if isinstance(event, Touched)]
    assert (touches, events.count(Trouble.GLITCH)) == naive_touches(edges)


# A pad's clock, bounded by every probe on its own.


@dataclass(frozen=True)
class Leg:
    """The pad's clock counts `span_us` while it runs `ppm` wrong; then a probe comes by."""

    span_us: int
    ppm: int
    down_ns: int
    up_ns: int


legs = st.lists(
    st.builds(
        Leg,
        st.integers(60, 400_000),
        st.integers(-5000, 5000),
        st.integers(0, 3 * MS),
        st.integers(0, 3 * MS),
    ),
    min_size=1,
    max_size=25,
)


def host_span_ns(span_us: int, ppm: int) -> int:
    return round(span_us * 1000 * 1e6 / (1e6 + ppm))


@given(legs, st.randoms(use_true_random=False), st.floats(0, 1), st.integers(0, 24))
def test_a_pad_s_clock_is_as_narrow_as_all_probes_allow_and_holds_the_truth(
    course: list[Leg], shuffler: Random, share: float, which: int
) -> None:
    pad_us, host_ns, probes, true_at = 5_000, 10**12, [], []
    for leg in course:
        inside = int(leg.span_us * share)
        true_at.append((pad_us + inside, host_ns + host_span_ns(inside, leg.ppm)))
        pad_us, host_ns = pad_us + leg.span_us, host_ns + host_span_ns(leg.span_us, leg.ppm)
        sent, received = HostNs(host_ns - leg.down_ns), HostNs(host_ns + 1 + leg.up_ns)
        probes.append(Sync(received, "b", sent, pad_us, pad_us, received))
    shuffler.shuffle(probes)
    clock = PadClock(5000)
    for probe in probes:
        assert clock.probe(probe, PadUs(probe.pad_received), PadUs(probe.pad_sent))
    stamp_us, true_ns = true_at[which % len(true_at)]
    where = clock.place(stamp_us * 1000)
    assert where is not None
    lo, hi = brute_bounds(probes, stamp_us)
    rounding = 2 * len(probes) + 4
    assert where.lo - 2 <= true_ns
    assert true_ns <= where.hi
    assert abs(where.lo - lo) <= rounding
    assert abs(where.hi - hi) <= rounding


def brute_bounds(probes: Sequence[Sync], stamp_us: int) -> tuple[float, float]:
    """Bound the instants at which the clock may read `stamp_us` by each probe on its own."""
    slow, fast = 1000 / (1 - 0.005), 1000 * (1 - 0.005)
    lows, highs = [], []
    for probe in probes:
        since = stamp_us - probe.pad_received
        lows.append(probe.sent - slow + since * (fast if since >= 0 else slow))
        highs.append(probe.received + slow + since * (slow if since >= 0 else fast))
    return max(lows), min(highs)


# The arbiter, in one go over everything.

HOSTS = [PadInfo(name, seat, Clock.HOST) for seat, name in enumerate("abc")]
IRQ_NS = Settings().irq_us * US


def stream(pad: str, presses_ns: Sequence[int], delay_ns: int, end_ns: int) -> list[Arrival]:
    """Report clean presses of 5 ms, each on a button of its own, and a watermark every 4 ms."""
    changes = sorted(
        (at + held, button, held == 0)
        for at, button in zip(presses_ns, Button, strict=False)
        for held in (0, 5 * MS)
    )
    told: list[Arrival] = [
        Edge(HostNs(at + delay_ns), pad, button, closed, at, seq)
        for seq, (at, button, closed) in enumerate(changes, start=1)
    ]
    for stamp in range(0, end_ns, 4 * MS):
        seq = sum(at <= stamp for at, _, _ in changes)
        told.append(Through(HostNs(stamp + delay_ns), pad, seq, stamp))
    return sorted(told, key=lambda arrival: arrival.at)


def in_one_go(presses: dict[str, list[int]], coin: Coin) -> list[tuple[str, int, bool]]:
    """Order presses by the rule as the format words it; every tie counts as contested."""
    seats = {info.pad: info.seat for info in HOSTS}
    pending = {pad: sorted(stamps) for pad, stamps in presses.items()}
    tied: set[tuple[str, int]] = set()
    ordered = []
    while heads := {pad: stamps[0] for pad, stamps in pending.items() if stamps}:
        soonest = min(heads.values())
        group = sorted(pad for pad, stamp in heads.items() if stamp - IRQ_NS <= soonest)
        if len(group) > 1:
            tied |= {(pad, heads[pad]) for pad in group}
            seat = coin.pick([seats[pad] for pad in group], is_contested=True)
            first = next(pad for pad in group if seats[pad] == seat)
        else:
            first = group[0]
        ordered.append((first, heads[first], (first, heads[first]) in tied))
        pending[first].pop(0)
    return ordered


press_times = st.lists(
    st.one_of(st.integers(0, 300), st.integers(0, 40_000)), unique=True, max_size=8
).map(sorted)


@given(
    st.tuples(press_times, press_times, press_times),
    st.tuples(*[st.integers(0, 20_000)] * 3),
    st.integers(0, 50),
)
def test_the_order_is_that_of_the_whole_trace_at_once_whatever_the_delays(
    times_us: tuple[list[int], ...], delays_us: tuple[int, ...], coin: int
) -> None:
    start = 10 * MS
    presses = {
        info.pad: [start + us * US for us in times]
        for info, times in zip(HOSTS, times_us, strict=True)
    }
    streams = [
        stream(pad, stamps, delay * US, start + 80 * MS)
        for (pad, stamps), delay in zip(presses.items(), delays_us, strict=True)
    ]
    arrivals = list(merge(*streams, key=lambda arrival: arrival.at))
    events = run(layer_of(HOSTS, coin), arrivals)
    decided = [(e.pad, int(e.hi), e.tie) for e in events if isinstance(e, Pressed)]
    assert decided == in_one_go(presses, Coin(coin))


@given(st.lists(st.lists(st.sampled_from(range(5)), min_size=1, unique=True)), st.integers(0, 99))
def test_a_coin_picks_one_of_those_it_is_tossed_for(groups: list[list[int]], seed: int) -> None:
    coin = Coin(seed)
    assert all(coin.pick(tuple(group), is_contested=True) in group for group in groups)


@given(st.integers(0, 9999), st.lists(st.booleans(), max_size=60))
def test_a_coin_is_balanced_over_contested_ties_and_the_same_on_every_replay(
    seed: int, contested: list[bool]
) -> None:
    def winners() -> list[int]:
        coin = Coin(seed)
        return [coin.pick((0, 1), is_contested=each) for each in contested]

    won = [seat for seat, counts in zip(winners(), contested, strict=True) if counts]
    for played in range(len(won) + 1):
        assert abs(won[:played].count(0) - won[:played].count(1)) <= 1
    assert winners() == winners()


# Anything at all.

PADS = [PadInfo("a", 0, Clock.HOST), PadInfo("b", 1, Clock.OWN)]


@dataclass(frozen=True)
class Step:
    """Something a pad may say `after_us` the last, with a stamp `old_us` back and odd numbers."""

    after_us: int
    pad: str
    kind: str
    button: Button
    closed: bool
    old_us: int
    seq_step: int


steps = st.lists(
    st.builds(
        Step,
        st.one_of(st.integers(0, 500), st.integers(0, 30_000), st.just(700_000)),
        st.sampled_from("ab"),
        st.sampled_from(
            ["edge"] * 6
            + ["through"] * 4
            + ["sync"] * 3
            + ["boot", "gone", "levels", "crc", "tick"]
        ),
        st.sampled_from([Button.LEFT, Button.C1]),
        st.booleans(),
        st.one_of(st.integers(0, 300), st.integers(0, 60_000)),
        st.sampled_from([1, 1, 1, 1, 0, 2, -1, 5]),
    ),
    max_size=60,
)


def arrivals_of(walk: Sequence[Step]) -> list[Arrival]:
    at, seqs, arrivals = 10**10, {"a": 0, "b": 0}, list[Arrival]()
    for step in walk:
        at += step.after_us * US
        now, pad, then = HostNs(at), step.pad, at - step.old_us * US
        stamp = then if pad == "a" else then // US % 2**32
        if step.kind == "edge":
            seqs[pad] = max(0, seqs[pad] + step.seq_step)
            arrivals.append(Edge(now, pad, step.button, step.closed, stamp, seqs[pad]))
        elif step.kind == "through":
            arrivals.append(Through(now, pad, max(0, seqs[pad] + step.seq_step - 1), stamp))
        elif step.kind == "sync":
            us = then // US % 2**32
            arrivals.append(Sync(now, "b", HostNs(then - 200_000), us, us, now))
        else:
            plain: dict[str, Arrival] = {
                "boot": Boot(now, pad, 1),
                "gone": Gone(now, pad),
                "levels": Levels(now, pad, (step.button,) if step.closed else (), stamp),
                "crc": DriverFault(now, pad, FaultKind.CRC),
                "tick": Tick(now),
            }
            arrivals.append(plain[step.kind])
    return arrivals


@settings(max_examples=400)
@given(steps)
def test_whatever_pads_say_decisions_stand_in_order_and_nothing_is_pressed_twice(
    walk: list[Step],
) -> None:
    arrivals, layer = arrivals_of(walk), layer_of(PADS)
    presses: list[Pressed] = []
    for arrival in arrivals:
        for event in layer.feed(arrival):
            if isinstance(event, Pressed):
                assert event.decided_at <= arrival.at
                presses.append(event)
        due = layer.due_at()
        assert due is None or due > arrival.at
    closings = {
        (a.pad, a.stamp, a.seq, a.button) for a in arrivals if isinstance(a, Edge) and a.closed
    }
    assert len(presses) <= len(closings)
    assert all(x.decided_at <= y.decided_at for x, y in pairwise(presses))
    for index, later in enumerate(presses):
        assert later.tie or all(earlier.lo <= later.hi for earlier in presses[:index])


@given(steps)
def test_ticks_between_arrivals_of_one_instant_change_nothing(walk: list[Step]) -> None:
    plain, ticked = layer_of(PADS), layer_of(PADS)
    for arrival in arrivals_of(walk):
        wanted = list(plain.feed(arrival))
        assert list(ticked.feed(arrival)) == wanted
        assert list(ticked.feed(Tick(arrival.at))) == []
        assert ticked.due_at() == plain.due_at()


@given(steps)
def test_a_tick_at_the_moment_that_is_due_decides_the_same_as_one_long_after(
    walk: list[Step],
) -> None:
    """A decision that a deadline brings carries the deadline's instant."""
    walk = [replace(step, after_us=min(step.after_us, 30_000)) for step in walk]
    late, prompt = layer_of(PADS), layer_of(PADS)
    wanted, got = [], []
    for arrival in arrivals_of(walk):
        while (due := prompt.due_at()) is not None and due < arrival.at:
            got += list(prompt.feed(Tick(due)))
        got += list(prompt.feed(arrival))
        wanted += list(late.feed(arrival))
    assert got == wanted


caps_ms = st.sampled_from([None, 0, 20, 250, 400])


@given(steps, st.tuples(caps_ms, caps_ms))
def test_nothing_waits_longer_than_the_longest_hold_cap(
    walk: list[Step], caps: tuple[int | None, int | None]
) -> None:
    pads = [replace(pad, hold_ms=cap) for pad, cap in zip(PADS, caps, strict=True)]
    longest_ms = max(50 if cap is None else cap for cap in caps)
    layer = layer_of(pads)
    arrivals = arrivals_of(walk)
    run(layer, arrivals)
    last = arrivals[-1].at if arrivals else 0
    run(layer, [Tick(HostNs(last + (longest_ms + 1) * MS))])
    left = run(layer, [Tick(HostNs(last + 3600_000 * MS))])
    assert all(isinstance(e, Faulted) and e.kind is FaultKind.STUCK for e in left)


@given(steps)
def test_an_edge_told_twice_counts_once(walk: list[Step]) -> None:
    arrivals = arrivals_of(walk)
    twice = [copy for arrival in arrivals for copy in [arrival] * (1 + isinstance(arrival, Edge))]
    assert run(layer_of(PADS), twice) == run(layer_of(PADS), arrivals)


# Recorded races, damaged.


def pressed(events: Sequence[InputEvent]) -> list[tuple[str, Button, int, bool]]:
    """Leave out when each ended at the latest: it has ended once it is heard of, and so later."""
    return [(e.pad, e.button, e.lo, e.tie) for e in events if isinstance(e, Pressed)]


@pytest.mark.parametrize("kind", ["gpio", "serial", "web", "mixed"])
def test_edges_that_arrive_in_the_wrong_order_are_put_right(kind: str) -> None:
    pads, arrivals = record(kind, seed=5, races=15)
    told = {info.pad for info in pads if info.clock is Clock.OWN}
    swapped, swaps = list(arrivals), 0
    for index, (one, two) in enumerate(pairwise(arrivals)):
        if not (isinstance(one, Edge) and isinstance(two, Edge) and one.pad == two.pad):
            continue
        # Of a pad that has told nothing before, the first edge heard sets the count.
        if swapped[index] is one and (one.seq > 1 or one.pad in told):
            swapped[index] = replace(two, at=one.at)
            swapped[index + 1] = replace(one, at=two.at)
            swaps += 1
    assert swaps > 5
    assert pressed(run(layer_of(pads), swapped)) == pressed(run(layer_of(pads), arrivals))


@pytest.mark.parametrize("kind", ["gpio", "serial", "web", "mixed"])
def test_an_edge_that_is_lost_is_named_and_makes_no_press_of_its_own(kind: str) -> None:
    pads, arrivals = record(kind, seed=6, races=12)
    edges = [arrival for arrival in arrivals if isinstance(arrival, Edge)]
    whole = run(layer_of(pads), arrivals)
    for lost in edges[3::5]:
        events = run(layer_of(pads), [arrival for arrival in arrivals if arrival is not lost])
        kinds = [event.kind for event in events if isinstance(event, Faulted)]
        assert FaultKind.LOST_EDGE in kinds
        assert len(pressed(events)) <= len(pressed(whole)) + 1
