"""What people are asked about pictures and sound, and what is made of their answers; pure.

An answer is True for yes, False for no, None if nobody gave one.
"""

from engine.messages import say
from firmware_host.config import SeatConfig
from firmware_host.doctor.findings import Finding, State

CHARTS = (
    (say("is the frame whole, and are words and arrow upright?"), False),
    (say("is the whole panel lit, but for the words?"), True),
)
"""The questions about each eye chart, and whether that lights everything."""


def of_picture(seat: int, answer: bool | None) -> Finding:
    """Make a finding of what can be seen on a panel."""
    if answer:
        return Finding("picture", State.OK, say("all was seen, and upright"), seat=seat)
    if answer is None:
        words = say("nobody said whether it can be seen")
        return Finding("picture", State.WARN, words, say("run doctor again"), seat)
    words = say("it is not seen whole and upright")
    remedy = say(
        "upside down: change rotate; shifted by two columns: change chip; dark rows or columns:"
        " change the panel"
    )
    return Finding("picture", State.BAD, words, remedy, seat)


def question_of_sound(it: SeatConfig) -> str:
    """Ask about as much sound and light as a seat has; a Nano always has an LED."""
    if it.usb is not None and it.buzzer is None:
        return say("is its LED lit, and does its buzzer sound, if it has one?")
    if it.usb is not None:
        return say("does its buzzer sound, and is its LED lit?")
    if it.led is None:
        return say("does its buzzer sound?")
    if it.buzzer is None:
        return say("is its LED lit?")
    return say("does its buzzer sound, and is its LED lit?")


def of_sound(seat: int, answer: bool | None) -> Finding:
    """Make a finding of what can be heard and seen of buzzer and LED."""
    if answer:
        return Finding("sound", State.OK, say("heard and seen"), seat=seat)
    state = State.WARN if answer is None else State.BAD
    words = say("nobody said that it works")
    remedy = say("check its pin, and which way round it is connected")
    return Finding("sound", state, words, remedy, seat)
