"""Writes match records and input traces where the user wants them."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import TextIO

from engine.messages import say
from engine.records import as_text
from firmware_host.cli.failure import Failure
from firmware_host.effects import Effect, GameBegan, Recorded
from firmware_host.reasons import reason_of
from firmware_host.scribe import Scribe
from firmware_host.trace import TraceHeader, arrival_line, header_line
from hw.ports import Arrival


def open_to_write(path: Path) -> TextIO:
    """Open a file for writing, or fail with what to do."""
    try:
        return path.open("w", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Failure(
            say("{file}: {why}: name a file that can be written", file=path, why=reason_of(error))
        ) from None


def finish(scribe: Scribe) -> None:
    """Wait until everything is written; fail if something could not be."""
    scribe.close()
    if scribe.lost:
        raise Failure(
            say("{file} is not whole: write where there is leave and room to", file=scribe.lost[0])
        )


class TraceFile:
    """An input trace under way; hand `put` to the console as its tap."""

    def __init__(self, path: Path, header: TraceHeader, scribe: Scribe) -> None:
        open_to_write(path).close()
        self._path = path
        self._header = header
        self._scribe = scribe
        scribe.write(path, header_line(header))

    def put(self, arrival: Arrival) -> None:
        """Write one arrival."""
        self._scribe.write(self._path, arrival_line(self._header, arrival))


class RecordFile:
    """One file that holds the record of the game under way, from its header on."""

    def __init__(self, path: Path, scribe: Scribe) -> None:
        open_to_write(path).close()
        self._path = path
        self._scribe = scribe

    def take(self, effect: Effect) -> None:
        """Write what belongs in the record."""
        if (line := _record_line(effect)) is not None:
            self._scribe.write(self._path, as_text(line))


class RecordFolder:
    """A folder that gets one record for each game: `<game>-<when>-<number>.match.jsonl`.

    A record stays open until the next game begins, for refused presses may follow the move that
    won; the last one, until the scribe closes.
    """

    def __init__(self, folder: Path, when: str, scribe: Scribe) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=folder):
                pass  # It can be written; better told now than when cards are dealt.
        except (OSError, ValueError) as error:
            why = reason_of(error)
            raise Failure(
                say("{folder}: {why}: name a folder that can be written", folder=folder, why=why)
            ) from None
        self._folder = folder
        self._when = when
        self._scribe = scribe
        self._games = 0
        self._game = ""

    def take(self, effect: Effect) -> None:
        """Write what belongs in a record; each game begins a file of its own."""
        if isinstance(effect, GameBegan):
            if self._games:
                self._scribe.finish(self._path)
            self._games += 1
            self._game = str(effect.header["game"])
        if (line := _record_line(effect)) is not None:
            self._scribe.write(self._path, as_text(line))

    @property
    def _path(self) -> Path:
        return self._folder / f"{self._game}-{self._when}-{self._games}.match.jsonl"


def _record_line(effect: Effect) -> Mapping[str, object] | None:
    if isinstance(effect, GameBegan):
        return effect.header
    return effect.line if isinstance(effect, Recorded) else None
