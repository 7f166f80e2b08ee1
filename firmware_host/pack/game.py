"""A game of The Pack as the console keeps it: the cards, each pad's selection, what is shown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.cards import RANKS, Card
from engine.pack import Pack, PackView, Phase, Play
from firmware_host.pack.story import Story
from hw.ports import HostNs

WINDOW = 4
"""So many ranks of a hand are shown at once, one above each card button."""


class Source(Enum):
    """Where a seat plays from (P12)."""

    HAND = "hand"
    FACE_UP = "face up"
    FACE_DOWN = "face down"


@dataclass(frozen=True, slots=True)
class Place:
    """What a card button stands for: a rank of the hand, or a slot of the table.

    `key` tells it from the others of its source; `cards` are those it holds, none of them known
    where they lie face down.
    """

    key: int
    cards: tuple[Card, ...]
    plays: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """How a pad's buttons stand: the window's first rank, and the keys picked, once a card.

    `is_taking` when `draw` was pressed and the discard pile may be, but is not yet, taken.
    """

    first: int = 0
    picked: tuple[int, ...] = ()
    is_taking: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """What everybody is shown for a while; the seats in `seen` have pressed it away."""

    title: str
    cards: tuple[Card, ...]
    lines: tuple[str, ...]
    until_ns: HostNs
    seen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PackGame:
    """One game of a match; `selections` by seat, `news` is what happened last, in words."""

    pack: Pack
    selections: tuple[Selection, ...]
    story: Story
    news: str = ""
    moment: Moment | None = None

    @property
    def state(self) -> Pack:
        """The game as the rules know it."""
        return self.pack

    def cleared(self) -> "PackGame":
        """Give it with nothing selected: a pause voids that (docs/referee.md)."""
        selections = tuple(Selection(first=s.first) for s in self.selections)
        return replace(self, selections=selections)

    def due_at(self) -> HostNs | None:
        """Tell when the moment is over."""
        return self.moment.until_ns if self.moment else None

    def shown_to(self, seat: int) -> Moment | None:
        """Give the moment, unless `seat` has pressed it away."""
        return self.moment if self.moment and seat not in self.moment.seen else None


def source_of(view: PackView) -> Source:
    """Tell where the view's seat plays from."""
    if view.hand or view.phase is Phase.CHOOSE:
        return Source.HAND
    return Source.FACE_UP if any(view.ups[view.seat]) else Source.FACE_DOWN


def places_of(view: PackView) -> tuple[Place, ...]:
    """List what the card buttons of the view's seat can stand for, hands lowest rank first."""
    playable = {move.cards[0].rank for move in view.moves if isinstance(move, Play)}
    match source_of(view):
        case Source.HAND:
            ranks = sorted({card.rank for card in view.hand}, key=order)
            return tuple(
                Place(rank, tuple(c for c in view.hand if c.rank == rank), rank in playable)
                for rank in ranks
            )
        case Source.FACE_UP:
            ups = view.ups[view.seat]
            return tuple(
                Place(slot, (card,) if card else (), card is not None and card.rank in playable)
                for slot, card in enumerate(ups)
            )
        case Source.FACE_DOWN:
            return tuple(
                Place(slot, (), plays=is_covered and view.seat == view.turn)
                for slot, is_covered in enumerate(view.downs[view.seat])
            )


def order(rank: int) -> int:
    """Tell where a rank stands in a hand: three lowest, ace high, and twos, which always go, last.

    Were twos lowest, as their pips say, a window opened at the lowest rank that plays would always
    open there.
    """
    return (rank - RANKS.index("3")) % len(RANKS)


def opened(view: PackView) -> Selection:
    """Open the window at the lowest rank that plays (the lowest of all, if none does)."""
    places = places_of(view)
    playing = [at for at, place in enumerate(places) if place.plays]
    first = min(playing[0] if playing else 0, max(0, len(places) - WINDOW))
    return Selection(first=first)


def window(places: Sequence[Place], selection: Selection) -> tuple[Place, ...]:
    """Give the places that stand above the card buttons."""
    first = min(selection.first, max(0, len(places) - WINDOW))
    return tuple(places[first : first + WINDOW])
