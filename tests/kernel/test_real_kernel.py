"""The console on a stock Linux kernel's GPIO: who was first, floods, bounces, a whole match."""

from typing import Any

import pytest

from engine.records import as_text
from engine.replay import replay
from hw.ports import Button
from tests.kernel import judge
from tests.kernel.conftest import Print, Told
from tests.kernel.guest.bench import LINES
from tests.kernel.guest.jobs import SLOW
from tests.kernel.judge import Moved, Press

pytestmark = pytest.mark.kernel
CPUS = pytest.mark.parametrize("cpus", [1, 2], ids=["one processor", "two processors"])
A, B = LINES["a"][Button.LEFT], LINES["b"][Button.LEFT]


def read(values: dict[str, Any]) -> tuple[list[Moved], list[Press]]:
    return judge.moves(values["truth"]), judge.presses(values["presses"])


@CPUS
def test_of_many_close_pairs_none_is_decided_wrongly(told: Told, figure: Print, cpus: int) -> None:
    verdict = judge.recorded_verdict(told(cpus, "many_pairs"))
    figure(f"{cpus} CPU: {verdict.words()}")
    assert verdict.wrong == 0
    assert verdict.lost == 0
    assert verdict.halted <= verdict.pairs // 2


@CPUS
def test_pairs_are_decided_as_they_come(told: Told, figure: Print, cpus: int) -> None:
    values = told(cpus, "pairs")
    truth, presses = read(values)
    verdict = judge.verdict(truth, presses)
    holds = [press.decided_at - press.hi for press in presses]
    figure(f"{cpus} CPU: hold from touch to decision, ms: {judge.quantiles_ms(holds)}")
    assert (verdict.pairs, verdict.wrong, verdict.lost) == (40, 0, 0)


@CPUS
def test_a_first_touch_whose_stamp_was_overwritten_names_nobody_wrongly(
    told: Told, figure: Print, cpus: int
) -> None:
    verdict = judge.recorded_verdict(told(cpus, "bouncing_pairs"))
    figure(f"{cpus} CPU, the first bounces: {verdict.words()}")
    # A touch that bounced open for too long is stamped anew by its next closing: not lost, later.
    assert verdict.wrong == 0


@CPUS
@pytest.mark.parametrize(
    ("bounce", "lines"),
    [
        ("a real press", [A]),
        ("both at once", [A, B]),
        ("clean 1 ms after one that bounces for 6 ms", [A, B]),
        ("a glitch", []),
        ("bounces of letting go", [A]),
        ("a short tap and another after 20 ms", [A, A]),
    ],
)
def test_bounces_on_real_lines_are_as_many_presses_as_fingers(
    told: Told, cpus: int, bounce: str, lines: list[int]
) -> None:
    values = told(cpus, f"bounces {bounce}")
    truth, presses = read(values)
    if not values["is_played"]:
        # This machine was too busy to move the lines in time: other bounces, other presses.
        lines = judge.expected(truth, SLOW)
    assert [press.line for press in presses] == lines, values
    for line in set(lines):
        first = next(press for press in presses if press.line == line)
        assert first.may_be(next(moved for moved in truth if moved.line == line))


def test_a_button_held_down_is_named_and_the_rival_plays_on(told: Told) -> None:
    values = told(2, "stuck")
    truth, presses = read(values)
    assert [press.line for press in presses] == [A, B]
    assert presses[1].may_be(truth[1])
    assert values["faults"] == ["a: stuck"]


@CPUS
def test_a_full_queue_is_named_and_the_rivals_press_is_intact(
    told: Told, figure: Print, cpus: int
) -> None:
    values = told(cpus, "overflow")
    truth, presses = read(values)
    figure(f"{cpus} CPU: 5,000 edges unread, faults {sorted(set(values['faults']))}")
    rivals = [press for press in presses if press.line == B]
    assert len(rivals) == 1
    assert rivals[0].may_be(truth[0])
    assert "a: overflow" in values["faults"]
    assert not any(fault.startswith("b:") for fault in values["faults"])
    assert presses[-1].may_be(next(moved for moved in truth if moved.line == A))


@CPUS
def test_while_a_line_chatters_the_other_pad_plays_and_calm_again_it_counts(
    told: Told, figure: Print, cpus: int
) -> None:
    values = told(cpus, "chatter")
    truth, presses = read(values)
    figure(f"{cpus} CPU: chatter of {values['edges_per_s']} edges/s")
    rivals = [moved for moved in truth if moved.line != A and moved.closed]
    others = [press for press in presses if press.line != A]
    assert len(rivals) == 8
    assert len(others) == 8
    assert all(press.may_be(moved) for press, moved in zip(others, rivals, strict=True))
    if cpus == 1:  # of two emulated processors one may be too slow to tell of so many edges
        assert "a: chatter" in values["faults"]
    assert not any(fault.startswith("b:") for fault in values["faults"])
    assert presses[-1].may_be(next(moved for moved in truth if moved.line == A))


@CPUS
def test_a_chip_that_vanishes_takes_both_pads_and_is_missed(told: Told, cpus: int) -> None:
    values = told(cpus, "gone")
    assert [press[0] for press in values["presses"]] == [A]
    assert {"a: gone", "b: gone"} <= set(values["faults"])
    assert "there is no GPIO chip of a Raspberry Pi's header" in values["words"]


def test_a_whole_match_is_played_and_its_record_holds(told: Told, figure: Print) -> None:
    values = told(1, "match")
    assert values["phase"] == "result", values["log"]
    record = values["record"]
    steps = list(replay([as_text(line) for line in record])[1])
    result = steps[-1].state.as_json()["result"]
    winner, reason, *_ = values["ended"][0]
    assert result == {"winner": winner, "reason": reason}
    plays = [line for line in record[1:] if line.get("move") == "play"]
    ties = sum(bool(line.get("tie")) for line in record[1:])
    beaten = sum(line.get("why") == "beaten" for line in record)
    figure(
        f"a match of {len(plays)} plays in {values['seconds']} s by {values['edges']} edges: "
        f"{beaten} presses beaten, {ties} photo finishes"
    )
    assert plays
    assert all(_is_a_touch(line, judge.moves(values["truth"])) for line in plays)


def _is_a_touch(line: dict[str, Any], truth: list[Moved]) -> bool:
    """Tell whether somebody touched a pile of that seat at that instant."""
    pad = "ab"[line["seat"]]
    pile = LINES[pad][(Button.LEFT, Button.RIGHT)[line["pile"]]]
    card = LINES[pad][list(Button)[line["slot"]]]
    press = [Press(each, line["t"] - 2_000_000, line["t"], 0, 0) for each in (pile, card)]
    return any(each.may_be(moved) for each in press for moved in truth)


def test_gpiozeros_pins_pass_the_kernels_stamps(told: Told) -> None:
    truth, presses = read(told(2, "fallback"))
    touches = [moved for moved in truth if moved.closed]
    assert [press.line for press in presses] == [A, B, A, B]
    assert all(press.may_be(moved) for press, moved in zip(presses, touches, strict=True))


def test_what_a_waiting_console_costs_is_told(told: Told, figure: Print) -> None:
    values = told(2, "idle")
    figure(
        f"idle CPU: console {values['ours']} %, gpiozero's 16 Buttons {values['gpiozero']} % "
        f"(a sleeping process: {values['nothing']} %)"
    )
    assert values["ours"] < values["gpiozero"]
