"""Scores in a file of an older version: it is read as it is, and upgraded by a console."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host import score_book, state_file
from firmware_host.effects import MatchEnded
from firmware_host.state_file import FILE_NAME, StateFile
from firmware_host.tally import NotedMatch
from tests.drivers.test_scores import ANA, BEN, GAME, WHEN, WON, note, noted

OF_VERSION_1 = """
    CREATE TABLE match (
        id INTEGER PRIMARY KEY, ended TEXT NOT NULL, game TEXT NOT NULL, best_of INTEGER NOT NULL,
        winner INTEGER, is_forfeit INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE seat (
        match INTEGER NOT NULL REFERENCES match, seat INTEGER NOT NULL, name TEXT NOT NULL,
        level TEXT, games_won INTEGER NOT NULL, PRIMARY KEY (match, seat)
    ) STRICT;
    CREATE TABLE game (
        match INTEGER NOT NULL REFERENCES match, number INTEGER NOT NULL, winner INTEGER,
        reason TEXT NOT NULL, cards_left TEXT NOT NULL, PRIMARY KEY (match, number)
    ) STRICT;
    CREATE TABLE preference (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    INSERT INTO match VALUES (1, '2026-07-05T18:00:00Z', 'spit', 1, 1, 0);
    INSERT INTO seat VALUES (1, 0, 'Ana', NULL, 0), (1, 1, 'Ben', NULL, 1);
    INSERT INTO game VALUES (1, 0, 1, 'out', '[5, 0]');
    INSERT INTO preference VALUES ('volume', '3');
    PRAGMA application_id = 0x53707974;
    PRAGMA user_version = 1;
    PRAGMA journal_mode = WAL;
"""
ON_A_PHONE = MatchEnded(0, (1, 0), "spit", (ANA, BEN), 1, phones=(1,))


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with a file of version 1, which knew no phones."""
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        db.executescript(OF_VERSION_1)
    return tmp_path


def version(folder: Path) -> int:
    with closing(sqlite3.connect(folder / FILE_NAME)) as db:
        return state_file.version_of(db)


def test_an_old_file_is_read_and_left_as_it_is(old: Path) -> None:
    before = (old / FILE_NAME).read_bytes()
    assert noted(old) == [NotedMatch(WHEN, WON, (GAME,))]
    with StateFile(old / FILE_NAME) as file:
        assert score_book.standings(file).of("spit", (ANA, BEN)) == (0, 1)
        assert score_book.preferences(file) == {"volume": 3}
    assert (old / FILE_NAME).read_bytes() == before


def test_a_console_upgrades_an_old_file_and_everything_in_it_stays(old: Path) -> None:
    opened = note(old, ON_A_PHONE)
    assert (opened.lost, version(old)) == (0, state_file.VERSION)
    assert opened.preferences() == {"volume": 3}
    assert noted(old) == [NotedMatch(WHEN, WON, (GAME,)), NotedMatch(WHEN, ON_A_PHONE, ())]


def test_an_upgraded_file_has_the_tables_of_a_new_one(
    old: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    fresh = tmp_path_factory.mktemp("fresh")
    note(fresh)
    note(old)
    assert columns(old) == columns(fresh)


def columns(folder: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / FILE_NAME)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE sql <> ''")]
        return [(t, *c) for t in tables for c in db.execute(f"PRAGMA table_info({t})")]


def test_an_upgrade_comes_whole_with_what_is_written_or_not_at_all(old: Path) -> None:
    with StateFile(old / FILE_NAME) as file, pytest.raises(InterruptedError), file.writing():
        raise InterruptedError
    assert version(old) == 1
    assert len(noted(old)) == 1
