"""Tunes and lamps: the right notes, for as long as they last, in a thread nobody waits for."""

import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

import pytest

from firmware_host.effects import Tone
from hw.buzzer import TUNES, PinBuzzer, PinLamp, Sounder, open_sounder
from hw.ports import DeviceError
from tests.drivers.pin_factory import factory as factory

PATIENCE_S = 20
Told = tuple[str, object]


class Box:
    """A buzzer and a lamp that write down what they are told; `fails` makes them fail."""

    def __init__(self) -> None:
        self.told: SimpleQueue[Told] = SimpleQueue()
        self.fails = False

    def sound(self, hz: int, loudness: float) -> None:
        self._note("sound", (hz, loudness))

    def light(self, is_lit: bool) -> None:
        self._note("light", is_lit)

    def close(self) -> None:
        self._note("close", None)

    def next(self) -> Told:
        return self.told.get(timeout=PATIENCE_S)

    def _note(self, what: str, told: object) -> None:
        self.told.put((what, told))
        if self.fails:
            raise OSError("the pin is gone")


class QuickClock:
    """Runs a second ahead at every look, so that every note has ended by the next one."""

    def __init__(self) -> None:
        self.now_ns = 0

    def __call__(self) -> int:
        self.now_ns += 1_000_000_000
        return self.now_ns


def sounder(*boxes: Box, clock: Callable[[], int] | None = None) -> Sounder:
    return Sounder(dict(enumerate(boxes)), dict(enumerate(boxes)), clock=clock or QuickClock())


def test_every_tone_of_the_table_has_a_tune_a_buzzer_can_play() -> None:
    assert set(TUNES) == set(Tone)
    notes = [note for tune in TUNES.values() for note in tune]
    assert all(110 <= note.hz <= 1760 or note.hz == 0 for note in notes)


def test_a_tune_is_played_note_by_note_and_then_it_is_silent() -> None:
    box = Box()
    table = sounder(box)
    table.sound(0, "stuck")
    heard = [box.next()[1] for _ in range(4)]
    table.close()
    assert heard == [(392, 0.5), (0, 0.0), (392, 0.5), (0, 0.0)]
    assert box.next() == ("close", None)


def test_a_note_lasts_as_long_as_it_says() -> None:
    box = Box()
    table = sounder(box, clock=time.monotonic_ns)
    before = time.monotonic()
    table.sound(0, "play")
    assert box.next()[1] == (1319, 0.5)
    assert box.next()[1] == (0, 0.0)
    assert time.monotonic() - before >= TUNES["play"][0].ms / 1000
    table.close()


def test_a_new_tune_replaces_what_its_seat_still_plays() -> None:
    box = Box()
    now = [0]
    table = sounder(box, clock=lambda: now[0])
    table.sound(0, "win")
    assert box.next()[1] == (523, 0.5)
    table.sound(0, "refused")
    assert box.next()[1] == (262, 0.5)
    table.close()
    assert box.next() == ("close", None)


def test_a_tone_for_everybody_sounds_at_every_seat_and_one_for_a_seat_only_there() -> None:
    ana, ben = Box(), Box()
    table = sounder(ana, ben)
    table.sound(None, "turn")
    assert ana.next()[1] == ben.next()[1] == (880, 0.5)
    table.sound(7, "turn")  # a seat without a buzzer
    table.sound(1, "play")
    assert ben.next()[1] == (0, 0.0)
    assert ben.next()[1] == (1319, 0.5)
    table.close()
    assert ana.next()[1] == (0, 0.0)
    assert ana.next() == ("close", None)


@pytest.mark.parametrize(("level", "loudness"), [(0, 0.0), (1, 0.02), (4, 0.5)])
def test_the_volume_is_how_hard_the_buzzer_is_driven(level: int, loudness: float) -> None:
    box = Box()
    table = sounder(box)
    table.volume(level)
    table.sound(0, "play")
    assert box.next()[1] == (1319, loudness)
    table.close()


def test_lamps_are_lit_and_put_out_where_there_are_any() -> None:
    box = Box()
    table = sounder(box)
    table.light(3, True)
    table.light(0, True)
    table.light(0, False)
    assert [box.next(), box.next()] == [("light", True), ("light", False)]
    table.close()


@pytest.mark.parametrize("what", ["sound", "light"])
def test_what_fails_is_named_once_and_left_alone(
    what: str, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = Box(), Box()
    bad.fails = True
    table = Sounder({0: bad, 1: good}, {0: bad, 1: good}, clock=QuickClock())
    for _ in range(2):
        if what == "sound":
            table.sound(None, "turn")
        else:
            table.light(0, True)
    table.light(1, True)
    while good.next()[0] != "light":
        pass
    table.close()
    assert [record.getMessage() for record in caplog.records] == [
        f"the {'buzzer' if what == 'sound' else 'LED'} of seat 1 is lost: the pin is gone"
    ]


@pytest.mark.parametrize(
    ("do", "error"),
    [
        pytest.param(lambda table: table.sound(0, "moo"), KeyError, id="a tone nobody knows"),
        pytest.param(lambda table: table.volume(5), IndexError, id="louder than loud"),
    ],
)
def test_what_no_sounder_can_do_is_refused(
    do: Callable[[Sounder], None], error: type[Exception]
) -> None:
    table = sounder(Box())
    with pytest.raises(error):
        do(table)
    table.close()


# On gpiozero's pins.


def test_a_buzzer_pin_sounds_its_note_as_loud_as_told(factory: Any) -> None:
    buzzer = PinBuzzer(12)
    pin = factory.pin("GPIO12")
    buzzer.sound(1319, 0.06)
    assert (pin.frequency, pin.state) == (1319.0, 0.06)
    buzzer.sound(0, 0.0)
    assert pin.frequency is None
    buzzer.close()


def test_a_lamp_pin_is_lit_and_put_out(factory: Any) -> None:
    lamp = PinLamp(13)
    lamp.light(True)
    assert factory.pin("GPIO13").state
    lamp.light(False)
    assert not factory.pin("GPIO13").state
    lamp.close()


def test_what_gpiozero_raises_is_an_error_of_the_device(factory: Any) -> None:
    buzzer = PinBuzzer(12)
    with pytest.raises(DeviceError, match="out of the device's range"):
        buzzer.sound(20_000, 0.5)
    buzzer.close()


def test_both_seats_sound_through_their_pins_and_give_them_back(factory: Any) -> None:
    table = open_sounder({0: 12, 1: 13}, {0: 19}, clock=time.monotonic_ns)
    table.light(0, True)
    table.sound(None, "turn")
    table.close()
    open_sounder({0: 12}, {0: 19}, clock=time.monotonic_ns).close()


def test_a_console_without_buzzers_needs_no_pins() -> None:
    table = open_sounder({}, {}, clock=time.monotonic_ns)
    table.sound(None, "win")
    table.close()


def test_a_pin_used_twice_is_named_and_the_others_are_given_back(factory: Any) -> None:
    with pytest.raises(DeviceError, match="the LED on GPIO12 cannot be used"):
        open_sounder({0: 12}, {0: 12}, clock=time.monotonic_ns)
    PinLamp(12).close()
