"""What each panel says of a game of The Pack, made from what its seat may know."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.pack import SLOTS, PackView, Phase, Pickup
from engine.pack_hand import fits
from firmware_host.bot_sight import NOTHING, Sight
from firmware_host.match_state import Match
from firmware_host.pack.flow import game_of
from firmware_host.pack.game import (
    WINDOW,
    Moment,
    Place,
    Selection,
    Source,
    places_of,
    source_of,
    window,
)
from firmware_host.ranks import printed
from firmware_host.screens.scenes import (
    Notice,
    PackColumn,
    PackMoment,
    PackOther,
    PackTable,
    Scene,
)


@dataclass(frozen=True, slots=True)
class PadSight:
    """How a seat's own buttons stand: all its places, those in the window, and its selection."""

    places: tuple[Place, ...]
    window: tuple[Place, ...]
    selection: Selection


def scene(match: Match, seat: int) -> Scene:
    """Give what the panel of `seat` shows while cards lie open."""
    game = game_of(match)
    if moment := game.shown_to(seat):
        return _moment(moment)
    return _table(match, game.pack.view(seat), game.selections[seat])


def watching(match: Match, seat: int) -> Scene:
    """Give what a pad's panel shows that has no seat: hands are secret, so who plays is all."""
    words, names = match.words, ", ".join(match.names)
    game = words.names.game(match.preferences.game)
    is_bots = seat in match.seats
    title = words.pack.bot_plays_here() if is_bots else words.pack.only_watching()
    return Notice(title, (game, names), "")


def story(match: Match) -> tuple[str, ...]:
    """Tell the game that is over."""
    return game_of(match).story.lines(match.names, match.words.pack)


def sight(match: Match, seat: int) -> Sight:
    """Give what a bot sees on its panel; nothing to act on while a moment is shown."""
    game = game_of(match)
    view, selection = game.pack.view(seat), game.selections[seat]
    if not _is_asked(view) or game.moment:
        return NOTHING
    places = places_of(view)
    pad = PadSight(places, window(places, selection), selection)
    return Sight(view, pad, level=match.line_up[seat])


def _is_asked(view: PackView) -> bool:
    """Tell whether the view's seat has something to do: to choose three, or its turn to take."""
    if view.phase is Phase.CHOOSE:
        return not view.chosen[view.seat]
    return view.phase is Phase.PLAY and view.turn == view.seat


def _moment(moment: Moment) -> PackMoment:
    return PackMoment(moment.title, tuple(map(printed, moment.cards)), moment.lines)


def _table(match: Match, view: PackView, selection: Selection) -> PackTable:
    places = places_of(view)
    shown = window(places, selection)
    first = places.index(shown[0]) if shown else 0
    own_up, is_hand = view.ups[view.seat], source_of(view) is Source.HAND
    return PackTable(
        columns=_columns(view, shown, selection),
        more_left=first,
        more_right=len(places) - first - len(shown),
        top=printed(view.top),
        run=view.run,
        discard=view.discard,
        draw=view.draw,
        others=_others(match, view),
        own_up=tuple(map(printed, own_up)) if is_hand else (),
        own_down=sum(view.downs[view.seat]) if is_hand else 0,
        is_turn=_is_asked(view),
        headline=match.headlines[view.seat].text or _headline(match, view),
        hint=_hint(match, view, selection),
        coach=_advice(match, view, selection) if match.is_guided else "",
    )


def _columns(
    view: PackView, shown: Sequence[Place], selection: Selection
) -> tuple[PackColumn | None, ...]:
    columns = [_column(view, place, selection) for place in shown]
    return (*columns, *(None,) * (WINDOW - len(columns)))


def _column(view: PackView, place: Place, selection: Selection) -> PackColumn:
    selected = selection.picked.count(place.key)
    if source_of(view) is Source.FACE_DOWN:
        is_covered = view.downs[view.seat][place.key]
        return PackColumn("?" if is_covered else "", int(is_covered), selected, place.plays)
    rank = printed(place.cards[0]) if place.cards else ""
    return PackColumn(rank, len(place.cards), selected, place.plays)


def _others(match: Match, view: PackView) -> tuple[PackOther, ...]:
    seats = [(view.seat + step) % view.seats for step in range(1, view.seats)]
    return tuple(
        PackOther(
            name=match.names[seat],
            up=tuple(map(printed, view.ups[seat])),
            hand=view.hands[seat],
            down=sum(view.downs[seat]),
            is_turn=view.phase is Phase.PLAY and view.turn == seat,
            is_ready=view.phase is Phase.CHOOSE and view.chosen[seat],
        )
        for seat in seats
    )


def _headline(match: Match, view: PackView) -> str:
    words = match.words.pack
    if view.phase is Phase.CHOOSE:
        waiting = view.chosen.count(False)
        return words.has_chosen(waiting) if view.chosen[view.seat] else words.choose()
    return game_of(match).news


def _hint(match: Match, view: PackView, selection: Selection) -> str:
    """Say what the buttons do now."""
    words, picked = match.words.pack, len(selection.picked)
    if view.phase is Phase.CHOOSE:
        return "" if view.chosen[view.seat] else words.choose_hint(picked)
    if view.result:
        return ""
    if view.turn != view.seat:
        return words.turn_of(match.names[view.turn])
    pickups = [move for move in view.moves if isinstance(move, Pickup)]
    if selection.is_taking:
        return _taking_hint(match, view, pickups, picked)
    if source_of(view) is Source.FACE_DOWN:
        return words.flip_hint(picked > 0)
    if picked:
        return words.plays_hint(picked)
    if len(pickups) == len(view.moves):
        return words.take_hint(view.discard)
    return words.play_hint()


def _taking_hint(match: Match, view: PackView, pickups: Sequence[Pickup], picked: int) -> str:
    words = match.words.pack
    if pickups and pickups[0].card:
        return words.take_one_hint(picked > 0)
    return words.may_take_hint(view.discard)


def _advice(match: Match, view: PackView, selection: Selection) -> str:
    """Say what a stranger at this seat should do now (the guided round)."""
    words, wanted = match.words.coach, SLOTS if view.phase is Phase.CHOOSE else 1
    if selection.is_taking or len(selection.picked) >= wanted:
        return _hint(match, view, selection)
    if view.phase is Phase.CHOOSE:
        if view.chosen[view.seat]:
            return ""
        return words.keep_good_cards()
    if view.turn != view.seat:
        return ""
    if source_of(view) is Source.FACE_DOWN:
        return words.turn_one_over()
    if not any(place.plays for place in places_of(view)):
        return words.take_the_pile()
    if view.top is None or _all_go(view.top):
        return words.play_anything()
    return words.play_this_or_higher(printed(view.top))


def _all_go(top: Card) -> bool:
    return fits(Card.parse("3C"), top)
