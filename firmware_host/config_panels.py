"""The panels of a configuration, on I2C or on SPI."""

from collections.abc import Mapping

from engine.messages import either, say
from firmware_host.config import I2cPanel, SpiPanel
from firmware_host.config_pins import Bus, Pins
from firmware_host.config_table import Table
from hw.panel_chips import Chip

ADDRESSES = (0x3C, 0x3D)
LARGEST_BUS = 255
ROTATIONS = (0, 180)

I2C_PINS: Mapping[int, tuple[int, int]] = {0: (0, 1), 1: (2, 3)}
"""SDA and SCL of the buses that are always at the same pins."""

I2C_SAMPLES = {"sda": 'sda = "GPIO4"', "scl": 'scl = "GPIO5"'}

SPI_PINS: Mapping[int, Mapping[str, int]] = {
    0: {"MOSI": 10, "MISO": 9, "SCLK": 11, "CE0": 8, "CE1": 7},
    1: {"MOSI": 20, "MISO": 19, "SCLK": 21, "CE0": 18, "CE1": 17, "CE2": 16},
}
"""What a bus takes, from SPI 1 only the chip selects in use (`dtoverlay=spi1-1cs` and so on)."""

Place = tuple[Bus, int]
"""Where a panel answers: a bus, and the address or the chip select on it."""


class PanelReader:
    """Reads one panel after the other, and notes two that would answer at the same place."""

    def __init__(self, pins: Pins) -> None:
        self._pins = pins
        self._taken: dict[Place, tuple[int, int]] = {}

    def read(self, table: Table, seat: int) -> I2cPanel | SpiPanel | None:
        """Read the panel of `seat`; None if something is wrong with it, which has been noted."""
        chip = table.choice("chip", list(Chip)) if table.needs("chip", 'chip = "ssd1306"') else None
        rotate = table.choice("rotate", ROTATIONS) or 0
        if "i2c" in table and "spi" in table:
            table.note("spi", say("the panel is on i2c already: leave one of the two out"))
            return None
        kind = self._spi if "spi" in table else self._i2c
        panel = kind(table, seat, chip, rotate)
        table.done()
        return panel

    def _i2c(self, table: Table, seat: int, chip: Chip | None, rotate: int) -> I2cPanel | None:
        number = table.integer("i2c", 0, LARGEST_BUS) if table.needs("i2c", "i2c = 1") else None
        address = _address(table)
        sda, scl = (self._pins.read(table, signal) for signal in ("sda", "scl"))
        if number is None:
            return None
        bus = Bus("I2C", number)
        if address is not None and (other := self._other(table, "address", seat, bus, address)):
            table.note("address", _same_address(*other, bus, address))
        usual = I2C_PINS.get(number, (None, None))
        sda = self._of_i2c(table, bus, "sda", sda, usual[0])
        scl = self._of_i2c(table, bus, "scl", scl, usual[1])
        if chip is None or address is None or sda is None or scl is None:
            return None
        return I2cPanel(chip, number, address, sda, scl, rotate)

    def _of_i2c(
        self, table: Table, bus: Bus, key: str, gpio: int | None, usual: int | None
    ) -> int | None:
        """Give the pin of a signal of `bus` and wire it; only some buses have a usual one."""
        if gpio is None and key not in table:
            gpio = usual
        if gpio is not None:
            self._pins.bus_wire(
                bus, key.upper(), gpio, (*table.path, key if key in table else "i2c")
            )
        elif key not in table:
            words = say(
                "{bus} is where an overlay in config.txt has put it: write its pin here, as in"
                " {sample}",
                bus=bus.words,
                sample=I2C_SAMPLES[key],
            )
            table.note(key, words)
        return gpio

    def _spi(self, table: Table, seat: int, chip: Chip | None, rotate: int) -> SpiPanel | None:
        port = table.choice("spi", tuple(SPI_PINS))
        device = None
        if table.needs("device", "device = 0"):
            device = table.integer("device", 0, _last_select(port))
        of_dc = say("DC of the panel of seat {seat}", seat=seat + 1)
        of_reset = say("RES of the panel of seat {seat}", seat=seat + 1)
        dc = self._pins.wire(table, "dc", of_dc, is_needed=True)
        reset = self._pins.wire(table, "reset", of_reset)
        if port is None or device is None:
            return None
        self._of_spi(table, seat, Bus("SPI", port), device)
        if chip is None or dc is None:
            return None
        return SpiPanel(chip, port, device, dc, reset, rotate)

    def _of_spi(self, table: Table, seat: int, bus: Bus, device: int) -> None:
        if other := self._other(table, "device", seat, bus, device):
            table.note("device", _same_device(*other, bus))
        for signal, gpio in SPI_PINS[bus.number].items():
            # The first SPI always has both of its chip selects.
            if bus.number == 0 or not signal.startswith("CE") or signal <= f"CE{device}":
                self._pins.bus_wire(bus, signal, gpio, (*table.path, "spi"))

    def _other(
        self, table: Table, key: str, seat: int, bus: Bus, place: int
    ) -> tuple[int, int] | None:
        """Note who is at `place` of `bus`; give seat and line of the panel that was before."""
        line = table.notes.line((*table.path, key))
        first = self._taken.setdefault((bus, place), (seat, line))
        return None if first == (seat, line) else first


def _last_select(port: int | None) -> int:
    """Give the last chip select of a port, or of the port that has most."""
    pins = SPI_PINS[max(SPI_PINS) if port is None else port]
    return sum(signal.startswith("CE") for signal in pins) - 1


def _address(table: Table) -> int | None:
    """Take the address; ADDRESSES[0] where none is given."""
    if "address" not in table:
        table.value("address")
        return ADDRESSES[0]
    value = table.value("address")
    if type(value) is int and value in ADDRESSES:
        return value
    if type(value) is int and value in [2 * each for each in ADDRESSES]:
        words = say(
            "{value} counts the bit for writing, as the print on some panels does: write {address}",
            value=_hex(value),
            address=_hex(value // 2),
        )
        table.note("address", words)
    else:
        table.wrong("address", value, either(map(_hex, ADDRESSES)))
    return None


def _hex(address: int) -> str:
    """Write an address as it is usual."""
    return f"0x{address:X}"


def _same_address(seat: int, line: int, bus: Bus, address: int) -> str:
    return say(
        "the panel of seat {seat} (line {line}) has {address} on {bus} too: set one of the two to"
        " {other} by its solder bridge, or use another bus",
        seat=seat + 1,
        line=line,
        address=_hex(address),
        bus=bus.words,
        other=_hex(sum(ADDRESSES) - address),
    )


def _same_device(seat: int, line: int, bus: Bus) -> str:
    return say(
        "the panel of seat {seat} (line {line}) is this device of {bus} too: give each panel a chip"
        " select of its own",
        seat=seat + 1,
        line=line,
        bus=bus.words,
    )
