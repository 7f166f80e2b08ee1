from itertools import product

import pytest

from engine import pack, spit
from firmware_host.languages import LANGUAGES, translations
from firmware_host.screens.easel import WIDTH
from firmware_host.screens.lettering import width_of
from firmware_host.screens.reading import paged
from firmware_host.words.rules_text import RulesText

each_text = pytest.mark.parametrize(
    ("game", "language"), [*product((spit.NAME, pack.NAME), LANGUAGES)]
)


def pages(game: str, language: str) -> tuple[str, ...]:
    return RulesText(translations(language)).pages(game)


@each_text
def test_the_rules_are_read_in_a_minute_or_two(game: str, language: str) -> None:
    assert 8 <= len(pages(game, language)) <= 14


@each_text
def test_every_page_of_the_rules_has_a_heading_and_fits_a_panel(game: str, language: str) -> None:
    for page in pages(game, language):
        (lines,) = paged(page)
        assert lines[0].startswith("# "), page
        assert all(width_of(line) <= WIDTH - 2 for line in lines), page


@each_text
def test_no_page_of_the_rules_says_what_another_says(game: str, language: str) -> None:
    assert len(set(pages(game, language))) == len(pages(game, language))
