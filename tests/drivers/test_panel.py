"""luma's devices behind PanelPort, their bytes read back by the models."""

import logging
import threading
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.core.error import DeviceNotFoundError
from luma.core.render import canvas
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from hw.panel import Chip, Panel, PanelError, open_panel
from hw.panel_frame import DARK, FRAME_BYTES, pack, unpack, upside_down
from hw.panel_luma import open_device
from hw.panel_thread import PanelThread
from hw.ports import DeviceError
from sim.panel_model import model_of

BRIGHT = b"\xff" * FRAME_BYTES
CHIPS = st.sampled_from(Chip)
FRAMES = st.binary(min_size=FRAME_BYTES, max_size=FRAME_BYTES)
few = settings(max_examples=25, deadline=None, derandomize=True)
both_chips = pytest.mark.parametrize("chip", Chip)


@few
@given(chip=CHIPS, frames=st.lists(FRAMES, max_size=3), rotate=st.sampled_from((0, 2)))
def test_what_is_shown_is_what_an_eye_sees(chip: Chip, frames: list[bytes], rotate: int) -> None:
    model = model_of(chip)
    panel = open_panel(chip, model, rotate=rotate)
    for frame in frames:
        panel.show(frame)
        assert model.pixels() == (upside_down(frame) if rotate else frame)
    panel.close()


@few
@given(chip=CHIPS, frame=FRAMES, rotate=st.sampled_from((0, 2)))
@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
def test_stock_luma_shows_the_same_pixel_by_pixel(chip: Chip, frame: bytes, rotate: int) -> None:
    model = model_of(chip)
    device = {Chip.SSD1306: ssd1306, Chip.SH1106: sh1106}[chip](model, rotate=rotate)
    device.persist = True  # its atexit hook shall find nothing to do
    device.display(unpack(frame))
    assert model.pixels() == (upside_down(frame) if rotate else frame)


@few
@given(frame=FRAMES)
def test_packing_is_undone_by_unpacking_and_turning_twice_changes_nothing(frame: bytes) -> None:
    assert pack(unpack(frame)) == frame
    assert upside_down(frame) == pack(unpack(frame).rotate(180))
    assert upside_down(upside_down(frame)) == frame


def test_bit_0_of_a_page_is_its_uppermost_pixel() -> None:
    picture = Image.new("1", (128, 64))
    picture.putpixel((5, 8), 1)
    assert pack(picture) == DARK[:133] + b"\x01" + DARK[134:]


@both_chips
def test_luma_s_canvas_draws_on_our_device(chip: Chip) -> None:
    model = model_of(chip)
    device = open_device(chip, model, rotate=0)
    with canvas(device) as draw:
        draw.rectangle((0, 0, 127, 63), fill="white")
    assert model.pixels() == BRIGHT
    device.cleanup()


@both_chips
def test_a_new_panel_is_on_and_dark_though_its_ram_held_noise(chip: Chip) -> None:
    model = model_of(chip)
    open_panel(chip, model).close()
    fresh = model_of(chip)
    panel = open_panel(chip, fresh)
    assert fresh.registers.is_on
    assert fresh.pixels() == DARK
    panel.close()


class CountingModel:
    """A bus that counts the bytes sent to a model; it can be unplugged."""

    def __init__(self, chip: Chip) -> None:
        self.model = model_of(chip)
        self.sent = 0
        self.is_plugged = True

    def command(self, *codes: int) -> None:
        if not self.is_plugged:
            raise DeviceNotFoundError("I2C device not found on address: 0x3C")
        self.sent += len(codes)
        self.model.command(*codes)

    def data(self, data: Sequence[int]) -> None:
        if not self.is_plugged:
            raise OSError(121, "Remote I/O error")
        self.sent += len(data)
        self.model.data(data)

    def cleanup(self) -> None:
        self.model.cleanup()


@both_chips
def test_an_unchanged_frame_sends_nothing(chip: Chip) -> None:
    bus = CountingModel(chip)
    panel = open_panel(chip, bus)
    bus.sent = 0
    panel.show(DARK)
    assert bus.sent == 0
    panel.show(BRIGHT)
    once = bus.sent
    assert once >= FRAME_BYTES
    panel.show(BRIGHT)
    assert bus.sent == once
    panel.close()


@both_chips
def test_closing_darkens_the_panel_and_releases_the_bus_once(chip: Chip) -> None:
    model = model_of(chip)
    panel = open_panel(chip, model)
    panel.show(BRIGHT)
    panel.close()
    assert model.is_released
    assert not model.registers.is_on
    assert model.pixels() == DARK
    panel.close()
    panel.show(BRIGHT)  # a late frame is dropped, or the released bus would complain


@both_chips
def test_luma_s_exit_hook_finds_nothing_to_do_on_a_closed_panel(chip: Chip) -> None:
    device = open_device(chip, model_of(chip), rotate=0)
    device.cleanup()
    device.cleanup()  # what the hook calls; the released bus would complain


@both_chips
def test_luma_s_exit_hook_darkens_a_forgotten_panel(chip: Chip) -> None:
    model = model_of(chip)
    device = open_device(chip, model, rotate=0)
    device.write_frame(BRIGHT)
    device.cleanup()  # what the hook calls
    assert model.pixels() == DARK


def test_a_frame_of_another_size_is_our_own_mistake() -> None:
    panel = open_panel(Chip.SSD1306, model_of(Chip.SSD1306))
    with pytest.raises(ValueError, match="a frame has 1024 bytes, not 3"):
        panel.show(b"abc")
    panel.close()


def test_a_panel_on_its_side_is_refused() -> None:
    with pytest.raises(ValueError, match=r"upright .* not 1"):
        open_panel(Chip.SSD1306, model_of(Chip.SSD1306), rotate=1)


@both_chips
def test_a_panel_that_does_not_answer_is_named_with_what_to_check(chip: Chip) -> None:
    bus = CountingModel(chip)
    bus.is_plugged = False
    words = rf"no {chip} panel on I2C bus 1 answers .*0x3C.*: check its wires, its address"
    with pytest.raises(DeviceError, match=words):
        open_panel(chip, bus, place="I2C bus 1")


@both_chips
def test_an_unplugged_panel_raises_and_is_sent_the_frame_again_once_it_is_back(chip: Chip) -> None:
    bus = CountingModel(chip)
    panel = open_panel(chip, bus)
    bus.is_plugged = False
    with pytest.raises(PanelError, match=f"the {chip} panel does not answer .*check its wires"):
        panel.show(BRIGHT)
    bus.is_plugged = True
    panel.show(DARK)
    panel.show(BRIGHT)
    assert bus.model.pixels() == BRIGHT
    panel.close()


def test_a_panel_lost_amidst_a_frame_is_named_too() -> None:
    class LostAmidst(CountingModel):
        def command(self, *codes: int) -> None:
            self.model.command(*codes)  # these still get through, data no longer do

    bus = LostAmidst(Chip.SSD1306)
    panel = open_panel(Chip.SSD1306, bus, place="SPI 0.1")
    bus.is_plugged = False
    words = r"the ssd1306 panel on SPI 0.1 does not answer \(.*Remote I/O error\)"
    with pytest.raises(PanelError, match=words):
        panel.show(BRIGHT)
    with pytest.raises(PanelError, match="could not be darkened"):
        panel.close()


@both_chips
def test_an_unplugged_panel_releases_its_bus_when_closed(chip: Chip) -> None:
    bus = CountingModel(chip)
    panel = open_panel(chip, bus)
    bus.is_plugged = False
    with pytest.raises(PanelError, match="could not be darkened"):
        panel.close()
    assert bus.model.is_released


class SlowDevice:
    """A device whose writes wait until the test lets them go."""

    def __init__(self) -> None:
        self.written: list[bytes | int | str] = []
        self.begun = threading.Semaphore(0)
        self.go = threading.Semaphore(0)
        self.is_clean = False
        self.is_plugged = True

    def write_frame(self, frame: bytes) -> None:
        self.write(frame)

    def write_contrast(self, level: int) -> None:
        self.write(level)

    def write_dark(self, is_off: bool) -> None:
        self.write("off" if is_off else "on")

    def write(self, what: bytes | int | str) -> None:
        self.begun.release()
        self.go.acquire()
        if not self.is_plugged:
            raise PanelError("unplugged")
        self.written.append(what)

    def cleanup(self) -> None:
        self.is_clean = True


def frame(fill: int) -> bytes:
    return bytes((fill,)) * FRAME_BYTES


def test_show_never_waits_for_the_bus_and_the_newest_frame_wins() -> None:
    device = SlowDevice()
    (port,) = PanelThread([Panel(device)]).ports
    port.show(frame(1))
    device.begun.acquire()
    port.show(frame(2))
    port.show(frame(3))
    device.go.release(2)
    device.begun.acquire()
    port.close()
    assert device.written == [frame(1), frame(3)]


def test_two_panels_of_a_bus_take_turns_however_many_frames_one_gets() -> None:
    devices = [SlowDevice(), SlowDevice()]
    first, second = PanelThread([Panel(device) for device in devices]).ports
    first.show(frame(1))
    devices[0].begun.acquire()
    second.show(frame(2))
    first.show(frame(3))
    second.show(frame(4))
    devices[0].go.release()
    devices[1].begun.acquire()  # the second is served before the first has its second turn
    devices[1].go.release()
    devices[0].begun.acquire()
    devices[0].go.release()
    first.close()
    second.close()
    assert devices[0].written == [frame(1), frame(3)]
    assert devices[1].written == [frame(4)]


def test_closing_waits_until_the_panel_is_dark_and_drops_later_frames() -> None:
    model = model_of(Chip.SSD1306)
    (port,) = PanelThread([open_panel(Chip.SSD1306, model)]).ports
    port.show(BRIGHT)
    port.close()
    assert model.is_released
    assert model.pixels() == DARK
    port.show(BRIGHT)
    port.close()


def test_a_lost_panel_is_named_once_and_tried_again_with_every_frame(
    caplog: pytest.LogCaptureFixture,
) -> None:
    device = SlowDevice()
    (port,) = PanelThread([Panel(device)]).ports
    device.is_plugged = False
    device.go.release(4)
    with caplog.at_level(logging.WARNING, logger="hw.panel_thread"):
        for fill in (1, 2):
            port.show(frame(fill))
            device.begun.acquire()
        device.is_plugged = True
        port.show(frame(3))
        device.begun.acquire()
        port.close()
    assert [record.getMessage() for record in caplog.records] == ["unplugged"]
    assert device.is_clean


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_closing_does_not_hang_when_the_thread_has_died_of_a_bug() -> None:
    class BuggyDevice(SlowDevice):
        def write_frame(self, frame: bytes) -> None:
            raise ZeroDivisionError(len(frame))

    (port,) = PanelThread([Panel(BuggyDevice())]).ports
    port.show(BRIGHT)
    port.close()
