"""The pins' chip through libgpiod 2: found by its label, one request of lines for each pad.

A queue belongs to a request, so one pad's chatter cannot push out another pad's press.
"""

import errno
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hw.gpio_lines import DRAIN_US, READ_EVENTS, LineEvent
from hw.gpio_pads import GpioPads, OpenPad
from hw.ports import Button, DeviceError, PadInfo, Put, ReadClock
from hw.wording import Words, advised, install, listed, not_installed, say

if TYPE_CHECKING:
    from gpiod import ChipInfo, EdgeEvent, LineInfo, LineSettings
    from gpiod.line import Value

PI_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The chips whose offsets are the BCM numbers: Pi 5; Pi 4; older ones and the Zeros."""
QUEUE_EVENTS = 1024
"""The most events that the kernel keeps for a request (64 lines, 16 each)."""
CONSUMER = "spytt"


class LineRequest(Protocol):
    """What is used of `gpiod.LineRequest`."""

    @property
    def fd(self) -> int:
        """The descriptor to wait for."""
        ...

    def read_edge_events(self, max_events: int | None = None) -> "list[EdgeEvent]":
        """Read what waits; blocks while nothing does."""
        ...

    def get_values(self, lines: Iterable[int | str] | None = None) -> "list[Value]":
        """Read levels."""
        ...

    def reconfigure_lines(
        self, config: "dict[Iterable[int | str] | int | str, LineSettings | None]"
    ) -> None:
        """Set lines anew; those not named fall back to the defaults."""
        ...

    def release(self) -> None:
        """Give the lines back."""
        ...


class Chip(Protocol):
    """What is used of `gpiod.Chip`."""

    def get_info(self) -> "ChipInfo":
        """Give name, label and number of lines."""
        ...

    def get_line_info(self, line: int | str) -> "LineInfo":
        """Tell who uses a line."""
        ...

    def request_lines(
        self,
        config: "dict[Iterable[int | str] | int | str, LineSettings | None]",
        consumer: str | None = None,
        event_buffer_size: int | None = None,
    ) -> LineRequest:
        """Take lines for oneself."""
        ...

    def close(self) -> None:
        """Close the chip; requests live on."""
        ...


OpenChip = Callable[[str], Chip]
"""Opens the chip at a path."""


def open_gpio_pads(
    pads: Sequence[tuple[PadInfo, Mapping[Button, int]]],
    put: Put,
    *,
    clock: ReadClock,
    chip: str | None = None,
    drain_us: int = DRAIN_US,
    open_chip: OpenChip | None = None,
) -> GpioPads:
    """Open pads on the Pi's pins (BCM numbers), or on the offsets of `chip`: a path, name or label.

    `clock` reads CLOCK_MONOTONIC in ns; the kernel tells of an edge within `drain_us` of its stamp.
    Raises DeviceError when `gpiod` is not installed, no chip fits, it may not be opened, or a line
    is taken; the words name the remedy.
    """
    open_chip = open_chip or import_gpiod()
    with ExitStack() as undo, closing(find_chip(chip, open_chip)) as device:
        opened = []
        for info, pins in pads:
            buttons = {offset: button for button, offset in pins.items()}
            lines = _request(device, info, buttons)
            undo.callback(lines.release)
            opened.append(OpenPad(info, buttons, lines))
        try:
            driver = GpioPads(opened, put, clock=clock, drain_us=drain_us)
        except OSError as error:
            raise DeviceError(
                say("the levels of the pins cannot be read: {error}", error=error)
            ) from error
        undo.pop_all()
        return driver


def import_gpiod() -> OpenChip:
    """Import libgpiod's bindings; DeviceError when they are missing or too old."""
    try:
        import gpiod
    except ImportError as error:
        raise DeviceError(not_installed("gpiod")) from error
    if not hasattr(gpiod, "LineSettings"):
        # Debian bookworm's python3-libgpiod; it has the same name.
        raise DeviceError(advised(say("the package gpiod is version 1"), install("pi")))
    return gpiod.Chip


def find_chip(wanted: str | None, open_chip: OpenChip, folder: Path = Path("/dev")) -> Chip:
    """Open the chip of that path, name or label; the Pi's own header when it is None."""
    if wanted is not None and (folder / wanted).exists():
        return _open(str(folder / wanted), open_chip)
    labels = PI_LABELS if wanted is None else (wanted,)
    found: dict[str, str] = {}
    for path in sorted(folder.glob("gpiochip*"), key=lambda path: (len(path.name), path.name)):
        with closing(_open(str(path), open_chip)) as chip:
            found.setdefault(chip.get_info().label, str(path))
    for label in labels:
        if label in found:
            return _open(found[label], open_chip)
    raise DeviceError(_missing(wanted, found))


def _missing(wanted: str | None, found: Mapping[str, str]) -> Words:
    seen = ", ".join(f"{path} ({label})" for label, path in found.items()) or say("none at all")
    if wanted is None:
        return say("there is no GPIO chip of a Raspberry Pi's header; found: {seen}", seen=seen)
    return say("there is no GPIO chip named {name}; found: {seen}", name=wanted, seen=seen)


def _open(path: str, open_chip: OpenChip) -> Chip:
    try:
        return open_chip(path)
    except PermissionError as error:
        words = advised(
            say("{path} may not be opened", path=path),
            say("add yourself to its group (sudo usermod -aG gpio $USER) and log in again"),
        )
        raise DeviceError(words) from error
    except OSError as error:
        raise DeviceError(
            say("{path} cannot be opened: {error}", path=path, error=error)
        ) from error


def _request(chip: Chip, info: PadInfo, buttons: Mapping[int, Button]) -> "ChipLines":
    place = say(
        "the pins of the pad of seat {seat} on {chip}",
        seat=info.seat + 1,
        chip=chip.get_info().label,
    )
    most = chip.get_info().num_lines - 1
    if beyond := sorted(offset for offset in buttons if offset > most):
        raise DeviceError(
            say(
                "{place}: line {line} is not among 0 to {most}",
                place=place,
                line=beyond[0],
                most=most,
            )
        )
    settings = _settings(buttons, buttons, is_first=True)
    try:
        return ChipLines(chip.request_lines(settings, CONSUMER, QUEUE_EVENTS), tuple(buttons))
    except OSError as error:
        why = (error.errno == errno.EBUSY and _taken(chip, buttons)) or error
        raise DeviceError(say("{place} cannot be had: {why}", place=place, why=why)) from error
    except (ValueError, NotImplementedError) as error:
        # This is what the bindings make of EINVAL and EOPNOTSUPP.
        raise DeviceError(
            say("{place} cannot be had: Linux 5.10 or newer is needed", place=place)
        ) from error


def _taken(chip: Chip, buttons: Mapping[int, Button]) -> Words | None:
    """Say who uses which of the lines; nothing if nobody does by now."""
    taken = [
        say(
            "line {line} ({name}, button {button}) is used by {user}",
            line=line.offset,
            name=line.name or say("unnamed"),
            button=buttons[line.offset],
            user=line.consumer or say("the kernel"),
        )
        for line in map(chip.get_line_info, buttons)
        if line.used
    ]
    if not taken:
        return None
    return say("{taken}; stop that, or choose other pins", taken=listed(taken))


def _settings(
    offsets: Iterable[int], watched: Collection[int], *, is_first: bool
) -> "dict[Iterable[int | str] | int | str, LineSettings | None]":
    from gpiod import LineSettings
    from gpiod.line import Bias, Direction, Edge

    return {
        offset: LineSettings(
            direction=Direction.INPUT,
            edge_detection=Edge.BOTH if offset in watched else Edge.NONE,
            # What has been pulled goes on being pulled; to pull anew would be felt on the line.
            bias=Bias.PULL_UP if is_first else Bias.AS_IS,
            active_low=True,
        )
        for offset in offsets
    }


class ChipLines:
    """The lines of one pad in a request of their own: `Lines` by libgpiod."""

    def __init__(self, request: LineRequest, offsets: Sequence[int]) -> None:
        self.fd = request.fd
        self._request = request
        self._offsets = offsets

    def read(self) -> list[LineEvent]:
        """Take out what waits, or the first of it."""
        return [
            LineEvent(
                event.line_offset,
                event.event_type is event.Type.RISING_EDGE,  # of the contact: it became active
                event.timestamp_ns,
                event.global_seqno,
                event.line_seqno,
            )
            for event in self._request.read_edge_events(READ_EVENTS)
        ]

    def closed(self) -> list[int]:
        """Read the levels; gives the offsets whose contact is closed."""
        values = self._request.get_values(self._offsets)
        return [offset for offset, value in zip(self._offsets, values, strict=True) if value]

    def watch(self, offsets: Collection[int]) -> None:
        """Listen to the edges of these lines only."""
        self._request.reconfigure_lines(_settings(self._offsets, offsets, is_first=False))

    def release(self) -> None:
        """Give the lines back."""
        self._request.release()
