"""Frames of the pads' wire: a message, its CRC, wrapped in COBS, closed by a zero byte; no I/O.

Inside a frame no byte is zero, so a reader that begins anywhere, or has read noise, is in step
again at the next zero. The CRC is CCITT's: polynomial 0x1021, start 0xFFFF, not reflected.
"""

from binascii import crc_hqx
from collections.abc import Iterator
from struct import Struct

from cobs import cobs

DELIMITER = b"\x00"
LONGEST_FRAME = 64
"""No message is longer than this when it is wrapped; a longer run of bytes is noise."""

_CRC = Struct("<H")
_CRC_START = 0xFFFF


def wrap(message: bytes) -> bytes:
    """Make a frame of a message."""
    frame: bytes = cobs.encode(message + _CRC.pack(crc_hqx(message, _CRC_START)))
    return frame + DELIMITER


def unwrap(frame: bytes) -> bytes | None:
    """Give the message in a frame (without its delimiter); None if it was damaged."""
    try:
        plain: bytes = cobs.decode(frame)
    except cobs.DecodeError:
        return None
    message, crc = plain[: -_CRC.size], plain[-_CRC.size :]
    return message if message and crc == _CRC.pack(crc_hqx(message, _CRC_START)) else None


class FrameReader:
    """Finds frames in bytes that come in any pieces; keeps at most `LONGEST_FRAME` of them."""

    def __init__(self) -> None:
        self._begun = b""
        self._is_too_long = False

    def read(self, data: bytes) -> Iterator[bytes | None]:
        """Yield the message of every frame that `data` completes; None for a damaged one."""
        *ends, rest = data.split(DELIMITER)
        for end in ends:
            self._gather(end)
            frame, is_too_long = self._begun, self._is_too_long
            self._begun, self._is_too_long = b"", False
            if frame:
                yield None if is_too_long else unwrap(frame)
        self._gather(rest)

    def _gather(self, piece: bytes) -> None:
        self._is_too_long |= len(self._begun) + len(piece) > LONGEST_FRAME
        self._begun = (self._begun + piece)[:LONGEST_FRAME]
