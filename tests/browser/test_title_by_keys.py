"""The title of the real `spytt play`: game and language changed by keys, seen on panel and page."""

from collections.abc import Iterator

import pytest

from engine import pack, spit
from hw.ports import Button
from tests.browser.consoles import console
from tests.browser.driver import Page, expect
from tests.browser.twin import Twin, compare, press_both

pytestmark = pytest.mark.browser

LANGUAGE = 4
"""Where the language stands in Spit's menu."""
NAMES = ("Ana", "Ben")


@pytest.fixture
def address() -> Iterator[str]:
    with console("--names", ",".join(NAMES)) as address:
        yield address


def test_the_first_card_button_changes_the_game_on_both_panels_and_what_the_page_tells(
    tab: Page, address: str
) -> None:
    twin = Twin(0, NAMES, spit.NAME)
    tab.goto(address)
    compare(tab, twin)
    expect(tab.locator("footer li").nth(2)).to_contain_text("Spit, both at once")
    press_both(tab, twin, [(0, Button.C1)])
    assert twin.match.preferences.game == pack.NAME
    expect(tab.locator("footer li").nth(2)).to_contain_text("The Pack, in turns")


def test_the_menu_changes_the_language_of_panels_and_page_at_once(tab: Page, address: str) -> None:
    twin = Twin(0, NAMES, spit.NAME)
    tab.goto(address)
    compare(tab, twin)
    way = [Button.C4, *[Button.RIGHT] * LANGUAGE, Button.READY, Button.DRAW]
    press_both(tab, twin, [(1, button) for button in way])
    assert twin.match.preferences.lang == "nb"
    expect(tab.locator("html")).to_have_attribute("lang", "nb")
    expect(tab).to_have_title("Spytt: frontpanel")
    expect(tab.locator("#mute")).to_have_text("lyd på")
    expect(tab.locator("#line")).to_have_text("tilkoblet, klokke 5 µs")
    expect(tab.locator("footer h3")).to_have_text("Slik spiller dere")
    expect(tab.locator("[data-seat='0'] [data-button=ready] span")).to_have_text("klar")
    expect(tab.locator("canvas").first).to_have_attribute("aria-label", "skjermen til Ana")
