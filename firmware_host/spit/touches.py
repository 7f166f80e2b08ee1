"""What a touch does at the table: picks, reaches for a pile, draws (S4-S7; docs/referee.md).

A touch lies in [lo, hi]; wherever one instant is asked for (margins, records, the one gesture, the
lockout) it is the middle of that interval, on either kind of pad; but never before the seat's touch
before it, for the middle of a wide interval may lie beyond that of the narrow one which follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from engine.judge import RECENT_NS, Refusal, Why
from engine.records import entry_line
from engine.spit import DRAWS, FITTING, Move, Play, Spit
from firmware_host.effects import Recorded, Sound, Tone
from firmware_host.input_events import Pressed
from firmware_host.match_state import HEADLINE_NS, Headline, Match, Phase, with_seat
from firmware_host.spit.flow import settle
from firmware_host.spit.game import EMPTY_HANDS, Hand, SpitGame, Top, with_one
from hw.ports import CARD_BUTTONS, Button, HostNs
from hw.units import MILLISECOND_NS

GESTURE_NS = 30 * MILLISECOND_NS
PILE_BUTTONS = (Button.LEFT, Button.RIGHT)


@dataclass(frozen=True, slots=True)
class _Touch:
    """A decided press as the game takes it: dated `at`, taken in at `now_ns`."""

    seat: int
    button: Button
    at: HostNs
    tie: bool
    now_ns: int


def touch(match: Match, pressed: Pressed, now_ns: int) -> Match:
    """Let a decided press act on the game, and settle what comes of it."""
    after = _touch(match, pressed, now_ns)
    before = match.game
    assert isinstance(before, SpitGame)
    assert isinstance(after.game, SpitGame)
    return after if after.game.spit is before.spit else settle(after, now_ns)


def _touch(match: Match, pressed: Pressed, now_ns: int) -> Match:
    assert isinstance(match.game, SpitGame)
    seat, button = pressed.seat, pressed.button
    at = HostNs(max(pressed.middle, match.game.touched_at[seat]))
    dated = _Touch(seat, button, at, pressed.tie, now_ns)
    game = replace(match.game, touched_at=with_one(match.game.touched_at, seat, at))
    if game.spit.result:
        return _touch_too_late(match, game, dated)
    if button in CARD_BUTTONS:
        return _touch_card(match, game, dated)
    if button in PILE_BUTTONS and _may_reach(match, game.spit):
        return _touch_pile(match, game, dated)
    if button is Button.DRAW and DRAWS[seat] in game.spit.legal:
        return _draw(match, game, dated)
    return match


def _touch_too_late(match: Match, game: SpitGame, touch: _Touch) -> Match:
    """A reach that the winning play beat by a little is told like any other (rule 4)."""
    seat, picked = touch.seat, game.hands[touch.seat].picked
    if touch.button not in PILE_BUTTONS or picked is None:
        return match
    play = Play(seat, picked, PILE_BUTTONS.index(touch.button))
    if game.spit.layouts[seat][picked] in FITTING[game.spit.piles[play.pile]]:
        return match
    _, judge, refusal = game.judge.rule(game.spit, play, touch.at)
    if refusal is None or refusal.why is not Why.BEATEN or (refusal.margin_ns or 0) > RECENT_NS:
        return match
    dropped = replace(game, judge=judge, hands=with_one(game.hands, seat, Hand()))
    return _refuse(match, dropped, refusal, touch)


def is_contested(match: Match, group: Sequence[Pressed]) -> bool:
    """Tell whether the order of these presses matters to the game as it stands (rule 4)."""
    outcomes = [_outcome(match, order) for order in permutations(group)]
    return any(outcome != outcomes[0] for outcome in outcomes)


def _outcome(match: Match, order: Sequence[Pressed]) -> tuple[Spit, tuple[Hand, Hand]]:
    for pressed in order:
        match = _touch(match, pressed, pressed.decided_at)
    assert isinstance(match.game, SpitGame)
    spit = match.game.spit
    return spit, EMPTY_HANDS if spit.result else match.game.hands


def _may_reach(match: Match, spit: Spit) -> bool:
    """Tell whether piles can be reached for: they lie there, and no paused game is counted in."""
    is_counted_in = match.phase is Phase.COUNTDOWN and not spit.stuck
    return None not in spit.piles and not is_counted_in


def _touch_card(match: Match, game: SpitGame, touch: _Touch) -> Match:
    seat, slot = touch.seat, CARD_BUTTONS.index(touch.button)
    hand = game.hands[seat]
    if game.spit.layouts[seat][slot] is None:
        return match
    if hand.pile is not None and touch.at - hand.pile_at <= GESTURE_NS:
        return _play(match, game, Play(seat, slot, hand.pile), touch)
    return _with_hand(match, game, seat, Hand(picked=slot))


def _touch_pile(match: Match, game: SpitGame, touch: _Touch) -> Match:
    seat, pile = touch.seat, PILE_BUTTONS.index(touch.button)
    picked = game.hands[seat].picked
    if picked is None:
        return _with_hand(match, game, seat, Hand(pile=pile, pile_at=touch.at))
    return _play(match, game, Play(seat, picked, pile), touch)


def _with_hand(match: Match, game: SpitGame, seat: int, hand: Hand) -> Match:
    return replace(match, game=replace(game, hands=with_one(game.hands, seat, hand)))


def _play(match: Match, game: SpitGame, play: Play, touch: _Touch) -> Match:
    table, judge, refusal = game.judge.rule(game.spit, play, touch.at)
    hands = with_one(game.hands, play.seat, Hand())
    ruled = replace(game, spit=table, judge=judge, hands=hands)
    if refusal is None:
        return _land(match, ruled, play, touch)
    return _refuse(match, ruled, refusal, touch)


def _land(match: Match, game: SpitGame, play: Play, touch: _Touch) -> Match:
    seat, at = play.seat, touch.at
    possible_at = max(game.card_at[seat][play.slot], game.tops[play.pile].at)
    landed = replace(
        _dated(game, seat, play.slot, at),
        story=game.story.after_play(seat, at - possible_at),
        tops=with_one(game.tops, play.pile, Top(at, touch.tie)),
    )
    match = replace(match, game=landed, misfits=with_seat(match.misfits, seat, None))
    return match.say(_record(play, touch), Sound(None, Tone.PLAY))


def _dated(game: SpitGame, seat: int, slot: int, at: HostNs) -> SpitGame:
    """Note when the card in a seat's slot came there."""
    dates = list(game.card_at[seat])
    dates[slot] = at
    return replace(game, card_at=with_one(game.card_at, seat, tuple(dates)))


def _refuse(match: Match, game: SpitGame, refusal: Refusal, touch: _Touch) -> Match:
    seat, until = touch.seat, HostNs(touch.now_ns + HEADLINE_NS)
    match = match.say(_record(refusal, touch), Sound(seat, Tone.REFUSED))
    if refusal.why is Why.BEATEN:
        return _tell_beaten(match, game, refusal, touch, until)
    if refusal.why is Why.LOCKOUT:
        resting = with_seat(match.headlines, seat, Headline(match.words.spit.rests(), until))
        return replace(match, game=game, headlines=resting)
    return replace(match, game=game, misfits=with_seat(match.misfits, seat, until))


def _tell_beaten(
    match: Match, game: SpitGame, refusal: Refusal, touch: _Touch, until: HostNs
) -> Match:
    """Tell both panels who was first; a tie that the coin settled has no margin to tell."""
    is_photo_finish = touch.tie and game.tops[refusal.play.pile].tie
    winner = match.names[1 - touch.seat]
    margin_ns = refusal.margin_ns or 0
    told = (
        match.words.spit.photo_finish()
        if is_photo_finish
        else match.words.spit.first_by(winner, margin_ns)
    )
    story = game.story.after_contest(is_photo_finish)
    return replace(match, game=replace(game, story=story)).head(told, until)


def _draw(match: Match, game: SpitGame, touch: _Touch) -> Match:
    seat, draw = touch.seat, DRAWS[touch.seat]
    slot = game.spit.layouts[seat].index(None)
    drawn = replace(game, spit=game.spit.after(draw))
    match = replace(match, game=_dated(drawn, seat, slot, touch.at))
    return match.say(_record(draw, touch))


def _record(what: Move | Refusal, touch: _Touch) -> Recorded:
    return Recorded(entry_line(what, touch.at, touch.tie))
