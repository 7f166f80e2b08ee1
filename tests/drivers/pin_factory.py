"""gpiozero's MockFactory in place of a Pi's pins, for as long as a test lasts."""

from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin


@pytest.fixture
def factory() -> Iterator[Any]:
    """Give the pins: `factory.pin("GPIO17").drive_low()` presses a button."""
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.close()
    Device.pin_factory = before
