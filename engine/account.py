"""A game of Spit told in plain words, as `spytt replay` prints it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from engine.game import Move, Reason, Result
from engine.jsonl import LineError
from engine.judge import Refusal, Why
from engine.messages import say
from engine.records import Entry, Header
from engine.replay import replay
from engine.spit import SLOTS, Draw, Play, Spit

SIDES = ("left", "right")


def account(lines: Iterable[bytes | str]) -> Iterator[str]:
    """Tell a match record of Spit line by line; `LineError` as `replay` raises it.

    Each line begins with the seconds since the first dated one.
    """
    header, steps = replay(lines)
    names = _names(header)
    if not isinstance(header.dealt, Spit):
        raise LineError(1, say("only Spit is told in words yet: add --json"))
    table = header.dealt
    yield f"Spit, refill {table.rules.refill}: {' against '.join(names)}"
    epoch_ns: int | None = None
    for step in steps:
        if step.entry is None:
            continue
        epoch_ns = step.entry.at_ns if epoch_ns is None else epoch_ns
        after = cast(Spit, step.state)
        yield _dated(step.entry, epoch_ns) + _told(step.entry, table, after, names)
        if after.stuck and not isinstance(step.entry.what, Refusal):
            yield f"{'':11}Stuck: {', '.join(_holdings(after, names))}"
        table = after
    yield _ending(table.result, names)


def _names(header: Header) -> list[str]:
    names = header.names or [f"seat {seat}" for seat in range(header.dealt.seats)]
    # A name may hold anything, so nothing of it may steer the terminal.
    return ["".join(c if c.isprintable() else "?" for c in name) for name in names]


def _dated(entry: Entry, epoch_ns: int | None) -> str:
    if entry.at_ns is None or epoch_ns is None:
        return " " * 11
    return f"{(entry.at_ns - epoch_ns) / 1e9:9.3f}  "


def _told(entry: Entry, before: Spit, after: Spit, names: Sequence[str]) -> str:
    if isinstance(entry.what, Refusal):
        words = _refused(entry.what, before, names)
    else:
        words = _moved(entry.what, before, after, names)
    return words + (" (photo finish)" if entry.tie else "")


def _moved(move: Move, before: Spit, after: Spit, names: Sequence[str]) -> str:
    match move:
        case Play(seat, slot, pile):
            return (
                f"{names[seat]} plays {_card(before, move)} on {before.piles[pile]} ({SIDES[pile]})"
            )
        case Draw(seat):
            slot = before.layouts[seat].index(None)
            return f"{names[seat]} draws {after.layouts[seat][slot]}"
        case _:
            turned = [
                f"{card} ({side})"
                for card, side, stock in zip(after.piles, SIDES, before.stocks, strict=True)
                if stock
            ]
            return f"Spit! {' and '.join(turned)}"


def _refused(refusal: Refusal, table: Spit, names: Sequence[str]) -> str:
    play = refusal.play
    aimed = f"{names[play.seat]} with {_card(table, play)} at {SIDES[play.pile]}"
    if refusal.why is Why.LOCKOUT:
        return f"{aimed}: piles resting"
    if refusal.why is Why.MISFIT:
        return f"{aimed}: does not fit"
    if refusal.margin_ns is None:
        return f"{aimed}: beaten"
    return f"{aimed}: beaten by {refusal.margin_ns / 1e6:.1f} ms"


def _card(table: Spit, play: Play) -> str:
    return str(table.layouts[play.seat][play.slot] or "no card")


def _holdings(table: Spit, names: Sequence[str]) -> list[str]:
    return [
        f"{name} holds {SLOTS - layout.count(None)} and has {stock} in stock"
        for name, layout, stock in zip(names, table.layouts, table.stocks, strict=True)
    ]


def _ending(result: Result | None, names: Sequence[str]) -> str:
    if result is None:
        return "The record ends before the game does."
    if result.winner is None:
        return "A draw: nobody can play, and both hold as many cards."
    if result.reason is Reason.OUT:
        return f"{names[result.winner]} wins: out of cards."
    return f"{names[result.winner]} wins: nobody can play, and fewest cards are left."
