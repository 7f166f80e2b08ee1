"""What doctor says of a bus of panels."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from hw.panel import Chip, PanelPlace
from hw.panel_diagnosis import Trouble, advice_on_speed, bus_hz, diagnose
from hw.panel_spi import SpiBus
from sim.panel_bus import ModelBus
from sim.panel_model import model_of

A, B = 0x3C, 0x3D
OLD, NEW = Chip.SSD1306, Chip.SH1106


class Mute(ModelBus):
    """Panels that acknowledge and cannot be read, or say `identity`."""

    def __init__(self, chips: Mapping[int, Chip], identity: int | None) -> None:
        super().__init__({address: model_of(chip) for address, chip in chips.items()})
        self._identity = identity

    def status(self, address: int) -> int:
        if self._identity is None:
            raise OSError(5, f"Input/output error at {address}")
        return self._identity


def bus(chips: Mapping[int, Chip]) -> ModelBus:
    return ModelBus({address: model_of(chip) for address, chip in chips.items()})


def places(*them: tuple[Chip, int]) -> list[PanelPlace]:
    return [PanelPlace(seat, chip, address) for seat, (chip, address) in enumerate(them)]


@pytest.mark.parametrize(
    ("wired", "expected", "found"),
    [
        pytest.param(
            {A: OLD, B: NEW},
            [(OLD, A), (NEW, B)],
            [(Trouble.NONE, "answers as an ssd1306"), (Trouble.NONE, "answers as an sh1106")],
            id="both are well",
        ),
        pytest.param(
            {A: NEW},
            [(OLD, A)],
            [(Trouble.WRONG_CHIP, 'it is an sh1106, not an ssd1306: write `chip = "sh1106"`')],
            id="an SH1106 that was sold as an SSD1306",
        ),
        pytest.param(
            {A: OLD},
            [(OLD, A), (OLD, B)],
            [(Trouble.NONE, "answers"), (Trouble.SILENT, "only 0x3C answers, .* both are at 0x3C")],
            id="one is unplugged, or both are at one address",
        ),
        pytest.param(
            {B: OLD},
            [(OLD, A)],
            [(Trouble.SILENT, "a panel answers at 0x3D instead")],
            id="it is at the other address",
        ),
        pytest.param(
            {},
            [(OLD, A), (OLD, B)],
            [(Trouble.SILENT, "check power, SDA and SCL")] * 2,
            id="none answers",
        ),
        pytest.param(
            {A: OLD},
            [(OLD, A), (OLD, A)],
            [(Trouble.SAME_ADDRESS, "seats 1 and 2"), (Trouble.SAME_ADDRESS, "seats 2 and 1")],
            id="the config names one address for both",
        ),
    ],
)
def test_what_is_found(
    wired: Mapping[int, Chip],
    expected: Sequence[tuple[Chip, int]],
    found: Sequence[tuple[Trouble, str]],
) -> None:
    findings = diagnose(bus(wired), places(*expected))
    assert [it.trouble for it in findings] == [trouble for trouble, _ in found]
    for finding, (_, words) in zip(findings, found, strict=True):
        assert re.search(words, finding.words), finding.words


def test_a_bus_that_is_held_down() -> None:
    held = bus({A: OLD})
    held.is_stuck = True
    (finding,) = diagnose(held, places((OLD, A)))
    assert finding.trouble is Trouble.HELD_DOWN
    assert "short at SDA and SCL" in finding.words


@pytest.mark.parametrize(
    ("identity", "words"),
    [
        pytest.param(None, "it cannot be asked", id="a module that cannot be read"),
        pytest.param(0x45, "not with a chip that we know", id="an identity never seen"),
    ],
)
def test_a_panel_that_answers_is_well_whatever_it_says(identity: int | None, words: str) -> None:
    (finding,) = diagnose(Mute({A: OLD}, identity), places((OLD, A)))
    assert finding.trouble is Trouble.NONE
    assert words in finding.words
    assert finding.status == identity


def test_a_panel_on_spi_cannot_be_asked() -> None:
    class Line:
        def command(self, *codes: int) -> None: ...
        def data(self, data: Sequence[int]) -> None: ...
        def cleanup(self) -> None: ...

    (finding,) = diagnose(SpiBus({0: Line()}), places((OLD, 0)))
    assert finding.trouble is Trouble.NONE
    assert "cannot be asked" in finding.words


def test_asking_changes_nothing_that_is_shown() -> None:
    wired = bus({A: OLD})
    before = wired.models[A].registers
    ram = [bytes(row) for row in wired.models[A].ram]
    diagnose(wired, places((OLD, A)))
    assert wired.models[A].registers == before
    assert [bytes(row) for row in wired.models[A].ram] == ram


def test_the_speed_of_a_bus_is_read_from_the_device_tree(tmp_path: Path) -> None:
    node = tmp_path / "i2c-1" / "of_node"
    node.mkdir(parents=True)
    (node / "clock-frequency").write_bytes((100_000).to_bytes(4))
    assert bus_hz(1, tmp_path) == 100_000
    assert bus_hz(2, tmp_path) is None


@pytest.mark.parametrize(
    ("hz", "advice"),
    [
        pytest.param(100_000, "at 100 kHz, .* 4 times later .*i2c_arm_baudrate=400000", id="slow"),
        pytest.param(400_000, "^None$", id="as fast as the chips are"),
        pytest.param(None, "^None$", id="unknown"),
    ],
)
def test_advice_is_given_on_a_slow_bus_only(hz: int | None, advice: str) -> None:
    assert re.search(advice, str(advice_on_speed(hz)))
