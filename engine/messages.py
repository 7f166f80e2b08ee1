"""Messages for people, in English; each keeps what it takes to tell it in another language."""

from collections.abc import Iterable, Mapping
from functools import reduce


class Message(str):
    """An English text that knows the `template` it was made of and the `values` put in.

    A value may be a message itself.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]


def say(template: str, /, **values: object) -> Message:
    """Make a message: `template` with `values` put in as `str.format` does."""
    message = Message(template.format(**values))
    message.template, message.values = template, values
    return message


def either(words: Iterable[str]) -> str:
    """Join `words`, one or more, by "or"."""
    return reduce(lambda one, other: say("{one} or {other}", one=one, other=other), words)
