"""Keeps the message catalogs in step with the source: `make catalogs`, for developers.

A new text is added to every catalog, one that is gone is dropped. The English catalog is filled
from the source; the others are translated by hand in their `.po` files.
"""

from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from firmware_host.languages import DOMAIN, LANGUAGES

SOURCES = ("engine", "firmware_host", "hw", "sim")
KEYWORDS = {"_": None, "_n": (1, 2), "say": None}
"""What marks a text in the source: `_n` takes one and many, the others the text first."""

# No dates and no versions: a catalog changes only when a text does.
HEADER = """\
# Spytt's texts ({language}). `make catalogs` adds new texts and drops those that are gone.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural_forms}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def texts(root: Path) -> Catalog:
    """Find every text that the source in `root` marks for translation."""
    found = Catalog()
    for folder in SOURCES:
        marked = extract_from_dir(root / folder, keywords=KEYWORDS, comment_tags=("Translators:",))
        for file, line, text, comments, _ in marked:
            found.add(text, locations=[(f"{folder}/{file}", line)], auto_comments=comments)
    return found


def catalog_file(root: Path, language: str) -> Path:
    """Say where the catalog of `language` is kept."""
    return root / "firmware_host" / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_catalog(root: Path, language: str) -> Catalog:
    """Read the catalog of `language`; an empty one where there is none yet."""
    file = catalog_file(root, language)
    if not file.exists():
        return Catalog(locale=language)
    with file.open("rb") as lines:
        return read_po(lines, locale=language)


def update(root: Path, language: str, found: Catalog) -> Catalog:
    """Bring the catalog file of `language` in step with the texts found in the source."""
    catalog = read_catalog(root, language)
    # The catalog takes over the very messages that it is given.
    catalog.update(deepcopy(found), no_fuzzy_matching=True)
    if language == "en":
        for message in catalog:
            message.string = message.id
    file = catalog_file(root, language)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(_written(catalog))
    return catalog


def untranslated(catalog: Catalog) -> Iterator[Message]:
    """Go through the texts that lack a translation, or a form of it."""
    for message in catalog:
        forms = message.string if isinstance(message.string, list | tuple) else [message.string]
        if message.id and not all(forms):
            yield message


def main(root: Path) -> None:
    """Update every catalog; name each text that somebody must translate now."""
    found = texts(root)
    missing = [
        f"{catalog_file(root, language).relative_to(root)}: {message.id!r} is not translated"
        for language in LANGUAGES
        for message in untranslated(update(root, language, found))
    ]
    print("\n".join(missing or ["Every text is translated."]))


def _written(catalog: Catalog) -> bytes:
    """Write a catalog as its file holds it."""
    header = HEADER.format(language=catalog.locale_identifier, plural_forms=catalog.plural_forms)
    body = BytesIO()
    write_po(body, catalog, omit_header=True, ignore_obsolete=True, include_lineno=False)
    return header.encode() + body.getvalue().rstrip() + b"\n"


if __name__ == "__main__":
    main(Path(__file__).parents[1])
