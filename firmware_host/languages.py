"""The languages that the console speaks, and the catalogs that hold their texts."""

from gettext import NullTranslations, translation
from pathlib import Path

LANGUAGES = ("en", "nb")
"""English, in which the source is written, and Norwegian (bokmål)."""

DOMAIN = "spytt"
LOCALE = Path(__file__).parent / "locale"


def translations(language: str) -> NullTranslations:
    """Give the texts in `language`, one of LANGUAGES; a catalog is read only once.

    Raises LookupError for any other, and FileNotFoundError, with the remedy, where the catalog has
    not been compiled.
    """
    if language not in LANGUAGES:
        raise LookupError(f"there is no language {language!r}: choose {' or '.join(LANGUAGES)}")
    try:
        return translation(DOMAIN, LOCALE, [language])
    except FileNotFoundError:
        raise FileNotFoundError(
            f"the texts in {language!r} are not compiled: install Spytt anew (pip install -e .)"
        ) from None
