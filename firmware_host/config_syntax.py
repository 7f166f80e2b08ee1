"""What is wrong with a file that is no TOML, in words that tell how to mend it."""

import re
from tomllib import TOMLDecodeError

from engine.messages import say
from firmware_host.config import Problem

_TWICE = say("it is there already: keep one of the two")
_OPEN = say('the text is not closed: end it with " on the same line')
_BACKSLASH = say("\\ begins a special sign in text: write \\\\ for itself, or use single quotes")

_WORDS = {
    "Invalid value": say(
        'there is no such value: put text in quotes, as in "GPIO17", but not numbers, true, false'
    ),
    "Cannot overwrite": _TWICE,
    "Duplicate": _TWICE,
    "Cannot declare": say(
        "this table is there already: keep one of the two; seats have double brackets, [[seat]]"
    ),
    "Expected '='": say("the = is missing: write key = value"),
    "Invalid statement": say("neither a key nor a table begins so: write key = value, or [table]"),
    "Invalid initial character": say(
        "no key begins so: use letters, digits, - and _; what is in braces must be on one line"
    ),
    "Expected newline": say(
        "the line should end here: write one key = value a line, and text in quotes"
    ),
    "Expected ']": say("the brackets are not closed: write [table], or [[seat]] for a seat"),
    "Unclosed array": say("the list is not closed, or lacks a comma: write it as in [1, 2]"),
    "Unclosed inline table": say(
        "the braces are not closed on this line, or lack a comma: write them on one line,"
        " or a table with a key a line: [seat.buttons]"
    ),
    "Illegal character": _OPEN,
    "Unterminated string": _OPEN,
    "Unescaped": _BACKSLASH,
    "Invalid hex value": _BACKSLASH,
    "Escaped character": _BACKSLASH,
}
"""By the beginning of what `tomllib` says."""

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_KEY = re.compile(r"""([\w.-]+)[ \t]*=""")


def syntax_problem(error: TOMLDecodeError, text: str) -> Problem:
    """Tell what `tomllib` found wrong with `text`."""
    said = str(error)
    place = _PLACE.search(said)
    lines = text.rstrip().split("\n")
    line, column = len(lines), None
    if place:
        said = said[: place.start()]
        if place[1]:
            line, column = int(place[1]), int(place[2]) - 1
    # The key that stands last before the place is the one at fault.
    keys = _KEY.findall(text.split("\n")[line - 1][:column])
    return Problem(line, None, keys[-1] if keys else "", _told(said))


def encoding_problem(error: UnicodeDecodeError) -> Problem:
    """Tell where a file is no UTF-8."""
    line = error.object.count(b"\n", 0, error.start) + 1
    return Problem(line, None, "", say("this is no UTF-8: save the file in that encoding"))


def _told(said: str) -> str:
    for beginning, words in _WORDS.items():
        if said.startswith(beginning):
            return words
    return say("this is no TOML ({why}): write key = value, and text in quotes", why=said)
