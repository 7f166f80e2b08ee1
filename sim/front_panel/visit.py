"""One page's visit, from its hello to its end: what it says becomes arrivals; pure."""

from collections.abc import Iterator, Sequence

from hw.ports import Arrival, Boot, Edge, Gone, HostNs, PadInfo, Sync, Through
from hw.units import SECOND_NS
from sim.front_panel.messages import (
    AGAINST_THE_RULES,
    U32_END,
    Answer,
    Hello,
    Message,
    PageEdge,
    PageError,
)

MESSAGES_A_SECOND = 500
"""Two people hammering sixteen buttons make a tenth of that."""
PROBES_OUT = 32
"""A page that leaves so many probes unanswered gets no more until it wakes."""
MOST_RATE = 102
"""So many of the host's us pass at the most in 100 of a page's: bounds of rates are far below."""


def _is_before(stamp_us: int, other_us: int) -> bool:
    """Tell which of two u32 stamps is earlier, given that they lie within 35 minutes."""
    return (stamp_us - other_us) % U32_END >= U32_END // 2


class Visit:
    """Keeps the page to the protocol; raises `PageError` where it is broken.

    A browser's clock reads up to a tick wrong, either way, in stamps of edges as in answers to
    probes, and a system may round the stamps of events down (`grain_us`). So each probe's bounds
    are loosened by two ticks and the grain, and every interval that follows holds the truth.
    """

    def __init__(self, pads: Sequence[PadInfo], hello: Hello) -> None:
        self._pads = tuple(pads)
        self._slack_us = 2 * hello.tick_us
        self._seqs = {info.pad: 0 for info in pads}
        self._probes: dict[int, HostNs] = {}
        self._next_probe = 0
        self._through_us: int | None = None
        self._second = 0
        self._said = 0
        self.late_edges = 0

    def begin(self, at: HostNs, boot: int) -> Iterator[Arrival]:
        """Every pad of the page boots."""
        return (Boot(at, info.pad, boot) for info in self._pads)

    def end(self, at: HostNs) -> Iterator[Arrival]:
        """Every pad of the page is gone."""
        return (Gone(at, info.pad) for info in self._pads)

    def probe(self, sent: HostNs) -> int | None:
        """Number the probe that goes out next, or None while too many are unanswered."""
        if len(self._probes) >= PROBES_OUT:
            return None
        self._next_probe += 1
        self._probes[self._next_probe] = sent
        return self._next_probe

    def take(self, message: Message, at: HostNs) -> Iterator[Arrival]:
        """Turn what the page said, heard at `at`, into arrivals."""
        match message:
            case Answer():
                yield from self._answer(message, at)
            case PageEdge():
                self._count(at)
                yield self._edge(message, at)
            case Hello():
                raise PageError(AGAINST_THE_RULES, "a second hello")

    def _count(self, at: HostNs) -> None:
        """Count what comes unasked; answers come asked, once each."""
        if at // SECOND_NS != self._second:
            self._second, self._said = at // SECOND_NS, 0
        self._said += 1
        if self._said > MESSAGES_A_SECOND:
            raise PageError(AGAINST_THE_RULES, f"more than {MESSAGES_A_SECOND} messages a second")

    def _edge(self, edge: PageEdge, at: HostNs) -> Edge:
        if edge.pad not in self._seqs:
            raise PageError(AGAINST_THE_RULES, "unknown pad")
        expected = self._seqs[edge.pad] + 1
        if edge.seq != expected:
            raise PageError(AGAINST_THE_RULES, f"edge {edge.seq} where {expected} was due")
        if self._through_us is not None and not _is_before(self._through_us, edge.stamp_us):
            raise PageError(AGAINST_THE_RULES, "an edge stamped before its pad's watermark")
        self._seqs[edge.pad] = edge.seq
        self.late_edges += edge.late_us > 0
        late_ns = self._late_ns(edge.late_us)
        return Edge(at, edge.pad, edge.button, edge.closed, edge.stamp_us, edge.seq, late_ns)

    def _late_ns(self, late_us: int) -> int:
        """Give how much before its stamp an edge was at the most, on the host's clock."""
        if not late_us:
            return 0
        return (late_us * MOST_RATE // 100 + self._slack_us) * 1000

    def _answer(self, answer: Answer, at: HostNs) -> Iterator[Arrival]:
        sent = self._probes.pop(answer.probe, None)
        if sent is None:
            raise PageError(AGAINST_THE_RULES, "an answer to no probe")
        if answer.through != self._seqs:
            raise PageError(AGAINST_THE_RULES, "a watermark that does not match the edges sent")
        if self._through_us is not None and _is_before(answer.stamp_us, self._through_us):
            raise PageError(AGAINST_THE_RULES, "a watermark that goes back")
        self._through_us = answer.stamp_us
        received_us = (answer.received_us + self._slack_us) % U32_END
        sent_us = (answer.sent_us - self._slack_us - answer.grain_us) % U32_END
        for pad, seq in self._seqs.items():
            yield Sync(at, pad, sent, received_us, sent_us, at)
            yield Through(at, pad, seq, answer.stamp_us)
