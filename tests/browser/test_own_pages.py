"""Three people at the real `spytt play`, each on a page of its own, and a bot."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest

from hw.ports import Button
from tests.browser.consoles import console
from tests.browser.driver import Page, expect
from tests.browser.keys import press

pytestmark = pytest.mark.browser

SEATS = (0, 1, 2)
TRIES = 5
CHOOSE = "Everybody chooses three cards to lie open"


@pytest.fixture
def address() -> Iterator[str]:
    with console("--pads", "3", "--game", "pack", "--seats", "4", "--seed", "7") as address:
        yield address


def test_the_front_page_leads_to_each_seat(tab: Page, address: str) -> None:
    tab.goto(address)
    expect(tab.locator("nav li")).to_have_text(["Seat 1 Ana", "Seat 2 Ben", "Seat 3 Cleo"])
    tab.get_by_text("Cleo").click()
    expect(tab).to_have_title("Spytt: Cleo")
    expect(tab.locator("h2")).to_have_text("Cleo")
    expect(tab.locator(".own")).to_have_text("Cleo")
    expect(tab.locator("#table li")).to_have_text(["Ana", "Ben", "Cleo", "Bot"])


def test_each_page_plays_its_seat_and_is_told_nothing_of_another_s(tab: Page, address: str) -> None:
    pages = [tab, tab.context.new_page(), tab.context.new_page()]
    heard = [hear(page) for page in pages]
    begin(pages, address)
    for page in pages:
        page.bring_to_front()
        for button in (Button.C1, Button.C2, Button.C3, Button.READY):
            press(page, button)
    for page in pages:
        expect(page.locator("#status")).not_to_have_text(CHOOSE, timeout=20_000)
    for seat, messages in zip(SEATS, heard, strict=True):
        assert {data[0] for data in messages if isinstance(data, bytes)} == {seat}
        told = [json.loads(data) for data in messages if isinstance(data, str)]
        seats = {place for message in told for place in seats_named(message)}
        assert seats <= {seat, None}


def test_a_closed_page_takes_its_pad_along_and_the_others_wait(tab: Page, address: str) -> None:
    pages = [tab, tab.context.new_page(), tab.context.new_page()]
    begin(pages, address)
    pages[2].close()
    for page in pages[:2]:
        expect(page.locator("#status")).to_have_text("Paused: a pad is missing")
    again = tab.context.new_page()
    again.goto(f"{address}seat/3")
    for page in (*pages[:2], again):
        expect(page.locator("#status")).to_have_text(CHOOSE)


def begin(pages: Sequence[Page], address: str) -> None:
    """Sit down at each seat, and call ready until cards are dealt.

    On a busy machine a page may be called absent for a moment, and what it said of before is void.
    """
    for seat, page in zip(SEATS, pages, strict=True):
        page.goto(f"{address}seat/{seat + 1}")
    for page in pages:
        expect(page.locator("#line")).to_have_class("on")
    for _ in range(TRIES):
        for page in pages:
            press(page, Button.READY)
        with suppress(AssertionError):
            expect(pages[0].locator("#status")).to_have_text(CHOOSE, timeout=2000)
            break
    for page in pages:
        expect(page.locator("#status")).to_have_text(CHOOSE)


def hear(page: Page) -> list[str | bytes]:
    """Collect all that the console tells a page."""
    messages: list[str | bytes] = []
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda data: messages.append(data))
    )
    return messages


def seats_named(message: dict[str, Any]) -> list[int | None]:
    """Name the seats that a message is about, None being everybody."""
    if "welcome" in message:
        return [pad["seat"] for pad in message["welcome"]]
    return [message["seat"]] if "seat" in message else []
