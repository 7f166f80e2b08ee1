"""One table of a configuration, read strictly: what is wrong is noted, and reading goes on."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from engine.messages import either, say
from firmware_host.config import Problem
from firmware_host.toml_lines import Path

T = TypeVar("T")

LONGEST_SHOWN = 40
LARGEST_SHOWN = 1 << 63


class Notes:
    """The problems found so far in a text of which `lines` tells where each key stands."""

    def __init__(self, lines: Mapping[Path, int]) -> None:
        self.problems: list[Problem] = []
        self._lines = lines

    def line(self, path: Path) -> int:
        """Give the line of `path`; where it is missing that of the table it is missing from."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def note(self, path: Path, words: str) -> None:
        """Note what is wrong at `path`."""
        seat, inner = None, path
        if len(path) > 1 and isinstance(path[1], int):
            seat, inner = path[1], path[2:]
        key = ".".join(shown_key(str(part)) for part in inner)
        self.problems.append(Problem(self.line(path), seat, key, words))


class Table:
    """The keys of one table; each is taken once, checked, and `done` notes those left over.

    Whatever cannot be used is noted and comes out as None.
    """

    def __init__(self, notes: Notes, values: Mapping[str, Any], path: Path = ()) -> None:
        self.notes = notes
        self.path = path
        self._values = values
        self._known: dict[str, None] = {}  # in the order in which they were asked for

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def note(self, key: str, words: str) -> None:
        """Note what is wrong with `key`, or that it is missing."""
        self.notes.note((*self.path, key) if key else self.path, words)

    def needs(self, key: str, sample: str) -> bool:
        """Tell whether `key` is there; note how to write it where it is not."""
        if key not in self._values:
            self._known[key] = None
            self.note(key, say("it is missing: write it, as in {sample}", sample=sample))
        return key in self._values

    def value(self, key: str) -> Any:
        """Take whatever stands there; None if nothing does."""
        self._known[key] = None
        return self._values.get(key)

    def integer(self, key: str, least: int, most: int) -> int | None:
        """Take a whole number in [least, most]."""
        value = self.value(key)
        if value is None:
            return None
        if type(value) is int and least <= value <= most:
            return value
        self.wrong(key, value, say("a whole number from {least} to {most}", least=least, most=most))
        return None

    def flag(self, key: str) -> bool | None:
        """Take true or false."""
        value = self.value(key)
        if value is None or isinstance(value, bool):
            return value
        self.wrong(key, value, either(("true", "false")))
        return None

    def text(self, key: str, longest: int = LONGEST_SHOWN) -> str | None:
        """Take a text of 1 to `longest` letters that can be printed."""
        value = self.value(key)
        if value is None:
            return None
        if isinstance(value, str) and value.isprintable() and 1 <= len(value.strip()) <= longest:
            return value.strip()
        self.wrong(key, value, say('a text of 1 to {most} letters, in ""', most=longest))
        return None

    def choice(self, key: str, choices: Sequence[T]) -> T | None:
        """Take one of `choices`, text or numbers."""
        value = self.value(key)
        if type(value) in (str, int) and value in choices:
            return choices[choices.index(value)]
        if value is not None:
            self.wrong(key, value, either([shown(choice) for choice in choices]))
        return None

    def inner(self, key: str) -> "Table":
        """Take a table; an empty one where there is none."""
        value, path = self.value(key), (*self.path, key)
        if value is None or isinstance(value, dict):
            return Table(self.notes, value or {}, path)
        header = ".".join(part for part in path if isinstance(part, str))
        self.wrong(key, value, say("a table: [{header}] on a line of its own", header=header))
        # What it lacks is no problem of its own.
        return Table(Notes({}), {}, path)

    def inner_if_any(self, key: str) -> "Table | None":
        """Take a table; None where there is none."""
        return self.inner(key) if self.value(key) is not None else None

    def each(self, key: str) -> "list[Table]":
        """Take an array of tables; none where there is none."""
        value = self.value(key)
        if isinstance(value, list) and all(isinstance(inner, dict) for inner in value):
            return [Table(self.notes, v, (*self.path, key, n)) for n, v in enumerate(value)]
        if value is not None:
            self.wrong(key, value, say("[[{key}]] on a line of its own, for each one", key=key))
        return []

    def wrong(self, key: str, value: object, wanted: str) -> None:
        """Note that `value` is not what is `wanted`."""
        self.note(key, say("{value} cannot be: write {wanted}", value=shown(value), wanted=wanted))

    def done(self) -> None:
        """Note every key that nobody has taken."""
        for key in self._values:
            if key not in self._known:
                self.note(key, self._unknown(key))

    def _unknown(self, key: str) -> str:
        # Only who misspells a key waits for difflib.
        from difflib import get_close_matches

        near = get_close_matches(key.casefold(), self._known, 1)
        if near:
            return say("there is no such key: did you mean {key}?", key=near[0])
        known = ", ".join(self._known)
        return say("there is no such key: leave it out; here can be {keys}", keys=known)


def shown(value: object) -> str:
    """Write a value as TOML has it, cut short, and safe for a terminal."""
    if isinstance(value, dict):
        return say("a table")
    if isinstance(value, list):
        return say("a list")
    if isinstance(value, int) and abs(value) >= LARGEST_SHOWN:
        return say("a number so large")
    text = str(value)
    if isinstance(value, str | bool):
        text = json.dumps(value, ensure_ascii=not text.isprintable())
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def shown_key(key: str) -> str:
    """Write a key as TOML has it: in quotes where it needs them."""
    is_bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key[:LONGEST_SHOWN] if is_bare else shown(key)
