"""The pad's firmware, told in Python: what `hw/pad_firmware` does, in virtual time, byte for byte.

Only time is simpler than on the chip: interrupts read the pins some 2 us late, up to 8 us where one
waits for another; everything else takes no time, and a byte takes 20 us on the line.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from hw.pad_frames import DELIMITER, FrameReader, wrap
from hw.pad_messages import (
    BLIP_BUTTONS,
    CALM,
    CHATTER,
    CLOSED,
    MOST_ENTRIES,
    OVERFLOW,
    PAD_BUTTONS,
    PROTOCOL,
    Ack,
    Answer,
    Entries,
    Entry,
    Name,
    Output,
    PadHello,
    Probe,
    ToHost,
    ToPad,
    Who,
    decode_to_pad,
    encode,
)
from hw.ports import Button
from hw.units import MILLISECOND_NS
from sim.crystal import Crystal
from sim.virtual_time import VirtualTime

LINE_BYTE_NS = 20_000
INTERRUPT_NS = (1_500, 3_000)
WAITING_NS = (3_000, 8_000)
WAITING_SHARE = 0.05
KEPT = 64
RESEND_NS = 10 * MILLISECOND_NS
MOST_PROBES = 8
CHATTER_EDGES = 32
BLIP_EVERY_US = 1000
WINDOW_NS = 16 * MILLISECOND_NS
CALM_LOOKS = 8
U8, U16, U32 = 1 << 8, 1 << 16, 1 << 32


@dataclass
class Eeprom:
    """What a board keeps without power."""

    pad_id: int = 0
    name: str = ""
    boot: int = 0


class Nano:
    """A board: `change` its contacts, `hear` bytes; frames are given to `say` as the line has them.

    `protocol` is what it says that it speaks.
    """

    def __init__(
        self,
        time: VirtualTime,
        luck: Random,
        say: Callable[[bytes], None],
        *,
        eeprom: Eeprom | None = None,
        protocol: int = PROTOCOL,
    ) -> None:
        self.eeprom = eeprom or Eeprom()
        self.closed: set[Button] = set()
        self.lit = False
        self.tone = (0, 0)
        self.is_on = False
        self._time = time
        self._luck = luck
        self._say = say
        self._protocol = protocol
        self._life = 0
        self.crystal = Crystal(time.now_ns)

    # Power.

    def switch_on(self, crystal: Crystal, first: int = 1) -> None:
        """Boot; entries are numbered from `first` on, which on a real board is 1."""
        self._life += 1
        self.is_on = True
        self.crystal = crystal
        self.eeprom.boot = (self.eeprom.boot + 1) % U16
        self.lit, self.tone = False, (0, 0)
        self._frames = FrameReader()
        self._misread = 0
        self._told = set(self.closed)
        self._pending: set[int] = set()
        self._blips: dict[int, int] = {}
        self._kept: deque[Entry] = deque()
        self._oldest = self._unsent = self._never_sent = first
        self._sent_ns = 0
        self._probes: deque[tuple[int, int]] = deque()
        self._is_hello_due = True
        self._busy_until_ns = 0
        self._edges = dict.fromkeys(PAD_BUTTONS, 0)
        self._still = dict.fromkeys(PAD_BUTTONS, 0)
        self._masked: set[Button] = set()
        self._looked: set[Button] = set()
        self._is_looking = False
        self._work()

    def switch_off(self) -> None:
        """Cut the power."""
        self._life += 1
        self.is_on = False

    def _later(self, at_ns: int, call: Callable[[], None]) -> None:
        life = self._life
        self._time.call_at(at_ns, lambda: call() if life == self._life else None)

    # Contacts.

    def change(self, button: Button, is_closed: bool) -> None:
        """Close a contact, or open it, now."""
        (self.closed.add if is_closed else self.closed.discard)(button)
        if not self.is_on or button in self._masked:
            return
        port = next(code for code, buttons in BLIP_BUTTONS.items() if button in buttons)
        if port not in self._pending:
            self._pending.add(port)
            waits = self._luck.random() < WAITING_SHARE
            late_ns = self._luck.randint(*(WAITING_NS if waits else INTERRUPT_NS))
            self._later(self._time.now_ns + late_ns, lambda: self._interrupt(port))

    def _interrupt(self, port: int) -> None:
        if port in self._pending:
            self._let_through(port)
            self._work()

    def _let_through(self, port: int) -> None:
        """Do what an interrupt does: note what has changed, or that it was over."""
        self._pending.discard(port)
        changed = self._changed()
        if not changed & set(BLIP_BUTTONS[port]):
            self._note_blip(port, self._stamp())
        self._note_edges(changed)

    def _note_blip(self, port: int, stamp: int) -> None:
        if port not in self._blips or (stamp - self._blips[port]) % U32 >= BLIP_EVERY_US:
            self._blips[port] = stamp
            self._note(port, stamp)

    def _changed(self) -> set[Button]:
        return (self.closed ^ self._told) - self._masked

    def _note_edges(self, changed: set[Button]) -> None:
        for button in sorted(changed, key=PAD_BUTTONS.index):
            is_closed = button in self.closed
            (self._told.add if is_closed else self._told.discard)(button)
            self._note(PAD_BUTTONS.index(button) | (CLOSED if is_closed else 0), self._stamp())
            self._edges[button] += 1
            if self._edges[button] > CHATTER_EDGES:
                self._mask(button)
        if changed and not self._is_looking:
            self._is_looking = True
            self._later(self._time.now_ns + WINDOW_NS, self._look)

    def _stamp(self) -> int:
        # Rounded up: no stamp is early.
        return (self.crystal.read_us(self._time.now_ns) + 1) % U32

    def _mask(self, button: Button) -> None:
        self._masked.add(button)
        self._still[button] = 0
        self._note(CHATTER + PAD_BUTTONS.index(button), self._stamp())

    def _look(self) -> None:
        self._edges = dict.fromkeys(PAD_BUTTONS, 0)
        for button in sorted(self._masked, key=PAD_BUTTONS.index):
            is_still = (button in self.closed) == (button in self._looked)
            self._still[button] = self._still[button] + 1 if is_still else 0
            if self._still[button] >= CALM_LOOKS and KEPT - len(self._kept) > 3:
                self._masked.discard(button)
                self._note(CALM + PAD_BUTTONS.index(button), self._stamp())
                self._note_edges(self._changed())
        self._looked = set(self.closed)
        self._is_looking = bool(self._masked)
        if self._is_looking:
            self._later(self._time.now_ns + WINDOW_NS, self._look)
        self._work()

    def _note(self, code: int, stamp: int) -> None:
        room = KEPT - len(self._kept)
        if room == 1:
            code, stamp = OVERFLOW, (stamp - 1) % U32
        if room:
            self._kept.append(Entry(code, stamp))

    # The line.

    def hear(self, data: bytes) -> None:
        """Take in bytes of which the last has just come."""
        if not self.is_on:
            return
        for message in self._frames.read(data):
            told = None if message is None else decode_to_pad(message)
            if told is None:
                self._misread = (self._misread + 1) % U8
            else:
                self._obey(told)
        self._work()

    def _obey(self, message: ToPad) -> None:
        match message:
            case Who():
                self._is_hello_due = True
            case Probe(n, acked):
                self._forget(acked)
                if len(self._probes) < MOST_PROBES:
                    self._probes.append((n, self._stamp()))
            case Ack(acked):
                self._forget(acked)
            case Output(is_lit, hz, ms):
                self.lit, self.tone = is_lit, (hz, ms)
            case Name(pad_id, name):
                self.eeprom.pad_id, self.eeprom.name = pad_id, name
                self._is_hello_due = True

    def _forget(self, acked: int) -> None:
        received = (acked + 1 - self._oldest) % U16
        if received <= (self._never_sent - self._oldest) % U16:
            for _ in range(received):
                self._kept.popleft()
            if (self._unsent - self._oldest) % U16 < received:
                self._unsent = (self._oldest + received) % U16
            self._oldest = (self._oldest + received) % U16

    def _work(self) -> None:
        """Say what is due, one frame at a time; the rest when that has left the line."""
        if self._time.now_ns < self._busy_until_ns:
            return
        if message := self._due():
            frame = wrap(encode(message))
            self._busy_until_ns = self._time.now_ns + len(frame) * LINE_BYTE_NS
            self._later(self._busy_until_ns, lambda: self._said(frame))

    def _said(self, frame: bytes) -> None:
        self._say(frame)
        self._work()

    def _due(self) -> ToHost | None:
        if self._is_hello_due:
            self._is_hello_due = False
            return self._hello()
        if self._new():
            return self._entries()
        if self._probes:
            return self._answer()
        return None

    def _hello(self) -> PadHello:
        kept = self.eeprom
        return PadHello(self._protocol, (1, 0), 1, kept.pad_id, kept.boot, self._oldest, kept.name)

    def _new(self) -> int:
        """Tell how many entries are to be sent: those not sent yet, or all again."""
        unsent = len(self._kept) - (self._unsent - self._oldest) % U16
        if not unsent and self._time.now_ns - self._sent_ns >= RESEND_NS:
            self._unsent = self._oldest
            return len(self._kept)
        return unsent

    def _entries(self) -> Entries:
        begin = (self._unsent - self._oldest) % U16
        entries = tuple(self._kept)[begin : begin + MOST_ENTRIES]
        sent = Entries(self._unsent, entries)
        self._unsent = (self._unsent + len(entries)) % U16
        if (self._unsent - self._never_sent) % U16 <= KEPT:
            self._never_sent = self._unsent
        self._sent_ns = self._time.now_ns
        self._later(self._time.now_ns + RESEND_NS, self._work)
        return sent

    def _answer(self) -> ToHost | None:
        for port in sorted(self._pending):
            self._let_through(port)
        if self._new():
            return self._entries()
        n, received = self._probes.popleft()
        newest = (self._oldest + len(self._kept) - 1) % U16
        levels = sum(1 << PAD_BUTTONS.index(button) for button in self.closed)
        now_us = self.crystal.read_us(self._time.now_ns)
        return Answer(n, received, now_us, newest, levels, self._misread)


def frames_of(data: bytes) -> list[bytes]:
    """Cut what a host writes at once into its frames."""
    return [piece + DELIMITER for piece in data.split(DELIMITER)[:-1]]
