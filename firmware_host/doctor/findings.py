"""What doctor finds, as values: a name, how bad it is, words, and what to do about it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from statistics import median

from engine.messages import say
from firmware_host.reasons import reason_of
from hw.units import MILLISECOND_NS
from hw.wording import parted


class State(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    WARN = "warn"
    """The console plays, but not as well as it could; or nobody could tell."""
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `seat` counts from 0, None where it is nobody's own.

    `name` stands for the kind of check, the same whatever was found; `figures` is what was
    measured, by names that tell the unit.
    """

    name: str
    state: State
    words: str
    remedy: str = ""
    seat: int | None = None
    figures: Mapping[str, float] = field(default_factory=dict)


def of_error(name: str, error: OSError, state: State = State.BAD) -> Finding:
    """Find that something cannot be had; what a driver advises is the remedy."""
    return Finding(name, state, *parted(reason_of(error)))


def is_fine(findings: Iterable[Finding]) -> bool:
    """Tell whether nothing is bad."""
    return all(finding.state is not State.BAD for finding in findings)


def spans(spans_ns: Iterable[int]) -> dict[str, float]:
    """Give the figures of spans of time, one or more: how many, the middle one and the worst."""
    in_order = sorted(spans_ns)
    return {
        "count": len(in_order),
        "middle_ms": round(median(in_order) / MILLISECOND_NS, 3),
        "worst_ms": round(in_order[-1] / MILLISECOND_NS, 3),
    }


def listed(words: Iterable[str]) -> str:
    """Join `words`, one or more, by semicolons."""
    return reduce(lambda one, other: say("{one}; {other}", one=one, other=other), words)
