"""In which order the panels of a bus are written, so that both players see it at once. Pure.

What changes at the same place of several panels goes first, a row of the one and the same row of
the other in turn; what only one of them shows follows.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from operator import itemgetter
from typing import NamedTuple

from hw.panel_bus import COMMANDS, DATA, MOST_MESSAGES, Message
from hw.panel_chips import Addressing, Write, joined
from hw.panel_diff import WHOLE, Block
from hw.panel_frame import PAGES


class Change(NamedTuple):
    """What one panel is to get: commands first, then blocks of its frame."""

    address: int
    addressing: Addressing
    frame: bytes
    blocks: Sequence[Block] = ()
    commands: bytes = b""


class _Place(NamedTuple):
    """A part of the picture that changes, and the blocks of each panel in it, by its number."""

    box: Block
    blocks: dict[int, list[Block]]


def plan(changes: Sequence[Change]) -> Iterator[list[Message]]:
    """Give the transactions that make all changes; the first of `changes` has the first row.

    Each place that several panels change is a transaction, so that the first is soon on its way;
    what only one of them shows follows.
    """
    if len(changes) == 1:
        (change,) = changes
        rows = joined([*_commands(change), *_rows(change, change.blocks)])
        yield from transactions((change.address, row) for row in rows)
        return
    shared, others = _places(changes)
    commands = ((change.address, write) for change in changes for write in _commands(change))
    yield from transactions(commands)
    for place in shared:
        yield from transactions(_in_turn(changes, (place,)))
    yield from transactions(_in_turn(changes, others))


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


def _places(changes: Sequence[Change]) -> tuple[list[_Place], list[_Place]]:
    """Give the places that several panels change, and those that one does."""
    places: list[_Place] = []
    for number, change in enumerate(changes):
        for block in change.blocks:
            places = _with(places, number, block)
    parts: tuple[list[_Place], list[_Place]] = ([], [])
    for place in sorted(places, key=lambda place: place.box):
        parts[0 if len(place.blocks) > 1 else 1].append(place)
    return parts


def _with(places: list[_Place], number: int, block: Block) -> list[_Place]:
    """Add a panel's block to the places that it touches, which it makes one, or as a new one."""
    apart = []
    box, blocks = block, {number: [block]}
    for place in places:
        if box.touches(place.box):
            box = box.with_(place.box)
            for panel, its in place.blocks.items():
                blocks[panel] = its + blocks.get(panel, [])
        else:
            apart.append(place)
    return [*apart, _Place(box, blocks)]


def _in_turn(changes: Sequence[Change], places: Iterable[_Place]) -> Iterator[tuple[int, Write]]:
    """Give the rows of each place page by page, one of the one panel and one of the other."""
    for place in places:
        rows = [_paged(it, place.blocks.get(number, ())) for number, it in enumerate(changes)]
        for _, address, write in merge(*rows, key=itemgetter(0)):
            yield address, write


def _paged(change: Change, blocks: Iterable[Block]) -> Iterator[tuple[tuple[int, int], int, Write]]:
    """Give a panel's rows with their page, and how many of that page came before."""
    counts = [0] * PAGES
    for block in sorted(blocks):
        for page, write in enumerate(_rows(change, (block,)), block.top):
            yield (page, counts[page]), change.address, write
            counts[page] += 1


def _commands(change: Change) -> list[Write]:
    return [Write(change.commands)] if change.commands else []


def _rows(change: Change, blocks: Iterable[Block]) -> Iterator[Write]:
    for block in blocks:
        if block == WHOLE:
            yield from change.addressing.whole(change.frame)
        else:
            yield from change.addressing.writes(change.frame, block)
