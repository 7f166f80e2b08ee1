"""Replays a match record through the rules, one line at a time."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.game import RuleError, State
from engine.jsonl import LineError
from engine.messages import say
from engine.records import Entry, Header, as_text, read_record


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a record come to pass: `n` moves so far, and the state after it.

    The header's step has no entry; a refused press leaves `n` and the state as they were.
    """

    n: int
    state: State
    entry: Entry | None = None


def replay(lines: Iterable[bytes | str]) -> tuple[Header, Iterator[Step]]:
    """Read the header, and give the steps as they are asked for.

    `LineError` tells the first line that cannot be read or breaks a rule.
    """
    header, entries = read_record(lines)
    return header, _steps(header.dealt, entries)


def as_json(lines: Iterable[bytes | str]) -> Iterator[str]:
    """Give what `spytt replay --json` prints: the dealt state and the state after each move."""
    for step in replay(lines)[1]:
        if step.entry is None or not step.entry.is_refused:
            legal = [move.as_line() for move in step.state.legal_moves()]
            yield as_text({"n": step.n, "state": step.state.as_json(), "legal": legal})


def _steps(state: State, entries: Iterable[Entry]) -> Iterator[Step]:
    yield Step(n := 0, state)
    for entry in entries:
        if not entry.is_refused:
            state, n = _after(state, entry), n + 1
        yield Step(n, state, entry)


def _after(state: State, entry: Entry) -> State:
    try:
        return state.after(entry.what)
    except RuleError as error:
        raise LineError(entry.line, say("against the rules: {words}", words=error.words)) from None
