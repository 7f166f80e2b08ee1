"""The panel models against the facts of the two datasheets."""

import pytest
from PIL import ImageOps

from hw.panel import Chip, Panels
from hw.panel_frame import DARK, FRAME_BYTES, WIDTH, pack, unpack
from hw.panel_group import PanelGroup
from hw.panel_state import PanelPlace
from sim.panel_bus import ModelBus, modelled_panels
from sim.panel_core import PanelModel, PanelModelError
from sim.panel_model import Sh1106Model, Ssd1306Model, model_of

BRIGHT = b"\xff" * FRAME_BYTES
both_chips = pytest.mark.parametrize("chip", Chip)


def switched_on(chip: Chip, ram: bytes = DARK) -> PanelModel:
    """Give a panel as luma leaves it: upright, on, showing `ram`."""
    panels, (model,) = modelled_panels([chip])
    panels.ports[0].show(ram)
    return model


def ssd1306(ram: bytes = DARK) -> Ssd1306Model:
    model = switched_on(Chip.SSD1306, ram)
    assert isinstance(model, Ssd1306Model)
    return model


def pattern() -> bytes:
    """A frame without any symmetry."""
    return bytes((7 * n + n // 128 + (n % 13) ** 2) % 256 for n in range(FRAME_BYTES))


@both_chips
def test_a_panel_fresh_from_power_on_is_dark_with_noise_in_its_ram(chip: Chip) -> None:
    model = model_of(chip)
    assert model.pixels() == DARK
    assert any(any(row) for row in model.ram)


@both_chips
def test_a_reset_darkens_and_restores_the_defaults_but_keeps_ram(chip: Chip) -> None:
    model = switched_on(chip, pattern())
    ram = [bytes(row) for row in model.ram]
    model.reset()
    assert model.pixels() == DARK
    assert model.registers == model_of(chip).registers
    assert [bytes(row) for row in model.ram] == ram


@both_chips
@pytest.mark.parametrize(
    ("codes", "register", "value"),
    [
        pytest.param((0x81, 0x42), "contrast", 0x42, id="0x81 sets the contrast"),
        pytest.param((0xAE,), "is_on", False, id="0xAE switches off"),
        pytest.param((0xAE, 0xAF), "is_on", True, id="0xAF switches on"),
        pytest.param((0xA5,), "is_all_on", True, id="0xA5 lights everything"),
        pytest.param((0xA5, 0xA4), "is_all_on", False, id="0xA4 goes back to RAM"),
        pytest.param((0xA7,), "is_inverted", True, id="0xA7 inverts"),
        pytest.param((0xA7, 0xA6), "is_inverted", False, id="0xA6 does not"),
        pytest.param((0xA0,), "is_remapped", False, id="0xA0 leaves segments in order"),
        pytest.param((0xA0, 0xA1), "is_remapped", True, id="0xA1 turns them round"),
        pytest.param((0xC0,), "is_scanned_down", False, id="0xC0 scans from COM0"),
        pytest.param((0xC0, 0xC8), "is_scanned_down", True, id="0xC8 scans to COM0"),
        pytest.param((0x40,), "start_line", 0, id="0x40 starts at line 0"),
        pytest.param((0x7F,), "start_line", 63, id="0x7F starts at line 63"),
        pytest.param((0xA8, 15), "lines", 16, id="0xA8 multiplexes as few as 16 lines"),
        pytest.param((0xA8, 63), "lines", 64, id="0xA8 multiplexes as many as 64 lines"),
        pytest.param((0xD3, 63), "offset", 63, id="0xD3 shifts by up to 63"),
    ],
)
def test_a_command_sets_its_register(
    chip: Chip, codes: tuple[int, ...], register: str, value: object
) -> None:
    model = switched_on(chip)
    model.command(*codes)
    assert getattr(model.registers, register) == value


@both_chips
@pytest.mark.parametrize("code", [0xD5, 0xD9, 0xDA, 0xDB])
def test_timing_and_voltages_take_one_byte_and_change_no_pixel(chip: Chip, code: int) -> None:
    model = switched_on(chip, pattern())
    model.command(code, 0xAE)  # as a command of its own, 0xAE would switch the panel off
    model.command(0xE3)
    assert model.pixels() == pattern()


@both_chips
@pytest.mark.parametrize(
    ("codes", "complaint"),
    [
        pytest.param((0xFF,), "has no command 0xFF", id="an unknown command"),
        pytest.param((0x26,), "has no command 0x26", id="scrolling, which nobody uses"),
        pytest.param((0xA8, 14), "0xA8 .multiplex. with 0x0E", id="fewer than 16 lines"),
        pytest.param((0xD3, 64), "0xD3 .display offset. with 0x40", id="an offset beyond 63"),
        pytest.param((0xE3,) * 33, "33 command bytes in one write", id="more than 32 bytes"),
    ],
)
def test_what_the_datasheet_does_not_allow_is_an_error_that_names_it(
    chip: Chip, codes: tuple[int, ...], complaint: str
) -> None:
    model = switched_on(chip)
    with pytest.raises(PanelModelError, match=f"{model.name}.*{complaint}"):
        model.command(*codes)
    model.command(0xE3)


@pytest.mark.parametrize(
    ("codes", "complaint"),
    [
        pytest.param((0x20, 3), "with 0x03", id="a fourth way of addressing"),
        pytest.param((0x21, 0, 128), "window 0-128", id="a window wider than RAM"),
        pytest.param((0x21, 9, 8), "window 9-8", id="a window that ends before it begins"),
        pytest.param((0x22, 0, 8), "window 0-8", id="a ninth page"),
        pytest.param((0x8D, 0x15), "with 0x15", id="a charge pump neither on nor off"),
        pytest.param((0xB0,), "is for page addressing only", id="a page outside page addressing"),
        pytest.param((0x02,), "is for page addressing only", id="a column outside page addressing"),
        pytest.param((0xAD,), "has no command 0xAD", id="the SH1106's DC-DC converter"),
    ],
)
def test_the_ssd1306_refuses(codes: tuple[int, ...], complaint: str) -> None:
    with pytest.raises(PanelModelError, match=complaint):
        ssd1306().command(*codes)


@both_chips
def test_a_command_may_be_split_over_several_writes_but_not_by_data(chip: Chip) -> None:
    model = switched_on(chip)
    model.command(0x81)
    with pytest.raises(PanelModelError, match="data amidst command 0x81"):
        model.data([0])
    model.command(0x13)
    assert model.registers.contrast == 0x13


@both_chips
@pytest.mark.parametrize(
    ("codes", "seen"),
    [
        pytest.param((0xAE,), DARK, id="off is dark"),
        pytest.param((0xA5,), BRIGHT, id="all on is bright whatever RAM holds"),
        pytest.param((0xA7,), bytes(byte ^ 0xFF for byte in pattern()), id="inverse is inverse"),
    ],
)
def test_an_eye_sees(chip: Chip, codes: tuple[int, ...], seen: bytes) -> None:
    model = switched_on(chip, pattern())
    model.command(*codes)
    assert model.pixels() == seen
    assert pack(model.picture()) == seen


def test_without_its_charge_pump_the_ssd1306_is_dark() -> None:
    model = ssd1306(pattern())
    model.command(0x8D, 0x10)
    assert model.pixels() == DARK
    model.command(0x8D, 0x14)
    assert model.pixels() == pattern()


def test_without_its_converter_the_sh1106_is_dark() -> None:
    model = switched_on(Chip.SH1106, pattern())
    model.command(0xAD, 0x8A)
    assert model.pixels() == DARK
    model.command(0xAD, 0x8B, 0x32)
    assert model.pixels() == pattern()


def rolled(rows: int) -> bytes:
    """The pattern moved up by `rows`, what leaves at the top coming back below."""
    picture = unpack(pattern())
    moved = picture.copy()
    moved.paste(picture.crop((0, rows, WIDTH, 64)), (0, 0))
    moved.paste(picture.crop((0, 0, WIDTH, rows)), (0, 64 - rows))
    return pack(moved)


@both_chips
@pytest.mark.parametrize(
    ("codes", "rows"),
    [
        pytest.param((0x48,), 8, id="start line 8 moves the picture up by 8"),
        pytest.param((0xD3, 8), 8, id="offset 8 moves it up by 8 as well"),
        pytest.param((0x48, 0xD3, 8), 16, id="together they move it by 16"),
    ],
)
def test_lines_move(chip: Chip, codes: tuple[int, ...], rows: int) -> None:
    model = switched_on(chip, pattern())
    model.command(*codes)
    assert model.pixels() == rolled(rows)


@both_chips
def test_scanning_the_other_way_turns_the_picture_over(chip: Chip) -> None:
    model = switched_on(chip, pattern())
    model.command(0xC0)
    assert model.pixels() == pack(ImageOps.flip(unpack(pattern())))


@both_chips
def test_fewer_lines_leave_the_others_dark_even_when_all_is_on(chip: Chip) -> None:
    model = switched_on(chip)
    model.command(0xA8, 47, 0xA5)
    # COM47 is the topmost of 48 lines and sits 16 rows below the glass's upper edge.
    assert model.pixels() == DARK[: 2 * WIDTH] + BRIGHT[2 * WIDTH :]


@both_chips
def test_without_segment_remap_the_picture_is_mirrored(chip: Chip) -> None:
    model = switched_on(chip)
    model.command(0xA0)
    if chip is Chip.SSD1306:
        model.data(pattern())
    else:
        for page in range(8):
            model.command(0xB0 + page, 0x02, 0x10)
            model.data(pattern()[page * WIDTH : (page + 1) * WIDTH])
    assert model.pixels() == pack(ImageOps.mirror(unpack(pattern())))


def test_segment_remap_leaves_what_is_already_in_the_ssd1306_s_ram() -> None:
    model = ssd1306(pattern())
    model.command(0xA0)
    assert model.pixels() == pattern()


def lit_columns(model: PanelModel) -> dict[int, bytes]:
    """The pages of a frame that are not dark, by number."""
    frame = model.pixels()
    pages = [frame[page * WIDTH : (page + 1) * WIDTH] for page in range(8)]
    return {number: page for number, page in enumerate(pages) if any(page)}


def at(column: int, run: bytes) -> bytes:
    return bytes(column) + run + bytes(WIDTH - column - len(run))


def test_horizontal_addressing_fills_its_window_row_by_row_and_wraps() -> None:
    model = ssd1306()
    model.command(0x20, 0x00, 0x21, 10, 12, 0x22, 2, 3)
    model.data([1, 2, 3, 4, 5, 6, 7])
    assert lit_columns(model) == {2: at(10, b"\x07\x02\x03"), 3: at(10, b"\x04\x05\x06")}


@pytest.mark.parametrize("code", [0x21, 0x22])
def test_a_window_is_refused_in_page_addressing(code: int) -> None:
    with pytest.raises(PanelModelError, match="is not for page addressing"):
        ssd1306().command(0x20, 0x02, code, 0, 1)


def test_vertical_addressing_fills_its_window_column_by_column_and_wraps() -> None:
    model = ssd1306()
    model.command(0x20, 0x01, 0x21, 10, 12, 0x22, 2, 3)
    model.data([1, 2, 3, 4, 5, 6, 7])
    assert lit_columns(model) == {2: at(10, b"\x07\x03\x05"), 3: at(10, b"\x02\x04\x06")}


def test_page_addressing_of_the_ssd1306_wraps_within_its_page() -> None:
    model = ssd1306()
    model.command(0x20, 0x02, 0xB5, 0x0E, 0x17)
    model.data([1, 2, 3])
    assert lit_columns(model) == {5: b"\x03" + at(126, b"\x01\x02")[1:]}


def test_a_window_may_be_written_in_several_pieces() -> None:
    model = ssd1306()
    model.command(0x21, 0, 1, 0x22, 0, 1)
    for value in (1, 2, 3, 4):
        model.data([value])
    assert lit_columns(model) == {0: at(0, b"\x01\x02"), 1: at(0, b"\x03\x04")}


def test_a_column_beyond_the_ssd1306_s_ram_is_an_error() -> None:
    model = ssd1306()
    model.command(0x20, 0x02, 0x00, 0x18)
    with pytest.raises(PanelModelError, match="beyond column 127"):
        model.data([1])


def test_the_sh1106_has_two_hidden_columns_on_either_side() -> None:
    model = switched_on(Chip.SH1106)
    model.command(0xB3, 0x00, 0x10)
    model.data(bytes(range(1, 133)))
    assert lit_columns(model) == {3: bytes(range(3, 131))}


def test_the_sh1106_stops_at_its_last_column() -> None:
    model = switched_on(Chip.SH1106)
    model.command(0xB0, 0x03, 0x18)
    model.data([1])
    with pytest.raises(PanelModelError, match="beyond column 131"):
        model.data([1])


def test_an_sh1106_sold_as_an_ssd1306_does_not_go_unnoticed() -> None:
    with pytest.raises(PanelModelError, match="SH1106"):
        Panels(PanelGroup(ModelBus({60: Sh1106Model()}), [PanelPlace(0, Chip.SSD1306, 60)]))


def test_both_chips_start_with_the_contrast_of_their_datasheets() -> None:
    assert Ssd1306Model().registers.contrast == 0x7F
    assert Sh1106Model().registers.contrast == 0x80


@both_chips
def test_after_a_brown_out_a_panel_is_dark_and_noisy_and_lets_everything_pass(chip: Chip) -> None:
    model = switched_on(chip, pattern())
    model.brown_out()
    assert model.pixels() == DARK
    model.command(0xFF, 0x21, 9, 8, 0x22, 0, 9)
    model.command(0x81)
    model.data(bytes(200))
    model.command(0x42, 0xB0, 0x0F, 0x1F)
    model.data(bytes(200))
    fresh = model_of(chip)
    fresh.command(0xE3)
    assert len(model.ram[0]) == len(fresh.ram[0])


@both_chips
def test_the_status_byte_tells_the_chip_and_whether_it_is_off(chip: Chip) -> None:
    model = switched_on(chip)
    identity = {Chip.SSD1306: 6, Chip.SH1106: 8}[chip]
    assert model.status == identity
    model.command(0xAE)
    assert model.status == identity + 0x40
