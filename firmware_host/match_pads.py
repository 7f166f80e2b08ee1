"""What befalls pads: found, faulty, lost and back; whoever plays on one is told."""

from collections.abc import Mapping
from dataclasses import replace

from firmware_host import match_flow as flow
from firmware_host.effects import Act, Logged
from firmware_host.input_events import Faulted
from firmware_host.match_state import (
    HEADLINE_NS,
    OPEN,
    Headline,
    Interrupt,
    Match,
    Phase,
    with_seat,
)
from firmware_host.words.pause import Trouble
from hw.ports import FaultKind, HostNs, PanelReport
from hw.units import SECOND_NS

LOG_AGAIN_NS = 5 * SECOND_NS

LOST = {FaultKind.GONE: Trouble.UNPLUGGED, FaultKind.BOOT: Trouble.RESTARTS}
"""The faults that make a pad absent."""

BEFALLS: Mapping[FaultKind, str] = {
    FaultKind.GLITCH: "had a glitch: a touch too short to count",
    FaultKind.STUCK: "has a button that is stuck",
    FaultKind.CHATTER: "has a noisy contact",
    FaultKind.LOST_EDGE: "has lost a press or a release on the way",
    FaultKind.DRIFT: "has a clock that does not keep time",
    FaultKind.BOOT: "starts anew",
    FaultKind.GONE: "is gone",
    FaultKind.LATE: "told of a press too late: it is void",
    FaultKind.OVERFLOW: "had more to tell than it could keep",
    FaultKind.CRC: "sent a message that arrived damaged",
}
"""What the log says of a pad, after its owner's name."""


def meet(match: Match, pad: str) -> Match:
    """Note that a pad has been heard: from now on its silence is a loss."""
    seat = seat_of(match, pad)
    if seat is None or match.met[seat]:
        return match
    return replace(match, met=with_seat(match.met, seat, True))


def absent(match: Match, pad: str, now_ns: int) -> Match:
    """Nobody waits for this pad any more: it is silent, or has never been heard."""
    seat = seat_of(match, pad)
    if seat is None or match.away[seat]:
        # Of a pad that was unplugged or restarts, more than that is known already.
        return match
    trouble = Trouble.SILENT if match.met[seat] else Trouble.CONNECTS
    return _lose(match, seat, trouble, now_ns)


def fault(match: Match, faulted: Faulted, now_ns: int) -> Match:
    """Tell the log, and the panel of the seat whose pad it is (docs/referee.md)."""
    seat = seat_of(match, faulted.pad)
    if seat is None:
        return match
    match = _log(match, seat, faulted, now_ns)
    if faulted.kind in LOST:
        return _lose(match, seat, _trouble(match, seat, faulted.kind), now_ns)
    if not match.is_seated(faulted.pad, seat) or match.headlines[seat].text:
        return match  # What the game has to say matters more.
    line = Headline(match.words.pause.fault(faulted.kind), HostNs(now_ns + HEADLINE_NS))
    return replace(match, headlines=with_seat(match.headlines, seat, line))


def returned(match: Match, pad: str, now_ns: int) -> Match:
    """A pad is heard again: what it was waited for goes on."""
    seat = seat_of(match, pad)
    if seat is None:
        return match
    told = "is back" if match.met[seat] else "is connected"
    met = with_seat(match.met, seat, True)
    match = replace(match, away=with_seat(match.away, seat, None), met=met)
    match = match.say(Logged(f"{match.owner(seat)}'s pad {told}"))
    is_waited_for = match.phase is Phase.AWAY and not match.lost()
    return flow.resume(match, now_ns) if is_waited_for else match


def panel(match: Match, report: PanelReport, now_ns: int) -> Match:
    """A panel is lost: who cannot see must not lose by it; or it is back."""
    seat = report.seat
    if seat >= len(match.unseen):
        return match
    trouble = Trouble.DARK if report.is_lost else None
    match = replace(match, unseen=with_seat(match.unseen, seat, trouble))
    told = "is lost" if trouble else "is back"
    match = match.say(Logged(f"{match.owner(seat)}'s panel {told}"))
    if report.is_lost:
        return _interrupt(match, seat, now_ns)
    is_waited_for = match.phase is Phase.AWAY and not match.lost()
    return flow.resume(match, now_ns) if is_waited_for else match


def seat_of(match: Match, pad: str) -> int | None:
    """Give the seat that a person's pad belongs to; None for a bot's, which is never away."""
    return match.setup.pads.index(pad) if pad in match.setup.pads else None


def _trouble(match: Match, seat: int, kind: FaultKind) -> Trouble:
    """Name what makes a pad absent; a phone has no plug, it sleeps or shows something else."""
    is_phone = seat in match.setup.phones
    return Trouble.PHONE_AWAY if is_phone and kind is FaultKind.GONE else LOST[kind]


def _log(match: Match, seat: int, fault: Faulted, now_ns: int) -> Match:
    """Tell the log, but no kind of fault of a pad more often than every few seconds."""
    lately = tuple(told for told in match.logged if now_ns - told.at < LOG_AGAIN_NS)
    if any((told.pad, told.kind) == (fault.pad, fault.kind) for told in lately):
        return replace(match, logged=lately)
    told = f"{match.owner(seat)}'s pad {BEFALLS[fault.kind]}"
    return replace(match, logged=(*lately, fault)).say(Logged(told))


def _lose(match: Match, seat: int, trouble: Trouble, now_ns: int) -> Match:
    """A pad is away."""
    pad = match.setup.pads[seat]
    holds = tuple(held for held in match.holds if held.pad != pad)
    lost = replace(match, away=with_seat(match.away, seat, trouble), holds=holds)
    return _interrupt(lost, seat, now_ns)


def _interrupt(match: Match, seat: int, now_ns: int) -> Match:
    """Interrupt the game of a seat, in its place among the touches made before (rule 6)."""
    pad = match.setup.pads[seat]
    if pad is None or not match.is_seated(pad, seat):
        return match
    lost = replace(
        match,
        ready=with_seat(match.ready, seat, False),
        chosen=with_seat(match.chosen, seat, None),
    )
    return lost.say(Act(HostNs(now_ns), Interrupt())) if match.phase in OPEN else lost
