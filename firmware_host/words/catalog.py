"""What every group of words has: the console's language.

English is the language of the source, each text marked with `self._` for the message catalogs. A
panel takes 21 letters a line; what stands beside the piles must be shorter still.
"""

from gettext import NullTranslations


class Catalog:
    """Words in one language: `_` tells a text in it, `_n` one of two by a number."""

    def __init__(self, translations: NullTranslations) -> None:
        self._ = translations.gettext
        self._n = translations.ngettext

    def decimal(self, value: float, places: int) -> str:
        """Write a number with as many places, and the point as this language writes it."""
        # Translators: the sign between a whole number and its fraction.
        return f"{value:.{places}f}".replace(".", self._("."))
