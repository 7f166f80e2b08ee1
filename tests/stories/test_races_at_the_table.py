"""Both hands reach for one pile: who gets it, and what the panels say."""

from typing import Any

import pytest

from engine.spit import Rules
from firmware_host.effects import Tone
from firmware_host.match_state import Phase
from firmware_host.screens.scenes import Stuck
from sim.finger import CLEAN
from sim.table import Table
from sim.wire import Wire

QUICK = Wire(delay_ms=0.1, jitter_ms=0.2)
NINES = ("5S 2H 9D KC 7C", "5H 3H 9C KD TD")
"""Turned are 7C and TD: only the nines (slot 2) go, and only on the ten, to the right."""
EIGHTS = ("8S 2H 9D KC 7C 8C AC", "5H 3H 9C KD TD")
"""The same, but Ana's 8S goes as well: after a nine on the ten nobody is stuck."""
BOTH_ORDERS = pytest.mark.parametrize(
    ("first", "second"), [("ana", "ben"), ("ben", "ana")], ids=["Ana first", "Ben first"]
)
CLOCKS = pytest.mark.parametrize(
    "own_clock",
    [(), ("ana",), ("ben",), ("ana", "ben")],
    ids=["host clocks", "Ana's own clock", "Ben's own clock", "own clocks"],
)


def reaching(decks: tuple[str, str] = NINES, **options: Any) -> Table:
    """Both hold a nine in their hands."""
    story = Table(**{"ana": QUICK, "ben": QUICK, "decks": decks, **options})
    story.start()
    story.both("c3")
    return story


def refusals(story: Table) -> list[tuple[object, object]]:
    return [(line["seat"], line["why"]) for line in story.record() if "refused" in line]


def plays(story: Table) -> list[object]:
    return [line["seat"] for line in story.record() if line.get("move") == "play"]


@CLOCKS
@BOTH_ORDERS
def test_the_first_finger_wins_and_both_are_told_by_how_much(
    first: str, second: str, own_clock: tuple[str, ...]
) -> None:
    story = reaching(own_clock=own_clock, bounce=CLEAN)
    story.press(first, "right")
    story.after(ms=4)
    story.press(second, "right")
    story.after(ms=60)
    assert plays(story) == [story.names.index(first)]
    assert refusals(story) == [(story.names.index(second), "beaten")]
    assert story.headline("ana") == story.headline("ben")
    said = story.headline("ana").split()
    assert said[:2] == [first.capitalize(), "first"]
    assert float(said[3]) == pytest.approx(4.0, abs=0.5)
    assert (story.names.index(second), Tone.REFUSED) in story.sounds()


@BOTH_ORDERS
def test_the_first_finger_wins_even_when_its_bytes_come_last(first: str, second: str) -> None:
    slow, fast = Wire(delay_ms=20), Wire(delay_ms=1)
    ana, ben = (slow, fast) if first == "ana" else (fast, slow)
    story = reaching(ana=ana, ben=ben, bounce=CLEAN)
    story.press(first, "right")
    story.after(ms=2)
    story.press(second, "right")
    story.after(ms=60)
    assert story.headline(second) == f"{first.capitalize()} first by 2.0 ms"


def test_a_headline_vanishes_after_two_seconds() -> None:
    story = reaching(EIGHTS, bounce=CLEAN)
    story.press("ben", "right")
    story.after(ms=5)
    story.press("ana", "right")
    story.after(ms=1500)
    assert story.headline("ana") == "Ben first by 5.0 ms"
    story.after(ms=800)
    assert story.headline("ana") == story.headline("ben") == ""


def test_a_dead_heat_is_a_photo_finish_and_the_coin_decides() -> None:
    winners = []
    for seed in range(8):
        story = reaching(seed=seed, bounce=CLEAN)
        story.press("ana", "right")
        story.press("ben", "right")
        story.after(ms=60)
        assert story.headline("ana") == story.headline("ben") == "Photo finish"
        assert [line.get("tie") for line in story.record()[1:]] == [True, True]
        assert story.game.story.photo_finishes == 1
        winners += plays(story)
    assert set(winners) == {0, 1}


def test_a_tie_on_different_piles_is_no_contest() -> None:
    story = reaching(EIGHTS, bounce=CLEAN)
    story.tap("ana", "c1")
    story.press("ana", "left")
    story.press("ben", "right")
    story.after(ms=60)
    assert sorted(map(str, plays(story))) == ["0", "1"]
    assert refusals(story) == []
    assert story.headline("ana") == ""


def test_a_misfit_is_told_on_its_own_panel_only() -> None:
    story = reaching()
    story.tap("ana", "left")
    assert story.cards("ana").misfit
    assert not story.cards("ben").misfit
    assert story.cards("ana").picked is None
    assert refusals(story) == [(0, "misfit")]
    assert (0, Tone.REFUSED) in story.sounds()
    story.after(ms=2500)
    assert not story.cards("ana").misfit


def test_under_lockout_a_misfit_rests_the_piles_and_being_beaten_does_not() -> None:
    story = reaching(rules=Rules(lockout_ms=1000), bounce=CLEAN)
    story.tap("ana", "left")
    story.tap("ana", "c3", "right")
    assert refusals(story) == [(0, "misfit"), (0, "lockout")]
    assert story.headline("ana") == "Piles rest"
    assert story.headline("ben") == ""
    story.after(ms=1000)
    story.tap("ana", "c3", "right")
    assert plays(story) == [0]


@pytest.mark.parametrize(
    ("gap_ms", "plays_it"), [(20, True), (40, False)], ids=["within 30 ms", "later"]
)
def test_a_pile_touched_just_before_its_card_is_one_gesture(gap_ms: float, plays_it: bool) -> None:
    story = Table(ana=QUICK, ben=QUICK, decks=NINES, bounce=CLEAN)
    story.start()
    story.press("ana", "right", "c3", gap_ms=gap_ms)
    story.after(ms=200)
    assert bool(plays(story)) is plays_it
    assert story.cards("ana").picked == (None if plays_it else 2)


def test_in_one_gesture_the_later_touch_counts() -> None:
    story = Table(ana=QUICK, ben=QUICK, decks=NINES, bounce=CLEAN)
    story.start()
    story.tap("ben", "c3")
    story.press("ana", "right", "c3", gap_ms=20)
    story.after(ms=10)
    story.press("ben", "right")
    story.after(ms=100)
    assert story.headline("ana") == "Ben first by 10.0 ms"


def test_nobody_gains_by_holding_a_pile_button() -> None:
    story = Table(ana=QUICK, ben=QUICK, decks=NINES, bounce=CLEAN)
    story.both("ready")
    story.press("ana", "right", held_ms=4000)
    story.until(Phase.PLAY)
    story.tap("ana", "c3")
    story.after(ms=500)
    assert plays(story) == []
    assert story.cards("ana").picked == 2


def stuck_and_ready() -> Table:
    """Ana holds a five, of no use on 7C and 9D; next, 6C and 3D will be turned."""
    decks = ("5S 2H 9D KC 7C JC 6C", "5H 3H 9H KD TD 3D")
    story = Table(ana=Wire(delay_ms=12), ben=QUICK, decks=decks, bounce=CLEAN)
    story.start()
    story.tap("ana", "c3", "right")
    assert isinstance(story.scene("ana"), Stuck)
    story.tap("ana", "c1")
    story.both("ready")
    return story


@pytest.mark.parametrize(
    ("early_ms", "moves"),
    [(1, ["spit", "play", "misfit", "spit"]), (-1, ["spit", "play", "spit", "play"])],
    ids=["1 ms before it: a misfit on the old piles", "1 ms after it: a play on the new ones"],
)
def test_a_touch_before_the_spit_is_judged_on_the_piles_before_it(
    early_ms: float, moves: list[str]
) -> None:
    rehearsal = stuck_and_ready()
    rehearsal.until(Phase.PLAY)
    spit_ms = int(str(rehearsal.record()[-1]["t"])) / 1e6
    story = stuck_and_ready()
    story.after(ms=spit_ms - early_ms - story.now_ms)
    story.press("ana", "left")
    story.after(ms=100)
    assert [line.get("move") or line["why"] for line in story.record()] == moves
