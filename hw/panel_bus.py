"""A bus of panels: messages to addresses, several of them in one go.

On I2C each message is a write to its address, and all of one call are one `I2C_RDWR` transaction:
no other process and no wait comes between the rows of one panel and those of the other.
"""

from collections.abc import Sequence
from fcntl import LOCK_EX, LOCK_NB, flock
from typing import NamedTuple, Protocol

from hw.ports import DeviceError
from hw.wording import advised, say

COMMANDS, DATA = b"\x00", b"\x40"
"""The control byte before commands and before display data (SSD1306 rev 1.1, section 8.1.5.2)."""

MOST_MESSAGES = 42
"""Linux takes so many in one `I2C_RDWR` (`I2C_RDWR_IOCTL_MAX_MSGS`)."""

_BITS_A_BYTE = 9
"""Eight and the acknowledgement."""


class Message(NamedTuple):
    """A write: an I2C address or an SPI chip select, and the bytes, control byte first."""

    address: int
    payload: bytes


class Bus(Protocol):
    """What panels are wired to."""

    def write(self, messages: Sequence[Message]) -> None:
        """Write at most `MOST_MESSAGES`, in order; OSError when one is not acknowledged.

        Which of them it was, and whether those before it arrived, nobody can tell.
        """
        ...

    def status(self, address: int) -> int:
        """Read a chip's status byte; OSError where nothing answers or nothing can be read."""
        ...

    def close(self) -> None:
        """Release the bus."""
        ...


def on_wire(messages: Sequence[Message]) -> int:
    """Count the bytes that go over an I2C bus, addresses included."""
    return sum(1 + len(message.payload) for message in messages)


def wire_us(wire_bytes: int, bus_hz: int = 400_000) -> float:
    """Tell how many us so many bytes take on an I2C bus."""
    return wire_bytes * _BITS_A_BYTE * 1e6 / bus_hz


class I2cBus:
    """`/dev/i2c-N`, through smbus2, which luma brings along.

    Nobody else of Spytt can open it meanwhile: a console that plays, and a doctor who looks at its
    panels or shows pictures on them, would write into each other's windows.
    """

    def __init__(self, number: int) -> None:
        """Open the bus; DeviceError says how to get it when that cannot be."""
        from smbus2 import SMBus, i2c_msg

        self._message = i2c_msg
        try:
            self._bus = SMBus(number)
        except FileNotFoundError as error:
            words = advised(
                say("there is no I2C bus {number} (/dev/i2c-{number})", number=number),
                say("enable it with `sudo raspi-config` (Interface Options, I2C)"),
            )
            raise DeviceError(words) from error
        except PermissionError as error:
            words = advised(
                say("I2C bus {number} may not be used", number=number),
                say("join its group with `sudo adduser $USER i2c`, then log in again"),
            )
            raise DeviceError(words) from error
        try:
            assert self._bus.fd is not None, "it has just been opened"
            flock(self._bus.fd, LOCK_EX | LOCK_NB)
        except OSError as error:
            self._bus.close()
            words = advised(
                say("I2C bus {number} is used by another Spytt", number=number),
                say("end that one first"),
            )
            raise DeviceError(words) from error

    def write(self, messages: Sequence[Message]) -> None:
        """Write all messages in one transaction."""
        self._bus.i2c_rdwr(*(self._message.write(*message) for message in messages))

    def status(self, address: int) -> int:
        """Read the status byte."""
        answer = self._message.read(address, 1)
        self._bus.i2c_rdwr(self._message.write(address, COMMANDS), answer)
        return bytes(answer)[0]

    def close(self) -> None:
        """Close the device file."""
        self._bus.close()
