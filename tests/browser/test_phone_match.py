"""Two phones at the real `spytt play --listen`: a match of The Pack, and one that goes to sleep."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware_host.match_state import Phase
from hw.ports import Button
from tests.browser.consoles import phone_console
from tests.browser.driver import expect
from tests.browser.glass import frame_on, until
from tests.browser.phones import Phone, phone
from tests.browser.test_phone_pages import HIDE
from tests.browser.twin import Twin, next_presses

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SEED = 19
NAMES = ("Ana", "Ben")
CHOOSE = "Everybody chooses three cards to lie open"
Phones = tuple[Phone, Phone]


WATCH = """() => {
  const status = document.getElementById("status");
  window.said = [];
  new MutationObserver(() => window.said.push(status.textContent))
    .observe(status, { childList: true, characterData: true, subtree: true });
}"""
PAUSED = ("Paused: a pad is missing", "Cards are about to be turned")
TRIES = 4


@contextmanager
def table(chromium: "Browser", folder: Path) -> Iterator[Phones]:
    """Seat two phones at a console of their own."""
    options = ("--seed", str(SEED), "--names", ",".join(NAMES), "--game", "pack")
    with (
        phone_console(2, *options, "--state", str(folder)) as links,
        phone(chromium, links[0]) as ana,
        phone(chromium, links[1], size=(844, 390)) as ben,
    ):
        for each in (ana, ben):
            each.tab.evaluate(WATCH)
        yield ana, ben


def was_paused(phones: Phones) -> bool:
    """Tell whether a phone was silent for too long: on a busy machine that is no fault."""
    said = {words for each in phones for words in each.tab.evaluate("window.said")}
    return not said.isdisjoint(PAUSED)


def compare(phones: Phones, twin: Twin) -> None:
    """Wait until each phone shows what its panel must."""
    wanted = [twin.frame(seat) for seat in (0, 1)]
    until(phones[0].tab, lambda: [frame_on(each.tab, 0) for each in phones] == wanted)


def tap(phones: Phones, twin: Twin, presses: Iterable[tuple[int, Button]]) -> None:
    for seat, button in presses:
        phones[seat].tap(button)
        twin.press(seat, button)
        compare(phones, twin)


def play(phones: Phones) -> None:
    twin = Twin(SEED, NAMES, "pack")
    compare(phones, twin)
    tap(phones, twin, [(0, Button.READY), (1, Button.READY)])
    while twin.match.phase is Phase.PLAY:
        if twin.is_decided:
            twin.wait()
            compare(phones, twin)
        else:
            tap(phones, twin, next_presses([twin.scene(seat) for seat in (0, 1)]))
    assert twin.match.verdict == "Ana wins"
    for each in phones:
        expect(each.tab.locator("#score")).to_have_text("1 – 0")


def test_a_match_is_played_to_its_end_by_taps_and_every_picture_is_right(
    chromium: "Browser", tmp_path: Path
) -> None:
    """A match that a busy machine has paused is played anew: its twin knows of no pause."""
    for number in range(TRIES):
        with table(chromium, tmp_path / str(number)) as phones:
            try:
                play(phones)
            except AssertionError:
                if number + 1 == TRIES or not was_paused(phones):
                    raise
            else:
                return


@pytest.fixture
def phones(chromium: "Browser", tmp_path: Path) -> Iterator[Phones]:
    with table(chromium, tmp_path) as phones:
        yield phones


def test_a_phone_that_sleeps_pauses_the_match_which_goes_on_when_it_wakes(phones: Phones) -> None:
    ana, ben = phones
    for each in phones:
        each.tap(Button.READY)
    for each in phones:
        expect(each.tab.locator("#status")).to_have_text(CHOOSE)
    ben.tab.evaluate(HIDE, True)
    expect(ana.tab.locator("#status")).to_have_text("Paused: a pad is missing", timeout=1000)
    ben.tab.evaluate(HIDE, False)
    for each in phones:
        expect(each.tab.locator("#status")).to_have_text(CHOOSE)
