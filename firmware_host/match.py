"""The match: title, ready, countdown, play, stuck, result, pause, as one state machine; pure.

`step` takes one event of the decided stream and gives the next state and the effects it asks for.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

from engine.spit import Play
from firmware_host import match_flow as flow
from firmware_host import touches, words
from firmware_host.effects import Act, Effect, Logged
from firmware_host.input_events import (
    Absent,
    Acted,
    Faulted,
    InputEvent,
    Pressed,
    Released,
    Returned,
)
from firmware_host.match_state import (
    HEADLINE_NS,
    IDLE_NS,
    OPEN,
    Entry,
    Go,
    Headline,
    Held,
    Interrupt,
    Match,
    Phase,
    with_seat,
)
from hw.ports import Button, FaultKind, HostNs
from hw.units import SECOND_NS

HOLD_NS = 1 * SECOND_NS
LOG_AGAIN_NS = 5 * SECOND_NS
ASKING = (Phase.TITLE, Phase.STUCK, Phase.RESULT)
"""The phases that wait for both seats to call ready."""
LOST = {FaultKind.GONE: words.unplugged, FaultKind.BOOT: words.restarts}
"""The faults that make a pad absent, and what is said of them."""


@dataclass(frozen=True, slots=True)
class Woke:
    """Time passed: `Match.due_at` has come."""


def step(match: Match, event: InputEvent | Woke, now_ns: int) -> tuple[Match, tuple[Effect, ...]]:
    """Take one event; `now_ns` is the host's clock at which it came out."""
    after = _take(_wake(match, now_ns), event, now_ns)
    return (replace(after, outbox=()), after.outbox) if after.outbox else (after, ())


def wish(match: Match, seat: int) -> Button | None:
    """Give the button by which a seat that agrees to everything says so now; None if unasked."""
    rival_wants = match.chosen[1 - seat]
    if match.phase is Phase.MENU:
        if rival_wants is None or match.chosen[seat] is rival_wants:
            return None
        return Button.READY if match.marks[seat] is rival_wants else Button.RIGHT
    is_asked = match.phase in ASKING and not match.ready[seat]
    return Button.READY if is_asked else None


def _take(match: Match, event: InputEvent | Woke, now_ns: int) -> Match:
    match event:
        case Pressed(seat=seat):
            return _press(_meet(match, seat), event, now_ns)
        case Released(seat=seat, button=Button.READY):
            return _release_ready(match, seat, now_ns)
        case Acted(token=token, when=when):
            return _act(match, token, when)
        case Faulted():
            return _fault(match, event, now_ns)
        case Absent(pad=pad):
            seat = match.setup.pads.index(pad)
            # Of a pad that was unplugged or restarts, more than that is known already.
            how = words.silent if match.met[seat] else words.connecting
            return match if match.away[seat] else _lose(match, seat, how, now_ns)
        case Returned(pad=pad):
            return _welcome(match, match.setup.pads.index(pad), now_ns)
    return match


def _wake(match: Match, now_ns: int) -> Match:
    """Let what has been shown long enough vanish; after 10 s without a play say who has one."""
    due = match.due_at()
    if due is None or now_ns < due:
        return match
    lines = tuple(Headline() if _is_past(x.until_ns, now_ns) else x for x in match.headlines)
    misfits = tuple(None if _is_past(until, now_ns) else until for until in match.misfits)
    match = replace(match, headlines=(lines[0], lines[1]), misfits=(misfits[0], misfits[1]))
    if match.phase is Phase.PLAY and _is_past(match.idle_at, now_ns):
        again_at = HostNs(now_ns + IDLE_NS)
        return replace(match, idle_at=again_at).head(_who_has_a_play(match))
    return match


def _is_past(at: HostNs | None, now_ns: int) -> bool:
    return at is not None and at <= now_ns


def _who_has_a_play(match: Match) -> str:
    assert match.game is not None
    views = [match.game.spit.view(seat) for seat in range(2)]
    players = [v.seat for v in views if any(isinstance(move, Play) for move in v.moves)]
    names = match.setup.names
    if len(players) == 2:
        return words.both_have_a_play()
    if players:
        return words.has_a_play(names[players[0]])
    return words.can_draw(names[next(view.seat for view in views if view.moves)])


# What seats do.


def _press(match: Match, pressed: Pressed, now_ns: int) -> Match:
    if pressed.button is Button.READY:
        return _hold_ready(match, pressed)
    if match.phase is Phase.MENU:
        return _move_mark(match, pressed)
    after = touches.touch(match, pressed, now_ns)
    if after.game and match.game and after.game.spit is not match.game.spit:
        return flow.settle(after, now_ns)
    return after


def _hold_ready(match: Match, pressed: Pressed) -> Match:
    number = match.acts + 1
    held = replace(match, acts=number, holds=with_seat(match.holds, pressed.seat, number))
    at = HostNs(touches.middle(pressed) + HOLD_NS)
    return held.say(Act(at, Held(pressed.seat, number)))


def _move_mark(match: Match, pressed: Pressed) -> Match:
    """Move a seat's mark in the pause menu; what it had chosen it takes back."""
    by = {Button.LEFT: -1, Button.RIGHT: 1}.get(pressed.button, 0)
    mark = Entry((match.marks[pressed.seat] + by) % len(Entry))
    return replace(
        match,
        marks=with_seat(match.marks, pressed.seat, mark),
        chosen=with_seat(match.chosen, pressed.seat, None),
    )


def _release_ready(match: Match, seat: int, now_ns: int) -> Match:
    """Act on a tap: `ready` counts on its release, unless it was held."""
    if match.holds[seat] is None:
        return match
    match = replace(match, holds=with_seat(match.holds, seat, None))
    if match.phase is Phase.MENU:
        return _choose(match, seat, now_ns)
    if match.phase in ASKING:
        return _call_ready(match, seat, now_ns)
    return match


def _call_ready(match: Match, seat: int, now_ns: int) -> Match:
    """Note a seat's `ready`, which a second tap takes back; both start what comes."""
    match = replace(match, ready=with_seat(match.ready, seat, not match.ready[seat]))
    if not all(match.ready):
        return match
    if match.phase is Phase.STUCK:
        return flow.count_down(match, now_ns, words.get_ready())
    return flow.begin_next(match, now_ns)


def _choose(match: Match, seat: int, now_ns: int) -> Match:
    """Take the entry marked: leaving is done at once, the rest when both want it (rule 7).

    While the other's pad is away nobody waits for its consent to go on, and leaving ends the match
    without a winner: pulling a plug gains nothing.
    """
    entry, rival = match.marks[seat], 1 - seat
    is_alone = bool(match.away[rival])
    match = replace(match, chosen=with_seat(match.chosen, seat, entry))
    if entry is Entry.LEAVE:
        return flow.call_off(match) if is_alone else flow.leave(match, seat)
    if match.chosen[rival] is entry or (is_alone and entry is Entry.GO_ON):
        carry_on = flow.resume if entry is Entry.GO_ON else flow.begin_next
        return carry_on(match, now_ns)
    return match


# What the console does, and what befalls pads.


def _meet(match: Match, seat: int) -> Match:
    """Note that the pad of `seat` has been heard: from now on its silence is a loss."""
    return match if match.met[seat] else replace(match, met=with_seat(match.met, seat, True))


def _act(match: Match, token: Hashable, when: HostNs) -> Match:
    match token:
        case Go():
            return flow.end_countdown(match, token, when)
        case Held(seat=seat, number=number) if match.holds[seat] == number:
            match = replace(match, holds=with_seat(match.holds, seat, None))
            has_menu = match.phase in (*OPEN, Phase.AWAY, Phase.RESULT)
            return flow.interrupt(match, Phase.MENU) if has_menu else match
        case Interrupt() if match.phase in OPEN:
            return flow.resume(flow.interrupt(match, Phase.AWAY), when)
    return match


def _fault(match: Match, fault: Faulted, now_ns: int) -> Match:
    """Tell the log, and the panel of the seat whose pad it is (FAIRNESS rule 5)."""
    seat = match.setup.pads.index(fault.pad)
    match = _log(match, seat, fault, now_ns)
    if fault.kind in LOST:
        return _lose(match, seat, LOST[fault.kind], now_ns)
    if match.headlines[seat].text:
        return match  # What the game has to say matters more.
    line = Headline(words.fault(fault.kind), HostNs(now_ns + HEADLINE_NS))
    return replace(match, headlines=with_seat(match.headlines, seat, line))


def _log(match: Match, seat: int, fault: Faulted, now_ns: int) -> Match:
    """Tell the log, but no kind of fault of a pad more often than every few seconds."""
    lately = tuple(told for told in match.logged if now_ns - told.at < LOG_AGAIN_NS)
    if any((told.pad, told.kind) == (fault.pad, fault.kind) for told in lately):
        return replace(match, logged=lately)
    told = f"{match.setup.names[seat]}'s pad {fault.pad}: {fault.kind}"
    return replace(match, logged=(*lately, fault)).say(Logged(told))


def _lose(match: Match, seat: int, how: Callable[[str], str], now_ns: int) -> Match:
    """A pad is away: interrupt the game, in its place among the touches made before (rule 6)."""
    lost = replace(
        match,
        away=with_seat(match.away, seat, how(match.setup.names[seat])),
        holds=with_seat(match.holds, seat, None),
        ready=with_seat(match.ready, seat, False),
        chosen=with_seat(match.chosen, seat, None),
    )
    return lost.say(Act(HostNs(now_ns), Interrupt())) if match.phase in OPEN else lost


def _welcome(match: Match, seat: int, now_ns: int) -> Match:
    told = "is back" if match.met[seat] else "is connected"
    match = _meet(replace(match, away=with_seat(match.away, seat, "")), seat)
    match = match.say(Logged(f"{match.setup.names[seat]}'s pad {told}"))
    is_waited_for = match.phase is Phase.AWAY and not any(match.away)
    return flow.resume(match, now_ns) if is_waited_for else match
