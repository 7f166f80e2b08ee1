"""Panels and sounds that are pages', on their own and beside others."""

from collections.abc import Callable

import pytest

from firmware_host.sounding import Sounders
from hw.panel import Chip, Panels, together
from hw.panel_frame import DARK, FRAME_BYTES
from hw.ports import Clock, PadInfo
from sim.front_panel.server import FrontPanel
from sim.page_ports import PagePanels
from tests.drivers.panel_bench import Bench
from tests.drivers.wires import Silence

ANA, CLEO = PadInfo("a", 0, Clock.OWN), PadInfo("c", 2, Clock.OWN)
MINE, YOURS = bytes((1,)) * FRAME_BYTES, bytes((2,)) * FRAME_BYTES


class Pages(FrontPanel):
    """Pages that nobody serves: what they are told is kept."""

    def __init__(self) -> None:
        super().__init__(0, (ANA, CLEO), lambda _arrival: None)
        self.told: list[tuple[int, bytes | int]] = []

    def show(self, seat: int, frame: bytes) -> None:
        self.told.append((seat, frame))

    def light(self, seat: int, contrast: int) -> None:
        self.told.append((seat, contrast))

    def since(self, act: Callable[[], object]) -> list[tuple[int, bytes | int]]:
        """Give what `act` makes them tell."""
        before = len(self.told)
        act()
        return self.told[before:]


@pytest.fixture
def pages() -> Pages:
    return Pages()


@pytest.fixture
def panels(pages: Pages) -> Panels:
    return Panels(PagePanels(pages))


def test_each_seat_has_a_panel_that_is_dark_at_first(pages: Pages, panels: Panels) -> None:
    assert list(panels.ports) == [0, 2]
    assert pages.told == [(0, DARK), (2, DARK)]


def test_only_what_changed_is_sent(pages: Pages, panels: Panels) -> None:
    ana = panels.ports[0]
    assert pages.since(lambda: ana.show(MINE)) == [(0, MINE)]
    assert pages.since(lambda: ana.show(MINE)) == []
    assert pages.since(lambda: ana.contrast(110)) == [(0, 110)]
    assert pages.since(lambda: ana.contrast(110)) == []
    assert pages.since(lambda: ana.show(YOURS)) == [(0, YOURS)]


def test_a_panel_that_is_dark_shows_its_newest_frame_when_it_is_lit_again(
    pages: Pages, panels: Panels
) -> None:
    ana = panels.ports[0]
    ana.show(MINE)
    assert pages.since(lambda: ana.dark(True)) == [(0, DARK)]
    assert pages.since(lambda: ana.show(YOURS)) == []
    assert pages.since(lambda: ana.dark(False)) == [(0, YOURS)]


def test_a_phone_s_panel_and_a_wired_one_are_shown_nothing_before_the_end_of_together(
    pages: Pages, panels: Panels
) -> None:
    bench = Bench(Chip.SSD1306)
    wired = bench.panels

    def reveal() -> None:
        with together((wired, panels)):
            wired.ports[0].show(MINE)
            panels.ports[2].show(YOURS)
            assert pages.told == [(0, DARK), (2, DARK)]
            assert bench.eye(0) == DARK

    assert pages.since(reveal) == [(2, YOURS)]
    assert bench.eye(0) == MINE


def test_panels_that_are_closed_are_dark_and_stay_so(pages: Pages, panels: Panels) -> None:
    panels.ports[0].show(MINE)
    assert pages.since(panels.close_all) == [(0, DARK)]
    assert pages.since(lambda: panels.ports[0].show(MINE)) == []


def test_several_sounders_are_told_alike_and_all_are_closed_whatever_one_says() -> None:
    closed: list[str] = []

    class Closing(Silence):
        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name
            self.levels: list[int] = []

        def volume(self, level: int) -> None:
            self.levels.append(level)

        def close(self) -> None:
            closed.append(self.name)
            if self.name == "page":
                raise OSError("it is stuck")

    each = [Closing("pins"), Closing("page")]
    sounders = Sounders(each)
    sounders.sound(1, "turn")
    sounders.volume(3)
    sounders.light(0, True)
    assert [(it.tones, it.levels, it.lit) for it in each] == [(["turn"], [3], {0: True})] * 2
    with pytest.raises(OSError, match="stuck"):
        sounders.close()
    assert closed == ["page", "pins"]
