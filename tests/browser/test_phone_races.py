"""Two phones of different clocks race in a real Chromium: nobody is ever called first wrongly."""

import time
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from hw.ports import Button
from tests.browser.phones import Clockwork, Phone, Referee, phone, wait_until_s

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

FAST = Clockwork(ppm=3000, offset_ms=12_345, tick_ms=1)
SLOW = Clockwork(ppm=-4000, offset_ms=7, tick_ms=1)
BUSY = Clockwork(ppm=3000, offset_ms=12_345, tick_ms=1, throttle=6)
GAPS_MS = (1, 4, 16, 32, 300)
HONEST_MS = 16
"""Ticks of 1 ms on either side leave some 12 ms of doubt: from here on winners are named, the
farthest even where a browser hears of touches late."""


class Race:
    """Two phones, a referee, and what was named wrongly, rightly or not at all."""

    def __init__(self, referee: Referee, phones: tuple[Phone, Phone]) -> None:
        self.referee = referee
        self.phones = phones
        self.named: list[float] = []
        self.tied: list[float] = []

    def run(self, gap_ms: float, first: int) -> None:
        """Let phone `first` be touched, the other `gap_ms` later; whoever is named must be it."""
        before = len(self.referee.presses)
        for each in self.phones:
            each.rest()
        began_s = time.time()
        self.phones[first].touch(Button.LEFT, began_s)
        wait_until_s(began_s + gap_ms / 1000)
        self.phones[1 - first].touch(Button.LEFT, began_s + gap_ms / 1000)
        for each in self.phones:
            each.let_go()
        earlier, later = self.referee.wait(before + 2)[before:]
        if later.tie:
            self.tied.append(gap_ms)
            return
        self.named.append(gap_ms)
        assert (earlier.seat, later.seat) == (first, 1 - first), f"wrong at {gap_ms} ms"


@pytest.fixture(
    params=[
        pytest.param((FAST, SLOW), id="one clock fast, one slow"),
        pytest.param((BUSY, SLOW), id="the fast one on a processor six times slower"),
    ]
)
def race(request: pytest.FixtureRequest, chromium: "Browser") -> Iterator[Race]:
    referee = Referee()
    referee.front.start()
    links, clocks = referee.front.invitations, request.param
    with (
        closing(referee.front),
        phone(chromium, links[0], clocks[0]) as ana,
        phone(chromium, links[1], clocks[1]) as ben,
    ):
        yield Race(referee, (ana, ben))


def test_the_true_first_is_named_or_nobody_in_both_orders(
    race: Race, capsys: pytest.CaptureFixture[str]
) -> None:
    for gap_ms in (*GAPS_MS, *reversed(GAPS_MS)):
        for first in (0, 1):
            race.run(gap_ms, first)
    with capsys.disabled():
        print(
            f"\nnamed rightly at gaps of {sorted(race.named)} ms, photo finish at "
            f"{sorted(race.tied)} ms, {len(race.referee.late)} touches heard late"
        )
    assert max(race.named) >= HONEST_MS
    assert min(race.tied) < HONEST_MS


def test_a_touch_that_a_phone_hears_of_late_is_called_as_late_as_it_is(race: Race) -> None:
    """A finger of half a second ago: time has been closed since, and it may have been first."""
    ana, ben = race.phones
    ben.touch(Button.LEFT)
    race.referee.wait(1)
    ana.touch(Button.LEFT, time.time() - 0.5)
    assert 300e6 < race.referee.wait_for_late("a").late_ns < 5e9
    for each in race.phones:
        each.let_go()
    _, later = race.referee.wait(2)
    assert later.seat == 0
    assert later.tie


def test_a_browser_that_was_late_once_is_given_more_time(race: Race) -> None:
    ana, referee = race.phones[0], race.referee
    referee.wait_for_answers(3)
    assert min(referee.margins_us) < 12_000
    ana.touch(Button.LEFT, time.time() - 0.5)  # However late the newest watermark was itself.
    ana.let_go()
    referee.wait(1)
    before = len(referee.margins_us)
    referee.wait_for_answers(5)
    assert min(referee.margins_us[before + 2 :]) > 50_000
