"""What each panel says of a game of Spit, made from what its seat may know."""

from dataclasses import replace

from engine.spit import Draw, Play, SpitView
from firmware_host.bot_sight import NOTHING, Sight
from firmware_host.match_state import Headline, Match, Phase
from firmware_host.ranks import printed
from firmware_host.screens.scenes import Countdown, Scene, SpitTable, Stuck
from firmware_host.spit.game import SpitGame
from hw.ports import Button


def scene(match: Match, seat: int) -> Scene:
    """Give what the panel of `seat` shows while cards lie open."""
    match match.phase:
        case Phase.COUNTDOWN:
            return Countdown(match.headlines[seat].text, _table(match, seat))
        case Phase.STUCK:
            return _stuck(match, seat)
        case _:
            return _table(match, seat)


def watching(match: Match, seat: int) -> Scene:
    """Give what a pad's panel shows that has no seat: Spit keeps nothing secret but the stocks.

    What concerns a player alone, though, is no watcher's: hands, refusals, advice.
    """
    told = {line.text: line for line in match.headlines}
    common = match.headlines if len(told) == 1 else (Headline(),) * len(match.seats)
    seen = replace(
        match,
        game=_game(match).cleared(),
        headlines=common,
        misfits=(None,) * len(match.seats),
        is_guided=False,
    )
    shown = scene(seen, seat if seat in match.seats else 0)
    return replace(shown, hint="") if isinstance(shown, Stuck) else shown


def story(match: Match) -> tuple[str, ...]:
    """Tell the game that is over."""
    return _game(match).story.lines(match.names, match.words.spit)


def sight(match: Match, seat: int) -> Sight:
    """Give what a bot sees: the table while there is play, and that it is asked to be ready."""
    level = match.line_up[seat]
    if match.phase is Phase.PLAY:
        return Sight(_game(match).spit.view(seat), level=level)
    if match.phase is Phase.STUCK and not match.ready[seat]:
        return Sight(wish=Button.READY, level=level)
    return NOTHING


def _game(match: Match) -> SpitGame:
    assert isinstance(match.game, SpitGame)
    return match.game


def _table(match: Match, seat: int) -> SpitTable:
    game = _game(match)
    view, picked = game.spit.view(seat), game.hands[seat].picked
    return SpitTable(
        own=view.own,
        rival=view.rival,
        piles=view.piles,
        own_stock=view.own_stock,
        rival_stock=view.rival_stock,
        rival_name=match.names[1 - seat],
        picked=picked,
        headline=match.headlines[seat].text,
        misfit=match.misfits[seat] is not None,
        coach=_advice(match, view, picked) if match.is_guided else "",
    )


def _stuck(match: Match, seat: int) -> Stuck:
    words = match.words.spit
    return Stuck(
        _table(match, seat),
        match.headlines[seat].text or words.stuck(),
        match.ready,
        words.stuck_hint(match.ready[seat]),
        match.names,
    )


def _advice(match: Match, view: SpitView, picked: int | None) -> str:
    """Say what a stranger at this seat should do now (the guided round)."""
    words = match.words.coach
    if match.phase is Phase.COUNTDOWN:
        return words.watch()
    plays = [move for move in view.moves if isinstance(move, Play)]
    of_picked = [play for play in plays if play.slot == picked]
    if of_picked:
        play = of_picked[0]
        return words.reach(printed(view.own[play.slot]), printed(view.piles[play.pile]), play.pile)
    if plays:
        return words.take(printed(view.own[plays[0].slot]), plays[0].slot + 1)
    if any(isinstance(move, Draw) for move in view.moves):
        return words.draw()
    if view.stuck:
        return "" if match.ready[view.seat] else words.nobody_can_play()
    return words.wait_for(match.names[1 - view.seat])
