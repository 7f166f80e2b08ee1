"""Models of the SSD1306 and the SH1106: the bytes that a driver sends in, what an eye sees out.

`command` and `data` take what the bus tells apart by its control byte (`sim.panel_bus`). Facts are
those of the datasheets (SSD1306 rev 1.1, SH1106 v2.3); what they do not promise is an error here,
so that no test passes by luck.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from hw.panel import Chip
from hw.panel_frame import PAGES, WIDTH
from sim.panel_core import Addressing, Order, PanelModel
from sim.panel_orders import PAGE_ORDERS, SHARED_ORDERS, checked, setting, unseen


def model_of(chip: Chip) -> PanelModel:
    """Make a panel of `chip`, fresh from power-on: dark, with noise in its RAM."""
    return {Chip.SSD1306: Ssd1306Model, Chip.SH1106: Sh1106Model}[chip]()


def _set_columns(model: PanelModel, codes: Sequence[int]) -> None:
    model.registers.column_window = (codes[1], codes[2])
    model.registers.column = codes[1]


def _set_pages(model: PanelModel, codes: Sequence[int]) -> None:
    model.registers.page_window = (codes[1], codes[2])
    model.registers.page = codes[1]


def _window(name: str, act: Callable[[PanelModel, Sequence[int]], None], size: int) -> Order:
    def why_not(model: PanelModel, codes: Sequence[int]) -> str:
        _, first, last = codes
        if model.registers.addressing is Addressing.PAGE:
            return f"({name}) is not for page addressing"
        return "" if first <= last < size else f"with the window {first}-{last}"

    return Order(name, act, 2, why_not)


def _only_in_page_addressing(order: Order) -> Order:
    def why_not(model: PanelModel, _codes: Sequence[int]) -> str:
        is_page = model.registers.addressing is Addressing.PAGE
        return "" if is_page else f"({order.name}) is for page addressing only"

    return replace(order, why_not=why_not)


class Ssd1306Model(PanelModel):
    """The SSD1306: 128 columns, three ways of addressing, windows that wrap, a charge pump."""

    name = "SSD1306"
    columns = WIDTH
    identity = 0x06
    orders: ClassVar = {
        **SHARED_ORDERS,
        **{code: _only_in_page_addressing(order) for code, order in PAGE_ORDERS.items()},
        0x20: checked(setting("addressing", "addressing", Addressing, 1), range(3)),
        0x21: _window("column window", _set_columns, WIDTH),
        0x22: _window("page window", _set_pages, PAGES),
        0x2E: unseen("stop scrolling"),
        0x8D: checked(setting("charge pump", "is_pumped", lambda c: c == 0x14, 1), (0x10, 0x14)),
    }

    def _store(self, values: bytes) -> None:
        if self.registers.addressing is Addressing.VERTICAL:
            self._store_downwards(values)
        else:
            self._store_across(values)

    def _store_across(self, values: bytes) -> None:
        """Fill the window's rows; page addressing comes back to the same page for ever."""
        registers = self.registers
        while values:
            room = max(1, registers.column_window[1] + 1 - registers.column)
            run, values = values[:room], values[room:]
            self._put(registers.page, registers.column, run)
            if self._next_column(len(run)) and registers.addressing is Addressing.HORIZONTAL:
                self._next_page()

    def _store_downwards(self, values: bytes) -> None:
        for value in values:
            self._put(self.registers.page, self.registers.column, bytes((value,)))
            if self._next_page():
                self._next_column(1)

    def _next_column(self, by: int) -> bool:
        """Move on by `by` columns; tell whether that wrapped to the window's first."""
        registers, (first, last) = self.registers, self.registers.column_window
        is_wrapped = registers.column + by > last
        registers.column = first if is_wrapped else registers.column + by
        return is_wrapped

    def _next_page(self) -> bool:
        """Move on by one page; tell whether that wrapped to the window's first."""
        registers, (first, last) = self.registers, self.registers.page_window
        is_wrapped = registers.page >= last
        registers.page = first if is_wrapped else registers.page + 1
        return is_wrapped


class Sh1106Model(PanelModel):
    """The SH1106: 132 columns of which 2-129 are behind the glass, page addressing only."""

    name = "SH1106"
    columns = 132
    identity = 0x08
    orders: ClassVar = {
        **SHARED_ORDERS,
        **PAGE_ORDERS,
        # luma sends these two of the SSD1306's; this chip's table lacks them and it passes over
        # them, so that the byte after each is a command of its own (an upper column nibble).
        0x20: unseen("not a command"),
        0x8D: unseen("not a command"),
        **dict.fromkeys(range(0x30, 0x34), unseen("pump voltage")),
        0xAD: checked(setting("DC-DC", "is_pumped", lambda c: c == 0x8B, 1), (0x8A, 0x8B)),
    }

    def reset(self) -> None:
        """Reset as by the RES pin: the DC-DC converter is on by default."""
        super().reset()
        self.registers.contrast = 0x80
        self.registers.is_pumped = True

    def _store(self, values: bytes) -> None:
        """Fill columns of one page; the address stops at the last, it does not wrap."""
        self._put(self.registers.page, self.registers.column, values)
        self.registers.column += len(values)
