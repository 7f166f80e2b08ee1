"""The way of a match from title to result, whatever is played: deals, endings, pauses."""

from dataclasses import replace

from engine.game import Reason, Result
from engine.games import GAMES
from engine.records import header_line
from firmware_host.effects import GameBegan, GameEnded, MatchBegan, MatchEnded, Sound, Tone
from firmware_host.match_state import OPEN, Headline, Match, Phase, seated, with_seat
from firmware_host.table import table_of
from firmware_host.title_desk import Desk


def begin_next(match: Match, now_ns: int) -> Match:
    """Begin a match (best of N), or the next game of the one that goes on; not while a pad is away.

    What the seats agreed on before one of their pads was lost, they agree on anew.
    """
    if match.lost():
        return interrupt(match, Phase.AWAY)
    if not match.is_over:
        return _begin_game(match, now_ns)
    first = match.setup.luck("first", match.deals + 1).randrange(len(match.seats))
    fresh = replace(seated(match), played=0, is_over=False, opening=first)
    return _begin_game(fresh.say(MatchBegan()), now_ns)


def interrupt(match: Match, phase: Phase) -> Match:
    """Hide all cards and void the picks (docs/referee.md); `phase` is MENU or AWAY."""
    resumes = match.resumes if match.phase in (Phase.MENU, Phase.AWAY) else match.phase
    game, score = match.game and match.game.cleared(), match.score
    return replace(
        seated(match),
        phase=phase,
        resumes=resumes,
        game=game,
        score=score,
        countdown=None,
    )


def resume(match: Match, now_ns: int) -> Match:
    """Go on where the pause began; wait for lost pads."""
    if match.lost():
        return interrupt(match, Phase.AWAY)
    if match.resumes in OPEN:
        return table_of(match).resume(match, now_ns)
    return replace(match, phase=match.resumes)


def leave(match: Match, seat: int) -> Match:
    """Give the match to the other, or end a larger table's; between matches, back to the title."""
    if match.is_over:
        return _to_title(match)
    names, words = match.names, match.words.end
    if len(names) > 2:
        verdict = words.has_left(names[seat])
        return _end_match(replace(match, verdict=verdict), None, is_forfeit=True)
    verdict = words.wins_as_other_left(names[1 - seat], names[seat])
    return _end_match(replace(match, verdict=verdict), 1 - seat, is_forfeit=True)


def call_off(match: Match) -> Match:
    """End the match without a winner; between matches, go back to the title."""
    if match.is_over:
        return _to_title(match)
    return _end_match(replace(match, verdict=match.words.end.called_off()), None)


def end_game(match: Match, result: Result) -> Match:
    """Count a game that has its result; show it, and whether that ends the match."""
    assert match.game is not None
    winner, score, state = result.winner, match.score, match.game.state
    if winner is not None:
        score = with_seat(score, winner, score[winner] + 1)
    left = tuple(state.left(seat) for seat in match.seats)
    match = replace(match, score=score, played=match.played + 1).say(
        GameEnded(winner, result.reason, left), Sound(None, Tone.WIN)
    )
    best_of = match.preferences.best_of
    if max(score) > best_of // 2 or match.played >= best_of:
        return _end_match(match, _leader(score))
    return _show_result(match, _verdict(match, result))


def _to_title(match: Match) -> Match:
    desks = (Desk(),) * len(match.desks)
    return replace(seated(match), phase=Phase.TITLE, game=None, desks=desks)


def _begin_game(match: Match, now_ns: int) -> Match:
    """Deal: every deck is shuffled by itself (S1, P2); the first seat goes round (P5)."""
    setup, number, preferences = match.setup, match.deals + 1, match.preferences
    game, seats = GAMES[preferences.game], len(match.seats)
    decks = setup.decks or tuple(
        tuple(setup.luck(f"deck {index}", number).sample(deck, len(deck)))
        for index, deck in enumerate(game.unshuffled(seats))
    )
    first = (match.opening + match.played) % seats
    dealt = game.begin(preferences.rules, decks, seats, first)
    header = header_line(dealt, names=match.names, seed=setup.seed)
    match = replace(match, deals=number, verdict="").say(GameBegan(header))
    return table_of(match).begin(match, dealt, now_ns)


def _end_match(match: Match, winner: int | None, *, is_forfeit: bool = False) -> Match:
    preferences, standings = match.preferences, match.standings
    if not match.is_guided:
        standings = standings.after(preferences.game, match.players, winner)
    verdict = match.verdict or _match_verdict(match, winner)
    ended = MatchEnded(
        winner,
        match.score,
        preferences.game,
        match.players,
        preferences.best_of,
        is_forfeit,
        match.is_guided,
        match.phones(),
    )
    over = replace(match, standings=standings, is_over=True, is_guided=False)
    return _show_result(over, verdict).say(ended)


def _show_result(match: Match, verdict: str) -> Match:
    return replace(
        match,
        phase=Phase.RESULT,
        verdict=verdict,
        ready=(False,) * len(match.seats),
        headlines=(Headline(),) * len(match.seats),
        idle_at=None,
        countdown=None,
    )


def _match_verdict(match: Match, winner: int | None) -> str:
    result = match.game and match.game.state.result
    if winner is None and result and result.reason is Reason.UNFINISHED:
        return match.words.end.unfinished()
    words, won = match.words.end, sorted(match.score, reverse=True)
    if winner is None:
        return words.drawn()
    if match.preferences.best_of == 1:
        return words.wins(match.names[winner])
    return words.wins_match(match.names[winner], won[0], won[1])


def _verdict(match: Match, result: Result) -> str:
    if result.reason is Reason.UNFINISHED:
        return match.words.end.unfinished()
    if result.winner is None:
        return match.words.end.drawn()
    return match.words.end.takes_game(match.names[result.winner], match.played)


def _leader(score: tuple[int, ...]) -> int | None:
    """Give the only seat with the most games, if there is one."""
    return score.index(max(score)) if score.count(max(score)) == 1 else None
