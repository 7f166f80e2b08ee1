import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo

from firmware_host import catalogs, languages
from firmware_host.languages import LANGUAGES, translations

ROOT = Path(__file__).parents[2]
UPDATE = "run make catalogs, then translate what it names"

each_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def source() -> Catalog:
    return catalogs.texts(ROOT)


def forms(text: object) -> list[str]:
    """One form of a text, or one for each of its plural forms."""
    return [str(form) for form in text] if isinstance(text, list | tuple) else [str(text)]


def entries(catalog: Catalog) -> dict[tuple[str, ...], list[str]]:
    return {tuple(forms(message.id)): forms(message.string) for message in catalog if message.id}


def translated(catalog: Catalog) -> dict[tuple[str, ...], list[str]]:
    return {text: told for text, told in entries(catalog).items() if all(told)}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@each_language
def test_a_catalog_holds_every_text_of_the_source_and_no_other(
    language: str, source: Catalog
) -> None:
    assert entries(catalogs.read_catalog(ROOT, language)).keys() == entries(source).keys(), UPDATE


@each_language
def test_no_text_of_a_catalog_is_missing_uncertain_or_left_over(language: str) -> None:
    catalog = catalogs.read_catalog(ROOT, language)
    assert [message.id for message in catalogs.untranslated(catalog)] == []
    assert [message.id for message in catalog if message.id and message.fuzzy] == []
    assert list(catalog.obsolete) == []


@each_language
def test_a_translation_has_the_same_placeholders_as_its_text(language: str) -> None:
    for text, told in translated(catalogs.read_catalog(ROOT, language)).items():
        assert [placeholders(form) for form in told] == [placeholders(form) for form in text]


@each_language
def test_what_is_installed_says_the_same_as_the_catalog_that_people_edit(language: str) -> None:
    edited = catalogs.catalog_file(ROOT, language)
    with edited.with_suffix(".mo").open("rb") as compiled:
        assert entries(read_mo(compiled)) == translated(catalogs.read_catalog(ROOT, language)), (
            UPDATE
        )


def test_the_english_catalog_says_what_the_source_says() -> None:
    assert all(
        list(text) == told for text, told in entries(catalogs.read_catalog(ROOT, "en")).items()
    )


def test_each_language_speaks_its_own_words() -> None:
    assert [translations(language).gettext("Spit") for language in LANGUAGES] == ["Spit", "Spytt"]


def test_a_language_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(LookupError, match=re.escape("no language 'sv': choose en or nb")):
        translations("sv")


def test_a_catalog_that_was_not_compiled_is_named_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "LOCALE", tmp_path)
    with pytest.raises(FileNotFoundError, match=re.escape("'nb' are not compiled: install Spytt")):
        translations("nb")


# The upkeep of the catalogs, on a source of its own


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in catalogs.SOURCES:
        (tmp_path / folder).mkdir()
    return tmp_path


def says(project: Path, *lines: str) -> None:
    (project / "engine" / "words.py").write_text("\n".join(lines))
    catalogs.main(project)


def kept(project: Path, language: str) -> dict[tuple[str, ...], list[str]]:
    return entries(catalogs.read_catalog(project, language))


def test_a_text_is_found_by_each_of_its_marks(project: Path) -> None:
    says(project, 'self._("a")', 'self._n("{n} b", "{n} bs", 2)', 'raise E(say("c {d}", d=1))')
    assert kept(project, "nb").keys() == {("a",), ("{n} b", "{n} bs"), ("c {d}",)}


def test_a_new_text_is_english_at_once_and_waits_for_its_translation(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    says(project, '_("pile")')
    assert kept(project, "en") == {("pile",): ["pile"]}
    assert kept(project, "nb") == {("pile",): [""]}
    assert capsys.readouterr().out == (
        "firmware_host/locale/nb/LC_MESSAGES/spytt.po: 'pile' is not translated\n"
    )


def test_a_translation_stays_while_its_text_does_and_goes_with_it(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    says(project, '_("pile")')
    file = catalogs.catalog_file(project, "nb")
    file.write_text(file.read_text().removesuffix('""\n') + '"bunke"\n')
    says(project, "# moved down", '_("pile")')
    assert kept(project, "nb") == {("pile",): ["bunke"]}
    assert capsys.readouterr().out.endswith("Every text is translated.\n")
    says(project, '_("stock")')
    assert "pile" not in file.read_text()


def test_a_catalog_changes_only_when_a_text_does(project: Path) -> None:
    says(project, '_("pile")')
    before = catalogs.catalog_file(project, "nb").read_bytes()
    says(project, "", "", '_("pile")')
    assert catalogs.catalog_file(project, "nb").read_bytes() == before
