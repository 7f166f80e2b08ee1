"""Notes finished matches and preferences in a thread of its own: play never waits for a disk."""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from firmware_host import score_book
from firmware_host.effects import Effect, GameEnded, Kept, MatchBegan, MatchEnded
from firmware_host.standings import Standings
from firmware_host.state_file import FILE_NAME, StateFile
from firmware_host.state_folder import make
from firmware_host.tally import NotedMatch

log = logging.getLogger(__name__)

AGAIN_S = 5.0
"""How soon to try again to write what could not be written."""

Note = Callable[[StateFile], None]


class Scores:
    """Watches effects and notes every finished match at once; nothing here blocks but `close`.

    What cannot be written is told to the log once and tried again now and then; `lost` counts what
    is still not written after `close`. Made with StateError where the folder cannot be used.
    """

    def __init__(self, folder: Path, utc: Callable[[], str]) -> None:
        """Open the scores in `folder`; `utc` tells the time now, as ISO 8601 writes it."""
        make(folder)
        self.path = folder / FILE_NAME
        with StateFile(self.path) as file:
            self._standings = score_book.standings(file)
            self._preferences = score_book.preferences(file)
            file.try_to_write()  # Better told now than when a match has been played.
        self._utc = utc
        self._games: list[GameEnded] = []
        self._notes: SimpleQueue[Note | None] = SimpleQueue()
        self._waiting: list[Note] = []
        self._file: StateFile | None = None
        self._is_troubled = False
        self.lost = 0
        self._thread = Thread(target=self._work, name="scores", daemon=True)
        self._thread.start()

    def standings(self) -> Standings:
        """Tell who had won how often against whom when these scores were opened."""
        return self._standings

    def preferences(self) -> dict[str, Any]:
        """Give the preferences as they were kept when these scores were opened."""
        return self._preferences

    def take(self, effect: Effect) -> None:
        """Note what is to be remembered; a guided match is practice and is not."""
        match effect:
            case MatchBegan():
                self._games.clear()
            case GameEnded():
                self._games.append(effect)
            case MatchEnded(is_guided=False):
                noted = NotedMatch(self._utc(), effect, tuple(self._games))
                self._notes.put(lambda file: score_book.note(file, noted))
            case Kept():
                self.keep_preferences(effect.preferences.as_json())

    def keep_preferences(self, preferences: Mapping[str, object]) -> None:
        """Keep preferences, plain JSON values by name, for the next start."""
        self._notes.put(lambda file: score_book.keep(file, preferences))

    def close(self) -> None:
        """Write what has been handed over, and close the file."""
        self._notes.put(None)
        self._thread.join()

    def _work(self) -> None:
        is_open = True
        while is_open:
            with suppress(Empty):  # Nothing new, but something to try again.
                if (note := self._notes.get(timeout=AGAIN_S if self._waiting else None)) is None:
                    is_open = False
                else:
                    self._waiting.append(note)
            self._write()
        self.lost = len(self._waiting)
        self._leave()

    def _write(self) -> None:
        """Write what waits, in order, as far as the file lets."""
        try:
            while self._waiting:
                self._waiting[0](self._opened())
                del self._waiting[0]
        except OSError as error:  # As a StateError is.
            self._leave()
            if not self._is_troubled:
                log.error("%s; scores wait meanwhile, play goes on", error)
            self._is_troubled = True
        else:
            self._is_troubled = False

    def _opened(self) -> StateFile:
        """Give the file, opened anew where something has taken it away."""
        if self._file is None or not self.path.exists():
            self._leave()
            make(self.path.parent)
            self._file = StateFile(self.path)
        return self._file

    def _leave(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
