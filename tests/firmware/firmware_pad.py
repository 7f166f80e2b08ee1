"""The very firmware as a pad of the simulated console, in lockstep with virtual time."""

from random import Random
from typing import Any

from hw.pad_clock import END
from hw.pad_frames import DELIMITER
from hw.pad_messages import ENTRIES
from hw.ports import Button, HostNs, PadInfo, Put
from hw.units import MILLISECOND_NS
from sim.crystal import Crystal
from sim.nano import LINE_BYTE_NS, RESEND_NS, Nano
from sim.nano_pad import NanoPad
from sim.virtual_time import VirtualTime
from tests.firmware.fingers import Fingers
from tests.firmware.virtual_nano import MS, VirtualNano

LEAST_FRAME = 12
"""Bytes of the shortest frame that a pad sends: one entry."""
WIRE_NS = 100_000
"""What the wire's delay is at the least: until then no frame has to be known."""
ASLEEP_NS = 1 * MILLISECOND_NS
"""How often a pad is looked at that has nothing to answer."""
AWAKE_NS = 3 * MILLISECOND_NS
"""How long it may have, after a byte or a contact;"""
AGAIN_NS = RESEND_NS + AWAKE_NS
"""after entries, which come again;"""
BOOT_NS = 100 * MILLISECOND_NS
"""and after its boot."""
MILLION = 10**6


class FirmwareNano(Nano):
    """The chip in the twin's place: it lags behind virtual time by one step at the most.

    So whatever is done to it is done at the exact cycle, which is still to come, and what it says
    is handed on with the instant at which it was said. A step is so short that no frame is through
    the wire before it is known. The rate of its crystal is kept to; its clock begins at 0.
    """

    def __init__(self, pad: "FirmwarePad", time: VirtualTime, luck: Random) -> None:
        super().__init__(time, luck, lambda _: None)
        self._pad = pad

    # Power.

    def switch_on(self, crystal: Crystal, first: int = 1) -> None:
        """Boot, with a new EEPROM; entries are numbered from 1, and from nothing else."""
        assert first == 1
        self._life += 1
        self.is_on, self.crystal = True, crystal
        self.fingers = Fingers(VirtualNano(acks=False))
        self._begun_ns = self._time.now_ns
        self._read, self._part = 0, b""
        self._awake_ns, self._armed_ns = 0, END
        for button in self.closed:
            self.fingers.toggle(button, 0)
        self._stir(BOOT_NS)

    def switch_off(self) -> None:
        """Cut the power."""
        if self.is_on:
            self.fingers.nano.close()
        super().switch_off()

    # What is done to it.

    def change(self, button: Button, is_closed: bool) -> None:
        """Close a contact, or open it, now."""
        (self.closed.add if is_closed else self.closed.discard)(button)
        if self.is_on:
            self.fingers.toggle(button, self._cycle())
            self._stir(AWAKE_NS)

    def hear(self, data: bytes) -> None:
        """Take in bytes of which the first begins now."""
        if self.is_on:
            self.fingers.nano.noise(data, self._cycle())
            self._stir(len(data) * LINE_BYTE_NS + AWAKE_NS)

    # In step with virtual time.

    def instant(self, cycle: int) -> HostNs:
        """Give the instant of a cycle, rounded up."""
        rate = MS * (MILLION + self.crystal.ppm)
        return HostNs(self._begun_ns - (-cycle * MILLION * MILLION // rate))

    def _cycle(self) -> int:
        """Give the cycle of now, rounded up."""
        lived_ns = self._time.now_ns - self._begun_ns
        return -(-lived_ns * MS * (MILLION + self.crystal.ppm) // (MILLION * MILLION))

    def _stir(self, for_ns: int) -> None:
        self._await(for_ns)
        self._arm()

    def _await(self, for_ns: int) -> None:
        self._awake_ns = max(self._awake_ns, self._time.now_ns + for_ns)

    def _arm(self) -> None:
        """Look at it again before another frame, or the rest of this one, can have arrived."""
        now = self._time.now_ns
        # The next byte may be through at once.
        missing = max(0, LEAST_FRAME - 1 - len(self._part))
        step_ns = missing * LINE_BYTE_NS + WIRE_NS if now < self._awake_ns else ASLEEP_NS
        due = now + step_ns
        if due < self._armed_ns:
            self._armed_ns = due
            self._later(due, lambda: self._wake(due))

    def _wake(self, due: int) -> None:
        if due == self._armed_ns:
            self._armed_ns = END
            self._catch_up()
            self._arm()

    def _catch_up(self) -> None:
        """Let it live up to now, and hand on what it has said."""
        chip = self.fingers.nano
        chip._step(self._cycle())
        said = chip.bytes_heard[self._read :]
        self._read += len(said)
        for cycle, byte in said:
            self._await(AWAKE_NS)
            self._part += bytes((byte,))
            if self._part.endswith(DELIMITER):
                self._await(AGAIN_NS if self._part[1] == ENTRIES else 0)
                self._pad.carry_up(self._part, self.instant(cycle))
                self._part = b""


class FirmwarePad(NanoPad):
    """A `NanoPad` whose board is the firmware; the driver and the wire are the same."""

    def __init__(
        self, time: VirtualTime, info: PadInfo, put: Put, luck: Random, **more: Any
    ) -> None:
        super().__init__(time, info, put, luck, **more)
        # It is switched on, and spoken to, when time begins to pass: the twin has not lived.
        self.nano = self.board = FirmwareNano(self, time, luck)
        self.late_ns = 0
        """By how much a frame was known later than it should have arrived, at the most."""

    def carry_up(self, frame: bytes, said: HostNs) -> None:
        """Let a frame travel whose last byte was through at an instant."""
        boots, arrives = self._boots, self.up.carry(said)
        self.late_ns = max(self.late_ns, self._time.now_ns - arrives)

        def arrived() -> None:
            if boots == self._boots:
                self._hear(self.up_noise(frame), self._time.now_ns)

        self._time.call_at(arrives, arrived)

    def _carry_down(self, data: bytes) -> None:
        boots = self._boots
        begins = max(self.down.carry(self._time.now_ns), self._down_until_ns)
        self._down_until_ns = begins + len(data) * LINE_BYTE_NS

        def begin() -> None:
            if boots == self._boots:
                self.nano.hear(self.down_noise(data))

        self._time.call_at(begins, begin)
