"""The language of the command line: that of the environment, which `--lang` overrules.

gettext keeps one language for the whole process, and argparse takes its own words from there. So
`speaking` sets it up for Spytt's catalogs, and `_` is plain `gettext` from then on.
"""

import argparse
import gettext
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from engine.messages import say
from firmware_host.languages import DOMAIN, LANGUAGES, LOCALE
from firmware_host.reasons import reason_of
from hw.wording import Wording

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where gettext looks for the language; the first that is set counts."""
NORWEGIAN = ("nb", "no", "nn")


def of_environment(environ: Mapping[str, str]) -> str:
    """Tell which of LANGUAGES the environment asks for; English where it asks for neither."""
    asked = next((environ[name] for name in VARIABLES if environ.get(name)), "")
    for locale in asked.split(":"):
        language = locale.replace("-", "_").split("_")[0].split(".")[0].lower()
        if language in NORWEGIAN:
            return "nb"
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def spoken() -> str:
    """Tell which language this process speaks."""
    return of_environment(os.environ)


def asked_for(argv: Sequence[str]) -> str | None:
    """Find `--lang` before anything is parsed, for help and complaints are in that language."""
    found = None
    for word, following in zip(argv, [*argv[1:], ""], strict=False):
        if word == "--lang":
            found = following
        elif word.startswith("--lang="):
            found = word.removeprefix("--lang=")
    return found if found in LANGUAGES else None


def language_first(argv: Sequence[str]) -> list[str]:
    """Put a `--lang` that is understood before all else.

    Between a command and what it works on, argparse takes it for the end of that.
    """
    rest, words = list[str](), list(argv)
    while words:
        word = words.pop(0)
        if word == "--lang" and words[:1] and words[0] in LANGUAGES:
            words.pop(0)
        elif word.removeprefix("--lang=") not in LANGUAGES or not word.startswith("--lang="):
            rest.append(word)
    language = asked_for(argv)
    return ["--lang", language, *rest] if language else rest


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Let this process, argparse too, speak `language` meanwhile."""
    before, domain = os.environ.get("LANGUAGE"), gettext.textdomain()
    gettext.bindtextdomain(DOMAIN, str(LOCALE))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


def told(words: str) -> str:
    """Tell what `say` worded in the language spoken, with all that is in it; other text as it is.

    The engine's messages are meant and the drivers' words alike.
    """
    if not isinstance(words, Wording):
        return words
    values = {name: _value_told(value) for name, value in words.values.items()}
    return gettext.gettext(words.template).format(**values)


def _value_told(value: object) -> object:
    if isinstance(value, OSError):
        value = reason_of(value)
    return told(value) if isinstance(value, str) else value


def refusal(words: str) -> argparse.ArgumentTypeError:
    """Give the error that tells argparse what is wrong with a value."""
    return argparse.ArgumentTypeError(told(words))


ARGPARSE = (
    say("usage: "),
    say("%(prog)s: error: %(message)s\n"),
    say("options"),
    say("positional arguments"),
    say("show this help message and exit"),
    say("argument %(argument_name)s: %(message)s"),
    say("expected one argument"),
    say("the following arguments are required: %s"),
    say("invalid choice: %(value)r (choose from %(choices)s)"),
    say("invalid %(type)s value: %(value)r"),
    say("unrecognized arguments: %s"),
    say("ignored explicit argument %r"),
    say("not allowed with argument %s"),
    say("ambiguous option: %(option)s could match %(matches)s"),
)
"""What argparse (of Python 3.11 to 3.14) says by itself, marked here for the catalogs."""
