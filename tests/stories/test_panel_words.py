"""Every text of a panel fits into its place and can be printed, in both languages."""

import inspect
from collections.abc import Iterator

import pytest

from firmware_host.languages import LANGUAGES
from firmware_host.screens import easel
from firmware_host.screens.drawing import draw
from firmware_host.screens.lettering import Lettering, letters
from firmware_host.screens.scenes import Scene
from firmware_host.words import Words, words_in
from tests.stories.panel_words import texts

SIX_LETTERS = ("Håvard", "Gunnar")
TWELVE_LETTERS = ("Gøran-Mæhwåm", "Wilhelmåmøæm")
PANEL_WORDS = ("spit", "pack", "coach", "pause", "end", "title", "names", "doctor")
OF_MENUS = {
    "title.players", "title.bots", "title.guided", "title.rules", "title.language",
    "title.brightness", "title.volume", "title.back", "title.on_or_off", "title.refill",
    "title.by_itself_or_hand", "title.lockout", "title.seconds", "title.pack_rule", "names.level",
}  # fmt: skip
"""What stands in menus: `title.items` has them, as the title makes them."""

each_language = pytest.mark.parametrize("language", LANGUAGES)


def written(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> str:
    """Draw a scene; give what was written, line after line, as it was cut to fit."""
    lines: list[str] = []

    def noted(text: str, lettering: Lettering = Lettering.PLAIN) -> object:
        lines.append(text)
        return letters(text, lettering)

    with monkeypatch.context() as patch:
        patch.setattr(easel, "letters", noted)
        draw(scene)
    return " ".join(lines)


def methods(words: Words) -> Iterator[str]:
    for group in PANEL_WORDS:
        for name, _ in inspect.getmembers(type(getattr(words, group)), inspect.isfunction):
            if not name.startswith("_") and name != "decimal":
                yield f"{group}.{name}"


@each_language
def test_every_text_fits_where_it_stands(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = [
        f"{method}: {text!r} is {written(scene, monkeypatch)!r}"
        for method, shown in texts(words_in(language), *SIX_LETTERS).items()
        for text, scene in shown
        if text not in written(scene, monkeypatch)
    ]
    assert cut == []


@each_language
def test_every_sign_of_a_text_can_be_printed(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = letters("□").tobytes()
    signs = {
        sign
        for shown in texts(words_in(language), *TWELVE_LETTERS).values()
        for text, scene in shown
        for sign in text + written(scene, monkeypatch)
    }
    assert {sign for sign in signs if letters(sign).tobytes() == unknown} == set()


@each_language
def test_no_method_of_the_panels_words_is_forgotten_here(language: str) -> None:
    words = words_in(language)
    known = {*texts(words, *SIX_LETTERS)} - {"title.items"} | OF_MENUS
    assert {*methods(words)} == known


@each_language
def test_of_a_long_name_only_the_name_is_cut_in_the_news_of_a_table_of_more(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = words_in(language)
    name = TWELVE_LETTERS[0]
    for method in ("pack.took", "pack.played", "pack.begins"):
        for text, scene in texts(words, *TWELVE_LETTERS)[method]:
            news = text.removeprefix(name)
            assert news in written(scene, monkeypatch), method
