"""What is wrong with the panels of a bus, in words that say what to do about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hw.panel_bus import COMMANDS, Bus, Message
from hw.panel_chips import Chip
from hw.panel_group import is_held_down
from hw.panel_state import PanelPlace
from hw.wording import Words, advised, say

ADDRESSES = (0x3C, 0x3D)
"""Where these chips can be; a resistor on the module chooses."""

_NOTHING = COMMANDS + b"\xe3"
"""A command that does nothing (SSD1306 rev 1.1, table 9-1): only its acknowledgement counts."""

_IDENTITIES = {1: Chip.SSD1306, 3: Chip.SSD1306, 6: Chip.SSD1306, 7: Chip.SSD1306, 8: Chip.SH1106}
"""The status byte's low bits as modules in the field read; no datasheet promises them."""


FAST_HZ = 400_000
"""What these chips take; a Pi's bus runs at a quarter of it unless it is told."""


class Trouble(StrEnum):
    """What can be wrong with a panel."""

    NONE = "none"
    SAME_ADDRESS = "same_address"
    SILENT = "silent"
    HELD_DOWN = "held_down"
    WRONG_CHIP = "wrong_chip"


@dataclass(frozen=True)
class Finding:
    """What was found of one panel, and what to do `advised`; `status` if it could be read."""

    place: PanelPlace
    trouble: Trouble
    words: Words
    status: int | None = None


def diagnose(bus: Bus, places: Sequence[PanelPlace]) -> list[Finding]:
    """Ask every panel of a bus whether it is there and what it is; changes nothing they show."""
    return [_of_one(bus, place, places) for place in places]


def bus_hz(number: int, devices: Path = Path("/sys/bus/i2c/devices")) -> int | None:
    """Tell how fast an I2C bus runs by the board's device tree; None where that does not say."""
    try:
        clock = (devices / f"i2c-{number}" / "of_node" / "clock-frequency").read_bytes()
    except OSError:
        return None
    return int.from_bytes(clock)


def advice_on_speed(hz: int | None) -> Words | None:
    """Say what to do about a bus of this speed; nothing if it is well."""
    if hz is None or hz >= FAST_HZ:
        return None
    return advised(
        say(
            "it runs at {khz} kHz, so that cards come {times:.0f} times later than they could",
            khz=hz // 1000,
            times=FAST_HZ / hz,
        ),
        say(
            "write `dtparam=i2c_arm_baudrate={fast}` in /boot/firmware/config.txt and restart the"
            " Pi",
            fast=FAST_HZ,
        ),
    )


def _of_one(bus: Bus, place: PanelPlace, places: Sequence[PanelPlace]) -> Finding:
    rivals = [it for it in places if it is not place and it.address == place.address]
    if rivals:
        words = advised(
            say(
                "seats {seat} and {rival} have the same address",
                seat=place.seat + 1,
                rival=rivals[0].seat + 1,
            ),
            say("move the address resistor of one module and name the other address in the config"),
        )
        return Finding(place, Trouble.SAME_ADDRESS, words)
    error = _failure(bus, place.address)
    if error is None:
        return _identified(bus, place)
    if is_held_down(error):
        words = advised(
            say("the bus is held down"),
            say(
                "switch the console off and on; if that does not help, unplug one panel after the "
                "other and look for a short at SDA and SCL"
            ),
        )
        return Finding(place, Trouble.HELD_DOWN, words)
    return Finding(place, Trouble.SILENT, _of_silence(bus, place, places))


def _of_silence(bus: Bus, place: PanelPlace, places: Sequence[PanelPlace]) -> Words:
    taken = {it.address for it in places}
    others = [it for it in ADDRESSES if it != place.address and _failure(bus, it) is None]
    if not others:
        return advised(
            say("no panel answers on this bus"),
            say(
                "check power, SDA and SCL (are they swapped?). One that lights up all the same "
                "never acknowledges: its SDA output is not connected"
            ),
        )
    other = f"0x{others[0]:02X}"
    if others[0] in taken:
        return advised(
            say(
                "only {other} answers, so this panel is unplugged, or both are at {other} and show "
                "the same",
                other=other,
            ),
            say("plug it in, or else move the address resistor of one module"),
        )
    return advised(
        say("a panel answers at {other} instead", other=other),
        say("name that address in the config"),
    )


def _identified(bus: Bus, place: PanelPlace) -> Finding:
    try:
        status = bus.status(place.address)
    except OSError:
        words = say(
            "answers as it should; whether it is an {chip} it cannot be asked", chip=place.chip
        )
        return Finding(place, Trouble.NONE, words)
    chip = _IDENTITIES.get(status & 0x0F)
    if chip not in (place.chip, None):
        words = advised(
            say("says that it is an {chip}, not an {named}", chip=chip, named=place.chip),
            say(
                'write `chip = "{chip}"` in the config, whatever the seller calls it (its picture '
                "is shifted by two columns)",
                chip=chip,
            ),
        )
        return Finding(place, Trouble.WRONG_CHIP, words, status)
    return Finding(place, Trouble.NONE, _answering(chip), status)


def _answering(chip: Chip | None) -> Words:
    if chip is None:
        return say("answers, but not with a chip that we know")
    return say("answers as an {chip}", chip=chip)


def _failure(bus: Bus, address: int) -> OSError | None:
    try:
        bus.write([Message(address, _NOTHING)])
    except OSError as error:
        return error
    return None
