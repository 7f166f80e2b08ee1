"""What doctor says, line by line."""

from collections.abc import Iterator, Mapping, Sequence

from engine.messages import say
from firmware_host.doctor.advice import Advice, advise
from firmware_host.doctor.bounce_picture import BLOCKS, Ink, legend, pictured
from firmware_host.doctor.bounces import Tap
from firmware_host.doctor.findings import Finding, State
from firmware_host.settings import Settings

NAMES: Mapping[str, str] = {
    "config": say("configuration"),
    "board": say("board"),
    "python": say("Python"),
    "libraries": say("libraries"),
    "source": say("buttons are read"),
    "chip": say("GPIO chip"),
    "lines": say("pins"),
    "usb": say("pad on USB"),
    "phones": say("phones"),
    "phone": say("phone"),
    "link": say("link"),
    "i2c": say("I2C"),
    "spi": say("SPI"),
    "panel": say("panel"),
    "sound": say("buzzer and LED"),
    "state": say("state folder"),
    "clock": say("clock"),
    "waking": say("quickness"),
    "pads": say("pads"),
    "levels": say("buttons at rest"),
    "buttons": say("buttons"),
    "faults": say("noise"),
    "picture": say("test picture"),
    "stamps": say("stamps"),
    "latency": say("decisions"),
    "input": say("settings"),
}
"""The kinds of checks, as people are told."""
STATES: Mapping[State, str] = {
    State.OK: say("fine"),
    State.WARN: say("note"),
    State.BAD: say("BAD"),
}


def told_finding(finding: Finding) -> str:
    """Tell a finding in a line, its remedy in the next."""
    name = NAMES[finding.name]
    if finding.seat is not None:
        name = say("seat {seat}, {name}", seat=finding.seat + 1, name=name)
    values: dict[str, object] = {"state": STATES[finding.state], "name": name}
    if not finding.remedy:
        return say("{state:<5} {name}: {words}", words=finding.words, **values)
    return say(
        "{state:<5} {name}: {words}\n      -> {remedy}",
        words=finding.words,
        remedy=finding.remedy,
        **values,
    )


def told_end(found: Sequence[Finding]) -> str:
    """Tell what all findings come to."""
    bad, notes = (sum(it.state is state for it in found) for state in (State.BAD, State.WARN))
    if bad:
        return say(
            "To be mended: {count}. Look for {bad} above, then run doctor again.",
            count=bad,
            bad=STATES[State.BAD],
        )
    if notes:
        return say("Nothing is bad; worth a look: {count}.", count=notes)
    return say("All is fine.")


def told_advice(advice: Sequence[Advice], settings: Settings) -> Iterator[str]:
    """Tell the settings suggested and why, ready to be written into the configuration."""
    if not advice:
        yield say("no press was seen: no settings are suggested")
        return
    changed = [it for it in advice if it.is_change]
    if changed:
        yield say("These switches want other settings; write into the configuration:")
        yield "[input]"
    else:
        yield say("The settings suit these switches:")
    for it in changed or advice:
        setting = f"{it.key} = {it.value}".ljust(20)
        yield say("{setting} # {why}", setting=setting, why=it.why)
    if changed and (rest := [it for it in advice if not it.is_change]):
        kept = ", ".join(f"{it.key} = {getattr(settings, it.key)}" for it in rest)
        yield say("as they are: {kept}", kept=kept)


def told_bounces(
    taps: Sequence[Tap], seats: Mapping[str, int], settings: Settings, ink: Ink = BLOCKS
) -> Iterator[str]:
    """Tell how pictures are read, show every tap under its seat, then what settings suit them."""
    if taps:
        yield legend(ink)
    for tap in taps:
        yield ""
        yield say("seat {seat}", seat=seats[tap.pad] + 1)
        yield from pictured(tap, ink)
    yield ""
    yield from told_advice(advise(taps, settings), settings)
