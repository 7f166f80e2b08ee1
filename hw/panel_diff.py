"""What differs between two frames, as few blocks that are cheap to send. Pure.

A chip has to be told where data belong; that costs bytes. So two runs of changed columns are sent
as one, with what is unchanged between them, wherever that costs no more.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from hw.panel_frame import FRAME_BYTES, PAGES, WIDTH

_NEAR = 7
"""No chip is told a new place in fewer bytes than this, so a gap as narrow is sent along."""
_RUNS = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % _NEAR)


class Block(NamedTuple):
    """Columns `left` up to `right` (excluded) of the pages `top` up to `bottom` (excluded)."""

    top: int
    bottom: int
    left: int
    right: int

    def touches(self, other: "Block") -> bool:
        """Tell whether the blocks have a byte in common."""
        return (
            self.top < other.bottom
            and other.top < self.bottom
            and self.left < other.right
            and other.left < self.right
        )

    def with_(self, other: "Block") -> "Block":
        """Give the smallest block that holds both."""
        # Plain comparisons: min and max would take a third of a frame's time.
        return Block(
            self.top if self.top < other.top else other.top,
            self.bottom if self.bottom > other.bottom else other.bottom,
            self.left if self.left < other.left else other.left,
            self.right if self.right > other.right else other.right,
        )


WHOLE = Block(0, PAGES, 0, WIDTH)

Cost = Callable[[Block], int]
"""Counts the bytes on the wire of a block."""


def runs(shown: bytes, wanted: bytes) -> Iterator[Block]:
    """Give the changed columns of each page, lowest page first, as blocks of one row."""
    mask = (int.from_bytes(shown) ^ int.from_bytes(wanted)).to_bytes(FRAME_BYTES)
    for page in range(PAGES):
        start = page * WIDTH
        for run in _RUNS.finditer(mask, start, start + WIDTH):
            left, right = run.span()
            yield Block(page, page + 1, left - start, right - start)


def merged(rows: Iterable[Block], cost: Cost) -> list[Block]:
    """Join rows that follow each other into blocks, wherever that lowers the `cost` in all."""
    blocks: list[Block] = []
    costs: list[int] = []
    for row in rows:
        alone = cost(row)
        best, saved, wider = None, 0, row
        for number, block in enumerate(blocks):
            if block.bottom >= row.top:
                both = block.with_(row)
                gain = costs[number] + alone - cost(both)
                if gain > saved:
                    best, saved, wider = number, gain, both
        if best is None:
            blocks.append(row)
            costs.append(alone)
        else:
            blocks[best] = wider
            costs[best] += alone - saved
    return blocks
