"""The way of a game of Spit: countdowns, spits, stuck points, and whose turn it is not."""

from collections.abc import Hashable
from dataclasses import replace

from engine.records import entry_line
from engine.spit import SPIT, Play, Spit
from firmware_host.effects import Act, Recorded, Sound, Tone
from firmware_host.match_state import IDLE_NS, Go, Headline, Match, Phase, with_seat
from firmware_host.spit.game import SpitGame, Top
from hw.ports import HostNs
from hw.units import SECOND_NS

COUNTDOWN_NS = (1 * SECOND_NS, 2 * SECOND_NS)
AGAIN_NS = 1 * SECOND_NS


def begin(match: Match, dealt: Spit, now_ns: int) -> Match:
    """Lay a game, and count down to the first spit (S1, S2)."""
    laid = replace(match, game=SpitGame(dealt))
    return _count_down(laid, now_ns, match.words.spit.get_ready())


def call_ready(match: Match, seat: int, _pressed_at: HostNs, now_ns: int) -> Match:
    """Note that a seat is ready for more cards, which a second tap takes back (S8)."""
    if match.phase is not Phase.STUCK:
        return match
    match = replace(match, ready=with_seat(match.ready, seat, not match.ready[seat]))
    if not all(match.ready):
        return match
    return _count_down(match, now_ns, match.words.spit.get_ready())


def act(match: Match, token: Hashable, when: HostNs) -> Match:
    """At a countdown's end turn cards if nobody can play, else go on; nothing if called off."""
    if not isinstance(token, Go) or token.number != match.countdown:
        return match
    game = _game(match)
    counted = replace(match, countdown=None, headlines=(Headline(),) * len(match.seats))
    return _spit(counted, game, when) if game.spit.stuck else _play_on(counted, game, when)


def settle(match: Match, now_ns: int) -> Match:
    """After a move: call it stuck, or play on (S8); the end of the game is seen by the match."""
    spit = _game(match).spit
    if spit.result:
        return match
    if spit.stuck:
        return _stuck(match).say(Sound(None, Tone.STUCK))
    return replace(match.hush(), idle_at=HostNs(now_ns + IDLE_NS))


def resume(match: Match, now_ns: int) -> Match:
    """Go on by a countdown, or wait again for both at a stuck point."""
    if match.resumes is Phase.STUCK:
        return _stuck(match)
    return _count_down(match, now_ns, match.words.pause.go_on_soon())


def wake(match: Match, now_ns: int) -> Match:
    """After 10 s without a play say who has one (S8)."""
    if match.phase is not Phase.PLAY or match.idle_at is None or match.idle_at > now_ns:
        return match
    again_at = HostNs(now_ns + IDLE_NS)
    return replace(match, idle_at=again_at).head(_who_has_a_play(match))


def _game(match: Match) -> SpitGame:
    assert isinstance(match.game, SpitGame)
    return match.game


def _count_down(match: Match, now_ns: int, headline: str, after_ns: int = 0) -> Match:
    """Count down for a random 1-2 s, beginning `after_ns` from now (S2)."""
    number = match.acts + 1
    length_ns = match.setup.luck("countdown", number).randint(*COUNTDOWN_NS)
    counting = replace(
        match,
        phase=Phase.COUNTDOWN,
        acts=number,
        countdown=number,
        ready=(False,) * len(match.seats),
        idle_at=None,
    )
    return counting.head(headline).say(
        Act(HostNs(now_ns + after_ns + length_ns), Go(number)), Sound(None, Tone.START)
    )


def _spit(match: Match, game: SpitGame, when: HostNs) -> Match:
    """Turn cards; what is turned at the same instant can be played from the same instant (S2)."""
    table, judge, _ = game.judge.rule(game.spit, SPIT, when)
    turned = replace(game, spit=table, judge=judge, tops=(Top(when), Top(when)))
    match = replace(match, game=turned, phase=Phase.PLAY).say(
        Recorded(entry_line(SPIT, when)), Sound(None, Tone.SPIT)
    )
    if table.stuck:
        return _count_down(match, when, match.words.spit.still_stuck(), AGAIN_NS)
    return settle(match, when)


def _play_on(match: Match, game: SpitGame, when: HostNs) -> Match:
    game = replace(game, tops=(Top(when), Top(when)))
    return replace(match, phase=Phase.PLAY, game=game, idle_at=HostNs(when + IDLE_NS))


def _stuck(match: Match) -> Match:
    nobody = (False,) * len(match.seats)
    return replace(match.hush(), phase=Phase.STUCK, ready=nobody, idle_at=None)


def _who_has_a_play(match: Match) -> str:
    views = [_game(match).spit.view(seat) for seat in match.seats]
    players = [v.seat for v in views if any(isinstance(move, Play) for move in v.moves)]
    names, words = match.names, match.words.spit
    if len(players) == 2:
        return words.both_have_a_play()
    if players:
        return words.has_a_play(names[players[0]])
    return words.can_draw(names[next(view.seat for view in views if view.moves)])
