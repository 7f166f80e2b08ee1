"""A match record told line by line, whatever the game."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from engine import pack, spit
from engine.records import Entry, Header
from engine.replay import replay
from firmware_host.accounts.pack import PackTeller
from firmware_host.accounts.spit import SpitTeller
from firmware_host.words import Words

UNDATED = " " * 11


class Teller(Protocol):
    """Tells one game in words; the states that it is given are of its own kind."""

    def opening(self, dealt: Any) -> str:
        """Head the account."""
        ...

    def told(self, entry: Entry, before: Any, after: Any) -> Sequence[str]:
        """Tell what happened in one line, and what followed from it in any number more."""
        ...

    def ending(self, last: Any) -> str:
        """Tell how the game ended, or that the record ended first."""
        ...


TELLERS: Mapping[str, Callable[[Sequence[str], Words], Teller]] = {
    spit.NAME: SpitTeller,
    pack.NAME: PackTeller,
}


def account(lines: Iterable[bytes | str], words: Words) -> Iterator[str]:
    """Tell a match record line by line; `LineError` as `replay` raises it.

    Each line begins with the seconds since the first dated one.
    """
    header, steps = replay(lines)
    teller = TELLERS[header.game.NAME](_names(header, words), words)
    yield teller.opening(header.dealt)
    before, epoch_ns = header.dealt, None
    for step in steps:
        if (entry := step.entry) is None:
            continue
        epoch_ns = entry.at_ns if epoch_ns is None else epoch_ns
        first, *more = teller.told(entry, before, step.state)
        yield _dated(entry, epoch_ns, words) + first
        yield from (UNDATED + line for line in more)
        before = step.state
    yield teller.ending(before)


def _names(header: Header, words: Words) -> list[str]:
    names = header.names or [words.account.seat(seat) for seat in range(header.dealt.seats)]
    # A name may hold anything, so nothing of it may steer the terminal.
    return ["".join(c if c.isprintable() else "?" for c in name) for name in names]


def _dated(entry: Entry, epoch_ns: int | None, words: Words) -> str:
    if entry.at_ns is None or epoch_ns is None:
        return UNDATED
    return words.account.at(entry.at_ns - epoch_ns) + "  "
