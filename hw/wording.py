"""What drivers say of a device: in English, with what it takes to tell it in another language.

Whoever tells it knows it by its `template` and `values`, as `engine.messages` has them too: so that
neither layer needs the other.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Protocol, runtime_checkable


@runtime_checkable
class Wording(Protocol):
    """Words that can be told in another language; `str` of them is English, for the log.

    A value may be a wording itself, or the OSError that is the reason.
    """

    template: str
    values: Mapping[str, object]


class Words(str):
    """A driver's wording: an English text that knows what it was made of."""

    __slots__ = ("template", "values")

    def __new__(cls, template: str, values: Mapping[str, object]) -> "Words":
        """Put `values` into `template` as `str.format` does, and keep both."""
        english = {name: _reason(value) for name, value in values.items()}
        words = super().__new__(cls, template.format(**english))
        words.template, words.values = template, values
        return words

    template: str
    values: Mapping[str, object]


def say(template: str, /, **values: object) -> Words:
    """Word what is wrong; the template stands as it is in the catalogs, so it is a literal."""
    return Words(template, values)


def advised(what: str, remedy: str) -> Words:
    """Say what is wrong, and what to do about it; `parted` takes that apart again."""
    return say("{what}: {remedy}", what=what, remedy=remedy)


def parted(words: str) -> tuple[str, str]:
    """Give what is wrong and what to do where that was `advised`, else all words and nothing."""
    values = words.values if isinstance(words, Wording) else {}
    match values:
        case {"what": str(what), "remedy": str(remedy)}:
            return what, remedy
    return words, ""


def install(extras: str) -> Words:
    """Say how to install Spytt with `extras`: as the folder stands, so that it follows edits.

    On a Pi lgpio may have to be built, and brings its own library along only when it is told to.
    """
    pypi = "PYPI=1 " if "pi" in extras.split(",") else ""
    command = f"{pypi}.venv/bin/pip install -e '.[{extras}]'"
    return say("run {command} in Spytt's folder", command=command)


def not_installed(package: str | None) -> Words:
    """Say that a Python package is missing, and what brings it; an ImportError has its name."""
    return advised(say("{package} is not installed", package=package), install("pi"))


def listed(words: Iterable[str]) -> str:
    """Join `words`, one or more, by commas."""
    return reduce(lambda one, other: say("{one}, {other}", one=one, other=other), words)


def _reason(value: object) -> object:
    """Take an OSError for what it says, without its number."""
    return (value.strerror or value) if isinstance(value, OSError) else value
