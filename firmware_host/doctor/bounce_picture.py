"""A bounce as a picture of characters: a line for the contact, and below it a scale in ms."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.messages import Message, say
from firmware_host.doctor.bounces import Burst, Tap
from hw.units import MILLISECOND_NS

COLUMNS = 60
LEAD = 3
"""Columns before the first swing, and after the last."""
TICK = 10
"""Columns from one number on the scale to the next."""
STEPS_US = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""What a column may stand for; the finest that leaves room for all is taken."""


class Ink(NamedTuple):
    """How a column is drawn: contact closed, open, or both within it."""

    closed: str
    open: str
    both: str


BLOCKS = Ink("█", "▁", "▒")
PLAIN = Ink("#", "_", "%")
"""For terminals that know ASCII only."""


def decimal(value: float, places: int) -> Message:
    """Write a number, with the point as the language has it."""
    whole, _, fraction = f"{value:.{places}f}".partition(".")
    # Translators: a number with its fraction, such as 1.25.
    return say("{whole}.{fraction}", whole=whole, fraction=fraction)


def in_ms(ns: float, places: int = 2) -> Message:
    """Write a span of time in ms, with at least one place."""
    return decimal(ns / MILLISECOND_NS, places)


def legend(ink: Ink = BLOCKS) -> Message:
    """Tell how a picture is read."""
    return say(
        "{closed} is a closed contact, {open} an open one, {both} one that did both; below it the"
        " ms since it first changed",
        closed=ink.closed,
        open=ink.open,
        both=ink.both,
    )


def told_spans(figures: Mapping[str, float]) -> dict[str, object]:
    """Write the figures of spans of time, as `spans` gives them."""
    told: dict[str, object] = {"count": round(figures["count"])}
    return told | {name: decimal(figures[f"{name}_ms"], 2) for name in ("middle", "worst")}


def pictured(tap: Tap, ink: Ink = BLOCKS) -> Iterator[str]:
    """Give the lines of a tap's picture: for each burst what it is, the contact and the scale."""
    bursts = tap.bursts
    for number, burst in enumerate(bursts):
        yield _caption(tap, number, len(bursts))
        yield from drawn(burst, ink)


def drawn(burst: Burst, ink: Ink = BLOCKS) -> tuple[str, str]:
    """Draw the contact and, below it, the scale, whose 0 is the first swing."""
    step_us = _step_us(burst)
    columns = min(COLUMNS, 2 * LEAD + burst.settled_ns // (step_us * 1000) + 1)
    line, is_closed = "", not burst.swings[0].closed
    for column in range(columns):
        begin = burst.since_ns + (column - LEAD) * step_us * 1000
        within = [it for it in burst.swings if begin <= it.at_ns < begin + step_us * 1000]
        is_closed = within[-1].closed if within else is_closed
        line += ink.both if len(within) > 1 else ink.closed if is_closed else ink.open
    return line, _scale(step_us, columns)


def _step_us(burst: Burst) -> int:
    room = COLUMNS - 2 * LEAD - 1
    fitting = (step for step in STEPS_US if burst.settled_ns // (step * 1000) <= room)
    return next(fitting, STEPS_US[-1])


def _scale(step_us: int, columns: int) -> str:
    """Write the numbers of the scale; each stands with its first digit at its place."""
    scale = " " * LEAD
    for column in range(0, max(columns - LEAD, 1), TICK):
        scale = scale.ljust(LEAD + column) + f"{column * step_us / 1000:g}"
    return scale + " ms"


def _caption(tap: Tap, number: int, count: int) -> Message:
    burst = tap.bursts[number]
    values: dict[str, object] = {
        "button": tap.button.value,
        "swings": len(burst.swings),
        "settled": in_ms(burst.settled_ns),
    }
    if number == 0 and count > 1:
        return say("{button} pressed: settled after {settled} ms, edges: {swings}", **values)
    if number == 0 and burst.swings[-1].closed:
        return say("{button} pressed and held: edges: {swings} in {settled} ms", **values)
    if number == 0:
        return say("{button} touched and left: edges: {swings} in {settled} ms", **values)
    values["after"] = round((burst.since_ns - tap.swings[0].at_ns) / MILLISECOND_NS)
    if number == count - 1 and not burst.swings[-1].closed:
        return say(
            "{button} released {after} ms later: settled after {settled} ms, edges: {swings}",
            **values,
        )
    return say(
        "{button} broke {after} ms later, while held: edges: {swings} in {settled} ms", **values
    )
