"""What doctor tells programs: one object, in which nothing is missing that people are told."""

from collections.abc import Iterable, Mapping, Sequence

from firmware_host.cli.language import told
from firmware_host.doctor.advice import Advice
from firmware_host.doctor.bounces import Burst, Tap
from firmware_host.doctor.findings import Finding
from hw.units import MILLISECOND_NS


def findings_as_json(found: Iterable[Finding]) -> list[dict[str, object]]:
    """Give what was found; `figures` are by names that tell the unit."""
    return [
        {
            "name": it.name,
            "state": it.state,
            "seat": None if it.seat is None else it.seat + 1,
            "words": told(it.words),
            "remedy": told(it.remedy) or None,
            "figures": dict(it.figures),
        }
        for it in found
    ]


def bounces_as_json(
    taps: Iterable[Tap], seats: Mapping[str, int], advice: Sequence[Advice]
) -> dict[str, object]:
    """Give every bounce, and the settings suggested; none where nobody pressed."""
    return {
        "bounces": [
            {
                "seat": seats[tap.pad] + 1,
                "button": tap.button.value,
                "bursts": [_burst(tap, burst) for burst in tap.bursts],
            }
            for tap in taps
        ],
        "settings": [
            {"key": it.key, "now": it.now, "suggested": it.value, "why": told(it.why)}
            for it in advice
        ],
    }


def _burst(tap: Tap, burst: Burst) -> dict[str, object]:
    """Give a burst: each edge as ms since the first touch, and 1 for closed, 0 for open."""
    began_ns = tap.swings[0].at_ns
    return {
        "after_ms": _ms(burst.since_ns - began_ns),
        "settled_ms": _ms(burst.settled_ns),
        "edges": [[_ms(it.at_ns - began_ns), int(it.closed)] for it in burst.swings],
    }


def _ms(ns: int) -> float:
    return round(ns / MILLISECOND_NS, 6)
