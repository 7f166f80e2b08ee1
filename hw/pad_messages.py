"""What a pad with its own clock and its host say to each other, version 1 of the wire protocol.

Each message is a type byte and a body, all numbers little-endian; `pad_frames` wraps it. Whatever
comes in is read strictly: `decode` gives None for what is no message of this version.
"""

import struct
from dataclasses import dataclass
from struct import Struct

from hw.pad_names import LONGEST_NAME
from hw.ports import Button

PROTOCOL = 1
PAD_BUTTONS = tuple(Button)
"""Bit and number of each button, in entries and levels: c1 is 0, ready 7."""
MOST_ENTRIES = 8
"""Entries that one message holds at most."""

EDGE_CODES = range(0x10)
CLOSED = 0x08
BLIP_B, BLIP_D = 0x10, 0x11
OVERFLOW = 0x20
CHATTER = 0x30
CALM = 0x38
_CODES = frozenset([*EDGE_CODES, BLIP_B, BLIP_D, OVERFLOW, *range(CHATTER, CALM + 8)])

BLIP_BUTTONS = {BLIP_B: PAD_BUTTONS[6:], BLIP_D: PAD_BUTTONS[:6]}
"""The buttons on the port of which a blip tells."""


@dataclass(frozen=True, slots=True)
class Who:
    """The host asks: who are you?"""

    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Probe:
    """The host asks for an `Answer`; it has every entry up to `acked`."""

    n: int
    acked: int


@dataclass(frozen=True, slots=True)
class Ack:
    """The host has every entry up to `acked`."""

    acked: int


@dataclass(frozen=True, slots=True)
class Output:
    """The LED, and a tone: `hz` 0 is silence, `ms` 0 is until told otherwise."""

    is_lit: bool
    hz: int
    ms: int


@dataclass(frozen=True, slots=True)
class Name:
    """What the pad is to be called from now on; it keeps that without power."""

    pad_id: int
    name: str


@dataclass(frozen=True, slots=True)
class PadHello:
    """A pad says who it is, at its boot and when asked.

    `cause`: MCUSR, why it was reset. `pad_id` 0: none was given. `boot` is another at each boot.
    `next`: the number of the oldest entry that it keeps, or else of the next to come.
    """

    protocol: int
    version: tuple[int, int]
    cause: int
    pad_id: int
    boot: int
    next: int
    name: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """A pad of another version of the protocol said hello; the rest only that version can read."""

    protocol: int


@dataclass(frozen=True, slots=True)
class Entry:
    """Something happened at a pad when its clock read `stamp` (u32 us)."""

    code: int
    stamp: int


@dataclass(frozen=True, slots=True)
class Entries:
    """One to eight entries, numbered (u16) from `first` on."""

    first: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A probe came at `received`; at `sent` the newest entry was `seq`, and these levels were read.

    `levels`: bit b is 1 where button b was closed. `errors`: frames that the pad could not read.
    """

    n: int
    received: int
    sent: int
    seq: int
    levels: int
    errors: int


ToPad = Who | Probe | Ack | Output | Name
ToHost = PadHello | Foreign | Entries | Answer

_WHO = Struct("<BB")
_PROBE = Struct("<BBH")
_ACK = Struct("<BH")
_OUTPUT = Struct("<BBHH")
_NAME = Struct("<BI")
_HELLO = Struct("<BBBBBIHH")
_ENTRIES = Struct("<BH")
_ENTRY = Struct("<BI")
_ANSWER = Struct("<BBIIHBB")

WHO, PROBE, ACK, OUTPUT, NAME = range(0x01, 0x06)
HELLO, ENTRIES, ANSWER = range(0x81, 0x84)


def encode(message: ToPad | ToHost) -> bytes:
    """Give the bytes of a message, as a frame holds them; struct.error if a number does not fit."""
    match message:
        case Probe(n, acked):
            return _PROBE.pack(PROBE, n, acked)
        case Ack(acked):
            return _ACK.pack(ACK, acked)
        case Who(protocol):
            return _WHO.pack(WHO, protocol)
        case Output(is_lit, hz, ms):
            return _OUTPUT.pack(OUTPUT, is_lit, hz, ms)
        case Name(pad_id, name):
            return _NAME.pack(NAME, pad_id) + name.encode()
        case Answer(n, received, sent, seq, levels, errors):
            return _ANSWER.pack(ANSWER, n, received, sent, seq, levels, errors)
        case Entries(first, entries):
            packed = (_ENTRY.pack(entry.code, entry.stamp) for entry in entries)
            return _ENTRIES.pack(ENTRIES, first) + b"".join(packed)
        case Foreign(protocol):
            return bytes((HELLO, protocol))
    head = (message.protocol, *message.version, message.cause, message.pad_id, message.boot)
    return _HELLO.pack(HELLO, *head, message.next) + message.name.encode()


def decode_to_host(message: bytes) -> ToHost | None:
    """Read what a pad said; None if it is no message, or misshapen."""
    try:
        match message[:1]:
            case b"\x81":
                return _hello(message)
            case b"\x82":
                return _entries(message)
            case b"\x83":
                _, *fields = _ANSWER.unpack(message)
                return Answer(*fields)
    except struct.error:
        return None
    return None


def decode_to_pad(message: bytes) -> ToPad | None:
    """Read what a host said, as a pad does; None if it is no message, or misshapen."""
    try:
        match message[:1]:
            case b"\x01":
                return Who(_WHO.unpack(message)[1])
            case b"\x02":
                return Probe(*_PROBE.unpack(message)[1:])
            case b"\x03":
                return Ack(_ACK.unpack(message)[1])
            case b"\x04":
                return _output(message)
            case b"\x05":
                return _name(message)
    except (struct.error, UnicodeDecodeError):
        return None
    return None


def _hello(message: bytes) -> PadHello | Foreign | None:
    if message[1:2] not in (b"", bytes((PROTOCOL,))):
        return Foreign(message[1])
    _, protocol, major, minor, cause, pad_id, boot, next_ = _HELLO.unpack_from(message)
    name = message[_HELLO.size :]
    if len(name) > LONGEST_NAME:
        return None
    # What somebody else wrote into its memory must not make a pad unknown.
    told = name.decode(errors="replace")
    return PadHello(protocol, (major, minor), cause, pad_id, boot, next_, told)


def _entries(message: bytes) -> Entries | None:
    _, first = _ENTRIES.unpack_from(message)
    body = message[_ENTRIES.size :]
    entries = tuple(Entry(code, stamp) for code, stamp in _ENTRY.iter_unpack(body))
    is_fitting = 1 <= len(entries) <= MOST_ENTRIES
    if not is_fitting or any(entry.code not in _CODES for entry in entries):
        return None
    return Entries(first, entries)


def _output(message: bytes) -> Output | None:
    _, led, hz, ms = _OUTPUT.unpack(message)
    return Output(bool(led), hz, ms) if led in (0, 1) else None


def _name(message: bytes) -> Name | None:
    _, pad_id = _NAME.unpack_from(message)
    name = message[_NAME.size :]
    return Name(pad_id, name.decode()) if len(name) <= LONGEST_NAME else None
