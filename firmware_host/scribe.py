"""Writes lines to files in a thread of its own: whoever plays never waits for a disk."""

import logging
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TextIO

log = logging.getLogger(__name__)


class Scribe:
    """Takes lines for any number of files, in order; nothing here blocks but `close`.

    Each line is in the file as soon as it is carried out. A file that cannot be written is told to
    the log once and named in `lost`; the rest of it is dropped, and play goes on.
    """

    def __init__(self) -> None:
        self._orders: SimpleQueue[tuple[Path, str | None] | None] = SimpleQueue()
        self._files: dict[Path, TextIO] = {}
        self._begun: set[Path] = set()
        self.lost: list[Path] = []
        self._thread = Thread(target=self._work, name="scribe", daemon=True)
        self._thread.start()

    def write(self, path: Path, line: str) -> None:
        """Add a line to the file at `path`, which begins anew with this scribe's first."""
        self._orders.put((path, line))

    def finish(self, path: Path) -> None:
        """Close the file at `path`; a line that comes for it all the same is added to it."""
        self._orders.put((path, None))

    def close(self) -> None:
        """Write all that was handed over, and finish every file."""
        self._orders.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (order := self._orders.get()) is not None:
            self._carry_out(*order)
        for path in tuple(self._files):
            self._carry_out(path, None)

    def _carry_out(self, path: Path, line: str | None) -> None:
        """Write or close; ValueErrors are names with a NUL and text that UTF-8 cannot hold."""
        if path in self.lost:
            return
        try:
            if line is not None:
                self._open(path).write(line + "\n")
            elif (file := self._files.pop(path, None)) is not None:
                file.close()
        except (OSError, ValueError) as error:
            self._give_up(path, error)

    def _open(self, path: Path) -> TextIO:
        if path not in self._files:
            self._files[path] = path.open(
                "a" if path in self._begun else "w", buffering=1, encoding="utf-8"
            )
            self._begun.add(path)
        return self._files[path]

    def _give_up(self, path: Path, error: Exception) -> None:
        self.lost.append(path)
        if (file := self._files.pop(path, None)) is not None:
            with suppress(OSError):
                file.close()
        reason = getattr(error, "strerror", None) or error
        log.error("%s: %s: the rest of it is not written", path, reason)
