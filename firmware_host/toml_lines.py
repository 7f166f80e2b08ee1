"""On which line of a TOML file each key stands, which `tomllib` does not tell.

The text must be valid TOML: `tomllib` has read it before, so nothing is checked again here.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

Path = tuple[str | int, ...]
"""The way to a value, as in ("seat", 0, "buttons", "c1"); items of arrays are numbered from 0."""

_GAP = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = re.compile(rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*")
# A date may hold one space, which stands before the time.
_SCALAR = re.compile(
    r""""{3}(?:[^\\]|\\.)*?"{3,5}|'{3}.*?'{3,5}|"(?:[^"\\]|\\.)*"|'[^']*'|[^,\]}\n#]+""",
    re.DOTALL,
)


def lines_of(text: str) -> Mapping[Path, int]:
    """Give the line (from 1) of every table, key and item; the first of those where it stands."""
    return _Scan(text.replace("\r\n", "\n")).lines


class _Scan:
    """One walk through a text; `at` is where it has come to."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._text, self._at = text, 0
        self._line, self._counted = 1, 0
        self._last: dict[Path, int] = {}  # of each array of tables: the number of its last one
        table: Path = ()
        while self._next():
            if self._next() == "[":
                table = self._header()
            else:
                self._pair(table)

    def _next(self) -> str:
        """Give the next character that is no gap; none at the end."""
        self._take(_GAP)
        return self._text[self._at : self._at + 1]

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        assert found is not None, "not valid TOML"
        self._at = found.end()
        return found.group()

    def _note(self, path: Path) -> None:
        """Note the present line of `path`, and of each table on the way that it makes."""
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], self._line)

    def _header(self) -> Path:
        """Take `[table]` or `[[array of tables]]`, and give the path of what it opens."""
        is_array = self._text.startswith("[[", self._at)
        brackets = 2 if is_array else 1
        self._at += brackets
        self._next()
        *parents, name = _parts(self._take(_KEY))
        path: Path = ()
        for parent in parents:
            path = self._inside((*path, parent))
        path = (*path, name)
        if is_array:
            self._last[path] = self._last.get(path, -1) + 1
            path = self._inside(path)
        self._note(path)
        self._next()
        self._at += brackets
        return path

    def _inside(self, path: Path) -> Path:
        """Step into the last table of an array of tables."""
        return (*path, self._last[path]) if path in self._last else path

    def _pair(self, table: Path) -> None:
        path = (*table, *_parts(self._take(_KEY)))
        self._note(path)
        self._next()
        self._at += len("=")
        self._value(path)

    def _value(self, path: Path) -> None:
        opened = self._next()
        if opened not in ("[", "{"):
            self._take(_SCALAR)
            return
        self._at += 1
        count = 0
        while self._next() not in ("]", "}"):
            if opened == "{":
                self._pair(path)
            else:
                self._note((*path, count))
                self._value((*path, count))
            count += 1
            if self._next() == ",":
                self._at += 1
        self._at += 1


def _parts(key: str) -> list[str]:
    """Take a key apart at its dots, and its quotes off."""
    if not {'"', "'"} & set(key):
        return [part.strip() for part in key.split(".")]
    parts: list[str] = []
    level: Any = tomllib.loads(f"{key} = 0")
    while isinstance(level, dict):
        ((part, level),) = level.items()
        parts.append(part)
    return parts
