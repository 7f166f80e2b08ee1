"""The console in real time on its front panel: a panel, a pad and light for every person."""

from collections.abc import Mapping

import pytest

from firmware_host.cli import main, parser
from firmware_host.cli.play import preferences_of
from firmware_host.effects import Effect, Light
from firmware_host.match_state import Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.rest import CONTRASTS
from firmware_host.seating import all_pads
from hw.panel import Chip
from hw.ports import Clock
from sim.live import LiveConsole, page_pads
from sim.panel_bus import modelled


@pytest.mark.parametrize("count", [1, 3, 5])
def test_every_person_has_a_pad_and_there_are_bots_for_every_other_seat(count: int) -> None:
    pads = all_pads(page_pads(count), seed=1)
    assert pads[:count] == page_pads(count)
    assert len({info.pad for info in pads}) == len(pads)
    assert {info.seat for info in pads if info.clock is Clock.HOST} == {1, 2, 3, 4}


def test_three_pads_have_three_panels_lit_alike_on_alternating_chips(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chips: list[Chip] = []
    frames: dict[int, bytes] = {}
    lights: dict[int, int] = {}
    states: list[Mapping[str, object]] = []
    performed: list[Effect] = []

    def note_chips(wanted: tuple[Chip, ...]) -> object:
        chips.extend(wanted)
        return modelled(wanted)

    def show(seat: int, frame: bytes) -> None:
        frames[seat] = frame
        stop_when_all_are_lit()

    def light(seat: int, contrast: int) -> None:
        lights[seat] = contrast
        stop_when_all_are_lit()

    def stop_when_all_are_lit() -> None:
        if len(frames) == 3 and lights == dict.fromkeys(range(3), CONTRASTS[1]):
            console.stop()

    monkeypatch.setattr("sim.live.modelled", note_chips)
    match = new_match(Setup(pads=("a", "b", "c")), Preferences(game="pack", seats=4, brightness=2))
    console = LiveConsole(match, 0, watches=[performed.append])
    monkeypatch.setattr(console.front, "show", show)
    monkeypatch.setattr(console.front, "light", light)
    monkeypatch.setattr(console.front, "state", states.append)
    console.run()
    assert chips == [Chip.SSD1306, Chip.SH1106, Chip.SSD1306]
    assert all(any(frame) for frame in frames.values())
    assert any(isinstance(effect, Light) for effect in performed)
    assert {"volume": 3} in states
    assert [info.pad for info in console.front.pads] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        pytest.param([], 2, id="two pads, two seats"),
        pytest.param(["--pads", "4"], 4, id="so many pads, so many seats"),
        pytest.param(["--pads", "3", "--seats", "5"], 5, id="what is named is named"),
        pytest.param(["--pads", "1"], 2, id="one pad and a bot"),
    ],
)
def test_the_pack_begins_with_a_seat_for_every_pad(options: list[str], seats: int) -> None:
    args = parser().parse_args(["play", *options])
    assert preferences_of(args, Preferences(), args.pads or 2).seats == seats


@pytest.mark.parametrize("count", ["0", "6", "two"])
def test_a_number_of_pads_that_cannot_be_is_refused(
    count: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["play", "--pads", count])
    assert left.value.code == 2
    assert "--pads" in capsys.readouterr().err
