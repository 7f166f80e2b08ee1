"""Which wire goes to which pin: names read, and every pin given away once."""

from dataclasses import dataclass
from itertools import chain, repeat

from engine.messages import say
from firmware_host.config_table import Notes, Table, shown
from firmware_host.toml_lines import Path
from hw.board_pins import Board, Pin

SPECIAL = (0, 1, 2, 3)
"""GPIOs that are never suggested: those of HATs and of I2C bus 1."""
SUGGESTED = 3


@dataclass(frozen=True, slots=True)
class Bus:
    """An I2C or SPI bus, which several panels may share."""

    kind: str
    number: int

    @property
    def words(self) -> str:
        """Name it."""
        return say("{kind} bus {number}", kind=self.kind, number=self.number)


@dataclass(frozen=True, slots=True)
class _Wire:
    """`what` goes to pin `gpio`, as the file says at `path`."""

    gpio: int
    what: str
    path: Path


class Pins:
    """The wires of one configuration on `board`, as they are read; `settle` notes the clashes."""

    def __init__(self, board: Board, notes: Notes) -> None:
        self._board = board
        self._notes = notes
        self._of_buses: dict[tuple[Bus, str], _Wire] = {}
        self._others: list[_Wire] = []
        self._missing: list[tuple[Table, str]] = []

    def wire(self, table: Table, key: str, what: str, is_needed: bool = False) -> int | None:
        """Take the pin under `key` for `what`; None where there is none that can be used."""
        gpio = self.read(table, key)
        if gpio is not None:
            self._others.append(_Wire(gpio, what, (*table.path, key)))
        elif is_needed and key not in table:
            self._missing.append((table, key))
        return gpio

    def bus_wire(self, bus: Bus, signal: str, gpio: int, path: Path) -> None:
        """Take a pin for a bus; panels that share the bus share the pin."""
        wire = _Wire(gpio, say("{signal} of {bus}", signal=signal, bus=bus.words), path)
        first = self._of_buses.setdefault((bus, signal), wire)
        if first.gpio != gpio:
            words = say(
                "{what} is {pin} in line {line}: write the same here",
                what=wire.what,
                pin=_called(first.gpio),
                line=self._notes.line(first.path),
            )
            self._notes.note(path, words)

    def read(self, table: Table, key: str) -> int | None:
        """Take the GPIO number of the pin that is named under `key`."""
        value = table.value(key)
        if value is None:
            return None
        if type(value) not in (int, str):
            table.wrong(key, value, say('a pin, as in "GPIO17"'))
            return None
        pin = self._board.find(value.strip().upper() if isinstance(value, str) else value)
        if pin is None or pin.gpio is None:
            table.note(key, self._no_pin(value) if pin is None else _no_gpio(pin))
            return None
        return pin.gpio

    def settle(self) -> None:
        """Note every pin that is given away twice (a bus has the better claim) or is missing."""
        taken: dict[int, _Wire] = {}
        for wire in (*self._of_buses.values(), *self._others):
            first = taken.setdefault(wire.gpio, wire)
            if first is not wire:
                self._notes.note(wire.path, self._clash(wire.gpio, first))
        for (table, key), pin in zip(self._missing, chain(self._free(), repeat("")), strict=False):
            table.note(key, _missing(key, pin))

    def _no_pin(self, name: object) -> str:
        return say(
            "a Raspberry Pi {model} has no pin {name}: write one of its {pins}-pin header, as in"
            " {one} or {other}",
            model=self._board.model,
            name=shown(name),
            one=shown("GPIO17"),
            other=shown("BOARD11"),
            pins=len(self._board.pins),
        )

    def _clash(self, gpio: int, first: _Wire) -> str:
        place = {
            "pin": _called(gpio),
            "what": first.what,
            "line": self._notes.line(first.path),
        }
        free = self._free()[:SUGGESTED]
        if not free:
            return say("{pin} is {what} (line {line}), and none is free: leave one out", **place)
        return say(
            "{pin} is {what} (line {line}): choose another, such as {free}",
            free=", ".join(free),
            **place,
        )

    def _free(self) -> list[str]:
        """List the pins that nothing is wired to yet."""
        taken = {wire.gpio for wire in (*self._of_buses.values(), *self._others)}
        return [f"GPIO{gpio}" for gpio in self._board.gpios() if gpio not in taken | set(SPECIAL)]


def _called(gpio: int) -> str:
    return f"GPIO{gpio}"


def _missing(key: str, pin: str) -> str:
    if not pin:
        return say("it is missing, and no pin is free: leave something else out")
    sample = f'{key} = "{pin}"'
    return say("it is missing: write it, as in {sample}", sample=sample)


def _no_gpio(pin: Pin) -> str:
    return say(
        "pin {number} is {name}, which is no GPIO: choose one that is",
        number=pin.number,
        name=pin.name,
    )
