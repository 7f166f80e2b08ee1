"""Writes lines to files in a thread of its own: whoever plays never waits for a disk."""

import logging
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TextIO

log = logging.getLogger(__name__)


class Scribe:
    """Takes lines for any number of files, in order; nothing here blocks but `close`.

    A file that cannot be written is told to the log once and named in `lost`; the rest of it is
    dropped, and play goes on.
    """

    def __init__(self) -> None:
        self._orders: SimpleQueue[tuple[Path, str | None] | None] = SimpleQueue()
        self._files: dict[Path, TextIO | None] = {}
        self.lost: list[Path] = []
        self._thread = Thread(target=self._work, name="scribe", daemon=True)
        self._thread.start()

    def write(self, path: Path, line: str) -> None:
        """Add a line to the file at `path`, which begins anew with the first."""
        self._orders.put((path, line))

    def finish(self, path: Path) -> None:
        """No more lines come for `path`."""
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
        try:
            if line is None:
                if (file := self._files.pop(path, None)) is not None:
                    file.close()
                return
            if path not in self._files:
                self._files[path] = path.open("w", encoding="utf-8")
            if (file := self._files[path]) is not None:
                file.write(line + "\n")
        except OSError as error:
            self._files[path] = None
            self.lost.append(path)
            log.error("%s: %s: the rest of it is not written", path, error.strerror)
