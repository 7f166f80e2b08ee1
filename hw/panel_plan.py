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


def plan(changes: Sequence[Change]) -> Iterator[list[Message]]:
    """Give the transactions that make all changes; the first of `changes` has the first row.

    What is shared is a transaction before the rest, which is made while that is on its way.
    """
    if len(changes) == 1:
        yield from _in_turn(changes, [joined(_writes(changes[0], changes[0].blocks))])
        return
    shared, others = zip(*(_parted(change, changes) for change in changes), strict=True)
    yield from _in_turn(changes, [_writes(*it) for it in zip(changes, shared, strict=True)])
    rest = [change._replace(commands=b"") for change in changes]
    yield from _in_turn(changes, [_writes(*it) for it in zip(rest, others, strict=True)])


def transactions(writes: Iterable[tuple[int, Write]]) -> Iterator[list[Message]]:
    """Pack writes to addresses into transactions; commands and their data stay in one."""
    messages: list[Message] = []
    for address, (commands, data) in writes:
        if len(messages) > MOST_MESSAGES - 2:
            yield messages
            messages = []
        if commands:
            messages.append(Message(address, COMMANDS + commands))
        if data:
            messages.append(Message(address, DATA + data))
    if messages:
        yield messages


def _in_turn(changes: Sequence[Change], rows: Sequence[Iterable[Write]]) -> Iterator[list[Message]]:
    addresses = [change.address for change in changes]
    return transactions(
        (address, write)
        for turn in zip_longest(*rows)
        for address, write in zip(addresses, turn, strict=True)
        if write is not None
    )


def _parted(change: Change, changes: Sequence[Change]) -> tuple[list[Block], list[Block]]:
    """Part the blocks of one panel into those that another shows too, and others."""
    elsewhere = [block for other in changes if other is not change for block in other.blocks]
    parts: tuple[list[Block], list[Block]] = ([], [])
    for block in change.blocks:
        parts[0 if block.touches_any(elsewhere) else 1].append(block)
    return parts


def _writes(change: Change, blocks: Sequence[Block]) -> Iterator[Write]:
    """Give the rows of one panel in their order."""
    if change.commands:
        yield Write(change.commands)
    for block in blocks:
        if block == WHOLE:
            yield from change.addressing.whole(change.frame)
        else:
            yield from change.addressing.writes(change.frame, block)
