"""What differs between two frames, as few blocks that are cheap to send. Pure.

A chip has to be told where data belong; that costs bytes. So two runs of changed columns are sent
as one, with what is unchanged between them, wherever that costs no more.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from hw.panel_frame import PAGES, WIDTH

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

    def rows(self, frame: bytes) -> Iterator[tuple[int, bytes]]:
        """Give each page's number and what the block holds of it."""
        for page in range(self.top, self.bottom):
            yield page, frame[page * WIDTH + self.left : page * WIDTH + self.right]


WHOLE = Block(0, PAGES, 0, WIDTH)

Cost = Callable[[Block], int]


def changed(shown: bytes, wanted: bytes, cost: Cost) -> list[Block]:
    """Give blocks that hold all that differs; `cost` counts a block's bytes on the wire."""
    blocks: list[Block] = []
    for run in _runs(shown, wanted):
        _add(blocks, run, cost)
    return blocks


def _runs(shown: bytes, wanted: bytes) -> Iterator[Block]:
    """Give the changed columns of each page, lowest page first."""
    for page in range(PAGES):
        start = page * WIDTH
        old, new = shown[start : start + WIDTH], wanted[start : start + WIDTH]
        if old != new:
            mask = (int.from_bytes(old) ^ int.from_bytes(new)).to_bytes(WIDTH)
            for run in _RUNS.finditer(mask):
                yield Block(page, page + 1, *run.span())


def _add(blocks: list[Block], run: Block, cost: Cost) -> None:
    """Widen the block that gains most by taking the run in, or begin a new one."""
    best, saved = None, 0
    for number, block in enumerate(blocks):
        if block.bottom >= run.top:
            gain = cost(block) + cost(run) - cost(block.with_(run))
            if gain > saved:
                best, saved = number, gain
    if best is None:
        blocks.append(run)
    else:
        blocks[best] = blocks[best].with_(run)
