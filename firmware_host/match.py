"""The match: title, ready, play, result, pause, as one state machine; pure.

`step` takes one event of the decided stream and gives the next state and the effects it asks for.
What happens while cards lie open is the table's matter (`table.py`).
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from firmware_host import match_flow as flow
from firmware_host import match_pads, title_desk
from firmware_host.bot_sight import NOTHING, Sight
from firmware_host.effects import Act, Effect, Kept
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
    OPEN,
    Entry,
    Headline,
    Held,
    Interrupt,
    Match,
    Phase,
    seated,
    with_seat,
)
from firmware_host.table import table_of
from firmware_host.title_desk import Choice, Place
from hw.ports import Button, HostNs, PanelReport
from hw.units import SECOND_NS

HOLD_NS = 1 * SECOND_NS
ASKING = (Phase.TITLE, Phase.RESULT)
"""The phases, besides those of a table, that wait for every seat to call ready."""


@dataclass(frozen=True, slots=True)
class Woke:
    """Time passed: `Match.due_at` has come."""


Event = InputEvent | PanelReport | Woke
"""What a match takes."""


def step(match: Match, event: Event, now_ns: int) -> tuple[Match, tuple[Effect, ...]]:
    """Take one event; `now_ns` is the host's clock at which it came out."""
    after = _end_if_over(_take(_wake(match, now_ns), event, now_ns))
    return (replace(after, outbox=()), after.outbox) if after.outbox else (after, ())


def sight(match: Match, seat: int) -> Sight:
    """Give what a bot at `seat` sees: the open game, or the button that it agrees by."""
    if match.phase in OPEN:
        return table_of(match).sight(match, seat)
    wish = _wish(match, seat)
    return NOTHING if wish is None else Sight(wish=wish, level=match.line_up[seat])


def is_asked(match: Match, seat: int) -> bool:
    """Tell whether the person at `seat` is asked to press `ready` now (a lamp on the pad)."""
    if seat not in match.seats or match.pad_of(seat) is None:
        return False
    return match.phase in (*ASKING, Phase.STUCK) and not match.ready[seat]


def is_contested(match: Match, group: Sequence[Pressed]) -> bool:
    """Tell whether the order of these presses matters to the match as it stands (rule 4)."""
    if match.game is None or match.phase not in (*OPEN, Phase.RESULT):
        return False
    playing = [pressed for pressed in group if match.is_seated(pressed.pad, pressed.seat)]
    return len(playing) > 1 and table_of(match).is_contested(match, playing)


def _wish(match: Match, seat: int) -> Button | None:
    """Give the button by which a seat that agrees to everything says so now; None if unasked."""
    if match.phase is Phase.MENU:
        wanted = _wanted(match, seat)
        if wanted is None or match.chosen[seat] is wanted:
            return None
        return Button.READY if match.marks[seat] is wanted else Button.RIGHT
    is_asked = match.phase in ASKING and not match.ready[seat]
    return Button.READY if is_asked else None


def _wanted(match: Match, seat: int) -> Entry | None:
    """Give what everybody else has chosen in the pause menu, bots that follow left out."""
    others = [s for s in match.seats if s != seat and match.line_up[s] is None]
    others = others or [s for s in match.seats if s != seat]
    first = match.chosen[others[0]]
    return first if all(match.chosen[s] is first for s in others) else None


def _take(match: Match, event: Event, now_ns: int) -> Match:
    match event:
        case Pressed():
            return _press(match_pads.meet(match, event.pad), event, now_ns)
        case Released(button=Button.READY):
            return _release_ready(match, event, now_ns)
        case Acted(token=token, when=when):
            return _act(match, token, when)
        case Faulted():
            return match_pads.fault(match, event, now_ns)
        case Absent(pad=pad):
            return match_pads.absent(match, pad, now_ns)
        case Returned(pad=pad):
            return match_pads.returned(match, pad, now_ns)
        case PanelReport():
            return match_pads.panel(match, event, now_ns)
    return match


def _end_if_over(match: Match) -> Match:
    """Show the result of a game that has just got one, once its last card has been looked at."""
    if match.game is None or (result := match.game.state.result) is None:
        return match
    if match.phase in OPEN:
        return match if match.game.due_at() else flow.end_game(match, result)
    # Nobody can pause, or pull a plug, to leave a game that is decided.
    is_pending = match.phase in (Phase.MENU, Phase.AWAY) and match.resumes in OPEN
    return flow.end_game(match, result) if is_pending else match


def _wake(match: Match, now_ns: int) -> Match:
    """Let what has been shown long enough vanish, and the table do what is due."""
    due = match.due_at()
    if due is None or now_ns < due:
        return match
    lines = tuple(Headline() if _is_past(x.until_ns, now_ns) else x for x in match.headlines)
    misfits = tuple(None if _is_past(until, now_ns) else until for until in match.misfits)
    match = replace(match, headlines=lines, misfits=misfits)
    return match if match.game is None else table_of(match).wake(match, now_ns)


def _is_past(at: HostNs | None, now_ns: int) -> bool:
    return at is not None and at <= now_ns


# What seats do.


def _press(match: Match, pressed: Pressed, now_ns: int) -> Match:
    if match.phase is Phase.TITLE and pressed.pad in match.setup.pads:
        return _press_on_title(match, pressed)
    if not match.is_seated(pressed.pad, pressed.seat):
        return match
    if pressed.button is Button.READY:
        return _hold_ready(match, pressed)
    if match.phase is Phase.MENU:
        return _move_mark(match, pressed)
    if match.game is None or match.phase not in (*OPEN, Phase.RESULT):
        return match
    return table_of(match).touch(match, pressed, now_ns)


def _press_on_title(match: Match, pressed: Pressed) -> Match:
    seat = pressed.seat
    if pressed.button is Button.READY:
        return _hold_ready(match, pressed)
    desk, choice = title_desk.press(match.desks[seat], _choice(match), pressed.button)
    return _chosen(replace(match, desks=with_seat(match.desks, seat, desk)), choice)


def _choice(match: Match) -> Choice:
    return Choice(match.preferences, match.is_guided)


def _chosen(match: Match, choice: Choice) -> Match:
    """Take a new choice: whoever was ready was ready for another one, and menus may be shorter."""
    if choice == _choice(match):
        return match
    kept = () if choice.preferences == match.preferences else (Kept(choice.preferences),)
    match = replace(
        match,
        preferences=choice.preferences,
        is_guided=choice.is_guided,
        desks=tuple(title_desk.within(desk, choice) for desk in match.desks),
    )
    return seated(match).say(*kept)


def _hold_ready(match: Match, pressed: Pressed) -> Match:
    held = Held(pressed.pad, pressed.seat, match.acts + 1, pressed.middle)
    match = replace(match, acts=held.number, holds=(*_other_holds(match, pressed.pad), held))
    return match.say(Act(HostNs(pressed.middle + HOLD_NS), held))


def _hold_of(match: Match, pad: str) -> Held | None:
    return next((held for held in match.holds if held.pad == pad), None)


def _other_holds(match: Match, pad: str) -> tuple[Held, ...]:
    return tuple(held for held in match.holds if held.pad != pad)


def _move_mark(match: Match, pressed: Pressed) -> Match:
    """Move a seat's mark in the pause menu; what it had chosen it takes back."""
    by = {Button.LEFT: -1, Button.RIGHT: 1}.get(pressed.button, 0)
    mark = Entry((match.marks[pressed.seat] + by) % len(Entry))
    return replace(
        match,
        marks=with_seat(match.marks, pressed.seat, mark),
        chosen=with_seat(match.chosen, pressed.seat, None),
    )


def _release_ready(match: Match, released: Released, now_ns: int) -> Match:
    """Act on a tap: `ready` counts on its release, unless it was held."""
    seat, held = released.seat, _hold_of(match, released.pad)
    if held is None:
        return match
    match = replace(match, holds=_other_holds(match, released.pad))
    if match.phase is Phase.TITLE and released.pad in match.setup.pads:
        desk = match.desks[seat]
        if desk.place is not Place.TITLE:
            desk, choice = title_desk.take(desk, _choice(match))
            return _chosen(replace(match, desks=with_seat(match.desks, seat, desk)), choice)
    if not match.is_seated(released.pad, seat):
        return match
    if match.phase is Phase.MENU:
        return _choose(match, seat, now_ns)
    if match.phase in ASKING:
        return _call_ready(match, seat, now_ns)
    if match.phase not in OPEN:
        return match
    return table_of(match).call_ready(match, seat, held.pressed_at, now_ns)


def _call_ready(match: Match, seat: int, now_ns: int) -> Match:
    """Note a seat's `ready`, which a second tap takes back; all together start what comes."""
    match = replace(match, ready=with_seat(match.ready, seat, not match.ready[seat]))
    if not all(match.ready):
        return match
    return flow.begin_next(match, now_ns)


def _choose(match: Match, seat: int, now_ns: int) -> Match:
    """Take the entry marked: leaving is done at once, the rest when everybody wants it (rule 7).

    While another's pad is away nobody waits for its consent to go on, and leaving ends the match
    without a winner: pulling a plug gains nothing.
    """
    entry = match.marks[seat]
    match = replace(match, chosen=with_seat(match.chosen, seat, entry))
    others = [s for s in match.seats if s != seat]
    is_broken = any(_is_away(match, s) for s in others)
    if entry is Entry.LEAVE:
        return flow.call_off(match) if is_broken else flow.leave(match, seat)
    asked = [s for s in others if entry is Entry.RESTART or not _is_away(match, s)]
    if any(match.chosen[s] is not entry for s in asked):
        return match
    carry_on = flow.resume if entry is Entry.GO_ON else flow.begin_next
    return carry_on(match, now_ns)


def _is_away(match: Match, seat: int) -> bool:
    return match.pad_of(seat) is not None and bool(match.trouble(seat))


# What the console does.


def _act(match: Match, token: Hashable, when: HostNs) -> Match:
    match token:
        case Held() if token in match.holds:
            match = replace(match, holds=_other_holds(match, token.pad))
            has_menu = match.phase in (*OPEN, Phase.AWAY, Phase.RESULT)
            is_seated = match.is_seated(token.pad, token.seat)
            return flow.interrupt(match, Phase.MENU) if has_menu and is_seated else match
        case Held():
            return match
        case Interrupt():
            if match.phase not in OPEN:
                return match
            return flow.resume(flow.interrupt(match, Phase.AWAY), when)
    return match if match.game is None else table_of(match).act(match, token, when)
