"""Counts finished matches: what the same opponents have made of the same game.

Opponents are the same whoever sits where. A bot is known by its level, whatever it was called.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from firmware_host.effects import GameEnded, MatchEnded, Player


@dataclass(frozen=True, slots=True)
class NotedMatch:
    """A finished match with its finished games; `ended` is UTC, as ISO 8601 writes it."""

    ended: str
    match: MatchEnded
    games: tuple[GameEnded, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How opponents stand: `players` are people by name, then bots, whose names are empty.

    `won` and `games_won` are counted for each of them. `forfeits`: matches that ended because
    someone left; whoever stayed may have won. `margin`: how many cards fewer a game's winner held
    than the next best, on average over the games that somebody won; None before the first.
    `phones`: matches in which someone played on a phone; they count like any other.
    """

    game: str
    players: tuple[Player, ...]
    matches: int
    won: tuple[int, ...]
    drawn: int
    forfeits: int
    games: int
    games_won: tuple[int, ...]
    margin: float | None
    phones: int = 0


def tallies(noted: Iterable[NotedMatch]) -> tuple[Tally, ...]:
    """Count matches: games in the order of the alphabet, in each the most played first."""
    between: defaultdict[tuple[str, tuple[Player, ...]], list[NotedMatch]] = defaultdict(list)
    for one in noted:
        players = tuple(_known(one.match.players[seat]) for seat in _order(one.match))
        between[one.match.game, players].append(one)
    told = [_tally(game, players, matches) for (game, players), matches in between.items()]
    return tuple(sorted(told, key=lambda tally: (tally.game, -tally.matches)))


def _known(player: Player) -> Player:
    return Player("", player.level) if player.level else player


def _order(match: MatchEnded) -> list[int]:
    """Give the seats in the order in which a tally names their players."""
    known = [_known(player) for player in match.players]
    return sorted(range(len(known)), key=lambda seat: (known[seat].level or "", known[seat].name))


def _tally(game: str, players: tuple[Player, ...], matches: Sequence[NotedMatch]) -> Tally:
    ends = [noted.match for noted in matches]
    games = [game for noted in matches for game in noted.games]
    margins = [_margin(game.winner, game.left) for game in games if game.winner is not None]
    return Tally(
        game=game,
        players=players,
        matches=len(ends),
        won=_sums([seat == end.winner for seat in _order(end)] for end in ends),
        drawn=sum(end.winner is None and not end.is_forfeit for end in ends),
        forfeits=sum(end.is_forfeit for end in ends),
        games=len(games),
        games_won=_sums([end.score[seat] for seat in _order(end)] for end in ends),
        margin=sum(margins) / len(margins) if margins else None,
        phones=sum(bool(end.phones) for end in ends),
    )


def _sums(rows: Iterable[Sequence[int]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*rows, strict=True)))


def _margin(winner: int, left: Sequence[int]) -> int:
    return min(cards for seat, cards in enumerate(left) if seat != winner) - left[winner]
