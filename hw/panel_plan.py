"""In which order the panels of a bus are written, so that both players see it at once. Pure.

What changes at the same place of several panels goes first, a row of the one and the same row of
the other in turn; what only one of them shows follows.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from hw.panel_bus import COMMANDS, DATA, MOST_MESSAGES, Message
from hw.panel_chips import Addressing, Write, joined
from hw.panel_diff import WHOLE, Block


class Change(NamedTuple):
    """What one panel is to get: commands first, then blocks of its frame."""

    address: int
    addressing: Addressing
    frame: bytes
    blocks: Sequence[Block] = ()
    commands: bytes = b""


def plan(changes: Sequence[Change]) -> list[list[Message]]:
    """Give the transactions that make all changes; the first of `changes` has the first row."""
    rows = [list(_rows(change, changes)) for change in changes]
    if len(rows) == 1:
        rows = [joined(rows[0])]
    return list(
        transactions(
            (change.address, write)
            for turn in zip_longest(*rows)
            for change, write in zip(changes, turn, strict=True)
            if write is not None
        )
    )


def transactions(writes: Iterable[tuple[int, Write]]) -> Iterator[list[Message]]:
    """Pack writes to addresses into transactions; commands and their data stay in one."""
    messages: list[Message] = []
    for address, write in writes:
        parts = [
            control + part
            for control, part in ((COMMANDS, write.commands), (DATA, write.data))
            if part
        ]
        if len(messages) + len(parts) > MOST_MESSAGES:
            yield messages
            messages = []
        messages += [Message(address, part) for part in parts]
    if messages:
        yield messages


def _rows(change: Change, changes: Sequence[Change]) -> Iterator[Write]:
    """Give the rows of one panel in their order, those that others show too before the rest."""
    if change.commands:
        yield Write(change.commands)
    others = [block for other in changes if other is not change for block in other.blocks]
    for block in sorted(change.blocks, key=lambda it: (not any(map(it.touches, others)), it)):
        if block == WHOLE:
            yield from change.addressing.whole(change.frame)
        else:
            yield from change.addressing.writes(change.frame, block)
