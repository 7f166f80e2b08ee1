"""Puts a pad's numbered edges back in order, and tells when some are missing; pure."""

from typing import NamedTuple

from hw.pad_clock import BEGINNING, END
from hw.ports import Edge

MOST_EARLY = 64
"""A line that runs ahead of a gap by more edges than this has lost what is missing."""


class Stamped(NamedTuple):
    """An edge with its stamp unwrapped: ns on the pad's clock."""

    edge: Edge
    stamp: int


class Delivery(NamedTuple):
    """Edges that may be taken in now, in order; `is_lossy` when others before them are lost."""

    edges: list[Stamped]
    is_lossy: bool


NOTHING = Delivery([], False)


class Numbering:
    """The numbers of one pad's edges, from its boot on.

    An edge after a gap waits for the missing ones, until a watermark says that all is delivered,
    time is up (`expire`) or too many wait. Repeats are dropped; what cannot be a repeat, though its
    number has passed, is named as lost, or shows that the pad counts anew.
    """

    def __init__(self) -> None:
        self._first: int | None = None
        self._next = 0
        self._told: int | None = None
        self._early: dict[int, Stamped] = {}

    @property
    def has_gap(self) -> bool:
        """Tell whether an edge waits for a missing one."""
        return bool(self._early)

    def gap_since(self) -> int:
        """Tell when the first edge after a gap arrived (host ns); END if there is none."""
        return next((stamped.edge.at for stamped in self._early.values()), END)

    def take(self, stamped: Stamped, known: int | None) -> Delivery:
        """Take in an edge; `known` is the stamp up to which the pad said that all is delivered."""
        seq = stamped.edge.seq
        if self._first is None:
            # The first edge heard sets the count, unless a watermark has told it before.
            self._next = seq if self._told is None else min(seq, self._told + 1)
            self._first = self._next
        if seq < self._next:
            return self._passed(stamped, BEGINNING if known is None else known)
        self._early.setdefault(seq, stamped)
        is_full = len(self._early) > MOST_EARLY
        return self._deliver(max(self._early) if is_full else self._next - 1)

    def through(self, seq: int) -> Delivery:
        """Take in a watermark: every edge up to `seq` has been delivered."""
        if self._first is None:
            self._told = seq if self._told is None else max(seq, self._told)
            return NOTHING
        return self._deliver(seq)

    def expire(self, until: int) -> Delivery:
        """Stop waiting for what is missing before edges that arrived up to `until`."""
        overdue = [seq for seq, early in self._early.items() if early.edge.at <= until]
        return self._deliver(max(overdue)) if overdue else NOTHING

    def _passed(self, stamped: Stamped, known: int) -> Delivery:
        assert self._first is not None
        seq = stamped.edge.seq
        if stamped.stamp > known:
            # Newer than all that was told, so no repeat: the pad counts anew, its boot unheard.
            self._first = self._next = seq
            self._early = {seq: stamped}
            return Delivery(self._deliver(seq).edges, True)
        is_unheard = seq < self._first
        self._first = min(seq, self._first)
        return Delivery([], is_unheard)

    def _deliver(self, through_seq: int) -> Delivery:
        edges: list[Stamped] = []
        is_lossy = False
        while self._next in self._early or self._next <= through_seq:
            if self._next in self._early:
                edges.append(self._early.pop(self._next))
                self._next += 1
            else:
                is_lossy = True
                self._next = min(
                    (seq for seq in self._early if seq <= through_seq), default=through_seq + 1
                )
        return Delivery(edges, is_lossy)
