"""How good the link to a pad with its own clock is, by the probes that it answered; pure."""

from collections.abc import Sequence
from typing import NamedTuple

from hw.pad_entries import span_us
from hw.ports import Sync

MILLION = 1_000_000
US = 1000


class Link(NamedTuple):
    """The quickest round trip of all, and how fast (+) or slow (-) the pad's clock runs.

    The rate is right to `within_ppm`: it takes minutes to measure it well.
    """

    round_trip_ns: int
    rate_ppm: int
    within_ppm: int


def link_of(syncs: Sequence[Sync]) -> Link | None:
    """Measure a link; None if fewer than two probes were answered.

    The syncs are of one boot of one pad, in order, less than half an hour apart from end to end.
    """
    half = len(syncs) // 2
    if not half:
        return None
    early, late = min(syncs[:half], key=_round_trip), min(syncs[half:], key=_round_trip)
    host_ns = _middle(late) - _middle(early)
    pad_ns = US * (
        span_us(early.pad_received, late.pad_received) + span_us(early.pad_sent, late.pad_sent)
    ) // 2  # fmt: skip
    doubt_ns = (_round_trip(early) + _round_trip(late)) // 2
    trip_ns = min(_round_trip(early), _round_trip(late))
    if host_ns <= 0:
        return None
    rate_ppm = round((pad_ns - host_ns) * MILLION / host_ns)
    return Link(trip_ns, rate_ppm, -(-doubt_ns * MILLION // host_ns))


def _round_trip(sync: Sync) -> int:
    """Tell how long a probe and its answer were on their way."""
    away_ns = sync.received - sync.sent
    return max(0, away_ns - US * span_us(sync.pad_received, sync.pad_sent))


def _middle(sync: Sync) -> int:
    return (sync.sent + sync.received) // 2
