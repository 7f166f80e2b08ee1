"""The secrets of the seats' links, kept in the state folder: a restart needs no new scans."""

import json
import os
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.games import MOST_SEATS
from engine.messages import say
from firmware_host import state_folder
from firmware_host.reasons import reason_of
from firmware_host.state_folder import OTHER_PLACE, StateError

FILE = "phone-links.json"
SECRET = re.compile(r"[\w-]{22}", re.ASCII)
"""128 random bits: nobody tries them all."""
OWNERS_ALONE = 0o600


def new_secrets() -> tuple[str, ...]:
    """Draw a secret for each seat of the largest table."""
    return tuple(secrets.token_urlsafe(16) for _ in range(MOST_SEATS))


def kept_secrets(folder: Path) -> tuple[str, ...]:
    """Give the secrets kept in `folder`, or draw new ones and keep them; StateError if it cannot.

    What is damaged, or others may have read, is drawn anew.
    """
    state_folder.make(folder)
    path = folder / FILE
    try:
        return _read(path) or _write(path, new_secrets())
    except OSError as error:
        words = say(
            "{folder}: {why}: allow writing there, {or_else}",
            folder=path,
            why=reason_of(error),
            or_else=OTHER_PLACE,
        )
        raise StateError(words) from None


def _read(path: Path) -> tuple[str, ...]:
    try:
        with path.open(encoding="ascii") as file:
            if os.name == "posix" and os.fstat(file.fileno()).st_mode & 0o077:
                return ()
            return _checked(json.load(file))
    except (FileNotFoundError, ValueError, RecursionError):
        return ()


def _checked(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != MOST_SEATS:
        return ()
    told = [each for each in value if isinstance(each, str) and SECRET.fullmatch(each)]
    return tuple(told) if len(set(told)) == MOST_SEATS else ()


def _write(path: Path, drawn: Sequence[str]) -> tuple[str, ...]:
    """Write a new file beside, then put it in the old one's place: never half a file."""
    beside = path.with_suffix(".new")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNERS_ALONE)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        json.dump(drawn, file)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    return tuple(drawn)
