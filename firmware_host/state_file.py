"""The SQLite file in the state folder: what is written in it is whole and survives a power cut.

A file that is damaged, foreign or of a newer version is told, and never written to.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from engine.messages import Message, say
from firmware_host.state_folder import OTHER_PLACE, StateError

FILE_NAME = "spytt.sqlite3"
MARK = 0x53707974
"""SQLite's application id of this file: `Spyt`."""
VERSION = 2
"""The version of the tables below."""
PATIENCE_S = 2.0
"""How long to wait for another program that writes to the file just now."""

TABLES = (
    """CREATE TABLE match (
        id INTEGER PRIMARY KEY, ended TEXT NOT NULL, game TEXT NOT NULL, best_of INTEGER NOT NULL,
        winner INTEGER, is_forfeit INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE seat (
        match INTEGER NOT NULL REFERENCES match, seat INTEGER NOT NULL, name TEXT NOT NULL,
        level TEXT, games_won INTEGER NOT NULL, is_phone INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (match, seat)
    ) STRICT""",
    """CREATE TABLE game (
        match INTEGER NOT NULL REFERENCES match, number INTEGER NOT NULL, winner INTEGER,
        reason TEXT NOT NULL, cards_left TEXT NOT NULL, PRIMARY KEY (match, number)
    ) STRICT""",
    "CREATE TABLE preference (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    f"PRAGMA application_id = {MARK}",
    f"PRAGMA user_version = {VERSION}",
)
"""`ended` is UTC in ISO 8601, seats and games count from 0, a bot has a `level`, `cards_left` is a
JSON list by seat, `value` is JSON."""
UPGRADES = {1: "ALTER TABLE seat ADD COLUMN is_phone INTEGER NOT NULL DEFAULT 0"}
"""What makes the next version of the tables out of each older one."""

DAMAGED = say(
    "it is damaged: move it away (`{command}` may save it), {or_else}",
    command="sqlite3 FILE .recover",
    or_else=OTHER_PLACE,
)
FOREIGN = say("it is no file of Spytt's: move it away, {or_else}", or_else=OTHER_PLACE)
NEWER = say("it is of a newer Spytt: install that, {or_else}", or_else=OTHER_PLACE)
REMEDIES = {
    sqlite3.SQLITE_BUSY: say(
        "another program is writing to it: end that one, {or_else}", or_else=OTHER_PLACE
    ),
    sqlite3.SQLITE_CANTOPEN: say(
        "it cannot be opened: allow reading and writing, {or_else}", or_else=OTHER_PLACE
    ),
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_FULL: say("the disk is full: make room"),
    sqlite3.SQLITE_NOTADB: FOREIGN,
    sqlite3.SQLITE_READONLY: say(
        "it cannot be written: allow that, {or_else}", or_else=OTHER_PLACE
    ),
}
"""What is wrong and what to do, by SQLite's primary result code."""


class StateFile:
    """The file, open and checked; whatever cannot be done with it is a StateError."""

    def __init__(self, path: Path) -> None:
        """Open the file at `path`, which is made if it is missing; its folder is there."""
        self._path = path
        with self._told():
            self._db = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
        try:
            self._prepare()
        except StateError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close it; what was written is in it already."""
        self._db.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Let write: all of it is on the disk at the end, or nothing of it when that raises.

        A file of an older Spytt is upgraded along with that.
        """
        with self._told(), self._db as db:
            db.execute("BEGIN IMMEDIATE")
            _upgrade(db)
            yield db

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Let read, at one instant of the file, whoever writes meanwhile.

        An older file is left as it is: `version_of` tells which tables it has.
        """
        with self._told(), self._db as db:
            db.execute("BEGIN")
            yield db

    def try_to_write(self) -> None:
        """Write nothing new, so that who could not write is told so now."""
        with self.writing() as db:
            db.execute(f"PRAGMA user_version = {VERSION}")

    def _prepare(self) -> None:
        with self._told():
            self._db.execute("PRAGMA synchronous = FULL")  # Each COMMIT waits for the disk.
        if self._is_blank():
            self._make_tables()
        self._check()
        # With a log who reads waits for nobody. Another program may be at the file just now: then
        # the next one to open it turns the log on; what is written is whole either way.
        with suppress(sqlite3.OperationalError):
            self._db.execute("PRAGMA journal_mode = WAL")

    def _make_tables(self) -> None:
        with self.writing() as db:
            if self._is_blank():  # Another console may have been faster.
                for table in TABLES:
                    db.execute(table)

    def _check(self) -> None:
        if self._number("PRAGMA application_id") != MARK:
            raise self._error(FOREIGN)
        if self._number("PRAGMA user_version") > VERSION:
            raise self._error(NEWER)
        with self._told():
            if self._db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise self._error(DAMAGED)

    def _is_blank(self) -> bool:
        return not (
            self._number("PRAGMA application_id")
            or self._number("SELECT count(*) FROM sqlite_schema")
        )

    def _number(self, query: str) -> int:
        with self._told():
            number: int = self._db.execute(query).fetchone()[0]
            return number

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Tell what is wrong with the file, and what to do."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # The rest are details.
            unusual = say("{why}: mend that, {or_else}", why=error, or_else=OTHER_PLACE)
            raise self._error(REMEDIES.get(code, unusual)) from error
        except ValueError:
            raise self._error(DAMAGED) from None  # A value that this program never wrote.

    def _error(self, words: Message) -> StateError:
        return StateError(say("{place}: {words}", place=self._path, words=words))


def version_of(db: sqlite3.Connection) -> int:
    """Tell the version of the tables; 0 in a blank file."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


def _upgrade(db: sqlite3.Connection) -> None:
    version = version_of(db)
    while version in UPGRADES:
        db.execute(UPGRADES[version])
        version += 1
        db.execute(f"PRAGMA user_version = {version}")
