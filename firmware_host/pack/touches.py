"""What the buttons do in The Pack: cards are selected, and only `ready` plays them.

No press plays a card by itself, and no press needs to be quick: what was begun on another's turn
does nothing, and what everybody is shown is pressed away before anything else is done.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from engine.cards import Card
from engine.pack import SLOTS, Choose, Flip, Move, Pack, PackView, Phase, Pickup, Play
from firmware_host.effects import Sound, Tone
from firmware_host.input_events import Pressed
from firmware_host.match_state import HEADLINE_NS, Headline, Match, with_seat
from firmware_host.pack.flow import game_of, moved
from firmware_host.pack.game import (
    WINDOW,
    Place,
    Selection,
    Source,
    places_of,
    source_of,
    window,
)
from firmware_host.ranks import printed
from hw.ports import CARD_BUTTONS, Button, HostNs


def touch(match: Match, pressed: Pressed, now_ns: int) -> Match:
    """Let a decided press select, scroll or take; `ready` acts on its release only."""
    game, seat = game_of(match), pressed.seat
    if pressed.button is Button.READY:
        return match
    if game.shown_to(seat):
        return _pressed_away(match, seat)
    if game.pack.result:
        return match
    if pressed.button in (Button.LEFT, Button.RIGHT):
        return _scroll(match, seat, by=-WINDOW if pressed.button is Button.LEFT else WINDOW)
    if pressed.button is Button.DRAW:
        return _draw(match, pressed, now_ns)
    places = window(_places(match, seat), game.selections[seat])
    column = CARD_BUTTONS.index(pressed.button)
    return _pick(match, seat, places[column], now_ns) if column < len(places) else match


def call_ready(match: Match, seat: int, pressed_at: HostNs, now_ns: int) -> Match:
    """Play what is selected; nothing is played that was not."""
    game = game_of(match)
    if game.shown_to(seat):
        return _pressed_away(match, seat)
    move = _selected_move(game.pack.view(seat), game.selections[seat])
    return match if move is None else moved(match, move, pressed_at, now_ns)


def is_contested(match: Match, group: Sequence[Pressed]) -> bool:
    """Tell whether the order of these presses matters to the game as it stands."""
    outcomes = [_outcome(match, order) for order in permutations(group)]
    return any(outcome != outcomes[0] for outcome in outcomes)


def _outcome(match: Match, order: Sequence[Pressed]) -> tuple[Pack, tuple[Selection, ...]]:
    for pressed in order:
        match = touch(match, pressed, pressed.decided_at)
    return game_of(match).pack, game_of(match).selections


def _pressed_away(match: Match, seat: int) -> Match:
    game = game_of(match)
    assert game.moment is not None
    seen = replace(game.moment, seen=(*game.moment.seen, seat))
    people = [s for s in match.seats if match.line_up[s] is None]
    is_seen_by_all = all(person in seen.seen for person in people)
    return replace(match, game=replace(game, moment=None if is_seen_by_all else seen))


def _places(match: Match, seat: int) -> tuple[Place, ...]:
    return places_of(game_of(match).pack.view(seat))


def _select(match: Match, seat: int, selection: Selection) -> Match:
    game = game_of(match)
    selections = with_seat(game.selections, seat, selection)
    quiet = with_seat(match.headlines, seat, Headline())
    return replace(match, game=replace(game, selections=selections), headlines=quiet)


def _scroll(match: Match, seat: int, by: int) -> Match:
    selection = game_of(match).selections[seat]
    last = max(0, len(_places(match, seat)) - WINDOW)
    first = min(max(selection.first + by, 0), last)
    return _select(match, seat, replace(selection, first=first))


def _draw(match: Match, pressed: Pressed, now_ns: int) -> Match:
    """Take the discard pile where nothing else can be done; elsewhere ask first."""
    seat = pressed.seat
    selection, moves = game_of(match).selections[seat], game_of(match).pack.view(seat).moves
    pickups = [move for move in moves if isinstance(move, Pickup)]
    if not pickups:
        return match
    if selection.is_taking:
        return _select(match, seat, Selection(first=selection.first))
    if len(moves) == 1 and pickups[0].card is None:
        return moved(match, pickups[0], pressed.middle, now_ns)
    return _select(match, seat, Selection(first=selection.first, is_taking=True))


def _pick(match: Match, seat: int, place: Place, now_ns: int) -> Match:
    """Select a card of `place`: again one more, past the last none."""
    game = game_of(match)
    view, selection = game.pack.view(seat), game.selections[seat]
    if view.phase is Phase.CHOOSE:
        if view.chosen[seat]:
            return match
        return _pick_for_choice(match, seat, place, now_ns)
    if view.turn != seat:
        return match
    if selection.is_taking and any(isinstance(m, Pickup) and m.card for m in view.moves):
        return _pick_along(match, seat, view, place)
    if not place.plays:
        return _refuse(match, seat, place, now_ns)
    picked = _picked(view, place, selection.picked)
    return _select(match, seat, replace(selection, picked=picked, is_taking=False))


def _picked(view: PackView, place: Place, picked: tuple[int, ...]) -> tuple[int, ...]:
    """Give the selection after one more press of a place that plays."""
    if source_of(view) is Source.HAND:
        count = picked.count(place.key) + 1
        return (place.key,) * count if count <= len(place.cards) else ()
    if place.key in picked:
        return tuple(slot for slot in picked if slot != place.key)
    ups = view.ups[view.seat]
    is_more = (
        view.rules.several_face_up
        and picked
        and place.cards
        and all((other := ups[slot]) and other.rank == place.cards[0].rank for slot in picked)
    )
    return (*picked, place.key) if is_more else (place.key,)


def _pick_for_choice(match: Match, seat: int, place: Place, now_ns: int) -> Match:
    selection = game_of(match).selections[seat]
    count = selection.picked.count(place.key)
    if count < len(place.cards) and len(selection.picked) < SLOTS:
        picked = (*selection.picked, place.key)
    elif count:
        picked = tuple(key for key in selection.picked if key != place.key)
    else:
        return _tell(match, seat, match.words.pack.three_only(), now_ns)
    return _select(match, seat, replace(selection, picked=picked))


def _pick_along(match: Match, seat: int, view: PackView, place: Place) -> Match:
    """Select the face-up card that goes along with the pile (house rule `take_one_face_up`)."""
    selection = game_of(match).selections[seat]
    is_one = any(isinstance(m, Pickup) and m.card in place.cards for m in view.moves)
    return _select(match, seat, replace(selection, picked=(place.key,))) if is_one else match


def _refuse(match: Match, seat: int, place: Place, now_ns: int) -> Match:
    top = game_of(match).pack.top
    if not place.cards or top is None:
        return match
    words = match.words.pack.does_not_go(printed(place.cards[0]), printed(top))
    return _tell(match, seat, words, now_ns)


def _tell(match: Match, seat: int, words: str, now_ns: int) -> Match:
    line = Headline(words, HostNs(now_ns + HEADLINE_NS))
    match = replace(match, headlines=with_seat(match.headlines, seat, line))
    return match.say(Sound(seat, Tone.REFUSED))


def _selected_move(view: PackView, selection: Selection) -> Move | None:
    """Give the move that is selected, or None where that is none."""
    seat, picked = view.seat, selection.picked
    if view.phase is Phase.CHOOSE:
        if len(picked) < SLOTS or view.chosen[seat]:
            return None
        return Choose(seat, _cards(view, picked))
    if view.turn != seat:
        return None
    if selection.is_taking:
        return _pickup(view, picked)
    if not picked:
        return None
    if source_of(view) is Source.FACE_DOWN:
        return Flip(seat, picked[0])
    return Play(seat, _cards(view, picked))


def _pickup(view: PackView, picked: tuple[int, ...]) -> Pickup | None:
    pickups = [move for move in view.moves if isinstance(move, Pickup)]
    if pickups[0].card is None:
        return pickups[0]
    ups = view.ups[view.seat]
    return next((move for move in pickups if picked and move.card == ups[picked[0]]), None)


def _cards(view: PackView, picked: tuple[int, ...]) -> tuple[Card, ...]:
    """Give the cards picked, of equal ranks the first; suits never matter."""
    by_key = {place.key: list(place.cards) for place in places_of(view)}
    return tuple(by_key[key].pop(0) for key in picked)
