"""The front panel in a real Chromium: keys, touches, pixels, sounds, and what it may load."""

import json
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise

import pytest

from engine.games import GAMES
from firmware_host.effects import Tone
from firmware_host.languages import LANGUAGES
from firmware_host.preferences import VOLUMES
from firmware_host.rest import CONTRASTS, DIMMED
from firmware_host.screens.drawing import frame_of
from firmware_host.settings import Settings
from firmware_host.words import words_in
from hw.ports import Arrival, Boot, Button, Edge, Gone, Sync, Through
from sim.front_panel.server import FrontPanel
from sim.page_state import state_without_match
from sim.sample_scenes import MID_GAME, SAMPLES
from tests.browser.driver import Page, expect
from tests.browser.glass import frame_on
from tests.browser.keys import LEFT, RIGHT
from tests.drivers.front_panel_guests import ANA, BEN, CLEO, Arrivals, open_panel

pytestmark = pytest.mark.browser

Served = tuple[FrontPanel, Arrivals]
KEYS = (("a", tuple(LEFT.values())), ("b", tuple(RIGHT.values())))


@pytest.fixture
def served() -> Iterator[Served]:
    with open_panel() as served:
        yield served


def go(tab: Page, panel: FrontPanel) -> None:
    tab.goto(panel.address)
    expect(tab.locator("#line")).to_have_class("on")


def seen(edges: list[Edge]) -> list[tuple[str, Button, bool]]:
    return [(edge.pad, edge.button, edge.closed) for edge in edges]


def test_every_key_of_both_seats_is_its_button(tab: Page, served: Served) -> None:
    panel, arrivals = served
    go(tab, panel)
    expected = []
    for pad, keys in KEYS:
        for key, button in zip(keys, Button, strict=True):
            tab.keyboard.press(key)
            expected.append((pad, button))
    edges = arrivals.wait(Edge, 2 * len(expected))
    assert [(edge.pad, edge.button) for edge in edges if edge.closed] == expected
    for pad, _ in KEYS:
        own = [edge for edge in edges if edge.pad == pad]
        assert [edge.seq for edge in own] == list(range(1, 17))
        assert [edge.stamp for edge in own] == sorted(edge.stamp for edge in own)


def test_a_held_key_repeats_nothing_and_both_players_are_heard_at_once(
    tab: Page, served: Served
) -> None:
    panel, arrivals = served
    go(tab, panel)
    for key in ("KeyQ", "KeyQ", "Digit7", "KeyQ"):
        tab.keyboard.down(key)
    tab.keyboard.up("Digit7")
    tab.keyboard.up("KeyQ")
    assert seen(arrivals.wait(Edge, 4)) == [
        ("a", Button.C1, True),
        ("b", Button.C1, True),
        ("b", Button.C1, False),
        ("a", Button.C1, False),
    ]


def test_leaving_the_page_releases_what_is_held(tab: Page, served: Served) -> None:
    panel, arrivals = served
    go(tab, panel)
    tab.keyboard.down("KeyZ")
    tab.evaluate("dispatchEvent(new Event('blur'))")
    tab.keyboard.up("KeyZ")
    tab.keyboard.press("KeyX")
    assert seen(arrivals.wait(Edge, 4))[:3] == [
        ("a", Button.LEFT, True),
        ("a", Button.LEFT, False),
        ("a", Button.RIGHT, True),
    ]


def test_the_mouse_presses_too(tab: Page, served: Served) -> None:
    panel, arrivals = served
    go(tab, panel)
    tab.locator("[data-seat='1'] [data-button=draw]").click()
    assert seen(arrivals.wait(Edge, 2)) == [("b", Button.DRAW, True), ("b", Button.DRAW, False)]


def test_a_key_and_a_click_without_length_keep_the_contact_closed_long_enough(
    tab: Page, served: Served
) -> None:
    panel, arrivals = served
    go(tab, panel)
    tab.keyboard.press("KeyQ")
    tab.locator("[data-seat='1'] [data-button=draw]").click()
    edges = arrivals.wait(Edge, 4)
    for pad in "ab":
        closed, opened = (edge for edge in edges if edge.pad == pad)
        assert (closed.closed, opened.closed) == (True, False)
        assert opened.stamp - closed.stamp > Settings().qualify_us


def test_presses_without_length_never_cost_the_line_however_often_the_page_is_asked(
    tab: Page,
) -> None:
    arrivals = Arrivals()

    def put(arrival: Arrival) -> None:
        arrivals.put(arrival)
        if isinstance(arrival, Through):
            panel.ask(arrival.pad)  # at once again: each answer is a watermark, soon past a release

    panel = FrontPanel(0, (ANA, BEN), put, state_without_match("en"))
    panel.start()
    with closing(panel):
        go(tab, panel)
        for number in range(200):
            tab.keyboard.press(KEYS[number % 2][1][number // 2 % 8])
        edges = arrivals.wait(Edge, 400)
        assert len(arrivals.of(Boot)) == 2
        assert arrivals.of(Gone) == []
    for pad in "ab":
        stamps = [edge.stamp for edge in edges if edge.pad == pad]
        assert stamps == sorted(stamps)


def test_two_fingers_press_on_both_pads_and_a_cancelled_touch_is_a_release(
    tab: Page, served: Served
) -> None:
    panel, arrivals = served
    go(tab, panel)
    points = []
    for seat, button in ((0, "c2"), (1, "left")):
        box = tab.locator(f"[data-seat='{seat}'] [data-button={button}]").bounding_box()
        assert box is not None
        points.append({"x": box["x"] + 20, "y": box["y"] + 20, "id": seat})
    fingers = tab.context.new_cdp_session(tab)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    edges = seen(arrivals.wait(Edge, 4))
    assert edges[:2] == [("a", Button.C2, True), ("b", Button.LEFT, True)]
    assert sorted(edges[2:]) == [("a", Button.C2, False), ("b", Button.LEFT, False)]


def test_reloading_reboots_the_pads_and_closing_takes_them(tab: Page, served: Served) -> None:
    panel, arrivals = served
    go(tab, panel)
    tab.keyboard.press("KeyQ")
    arrivals.wait(Edge, 2)
    tab.reload()
    assert [boot.boot for boot in arrivals.wait(Boot, 4)] == [1, 1, 2, 2]
    expect(tab.locator("#line")).to_have_class("on")
    tab.keyboard.press("KeyQ")
    assert [edge.seq for edge in arrivals.wait(Edge, 4)] == [1, 2, 1, 2]
    gone = len(arrivals.of(Gone))
    tab.close()
    arrivals.wait(Gone, gone + 2)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_page_shows_the_very_pixels_of_both_panels(
    tab: Page, served: Served, name: str
) -> None:
    panel, _ = served
    go(tab, panel)
    frames = [frame_of(scene) for scene in SAMPLES[name]]
    for seat, frame in enumerate(frames):
        panel.show(seat, frame)
    for seat, frame in enumerate(frames):
        tab.wait_for_function(IS_SHOWN, arg=[seat, list(frame)])
        assert frame_on(tab, seat) == frame


IS_SHOWN = """([seat, wanted]) => {
  const canvas = document.querySelectorAll("canvas")[seat];
  const data = canvas.getContext("2d").getImageData(0, 0, 128, 64).data;
  return wanted.every((byte, place) => [0, 1, 2, 3, 4, 5, 6, 7].every((bit) => {
    const y = Math.floor(place / 128) * 8 + bit;
    return (data[4 * (y * 128 + place % 128)] > 127) === Boolean((byte >> bit) & 1);
  }));
}"""

WATCH = """() => { window.shown = new Promise((resolve) => {
  const context = document.querySelector("canvas").getContext("2d");
  const look = () => context.getImageData(64, 32, 1, 1).data[0] > 127
    ? resolve(performance.timeOrigin + performance.now()) : requestAnimationFrame(look);
  look();
}); }"""


def test_pixels_reach_the_page_soon_after_the_decision(
    tab: Page, served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    panel, _ = served
    go(tab, panel)
    late_ms = []
    for _ in range(20):
        panel.show(0, bytes(1024))
        tab.wait_for_function(IS_SHOWN, arg=[0, [0] * 1024])
        tab.evaluate(WATCH)
        began_ms = time.time_ns() / 1e6
        panel.show(0, b"\xff" * 1024)
        late_ms.append(tab.evaluate("window.shown") - began_ms)
    late_ms.sort()
    with capsys.disabled():
        print(f"\nshow() to painted: p50 {late_ms[10]:.1f} ms, worst {late_ms[-1]:.1f} ms")
    assert late_ms[10] < 500


def test_sounds_are_made_at_the_console_s_volume_and_muting_lasts(
    tab: Page, served: Served
) -> None:
    panel, _ = served
    tab.add_init_script(EAR)
    go(tab, panel)
    tab.keyboard.press("KeyQ")
    for tone in Tone:
        panel.sound(None, tone)
        expect(tab.locator("body")).to_have_attribute("data-sound", tone)
        assert tab.evaluate("window.peaks.splice(0)"), f"{tone} makes no sound"
    peaks = [peak_at(tab, panel, volume) for volume in VOLUMES]
    assert peaks[0] == 0
    assert peaks == sorted(set(peaks))
    tab.locator("#mute").click()
    assert peak_at(tab, panel, 4) == 0
    tab.reload()
    expect(tab.locator("#mute")).to_have_text("sound off")


def peak_at(tab: Page, panel: FrontPanel, volume: int) -> float:
    """Tell how loud a tone is made; its attribute, not its sound, says that it has come."""
    tab.evaluate("delete document.body.dataset.sound")
    panel.state({"volume": volume})
    panel.sound(0, "play")
    expect(tab.locator("body")).to_have_attribute("data-sound", "play")
    return max(tab.evaluate("window.peaks.splice(0)"), default=0.0)


EAR = """
window.peaks = [];
const ramp = AudioParam.prototype.linearRampToValueAtTime;
AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
  window.peaks.push(value);
  return ramp.call(this, value, at);
};
"""


def test_names_score_and_status_stand_on_the_page(tab: Page, served: Served) -> None:
    panel, _ = served
    go(tab, panel)
    panel.state({"names": ["Åse <b>", "Ben"], "score": [2, 1], "status": "play"})
    expect(tab.locator(".name").first).to_have_text("Åse <b>")
    expect(tab.locator("#score")).to_have_text("2 – 1")
    expect(tab.locator("#status")).to_have_text("play")


def test_a_larger_table_is_named_and_bots_are_told(tab: Page, served: Served) -> None:
    panel, _ = served
    go(tab, panel)
    names = ["Ana", "Bot 1", "Bot 2"]
    panel.state({"names": names, "bots": [False, True, True], "score": [2, 0, 1]})
    expect(tab.locator("#table li")).to_have_text(["Ana 2", "Bot 1 0", "Bot 2 1"])
    expect(tab.locator("h2 small")).to_have_text(["", "played by a bot"])
    expect(tab.locator("#score")).to_be_empty()


def test_a_pad_that_has_no_seat_in_the_game_says_so(tab: Page) -> None:
    with open_panel(ANA, BEN, CLEO) as (panel, _):
        tab.goto(f"{panel.address}seat/3")
        expect(tab.locator("h2")).to_have_text("Seat 3 not in this game")


def test_light_dims_the_panel_but_changes_no_pixel(tab: Page, served: Served) -> None:
    panel, _ = served
    go(tab, panel)
    lit = frame_of(MID_GAME[0])
    panel.show(0, lit)
    shares = []
    for contrast in (*CONTRASTS, DIMMED):
        panel.light(0, contrast)
        expect(tab.locator("canvas").first).to_have_attribute("data-contrast", str(contrast))
        shares.append(float(tab.evaluate(BRIGHTNESS)))
    assert frame_on(tab, 0) == lit
    *steps, dimmed = shares
    assert steps == sorted(set(steps))
    assert (steps[-1], dimmed) == (1, min(shares))
    assert min(b - a for a, b in pairwise(steps)) > 0.1


BRIGHTNESS = """() => {
  const { filter } = getComputedStyle(document.querySelector("canvas"));
  return filter === "none" ? 1 : Number(filter.match(/[0-9.]+/)[0]);
}"""


def test_a_second_page_takes_over_and_the_first_can_take_back(tab: Page, served: Served) -> None:
    panel, arrivals = served
    go(tab, panel)
    second = tab.context.new_page()
    go(second, panel)
    expect(tab.locator("#taken")).to_be_visible()
    tab.locator("#back").click()
    expect(second.locator("#taken")).to_be_visible()
    expect(tab.locator("#taken")).to_be_hidden()
    assert [boot.boot for boot in arrivals.wait(Boot, 6)] == [1, 1, 2, 2, 3, 3]


def test_a_page_that_lost_the_console_shows_no_cards_and_says_so(tab: Page, served: Served) -> None:
    panel, _ = served
    go(tab, panel)
    lit = frame_of(MID_GAME[0])
    panel.show(0, lit)
    tab.wait_for_function(IS_SHOWN, arg=[0, list(lit)])
    panel.close()
    expect(tab.locator("#line")).to_have_class("off")
    assert frame_on(tab, 0) == bytes(1024)


def test_with_one_pad_the_page_has_one_case(tab: Page) -> None:
    with open_panel(ANA) as (panel, arrivals):
        go(tab, panel)
        expect(tab.locator(".console")).to_have_count(1)
        tab.keyboard.press("Digit7")
        tab.keyboard.press("KeyQ")
        assert {edge.pad for edge in arrivals.wait(Edge, 2)} == {"a"}


def test_no_request_leaves_the_machine_and_the_clock_ticks_finely(
    tab: Page, served: Served
) -> None:
    panel, arrivals = served
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    go(tab, panel)
    assert asked
    assert all(url.startswith((panel.address, "data:")) for url in asked)
    assert tab.evaluate("crossOriginIsolated")
    expect(tab.locator("#line")).to_have_text("connected, clock 5 µs")
    arrivals.wait(Sync, 2)
    refused = tab.evaluate("fetch('https://example.com/').then(() => 'sent', () => 'refused')")
    assert refused == "refused"


def test_a_page_of_another_origin_cannot_connect(tab: Page, served: Served) -> None:
    panel, arrivals = served
    tab.goto("data:text/html,<p>elsewhere")
    url = panel.address.replace("http", "ws") + "socket"
    outcome = tab.evaluate(
        "(url) => new Promise((done) => { const socket = new WebSocket(url);"
        " socket.onopen = () => done('open'); socket.onerror = () => done('refused'); })",
        url,
    )
    assert outcome == "refused"
    assert arrivals.of(Boot) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("width", "height"),
    [
        pytest.param(1280, 800, id="a laptop"),
        pytest.param(1920, 1080, id="a desk"),
        pytest.param(1024, 768, id="a tablet on its side"),
    ],
)
def test_the_whole_page_fits_without_scrolling_or_moving_the_pads(
    tab: Page, served: Served, width: int, height: int, lang: str
) -> None:
    panel, _ = served
    tab.set_viewport_size({"width": width, "height": height})
    go(tab, panel)
    places = set()
    for game, stage in STAGES:
        panel.state(told(lang, game, stage))
        expect(tab.locator("#status")).to_have_text(f"{game} {stage}")
        assert tab.evaluate(SIZE) == [width, height]
        places.add(str(tab.locator("canvas").first.bounding_box()))
    assert len(places) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_label_is_wider_than_its_button_on_a_phone(tab: Page, served: Served, lang: str) -> None:
    panel, _ = served
    tab.set_viewport_size({"width": 360, "height": 740})
    go(tab, panel)
    for game, stage in STAGES:
        panel.state(told(lang, game, stage))
        expect(tab.locator("#status")).to_have_text(f"{game} {stage}")
        assert tab.evaluate(TOO_WIDE) == []


STAGES = [(game, stage) for game in GAMES for stage in ("title", "choose", "play", "result")]
SIZE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
TOO_WIDE = """[...document.querySelectorAll(".buttons span")]
  .filter((label) => label.offsetWidth > label.parentElement.clientWidth)
  .map((label) => label.textContent)"""


def told(lang: str, game: str, stage: str) -> dict[str, object]:
    """Tell the page all words of a stage; the status only says which."""
    page = words_in(lang).page
    return {
        "lang": lang,
        "status": f"{game} {stage}",
        "texts": page.texts(),
        "labels": page.labels(game, stage),
        "steps": page.steps(game, stage),
    }


def test_keys_stamped_before_a_watermark_are_rare(
    tab: Page, served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    """Measures what clock.js's margin rests on: how stale events are when they are dispatched."""
    panel, _ = served
    tab.add_init_script(LAG_PROBE)
    go(tab, panel)
    for number in range(150):
        panel.ask("a")
        panel.show(0, frame_of(MID_GAME[number % 2]))
        tab.keyboard.press(KEYS[number % 2][1][number % 8])
    lags, behind = json.loads(tab.evaluate("JSON.stringify([window.lags, window.behind])"))
    with capsys.disabled():
        print(
            f"\n{len(lags)} keys: dispatched up to {max(lags):.1f} ms after their stamp; "
            f"stamped up to {max(behind):.2f} ms before the newest watermark's answer (margin 8)"
        )
    assert len(lags) == 300


LAG_PROBE = """
window.lags = []; window.behind = []; let answered = -1e9;
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  if (data.includes("probe")) answered = performance.now();
  return send.call(this, data);
};
for (const kind of ["keydown", "keyup"]) addEventListener(kind, (event) => {
  lags.push(performance.now() - event.timeStamp);
  behind.push(answered - event.timeStamp);
}, true);
"""
