"""What the state file holds: finished matches and preferences, written down and read back."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.bots import Level
from engine.game import Reason
from firmware_host.effects import GameEnded, MatchEnded, Player
from firmware_host.standings import Key, Standings, known_as
from firmware_host.state_file import StateFile, version_of
from firmware_host.tally import NotedMatch

WINS_OF_TWO = """
    SELECT match.game, one.name, one.level, two.name, two.level, match.winner, count(*)
    FROM match
    JOIN seat AS one ON one.match = match.id AND one.seat = 0
    JOIN seat AS two ON two.match = match.id AND two.seat = 1
    LEFT JOIN seat AS third ON third.match = match.id AND third.seat = 2
    WHERE match.winner IS NOT NULL AND third.seat IS NULL
    GROUP BY 1, 2, 3, 4, 5, 6
"""


def note(file: StateFile, noted: NotedMatch) -> None:
    """Write down a finished match."""
    match = noted.match
    with file.writing() as db:
        number = db.execute(
            "INSERT INTO match (ended, game, best_of, winner, is_forfeit) VALUES (?, ?, ?, ?, ?)",
            (noted.ended, match.game, match.best_of, match.winner, match.is_forfeit),
        ).lastrowid
        for seat, (player, won) in enumerate(zip(match.players, match.score, strict=True)):
            db.execute(
                "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?)",
                (number, seat, player.name, player.level, won, seat in match.phones),
            )
        for n, game in enumerate(noted.games):
            db.execute(
                "INSERT INTO game VALUES (?, ?, ?, ?, ?)",
                (number, n, game.winner, game.reason, json.dumps(game.left)),
            )


def matches(file: StateFile) -> list[NotedMatch]:
    """Read every match that was noted, oldest first."""
    with file.reading() as db:
        seats, games = _seats(db), _games(db)
        rows = db.execute(
            "SELECT id, ended, game, best_of, winner, is_forfeit FROM match ORDER BY id"
        )
        return [
            NotedMatch(
                ended=ended,
                match=MatchEnded(
                    winner=winner,
                    score=tuple(seat.won for seat in seats[number]),
                    game=game,
                    players=tuple(seat.player for seat in seats[number]),
                    best_of=best_of,
                    is_forfeit=bool(is_forfeit),
                    phones=tuple(n for n, seat in enumerate(seats[number]) if seat.is_phone),
                ),
                games=tuple(games[number]),
            )
            for number, ended, game, best_of, winner, is_forfeit in rows
        ]


def standings(file: StateFile) -> Standings:
    """Count the matches that either of two has won: quick, however many have been noted."""
    with file.reading() as db:
        rows = db.execute(WINS_OF_TWO).fetchall()
    won: defaultdict[Key, list[int]] = defaultdict(lambda: [0, 0])
    for game, name, level, other_name, other_level, winner, count in rows:
        two = known_as(Player(name, level)), known_as(Player(other_name, other_level))
        key = tuple(sorted(two))
        won[game, key][key.index(two[winner])] += count
    return Standings({key: tuple(counts) for key, counts in won.items()})


def keep(file: StateFile, preferences: Mapping[str, object]) -> None:
    """Keep preferences, plain JSON values by name; others that were kept before stay."""
    rows = [(name, json.dumps(value)) for name, value in preferences.items()]
    with file.writing() as db:
        db.executemany("INSERT OR REPLACE INTO preference VALUES (?, ?)", rows)


def preferences(file: StateFile) -> dict[str, Any]:
    """Read the preferences that were kept last."""
    with file.reading() as db:
        rows = db.execute("SELECT name, value FROM preference ORDER BY name")
        return {name: json.loads(value) for name, value in rows}


class _Seat(NamedTuple):
    """Who sat there, how many games they won, and whether on a phone."""

    player: Player
    won: int
    is_phone: bool


def _seats(db: sqlite3.Connection) -> Mapping[int, list[_Seat]]:
    """Read who sat where, by match; before version 2 nobody played on a phone."""
    seats: defaultdict[int, list[_Seat]] = defaultdict(list)
    is_phone = "is_phone" if version_of(db) > 1 else "0"
    rows = db.execute(
        f"SELECT match, name, level, games_won, {is_phone} FROM seat ORDER BY match, seat"
    )
    for match, name, level, won, phone in rows:
        seats[match].append(_Seat(Player(name, level and Level(level)), won, bool(phone)))
    return seats


def _games(db: sqlite3.Connection) -> Mapping[int, list[GameEnded]]:
    games: defaultdict[int, list[GameEnded]] = defaultdict(list)
    rows = db.execute("SELECT match, winner, reason, cards_left FROM game ORDER BY match, number")
    for match, winner, reason, left in rows:
        games[match].append(GameEnded(winner, Reason(reason), tuple(json.loads(left))))
    return games
