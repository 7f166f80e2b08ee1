"""Opens what a configuration names: pads, panels, sound and light. Here real drivers are chosen."""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from typing import NamedTuple

from engine.messages import say
from firmware_host.config import Config, I2cPanel, SeatConfig, Source, SpiPanel
from firmware_host.seating import pad_info
from hw.buzzer import Sounder, open_sounder
from hw.gpio_chip import open_gpio_pads
from hw.gpio_pads import GpioPads
from hw.gpiozero_pads import open_gpiozero_pads
from hw.panel import PanelGroup, PanelPlace, Panels
from hw.panel_bus import Bus, I2cBus
from hw.panel_spi import SpiPins, open_spi
from hw.panel_thread import PanelThread
from hw.ports import Arrival, HostNs, PadInfo, PanelReport

log = logging.getLogger(__name__)

Report = Callable[[int, str | None], None]
Seats = Sequence[tuple[int, SeatConfig]]


class Devices(NamedTuple):
    """All that a console is wired to."""

    pads: GpioPads
    buses: Sequence[Panels]
    sounds: Sounder

    def close(self) -> None:
        """Close all of it; closing what is closed already does nothing."""
        with ExitStack() as closing:
            closing.callback(self.sounds.close)
            closing.callback(self.pads.close)
            for bus in self.buses:
                closing.callback(bus.close_all)


def open_devices(config: Config, put: Callable[[Arrival], None]) -> Devices:
    """Open everything, or nothing: DeviceError tells the first that cannot be had."""
    with ExitStack() as undo:
        buses = open_buses(config, panel_reports(put))
        for bus in buses:
            undo.callback(bus.close_all)
        sounds = open_sounds(config)
        undo.callback(sounds.close)
        devices = Devices(open_pads(config, put), buses, sounds)
        undo.pop_all()
        return devices


def pads_of(config: Config) -> tuple[PadInfo, ...]:
    """Name the pads of a configuration: all are stamped by the host's own kernel."""
    return tuple(pad_info(seat) for seat in range(len(config.seats)))


def source_of(config: Config) -> Source:
    """Settle where edges come from: what the file says, else libgpiod where it can be had."""
    if config.source is not None:
        return config.source
    if find_spec("gpiod") is not None:
        return Source.GPIOD
    log.warning("gpiod is not installed: buttons are read through gpiozero, 4 ms slower")
    return Source.GPIOZERO


def open_pads(config: Config, put: Callable[[Arrival], None], chip: str | None = None) -> GpioPads:
    """Open the buttons, on the Pi's own pins or on `chip`; DeviceError if they cannot be had."""
    infos = pads_of(config)
    pads = [(info, seat.buttons) for info, seat in zip(infos, config.seats, strict=True)]
    if source_of(config) is Source.GPIOD:
        return open_gpio_pads(
            pads, put, clock=time.monotonic_ns, chip=chip, drain_us=config.drain_us
        )
    return open_gpiozero_pads(pads, put, clock=time.monotonic_ns, drain_us=config.drain_us)


def open_buses(config: Config, report: Report) -> list[Panels]:
    """Open every bus that has panels; DeviceError if one cannot be had.

    `report` is told, in a bus's thread, a seat and what is wrong with its panel, None when it is
    back.
    """
    i2c, spi = by_bus(config)
    with ExitStack() as undo:
        opened: list[Panels] = []
        for number, seats in i2c.items():
            bus: Bus = I2cBus(number)
            opened.append(_panels(bus, i2c_places(seats), report, undo))
        for port, seats in spi.items():
            bus = open_spi(port, selects(seats))
            opened.append(_panels(bus, spi_places(seats), report, undo))
        undo.pop_all()
        return opened


def open_sounds(config: Config) -> Sounder:
    """Open buzzers and lamps, as far as there are any; DeviceError if one cannot be had."""
    seats = list(enumerate(config.seats))
    buzzers = {seat: it.buzzer for seat, it in seats if it.buzzer is not None}
    lamps = {seat: it.led for seat, it in seats if it.led is not None}
    return open_sounder(buzzers, lamps, clock=time.monotonic_ns)


def panel_reports(put: Callable[[Arrival], None]) -> Report:
    """Give what tells the console, and the log, that a panel is lost or back."""

    def report(seat: int, words: str | None) -> None:
        if words:
            log.warning("seat %d: %s", seat + 1, words)
        put(PanelReport(HostNs(time.monotonic_ns()), seat, words is not None))

    return report


def i2c_places(seats: Seats) -> list[PanelPlace]:
    """Tell where the panels of an I2C bus are."""
    return [
        PanelPlace(
            seat,
            panel.chip,
            panel.address,
            say("I2C {bus}, address 0x{address:02X}", bus=panel.bus, address=panel.address),
            panel.rotate == 180,
        )
        for seat, it in seats
        if isinstance(panel := it.panel, I2cPanel)
    ]


def spi_places(seats: Seats) -> list[PanelPlace]:
    """Tell where the panels of an SPI port are: chip selects are their addresses."""
    return [
        PanelPlace(
            seat,
            panel.chip,
            panel.device,
            say("SPI {port}, chip select {device}", port=panel.port, device=panel.device),
            panel.rotate == 180,
        )
        for seat, it in seats
        if isinstance(panel := it.panel, SpiPanel)
    ]


def by_bus(config: Config) -> tuple[dict[int, Seats], dict[int, Seats]]:
    """List the seats whose panels are on each I2C bus, and on each SPI port."""
    i2c: defaultdict[int, list[tuple[int, SeatConfig]]] = defaultdict(list)
    spi: defaultdict[int, list[tuple[int, SeatConfig]]] = defaultdict(list)
    for seat, it in enumerate(config.seats):
        if isinstance(it.panel, I2cPanel):
            i2c[it.panel.bus].append((seat, it))
        else:
            spi[it.panel.port].append((seat, it))
    return dict(i2c), dict(spi)


def selects(seats: Seats) -> dict[int, SpiPins]:
    """Give the pins of the panels on an SPI port, by their chip selects."""
    panels = [it.panel for _, it in seats if isinstance(it.panel, SpiPanel)]
    return {panel.device: SpiPins(panel.dc, panel.reset) for panel in panels}


def _panels(bus: Bus, places: Iterable[PanelPlace], report: Report, undo: ExitStack) -> Panels:
    panels = PanelThread(PanelGroup(bus, places, report), clock=time.monotonic_ns)
    undo.callback(panels.close_all)
    return panels
