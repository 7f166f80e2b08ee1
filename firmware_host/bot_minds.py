"""What moves a bot's hand: it notices after a reaction time, makes up its mind, and may slip.

One mind for each thing there is to see: a button that is asked for, a table of Spit, a table of The
Pack. A mind gets sights and says what to press; all that time the rival may be quicker.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from engine import bots, pack_bots
from engine.bots import Level
from engine.pack import Choose, Flip, Move, PackView, Pickup
from engine.spit import PILES, Draw, Play, SpitView
from firmware_host.bot_sight import Sight
from firmware_host.pack.game import Source, source_of
from firmware_host.pack.scenes import PadSight
from hw.ports import CARD_BUTTONS, Button
from hw.units import MILLISECOND_NS

START_NS = 1 * MILLISECOND_NS
"""From the thought to the hand's first move."""
RECOVERY_NS = 120 * MILLISECOND_NS
"""From one reach to the next thought, at least."""
AGAIN_NS = 1500 * MILLISECOND_NS
"""A button pressed in vain is pressed again after this long."""
PONDER = 2.5
"""So many times longer than in Spit a bot looks at its cards when it is its turn."""


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


class Hand(Protocol):
    """What a mind moves."""

    def press(self, button: Button, at_ns: int) -> None:
        """Plan a press."""
        ...

    def drop_plan(self) -> None:
        """Hold back what has not been touched yet."""
        ...


class Mind:
    """A mind that sees nothing to do; `think_at` is when it will have made itself up."""

    def __init__(self, luck: Random) -> None:
        self.think_at: int | None = None
        self._luck = luck

    def see(self, before: Sight, sight: Sight, now_ns: int, hand: Hand) -> None:
        """Look at what has changed; what comes of it comes after `now_ns`."""

    def think(self, sight: Sight, now_ns: int, hand: Hand) -> None:
        """Make up the mind about what is seen now, and move the hand."""

    def _drawn(self, sight: Sight, median_ms: float) -> int:
        """Draw a time, in ns, around a median."""
        factor = self._luck.lognormvariate(0, _temper(sight).spread)
        return round(median_ms * factor * MILLISECOND_NS)


def _temper(sight: Sight) -> Temper:
    return TEMPERS[sight.level or Level.NORMAL]


class WishMind(Mind):
    """Presses the button that is asked for, and again if that changes nothing."""

    def see(self, before: Sight, sight: Sight, now_ns: int, hand: Hand) -> None:
        """Hold still unless something is asked for."""
        hand.drop_plan()
        if sight.wish is None:
            self.think_at = None
        elif sight.wish is not before.wish or self.think_at is None:
            self.think_at = now_ns + self._drawn(sight, 2 * _temper(sight).think_ms)

    def think(self, sight: Sight, now_ns: int, hand: Hand) -> None:
        """Press it."""
        if sight.wish is not None:
            hand.press(sight.wish, now_ns + START_NS)
            self.think_at = now_ns + AGAIN_NS


class SpitMind(Mind):
    """Sees plays come up, picks a card and reaches for a pile."""

    def __init__(self, luck: Random) -> None:
        super().__init__(luck)
        self._noticed_at: dict[Play | Draw, int] = {}
        self._goal: Play | Draw | None = None
        self._lands_at = 0

    def see(self, before: Sight, sight: Sight, now_ns: int, hand: Hand) -> None:
        """Notice plays that are new; change one's mind if there is time."""
        self._notice(before, sight, now_ns, hand)
        noticed = min(self._noticed_at.values(), default=None)
        if noticed is None:
            self.think_at = None
            return
        free_at = self._lands_at + RECOVERY_NS if self._goal is not None else now_ns + 1
        self.think_at = max(noticed, free_at, now_ns + 1)

    def think(self, sight: Sight, now_ns: int, hand: Hand) -> None:
        """Go for one of the plays noticed."""
        view: SpitView = sight.view
        self._goal = None
        seen = tuple(move for move in view.moves if self._noticed_at[move] <= now_ns)
        level = sight.level or Level.NORMAL
        move = bots.choose(replace(view, moves=seen), level, self._luck.random())
        self._go_for(move, sight, now_ns, hand)

    def _notice(self, before: Sight, sight: Sight, now_ns: int, hand: Hand) -> None:
        """Date each play that is new by one reaction."""
        view: SpitView = sight.view
        old = (
            {move: _meaning(before.view, move) for move in before.view.moves} if before.view else {}
        )
        temper = _temper(sight)
        reaction_ns = self._drawn(sight, temper.think_ms)
        self._noticed_at = {
            move: self._noticed_at[move]
            if move in self._noticed_at and old.get(move) == _meaning(view, move)
            else now_ns + reaction_ns
            for move in view.moves
        }
        is_in_time = now_ns < self._lands_at - temper.notice_ms * MILLISECOND_NS
        if self._goal is not None and self._goal not in view.moves and is_in_time:
            hand.drop_plan()
            self._goal = None

    def _go_for(self, move: object, sight: Sight, now_ns: int, hand: Hand) -> None:
        temper = _temper(sight)
        if isinstance(move, Play):
            self._goal = move
            self._lands_at = now_ns + START_NS + self._drawn(sight, temper.move_ms)
            hand.press(CARD_BUTTONS[move.slot], now_ns + START_NS)
            pile = PILES - 1 - move.pile if self._luck.random() < temper.slips else move.pile
            hand.press((Button.LEFT, Button.RIGHT)[pile], self._lands_at)
        elif isinstance(move, Draw):
            self._goal = move
            self._lands_at = now_ns + START_NS
            hand.press(Button.DRAW, self._lands_at)
        else:
            # Overlooked: the eyes come round again.
            self._lands_at = now_ns + self._drawn(sight, temper.think_ms)
        self.think_at = self._lands_at + RECOVERY_NS


def _meaning(view: SpitView, move: Play | Draw) -> object:
    """Tell what makes `move` the same play as before: that card on that top."""
    return None if isinstance(move, Draw) else (view.own[move.slot], view.piles[move.pile])


class PackMind(Mind):
    """Ponders its turn, then presses its way to the move, looking at the panel after each press."""

    def __init__(self, luck: Random) -> None:
        super().__init__(luck)
        self._goal: Move | None = None

    def see(self, before: Sight, sight: Sight, now_ns: int, hand: Hand) -> None:
        """Ponder a table that is new; go on at once where only the own buttons changed."""
        temper = _temper(sight)
        if sight.view != before.view:
            self._goal = None
            hand.drop_plan()
            self.think_at = now_ns + self._drawn(sight, PONDER * temper.think_ms)
        else:
            self.think_at = now_ns + self._drawn(sight, temper.move_ms)

    def think(self, sight: Sight, now_ns: int, hand: Hand) -> None:
        """Choose a move, once, and press the next button towards it."""
        if self._goal is None:
            level = sight.level or Level.NORMAL
            self._goal = pack_bots.choose(sight.view, level, self._luck.random())
        hand.press(next_button(sight.view, sight.pad, self._goal), now_ns + START_NS)
        self.think_at = now_ns + AGAIN_NS


def next_button(view: PackView, pad: PadSight, goal: Move) -> Button:
    """Give the button that leads on from how the pad stands to `goal`."""
    if isinstance(goal, Pickup) and not pad.selection.is_taking:
        return Button.DRAW
    wanted = _keys(view, pad, goal)
    picked = list(pad.selection.picked)
    wrong = [key for key in picked if picked.count(key) > wanted.count(key)]
    lacking = [key for key in wanted if picked.count(key) < wanted.count(key)]
    if not wrong and not lacking:
        return Button.READY
    return _towards(pad, (wrong or lacking)[0])


def _keys(view: PackView, pad: PadSight, goal: Move) -> list[int]:
    """Give the keys that are to be picked for `goal`, once a card."""
    if isinstance(goal, Flip):
        return [goal.slot]
    if isinstance(goal, Pickup):
        return [] if goal.card is None else [_slot_of(pad, goal)]
    if isinstance(goal, Choose) or source_of(view) is Source.HAND:
        return [card.rank for card in goal.cards]
    slots = [place.key for place in pad.places if place.cards and place.cards[0] in goal.cards]
    return slots[: len(goal.cards)]


def _slot_of(pad: PadSight, pickup: Pickup) -> int:
    return next(place.key for place in pad.places if pickup.card in place.cards)


def _towards(pad: PadSight, key: int) -> Button:
    """Press the place of `key`, or scroll to it."""
    shown = [place.key for place in pad.window]
    if key in shown:
        return CARD_BUTTONS[shown.index(key)]
    places = [place.key for place in pad.places]
    return Button.LEFT if places.index(key) < places.index(shown[0]) else Button.RIGHT


MINDS: Mapping[type, type[Mind]] = {SpitView: SpitMind, PackView: PackMind}
"""The mind for each kind of view; without one there is but a wish."""
