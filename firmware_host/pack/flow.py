"""The way of a game of The Pack: the choice of three, turns, and what everybody is shown."""

from collections.abc import Hashable
from dataclasses import replace

from engine.cards import Card
from engine.pack import Choose, Flip, Move, Outcome, Pack, Phase, Pickup, outcome
from engine.records import entry_line
from firmware_host.effects import Recorded, Sound, Tone
from firmware_host.match_state import Headline, Match, with_seat
from firmware_host.match_state import Phase as Stage
from firmware_host.pack.game import Moment, PackGame, Selection, opened
from firmware_host.pack.story import Story
from firmware_host.ranks import printed
from hw.ports import HostNs
from hw.units import MILLISECOND_NS

FLIP_NS = 2500 * MILLISECOND_NS
CLEARED_NS = 2000 * MILLISECOND_NS
"""How long a card turned over, and a pile that is cleared, are shown."""


def game_of(match: Match) -> PackGame:
    """Give the game that lies on the table."""
    assert isinstance(match.game, PackGame)
    return match.game


def begin(match: Match, dealt: Pack, _now_ns: int) -> Match:
    """Lay a game: everybody chooses three cards (P3). Nothing waits, so nothing counts down."""
    seats = len(match.seats)
    game = PackGame(dealt, (Selection(),) * seats, Story(flips=(0,) * seats))
    return replace(match, game=game, phase=Stage.PLAY).say(Sound(None, Tone.START))


def resume(match: Match, _now_ns: int) -> Match:
    """Go on at once: in turns there is no race to be fair about."""
    return replace(match, phase=Stage.PLAY)


def act(match: Match, _token: Hashable, _when: HostNs) -> Match:
    """Do nothing: the console itself has no part in The Pack."""
    return match


def wake(match: Match, now_ns: int) -> Match:
    """Take down what everybody was shown, once that was long enough."""
    game = game_of(match)
    if game.moment is None or game.moment.until_ns > now_ns:
        return match
    return replace(match, game=replace(game, moment=None))


def moved(match: Match, move: Move, pressed_at: HostNs, now_ns: int) -> Match:
    """Carry out a legal move of the seat that asked for it at `pressed_at`, and tell everybody."""
    game = game_of(match)
    before, seen = game.pack, outcome(game.pack, move)
    after = _capped(match, before.after(move), game.story.turns + 1)
    if isinstance(move, Choose):
        laid = _chosen(match, game, after, now_ns)
    else:
        laid = replace(
            game,
            pack=after,
            story=game.story.after(move, seen),
            news=_news(match, move, seen),
            moment=_moment(match, after, move, seen, now_ns),
        )
    match = replace(
        match,
        game=_turned(laid, after, move.seat),
        headlines=with_seat(match.headlines, move.seat, Headline()),
    )
    match = match.say(Recorded(entry_line(move, pressed_at)), Sound(None, _tone(move, seen)))
    return _call_turn(match, before, after)


def _capped(match: Match, pack: Pack, turns: int) -> Pack:
    """Stop bots that play among themselves for too long (P16)."""
    is_watched = any(level is None for level in match.line_up)
    is_endless = not is_watched and turns >= match.setup.turn_cap and pack.result is None
    return pack.unfinished() if is_endless else pack


def _chosen(match: Match, game: PackGame, after: Pack, now_ns: int) -> PackGame:
    """Note a choice; after the last one show the start card (P3, P4)."""
    if after.phase is Phase.CHOOSE or after.top is None:
        return replace(game, pack=after)
    words, first = match.words.pack, match.names[after.turn]
    until = HostNs(now_ns + FLIP_NS)
    moment = Moment(words.start_card(), (after.top,), (words.begins(first),), until)
    return replace(game, pack=after, moment=moment, news=words.begins(first))


def _turned(game: PackGame, after: Pack, seat: int) -> PackGame:
    """Clear the mover's selection, and open the window of the seat whose turn it is now."""
    selections = with_seat(game.selections, seat, Selection())
    if after.phase is not Phase.CHOOSE:
        for each in {seat, after.turn}:
            selections = with_seat(selections, each, opened(after.view(each)))
    return replace(game, selections=selections)


def _call_turn(match: Match, before: Pack, after: Pack) -> Match:
    if after.phase is not Phase.PLAY or match.pad_of(after.turn) is None:
        return match
    is_new = after.turn != before.turn or before.phase is Phase.CHOOSE
    return match.say(Sound(after.turn, Tone.TURN)) if is_new else match


def _news(match: Match, move: Move, seen: Outcome) -> str:
    words, name = match.words.pack, match.names[move.seat]
    if isinstance(move, Pickup) or not seen.fits:
        return words.took(name, seen.taken)
    return words.played(name, printed(seen.cards[0]), len(seen.cards))


def _moment(match: Match, after: Pack, move: Move, seen: Outcome, now_ns: int) -> Moment | None:
    """Give what is worth a look: a flip, a burn, four of a kind."""
    words, name = match.words.pack, match.names[move.seat]
    lines = _cleared(match, after, move.seat, seen)
    if isinstance(move, Flip):
        fate = words.it_plays() if seen.fits else words.it_does_not_play(seen.taken)
        return _shown(words.turns_over(name), seen.cards, (fate, *lines), now_ns + FLIP_NS)
    if seen.burned:
        return _shown(words.burns(name), seen.cards, lines[1:], now_ns + CLEARED_NS)
    if seen.four:
        rank = seen.cards[0]
        return _shown(words.four(), (rank,) * 4, lines[1:], now_ns + CLEARED_NS)
    return None


def _cleared(match: Match, after: Pack, seat: int, seen: Outcome) -> tuple[str, ...]:
    """Tell that the pile is gone, and who leads now."""
    words, names = match.words.pack, match.names
    if not (seen.burned or seen.four) or after.result:
        return ()
    how = words.burns(names[seat]) if seen.burned else words.four()
    is_again = after.turn == seat
    return how, words.plays_again(names[seat]) if is_again else words.leads(names[after.turn])


def _shown(title: str, cards: tuple[Card, ...], lines: tuple[str, ...], until_ns: int) -> Moment:
    return Moment(title, cards, lines, HostNs(until_ns))


def _tone(move: Move, seen: Outcome) -> Tone:
    if seen.taken:
        return Tone.TAKE
    if seen.burned or seen.four:
        return Tone.BURN
    return Tone.SPIT if isinstance(move, Flip) else Tone.PLAY
