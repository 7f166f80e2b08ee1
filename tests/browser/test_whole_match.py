"""A whole match of Spit against the real `spytt play`, by keys, read off the panels' pixels."""

import re
from collections.abc import Iterator

import pytest

from firmware_host.screens.result import draw_result
from firmware_host.screens.scenes import Result
from hw.panel_frame import unpack
from hw.ports import CARD_BUTTONS, Button
from tests.browser.consoles import console
from tests.browser.driver import Page, expect
from tests.browser.glass import frame_on, hand, piles, until
from tests.browser.keys import press

pytestmark = pytest.mark.browser

PILES = (Button.LEFT, Button.RIGHT)
SCORES = {"Ana wins": "1 – 0", "Ben wins": "0 – 1", "A draw": "0 – 0"}
"""How a match may end; which way depends on how quickly the page was read."""
TURNS = 400
"""No match of 104 cards takes as many plays and spits."""


@pytest.fixture
def address() -> Iterator[str]:
    with console("--seed", "11", "--names", "Ana,Ben") as address:
        yield address


def test_a_match_is_played_to_its_end_with_keys_and_read_off_the_panels(
    tab: Page, address: str
) -> None:
    tab.goto(address)
    expect(tab.locator("#status")).to_have_text(re.compile("READY starts"))
    both_ready(tab)
    for _ in range(TURNS):
        wait_for(tab, "Play!|Stuck.*|The game is over.*")
        status = tab.locator("#status").inner_text()
        if status.startswith("The game is over"):
            break
        if status.startswith("Stuck"):
            both_ready(tab)
        else:
            play_one(tab)
    verdict = read_verdict(tab)
    expect(tab.locator("#score")).to_have_text(SCORES[verdict])


def wait_for(tab: Page, words: str) -> None:
    expect(tab.locator("#status")).to_have_text(re.compile(words), timeout=20_000)


def both_ready(tab: Page) -> None:
    """Both press; the console takes the table on from what it says now."""
    before = tab.locator("#status").inner_text()
    for side in (0, 1):
        press(tab, Button.READY, side)
    expect(tab.locator("#status")).not_to_have_text(before, timeout=20_000)


def play_one(tab: Page) -> None:
    """Play a card that the panels show to fit, and wait until the panels show it played."""
    before = frame_on(tab, 0), frame_on(tab, 1)
    found = find_play(before)
    if found is None:
        return  # A panel was read between two pictures; the next turn reads it again.
    seat, slot, pile = found
    press(tab, CARD_BUTTONS[slot], seat)
    press(tab, PILES[pile], seat)
    rank = hand(before[seat])[slot]
    until(tab, lambda: piles(frame_on(tab, 0))[pile] == rank or not is_in_play(tab))


def find_play(frames: tuple[bytes, bytes]) -> tuple[int, int, int] | None:
    tops = piles(frames[0])
    for seat, frame in enumerate(frames):
        for slot, rank in enumerate(hand(frame)):
            for pile, top in enumerate(tops):
                if rank is not None and top is not None and (rank - top) % 13 in (1, 12):
                    return seat, slot, pile
    return None


def is_in_play(tab: Page) -> bool:
    return tab.locator("#status").inner_text() == "Play!"


def read_verdict(tab: Page) -> str:
    """Read off both panels how it ended: the headline's pixels are those of that verdict."""
    until(tab, lambda: None not in verdicts(tab))
    first, second = verdicts(tab)
    assert first == second
    assert first is not None
    return first


def verdicts(tab: Page) -> tuple[str | None, str | None]:
    first, second = (verdict_on(frame_on(tab, seat)) for seat in (0, 1))
    return first, second


def verdict_on(frame: bytes) -> str | None:
    headline = unpack(frame).crop((0, 0, 128, 10)).tobytes()
    for verdict in SCORES:
        result = Result(verdict, ("Ana", "Ben"), (0, 0), (), (False, False), "")
        if headline == draw_result(result).crop((0, 0, 128, 10)).tobytes():
            return verdict
    return None
