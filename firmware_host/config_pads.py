"""The pads of a configuration: eight buttons on pins, a pad on USB, or a phone."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.messages import say
from firmware_host.config_pins import Pins
from firmware_host.config_table import Table, shown
from hw.pad_names import LONGEST_NAME, id_in, id_text, is_name
from hw.ports import Button

KINDS = ("buttons", "usb", "phone")
"""What a pad can be; a seat has one of them."""
SAMPLES = '[seat.buttons], usb = "NAME", phone = true'


class SeatPad(NamedTuple):
    """The pad of a seat: of its fields one is set, unless something is wrong with it."""

    buttons: Mapping[Button, int]
    usb: str | None
    is_phone: bool


class PadReader:
    """Reads one pad after the other, and notes one on USB that has a seat already."""

    def __init__(self, pins: Pins) -> None:
        self._pins = pins
        self._on_usb: dict[str, int] = {}

    def read(self, table: Table, seat: int) -> SeatPad:
        """Read the pad of `seat`; what is wrong with it is noted."""
        given = [kind for kind in KINDS if table.value(kind) is not None]
        if not given:
            table.note("", say("it has no pad: write one of {samples}", samples=SAMPLES))
        for kind in given[1:]:
            words = say("{other} is its pad already: leave one of the two out", other=given[0])
            table.note(kind, words)
        return SeatPad(
            self._buttons(table, seat) if "buttons" in given else {},
            self._usb(table, seat) if "usb" in given else None,
            _phone(table) if "phone" in given else False,
        )

    def _buttons(self, table: Table, seat: int) -> Mapping[Button, int]:
        keys = table.inner("buttons")
        found = {}
        for button in Button:
            what = say("button {button} of seat {seat}", button=str(button), seat=seat + 1)
            found[button] = self._pins.wire(keys, button, what, is_needed=True)
        keys.done()
        return {button: gpio for button, gpio in found.items() if gpio is not None}

    def _usb(self, table: Table, seat: int) -> str | None:
        value = table.value("usb")
        if type(value) is int and 0 < value < 1 << 32:
            # TOML reads 0x7F3A09C2 as a number.
            table.wrong("usb", value, say("its id in quotes: {id}", id=shown(id_text(value))))
            return None
        usb = value.strip() if isinstance(value, str) else ""
        if not (is_name(usb) or id_in(usb)):
            table.wrong("usb", value, _wanted())
            return None
        usb = usb if is_name(usb) else usb.upper()
        first = self._on_usb.setdefault(usb, seat)
        if first != seat:
            words = say("seat {seat} has that pad already: write another's", seat=first + 1)
            table.note("usb", words)
        return usb


def _phone(table: Table) -> bool:
    if table.value("phone") is not True:
        table.wrong("phone", table.value("phone"), say("true, or leave it out"))
        return False
    for key in ("panel", "buzzer", "led"):
        if table.value(key) is not None:
            table.note(key, say("the phone has one of its own: leave this out"))
    return True


def _wanted() -> str:
    return say(
        "the pad's name ({most} bytes at most) or its id, as in {sample};"
        " spytt pad list tells both",
        most=LONGEST_NAME,
        sample='usb = "7F3A09C2"',
    )
