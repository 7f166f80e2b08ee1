"""A bot's eyes and hand: it sees what its seat may know, and presses buttons as people do.

Its pad is stamped by the host's clock and knows its own future, so nobody ever waits for it. A play
that becomes possible is noticed after a reaction time; the hand then picks the card and moves to
the pile, and all that time the rival may be quicker.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from random import Random
from typing import NamedTuple

from engine.bots import Level, choose
from engine.spit import PILES, Draw, Play, SpitView
from hw.ports import CARD_BUTTONS, Button, Edge, HostNs, PadInfo, Through
from hw.units import MILLISECOND_NS

START_NS = 1 * MILLISECOND_NS
"""From the thought to the hand's first move."""
HELD_NS = 70 * MILLISECOND_NS
RECOVERY_NS = 120 * MILLISECOND_NS
"""From one reach to the next thought, at least."""
AGAIN_NS = 1500 * MILLISECOND_NS
"""A button pressed in vain is pressed again after this long."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How a level moves: medians in ms (log-normal around them) and how often it slips (0-1).

    `notice_ms`: what changes this shortly before the hand lands no longer stops it.
    """

    think_ms: int
    move_ms: int
    notice_ms: int
    slips: float
    spread: float = 0.22


TEMPERS = {
    Level.EASY: Temper(think_ms=1050, move_ms=350, notice_ms=300, slips=0.08),
    Level.NORMAL: Temper(think_ms=620, move_ms=230, notice_ms=230, slips=0.04),
    Level.HARD: Temper(think_ms=390, move_ms=170, notice_ms=180, slips=0.02),
}


@dataclass(frozen=True, slots=True)
class Sight:
    """What a bot sees: the table while there is play, and the button it is asked to press."""

    view: SpitView | None = None
    wish: Button | None = None


NOTHING = Sight()


class _Stroke(NamedTuple):
    """A change of a contact that the hand is about to make."""

    at: int
    order: int
    button: Button
    closed: bool


class BotHand:
    """The hand at one seat. `see` whatever changes, `advance` to the present, then `through`."""

    def __init__(self, info: PadInfo, level: Level, luck: Random) -> None:
        self.info = info
        self._level = level
        self._temper = TEMPERS[level]
        self._luck = luck
        self._sight = NOTHING
        self._noticed_at: dict[Play | Draw, int] = {}
        self._strokes: list[_Stroke] = []
        self._goal: Play | Draw | None = None
        self._lands_at = 0
        self._think_at: int | None = None
        self._order = 0
        self._seq = 0

    def due_at(self) -> HostNs | None:
        """Tell when the hand moves, or the mind is made up, next."""
        due = [stroke.at for stroke in self._strokes[:1]]
        if self._think_at is not None:
            due.append(self._think_at)
        return HostNs(min(due)) if due else None

    def through(self, at: HostNs) -> Through:
        """Promise that every edge up to the stamp has been told; call after `advance(at)`.

        A hand knows its own future, so the promise reaches beyond the present: no stroke that is
        not planned yet comes sooner than `START_NS` from now.
        """
        planned = min((stroke.at for stroke in self._strokes), default=at + START_NS)
        return Through(at, self.info.pad, self._seq, min(planned - 1, at + START_NS))

    def see(self, sight: Sight, now_ns: int) -> None:
        """Look at what has changed; what comes of it comes after `now_ns`."""
        before, self._sight = self._sight, sight
        if sight == before:
            return
        if sight.view is None:
            self._drop_plan()
            self._noticed_at.clear()
        else:
            self._notice(before.view, sight.view, now_ns)
        self._think_later(now_ns, fresh=sight.wish is not before.wish)

    def advance(self, at: HostNs) -> Iterator[Edge]:
        """Give the edges due up to `at`, in order."""
        while (due := self.due_at()) is not None and due <= at:
            if self._think_at is not None and self._think_at <= due:
                self._think_at = None
                self._think(due)
            else:
                yield self._edge(heappop(self._strokes), at)

    def _edge(self, stroke: _Stroke, at: HostNs) -> Edge:
        self._seq += 1
        return Edge(at, self.info.pad, stroke.button, stroke.closed, stroke.at, self._seq)

    # Eyes.

    def _notice(self, before: SpitView | None, view: SpitView, now_ns: int) -> None:
        """Date each play that is new by one reaction; change one's mind if there is time."""
        old = {move: _meaning(before, move) for move in before.moves} if before else {}
        reaction_ns = self._drawn(self._temper.think_ms)
        self._noticed_at = {
            move: self._noticed_at[move]
            if move in self._noticed_at and old.get(move) == _meaning(view, move)
            else now_ns + reaction_ns
            for move in view.moves
        }
        is_in_time = now_ns < self._lands_at - self._temper.notice_ms * MILLISECOND_NS
        if self._goal is not None and self._goal not in view.moves and is_in_time:
            self._drop_plan()

    def _think_later(self, now_ns: int, *, fresh: bool) -> None:
        """Set the instant of the next thought: not before the hand has landed."""
        if self._sight.wish is not None:
            if fresh or self._think_at is None:
                self._think_at = now_ns + self._drawn(2 * self._temper.think_ms)
            return
        noticed = min(self._noticed_at.values(), default=None)
        if noticed is None:
            self._think_at = None
            return
        free_at = self._lands_at + RECOVERY_NS if self._goal is not None else now_ns + 1
        self._think_at = max(noticed, free_at, now_ns + 1)

    # Hand.

    def _think(self, now_ns: int) -> None:
        self._goal = None
        view = self._sight.view
        if self._sight.wish is not None:
            self._press(self._sight.wish, now_ns + START_NS)
            self._think_at = now_ns + AGAIN_NS
        elif view is not None:
            seen = tuple(move for move in view.moves if self._noticed_at[move] <= now_ns)
            self._go_for(
                choose(replace(view, moves=seen), self._level, self._luck.random()), now_ns
            )

    def _go_for(self, move: object, now_ns: int) -> None:
        if isinstance(move, Play):
            self._goal = move
            self._lands_at = now_ns + START_NS + self._drawn(self._temper.move_ms)
            self._press(CARD_BUTTONS[move.slot], now_ns + START_NS)
            self._press((Button.LEFT, Button.RIGHT)[self._aimed(move.pile)], self._lands_at)
        elif isinstance(move, Draw):
            self._goal = move
            self._lands_at = now_ns + START_NS
            self._press(Button.DRAW, self._lands_at)
        else:
            # Overlooked: the eyes come round again.
            self._lands_at = now_ns + self._drawn(self._temper.think_ms)
        self._think_at = self._lands_at + RECOVERY_NS

    def _aimed(self, pile: int) -> int:
        return PILES - 1 - pile if self._luck.random() < self._temper.slips else pile

    def _press(self, button: Button, at_ns: int) -> None:
        for at, closed in ((at_ns, True), (at_ns + HELD_NS, False)):
            self._order += 1
            heappush(self._strokes, _Stroke(at, self._order, button, closed))

    def _drop_plan(self) -> None:
        """Hold back what has not been touched yet; buttons that are down are let go."""
        planned = {stroke.button for stroke in self._strokes if stroke.closed}
        self._strokes = sorted(s for s in self._strokes if s.button not in planned)
        self._goal = None

    def _drawn(self, median_ms: int) -> int:
        """Draw a time, in ns, around a median."""
        factor = self._luck.lognormvariate(0, self._temper.spread)
        return round(median_ms * factor * MILLISECOND_NS)


def _meaning(view: SpitView | None, move: Play | Draw) -> object:
    """Tell what makes `move` the same play as before: that card on that top."""
    if view is None or isinstance(move, Draw):
        return None
    return view.own[move.slot], view.piles[move.pile]
