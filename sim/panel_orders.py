"""The commands that both panel chips understand, and what command tables are made of."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from hw.panel_frame import HEIGHT
from sim.panel_core import Order, PanelModel


def setting(name: str, register: str, value: Callable[[int], object], following: int = 0) -> Order:
    """Make the order that sets one register from its last byte."""

    def act(model: PanelModel, codes: Sequence[int]) -> None:
        setattr(model.registers, register, value(codes[-1]))

    return Order(name, act, following)


def switch(name: str, register: str, off: int, on: int) -> dict[int, Order]:
    """Make the two orders that clear and set a register."""
    order = setting(name, register, lambda code: code == on)
    return {off: order, on: order}


def unseen(name: str, following: int = 0) -> Order:
    """Make an order that changes nothing an eye can see."""
    return Order(name, lambda _model, _codes: None, following)


def checked(order: Order, allowed: Sequence[int]) -> Order:
    """Make `order` refuse a last byte that is not among `allowed`."""

    def why_not(_model: PanelModel, codes: Sequence[int]) -> str:
        return "" if codes[-1] in allowed else f"({order.name}) with 0x{codes[-1]:02X}"

    return replace(order, why_not=why_not)


def _column_nibble(model: PanelModel, codes: Sequence[int]) -> None:
    """Set the lower (0x0N) or the upper (0x1N) half of the column address."""
    registers, nibble = model.registers, codes[0] & 0x0F
    if codes[0] < 0x10:
        registers.column = registers.column & 0xF0 | nibble
    else:
        registers.column = registers.column & 0x0F | nibble << 4


SHARED_ORDERS = {
    **dict.fromkeys(range(0x40, 0x80), setting("start line", "start_line", lambda c: c & 0x3F)),
    0x81: setting("contrast", "contrast", int, 1),
    **switch("segment remap", "is_remapped", 0xA0, 0xA1),
    **switch("all on", "is_all_on", 0xA4, 0xA5),
    **switch("inverse", "is_inverted", 0xA6, 0xA7),
    0xA8: checked(setting("multiplex", "lines", lambda c: c + 1, 1), range(15, HEIGHT)),
    **switch("display on", "is_on", 0xAE, 0xAF),
    **switch("COM scan", "is_scanned_down", 0xC0, 0xC8),
    0xD3: checked(setting("display offset", "offset", int, 1), range(HEIGHT)),
    0xD5: unseen("clock", 1),
    0xD9: unseen("pre-charge", 1),
    0xDA: unseen("COM pins", 1),
    0xDB: unseen("VCOM level", 1),
    0xE3: unseen("no operation"),
}

PAGE_ORDERS = {
    **dict.fromkeys(range(0x20), Order("column address", _column_nibble)),
    **dict.fromkeys(range(0xB0, 0xB8), setting("page address", "page", lambda c: c & 0x07)),
}
