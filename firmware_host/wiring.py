"""What is to be wired to which pin of the header, from a configuration: signals, power, ground.

A pin of the header takes one plug: each panel and each pad gets a ground of its own while they
last. All buttons of a pad, its buzzer and its LED share one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from firmware_host.config import Config, I2cPanel, SeatConfig, SpiPanel
from firmware_host.config_panels import SPI_PINS
from hw.board_pins import GROUND, POWER, Board, Pin


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
    of_panel = list(signals.values())
    yield Wire(seat, Part.PANEL, "VCC", powers.near(of_panel))
    yield Wire(seat, Part.PANEL, "GND", grounds.near(of_panel))
    for name, pin in signals.items():
        yield Wire(seat, Part.PANEL, name, pin)
    of_pad = [board.pin_of(gpio) for gpio in config.buttons.values()]
    for button, pin in zip(config.buttons, of_pad, strict=True):
        yield Wire(seat, Part.PAD, button, pin)
    yield Wire(seat, Part.PAD, "GND", grounds.near(of_pad))
    if config.buzzer is not None:
        yield Wire(seat, Part.BUZZER, "+", board.pin_of(config.buzzer))
    if config.led is not None:
        yield Wire(seat, Part.LED, "+", board.pin_of(config.led))


def _signals(panel: I2cPanel | SpiPanel) -> Iterator[tuple[str, int]]:
    """Name the panel's terminals as they are printed on most, in their order."""
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
