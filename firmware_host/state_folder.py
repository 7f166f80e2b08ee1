"""Where the console keeps what must outlast it: scores and preferences."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile

OTHER_PLACE = "or name another folder with --state"
"""The remedy that always helps."""


class StateError(OSError):
    """The state folder, or a file in it, cannot be used: the words name place and remedy."""


def usual_place(environ: Mapping[str, str]) -> Path:
    """Tell where the XDG base directory specification puts the state of `spytt` on this machine."""
    given = Path(environ.get("XDG_STATE_HOME", ""))
    if given.is_absolute():
        return given / "spytt"
    try:
        return Path.home() / ".local" / "state" / "spytt"
    except RuntimeError:
        raise StateError("no home folder is known: name a state folder with --state") from None


def make(folder: Path) -> None:
    """Make the state folder where it is missing; StateError unless it can be written."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass  # Better told now than when a match has been played.
    except FileExistsError:
        raise StateError(f"{folder} is no folder: move it away, {OTHER_PLACE}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StateError(f"{folder}: {reason}: allow writing there, {OTHER_PLACE}") from None
