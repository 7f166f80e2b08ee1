"""What is to be wired to which pin of the header, from a configuration: signals, power, ground.

A pin of the header takes one plug: each panel and each pad gets a ground of its own while they
last. All buttons of a pad, its buzzer and its LED share one. A pad on USB has pins of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from firmware_host.config import Config, I2cPanel, SeatConfig, SpiPanel
from firmware_host.config_panels import SPI_PINS
from hw.board_pins import GROUND, POWER, Board, Pin
from hw.pad_names import BUTTON_PINS, BUZZER_PIN, LED_PIN


class Part(StrEnum):
    """What a wire leads to."""

    PAD = "pad"
    PANEL = "panel"
    BUZZER = "buzzer"
    LED = "led"


@dataclass(frozen=True, slots=True)
class Wire:
    """From `pin` to a `terminal` ("c1", "SDA", "GND", ...) of a part of `seat` (from 0)."""

    seat: int
    part: Part
    terminal: str
    pin: Pin


@dataclass(frozen=True, slots=True)
class OwnWire:
    """From pin `pin` of a pad on USB ("D2") to a `terminal` of a part of `seat` (from 0)."""

    seat: int
    part: Part
    terminal: str
    pin: str


def own_wires(config: Config) -> tuple[OwnWire, ...]:
    """List the wires on the pads on USB: the buttons', then what else has no pin of the board."""
    return tuple(
        wire
        for seat, each in enumerate(config.seats)
        if each.usb is not None
        for wire in _on_pad(seat, each)
    )


def wires(config: Config) -> tuple[Wire, ...]:
    """List all wires, seat by seat: the panel's, the buttons', then buzzer and LED."""
    powers = _Supply(config.board, POWER)
    grounds = _Supply(config.board, GROUND)
    return tuple(
        wire
        for seat, each in enumerate(config.seats)
        for wire in _of_seat(seat, each, config.board, powers, grounds)
    )


class _Supply:
    """The pins of one supply, each given away once while they last."""

    def __init__(self, board: Board, name: str) -> None:
        self._pins = board.called(name)
        self._left = list(self._pins)

    def near(self, pins: Sequence[Pin]) -> Pin:
        """Give away the pin that is nearest to all `pins` together."""
        self._left = self._left or list(self._pins)
        chosen = min(self._left, key=lambda supply: sum(map(supply.distance, pins)))
        self._left.remove(chosen)
        return chosen


def _of_seat(
    seat: int, config: SeatConfig, board: Board, powers: _Supply, grounds: _Supply
) -> Iterator[Wire]:
    signals = {name: board.pin_of(gpio) for name, gpio in _signals(config.panel)}
    if of_panel := list(signals.values()):
        yield Wire(seat, Part.PANEL, "VCC", powers.near(of_panel))
        yield Wire(seat, Part.PANEL, "GND", grounds.near(of_panel))
    for name, pin in signals.items():
        yield Wire(seat, Part.PANEL, name, pin)
    of_pad = {button: board.pin_of(gpio) for button, gpio in config.buttons.items()}
    others = {part: board.pin_of(gpio) for part, gpio in _others(config).items()}
    for button, pin in of_pad.items():
        yield Wire(seat, Part.PAD, button, pin)
    if legs := list(of_pad.values()) or list(others.values()):
        yield Wire(seat, Part.PAD if of_pad else next(iter(others)), "GND", grounds.near(legs))
    for part, pin in others.items():
        yield Wire(seat, part, "+", pin)


def _others(config: SeatConfig) -> Mapping[Part, int]:
    """Give the pins of the board that buzzer and LED have."""
    pins = {Part.BUZZER: config.buzzer, Part.LED: config.led}
    return {part: gpio for part, gpio in pins.items() if gpio is not None}


def _on_pad(seat: int, config: SeatConfig) -> Iterator[OwnWire]:
    for button, pin in BUTTON_PINS.items():
        yield OwnWire(seat, Part.PAD, button, pin)
    yield OwnWire(seat, Part.PAD, "GND", "GND")
    for part, pin in ((Part.BUZZER, BUZZER_PIN), (Part.LED, LED_PIN)):
        if part not in _others(config):
            yield OwnWire(seat, part, "+", pin)


def _signals(panel: I2cPanel | SpiPanel | None) -> Iterator[tuple[str, int]]:
    """Name the panel's terminals as they are printed on most, in their order."""
    if panel is None:
        return
    if isinstance(panel, I2cPanel):
        yield "SCL", panel.scl
        yield "SDA", panel.sda
        return
    bus = SPI_PINS[panel.port]
    yield "SCLK", bus["SCLK"]
    yield "MOSI", bus["MOSI"]
    if panel.reset is not None:
        yield "RES", panel.reset
    yield "DC", panel.dc
    yield "CS", bus[f"CE{panel.device}"]
