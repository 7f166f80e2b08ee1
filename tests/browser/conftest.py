"""A real Chromium for the front panel; where it is missing its tests are skipped and say so."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


# Not for the session: while Playwright runs, no other test could run an event loop.
@pytest.fixture(scope="package")
def chromium() -> Iterator["Browser"]:
    if not CHROMIUM.exists():
        # In CI a skipped test would hide that nothing installed the browser.
        give_up = pytest.fail if os.environ.get("SPYTT_TEST_BROWSER") == "required" else pytest.skip
        give_up(f"{CHROMIUM} is missing: install Debian's package chromium")
    from tests.browser.driver import sync_playwright

    with sync_playwright() as play:
        # Playwright gives each start a new, empty profile and removes it afterwards.
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def tab(chromium: "Browser") -> Iterator["Page"]:
    """A fresh tab; whatever its page throws or says in anger fails the test."""
    context = chromium.new_context(locale="en-US")
    tab = context.new_page()
    tab.set_viewport_size({"width": 1280, "height": 800})
    troubles: list[str] = []
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    yield tab
    context.close()
    assert troubles == []
