"""A conversation with one pad that has its own clock, over bytes; no I/O and no clock of its own.

The driver writes what `send` gives, and hands what it reads to `hear`. A frame that is damaged is
told as a fault and comes again: entries are taken strictly in the order of their numbers, and a
pad sends those that were not acknowledged once more. A pad's answer to a probe is its watermark,
told on once every entry before it is here.

What happened before a pad's first answer after its boot, or after it was adopted, is told by the
levels that it read then. Numbers and stamps that do not follow from those before raise a *doubt*:
the pad has begun anew and its hello was lost. Nothing is believed until it has said who it is.
"""

from collections.abc import Iterator
from typing import NamedTuple

from hw.pad_clock import END
from hw.pad_entries import BURST_US, EntryReader
from hw.pad_frames import FrameReader, wrap
from hw.pad_messages import (
    OVERFLOW,
    Ack,
    Answer,
    Entries,
    Entry,
    Foreign,
    Name,
    PadHello,
    Probe,
    ToHost,
    ToPad,
    Who,
    decode_to_host,
    encode,
)
from hw.pad_names import LONGEST_NAME
from hw.pad_outputs import Outputs
from hw.pad_probes import Probes
from hw.pad_sieve import Sieve
from hw.pad_timing import Timing
from hw.ports import Arrival, Boot, DriverFault, Edge, FaultKind, HostNs, Sync, Through
from hw.units import MILLISECOND_NS, SECOND_NS

WHO_NS = 100 * MILLISECOND_NS
"""Between questions who is there, until a pad says hello;"""
FOREIGN_NS = 1 * SECOND_NS
"""and while one is there that speaks another version."""
CRC_NS = 100 * MILLISECOND_NS
"""Between faults that tell of damaged frames, however many there are."""
LEVELS_NS = 10 * SECOND_NS
"""Between levels that are told although nothing is amiss."""
QUIET_NS = 20 * MILLISECOND_NS
"""Between probes that are told although nobody waits for them."""
MOST_KEPT = 64
"""Entries that a pad keeps: numbers further ahead are not of the same boot."""
BOOT_NS = 60 * MILLISECOND_NS
"""A pad that boots is away for longer: one that has answered a younger probe is the same still."""
MOST_HELD = 16
"""More than that many frames of entries only repeat what is kept."""
SLACK_US = 50
"""A stamp further outside of what the host's clock allows (give or take 10 %) is not either."""
U16 = 1 << 16
U32 = 1 << 32


class _Reading(NamedTuple):
    """The pad's clock read `stamp` (u32 us) between `sent` and `received` on the host's."""

    stamp: int
    sent: HostNs
    received: HostNs


class PadSession:
    """One opened port, from its opening on.

    It asks who is there, at most every 100 ms; with the `hello` it can be adopted, and reports from
    then on. When it `is_silent` (`hear` all that has come before asking), report it gone and
    `abandon` it: it asks again who is there, and can be adopted anew at its next hello.

    `byte_ns`: what a byte takes on the line at least. On a real serial line (`pad_timing.BYTE_NS`)
    this makes intervals narrower by half a millisecond; 0 is right for all else, such as a pty.
    `burst_us`: how long a touch may bounce.
    """

    def __init__(self, now: HostNs, *, byte_ns: int = 0, burst_us: int = BURST_US) -> None:
        self.hello: PadHello | None = None
        self.is_foreign = False
        self._timing = Timing(byte_ns)
        self._burst_us = burst_us
        self._frames = FrameReader()
        self._probes = Probes(now)
        self._pad: str | None = None
        self._who_ns: int = now
        self._outputs = Outputs()
        self._name: Name | None = None
        self._damage_ns: int = now
        self._forget()

    def _forget(self) -> None:
        """Forget all that belongs to one boot of the pad."""
        self._reader = EntryReader(self._pad or "", self._burst_us)
        self._taken: int | None = None
        self._pending: tuple[Answer, HostNs] | None = None
        self._held: list[Entries] = []
        self._told: Sync | None = None
        self._sieve = Sieve()
        self._tell_ns = 0
        self._newest: _Reading | None = None
        self._known: _Reading | None = None
        self._errors = 0
        self._lossy_at: int = END
        self._levels_ns = 0
        self._is_ack_due = False
        self._is_in_doubt = False

    # What the driver calls.

    def adopt(self, pad: str, at: HostNs) -> list[Arrival]:
        """Report as `pad` from now on; ValueError before its hello."""
        if self.hello is None:
            raise ValueError("a pad is adopted after its hello")
        self._pad = pad
        return [self._begin(pad, self.hello, at)]

    def abandon(self, now: HostNs) -> None:
        """Report nothing more, and ask who is there; what is lit and sounds is kept."""
        self._pad = self.hello = None
        self._who_ns = now
        self._probes.forget(now)
        self._forget()

    def hear(self, data: bytes, at: HostNs) -> list[Arrival]:
        """Take in bytes that had been read at `at`; gives what they report, once adopted."""
        heard: list[Arrival] = []
        for message in self._frames.read(data):
            heard += self._take(None if message is None else decode_to_host(message), at)
        return heard

    def ask(self, now: HostNs) -> None:
        """Ask for a fresh watermark: a burst of probes, or prolong the one under way."""
        self._probes.ask(now)

    def light(self, is_lit: bool) -> None:
        """Light the pad's LED, or put it out."""
        self._outputs.light(is_lit)

    def note(self, hz: int, ms: int) -> None:
        """Sound `hz` (0: be silent) for `ms` (0: until told); ValueError if they are not u16."""
        self._outputs.note(hz, ms)

    def rename(self, pad_id: int, name: str) -> None:
        """Give the pad an id (u32) and a name to keep; ValueError if they do not fit.

        It answers with a hello.
        """
        if len(name.encode()) > LONGEST_NAME or not 0 <= pad_id < U32:
            raise ValueError(f"a pad's name has at most {LONGEST_NAME} bytes, its id 32 bits")
        self._name = Name(pad_id, name)

    def due_ns(self) -> int:
        """Tell when `send` has something to be written at the latest; 0 is at once."""
        if self._is_ack_due or (self.hello and (self._name or self._outputs.is_due)):
            return 0
        return self._probes.due_ns if self._is_reporting else self._who_ns

    def send(self, now: HostNs) -> bytes:
        """Give what is to be written now."""
        return b"".join(wrap(encode(message)) for message in self._messages(now))

    def is_silent(self, now: HostNs) -> bool:
        """Tell whether an adopted pad has answered nothing for a second."""
        return self._pad is not None and self._probes.is_silent(now)

    # What is said.

    @property
    def _is_reporting(self) -> bool:
        return self._pad is not None and not self._is_in_doubt

    def _messages(self, now: HostNs) -> Iterator[ToPad]:
        if not self._is_reporting:
            if self._who_ns <= now:
                yield self._ask_who(now)
        elif self._probes.due_ns <= now:
            # First, so that nothing written with it makes its way longer.
            yield Probe(self._probes.send(now), self._acked())
        elif self._is_ack_due:
            yield Ack(self._acked())
        self._is_ack_due = False
        if self.hello is None:
            return
        if self._name:
            yield self._name
            self._name = None
        if output := self._outputs.take(now):
            yield output

    def _ask_who(self, now: HostNs) -> Who:
        self._who_ns = now + (FOREIGN_NS if self.is_foreign else WHO_NS)
        self._probes.question(now)
        return Who()

    def _acked(self) -> int:
        if self._taken is not None:
            return self._taken % U16
        assert self.hello is not None, "only a pad that was adopted is probed"
        return (self.hello.next - 1) % U16

    # What is heard.

    def _take(self, message: ToHost | None, at: HostNs) -> list[Arrival]:
        match message:
            case PadHello():
                return self._take_hello(message, at)
            case Foreign():
                self.is_foreign = True
                return []
        if self._pad is None:
            return []
        if message is None:
            return self._tell_damage(self._pad, at)
        if self._is_in_doubt:
            return []
        if isinstance(message, Entries):
            heard = self._hold_entries(message, at) + self._tell_through(self._pad, at)
            return [*self._sieve.take(at), *heard] if heard else heard
        return self._take_answer(self._pad, message, at)

    def _tell_damage(self, pad: str, at: HostNs) -> list[Arrival]:
        if at < self._damage_ns:
            return []
        self._damage_ns = at + CRC_NS
        return [DriverFault(at, pad, FaultKind.CRC)]

    def _take_hello(self, hello: PadHello, at: HostNs) -> list[Arrival]:
        is_anew = self._is_in_doubt or self.hello is None or self.hello.boot != hello.boot
        self.hello, self.is_foreign = hello, False
        self._who_ns = END
        self._probes.heard()
        if not is_anew:
            return []
        self._outputs.repeat()
        return [] if self._pad is None else [self._begin(self._pad, hello, at)]

    def _begin(self, pad: str, hello: PadHello, at: HostNs) -> Boot:
        self._forget()
        self._probes.forget(at)
        return Boot(at, pad, hello.boot)

    def _doubt(self, at: HostNs) -> None:
        """Believe nothing until the pad has said who it is: it may have begun anew."""
        self._is_in_doubt = True
        self._who_ns = at

    def _hold_entries(self, entries: Entries, at: HostNs) -> list[Arrival]:
        """Take in entries; if the pad may have begun anew meanwhile, with its next answer."""
        if self._newest is None or at - self._newest.sent < BOOT_NS:
            return self._take_entries(entries, at)
        self._held = [*self._held, entries][-MOST_HELD:]
        self._probes.ask(at)
        return []

    def _take_entries(self, entries: Entries, at: HostNs) -> list[Arrival]:
        heard: list[Arrival] = []
        if self._taken is None:
            return heard
        ahead = _ahead(self._taken + 1, entries.first)
        if ahead > 0:
            if ahead > MOST_KEPT:
                self._doubt(at)
            return heard
        self._is_ack_due = True
        for entry in entries.entries[-ahead:]:
            if self._known and not _follows(self._known, entry.stamp, 0, at):
                self._doubt(at)
                break
            self._taken += 1
            if arrival := self._reader.read(entry, at):
                heard.append(arrival)
                self._attend(arrival, at)
        if heard and self._told and not self._is_in_doubt:
            heard.append(self._timing.glimpse(self._told, entries, at))
        return heard

    def _attend(self, arrival: Arrival, at: HostNs) -> None:
        """Ask for what an arrival makes worth knowing."""
        if isinstance(arrival, Edge):
            self._probes.touch(at)
            if arrival.closed:
                self._probes.ask(at)
        elif self._reader.is_lossy:
            self._lossy_at = at
            self._probes.ask(at)

    def _take_answer(self, pad: str, answer: Answer, at: HostNs) -> list[Arrival]:
        is_awaited = self._probes.is_awaited
        sent = self._probes.answered(answer.n)
        if sent is None:
            return []
        faults: list[Arrival] = []
        if self._taken is None:
            self._taken, self._errors = answer.seq, answer.errors
            self._is_ack_due = True
            faults += self._find_full(answer, at)
        elif not self._is_next(answer, sent, at):
            self._doubt(at)
            return []
        self._newest = _Reading(answer.sent, sent, at)
        self._pending = answer, sent
        self._told = self._timing.sync(pad, answer, sent, at)
        self._sieve.add(self._told)
        heard = faults
        held, self._held = self._held, []
        for entries in held:
            heard += self._take_entries(entries, at)
        if answer.errors != self._errors:
            self._errors = answer.errors
            heard.append(DriverFault(at, pad, FaultKind.CRC))
        heard += self._tell_through(pad, at)
        is_news = not all(isinstance(arrival, Through) for arrival in heard)
        if not is_news and not is_awaited and at < self._tell_ns:
            return []
        self._tell_ns = at + QUIET_NS
        return [*self._sieve.take(at), *heard]

    def _find_full(self, answer: Answer, at: HostNs) -> list[Arrival]:
        """Notice a queue that another host left full: until it is acknowledged, edges are lost."""
        assert self.hello is not None
        kept = (answer.seq + 1 - self.hello.next) % U16
        full = self._reader.read(Entry(OVERFLOW, answer.sent), at) if kept >= MOST_KEPT else None
        if full is None:
            return []
        self._lossy_at = at
        return [full]

    def _is_next(self, answer: Answer, sent: HostNs, at: HostNs) -> bool:
        assert self._taken is not None
        assert self._newest is not None
        least_ns = max(0, sent - self._newest.received)
        ahead = _ahead(self._taken, answer.seq)
        return 0 <= ahead <= MOST_KEPT and _follows(self._newest, answer.sent, least_ns, at)

    def _tell_through(self, pad: str, at: HostNs) -> list[Arrival]:
        """Tell on the newest watermark, once every entry before it is here."""
        if self._pending is None or self._taken is None or self._is_in_doubt:
            return []
        answer, sent = self._pending
        behind = _ahead(answer.seq, self._taken)
        if behind < 0:
            return []
        self._pending = None
        self._known = _Reading(answer.sent, sent, at)
        if sent > self._lossy_at:
            # This probe told the pad that there was room again.
            self._reader.drained(answer.sent)
            self._lossy_at, self._levels_ns = END, 0
        heard: list[Arrival] = []
        if not self._reader.is_lossy:
            # One less: a contact may still close within the microsecond of the answer.
            stamp = self._reader.known_through((answer.sent - 1) % U32)
            heard.append(Through(at, pad, self._reader.edges, stamp))
        if not behind:
            heard += self._witness(answer, at)
        return heard

    def _witness(self, answer: Answer, at: HostNs) -> list[Arrival]:
        """Tell the levels where they contradict what was told, and now and then."""
        shown = self._reader.shown(answer.levels)
        if shown == self._reader.closed and at < self._levels_ns:
            return []
        self._levels_ns = at + LEVELS_NS
        self._reader.closed = shown
        return [self._reader.levels(shown, (answer.sent - 1) % U32, at)]


def _ahead(number: int, other: int) -> int:
    """Give by how many entries `other` (u16) is ahead of `number`; negative: behind."""
    return (other - number + U16 // 2) % U16 - U16 // 2


def _follows(reading: _Reading, stamp: int, least_ns: int, at: HostNs) -> bool:
    """Tell whether a pad whose clock read `reading` can have read `stamp` by `at`.

    `least_ns` is the host's time that passed in between at least.
    """
    least_us = least_ns * 9 // 10_000 - SLACK_US
    most_us = (at - reading.sent) * 11 // 10_000 + SLACK_US
    return (stamp - reading.stamp - least_us) % U32 <= most_us - least_us
