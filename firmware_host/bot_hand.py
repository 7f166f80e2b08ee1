"""A bot's hand: it presses buttons as people do, on a pad stamped by the host's clock.

What to press, and when, is its mind's matter (`bot_minds.py`). A hand knows its own future, so
nobody ever waits for its pad.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from random import Random
from typing import NamedTuple

from firmware_host.bot_minds import MINDS, START_NS, Mind, WishMind
from firmware_host.bot_sight import NOTHING, Sight
from hw.ports import Button, Edge, HostNs, PadInfo, Through
from hw.units import MILLISECOND_NS

HELD_NS = 70 * MILLISECOND_NS
IDLE_NS = 250 * MILLISECOND_NS
"""What a hand without a seat promises ahead: it would take longer to sit down and move."""


class _Stroke(NamedTuple):
    """A change of a contact that the hand is about to make."""

    at: int
    order: int
    button: Button
    closed: bool


class BotHand:
    """The hand at one seat. `see` whatever changes, `advance` to the present, then `through`."""

    def __init__(self, info: PadInfo, luck: Random) -> None:
        self.info = info
        self._luck = luck
        self._sight = NOTHING
        self._mind: Mind = WishMind(luck)
        self._strokes: list[_Stroke] = []
        self._promised = 0
        self._order = 0
        self._seq = 0

    def due_at(self) -> HostNs | None:
        """Tell when the hand moves, or the mind is made up, next."""
        due = [stroke.at for stroke in self._strokes[:1]]
        if self._mind.think_at is not None:
            due.append(self._mind.think_at)
        return HostNs(min(due)) if due else None

    def through(self, at: HostNs) -> Through:
        """Promise that every edge up to the stamp has been told; call after `advance(at)`.

        The promise reaches beyond the present: no stroke that is not planned yet comes sooner.
        """
        is_idle = self._sight is NOTHING and not self._strokes
        ahead = at + (IDLE_NS if is_idle else START_NS)
        planned = min((stroke.at for stroke in self._strokes), default=ahead)
        self._promised = max(self._promised, min(planned - 1, ahead))
        return Through(at, self.info.pad, self._seq, min(planned - 1, ahead))

    def see(self, sight: Sight, now_ns: int) -> None:
        """Look at what has changed; what comes of it comes after `now_ns`."""
        before, self._sight = self._sight, sight
        if sight == before:
            return
        kind = MINDS.get(type(sight.view), WishMind)
        if not isinstance(self._mind, kind):
            self.drop_plan()
            self._mind = kind(self._luck)
            before = NOTHING
        self._mind.see(before, sight, now_ns, self)

    def advance(self, at: HostNs) -> Iterator[Edge]:
        """Give the edges due up to `at`, in order."""
        while (due := self.due_at()) is not None and due <= at:
            if self._mind.think_at is not None and self._mind.think_at <= due:
                self._mind.think_at = None
                self._mind.think(self._sight, due, self)
            else:
                yield self._edge(heappop(self._strokes), at)

    def press(self, button: Button, at_ns: int) -> None:
        """Plan a press, `START_NS` from the thought or later."""
        for at, closed in ((at_ns, True), (at_ns + HELD_NS, False)):
            self._order += 1
            heappush(
                self._strokes, _Stroke(max(at, self._promised + 1), self._order, button, closed)
            )

    def drop_plan(self) -> None:
        """Hold back what has not been touched yet; buttons that are down are let go."""
        planned = {stroke.button for stroke in self._strokes if stroke.closed}
        self._strokes = sorted(s for s in self._strokes if s.button not in planned)

    def _edge(self, stroke: _Stroke, at: HostNs) -> Edge:
        self._seq += 1
        return Edge(at, self.info.pad, stroke.button, stroke.closed, stroke.at, self._seq)
