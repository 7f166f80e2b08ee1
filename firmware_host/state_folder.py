"""Where the console keeps what must outlast it: scores and preferences."""

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
        words = say(
            "{folder} is no folder: move it away, {or_else}", folder=folder, or_else=OTHER_PLACE
        )
        raise StateError(words) from None
    except (OSError, ValueError) as error:
        words = say(
            "{folder}: {why}: allow writing there, {or_else}",
            folder=folder,
            why=reason_of(error),
            or_else=OTHER_PLACE,
        )
        raise StateError(words) from None
