"""The state folder of commands: `--state`, and what is said when it cannot be used."""

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from engine.messages import say
from firmware_host import state_folder
from firmware_host.cli.failure import Failure

if TYPE_CHECKING:
    from firmware_host.scores import Scores


def folder_of(given: Path | None) -> Path:
    """Settle which folder holds the state: the one of `--state`, or this machine's usual one."""
    try:
        return given or state_folder.usual_place(os.environ)
    except state_folder.StateError as error:
        raise Failure(error.words) from None


def open_scores(given: Path | None) -> "Scores":
    """Open the scores for a console that runs now."""
    from firmware_host.scores import Scores  # Only who keeps scores waits for SQLite.

    try:
        return Scores(folder_of(given), _utc)
    except state_folder.StateError as error:
        raise Failure(error.words) from None


def finish_scores(scores: "Scores") -> None:
    """Wait until all scores are written; fail if something could not be."""
    scores.close()
    if scores.lost:
        raise Failure(
            say(
                "{file}: matches or preferences are not noted ({count}): the log says why",
                file=scores.path,
                count=scores.lost,
            )
        )


def _utc() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
