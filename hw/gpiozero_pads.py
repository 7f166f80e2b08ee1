"""Pads through gpiozero's pins, where libgpiod cannot be had: the kernel's stamps, at a price.

gpiozero's lgpio looks for edges every 0.5 ms and keeps them as long; its queue may drop edges, and
hand them over in another order after a stall. So every edge waits `SLOWER_US` longer, and they are
sorted by stamp; a press is decided that much later. Nothing numbers the edges: levels alone show a
loss, and nothing shows that a bounce overwrote a stamp before the kernel told of it.
"""

import os
import warnings
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from typing import Any

from hw.gpio_lines import DRAIN_US, LineEvent
from hw.gpio_pads import GpioPads, OpenPad
from hw.ports import Button, DeviceError, PadInfo, Put, ReadClock
from hw.wording import advised, install, not_installed, say

STAMPING = ("LGPIOFactory",)
"""gpiozero's pin factories that pass the kernel's own stamps."""
SLOWER_US = 4000
"""How much longer than the kernel gpiozero may take to hand over an edge."""


def open_gpiozero_pads(
    pads: Sequence[tuple[PadInfo, Mapping[Button, int]]],
    put: Put,
    *,
    clock: ReadClock,
    stamping: Collection[str] = STAMPING,
    drain_us: int = DRAIN_US,
) -> GpioPads:
    """Open pads on the Pi's pins (BCM numbers) by gpiozero's pin factory.

    `clock` reads CLOCK_MONOTONIC in ns; the kernel tells of an edge within `drain_us` of its stamp.
    Raises DeviceError when gpiozero is not installed, its factory gives no kernel stamps, or a pin
    cannot be had; the words name the remedy.
    """
    factory = pin_factory()
    name = type(factory).__name__
    if name not in stamping:
        words = say(
            "gpiozero's {name} does not pass the kernel's stamps, without which nobody can tell "
            "who was first",
            name=name,
        )
        remedy = say("unset GPIOZERO_PIN_FACTORY, and {install}", install=install("pi"))
        raise DeviceError(advised(words, remedy))
    with ExitStack() as undo:
        opened = []
        for info, pins in pads:
            lines = _open_lines(factory, info, pins, clock)
            undo.callback(lines.release)
            opened.append(OpenPad(info, {pin: button for button, pin in pins.items()}, lines))
        driver = GpioPads(opened, put, clock=clock, drain_us=drain_us + SLOWER_US)
        undo.pop_all()
        return driver


def pin_factory() -> Any:
    """Give gpiozero's pin factory; DeviceError when there is none."""
    try:
        from gpiozero import Device, PinFactoryFallback
        from gpiozero.exc import BadPinFactory, PinUnknownPi
    except ImportError as error:
        raise DeviceError(not_installed("gpiozero")) from error
    try:
        with warnings.catch_warnings():
            # Falling back to a lesser factory is refused by name where it matters.
            warnings.simplefilter("ignore", PinFactoryFallback)
            Device.ensure_pin_factory()
    except (BadPinFactory, PinUnknownPi, OSError) as error:
        raise DeviceError(say("gpiozero finds no pins here: {error}", error=error)) from error
    return Device.pin_factory


def _open_lines(
    factory: Any, info: PadInfo, pins: Mapping[Button, int], clock: ReadClock
) -> "PinLines":
    opened: dict[int, Any] = {}
    try:
        for number in pins.values():
            opened[number] = pin = factory.pin(f"GPIO{number}")
            pin.function = "input"
            pin.pull = "up"
            pin.bounce = None
            pin.edges = "both"
        return PinLines(opened, clock)
    except Exception as error:  # each factory raises what its own library does
        for pin in opened.values():
            pin.close()
        raise DeviceError(
            say(
                "the pins of the pad of seat {seat} cannot be had: {error}",
                seat=info.seat + 1,
                error=error,
            )
        ) from error


class PinLines:
    """The pins of one pad, closed when low: `Lines` by gpiozero."""

    def __init__(self, pins: Mapping[int, Any], clock: ReadClock) -> None:
        self._pins = pins
        self._clock = clock
        self._events: deque[LineEvent] = deque()
        self._is_released = False
        self.fd, self._wakes = os.pipe()
        os.set_blocking(self._wakes, False)
        # A pin keeps but a weak reference to whoever it calls.
        self._listeners = {offset: self._listener(offset) for offset in pins}
        self.watch(pins)

    def read(self) -> list[LineEvent]:
        """Take out what waits; DeviceError when the stamps are not of the host's clock."""
        os.read(self.fd, 1 << 16)
        events = [self._events.popleft() for _ in range(len(self._events))]
        now = self._clock()
        if any(event.stamp_ns > now for event in events):
            words = say("gpiozero's stamps are not of the monotonic clock")
            remedy = say("{install}, which brings gpiod", install=install("pi"))
            raise DeviceError(advised(words, remedy))
        return events

    def closed(self) -> list[int]:
        """Read the levels; gives the pins whose contact is closed."""
        try:
            return [offset for offset, pin in self._pins.items() if not pin.state]
        except Exception as error:  # each factory raises what its own library does
            raise DeviceError(say("a pin cannot be read: {error}", error=error)) from error

    def watch(self, offsets: Collection[int]) -> None:
        """Listen to the edges of these pins only."""
        for offset, pin in self._pins.items():
            wanted = self._listeners[offset] if offset in offsets else None
            if pin.when_changed is not wanted:
                _listen(pin, wanted)

    def release(self) -> None:
        """Give the pins back; one that refuses hinders no other."""
        self._is_released = True
        for pin in self._pins.values():
            with suppress(DeviceError):
                _listen(pin, None)
            with suppress(Exception):  # each factory raises what its own library does
                pin.close()
        for end in (self.fd, self._wakes):
            os.close(end)

    def _listener(self, offset: int) -> Callable[[float, int], None]:
        def changed(ticks_s: float, state: int) -> None:
            if self._is_released:
                return
            stamp_ns = round(ticks_s * 1e9)
            self._events.append(LineEvent(offset, not state, stamp_ns, None, None))
            with suppress(BlockingIOError):  # full of earlier edges
                os.write(self._wakes, b"!")

        return changed


def _listen(pin: Any, listener: Callable[[float, int], None] | None) -> None:
    """Have a pin call `listener`; lgpio now and then finds a line busy that it holds itself."""
    try:
        pin.when_changed = listener
    except Exception as error:  # each factory raises what its own library does
        raise DeviceError(say("a pin cannot be listened to: {error}", error=error)) from error
