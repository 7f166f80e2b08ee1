"""What is written about the wiring, in its table and its drawing."""

from firmware_host.words.catalog import Catalog


class WiringWords(Catalog):
    """Words for whoever holds the soldering iron."""

    def columns(self) -> tuple[str, ...]:
        """Head the columns of the table."""
        return (
            self._("seat"),
            self._("wire"),
            self._("BCM"),
            self._("pin"),
            self._("ground"),
        )

    def seat(self, seat: int, name: str | None) -> str:
        """Name a seat (from 0)."""
        number = self._("seat {seat}").format(seat=seat + 1)
        return f"{number}: {name}" if name else number

    def wire(self, part: str, terminal: str) -> str:
        """Name what a wire leads to."""
        if part == "pad":
            what = self._("buttons") if terminal == "GND" else self._("button")
        else:
            what = {
                "panel": self._("panel"),
                "buzzer": self._("buzzer"),
                "led": self._("LED"),
            }[part]
        return f"{what} {terminal}"

    def title(self, model: str) -> str:
        """Head the drawing."""
        return self._("Wiring of Spytt on a Raspberry Pi {model}").format(model=model)

    def how(self) -> tuple[str, str]:
        """Tell how the drawing is read."""
        return (
            self._("The numbers are pins of the header, seen from above; pin 1 is the square one."),
            self._("Each button: one leg to its own pin, the other to the ground of its pad."),
        )

    def sd_card(self) -> str:
        """Tell which end of the board is up."""
        return self._("this end: the SD card")

    def edge(self) -> str:
        """Tell which side of the header is the board's edge."""
        return self._("the board's edge")

    def plug(self, part: str, terminal: str) -> str:
        """Name, on a pad, what a wire leads to other than to a button."""
        if terminal == "GND":
            return self._("all other legs") if part == "pad" else terminal
        return {"buzzer": self._("buzzer"), "led": self._("LED, 330 Ω")}[part]

    def phone(self) -> str:
        """Say of a seat that it is a phone's."""
        return self._("on a phone: no wires")

    def panel_at(self, chip: str, place: str) -> str:
        """Tell a panel's chip, and where it answers."""
        return f"{chip.upper()} · {place}"

    def i2c(self, bus: int, address: int) -> str:
        """Tell where a panel on I2C answers."""
        return self._("I2C bus {bus}, address {address}").format(bus=bus, address=f"0x{address:X}")

    def spi(self, port: int, device: int) -> str:
        """Tell where a panel on SPI answers."""
        return self._("SPI {port}, device {device}").format(port=port, device=device)
