"""Doctor's guided round on consoles of every kind, in virtual time."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest

from firmware_host.cli.config_file import examples
from firmware_host.config import Config
from firmware_host.config_read import read_config
from firmware_host.doctor.advice import advise
from firmware_host.doctor.findings import Finding, State
from firmware_host.effects import Tone
from firmware_host.screens.scenes import EyeChart, Notice
from hw.ports import Button, Edge, HostNs, PanelReport
from hw.units import SECOND_NS
from sim.examination import Patient
from sim.finger import CLEAN, Bounce, Contact, pattern
from sim.wire import Wire

OK, WARN, BAD = State.OK, State.WARN, State.BAD
C1, C2, LEFT, DRAW = Button.C1, Button.C2, Button.LEFT, Button.DRAW


@pytest.fixture(scope="module")
def config() -> Config:
    return read_config(examples()["one-bus"])


def one(findings: Sequence[Finding], name: str, seat: int | None = None) -> Finding:
    """Give the only finding of a name, of a seat."""
    (found,) = (it for it in findings if it.name == name and it.seat == seat)
    return found


def recorded(text: str) -> Callable[[int], tuple[Contact, ...]]:
    """Give a press that was recorded."""
    return lambda at_ns: pattern(text, at_ns)


def test_a_good_console_is_fine_from_the_first_button_to_the_last_picture(config: Config) -> None:
    patient = Patient(config, bounce=Bounce(times=3, within_us=2000))
    patient.examine()
    findings = patient.findings()
    assert patient.round.is_over
    assert {it.state for it in findings} == {OK}
    names = [(it.name, it.seat) for it in findings]
    assert names == [
        *[("levels", 0), ("buttons", 0), ("levels", 1), ("buttons", 1)],
        *[("picture", 0), ("sound", 0), ("picture", 1), ("sound", 1)],
        *[("stamps", None), ("latency", None)],
    ]
    assert patient.time.now_ns < 1_020 * SECOND_NS, "twenty seconds of a finger's time"


def test_each_seat_is_asked_on_its_own_panel_while_the_other_waits(config: Config) -> None:
    patient = Patient(config, bounce=CLEAN)
    patient.examine()
    first = [scene for seat, scene in patient.scenes if seat == 0]
    other = [scene for seat, scene in patient.scenes if seat == 1]
    assert first[0] == Notice("Card 1", ("Press it once",), "")
    assert other[0] == Notice("Seat 1", ("is being looked at",), "")
    charts = [scene for scene in first if isinstance(scene, EyeChart)]
    assert [(chart.title, chart.is_lit) for chart in charts] == [("Ana", False), ("Ana", True)]
    assert first[-1] == other[-1] == Notice("Thank you", (), "")
    assert patient.tones[0] == (0, Tone.START)
    assert patient.lamps == [(0, True), (0, False), (1, True), (1, False)]


def test_each_bounce_is_shown_as_it_was(config: Config) -> None:
    patient = Patient(config, bounce=CLEAN, odd={(0, C1): recorded("D0 U500 D700 U80000")})
    patient.examine(seconds=2)
    assert patient.lines[:3] == [
        "c1 pressed: settled after 0.70 ms, edges: 3",
        "▁▁▁█████████████████████████▁▁▁▁▁▁▁▁▁████",
        "   0         0.2       0.4       0.6 ms",
    ]


def test_it_works_over_a_line_without_any_panel(config: Config) -> None:
    patient = Patient(config, panels=())
    patient.examine()
    assert patient.scenes == []
    assert one(patient.findings(), "buttons", 1).state is OK
    assert not any(it.name == "picture" for it in patient.findings())


def test_a_switch_that_bounces_for_long_is_given_other_settings(config: Config) -> None:
    worn = recorded("D0 U400 D1000 U1300 D9000 U80000 D88900 U89500")
    patient = Patient(config, bounce=CLEAN, odd={(0, C1): worn})
    patient.examine()
    assert one(patient.findings(), "buttons", 0).state is OK
    advice = {it.key: it.value for it in advise(patient.round.heard.taps.finish(), config.settings)}
    assert advice == {"qualify_us": 1500, "burst_ms": 15, "release_ms": 18}


def test_a_dead_button_is_named_with_its_pin(config: Config) -> None:
    patient = Patient(config, dead=[(1, LEFT)])
    patient.examine()
    assert one(patient.findings(), "buttons", 0).state is OK
    found = one(patient.findings(), "buttons", 1)
    assert found.state is BAD
    assert found.words == "left (GPIO12, pin 32) does not answer"
    assert "check its switch" in found.remedy
    assert "left did not answer" in patient.lines


def test_a_button_that_closes_too_briefly_is_told_from_a_dead_one(config: Config) -> None:
    patient = Patient(config, odd={(1, LEFT): recorded("D0 U300 D50000 U50200")})
    patient.examine()
    found = one(patient.findings(), "buttons", 1)
    assert found.words == "left (GPIO12, pin 32) closes too briefly to count (2 times)"
    noise = one(patient.findings(), "faults", 1)
    assert (noise.state, noise.words) == (
        WARN,
        "contacts closed too briefly for a press: 2 times",
    )


def test_a_stuck_button_is_named_and_not_asked_for(config: Config) -> None:
    patient = Patient(config, stuck=[(0, DRAW)])
    patient.examine()
    assert patient.lines[0] == "Let go of all buttons, please."
    at_rest = one(patient.findings(), "levels", 0)
    assert at_rest.state is BAD
    assert at_rest.words == "stuck, closed though nobody presses: draw (GPIO19, pin 35)"
    answers = one(patient.findings(), "buttons", 0)
    assert (answers.state, answers.words) == (WARN, "all others answer")
    assert "draw did not answer" not in patient.lines


def test_a_button_that_does_not_open_again_is_stuck(config: Config) -> None:
    patient = Patient(config, odd={(0, C2): recorded("D0")})
    patient.examine()
    assert one(patient.findings(), "levels", 0).words.endswith("c2 (GPIO27, pin 13)")


def test_who_lets_go_when_asked_has_no_stuck_button(config: Config) -> None:
    patient = Patient(config, stuck=[(0, DRAW)])
    patient.pads[0].open_contact(DRAW, patient.time.now_ns + 2 * SECOND_NS)
    patient.examine()
    assert patient.lines[0] == "Let go of all buttons, please."
    assert one(patient.findings(), "levels", 0).state is OK
    assert one(patient.findings(), "buttons", 0).state is OK


def test_two_wires_that_are_swapped_are_found_in_one(config: Config) -> None:
    patient = Patient(config, wires={(0, C1): (0, C2), (0, C2): (0, C1)})
    patient.examine()
    found = one(patient.findings(), "buttons", 0)
    assert found.state is BAD
    assert found.words == "c1 (GPIO17, pin 11) and c2 (GPIO27, pin 13) are swapped"
    assert found.remedy.startswith("swap their wires")


def test_pads_that_are_swapped_answer_for_each_other(config: Config) -> None:
    wires = {(seat, button): (1 - seat, button) for seat in (0, 1) for button in Button}
    patient = Patient(config, wires=wires, panels=())
    patient.examine()
    found = one(patient.findings(), "buttons", 0)
    assert found.words.startswith("for c1 (GPIO17, pin 11) it is c1 of seat 2 that answers; for c2")
    assert found.remedy == "compare the wires with what spytt wiring shows"
    assert "That was c1 of seat 2; once more, please." in patient.lines


def test_a_finger_that_slips_once_is_asked_again(config: Config) -> None:
    patient = Patient(config, slips={(0, C1): [(0, LEFT)]})
    patient.examine()
    assert patient.lines.count("That was left of seat 1; once more, please.") == 1
    assert one(patient.findings(), "buttons", 0).state is OK


def test_a_hand_that_takes_any_button_but_the_one_asked_for(config: Config) -> None:
    patient = Patient(config, slips={(0, C1): [(0, LEFT), (0, C2), (1, C1)]})
    patient.examine()
    found = one(patient.findings(), "buttons", 0)
    assert found.words == "c1 (GPIO17, pin 11) did not answer, only others did"


def test_a_pad_whose_ground_is_missing_is_not_asked_for_all_its_buttons(config: Config) -> None:
    patient = Patient(config, dead=[(1, button) for button in Button])
    patient.examine()
    found = one(patient.findings(), "buttons", 1)
    assert (found.state, found.words) == (BAD, "none answers")
    assert "ground wire" in found.remedy
    assert sum(line.endswith("did not answer") for line in patient.lines) == 3
    assert one(patient.findings(), "picture", 1).state is WARN, "and nobody could say"
    assert one(patient.findings(), "sound", 1).state is WARN


def test_a_picture_that_is_not_whole_is_bad(config: Config) -> None:
    patient = Patient(config, verdict=DRAW)
    patient.examine()
    found = one(patient.findings(), "picture", 0)
    assert found.state is BAD
    assert "change rotate" in found.remedy
    assert one(patient.findings(), "sound", 0).state is BAD


def test_a_panel_that_dies_on_the_way_is_not_asked_about(config: Config) -> None:
    patient = Patient(config)
    lost = PanelReport(HostNs(patient.time.now_ns + SECOND_NS), 0, is_lost=True)
    patient.time.call_at(lost.at, lambda: patient.put(lost))
    patient.examine()
    found = one(patient.findings(), "panel", 0)
    assert (found.state, found.words) == (BAD, "it was lost meanwhile")
    assert not any(it.name == "picture" and it.seat == 0 for it in patient.findings())


def test_a_panel_that_comes_back_is_asked_about(config: Config) -> None:
    patient = Patient(config)
    for after, is_lost in ((1, True), (2, False)):
        at = HostNs(patient.time.now_ns + after * SECOND_NS)
        report = PanelReport(at, 0, is_lost)
        patient.time.call_at(at, partial(patient.put, report))
    patient.examine()
    assert one(patient.findings(), "picture", 0).state is OK


@pytest.mark.parametrize(
    ("buzzer", "led", "question"),
    [
        (8, 7, "does its buzzer sound, and is its LED lit?"),
        (8, None, "does its buzzer sound?"),
        (None, 7, "is its LED lit?"),
    ],
)
def test_sound_and_light_are_asked_about_as_far_as_there_are_any(
    buzzer: int | None, led: int | None, question: str, config: Config
) -> None:
    ana, ben = config.seats
    ana = replace(ana, buzzer=None, led=None)
    patient = Patient(replace(config, seats=(ana, replace(ben, buzzer=buzzer, led=led))))
    patient.examine()
    assert [line for line in patient.lines if "its buzzer" in line or "its LED" in line] == [
        question
    ]
    assert {seat for seat, _ in patient.tones} == ({1} if buzzer else set())


def test_stopped_early_it_tells_what_was_found(config: Config) -> None:
    patient = Patient(config)
    patient.examine(seconds=2.2)
    assert not patient.round.is_over
    found = one(patient.findings(), "buttons", 0)
    assert found.state is WARN
    assert found.words.startswith("not all were asked for: ")
    assert found.words.endswith("draw, ready")
    assert one(patient.findings(), "latency").state is OK


def test_before_anything_was_heard_nothing_is_claimed(config: Config) -> None:
    found = one(Patient(config).findings(), "levels", 0)
    assert (found.state, found.words) == (WARN, "the pad has not told which buttons are closed")


def test_one_that_is_not_guided_asks_nothing(config: Config) -> None:
    patient = Patient(config, is_guided=False, stuck=[(1, C1)])
    patient.examine()
    assert patient.lines == []
    assert patient.time.now_ns < 1_001 * SECOND_NS
    assert [(it.name, it.state) for it in patient.findings()] == [("levels", OK), ("levels", BAD)]


def test_a_pad_that_is_lost_meanwhile_is_told(config: Config) -> None:
    patient = Patient(config, panels=())
    patient.time.call_at(patient.time.now_ns + 3 * SECOND_NS, patient.pads[1].unplug)
    patient.examine()
    assert one(patient.findings(), "pads", 1).words == "the pad was lost meanwhile"


def test_a_driver_that_looks_at_the_clock_before_it_reads_is_fine(config: Config) -> None:
    patient = Patient(config)
    patient.examine(seconds=1)
    now = patient.time.now_ns
    patient.round.feed(Edge(now, "a", C1, True, now + 50_000, 99))
    assert one(patient.findings(), "stamps").state is OK


def test_stamps_from_the_future_are_of_another_clock(config: Config) -> None:
    patient = Patient(config)
    patient.examine(seconds=1)
    now = patient.time.now_ns
    patient.round.feed(Edge(now, "a", C1, True, now + SECOND_NS, 99))
    assert one(patient.findings(), "stamps").state is BAD


def test_decisions_that_take_long_are_noted(config: Config) -> None:
    patient = Patient(config, wire=Wire(delay_ms=20))
    patient.examine(seconds=3)
    found = one(patient.findings(), "latency")
    assert found.state is WARN
    assert "stop what else runs" in found.remedy
