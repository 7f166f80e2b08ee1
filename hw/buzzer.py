"""Sound and light of the pads, in a thread of their own: a seat may have a buzzer and a lamp.

Nobody waits for a tune: a new one replaces what its seat still plays.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, Protocol

from hw.gpiozero_pads import pin_factory
from hw.ports import DeviceError, ReadClock
from hw.units import MILLISECOND_NS
from hw.wording import say

log = logging.getLogger(__name__)

LOUDNESS = (0.0, 0.02, 0.06, 0.18, 0.5)
"""How much of each wave a buzzer is driven, by volume: a square wave (0.5) is the loudest."""


class Note(NamedTuple):
    """A note of so many Hz for so many ms; 0 Hz is a rest."""

    hz: int
    ms: int


TUNES: Mapping[str, tuple[Note, ...]] = {
    "start": (Note(523, 90), Note(659, 90), Note(784, 140)),
    "spit": (Note(784, 50), Note(1047, 120)),
    "play": (Note(1319, 35),),
    "refused": (Note(262, 120),),
    "stuck": (Note(392, 120), Note(0, 40), Note(392, 120)),
    "turn": (Note(880, 60),),
    "burn": (Note(1568, 40), Note(1175, 40), Note(784, 90)),
    "take": (Note(440, 70), Note(330, 110)),
    "win": (Note(523, 110), Note(659, 110), Note(784, 110), Note(1047, 260)),
}
"""The sounds of the table, by the names that the match gives them."""


class Device(Protocol):
    """What has been opened on a pin; each method may raise OSError."""

    def close(self) -> None:
        """Fall silent, go dark and release the pin."""
        ...


class Buzzer(Device, Protocol):
    """A buzzer."""

    def sound(self, hz: int, loudness: float) -> None:
        """Sound until told otherwise; silent at a loudness of 0."""
        ...


class Lamp(Device, Protocol):
    """A lamp."""

    def light(self, is_lit: bool) -> None:
        """Light it, or put it out."""
        ...


class Sounder:
    """Plays tunes and lights lamps; every method but `close` returns at once.

    A buzzer or lamp that fails is named in the log once, and left alone from then on.
    """

    def __init__(
        self, buzzers: Mapping[int, Buzzer], lamps: Mapping[int, Lamp], *, clock: ReadClock
    ) -> None:
        self._buzzers = dict(buzzers)
        self._lamps = dict(lamps)
        self._clock = clock
        self._loudness = LOUDNESS[-1]
        self._tunes: dict[int, list[Note]] = {}
        self._until: dict[int, int] = {}
        self._orders: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="sound and light", daemon=True)
        self._thread.start()

    def sound(self, seat: int | None, tone: str) -> None:
        """Play `tone` at a seat, or at all of them; KeyError for a name not in `TUNES`."""
        tune = TUNES[tone]
        self._orders.put(lambda: self._begin(self._buzzers if seat is None else (seat,), tune))

    def volume(self, level: int) -> None:
        """Sound from now on at `level`, 0 (silent) to 4; IndexError beyond."""
        loudness = LOUDNESS[level]
        self._orders.put(lambda: self._set(loudness))

    def light(self, seat: int, is_lit: bool) -> None:
        """Light the lamp of a seat, or put it out; a seat may have none."""
        self._orders.put(lambda: self._light(seat, is_lit))

    def close(self) -> None:
        """Fall silent, go dark, and release the pins."""
        self._orders.put(None)
        self._thread.join()

    # In the thread.

    def _run(self) -> None:
        try:
            while (order := self._next_order()) is not None:
                order()
                self._go_on()
        finally:
            devices: list[Device] = [*self._buzzers.values(), *self._lamps.values()]
            for device in devices:
                with suppress(OSError):
                    device.close()

    def _next_order(self) -> Callable[[], None] | None:
        """Wait for an order, but no longer than the first note lasts."""
        due = min(self._until.values(), default=None)
        timeout_s = None if due is None else max(0, due - self._clock()) / 1e9
        try:
            return self._orders.get(timeout=timeout_s)
        except Empty:
            return _nothing

    def _set(self, loudness: float) -> None:
        self._loudness = loudness

    def _begin(self, seats: Iterable[int], tune: tuple[Note, ...]) -> None:
        for seat in seats:
            if seat in self._buzzers:
                self._tunes[seat] = list(tune)
                self._until[seat] = self._clock()

    def _go_on(self) -> None:
        """Let every seat whose note has ended play its next one, or fall silent."""
        now = self._clock()
        for seat in [seat for seat, until in self._until.items() if until <= now]:
            note = self._tunes[seat].pop(0) if self._tunes[seat] else None
            if note is None:
                del self._until[seat]
            else:
                self._until[seat] = now + note.ms * MILLISECOND_NS
            self._sound(seat, note or Note(0, 0))

    def _sound(self, seat: int, note: Note) -> None:
        try:
            self._buzzers[seat].sound(note.hz, self._loudness if note.hz else 0.0)
        except OSError as error:
            log.warning("the buzzer of seat %d is lost: %s", seat + 1, error)
            del self._buzzers[seat]
            self._until.pop(seat, None)

    def _light(self, seat: int, is_lit: bool) -> None:
        try:
            if seat in self._lamps:
                self._lamps[seat].light(is_lit)
        except OSError as error:
            log.warning("the LED of seat %d is lost: %s", seat + 1, error)
            del self._lamps[seat]


def _nothing() -> None:
    """A note has ended; there is no order."""


# gpiozero.


def open_sounder(
    buzzers: Mapping[int, int | Buzzer], leds: Mapping[int, int | Lamp], *, clock: ReadClock
) -> Sounder:
    """Open buzzers and LEDs by seat, BCM numbers or what is open already; either may be empty.

    Raises DeviceError when gpiozero is not installed, or a pin cannot be had.
    """
    with ExitStack() as undo:
        if any(isinstance(pin, int) for pin in (*buzzers.values(), *leds.values())):
            pin_factory()
        sounding: dict[int, Buzzer] = {}
        for seat, buzzer in buzzers.items():
            sounding[seat] = PinBuzzer(buzzer) if isinstance(buzzer, int) else buzzer
            undo.callback(sounding[seat].close)
        lamps: dict[int, Lamp] = {}
        for seat, led in leds.items():
            lamps[seat] = PinLamp(led) if isinstance(led, int) else led
            undo.callback(lamps[seat].close)
        undo.pop_all()
        return Sounder(sounding, lamps, clock=clock)


class PinBuzzer:
    """A passive piezo buzzer on a pin (BCM number), by gpiozero's TonalBuzzer."""

    def __init__(self, pin: int) -> None:
        from gpiozero import TonalBuzzer

        self._device = _open(
            lambda: TonalBuzzer(f"GPIO{pin}", octaves=2), say("the buzzer on GPIO{pin}", pin=pin)
        )

    def sound(self, hz: int, loudness: float) -> None:
        """Sound until told otherwise; silent at a loudness of 0."""
        with _Translated():
            if loudness:
                self._device.play(float(hz))
                self._device.pwm_device.value = loudness
            else:
                self._device.stop()

    def close(self) -> None:
        """Fall silent and release the pin."""
        with _Translated():
            self._device.close()


class PinLamp:
    """An LED on a pin (BCM number), by gpiozero."""

    def __init__(self, pin: int) -> None:
        from gpiozero import LED

        self._device = _open(lambda: LED(f"GPIO{pin}"), say("the LED on GPIO{pin}", pin=pin))

    def light(self, is_lit: bool) -> None:
        """Light it, or put it out."""
        with _Translated():
            self._device.value = is_lit

    def close(self) -> None:
        """Put it out and release the pin."""
        with _Translated():
            self._device.close()


class _Translated:
    """What a pin's own library raises, as the OSError that every device of ours raises."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, OSError):
            raise DeviceError(say("the pin's library says: {error}", error=error)) from error


def _open(device: Callable[[], Any], place: str) -> Any:
    try:
        return device()
    except Exception as error:  # each pin factory raises what its own library does
        raise DeviceError(
            say("{place} cannot be used: {error}", place=place, error=error)
        ) from error
