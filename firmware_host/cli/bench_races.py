"""Simulated races on every kind of pad: wrong winners, ties, bias, waiting, cost, and rivals."""

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import perf_counter

from firmware_host.input_layer import InputLayer
from hw.ports import Edge
from hw.units import MILLISECOND_NS
from sim.finger import CLEAN
from sim.races import KINDS, Races, hostile, ordinary, quantile_ms, record

SEED = 1
WIDEST_MS = {"phone": 100}
"""The widest gap of a kind's races (ms); of those that are not here 3."""
FIXED_GAPS_MS = {"phone": (32.0, 16.0, 8.0)}
"""Fixed gaps of a kind (ms); of those that are not here 1, 0.5 and 0.2."""
COST_RACES = 200
COST_ROUNDS = 3
CHANNELS = {"ordinary channel": ordinary, "hostile channel": hostile}
SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "worst": 1.0}
GOALS = {"gpio": " (goal: p99 3.5)", "serial": " (goal: p95 5.5)"}
"""What a clean press may take: 1.5 ms to be one, and 2 or 4 ms more."""


def bench(args: Namespace) -> Iterator[str]:
    """Race `args.races` times on each kind of pad, gaps up to its widest, and at fixed gaps."""
    for kind in KINDS:
        yield from of_kind(kind, args.races)


def of_kind(kind: str, races: int) -> Iterator[str]:
    """Race on one kind of pad, each figure with its fitting share of `races`."""
    yield from _races(kind, races)
    yield from _holds(kind, max(1, races // 20))
    yield _at_fixed_gaps(kind, max(1, races // 50))
    yield _bias(kind, max(1, races * 2 // 5))
    yield _cost(kind, min(COST_RACES, races))


def _any_gap(kind: str) -> Callable[[Random], int]:
    widest_ns = WIDEST_MS.get(kind, 3) * MILLISECOND_NS
    return lambda luck: luck.randint(1, widest_ns)


def _gap(ms: float) -> Callable[[Random], int]:
    return lambda _: round(ms * MILLISECOND_NS)


def _races(kind: str, races: int) -> Iterator[str]:
    tally = Races(kind, SEED).run(races, _any_gap(kind))
    yield (
        f"{kind}: {tally.wrong} wrong winners in {tally.separated:,} separated decisions of "
        f"{tally.races:,} races; {tally.ties:,} ties, {tally.lost} presses lost; "
        f"faults: {dict(tally.faults) or 'none'}"
    )
    inside = 100 - 100 * tally.outside / max(1, tally.presses)
    yield f"{kind}: true instant inside its interval: {inside:.4f} % of {tally.presses:,} presses"
    rivals = ", ".join(
        f"{name} {100 * wrong / races:.1f} %" for name, wrong in tally.rivals_wrong.items()
    )
    yield f"{kind}: rivals name the wrong winner in: {rivals}"


def _holds(kind: str, races: int) -> Iterator[str]:
    """Tell how long players wait; switches that bounce make no press before they have settled."""
    for name, channel in CHANNELS.items():
        clean = Races(kind, SEED, watched=(), bounce=CLEAN, channel=channel)
        held_ns = clean.run(races, _any_gap(kind)).holds_ns
        yield f"{kind}: {name}, clean switches: first touch to decision {_spread(held_ns)}" + (
            GOALS.get(kind, "") if channel is ordinary else ""
        )
        tally = Races(kind, SEED, watched=(), channel=channel).run(races, _any_gap(kind))
        yield (
            f"{kind}: {name}, bouncing switches: first touch to decision {_spread(tally.holds_ns)}"
            f"; since it and what was touched before are presses {_spread(tally.beyond_ns)}"
        )


def _spread(times_ns: Sequence[int]) -> str:
    told = (f"{name} {quantile_ms(times_ns, share):.1f}" for name, share in SHARES.items())
    return f"{', '.join(told)} ms"


def _at_fixed_gaps(kind: str, races: int) -> str:
    told = []
    for gap_ms in FIXED_GAPS_MS.get(kind, (1.0, 0.5, 0.2)):
        tally = Races(kind, SEED, watched=()).run(races, _gap(gap_ms))
        told.append(f"{100 * tally.share_decided():.1f} % at {gap_ms} ms ({tally.wrong} wrong)")
    return f"{kind}: decided by the clocks: {', '.join(told)}, of {races:,} races each"


def _bias(kind: str, races: int) -> str:
    tally = Races(kind, SEED, watched=()).run(races, _gap(0))
    share = 100 * tally.first_of_seat[0] / races
    return f"{kind}: at gap 0 seat 0 is first in {share:.2f} % of {races:,} races"


def _cost(kind: str, races: int) -> str:
    pads, arrivals = record(kind, SEED, races)
    edges = sum(isinstance(arrival, Edge) for arrival in arrivals)
    best = float("inf")
    for _ in range(COST_ROUNDS):
        layer = InputLayer(pads)
        started = perf_counter()
        for arrival in arrivals:
            for _ in layer.feed(arrival):
                pass
            layer.asks()
            layer.due_at()
        best = min(best, perf_counter() - started)
    return (
        f"{kind}: the input layer takes {1e6 * best / len(arrivals):.1f} us an arrival, "
        f"{1e6 * best / edges:.1f} us an edge with all its probes and watermarks"
    )
