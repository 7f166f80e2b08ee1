"""Opens what a configuration names: pads, panels, sound and light. Here real drivers are chosen."""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from engine.messages import say
from firmware_host.config import Config, I2cPanel, SeatConfig, Source, SpiPanel
from firmware_host.seating import SEATS, pad_info, phone_info
from firmware_host.sounding import Sounder
from hw.buzzer import Buzzer, Lamp, open_sounder
from hw.gpio_chip import open_gpio_pads
from hw.gpio_pads import GpioPads
from hw.gpiozero_pads import open_gpiozero_pads
from hw.pad_sounds import PadBuzzer, PadLamp
from hw.panel import PanelGroup, PanelPlace, Panels
from hw.panel_bus import Bus, I2cBus
from hw.panel_spi import SpiPins, open_spi
from hw.panel_thread import PanelThread
from hw.ports import Clock, DeviceError, HostNs, PadInfo, PadPort, PanelReport, Put
from hw.wording import not_installed

if TYPE_CHECKING:
    from hw.serial_pads import SerialPads

log = logging.getLogger(__name__)

Report = Callable[[int, str | None], None]
Seats = Sequence[tuple[int, SeatConfig]]


class Pads(NamedTuple):
    """The pads of a console: those on its own pins, and those on USB."""

    wired: GpioPads | None
    usb: "SerialPads | None"

    @property
    def ports(self) -> Sequence[PadPort]:
        """The drivers that there are."""
        return tuple(port for port in self if port is not None)

    def close(self) -> None:
        """Close all of them."""
        for port in self.ports:
            port.close()


class Devices(NamedTuple):
    """All that a console is played on."""

    pads: Sequence[PadPort]
    buses: Sequence[Panels]
    sounds: Sounder

    def close(self) -> None:
        """Close all of it; closing what is closed already does nothing."""
        with ExitStack() as closing:
            closing.callback(self.sounds.close)
            for port in self.pads:
                closing.callback(port.close)
            for bus in self.buses:
                closing.callback(bus.close_all)


def open_devices(config: Config, put: Put) -> Devices:
    """Open all that is wired, or nothing: DeviceError tells the first that cannot be had.

    A pad on USB that is not plugged in is waited for.
    """
    with ExitStack() as undo:
        buses = open_buses(config, panel_reports(put))
        for bus in buses:
            undo.callback(bus.close_all)
        pads = open_pads(config, put)
        undo.callback(pads.close)
        sounds = open_sounds(config, pads.usb)
        undo.pop_all()
        return Devices(pads.ports, buses, sounds)


def pads_of(config: Config) -> tuple[PadInfo, ...]:
    """Name the pads of a configuration, by seat: those on pins are stamped by the host's kernel."""
    return tuple(
        phone_info(seat)
        if it.is_phone
        else pad_info(seat, Clock.HOST if it.is_wired else Clock.OWN)
        for seat, it in enumerate(config.seats)
    )


def source_of(config: Config) -> Source:
    """Settle where edges come from: what the file says, else libgpiod where it can be had."""
    if config.source is not None:
        return config.source
    if find_spec("gpiod") is not None:
        return Source.GPIOD
    log.warning("gpiod is not installed: buttons are read through gpiozero, 4 ms slower")
    return Source.GPIOZERO


def open_pads(
    config: Config,
    put: Put,
    chip: str | None = None,
    seats: Collection[int] = SEATS,
) -> Pads:
    """Open the pads of `seats` that are no phones, buttons on the Pi's own pins or on `chip`.

    DeviceError if those cannot be had; a pad on USB may come later.
    """
    with ExitStack() as undo:
        usb = _open_usb(config, put, seats)
        if usb is not None:
            undo.callback(usb.close)
        pads = Pads(_open_wired(config, put, chip, seats), usb)
        undo.pop_all()
        return pads


def _open_wired(
    config: Config, put: Put, chip: str | None, seats: Collection[int]
) -> GpioPads | None:
    pads = [
        (info, it.buttons)
        for info, it in zip(pads_of(config), config.seats, strict=True)
        if it.is_wired and info.seat in seats
    ]
    if not pads:
        return None
    if source_of(config) is Source.GPIOD:
        return open_gpio_pads(
            pads, put, clock=time.monotonic_ns, chip=chip, drain_us=config.drain_us
        )
    return open_gpiozero_pads(pads, put, clock=time.monotonic_ns, drain_us=config.drain_us)


def _open_usb(config: Config, put: Put, seats: Collection[int]) -> "SerialPads | None":
    pads = [
        (info, it.usb)
        for info, it in zip(pads_of(config), config.seats, strict=True)
        if it.usb is not None and info.seat in seats
    ]
    if not pads:
        return None
    try:
        # Only who has such pads waits for what they need.
        from hw.serial_pads import SerialPads
    except ImportError as error:
        raise DeviceError(not_installed(error.name)) from error
    burst_us = config.settings.burst_ms * 1000
    return SerialPads(pads, put, clock=time.monotonic_ns, burst_us=burst_us)


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


def open_sounds(config: Config, usb: "SerialPads | None" = None) -> Sounder:
    """Open buzzers and lamps, as far as there are any; DeviceError if one cannot be had.

    A pad on USB has its own, where the seat has none on the console's pins.
    """
    buzzers: dict[int, int | Buzzer] = {}
    lamps: dict[int, int | Lamp] = {}
    for info, it in zip(pads_of(config), config.seats, strict=True):
        if usb is not None and info in usb.pads:
            buzzers[info.seat] = PadBuzzer(usb, info.pad)
            lamps[info.seat] = PadLamp(usb, info.pad)
        if it.buzzer is not None:
            buzzers[info.seat] = it.buzzer
        if it.led is not None:
            lamps[info.seat] = it.led
    return open_sounder(buzzers, lamps, clock=time.monotonic_ns)


def panel_reports(put: Put) -> Report:
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
        elif isinstance(it.panel, SpiPanel):
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
