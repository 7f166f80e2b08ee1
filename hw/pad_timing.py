"""What probes and entries show of a pad's clock, less the time that their bytes took; pure."""

from hw.pad_entries import STAMP_LATE_US
from hw.pad_messages import Answer, Entries, Entry, Probe, encode
from hw.ports import HostNs, Sync

BYTE_NS = 19_000
"""No byte takes less on a line of 500,000 baud, however wrong its two clocks are."""
U32 = 1 << 32

FRAME_BYTES = 4
"""What a frame has besides its message: COBS's byte, the CRC and the delimiter."""
PROBE_BYTES = FRAME_BYTES + len(encode(Probe(0, 0)))
ENTRIES_BYTES = len(encode(Entries(0, ())))
ENTRY_BYTES = len(encode(Entries(0, (Entry(0, 0),)))) - ENTRIES_BYTES
ANSWER_BYTES = FRAME_BYTES + len(encode(Answer(0, 0, 0, 0, 0, 0)))


class Timing:
    """Makes a `Sync` of what was heard on a line on which a byte takes at least `byte_ns`."""

    def __init__(self, byte_ns: int) -> None:
        self._byte_ns = byte_ns

    def sync(self, pad: str, answer: Answer, sent: HostNs, at: HostNs) -> Sync:
        """Report a probe, less the time that its bytes and those of its answer took."""
        if at - sent < (PROBE_BYTES + ANSWER_BYTES) * self._byte_ns:
            self._byte_ns = 0  # No serial line is so quick.
        left = HostNs(sent + PROBE_BYTES * self._byte_ns)
        came = HostNs(at - ANSWER_BYTES * self._byte_ns)
        return Sync(at, pad, left, (answer.received + STAMP_LATE_US) % U32, answer.sent, came)

    def glimpse(self, told: Sync, entries: Entries, at: HostNs) -> Sync:
        """Report what entries show of the clock: their stamps were read before they were sent.

        It is the probe told last, with another answer.
        """
        length = FRAME_BYTES + ENTRIES_BYTES + ENTRY_BYTES * len(entries.entries)
        came = HostNs(at - length * self._byte_ns)
        newest = entries.entries[-1].stamp
        return Sync(at, told.pad, told.sent, told.pad_received, newest, came)
