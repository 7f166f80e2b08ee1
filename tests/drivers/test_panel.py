"""Ports of panels, and what an eye then sees: the very bytes read back by the models."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from hw.panel import Chip, Panels, together
from hw.panel_frame import DARK, FRAME_BYTES, moved, pack, unpack
from hw.stock_luma import stock, unwarned
from sim.panel_bus import modelled
from sim.panel_model import model_of
from tests.drivers.panel_bench import BRIGHT, PATTERN, Bench, with_bytes

FRAMES = st.one_of(
    st.binary(min_size=FRAME_BYTES, max_size=FRAME_BYTES),
    st.dictionaries(st.integers(0, FRAME_BYTES - 1), st.integers(0, 255), max_size=60).map(
        lambda changes: with_bytes(PATTERN, changes)
    ),
)
PAIRS = st.tuples(FRAMES, FRAMES)
few = settings(max_examples=25, deadline=None, derandomize=True)
both_chips = pytest.mark.parametrize("chip", Chip)


@few
@given(
    chips=st.tuples(st.sampled_from(Chip), st.sampled_from(Chip)),
    frames=st.lists(PAIRS, max_size=4),
    turned=st.sets(st.sampled_from((0, 1))),
)
def test_what_is_shown_is_what_an_eye_sees(
    chips: tuple[Chip, Chip], frames: list[tuple[bytes, bytes]], turned: set[int]
) -> None:
    bench = Bench(*chips, turned=tuple(turned))
    for pair in frames:
        bench.show(*pair)
        assert (bench.eye(0), bench.eye(1)) == pair


@few
@given(chip=st.sampled_from(Chip), frame=FRAMES)
def test_stock_luma_shows_the_same_pixel_by_pixel(chip: Chip, frame: bytes) -> None:
    model = model_of(chip)
    with unwarned():
        stock(chip, model).display(unpack(frame))
    assert model.pixels() == frame


@few
@given(frame=FRAMES)
def test_packing_is_undone_by_unpacking(frame: bytes) -> None:
    assert pack(unpack(frame)) == frame


def test_bit_0_of_a_page_is_its_uppermost_pixel() -> None:
    picture = Image.new("1", (128, 64))
    picture.putpixel((5, 8), 1)
    assert pack(picture) == DARK[:133] + b"\x01" + DARK[134:]


@pytest.mark.parametrize("columns", [-2, 0, 1])
def test_a_frame_moves_sideways_with_darkness_behind_it(columns: int) -> None:
    picture = Image.new("1", (128, 64))
    picture.paste(unpack(PATTERN), (columns, 0))
    assert moved(PATTERN, columns) == pack(picture)


@both_chips
def test_a_new_panel_is_on_and_dark_though_its_ram_held_noise(chip: Chip) -> None:
    bench = Bench(chip)
    assert bench.model(0).registers.is_on
    assert bench.eye(0) == DARK


@both_chips
def test_an_unchanged_frame_sends_nothing(chip: Chip) -> None:
    bench = Bench(chip)
    assert bench.show(DARK) == 0
    assert bench.show(PATTERN) > FRAME_BYTES
    assert bench.show(PATTERN) == 0


@both_chips
def test_a_contrast_is_sent_once(chip: Chip) -> None:
    bench = Bench(chip)
    bench.sent.clear()
    bench.panels.ports[0].contrast(9)
    bench.panels.ports[0].contrast(9)
    assert bench.model(0).contrast == 9
    assert [message.payload for message in bench.sent] == [b"\x00\x81\x09"]


@both_chips
def test_a_dark_panel_keeps_its_frame_and_takes_a_new_one(chip: Chip) -> None:
    bench = Bench(chip)
    port = bench.panels.ports[0]
    port.show(PATTERN)
    port.dark(True)
    assert bench.eye(0) == DARK
    port.show(BRIGHT)
    assert bench.eye(0) == DARK
    port.dark(False)
    assert bench.eye(0) == BRIGHT


def test_each_panel_has_a_light_of_its_own() -> None:
    bench = Bench(Chip.SSD1306, Chip.SH1106)
    bench.show(PATTERN, PATTERN)
    with bench.panels.together():
        bench.panels.ports[0].dark(True)
        bench.panels.ports[1].contrast(3)
        bench.panels.ports[1].show(BRIGHT)
    assert (bench.eye(0), bench.eye(1), bench.model(1).contrast) == (DARK, BRIGHT, 3)


def test_what_is_shown_together_waits_for_the_end_of_the_block_on_every_bus() -> None:
    benches = [Bench(Chip.SSD1306), Bench(Chip.SH1106)]
    with together(bench.panels for bench in benches):
        for bench in benches:
            bench.panels.ports[0].show(BRIGHT)
            with bench.panels.together():
                bench.panels.ports[0].show(PATTERN)
        assert [bench.eye(0) for bench in benches] == [DARK, DARK]
    assert [bench.eye(0) for bench in benches] == [PATTERN, PATTERN]


@both_chips
def test_a_closed_panel_is_dark_with_nothing_in_its_ram_and_drops_orders(chip: Chip) -> None:
    bench = Bench(chip, chip)
    bench.show(PATTERN, PATTERN)
    bench.panels.ports[0].close()
    bench.panels.ports[0].show(BRIGHT)
    bench.panels.ports[0].close()
    assert bench.eye(0) == DARK
    assert not any(byte for row in bench.model(0).ram for byte in row[2:-2])
    assert not bench.bus.is_closed
    assert bench.eye(1) == PATTERN
    bench.panels.ports[1].show(BRIGHT)
    assert bench.eye(1) == BRIGHT
    bench.panels.close_all()
    assert not bench.model(1).registers.is_on
    assert bench.bus.is_closed


def test_a_frame_of_another_size_is_our_own_mistake() -> None:
    with pytest.raises(ValueError, match="a frame has 1024 bytes, not 3"):
        Bench(Chip.SSD1306).panels.ports[0].show(b"abc")


@pytest.mark.parametrize("level", [-1, 256])
def test_a_contrast_out_of_range_is_our_own_mistake(level: int) -> None:
    with pytest.raises(ValueError, match=f"from 0 to 255, not {level}"):
        Bench(Chip.SSD1306).panels.ports[0].contrast(level)


@both_chips
def test_luma_s_exit_hook_finds_nothing_to_do(chip: Chip) -> None:
    from hw.panel_luma import Script, _device  # the hook is luma's; it calls the device's cleanup

    Script(chip, is_turned=False)
    _device(chip)[0].cleanup()


def test_the_ports_are_each_seat_s() -> None:
    group, bus = modelled([Chip.SSD1306, Chip.SH1106])
    ports = Panels(group).ports
    ports[1].show(PATTERN)
    assert [model.pixels() for model in bus.models.values()] == [DARK, PATTERN]
