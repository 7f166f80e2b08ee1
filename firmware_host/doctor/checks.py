"""What can be looked at without asking anybody: a finding for each thing; pure but for `machine`.

What cannot be had raises an OSError, which says what to do; that is a finding, too.
"""

from collections.abc import Iterator, Mapping, Sequence

from engine.messages import say
from firmware_host.config import Config, Source
from firmware_host.doctor import usb
from firmware_host.doctor.bounce_picture import in_ms, told_spans
from firmware_host.doctor.findings import Finding, State, listed, of_error, spans
from firmware_host.doctor.machine import Machine
from hw.gpio_lines import DRAIN_US
from hw.gpiozero_pads import SLOWER_US
from hw.panel_diagnosis import Trouble, advice_on_speed, diagnose
from hw.panel_state import PanelPlace
from hw.units import MILLISECOND_NS
from hw.wording import install, parted

INSTALL = install("pi")
NEEDED = ("luma.oled", "pillow", "smbus2", "gpiozero")
"""Without these there are no panels and no pins;"""
HELPFUL = ("gpiod", "lgpio")
"""either of these reads the buttons."""
COARSE = ("", "jiffies")
"""Clocks of the kernel that tick too seldom to tell who was first, or that nobody knows."""

DROWSY_NS = 5 * MILLISECOND_NS
"""A console that is woken later than that is felt to be slow."""

Places = Mapping[int, Sequence[PanelPlace]]
"""The panels by the number of their bus."""


def of_machine(machine: Machine, config: Config | None) -> Iterator[Finding]:
    """Look at what can be told without a configuration, too."""
    yield of_board(machine, config)
    yield Finding("python", State.OK, machine.python())
    yield of_libraries(machine)
    yield of_clock(machine)
    yield of_waking(machine)
    yield of_state(machine)


def of_wires(machine: Machine, config: Config | None) -> Iterator[Finding]:
    """Look at how buttons are read, and at their pins."""
    if config and not any(it.is_wired or it.buzzer or it.led for it in config.seats):
        return
    source = config.source if config else None
    if source is None:
        source = Source.GPIOD if machine.version("gpiod") else Source.GPIOZERO
    if config is None or any(it.is_wired for it in config.seats):
        yield of_source(source, config.drain_us if config else DRAIN_US)
    if source is Source.GPIOD:
        yield from of_chip(machine, config)


def of_board(machine: Machine, config: Config | None) -> Finding:
    """Tell which board this is, and where it has no pins, what would need them."""
    try:
        board = machine.board()
    except OSError as error:
        return of_error("board", error)
    if board is not None:
        return Finding("board", State.OK, say("Raspberry Pi {model}", model=board.model))
    words = say("this is no Raspberry Pi, so there are no pins for buttons")
    if config and not any(it.is_wired or it.buzzer or it.led for it in config.seats):
        if not any(it.panel for it in config.seats):
            return Finding("board", State.OK, say("no Raspberry Pi, but nothing here needs pins"))
        words = say("this is no Raspberry Pi, so there are no pins for panels; pads need none here")
    remedy = say("run doctor on the console itself; spytt play simulates one in the browser")
    return Finding("board", State.BAD, words, remedy)


def of_libraries(machine: Machine) -> Finding:
    """Tell the versions of what drives the devices."""
    versions = {package: machine.version(package) for package in (*NEEDED, *HELPFUL)}
    missing = [package for package in NEEDED if not versions[package]]
    if not any(versions[package] for package in HELPFUL):
        missing.append(HELPFUL[0])
    if missing:
        words = say("not installed: {missing}", missing=", ".join(missing))
        return Finding("libraries", State.BAD, words, INSTALL)
    found = ", ".join(f"{package} {version}" for package, version in versions.items() if version)
    return Finding("libraries", State.OK, found)


def of_clock(machine: Machine) -> Finding:
    """Tell whether the kernel's clock is fine enough."""
    name = machine.clock_source()
    if name not in COARSE:
        return Finding("clock", State.OK, say("the kernel counts {name}", name=name))
    words = say("the kernel does not say what it counts")
    if name:
        words = say("the kernel counts {name}: too coarse to tell who was first", name=name)
    return Finding("clock", State.WARN, words, say("use the kernel of Raspberry Pi OS"))


def of_waking(machine: Machine) -> Finding:
    """Tell how quickly this machine lets a program run again."""
    late_ns = machine.late_wakes_ns()
    figures = spans(late_ns)
    words = say(
        "who sleeps is woken {middle} ms late, {worst} ms at worst ({count})", **told_spans(figures)
    )
    if max(late_ns) <= DROWSY_NS:
        return Finding("waking", State.OK, words, figures=figures)
    remedy = say("other programs keep the processor busy: stop them, top shows which")
    return Finding("waking", State.WARN, words, remedy, figures=figures)


def of_state(machine: Machine) -> Finding:
    """Tell whether scores can be kept."""
    try:
        folder, is_there = machine.state_folder()
    except OSError as error:
        return of_error("state", error)
    words = say("scores are kept in {folder}", folder=folder)
    if not is_there:
        words = say("scores will be kept in {folder}, which the first game makes", folder=folder)
    return Finding("state", State.OK, words)


def of_source(source: Source, drain_us: int = DRAIN_US) -> Finding:
    """Tell how edges reach the console, and what that costs."""
    figures = {"drain_us": drain_us}
    if source is Source.GPIOD:
        words = say("by libgpiod: stamped and numbered by the kernel, no polling")
        return Finding("source", State.OK, words, figures=figures)
    words = say(
        "by gpiozero: decisions take 4 ms longer, a stall may lose edges, and a bounce may make a"
        " touch count up to {late} ms late, so that the wrong player is named",
        late=in_ms(drain_us * 1000),
    )
    figures["drain_us"] += SLOWER_US
    return Finding("source", State.WARN, words, INSTALL, figures=figures)


def of_chip(machine: Machine, config: Config | None) -> Iterator[Finding]:
    """Tell whether the chip of the pins is there, and every pin free."""
    try:
        chip = machine.chip()
    except OSError as error:
        yield of_error("chip", error)
        return
    yield Finding("chip", State.OK, chip.label)
    for seat, it in enumerate(config.seats if config else ()):
        pins = {button.value: pin for button, pin in it.buttons.items()}
        others = ((say("buzzer"), it.buzzer), (say("LED"), it.led))
        pins |= {name: pin for name, pin in others if pin}
        taken = [
            say("GPIO{pin} ({name}) is used by {user}", pin=pin, name=name, user=chip.users[pin])
            for name, pin in pins.items()
            if pin in chip.users
        ]
        if taken:
            remedy = say("stop what uses it (another spytt?), or choose another pin")
            yield Finding("lines", State.BAD, listed(taken), remedy, seat)
        elif pins:
            words = say("all {count} pins are free", count=len(pins))
            yield Finding("lines", State.OK, words, seat=seat)


def of_panels(machine: Machine, i2c: Places, spi: Places) -> Iterator[Finding]:
    """Look at every bus, and at the panels on it."""
    for number, places in i2c.items():
        yield from _of_i2c(machine, number, places)
    for port, places in spi.items():
        yield from _of_spi(machine, port, places)


def of_sounds(machine: Machine, config: Config) -> Iterator[Finding]:
    """Tell whether buzzers and LEDs can be had."""
    if not any(it.buzzer or it.led for it in config.seats):
        return
    try:
        machine.try_sounds()
    except OSError as error:
        yield of_error("sound", error)
    else:
        yield Finding("sound", State.OK, say("their pins can be had"))


def of_usb(machine: Machine, config: Config) -> Iterator[Finding]:
    """Look for the pads on USB, and at all that is plugged in beside them."""
    if not any(it.usb is not None for it in config.seats):
        return
    try:
        seen = machine.usb_pads()
    except OSError as error:
        yield of_error("usb", error)
    else:
        yield from usb.pads_found(seen, config)


def working(findings: Sequence[Finding]) -> set[int]:
    """Tell whose panels work, by what was found."""
    return {
        it.seat
        for it in findings
        if it.name == "panel" and it.state is not State.BAD and it.seat is not None
    }


def askable(findings: Sequence[Finding], config: Config) -> set[int]:
    """Tell at which seats it is of any use to ask for buttons, by what was found."""
    bad = [it for it in findings if it.state is State.BAD]
    if any(it.name == "libraries" for it in bad):
        return set()
    has_pins = not any(it.name in ("chip", "lines") for it in bad)
    lost = {it.seat for it in bad if it.name == "usb"}
    return {
        seat
        for seat, it in enumerate(config.seats)
        if (has_pins if it.is_wired else it.usb and not lost & {seat, None})
    }


def _of_i2c(machine: Machine, number: int, places: Sequence[PanelPlace]) -> Iterator[Finding]:
    try:
        bus = machine.i2c(number)
    except OSError as error:
        yield of_error("i2c", error)
        yield from _unreachable(places)
        return
    try:
        hz = machine.i2c_hz(number)
        what, remedy = parted(advice_on_speed(hz) or "")
        figures = {} if hz is None else {"hz": hz}
        state = State.WARN if what else State.OK
        words = say("bus {number} is there", number=number)
        if what:
            words = say("bus {number} is there, but {what}", number=number, what=what)
        yield Finding("i2c", state, words, remedy, figures=figures)
        for found in diagnose(bus, places):
            state = State.OK if found.trouble is Trouble.NONE else State.BAD
            what, remedy = parted(found.words)
            words = say("{place}: {words}", place=found.place.name, words=what)
            yield Finding("panel", state, words, remedy, found.place.seat)
    finally:
        bus.close()


def _of_spi(machine: Machine, port: int, places: Sequence[PanelPlace]) -> Iterator[Finding]:
    try:
        machine.try_spi(port)
    except OSError as error:
        yield of_error("spi", error)
        yield from _unreachable(places)
        return
    yield Finding("spi", State.OK, say("port {number} is there", number=port))
    for place in places:
        words = say("{place}: on SPI nothing answers, only eyes can tell", place=place.name)
        yield Finding("panel", State.OK, words, seat=place.seat)


def _unreachable(places: Sequence[PanelPlace]) -> Iterator[Finding]:
    for place in places:
        words = say("{place}: its bus cannot be used", place=place.name)
        yield Finding("panel", State.BAD, words, seat=place.seat)
