"""A phone's page in a real Chromium: screens of all shapes, fingers, sleep, who has the seat."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import GAMES
from firmware_host.languages import LANGUAGES
from firmware_host.screens.drawing import frame_of
from firmware_host.words import words_in
from hw.ports import CARD_BUTTONS, Boot, Button, Edge, Gone, Sync, Through
from sim.front_panel.server import FrontPanel
from sim.page_state import state_without_match
from sim.sample_scenes import MID_GAME
from tests.browser.driver import Page, expect
from tests.browser.glass import frame_on, until
from tests.browser.phones import Clockwork, phone
from tests.drivers.front_panel_guests import ANA, BEN, PHONES, Arrivals, open_panel

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

Served = tuple[FrontPanel, Arrivals]
SMALLEST = 44
"""A finger's width on glass, in CSS pixels."""
SHAPES = [
    pytest.param((320, 568), id="a small phone"),
    pytest.param((360, 640), id="a cheap phone"),
    pytest.param((390, 844), id="a tall phone"),
    pytest.param((568, 320), id="a small phone on its side"),
    pytest.param((844, 390), id="a tall phone on its side"),
    pytest.param((768, 1024), id="a tablet"),
]
STAGES = [
    (game, stage)
    for game in GAMES
    for stage in ("title", "demo", "choose", "play", "result", "away")
]

BOXES = """() => Object.fromEntries(
  [...document.querySelectorAll("canvas, button")].map((it) => {
    if (!it.checkVisibility()) return [];
    const { left, top, right, bottom } = it.getBoundingClientRect();
    return [it.dataset.button ?? it.id ?? "", [left, top, right, bottom]];
  }).filter((it) => it.length))"""
SCROLLED = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth, scrollHeight];
}"""
TOO_WIDE = """() => [...document.querySelectorAll(".console button span")]
  .filter((label) => label.offsetWidth > label.parentElement.clientWidth)
  .map((label) => label.textContent)"""
IS_CUT = """() => {
  const it = document.querySelector("#status");
  return it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight;
}"""
HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
DEAF = """for (const kind of ["onmessage", "onclose"]) {
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, kind);
  Object.defineProperty(WebSocket.prototype, kind, {
    set(heard) { set.call(this, (event) => { if (!window.isDeaf) heard(event); }); },
  });
}"""
PENDING = "Scheduling.prototype.isInputPending = () => Boolean(window.isPending);"
NO_LOCK = "delete Navigator.prototype.wakeLock;"
GRANTED = """Object.defineProperty(navigator, "wakeLock", { value: {
  request: async () => ({ released: false }) } });"""
FELT = """window.felt = [];
Object.defineProperty(navigator, "vibrate", { value: (lengths) => window.felt.push(lengths) });"""


@pytest.fixture
def served() -> Iterator[Served]:
    with open_panel(ANA, BEN, phones=PHONES) as served:
        yield served


def told(lang: str, game: str, stage: str) -> dict[str, object]:
    page = words_in(lang).page
    return {
        "names": ["Wilhelmina", "Ben"],
        "score": [12, 3],
        "lang": lang,
        "status": page.status(stage),
        "texts": page.texts(),
        "labels": page.labels(game, stage),
    }


@pytest.mark.parametrize("size", SHAPES)
def test_panel_and_buttons_fit_every_screen_without_scrolling(
    chromium: "Browser", served: Served, size: tuple[int, int]
) -> None:
    panel, _ = served
    with phone(chromium, panel.invitations[0], size=size, script=NO_LOCK) as ana:
        tab = ana.tab
        for lang in LANGUAGES:
            for game, stage in STAGES:
                panel.state(told(lang, game, stage))
                expect(tab.locator("#status")).to_have_text(words_in(lang).page.status(stage))
                assert tab.evaluate(SCROLLED) == list(size)
                assert tab.evaluate(TOO_WIDE) == []
                assert not tab.evaluate(IS_CUT), stage
                boxes = tab.evaluate(BOXES)
                assert {"", *Button} <= boxes.keys()
                check_boxes(boxes, size)


def check_boxes(boxes: dict[str, list[float]], size: tuple[int, int]) -> None:
    """All inside the screen, none on another; large enough; cards below the panel's columns."""
    for left, top, right, bottom in boxes.values():
        assert left >= 0
        assert top >= 0
        assert right <= size[0]
        assert bottom <= size[1]
    for name, (left, top, right, bottom) in boxes.items():
        assert name == "" or min(right - left, bottom - top) >= SMALLEST, name
    for one, other in combinations(boxes.values(), 2):
        assert not (
            one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
        )
    glass = boxes[""]
    column = (glass[2] - glass[0]) / 4
    assert column * 4 >= 0.78 * min(size), "the panel is as large as fits"
    for number, button in enumerate(CARD_BUTTONS):
        left, top, right, _ = boxes[button]
        assert top >= glass[3]
        assert left < glass[0] + column * (number + 0.5) < right


def test_nothing_can_be_zoomed_selected_or_dragged(chromium: "Browser", served: Served) -> None:
    with phone(chromium, served[0].invitations[0]) as ana:
        for place in ("body", "canvas", "#status", "[data-button=c1]", "[data-button=c1] span"):
            style = ana.tab.locator(place).evaluate(
                "(it) => { const s = getComputedStyle(it); return [s.touchAction, s.userSelect]; }"
            )
            assert style == ["none", "none"], place


def test_two_thumbs_press_at_once_and_each_is_seen(chromium: "Browser", served: Served) -> None:
    panel, arrivals = served
    with phone(chromium, panel.invitations[1]) as ben:
        ben.touch(Button.C2)
        ben.touch(Button.RIGHT)
        expect(ben.tab.locator(".held")).to_have_count(2)
        ben.let_go()
        edges = arrivals.wait(Edge, 4)
        assert {edge.pad for edge in edges} == {"b"}
        assert [(it.button, it.closed) for it in edges[:2]] == [
            (Button.C2, True),
            (Button.RIGHT, True),
        ]
        expect(ben.tab.locator(".held")).to_have_count(0)


def test_plain_http_gives_a_coarse_clock_which_the_page_measures(
    chromium: "Browser", served: Served
) -> None:
    panel, arrivals = served
    with phone(chromium, panel.invitations[0]) as ana:
        assert not ana.tab.evaluate("crossOriginIsolated")
        expect(ana.tab.locator("#line")).to_have_attribute("title", "connected, clock 100 µs")
        arrivals.wait(Sync)
    with phone(chromium, panel.invitations[0], Clockwork(tick_ms=1)) as ana:
        expect(ana.tab.locator("#line")).to_have_attribute("title", "connected, clock 1000 µs")


def test_on_this_very_machine_the_clock_is_fine(chromium: "Browser", served: Served) -> None:
    panel, _ = served
    with phone(chromium, panel.address, is_waited_for=False) as front:
        expect(front.tab.locator("nav svg")).to_have_count(2)
        with front.tab.context.expect_page() as opened:
            front.tab.get_by_text("Play this seat here").first.click()
        expect(opened.value.locator("#line")).to_have_attribute("title", "connected, clock 5 µs")


def test_the_codes_on_the_front_page_are_seen_and_lead_nowhere_else(
    tab: Page, served: Served
) -> None:
    panel, _ = served
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(panel.address)
    boxes = [tab.locator("nav svg").nth(seat).bounding_box() for seat in (0, 1)]
    assert all(box is not None and box["width"] == box["height"] >= 200 for box in boxes)
    assert all(url.startswith(panel.address) for url in asked)


def test_a_phone_that_sleeps_leaves_its_seat_at_once_and_comes_back_by_itself(
    chromium: "Browser", served: Served
) -> None:
    panel, arrivals = served
    lit = frame_of(MID_GAME[0])
    panel.show(0, lit)
    with phone(chromium, panel.invitations[0]) as ana:
        until(ana.tab, lambda: frame_on(ana.tab, 0) == lit)
        ana.touch(Button.C1)
        ana.tab.evaluate(HIDE, True)
        arrivals.wait(Gone)
        assert frame_on(ana.tab, 0) == bytes(1024), "no card may be studied meanwhile"
        expect(ana.tab.locator("#line")).to_have_class("off")
        ana.let_go()
        ana.tab.evaluate(HIDE, False)
        expect(ana.tab.locator("#line")).to_have_class("on")
        until(ana.tab, lambda: frame_on(ana.tab, 0) == lit)
        ana.tap(Button.C1)
        edges = [(it.closed, it.seq) for it in arrivals.wait(Edge, 4)]
        assert edges == [(True, 1), (False, 2)] * 2
        assert len(arrivals.of(Boot)) == 2


def test_a_reload_comes_back_and_a_closed_page_is_gone(chromium: "Browser", served: Served) -> None:
    panel, arrivals = served
    with phone(chromium, panel.invitations[0]) as ana:
        ana.tab.reload()
        expect(ana.tab.locator("#line")).to_have_class("on")
        arrivals.wait(Boot, 2)
        ana.tab.goto("about:blank")
        arrivals.wait_until(lambda: len(arrivals.of(Gone)) >= 1, "gone")
        arrivals.wait_until(lambda: isinstance(arrivals.of(object)[-1], Gone), "gone at last")
        ana.tab.go_back()
        expect(ana.tab.locator("#line")).to_have_class("on")


@pytest.mark.parametrize("lang", ["en", "nb"])
def test_where_there_is_no_line_the_glass_says_so_and_buttons_fade(
    chromium: "Browser", served: Served, lang: str
) -> None:
    panel, _ = served
    panel.state(state_without_match(lang))
    with phone(chromium, panel.invitations[0]) as ana:
        button, words = ana.tab.locator("[data-button=ready]"), ana.tab.locator(".lost")
        expect(button).to_have_css("opacity", "1")
        expect(words).to_be_empty()
        panel.close()
        expect(words).to_have_text(words_in(lang).page.texts()["waiting"])
        expect(button).not_to_have_css("opacity", "1")
        glass, told = ana.tab.locator("canvas").bounding_box(), words.bounding_box()
        assert glass
        assert told
        assert glass["y"] < told["y"] < told["y"] + told["height"] < glass["y"] + glass["height"]


def test_everything_that_can_be_touched_or_seen_has_a_name(
    chromium: "Browser", served: Served
) -> None:
    with phone(chromium, served[0].invitations[0]) as ana:
        has_name, tab = re.compile(r"\S"), ana.tab
        expect(tab.get_by_role("button", name=has_name)).to_have_count(10)
        expect(tab.get_by_role("img", name=has_name)).to_have_count(1)


def test_another_phone_takes_over_and_the_older_is_told_and_does_not_take_back_by_waking(
    chromium: "Browser", served: Served
) -> None:
    panel, arrivals = served
    link = panel.invitations[0]
    with phone(chromium, link) as older, phone(chromium, link) as newer:
        expect(older.tab.locator("#taken")).to_be_visible()
        expect(older.tab.locator("#taken p")).to_have_text(
            "This seat is being played on another page."
        )
        expect(older.tab.locator(".lost")).to_have_text("played on another page")
        older.tab.evaluate(HIDE, True)
        older.tab.evaluate(HIDE, False)
        newer.tap(Button.READY)
        arrivals.wait(Edge, 2)
        older.tab.locator("#back").tap()
        expect(newer.tab.locator("#taken")).to_be_visible()
        expect(older.tab.locator("#taken")).to_be_hidden()
        expect(older.tab.locator(".lost")).to_be_empty()


def test_a_phone_that_slept_while_another_took_its_seat_is_told_when_it_wakes(
    chromium: "Browser", served: Served
) -> None:
    panel, arrivals = served
    link = panel.invitations[0]
    with phone(chromium, link) as older:
        older.tab.evaluate(HIDE, True)
        arrivals.wait(Gone)
        with phone(chromium, link) as newer:
            older.tab.evaluate(HIDE, False)
            expect(older.tab.locator("#taken")).to_be_visible()
            expect(newer.tab.locator("#line")).to_have_class("on")
            expect(newer.tab.locator("#taken")).to_be_hidden()


def test_a_phone_out_of_reach_shows_no_cards_and_tries_again_without_a_word_from_the_console(
    chromium: "Browser", served: Served
) -> None:
    panel, arrivals = served
    panel.show(0, frame_of(MID_GAME[0]))
    with phone(chromium, panel.invitations[0], script=DEAF) as ana:
        until(ana.tab, lambda: frame_on(ana.tab, 0) != bytes(1024))
        ana.tab.evaluate("window.isDeaf = true")
        expect(ana.tab.locator("#line")).to_have_class("off", timeout=10_000)
        assert frame_on(ana.tab, 0) == bytes(1024)
        ana.tab.evaluate("window.isDeaf = false")
        expect(ana.tab.locator("#line")).to_have_class("on", timeout=10_000)
        arrivals.wait(Gone)


def test_while_input_waits_to_be_handled_no_time_is_closed_though_probes_are_answered(
    chromium: "Browser", served: Served
) -> None:
    panel, arrivals = served
    with phone(chromium, panel.invitations[0], script=PENDING) as ana:
        ana.tab.evaluate("window.isPending = true")
        before = len(arrivals.of(Through))
        marks = [mark.stamp for mark in arrivals.wait(Through, before + 4)[before + 1 :]]
        assert len(set(marks)) == 1
        ana.tab.evaluate("window.isPending = false")
        arrivals.wait_until(lambda: arrivals.of(Through)[-1].stamp > marks[-1], "time goes on")


@pytest.mark.parametrize(
    ("script", "is_asked"),
    [
        pytest.param(NO_LOCK, True, id="where the browser cannot keep it on"),
        pytest.param(GRANTED, False, id="where it does"),
    ],
)
def test_people_are_asked_to_keep_the_screen_on_where_nobody_else_does(
    chromium: "Browser", served: Served, script: str, is_asked: bool
) -> None:
    with phone(chromium, served[0].invitations[0], script=script) as ana:
        expect(ana.tab.locator("#awake")).to_be_visible(visible=is_asked)
        expect(ana.tab.locator("#awake")).to_have_text("Keep the screen on")


def test_a_press_is_felt_and_so_is_being_called(chromium: "Browser", served: Served) -> None:
    panel, _ = served
    with phone(chromium, panel.invitations[0], script=FELT) as ana:
        ana.tap(Button.C1)  # Browsers let a page buzz once it has been touched.
        ana.tap(Button.C1)
        panel.sound(1, "turn")
        panel.sound(0, "play")
        panel.sound(0, "turn")
        expect(ana.tab.locator("body")).to_have_attribute("data-sound", "turn")
        felt: list[Any] = ana.tab.evaluate("window.felt")
        assert felt[-1] == [60, 60, 60]
        assert set(map(str, felt[:-1])) == {"12"}


def test_a_phone_speaks_the_console_s_language_and_names_its_seat(
    chromium: "Browser", served: Served
) -> None:
    panel, _ = served
    with phone(chromium, panel.invitations[1]) as ben:
        panel.state({**state_without_match("nb"), "names": ["Åse", "Bjørn"], "score": [2, 1]})
        expect(ben.tab.locator("#name")).to_have_text("Bjørn")
        expect(ben.tab.locator("#score")).to_have_text("2 – 1")
        expect(ben.tab).to_have_title("Spytt: Bjørn")
        expect(ben.tab.locator("html")).to_have_attribute("lang", "nb")
        expect(ben.tab.locator("#mute")).to_have_attribute("aria-label", "lyd på")
        ben.tab.locator("#mute").tap()
        expect(ben.tab.locator("#mute")).to_have_attribute("aria-label", "lyd av")
