"""The way of a match from title to result: deals, countdowns, spits, endings, pauses."""

from dataclasses import replace

from engine.cards import DECK
from engine.game import Result
from engine.records import entry_line, header_line
from engine.spit import SPIT, Deck, deal
from firmware_host import words
from firmware_host.effects import (
    Act,
    GameBegan,
    GameEnded,
    MatchBegan,
    MatchEnded,
    Recorded,
    Sound,
    Tone,
)
from firmware_host.match_state import (
    EMPTY_HANDS,
    IDLE_NS,
    NEITHER,
    OPEN,
    SILENT,
    Entry,
    Game,
    Go,
    Match,
    Phase,
    Setup,
    Top,
    with_seat,
)
from hw.ports import HostNs
from hw.units import SECOND_NS

COUNTDOWN_NS = (1 * SECOND_NS, 2 * SECOND_NS)
AGAIN_NS = 1 * SECOND_NS


def begin_next(match: Match, now_ns: int) -> Match:
    """Begin a match (best of N), or the next game of the one that goes on; not while a pad is away.

    What two seats agreed on before one of their pads was lost, they agree on anew.
    """
    if any(match.away):
        return interrupt(match, Phase.AWAY)
    if not match.is_over:
        return _begin_game(match, now_ns)
    fresh = replace(match, score=(0, 0), played=0, is_over=False)
    return _begin_game(fresh.say(MatchBegan()), now_ns)


def count_down(match: Match, now_ns: int, headline: str, after_ns: int = 0) -> Match:
    """Count down for a random 1-2 s, beginning `after_ns` from now (S2)."""
    number = match.acts + 1
    length_ns = match.setup.luck("countdown", number).randint(*COUNTDOWN_NS)
    counting = replace(
        match, phase=Phase.COUNTDOWN, acts=number, countdown=number, ready=NEITHER, idle_at=None
    )
    return counting.head(headline).say(
        Act(HostNs(now_ns + after_ns + length_ns), Go(number)), Sound(None, Tone.START)
    )


def end_countdown(match: Match, go: Go, when: HostNs) -> Match:
    """Turn cards if nobody can play, else let the paused game go on; nothing if called off."""
    if go.number != match.countdown or match.game is None:
        return match
    counted, game = replace(match, countdown=None, headlines=SILENT), match.game
    return _spit(counted, game, when) if game.spit.stuck else _play_on(counted, game, when)


def settle(match: Match, now_ns: int) -> Match:
    """After a move: end the game, call it stuck, or play on (S8-S10)."""
    assert match.game is not None
    spit = match.game.spit
    if spit.result:
        return _end_game(match, spit.result)
    if spit.stuck:
        return _stuck(match).say(Sound(None, Tone.STUCK))
    return replace(match.hush(), idle_at=HostNs(now_ns + IDLE_NS))


def interrupt(match: Match, phase: Phase) -> Match:
    """Hide all cards and void the picks (FAIRNESS rule 7); `phase` is MENU or AWAY."""
    resumes = match.resumes if match.phase in (Phase.MENU, Phase.AWAY) else match.phase
    game = match.game and replace(match.game, hands=EMPTY_HANDS)
    return replace(
        match,
        phase=phase,
        resumes=resumes,
        game=game,
        countdown=None,
        ready=NEITHER,
        headlines=SILENT,
        marks=(Entry.GO_ON, Entry.GO_ON),
        chosen=(None, None),
    )


def resume(match: Match, now_ns: int) -> Match:
    """Go on where the pause began, by a countdown if cards were in play; wait for lost pads."""
    if any(match.away):
        return interrupt(match, Phase.AWAY)
    if match.resumes is Phase.STUCK:
        return _stuck(match)
    if match.resumes in OPEN:
        return count_down(match, now_ns, words.go_on_soon())
    return replace(match, phase=match.resumes)


def leave(match: Match, seat: int) -> Match:
    """Give the match to the other; between matches, go back to the title."""
    if match.is_over:
        return replace(match, phase=Phase.TITLE, game=None, ready=NEITHER)
    winner, names = 1 - seat, match.setup.names
    verdict = words.wins_as_other_left(names[winner], names[seat])
    return _end_match(replace(match, verdict=verdict), winner, is_forfeit=True)


def call_off(match: Match) -> Match:
    """End the match without a winner; between matches, go back to the title."""
    if match.is_over:
        return leave(match, 0)
    return _end_match(replace(match, verdict=words.called_off()), None)


def _begin_game(match: Match, now_ns: int) -> Match:
    """Deal, and count down to the first spit (S1, S2)."""
    setup, number = match.setup, match.deals + 1
    decks = setup.decks or (_shuffled(setup, number, 0), _shuffled(setup, number, 1))
    dealt = deal(setup.rules, decks)
    header = header_line(dealt, names=setup.names, seed=setup.seed)
    match = replace(match, game=Game(dealt), deals=number, verdict="")
    return count_down(match.say(GameBegan(header)), now_ns, words.get_ready())


def _shuffled(setup: Setup, number: int, seat: int) -> Deck:
    return tuple(setup.luck(f"deck {seat}", number).sample(DECK, len(DECK)))


def _spit(match: Match, game: Game, when: HostNs) -> Match:
    """Turn cards; what is turned at the same instant can be played from the same instant (S2)."""
    table, judge, _ = game.judge.rule(game.spit, SPIT, when)
    turned = replace(game, spit=table, judge=judge, tops=(Top(when), Top(when)))
    match = replace(match, game=turned, phase=Phase.PLAY).say(
        Recorded(entry_line(SPIT, when)), Sound(None, Tone.SPIT)
    )
    if table.stuck:
        return count_down(match, when, words.still_stuck(), AGAIN_NS)
    return settle(match, when)


def _play_on(match: Match, game: Game, when: HostNs) -> Match:
    game = replace(game, tops=(Top(when), Top(when)))
    return replace(match, phase=Phase.PLAY, game=game, idle_at=HostNs(when + IDLE_NS))


def _stuck(match: Match) -> Match:
    return replace(match.hush(), phase=Phase.STUCK, ready=NEITHER, idle_at=None)


def _end_game(match: Match, result: Result) -> Match:
    winner = result.winner
    score = match.score
    if winner is not None:
        score = with_seat(score, winner, score[winner] + 1)
    match = replace(match, score=score, played=match.played + 1).say(
        GameEnded(winner, result.reason), Sound(None, Tone.WIN)
    )
    if max(score) > match.setup.best_of // 2 or match.played >= match.setup.best_of:
        return _end_match(match, _leader(score))
    return _show_result(match, _verdict(match, winner))


def _end_match(match: Match, winner: int | None, *, is_forfeit: bool = False) -> Match:
    standing = match.standing
    if winner is not None:
        standing = with_seat(standing, winner, standing[winner] + 1)
    name = "" if winner is None else match.setup.names[winner]
    verdict = match.verdict or (words.wins(name) if name else words.drawn())
    ended = replace(match, standing=standing, is_over=True)
    return _show_result(ended, verdict).say(MatchEnded(winner, match.score, is_forfeit))


def _show_result(match: Match, verdict: str) -> Match:
    return replace(
        match,
        phase=Phase.RESULT,
        verdict=verdict,
        ready=NEITHER,
        headlines=SILENT,
        idle_at=None,
        countdown=None,
    )


def _verdict(match: Match, winner: int | None) -> str:
    if winner is None:
        return words.drawn()
    return words.takes_game(match.setup.names[winner], match.played)


def _leader(score: tuple[int, int]) -> int | None:
    if score[0] == score[1]:
        return None
    return 0 if score[0] > score[1] else 1
