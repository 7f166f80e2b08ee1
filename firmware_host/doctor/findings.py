"""What doctor finds, as values: a name, how bad it is, words, and what to do about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from engine.messages import say


class State(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    WARN = "warn"
    """The console plays, but not as well as it could; or nobody could tell."""
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `seat` counts from 0, None where it is nobody's own.

    `name` stands for the kind of check, the same whatever was found.
    """

    name: str
    state: State
    words: str
    remedy: str = ""
    seat: int | None = None


def is_fine(findings: Iterable[Finding]) -> bool:
    """Tell whether nothing is bad."""
    return all(finding.state is not State.BAD for finding in findings)


def listed(words: Iterable[str]) -> str:
    """Join `words`, one or more, by semicolons."""
    return reduce(lambda one, other: say("{one}; {other}", one=one, other=other), words)
