"""What is to be said of the pads on USB, by what was seen on the ports; pure."""

from collections.abc import Iterator, Sequence

from engine.messages import say
from firmware_host.config import Config
from firmware_host.doctor.bounce_picture import in_ms
from firmware_host.doctor.findings import Finding, State, of_error
from firmware_host.usb_pads import PortSeen, known_as, seat_of
from hw.pad_link import Link
from hw.pad_messages import PadHello
from hw.pad_names import NO_ID, id_text, in_toml
from hw.units import MILLISECOND_NS

SLOW_NS = 8 * MILLISECOND_NS
"""A bridge that keeps what has come for up to 16 ms makes photo finishes of races."""


def pads_found(seen: Sequence[PortSeen], config: Config) -> Iterator[Finding]:
    """Tell of the pad of each seat that has one on USB, then of what else is plugged in."""
    for seat, it in enumerate(config.seats):
        if it.usb is not None:
            own = [port for port in seen if port.hello and seat_of(config, port.hello) == seat]
            yield _of_seat(seat, it.usb, own, config.settings.rate_ppm)
    for port in seen:
        if port.hello is not None and seat_of(config, port.hello) is None:
            yield _of_stranger(port.port.device, port.hello)
        elif port.error is not None:
            yield of_error("usb", port.error, State.WARN)


def figures_of(link: Link) -> dict[str, float]:
    """Give the figures of a link."""
    trip_ms = round(link.round_trip_ns / MILLISECOND_NS, 3)
    return {
        "round_trip_ms": trip_ms,
        "rate_ppm": link.rate_ppm,
        "within_ppm": link.within_ppm,
    }


def _of_seat(seat: int, usb: str, own: Sequence[PortSeen], rate_ppm: int) -> Finding:
    if not own:
        words = say("{usb} is not plugged in", usb=usb)
        remedy = say("plug it in by a cable that carries data; spytt pad list tells what is there")
        return Finding("usb", State.BAD, words, remedy, seat)
    if len(own) > 1:
        ports = ", ".join(port.port.device for port in own)
        words = say("several pads are called {usb}: {ports}", usb=usb, ports=ports)
        remedy = say("give one another name: spytt pad name PORT NAME")
        return Finding("usb", State.BAD, words, remedy, seat)
    return _of_pad(seat, own[0], rate_ppm)


def _of_pad(seat: int, found: PortSeen, rate_ppm: int) -> Finding:
    hello, link = found.hello, found.link
    assert hello is not None
    version = ".".join(map(str, hello.version))
    place = say(
        "{name} on {port}, firmware {version}",
        name=known_as(hello),
        port=found.port.device,
        version=version,
    )
    if link is None:
        words = say("{place}: it does not tell its time", place=place)
        return Finding("usb", State.BAD, words, say("run spytt pad flash"), seat)
    words = say(
        "{place}: there and back in {trip} ms; its clock is {rate:+} ppm off (within {within})",
        place=place,
        trip=in_ms(link.round_trip_ns),
        rate=link.rate_ppm,
        within=link.within_ppm,
    )
    state, remedy = _judged(link, rate_ppm)
    return Finding("usb", state, words, remedy, seat, figures_of(link))


def _judged(link: Link, rate_ppm: int) -> tuple[State, str]:
    """Tell how bad a link is, and what to do about it."""
    if abs(link.rate_ppm) - link.within_ppm > rate_ppm:
        remedy = say("its clock is wrong by more than input.rate_ppm allows: use another Nano")
        return State.BAD, remedy
    if link.round_trip_ns > SLOW_NS:
        remedy = say("that is slow: plug it into the Pi itself, not into a hub")
        return State.WARN, remedy
    return State.OK, ""


def _of_stranger(device: str, hello: PadHello) -> Finding:
    if hello.pad_id == NO_ID:
        words = say("the pad on {port} has no name yet", port=device)
        return Finding("usb", State.WARN, words, say("run spytt pad name {port} NAME", port=device))
    words = say(
        "the pad on {port} has no seat: {name}, {id}",
        port=device,
        name=known_as(hello),
        id=id_text(hello.pad_id),
    )
    usb = in_toml(hello.pad_id, hello.name)
    remedy = say("write usb = {usb} for the seat that it is to have", usb=usb)
    return Finding("usb", State.WARN, words, remedy)
