"""Which settings suit the switches that were pressed, and why; pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.messages import say
from firmware_host.doctor.bounce_picture import in_ms
from firmware_host.doctor.bounces import Tap
from firmware_host.settings import Settings
from hw.units import MILLISECOND_NS

SPARE = 2
"""The next bounce may be so many times worse than the worst that was seen."""
LONGEST_RELEASE_MS = 30
LONGEST_BURST_MS = 40
LONGEST_QUALIFY_US = 5000
"""Beyond these it is the switch that wants changing."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What `key` of `[input]` is now, what it should be, and why."""

    key: str
    now: int
    value: int
    why: str

    @property
    def is_change(self) -> bool:
        """Tell whether something else is set now."""
        return self.now != self.value


def advise(taps: Sequence[Tap], settings: Settings) -> tuple[Advice, ...]:
    """Suggest settings; nothing where nobody pressed anything."""
    presses, glitches = _sorted(taps, settings)
    return tuple(_each(presses, glitches, settings)) if presses else ()


def _sorted(taps: Sequence[Tap], settings: Settings) -> tuple[list[Tap], list[Tap]]:
    presses: list[Tap] = []
    glitches: list[Tap] = []
    for tap in taps:
        held = tap.swings[-1].closed or tap.closed_ns >= settings.qualify_ns
        (presses if held else glitches).append(tap)
    return presses, glitches


def _each(presses: Sequence[Tap], glitches: Sequence[Tap], settings: Settings) -> Iterator[Advice]:
    longest = max((tap.closed_ns for tap in glitches), default=0)
    wanted_us = _up(SPARE * longest, 1000, 500)
    qualify_us = min(max(settings.qualify_us, wanted_us), LONGEST_QUALIFY_US)
    yield Advice(
        "qualify_us",
        settings.qualify_us,
        qualify_us,
        say(
            "touches that were no presses: {count}, closed for up to {longest} ms",
            count=len(glitches),
            longest=in_ms(longest),
        )
        if glitches
        else say("nothing but presses closed a contact"),
    )
    slowest = max(tap.closed_for_ns(qualify_us * 1000) or 0 for tap in presses)
    wanted_ms = _up(slowest * 3 // 2, MILLISECOND_NS)
    yield Advice(
        "burst_ms",
        settings.burst_ms,
        min(max(settings.burst_ms, wanted_ms), LONGEST_BURST_MS),
        say(
            "of all presses ({count}) the slowest counted {slowest} ms after its first touch",
            count=len(presses),
            slowest=in_ms(slowest),
        ),
    )
    open_ns = max(tap.longest_open_ns for tap in presses)
    wanted_ms = _up(SPARE * open_ns, MILLISECOND_NS)
    yield Advice(
        "release_ms",
        settings.release_ms,
        min(max(settings.release_ms, wanted_ms), LONGEST_RELEASE_MS),
        say("while bouncing, contacts were open for up to {longest} ms", longest=in_ms(open_ns)),
    )


def _up(value_ns: int, unit_ns: int, step: int = 1) -> int:
    """Round up to a whole number of `step` units."""
    return -(-value_ns // (unit_ns * step)) * step
