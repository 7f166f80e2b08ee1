"""`spytt scores`: prints the standings of all finished matches."""

import argparse
import csv
import json
import sys
from collections.abc import Iterator, Sequence
from gettext import gettext as _
from typing import TYPE_CHECKING

from engine.games import GAMES
from engine.messages import say
from firmware_host.cli import options
from firmware_host.cli.columns import in_columns
from firmware_host.cli.failure import Failure
from firmware_host.cli.language import spoken, told
from firmware_host.cli.state import folder_of
from firmware_host.reasons import reason_of
from firmware_host.state_folder import OTHER_PLACE, StateError
from firmware_host.words import words_in

if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from pathlib import Path

    from firmware_host.effects import Player
    from firmware_host.tally import Tally
    from firmware_host.words import Words

TEXTS = 2
"""How many of the columns hold text, which stands on the left."""
MARK = "*"
"""Stands on matches of which some were played on a phone."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""With these spreadsheets begin a formula, some with the wide ones, too."""
CSV_COLUMNS = (
    "game", "player", "bot", "against", "matches", "won", "drawn", "forfeits", "games",
    "games_won", "margin", "phones",
)  # fmt: skip


def add_command(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `scores`."""
    command = commands.add_parser(
        "scores",
        help=_("print the standings"),
        description=_(
            "Print who has won how often against whom. The margin: how many cards fewer the winner"
            " of a game held than the next best, on average."
        ),
    )
    command.add_argument("--game", choices=list(GAMES), help=_("this game's alone"))
    options.add_state(command)
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=_("one JSON object"))
    form.add_argument("--csv", action="store_true", help=_("comma-separated, a line a player"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the standings; where nothing has been noted yet there are none, which is told."""
    folder = folder_of(args.state)
    tallies = [each for each in _tallies(folder) if args.game in (None, each.game)]
    if not tallies:
        print(f"spytt: {told(_none_yet(args.game, folder))}", file=sys.stderr)
    if args.json:
        print(json.dumps({"standings": [_as_json(each) for each in tallies]}, ensure_ascii=False))
    elif args.csv:
        rows = [row for tally in tallies for row in _csv_rows(tally)]
        csv.writer(sys.stdout, lineterminator="\n").writerows([CSV_COLUMNS, *rows])
    elif tallies:
        print("\n".join(_table(tallies, words_in(spoken()))))
    return 0


def _none_yet(game: str | None, folder: "Path") -> str:
    if game is None:
        return say("no match has been noted yet in {folder}", folder=folder)
    name = words_in(spoken()).names.game(game)
    return say("no match of {game} has been noted yet in {folder}", game=name, folder=folder)


def _tallies(folder: "Path") -> "Sequence[Tally]":
    # Only who reads scores waits for SQLite.
    from firmware_host import score_book
    from firmware_host.state_file import FILE_NAME, StateFile
    from firmware_host.tally import tallies

    path = folder / FILE_NAME
    try:
        if folder.exists() and not folder.is_dir():
            words = say("{folder} is no folder: name another with --state", folder=folder)
            raise Failure(words)
        if not path.exists():
            return ()
        with StateFile(path) as file:
            return tallies(score_book.matches(file))
    except StateError as error:
        raise Failure(error.words) from None
    except OSError as error:
        words = say(
            "{file}: {why}: allow reading it, {or_else}",
            file=path,
            why=reason_of(error),
            or_else=OTHER_PLACE,
        )
        raise Failure(words) from None


def _called(player: "Player") -> str:
    """Name a player as programs read it, in every language."""
    return player.name or f"{player.level} bot"


def _table(tallies: "Sequence[Tally]", words: "Words") -> Iterator[str]:
    """Give the lines of the table, and what a mark on matches with phones means."""
    is_marked = any(tally.phones for tally in tallies)
    rows = [words.scores.columns(), *(_row(tally, words, is_marked) for tally in tallies)]
    yield from in_columns(rows, TEXTS)
    if is_marked:
        yield f"\n{MARK} {words.scores.phones()}"


def _row(tally: "Tally", words: "Words", is_marked: bool) -> tuple[str, ...]:
    bot = words.scores.bot
    mark = (MARK if tally.phones else " ") if is_marked else ""
    return (
        words.names.game(tally.game),
        ", ".join(bot(each.level) if each.level else each.name for each in tally.players),
        f"{tally.matches}{mark}",
        "-".join(map(str, tally.won)),
        str(tally.drawn),
        str(tally.forfeits),
        "-".join(map(str, tally.games_won)),
        words.scores.margin(tally.margin),
    )


def _as_json(tally: "Tally") -> dict[str, object]:
    players = zip(tally.players, tally.won, tally.games_won, strict=True)
    return {
        "game": tally.game,
        "players": [
            {"name": player.name or None, "bot": player.level, "won": won, "games_won": games_won}
            for player, won, games_won in players
        ],
        "matches": tally.matches,
        "drawn": tally.drawn,
        "forfeits": tally.forfeits,
        "games": tally.games,
        "margin": tally.margin,
        "phones": tally.phones,
    }


def _csv_rows(tally: "Tally") -> list[tuple[object, ...]]:
    """Give a line a player, for spreadsheets hold one figure a cell."""
    return [
        (
            tally.game,
            _cell(player.name),
            player.level,
            _cell(", ".join(_called(other) for other in _others(tally.players, place))),
            tally.matches,
            tally.won[place],
            tally.drawn,
            tally.forfeits,
            tally.games,
            tally.games_won[place],
            tally.margin,
            tally.phones,
        )
        for place, player in enumerate(tally.players)
    ]


def _cell(text: str) -> str:
    """Write a name so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _others(players: "Sequence[Player]", place: int) -> "Sequence[Player]":
    return (*players[:place], *players[place + 1 :])
