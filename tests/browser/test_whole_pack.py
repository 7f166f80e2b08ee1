"""A whole match of The Pack against the real `spytt play`, by keys on both seats of the page."""

import pytest

from firmware_host.match_state import Phase
from hw.ports import Button
from tests.browser.consoles import console
from tests.browser.driver import Page, expect
from tests.browser.twin import Twin, compare, next_presses, press_both

pytestmark = pytest.mark.browser

SEED = 19
"""Its game is short, and has burns, four of a kind, pick-ups, and all face-down cards turned."""
NAMES = ("Ana", "Ben")


def test_a_match_is_played_to_its_end_and_every_picture_on_the_way_is_right(tab: Page) -> None:
    twin = Twin(SEED, NAMES, "pack")
    with console("--seed", str(SEED), "--names", ",".join(NAMES), "--game", "pack") as address:
        tab.goto(address)
        compare(tab, twin)
        press_both(tab, twin, [(0, Button.READY), (1, Button.READY)])
        expect(tab.locator("#status")).to_have_text("Everybody chooses three cards to lie open")
        while twin.match.phase is Phase.PLAY:
            play_on(tab, twin)
        assert twin.match.verdict == "Ana wins"
        expect(tab.locator("#status")).to_have_text("The game is over: READY for another")
        expect(tab.locator("#score")).to_have_text("1 – 0")


def play_on(tab: Page, twin: Twin) -> None:
    """Do what the panels ask for; when the last card lies, wait for the result."""
    if twin.is_decided:
        twin.wait()
        compare(tab, twin)
    else:
        press_both(tab, twin, list(next_presses([twin.scene(seat) for seat in (0, 1)])))
