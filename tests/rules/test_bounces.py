"""How contacts bounce: cut into taps, drawn with characters, and what settings suit them."""

import pytest

from firmware_host.doctor.advice import advise
from firmware_host.doctor.bounce_picture import BLOCKS, PLAIN, drawn, pictured
from firmware_host.doctor.bounces import Tap, Taps
from firmware_host.settings import Settings
from hw.ports import Button, Clock, Edge, HostNs
from sim.finger import REAL_PRESS, pattern

US = 1000


def taps(*texts: str, clock: Clock = Clock.HOST) -> tuple[Tap, ...]:
    """Take in recordings such as "D0 U8 D12" (us), all on one button."""
    taken = Taps()
    for text in texts:
        for seq, contact in enumerate(pattern(text)):
            stamp = contact.at_ns if clock is Clock.HOST else contact.at_ns // US
            taken.take(Edge(HostNs(0), "a", Button.C1, contact.closed, stamp, seq), clock)
    return taken.finish()


def settings_for(*texts: str) -> dict[str, int]:
    return {it.key: it.value for text in [taps(*texts)] for it in advise(text, Settings())}


def test_a_tap_is_cut_into_its_press_and_its_release() -> None:
    (tap,) = taps("D1000 U1200 D1500 U81500 D81600 U82000")
    press, release = tap.bursts
    assert (press.since_ns, press.settled_ns, press.longest_open_ns) == (1000_000, 500_000, 300_000)
    assert (release.since_ns, release.settled_ns) == (81_500_000, 500_000)
    assert tap.closed_ns == (200 + 80_000 + 400) * US


@pytest.mark.parametrize(
    ("texts", "count"),
    [
        pytest.param(["D0 U60000 D110000 U170000"], 2, id="a finger that is back after 50 ms"),
        pytest.param(["D0 U60000 D80000 U170000"], 1, id="a contact that broke for 20 ms"),
        pytest.param(["D90000 U95000", "D10 U80000"], 2, id="a clock that began anew"),
        pytest.param([], 0, id="nobody"),
    ],
)
def test_taps_are_told_apart_by_rest(texts: list[str], count: int) -> None:
    assert len(taps(*texts)) == count


def test_an_edge_that_changes_nothing_is_no_swing() -> None:
    taken = Taps()
    for closed in (False, True, True, False):
        taken.take(Edge(HostNs(0), "a", Button.C1, closed, 5 if closed else 9, 0))
    (tap,) = taken.finish()
    assert [it.closed for it in tap.swings] == [True, False]


def test_a_tap_is_done_once_the_contact_has_rested() -> None:
    taken = Taps()
    taken.take(Edge(HostNs(0), "a", Button.C1, True, 0, 1))
    taken.take(Edge(HostNs(0), "a", Button.C1, False, 1_000_000, 2))
    taken.known(900_000, "a")  # a watermark may be older than the last edge
    taken.known(25_000_000, "a")
    taken.known(99_000_000, "b")
    assert not taken.done
    taken.known(26_000_000, "a")
    assert len(taken.done) == 1


def test_a_pad_s_own_clock_counts_in_us() -> None:
    text = "D1000 U1200 D1500 U81500"
    assert taps(text, clock=Clock.OWN) == taps(text)


@pytest.mark.parametrize(
    ("text", "after_us"),
    [
        pytest.param("D0 U1000 D1200 U9000", 1700, id="closed in two stretches"),
        pytest.param("D0 U1000 D1200", 1700, id="and still held"),
        pytest.param("D0 U1000", None, id="too brief"),
    ],
)
def test_when_a_press_had_been_closed_for_long_enough(text: str, after_us: int | None) -> None:
    (tap,) = taps(text)
    assert tap.closed_for_ns(1_500_000) == (None if after_us is None else after_us * US)


def test_the_picture_of_a_bounce() -> None:
    (tap,) = taps("D0 U150 D300 U700 D710 U80000 D80100 U80200")
    assert list(pictured(tap, PLAIN)) == [
        "c1 pressed: settled after 0.71 ms, edges: 5",
        "___#######________####################%###",
        "   0         0.2       0.4       0.6 ms",
        "c1 released 80 ms later: settled after 0.20 ms, edges: 3",
        "###__________##########____",
        "   0         0.1       0.2 ms",
    ]


def test_a_column_with_two_swings_is_neither_closed_nor_open() -> None:
    (tap,) = taps(f"{REAL_PRESS} U99999")
    assert drawn(tap.bursts[0], BLOCKS) == (
        "▁▁▁▒████████████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▒███",
        "   0         0.2       0.4       0.6 ms",
    )


def test_a_burst_longer_than_the_picture_is_cut_off() -> None:
    swings = " ".join(f"{'DU'[n % 2]}{n * 11_000}" for n in range(60))
    (tap,) = taps(swings)
    assert len(drawn(tap.bursts[0])[0]) == 60


@pytest.mark.parametrize(
    ("text", "captions"),
    [
        pytest.param("D0", ["c1 pressed and held: edges: 1"], id="never let go"),
        pytest.param("D0 U900", ["c1 touched and left: edges: 2 in 0.90 ms"], id="a brief touch"),
        pytest.param(
            "D0 U40000 D40100 U90000",
            ["c1 pressed", "c1 broke 40 ms later, while held: edges: 2 in 0.10 ms", "c1 released"],
            id="a contact that broke",
        ),
        pytest.param("D0 U20000 D20100", ["c1 pressed", "c1 broke 20 ms"], id="and is still held"),
    ],
)
def test_every_burst_is_named(text: str, captions: list[str]) -> None:
    (tap,) = taps(text)
    lines = list(pictured(tap))[::3]
    assert len(lines) == len(captions)
    for line, caption in zip(lines, captions, strict=True):
        assert line.startswith(caption)


CLEAN_PRESS = "D0 U200 D300 U80000"


@pytest.mark.parametrize(
    ("texts", "changed"),
    [
        pytest.param([CLEAN_PRESS], {}, id="a good switch keeps all as it is"),
        pytest.param(["D0 U80000 D87000 U160000"], {"release_ms": 14}, id="open for 7 ms"),
        pytest.param(
            ["D0 U500 D9000 U9500 D9800 U80000"],
            {"burst_ms": 16, "release_ms": 17},
            id="slow to settle",
        ),
        pytest.param(
            ["D0 U1200", "D100000 U180000"], {"qualify_us": 2500}, id="a glitch of 1.2 ms"
        ),
        pytest.param(["D0 U80000 D104000 U199000"], {"release_ms": 30}, id="worse than can be set"),
    ],
)
def test_what_is_suggested(texts: list[str], changed: dict[str, int]) -> None:
    usual = Settings()
    expected = {"qualify_us": usual.qualify_us, "burst_ms": usual.burst_ms}
    assert settings_for(*texts) == expected | {"release_ms": usual.release_ms} | changed


def test_each_suggestion_says_why() -> None:
    qualify, burst, release = advise(
        taps("D0 U1200", "D100000 U100200 D100300 U180000"), Settings()
    )
    assert qualify.is_change
    assert qualify.why == "touches that were no presses: 1, closed for up to 1.20 ms"
    assert not burst.is_change
    assert burst.why == "of all presses (1) the slowest counted 2.60 ms after its first touch"
    assert release.why == "while bouncing, contacts were open for up to 0.10 ms"


def test_nothing_is_suggested_where_nobody_pressed() -> None:
    assert advise(taps("D0 U100"), Settings()) == ()
