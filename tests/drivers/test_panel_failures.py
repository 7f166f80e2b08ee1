"""Panels that fail: named once, begun anew, and never a matter of the other panel."""

from errno import EREMOTEIO, ETIMEDOUT
from random import Random

import pytest

from hw.panel import Chip
from hw.panel_bus import Message, wire_us
from hw.panel_frame import DARK, FRAME_BYTES, moved
from hw.panel_group import PULSE_NS, SHIFT_PULSES, PanelGroup, complaint
from hw.panel_state import PanelPlace, Wanted
from hw.units import SECOND_NS
from sim.panel_bus import ModelBus
from sim.panel_core import PanelModelError
from sim.panel_model import model_of
from tests.drivers.panel_bench import BRIGHT, PATTERN, Bench, with_bytes

both_chips = pytest.mark.parametrize("chip", Chip)
both_pairs = pytest.mark.parametrize("chips", [tuple(Chip), tuple(Chip)[::-1]])
HEALED_NS = 2 * SECOND_NS
HEALED_PULSES = HEALED_NS // PULSE_NS


def random_frame(luck: Random, before: bytes) -> bytes:
    """A frame that differs in nothing, a little, or much."""
    count = luck.choice((0, 1, 30, 1000))
    return with_bytes(
        before, {luck.randrange(FRAME_BYTES): luck.randrange(256) for _ in range(count)}
    )


@pytest.mark.parametrize("turned", [(), (0, 1)])
@both_pairs
def test_after_a_failure_at_any_message_both_panels_are_right(
    chips: tuple[Chip, Chip], turned: tuple[int, ...]
) -> None:
    luck = Random(4)
    bench = Bench(*chips, turned=turned)
    frames = (PATTERN, PATTERN)
    for number in range(150):
        frames = (random_frame(luck, frames[0]), random_frame(luck, frames[1]))
        bench.bus.fails_after = number % 50
        bench.show(*frames)
        bench.bus.fails_after = None
        assert (bench.eye(0), bench.eye(1)) == frames
    assert bench.reports == []


@both_pairs
def test_a_panel_that_is_unplugged_is_named_once_and_the_other_plays_on(
    chips: tuple[Chip, Chip],
) -> None:
    bench = Bench(*chips)
    bench.bus.unplugged.add(0x3D)
    bench.show(PATTERN, PATTERN)
    bench.show(BRIGHT, BRIGHT)
    assert bench.eye(0) == BRIGHT
    ((seat, words),) = bench.reports
    assert seat == 1
    assert words is not None
    assert f"the {chips[1]} panel does not answer" in words
    assert "check its wires, its address" in words


@both_pairs
def test_a_panel_that_is_plugged_in_again_is_begun_anew_in_time(chips: tuple[Chip, Chip]) -> None:
    bench = Bench(*chips)
    bench.show(PATTERN, PATTERN)
    bench.bus.unplugged.add(0x3C)
    bench.pulse(PATTERN, 4)
    assert [seat for seat, _ in bench.reports] == [0]
    bench.model(0).brown_out()
    bench.pulse(BRIGHT, 30)
    bench.bus.unplugged.clear()
    bench.pulse(BRIGHT, HEALED_PULSES)
    assert bench.eye(0) == BRIGHT
    assert bench.reports[1:] == [(0, None)]


@both_chips
def test_a_panel_that_is_missing_from_the_start_is_told_of(chip: Chip) -> None:
    reports: list[tuple[int, str | None]] = []
    model = model_of(chip)
    bus = ModelBus({60: model})
    bus.unplugged.add(60)
    place = PanelPlace(3, chip, 60, name="I2C bus 1 at 0x3C")
    group = PanelGroup(bus, [place], lambda *told: reports.append(told))
    wanted = {3: Wanted(PATTERN)}
    group.refresh(wanted)
    group.refresh(wanted)
    ((seat, words),) = reports
    assert (seat, words and words[: words.index("does")]) == (
        3,
        f"the {chip} panel on I2C bus 1 at 0x3C ",
    )
    bus.unplugged.clear()
    for _ in range(HEALED_PULSES):
        group.pulse(wanted)
    assert model.pixels() == PATTERN
    assert reports[1:] == [(3, None)]


@both_pairs
@pytest.mark.parametrize("pulses_before", [0, 1, 7, 33])
@pytest.mark.parametrize("turned", [(), (0, 1)])
def test_a_brown_out_and_garbage_heal_in_time_with_a_small_share_of_the_bus(
    chips: tuple[Chip, Chip], pulses_before: int, turned: tuple[int, ...]
) -> None:
    bench = Bench(*chips, turned=turned)
    bench.show(PATTERN, PATTERN)
    bench.pulse(PATTERN, pulses_before)
    bench.model(0).brown_out()
    bench.model(1).ram[3][40:90] = bytes(50)
    assert PATTERN not in (bench.eye(0), bench.eye(1))
    sent = bench.pulse(PATTERN, HEALED_PULSES)
    assert (bench.eye(0), bench.eye(1)) == (PATTERN, PATTERN)
    assert wire_us(sent) <= 0.03 * HEALED_NS / 1000


@both_chips
def test_a_command_begun_by_noise_heals_too(chip: Chip) -> None:
    bench = Bench(chip)
    bench.show(PATTERN)
    model = bench.model(0)
    model.is_shaken = True
    model.command(0xA7, 0xA5, 0xD3, 17, 0x81)
    bench.pulse(PATTERN, HEALED_PULSES)
    assert bench.eye(0) == PATTERN


@both_chips
def test_contrast_and_darkness_survive_a_brown_out(chip: Chip) -> None:
    bench = Bench(chip)
    bench.panels.ports[0].contrast(33)
    bench.panels.ports[0].dark(True)
    bench.model(0).brown_out()
    wanted = {0: Wanted(DARK, 33, is_off=True)}
    for _ in range(HEALED_PULSES):
        bench.group.pulse(wanted)
    assert bench.model(0).contrast == 33
    assert not bench.model(0).registers.is_on


def test_a_stuck_bus_is_named_as_such_and_comes_back() -> None:
    bench = Bench(*Chip)
    bench.bus.is_stuck = True
    bench.show(PATTERN, PATTERN)
    assert sorted(seat for seat, _ in bench.reports) == [0, 1]
    assert all("its bus is held down" in (words or "") for _, words in bench.reports)
    bench.bus.is_stuck = False
    bench.pulse(PATTERN, HEALED_PULSES)
    assert (bench.eye(0), bench.eye(1)) == (PATTERN, PATTERN)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        pytest.param(OSError(EREMOTEIO, "Remote I/O error"), "does not answer", id="no answer"),
        pytest.param(OSError(ETIMEDOUT, "timed out"), "short or a loose wire", id="held down"),
    ],
)
def test_a_complaint_says_what_to_do(error: OSError, words: str) -> None:
    assert words in complaint(error)


def test_a_picture_that_stands_for_a_minute_moves_and_a_new_one_stays_moved() -> None:
    bench = Bench(Chip.SSD1306)
    bench.show(PATTERN)
    seen = []
    for _ in range(4):
        bench.pulse(PATTERN, SHIFT_PULSES)
        seen.append(bench.eye(0))
    assert seen == [moved(PATTERN, 1), PATTERN, moved(PATTERN, -1), PATTERN]
    bench.pulse(PATTERN, SHIFT_PULSES)
    bench.show(BRIGHT)
    assert bench.eye(0) == moved(BRIGHT, 1)
    bench.pulse(BRIGHT, SHIFT_PULSES - 1)
    assert bench.eye(0) == moved(BRIGHT, 1)


def test_a_lost_panel_is_closed_without_a_word_but_a_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bench = Bench(*Chip)
    bench.bus.unplugged.update((0x3C, 0x3D))
    bench.panels.close_all()
    assert bench.bus.is_closed
    assert caplog.text.count("could not be darkened") == 2


def test_without_anybody_to_tell_a_loss_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    bus = ModelBus({60: model_of(Chip.SSD1306)})
    bus.unplugged.add(60)
    group = PanelGroup(bus, [PanelPlace(0, Chip.SSD1306, 60)])
    group.refresh({0: Wanted()})
    bus.unplugged.clear()
    for _ in range(HEALED_PULSES):
        group.pulse({0: Wanted()})
    assert caplog.text.count("does not answer") == 1


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        pytest.param([Message(60, b"\x00\xe3")] * 43, "43 messages", id="too many messages"),
        pytest.param([Message(60, b"\x80\xe3")], "control byte", id="another control byte"),
    ],
)
def test_the_bus_of_models_refuses(messages: list[Message], words: str) -> None:
    bus = ModelBus({60: model_of(Chip.SSD1306)})
    with pytest.raises(PanelModelError, match=words):
        bus.write(messages)
    bus.close()
    with pytest.raises(PanelModelError, match="released"):
        bus.write([Message(60, b"\x00\xe3")])
