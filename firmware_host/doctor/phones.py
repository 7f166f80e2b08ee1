"""What is to be said of the seats that play on phones, which nobody asks to press here; pure."""

from collections.abc import Iterator

from engine.messages import say
from firmware_host.config import Config
from firmware_host.doctor.findings import Finding, State
from firmware_host.doctor.machine import Machine
from hw.wording import install

NEEDED = ("websockets", "segno")
"""Without these there are no pages, and no codes of their links."""


def phones_found(machine: Machine, config: Config) -> Iterator[Finding]:
    """Tell whether phones can come, and of each seat that has one."""
    if not config.phones:
        return
    missing = [package for package in NEEDED if not machine.version(package)]
    if missing:
        words = say("not installed: {missing}", missing=", ".join(missing))
        yield Finding("phones", State.BAD, words, install("phone"))
    elif addresses := machine.lan_addresses():
        words = say("they find the console at {addresses}", addresses=", ".join(addresses))
        yield Finding("phones", State.OK, words)
    else:
        words = say("this machine has no address on a private network that phones could reach")
        remedy = say("connect it to the Wi-Fi that the phones are in")
        yield Finding("phones", State.BAD, words, remedy)
    for seat in config.phones:
        words = say("its buttons and its panel are on the phone; spytt play tells its link")
        yield Finding("phone", State.OK, words, seat=seat)
