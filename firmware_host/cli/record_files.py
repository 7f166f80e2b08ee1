"""Writes match records and input traces where the user wants them."""

from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from engine.records import as_text
from firmware_host.cli.failure import Failure
from firmware_host.effects import Effect, GameBegan, GameEnded, Recorded
from firmware_host.trace import TraceHeader, arrival_line, header_line
from hw.ports import Arrival


def open_to_write(path: Path) -> TextIO:
    """Open a file for writing, or fail with what to do."""
    try:
        return path.open("w", encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Failure(f"{path}: {reason}: name a file that can be written") from None


class TraceFile:
    """An input trace under way; hand `put` to the console as its tap."""

    def __init__(self, path: Path, header: TraceHeader) -> None:
        self._header = header
        self._file = open_to_write(path)
        self._file.write(header_line(header) + "\n")

    def put(self, arrival: Arrival) -> None:
        """Write one arrival."""
        self._file.write(arrival_line(self._header, arrival) + "\n")

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class RecordFile:
    """One file that holds the record of the game under way, from its header on."""

    def __init__(self, path: Path) -> None:
        self._file = open_to_write(path)

    def take(self, effect: Effect) -> None:
        """Write what belongs in the record."""
        if isinstance(effect, GameBegan):
            self._write(effect.header)
        elif isinstance(effect, Recorded):
            self._write(effect.line)

    def _write(self, line: Mapping[str, object]) -> None:
        self._file.write(as_text(line) + "\n")

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class RecordFolder:
    """A folder that gets one record for each game: `spit-<when>-<number>.match.jsonl`."""

    def __init__(self, folder: Path, when: str) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise Failure(f"{folder}: {reason}: name a folder that can be written") from None
        self._folder = folder
        self._when = when
        self._games = 0
        self._file: RecordFile | None = None

    def take(self, effect: Effect) -> None:
        """Write what belongs in a record; each game begins a file of its own."""
        if isinstance(effect, GameBegan):
            self.close()
            self._games += 1
            name = f"spit-{self._when}-{self._games}.match.jsonl"
            self._file = RecordFile(self._folder / name)
        if self._file is not None:
            self._file.take(effect)
        if isinstance(effect, GameEnded):
            self.close()

    def close(self) -> None:
        """Finish the file under way."""
        if self._file is not None:
            self._file.close()
            self._file = None
