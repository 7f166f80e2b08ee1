"""Where the console keeps what must outlast it: scores and preferences."""

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile

from engine.messages import say
from firmware_host.reasons import reason_of

OTHER_PLACE = say("or name another folder with --state")
"""The remedy that always helps."""


class StateError(OSError):
    """The state folder, or a file in it, cannot be used: the words name place and remedy."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


def usual_place(environ: Mapping[str, str]) -> Path:
    """Tell where the XDG base directory specification puts the state of `spytt` on this machine."""
    given = Path(environ.get("XDG_STATE_HOME", ""))
    if given.is_absolute():
        return given / "spytt"
    try:
        return Path.home() / ".local" / "state" / "spytt"
    except RuntimeError:
        words = say("no home folder is known: name a state folder with --state")
        raise StateError(words) from None


def make(folder: Path) -> None:
    """Make the state folder where it is missing; StateError unless it can be written."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass  # Better told now than when a match has been played.
    except FileExistsError:
        raise _no_folder(folder) from None
    except (OSError, ValueError) as error:
        raise _refused(folder, error) from None


def look(folder: Path) -> bool:
    """Tell whether the state folder is there, making none; StateError unless it could be made."""
    try:
        nearest = next(it for it in (folder, *folder.absolute().parents) if it.exists())
        if not nearest.is_dir():
            raise _no_folder(nearest)
        if nearest == folder:
            make(folder)  # which it does not where there is one
        elif not os.access(nearest, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except StateError:
        raise
    except OSError as error:
        raise _refused(folder, error) from None
    return nearest == folder


def _no_folder(folder: Path) -> StateError:
    return StateError(
        say("{folder} is no folder: move it away, {or_else}", folder=folder, or_else=OTHER_PLACE)
    )


def _refused(folder: Path, error: OSError | ValueError) -> StateError:
    return StateError(
        say(
            "{folder}: {why}: allow writing there, {or_else}",
            folder=folder,
            why=reason_of(error),
            or_else=OTHER_PLACE,
        )
    )
