"""The wiring as a drawing (SVG): the header with its wires above, what they lead to below.

All lengths are in the drawing's own units, about a pixel each.
"""

from collections.abc import Iterator, Mapping, Sequence

from firmware_host.config import Config, I2cPanel, SeatConfig, SpiPanel
from firmware_host.svg import INK, PAPER, box, circle, cord, picture, text
from firmware_host.wiring import OwnWire, Part, Wire, own_wires, wires
from firmware_host.words.wiring import WiringWords
from hw.board_pins import Pin

WIDTH = 1060
MIDDLE = WIDTH // 2
TOP, PITCH = 132, 34
"""Where row 0 of the header would be, and from one row to the next."""
COLUMN = 19
"""From the middle of the header to either column."""
LEAD, TAG, TAG_HEIGHT = 108, 264, 26
"""A wire's length, and what it ends in."""
LONGEST_WHO = 18
"""Letters that have room on a tag."""
CARD, CARD_HEIGHT, GAP = 332, 352, 22
KEYBOARDS = ("400", "500")
"""Models whose header looks out at the back: no board is seen beside it."""
CARDS = 3
"""Seats side by side."""

BOARD, BOARD_INK, FAINT = "#e3efe4", "#3f6212", "#8b857f"
SEATS = ("#0f766e", "#9d174d", "#4338ca", "#a16207", "#374151")
SHARED = "#44403c"

# A ribbon cable's colours, for the buttons in their order.
COLOURS: Mapping[str, str] = {
    "c1": "#8a4b1f",
    "c2": "#dc2626",
    "c3": "#f97316",
    "c4": "#facc15",
    "left": "#16a34a",
    "right": "#2563eb",
    "draw": "#9333ea",
    "ready": "#9ca3af",
    "VCC": "#dc2626",
    "GND": "#111111",
    "SCL": "#facc15",
    "SDA": "#2563eb",
    "SCLK": "#facc15",
    "MOSI": "#2563eb",
    "RES": "#f97316",
    "DC": "#16a34a",
    "CS": "#9333ea",
    "+": "#e879f9",
}


def drawing(config: Config, words: WiringWords) -> str:
    """Draw the wiring as an SVG file."""
    all_wires = wires(config)
    rows = max(pin.row for pin in config.board.pins)
    cards_top = TOP + (rows + 1) * PITCH + 24
    deep = (len(config.seats) + CARDS - 1) // CARDS
    height = cards_top + deep * (CARD_HEIGHT + GAP)
    names = [words.seat(seat, each.name) for seat, each in enumerate(config.seats)]
    shapes = (
        *_heading(config, words, rows),
        *_header(config.board.pins, all_wires, [each.name for each in config.seats], words),
        *_cards(config, all_wires, names, words, cards_top),
    )
    return picture(WIDTH, height, words.title(config.board.model), shapes)


def _heading(config: Config, words: WiringWords, rows: int) -> Iterator[str]:
    yield text(MIDDLE, 44, words.title(config.board.model), 26, weight="bold")
    for line, told in enumerate(words.how()):
        yield text(MIDDLE, 72 + 20 * line, told, 14)
    if config.board.model in KEYBOARDS:
        return
    edge = MIDDLE + 2 * COLUMN + 10
    yield box(24, TOP - 22, edge - 24, (rows + 1) * PITCH + 10, BOARD, radius=14)
    yield text(40, TOP - 2, f"▲ {words.sd_card()}", 12, anchor="start", colour=BOARD_INK)
    yield text(edge - 14, TOP - 2, f"{words.edge()} ▶", 12, anchor="end", colour=BOARD_INK)


def _header(
    pins: Sequence[Pin], all_wires: Sequence[Wire], names: Sequence[str | None], words: WiringWords
) -> Iterator[str]:
    """Draw the header, and at each pin in use its wire and a tag that says where it leads."""
    top = TOP + PITCH - 19
    height = max(pin.row for pin in pins) * PITCH + 4
    yield box(MIDDLE - 2 * COLUMN, top, 4 * COLUMN, height, "#292524", radius=6)
    for pin in pins:
        of_pin = [each for each in all_wires if each.pin == pin]
        if of_pin:
            yield from _lead(pin, of_pin, names, words)
        yield from _pin(pin, is_used=bool(of_pin))


def _pin(pin: Pin, *, is_used: bool) -> Iterator[str]:
    x, y, side = _place(pin)
    colour = "#fbbf24" if is_used else "#78716c"
    if pin.number == 1:
        yield box(x - 13, y - 13, 26, 26, colour, radius=3)
    else:
        yield circle(x, y, 13, colour)
    yield text(x, y + 5, str(pin.number), 13, weight="bold", colour=INK if is_used else PAPER)
    if not is_used:
        anchor = "end" if side < 0 else "start"
        yield text(x + side * 28, y + 4, pin.name, 11, anchor=anchor, colour=FAINT)


def _lead(
    pin: Pin, of_pin: Sequence[Wire], names: Sequence[str | None], words: WiringWords
) -> Iterator[str]:
    x, y, side = _place(pin)
    end = x + side * LEAD
    yield cord(x, y, end, COLOURS[of_pin[0].terminal])
    yield text(x + side * (LEAD + 20) / 2, y - 7, pin.name, 11, colour="#57534e")
    left = end - TAG if side < 0 else end
    seats = sorted({each.seat for each in of_pin})
    colour = SEATS[seats[0]] if len(seats) == 1 else SHARED
    yield box(left, y - TAG_HEIGHT / 2, TAG, TAG_HEIGHT, colour, radius=TAG_HEIGHT / 2)
    who = " + ".join(names[seat] or words.seat(seat, None) for seat in seats)
    if len(seats) > 1 and len(who) > LONGEST_WHO:
        who = words.seat(seats[0], None) + "".join(f" + {seat + 1}" for seat in seats[1:])
    yield text(left + 14, y + 5, who, 13, anchor="start", colour=PAPER)
    what = words.wire(of_pin[0].part, of_pin[0].terminal)
    yield text(left + TAG - 14, y + 5, what, 14, anchor="end", weight="bold", colour=PAPER)


def _cards(
    config: Config,
    all_wires: Sequence[Wire],
    names: Sequence[str],
    words: WiringWords,
    top: int,
) -> Iterator[str]:
    """Draw a card for each seat, centred, CARDS to a row."""
    for seat, each in enumerate(config.seats):
        deep, place = divmod(seat, CARDS)
        beside = min(CARDS, len(config.seats) - deep * CARDS)
        left = MIDDLE - (beside * (CARD + GAP) - GAP) / 2 + place * (CARD + GAP)
        own: list[Wire | OwnWire] = [each for each in all_wires if each.seat == seat]
        own += [each for each in own_wires(config) if each.seat == seat]
        yield f'<g transform="translate({left},{top + deep * (CARD_HEIGHT + GAP)})">'
        yield from _card(seat, each, own, names[seat], words)
        yield "</g>"


def _card(
    seat: int, config: SeatConfig, own: Sequence[Wire | OwnWire], name: str, words: WiringWords
) -> Iterator[str]:
    yield box(0, 0, CARD, CARD_HEIGHT, "#ffffff", radius=12, line=SEATS[seat])
    yield box(0, 0, CARD, 36, SEATS[seat], radius=12) + box(0, 18, CARD, 18, SEATS[seat])
    yield text(16, 24, name, 16, anchor="start", weight="bold", colour=PAPER)
    if config.panel is None:
        yield text(CARD / 2, CARD_HEIGHT / 2, words.phone(), 16)
        return
    if config.usb is not None:
        yield text(CARD - 16, 24, f"USB: {config.usb}", 12, anchor="end", colour=PAPER)
    on_header = [each for each in own if isinstance(each, Wire)]
    panel = [each for each in on_header if each.part is Part.PANEL]
    yield from _panel(panel, _panel_place(config.panel, words))
    buttons = [each for each in own if each.part is Part.PAD and each.terminal != "GND"]
    for number, wire in enumerate(buttons):
        deep, place = divmod(number, 4)
        yield from _button(49 + place * 78, 182 + deep * 74, wire)
    others = [each for each in own if each not in panel and each not in buttons]
    # A pad on USB whose buzzer and LED are both on the header has one too many: the table has it.
    for each, left in zip(others, (44, 168, 248), strict=False):
        yield from _terminal(left, 328, words.plug(each.part, each.terminal), each)


def _panel_place(panel: I2cPanel | SpiPanel, words: WiringWords) -> str:
    if isinstance(panel, I2cPanel):
        return words.panel_at(panel.chip, words.i2c(panel.bus, panel.address))
    return words.panel_at(panel.chip, words.spi(panel.port, panel.device))


def _panel(own: Sequence[Wire], place: str) -> Iterator[str]:
    yield box(26, 48, CARD - 52, 92, "#0c0a09", radius=8)
    yield text(CARD / 2, 128, place, 12, colour="#7dd3fc")
    step = (CARD - 52) / len(own)
    for number, wire in enumerate(own):
        x = 26 + step * (number + 0.5)
        yield text(x, 66, wire.terminal, 11, colour=PAPER)
        yield circle(x, 88, 14, COLOURS[wire.terminal], line="#d6d3d1")
        yield text(x, 93, _mark(wire), 13, weight="bold", colour=_on(wire.terminal))


def _button(x: float, y: float, wire: Wire | OwnWire) -> Iterator[str]:
    yield circle(x, y, 24, INK)
    yield circle(x, y, 21, COLOURS[wire.terminal])
    yield circle(x, y, 14, PAPER)
    yield text(x, y + 6, _mark(wire), 16, weight="bold")
    yield text(x, y + 40, wire.terminal, 13)


def _terminal(x: float, y: float, name: str, wire: Wire | OwnWire) -> Iterator[str]:
    mark = _mark(wire)
    yield circle(x - 23, y, 12, COLOURS[wire.terminal])
    size = 12 if len(mark) < 3 else 9
    yield text(x - 23, y + 4, mark, size, weight="bold", colour=_on(wire.terminal))
    yield text(x - 7, y + 4, name, 12, anchor="start")


def _mark(wire: Wire | OwnWire) -> str:
    """Name the pin as it is printed where the wire begins."""
    return str(wire.pin.number) if isinstance(wire, Wire) else wire.pin


def _place(pin: Pin) -> tuple[float, float, int]:
    """Give the middle of a pin, and the side its wire leaves to: -1 is left, 1 is right."""
    side = -1 if pin.column == 1 else 1
    return MIDDLE + side * COLUMN, TOP + pin.row * PITCH, side


def _on(terminal: str) -> str:
    """Give the colour of letters that can be read on a wire's colour."""
    is_light = COLOURS[terminal] in ("#facc15", "#e879f9", "#9ca3af")
    return INK if is_light else PAPER
