"""Match records (`*.match.jsonl`): how a game went, line by line (docs/formats.md)."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.game import Game, Move, State
from engine.games import GAMES
from engine.jsonl import LARGEST_NS, Fields, LineError, read_lines
from engine.messages import either, say

VERSION = 1
UTC_INSTANT = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
    r"T([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)(\.\d+)?)?(Z|\+00:00)",
    re.ASCII,
)
"""ISO 8601 in UTC; the day of the month is not looked up."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: the game, dealt; and what was noted about it."""

    game: Game
    dealt: State
    names: tuple[str, ...] | None = None
    seed: int | None = None
    started: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A later line: a move, or one that was refused; `at_ns` on the host's clock if it is known.

    `tie` when the clocks could not tell who was first; `line` counts from 1.
    """

    line: int
    what: Move
    at_ns: int | None = None
    tie: bool = False
    is_refused: bool = False


def read_record(lines: Iterable[bytes | str]) -> tuple[Header, Iterator[Entry]]:
    """Read the header at once and the entries as they are asked for; both may raise `LineError`."""
    objects = read_lines(lines)
    first = next(objects, None)
    if first is None:
        raise LineError(1, say("the file is empty: a match record begins with its header"))
    header = _read_header(first)
    return header, (_read_entry(header.game, line) for line in objects)


def header_line(
    dealt: State,
    *,
    names: Sequence[str] | None = None,
    seed: int | None = None,
    started: str | None = None,
) -> dict[str, object]:
    """Give the header of a game's record; `names` by seat, `started` is ISO 8601 in UTC."""
    noted = {"seed": seed, "started": started, "names": names and list(names)}
    return {
        "spytt": VERSION,
        **dealt.deal_json(),
        **{key: value for key, value in noted.items() if value is not None},
    }


def entry_line(what: Move, at_ns: int | None = None, tie: bool = False) -> dict[str, object]:
    """Give the line of a move or of a refused one, dated `at_ns` on the host's monotonic clock."""
    line = what.as_line()
    if at_ns is not None:
        line["t"] = at_ns
    return {**line, "tie": True} if tie else line


def as_text(line: Mapping[str, object]) -> str:
    """Write one line of a record, without its newline."""
    return json.dumps(line, separators=(",", ":"))


def _read_header(header: Fields) -> Header:
    if "spytt" not in header:
        header.fail(_NO_TRACE if "spytt_trace" in header else _NO_HEADER)
    version = header.integer("spytt")
    if version != VERSION:
        header.fail(
            say(
                "match records of version {version} are not known here, only of {known}",
                version=version,
                known=VERSION,
            )
        )
    name = header.text("game")
    if name not in GAMES:
        header.fail(
            say('"game" must be {names}, not {name}', names=either(GAMES), name=repr(name[:20]))
        )
    game = GAMES[name]
    dealt = game.read_deal(header)
    read = Header(
        game,
        dealt,
        names=header.texts("names", dealt.seats) if "names" in header else None,
        seed=header.integer("seed") if "seed" in header else None,
        started=_read_started(header) if "started" in header else None,
    )
    header.done()
    return read


def _read_started(header: Fields) -> str:
    started = header.text("started")
    if not UTC_INSTANT.fullmatch(started):
        header.fail(say('"started" must be ISO 8601 in UTC, like "2026-01-31T18:00:00Z"'))
    return started


def _read_entry(game: Game, line: Fields) -> Entry:
    is_refused = "move" not in line
    if is_refused and "refused" not in line:
        line.fail(say('neither "move" nor "refused" stands here: a line holds one of them'))
    what = game.read_refusal(line) if is_refused else game.read_move(line)
    at_ns = line.integer("t", 0, LARGEST_NS) if "t" in line else None
    tie = line.flag("tie") if "tie" in line else False
    line.done()
    return Entry(line.line, what, at_ns, tie, is_refused)


_NO_HEADER = say("no header: a match record begins with {sample}", sample='{"spytt":1,"game":...}')
_NO_TRACE = say("this is an input trace, not a match record: spytt arbitrate reads it")
