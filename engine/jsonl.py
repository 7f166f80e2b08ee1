"""JSON Lines, read strictly: one object a line, every key known and of its type.

Match records and input traces share this. It reads no files: whoever opened one puts the file's
name before a `LineError`.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NoReturn

from engine.messages import either, say

LARGEST_NS = (1 << 63) - 1
"""The last instant that a 64-bit monotonic clock can tell."""

LONGEST_LINE = 1 << 20
"""No honest line comes near a megabyte; whoever reads a file may stop there."""


class LineError(ValueError):
    """Line `line` (from 1) cannot be used; `what` says what is wrong with it and why."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line
        self.what = what


class Fields:
    """The keys of one JSON object; each is taken once, checked, and `done` refuses the rest."""

    def __init__(self, line: int, values: dict[str, object], path: str = "") -> None:
        self.line = line
        self._values = values
        self._path = path

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def fail(self, what: str) -> NoReturn:
        """Raise `LineError` for this line."""
        raise LineError(self.line, what)

    def integer(self, key: str, least: int | None = None, most: int | None = None) -> int:
        """Take a whole number in [least, most]; `true` and `1.0` are none."""
        value = self._take(key)
        if type(value) is not int:
            self._wrong(key, value, say("a whole number"))
        if (least is not None and value < least) or (most is not None and value > most):
            self._wrong(key, value, _span(least, most))
        return value

    def flag(self, key: str) -> bool:
        """Take `true` or `false`."""
        value = self._take(key)
        if not isinstance(value, bool):
            self._wrong(key, value, either(("true", "false")))
        return value

    def text(self, key: str) -> str:
        """Take a string; any characters are allowed, so print it with care."""
        value = self._take(key)
        if not isinstance(value, str):
            self._wrong(key, value, say("a string"))
        return value

    def choice(self, key: str, allowed: Iterable[str]) -> str:
        """Take one of the strings `allowed`."""
        value, words = self._take(key), list(allowed)
        if not isinstance(value, str) or value not in words:
            self._wrong(key, value, either(words))
        return value

    def items(self, key: str, length: int | None = None) -> "tuple[Fields, list[str]]":
        """Take a list (of `length`) as fields, with their names: `key[0]`, `key[1]`, ..."""
        value = self._take(key)
        if not isinstance(value, list) or length not in (None, len(value)):
            wanted = say("a list") if length is None else say("a list of {length}", length=length)
            self._wrong(key, value, wanted)
        numbered = {f"{key}[{index}]": item for index, item in enumerate(value)}
        return Fields(self.line, numbered, self._path), list(numbered)

    def integers(self, key: str, length: int, least: int, most: int) -> tuple[int, ...]:
        """Take a list of `length` whole numbers, each in [least, most]."""
        items, names = self.items(key, length)
        return tuple(items.integer(name, least, most) for name in names)

    def texts(self, key: str, length: int | None = None) -> tuple[str, ...]:
        """Take a list of strings (of `length`)."""
        items, names = self.items(key, length)
        return tuple(items.text(name) for name in names)

    def inner(self, key: str) -> "Fields":
        """Take an object; its own keys are then taken from what this gives."""
        value = self._take(key)
        if not isinstance(value, dict):
            self._wrong(key, value, say("an object"))
        return Fields(self.line, value, f"{self._path}{key}.")

    def objects(self, key: str, length: int | None = None) -> "tuple[Fields, ...]":
        """Take a list of objects (of `length`)."""
        items, names = self.items(key, length)
        return tuple(items.inner(name) for name in names)

    def done(self) -> None:
        """Refuse whatever has not been taken, by name."""
        for key in self._values:
            self.fail(
                say(
                    "unknown key {key}: remove it, or correct its name",
                    key=_quoted(self._path + key),
                )
            )

    def _take(self, key: str) -> object:
        if key not in self._values:
            self.fail(say("the key {key} is missing", key=_quoted(self._path + key)))
        return self._values.pop(key)

    def _wrong(self, key: str, value: object, wanted: str) -> NoReturn:
        self.fail(
            say(
                "{key} must be {wanted}, not {value}",
                key=_quoted(self._path + key),
                wanted=wanted,
                value=_shortened(value),
            )
        )


def parse_line(raw: bytes | str, line: int) -> Fields:
    """Read line number `line` (from 1) as one JSON object, or raise `LineError`."""
    text = _decoded(raw, line)
    if not text.strip():
        raise LineError(line, say("the line is blank: remove it, every line holds one object"))
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        why = _WHY.get(error.msg, error.msg)
        words = say("not JSON: {why} (column {column})", why=why, column=error.colno)
        raise LineError(line, words) from None
    except RecursionError:
        raise LineError(
            line, say("nested too deeply: an object of a few levels is expected")
        ) from None
    except _RefusedJson as error:
        raise LineError(line, error.args[0]) from None
    except ValueError:
        # Python refuses to convert thousands of digits; nothing here needs more than 20.
        raise LineError(line, say("a number has too many digits")) from None
    if not isinstance(value, dict):
        raise LineError(
            line,
            say(
                "{value} is not an object: write {sample}",
                value=_shortened(value),
                sample='{"key": value}',
            ),
        )
    return Fields(line, value)


def read_lines(lines: Iterable[bytes | str]) -> Iterator[Fields]:
    """Read line after line, numbered from 1; nothing is kept of the lines before."""
    for number, raw in enumerate(lines, start=1):
        yield parse_line(raw, number)


class _RefusedJson(ValueError):
    """JSON that Python would take and we do not."""


def _decoded(raw: bytes | str, line: int) -> str:
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8")
    except UnicodeDecodeError as error:
        words = say("byte {at} is not UTF-8: save the file as UTF-8 text", at=error.start + 1)
        raise LineError(line, words) from None
    if text.startswith("\ufeff"):
        words = say("a byte order mark stands first: save the file as UTF-8 without BOM")
        raise LineError(line, words)
    return text


def _unique(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for key, value in pairs:
        if key in values:
            raise _RefusedJson(
                say("the key {key} stands twice: keep one of them", key=_quoted(key))
            )
        values[key] = value
    return values


def _no_constant(word: str) -> NoReturn:
    raise _RefusedJson(say("{word} is not JSON: write a finite number", word=word))


def _span(least: int | None, most: int | None) -> str:
    if most is None:
        return say("{least} or more", least=least)
    if least is None:
        return say("{most} or less", most=most)
    return say("from {least} to {most}", least=least, most=most)


def _quoted(key: str) -> str:
    return _clipped(json.dumps(key))


def _shortened(value: object) -> str:
    if isinstance(value, dict):
        return say("an object")
    if isinstance(value, list):
        return say("a list of {length}", length=len(value))
    return _clipped(json.dumps(value))


def _clipped(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


_WHY: Mapping[str, str] = {
    str(why): why
    for why in (
        say("Expecting value"),
        say("Expecting property name enclosed in double quotes"),
        say("Expecting ':' delimiter"),
        say("Expecting ',' delimiter"),
        say("Illegal trailing comma before end of object"),
        say("Illegal trailing comma before end of array"),
        say("Unterminated string starting at"),
        say("Invalid control character at"),
        say("Invalid \\escape"),
        say("Invalid \\uXXXX escape"),
        say("Extra data"),
    )
}
"""What Python finds wrong with JSON, marked for the catalogs."""
