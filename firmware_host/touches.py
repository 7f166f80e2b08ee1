"""What a touch does at the table: picks, reaches for a pile, draws (S4-S7, FAIRNESS rule 7).

A touch lies in [lo, hi]; wherever one instant is asked for (margins, records, the one gesture, the
lockout) it is the middle of that interval, on either kind of pad.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from engine.judge import RECENT_NS, Refusal, Why
from engine.records import entry_line
from engine.spit import DRAWS, FITTING, Move, Play, Spit
from firmware_host import words
from firmware_host.effects import Recorded, Sound, Tone
from firmware_host.input_events import Pressed
from firmware_host.match_state import (
    HEADLINE_NS,
    OPEN,
    Game,
    Hand,
    Headline,
    Match,
    Phase,
    Top,
    with_seat,
)
from hw.ports import CARD_BUTTONS, Button, HostNs
from hw.units import MILLISECOND_NS

GESTURE_NS = 30 * MILLISECOND_NS
PILE_BUTTONS = (Button.LEFT, Button.RIGHT)


def middle(pressed: Pressed) -> HostNs:
    """Give the instant at which a press is dated."""
    return HostNs((pressed.lo + pressed.hi) // 2)


def touch(match: Match, pressed: Pressed, now_ns: int) -> Match:
    """Let a decided press act on the game, while cards lie open."""
    game = match.game
    if game is None or match.phase not in (*OPEN, Phase.RESULT):
        return match
    if game.spit.result:
        return _touch_too_late(match, game, pressed, now_ns)
    if pressed.button in CARD_BUTTONS:
        return _touch_card(match, game, pressed, now_ns)
    if pressed.button in PILE_BUTTONS and _may_reach(match, game.spit):
        return _touch_pile(match, game, pressed, now_ns)
    if pressed.button is Button.DRAW and DRAWS[pressed.seat] in game.spit.legal:
        return _draw(match, game, pressed)
    return match


def _touch_too_late(match: Match, game: Game, pressed: Pressed, now_ns: int) -> Match:
    """A reach that the winning play beat by a little is told like any other (rule 4)."""
    seat, picked = pressed.seat, game.hands[pressed.seat].picked
    if pressed.button not in PILE_BUTTONS or picked is None:
        return match
    play = Play(seat, picked, PILE_BUTTONS.index(pressed.button))
    if game.spit.layouts[seat][picked] in FITTING[game.spit.piles[play.pile]]:
        return match
    _, judge, refusal = game.judge.rule(game.spit, play, middle(pressed))
    if refusal is None or refusal.why is not Why.BEATEN or (refusal.margin_ns or 0) > RECENT_NS:
        return match
    dropped = replace(game, judge=judge, hands=with_seat(game.hands, seat, Hand()))
    return _refuse(match, dropped, refusal, pressed, now_ns)


def is_contested(match: Match, group: Sequence[Pressed]) -> bool:
    """Tell whether the order of these presses matters to the game as it stands (rule 4)."""
    outcomes = [_outcome(match, order) for order in permutations(group)]
    return any(outcome != outcomes[0] for outcome in outcomes)


def _outcome(match: Match, order: Sequence[Pressed]) -> tuple[Spit, tuple[Hand, Hand]] | None:
    for pressed in order:
        match = touch(match, pressed, pressed.decided_at)
    return (match.game.spit, match.game.hands) if match.game else None


def _may_reach(match: Match, spit: Spit) -> bool:
    """Tell whether piles can be reached for: they lie there, and no paused game is counted in."""
    is_counted_in = match.phase is Phase.COUNTDOWN and not spit.stuck
    return None not in spit.piles and not is_counted_in


def _touch_card(match: Match, game: Game, pressed: Pressed, now_ns: int) -> Match:
    seat, slot = pressed.seat, CARD_BUTTONS.index(pressed.button)
    hand = game.hands[seat]
    if game.spit.layouts[seat][slot] is None:
        return match
    if hand.pile is not None and middle(pressed) - hand.pile_at <= GESTURE_NS:
        return _play(match, game, Play(seat, slot, hand.pile), pressed, now_ns)
    return _with_hand(match, game, seat, Hand(picked=slot))


def _touch_pile(match: Match, game: Game, pressed: Pressed, now_ns: int) -> Match:
    seat, pile = pressed.seat, PILE_BUTTONS.index(pressed.button)
    picked = game.hands[seat].picked
    if picked is None:
        return _with_hand(match, game, seat, Hand(pile=pile, pile_at=middle(pressed)))
    return _play(match, game, Play(seat, picked, pile), pressed, now_ns)


def _with_hand(match: Match, game: Game, seat: int, hand: Hand) -> Match:
    return replace(match, game=replace(game, hands=with_seat(game.hands, seat, hand)))


def _play(match: Match, game: Game, play: Play, pressed: Pressed, now_ns: int) -> Match:
    table, judge, refusal = game.judge.rule(game.spit, play, middle(pressed))
    hands = with_seat(game.hands, play.seat, Hand())
    ruled = replace(game, spit=table, judge=judge, hands=hands)
    if refusal is None:
        return _land(match, ruled, play, pressed)
    return _refuse(match, ruled, refusal, pressed, now_ns)


def _land(match: Match, game: Game, play: Play, pressed: Pressed) -> Match:
    seat, at = play.seat, middle(pressed)
    possible_at = max(game.card_at[seat][play.slot], game.tops[play.pile].at)
    landed = replace(
        _dated(game, seat, play.slot, at),
        story=game.story.after_play(seat, at - possible_at),
        tops=with_seat(game.tops, play.pile, Top(at, pressed.tie)),
    )
    match = replace(match, game=landed, misfits=with_seat(match.misfits, seat, None))
    return match.say(_record(play, pressed), Sound(None, Tone.PLAY))


def _dated(game: Game, seat: int, slot: int, at: HostNs) -> Game:
    """Note when the card in a seat's slot came there."""
    dates = list(game.card_at[seat])
    dates[slot] = at
    return replace(game, card_at=with_seat(game.card_at, seat, tuple(dates)))


def _refuse(match: Match, game: Game, refusal: Refusal, pressed: Pressed, now_ns: int) -> Match:
    seat, until = pressed.seat, HostNs(now_ns + HEADLINE_NS)
    match = match.say(_record(refusal, pressed), Sound(seat, Tone.REFUSED))
    if refusal.why is Why.BEATEN:
        return _tell_beaten(match, game, refusal, pressed, until)
    if refusal.why is Why.LOCKOUT:
        resting = with_seat(match.headlines, seat, Headline(words.rests(), until))
        return replace(match, game=game, headlines=resting)
    return replace(match, game=game, misfits=with_seat(match.misfits, seat, until))


def _tell_beaten(
    match: Match, game: Game, refusal: Refusal, pressed: Pressed, until: HostNs
) -> Match:
    """Tell both panels who was first; a tie that the coin settled has no margin to tell."""
    is_photo_finish = pressed.tie and game.tops[refusal.play.pile].tie
    winner = match.setup.names[1 - pressed.seat]
    margin_ns = refusal.margin_ns or 0
    told = words.photo_finish() if is_photo_finish else words.first_by(winner, margin_ns)
    story = game.story.after_contest(is_photo_finish)
    return replace(match, game=replace(game, story=story)).head(told, until)


def _draw(match: Match, game: Game, pressed: Pressed) -> Match:
    seat, draw = pressed.seat, DRAWS[pressed.seat]
    slot = game.spit.layouts[seat].index(None)
    drawn = replace(game, spit=game.spit.after(draw))
    match = replace(match, game=_dated(drawn, seat, slot, middle(pressed)))
    return match.say(_record(draw, pressed))


def _record(what: Move | Refusal, pressed: Pressed) -> Recorded:
    return Recorded(entry_line(what, middle(pressed), pressed.tie))
