"""How bright a panel is, and whether it is lit at all: both chips, both ways up, off the thread."""

import threading
from collections.abc import Sequence

import pytest

from hw.panel import Chip, Panel, PanelError, open_panel
from hw.panel_frame import DARK, FRAME_BYTES, upside_down
from hw.panel_thread import PanelThread
from sim.panel_core import PanelModel
from sim.panel_model import model_of
from tests.drivers.test_panel import CountingModel, SlowDevice, frame

PATTERN = bytes((7 * n + n // 128) % 256 for n in range(FRAME_BYTES))
CONTRAST, OFF, ON = 0x81, 0xAE, 0xAF
both_chips = pytest.mark.parametrize("chip", Chip)
either_way_up = pytest.mark.parametrize("rotate", [0, 2], ids=["upright", "upside down"])


class Watched(CountingModel):
    """A bus that says when the display has been told its contrast or switched."""

    def __init__(self, chip: Chip) -> None:
        super().__init__(chip)
        self.told = threading.Semaphore(0)

    def command(self, *codes: int) -> None:
        super().command(*codes)
        if codes[0] in (CONTRAST, OFF, ON):
            self.told.release()


def is_lit(model: PanelModel) -> bool:
    return model.is_lit


@both_chips
@either_way_up
@pytest.mark.parametrize("level", [0, 1, 200, 255])
def test_light_reaches_the_panel_through_its_thread(chip: Chip, rotate: int, level: int) -> None:
    bus = Watched(chip)
    panel = open_panel(chip, bus, rotate=rotate)
    bus.told = threading.Semaphore(0)  # opening has told it both
    (port,) = PanelThread([panel]).ports
    port.show(PATTERN)
    port.contrast(level)
    bus.told.acquire()
    assert bus.model.contrast == level
    assert bus.model.pixels() == (upside_down(PATTERN) if rotate else PATTERN)
    port.dark(True)
    bus.told.acquire()
    assert not is_lit(bus.model)
    port.dark(False)
    bus.told.acquire()
    assert is_lit(bus.model)
    assert bus.model.contrast == level
    port.close()


@both_chips
@either_way_up
def test_a_dark_panel_shows_its_newest_frame_once_it_is_lit_again(chip: Chip, rotate: int) -> None:
    model = model_of(chip)
    panel = open_panel(chip, model, rotate=rotate)
    panel.show(frame(0xFF))
    panel.dark(True)
    panel.show(PATTERN)
    assert model.pixels() == DARK
    panel.dark(False)
    assert model.pixels() == (upside_down(PATTERN) if rotate else PATTERN)
    panel.close()


@both_chips
def test_a_closed_panel_is_not_lit_and_drops_orders(chip: Chip) -> None:
    model = model_of(chip)
    panel = open_panel(chip, model)
    panel.close()
    panel.dark(False)
    panel.contrast(1)  # the released bus would complain
    assert not model.is_lit


@both_chips
def test_what_changes_nothing_sends_nothing(chip: Chip) -> None:
    bus = CountingModel(chip)
    panel = open_panel(chip, bus)
    bus.sent = 0
    panel.dark(False)
    assert bus.sent == 0
    panel.contrast(9)
    panel.contrast(9)
    assert bus.sent == 2
    panel.dark(True)
    panel.dark(True)
    assert bus.sent == 3
    panel.close()


@pytest.mark.parametrize("level", [-1, 256])
def test_a_contrast_out_of_range_is_our_own_mistake(level: int) -> None:
    panel = open_panel(Chip.SSD1306, model_of(Chip.SSD1306))
    with pytest.raises(ValueError, match=f"from 0 to 255, not {level}"):
        panel.contrast(level)
    panel.close()


@both_chips
def test_an_unplugged_panel_is_named_and_told_again_once_it_is_back(chip: Chip) -> None:
    bus = CountingModel(chip)
    panel = open_panel(chip, bus)
    bus.is_plugged = False
    words = f"the {chip} panel does not answer .*check its wires"
    with pytest.raises(PanelError, match=words):
        panel.contrast(40)
    with pytest.raises(PanelError, match=words):
        panel.dark(True)
    bus.is_plugged = True
    panel.contrast(40)
    panel.dark(True)
    assert bus.model.contrast == 40
    assert not bus.model.is_lit
    panel.close()


def told(orders: Sequence[int | bool | bytes]) -> list[bytes | int | str]:
    """What a panel is sent when all these orders come while its bus is busy."""
    device = SlowDevice()
    (port,) = PanelThread([Panel(device)]).ports
    port.show(frame(1))
    device.begun.acquire()
    for order in orders:
        if isinstance(order, bytes):
            port.show(order)
        elif isinstance(order, bool):
            port.dark(order)
        else:
            port.contrast(order)
    device.go.release(len(orders) + 1)
    for _ in {type(order) for order in orders}:
        device.begun.acquire()
    port.close()
    return device.written[1:]


@pytest.mark.parametrize(
    ("orders", "sent"),
    [
        pytest.param([5, True, frame(2)], [5, "off", frame(2)], id="in the order they came"),
        pytest.param([frame(2), True, 5], [frame(2), "off", 5], id="in another order as well"),
        pytest.param([5, 6, 7], [7], id="only the newest contrast"),
        pytest.param([frame(2), 5, frame(3)], [frame(3), 5], id="a newer frame in its place"),
    ],
)
def test_orders_wait_for_the_bus(
    orders: Sequence[int | bool | bytes], sent: list[bytes | int | str]
) -> None:
    assert told(orders) == sent


def test_the_other_panel_of_a_bus_is_served_between_two_orders() -> None:
    devices = [SlowDevice(), SlowDevice()]
    first, second = PanelThread([Panel(device) for device in devices]).ports
    first.show(frame(1))
    devices[0].begun.acquire()
    first.contrast(5)
    first.dark(True)
    second.contrast(6)
    devices[0].go.release()
    devices[0].begun.acquire()  # the contrast of the first
    devices[0].go.release()
    devices[1].begun.acquire()  # that of the second
    assert devices[0].written == [frame(1), 5]
    devices[1].go.release()
    devices[0].begun.acquire()
    devices[0].go.release()
    first.close()
    second.close()
    assert devices[0].written == [frame(1), 5, "off"]
    assert devices[1].written == [6]
