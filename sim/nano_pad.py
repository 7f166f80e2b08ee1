"""A Nano on a serial line in virtual time: the firmware's twin, and the session that hears it."""

from collections.abc import Callable
from random import Random

from hw.pad_clock import END
from hw.pad_messages import PROTOCOL
from hw.pad_session import PadSession
from hw.pad_timing import BYTE_NS
from hw.ports import Button, Clock, Gone, HostNs, PadInfo, Put
from hw.units import MILLISECOND_NS
from sim.crystal import Crystal
from sim.nano import LINE_BYTE_NS, Eeprom, Nano, frames_of
from sim.pads import SimulatedPad
from sim.virtual_time import VirtualTime
from sim.wire import Wire

Noise = Callable[[bytes], bytes]
"""What becomes of bytes on their way."""


def _quiet(data: bytes) -> bytes:
    return data


class NanoPad(SimulatedPad):
    """A pad that stamps by its own clock, with the driver that speaks its protocol.

    It boots for `boot_ms` (a real board for 65 or more) when it is plugged in, or reboots in place.
    `first_entry` is the number of its first entry, at its first boot. `up_noise` and `down_noise`
    do to the bytes what a bad line does.
    """

    def __init__(
        self,
        time: VirtualTime,
        info: PadInfo,
        put: Put,
        luck: Random,
        *,
        wire: Wire | None = None,
        offset_us: int = 0,
        ppm: int = 0,
        boot_ms: float = 0,
        protocol: int = PROTOCOL,
        first_entry: int = 1,
    ) -> None:
        if info.clock is not Clock.OWN:
            raise ValueError(f"pad {info.pad} is on the host's clock: use a HostPad")
        wire = wire or Wire()
        super().__init__(time, info, put, wire, luck)
        self.down = wire.down(luck)
        self.up_noise: Noise = _quiet
        self.down_noise: Noise = _quiet
        eeprom = Eeprom(pad_id=info.seat + 1, name=info.pad)
        self.nano = Nano(time, luck, self._carry_up, eeprom=eeprom, protocol=protocol)
        self.session = PadSession(time.now_ns, byte_ns=BYTE_NS)
        self._boot_ns = round(boot_ms * MILLISECOND_NS)
        self._ppm = ppm
        self._down_until_ns = 0
        self._armed_ns: int = END
        self._is_adopted = False
        self._switch_on(offset_us, first_entry)
        self._speak()

    @property
    def crystal(self) -> Crystal:
        """The pad's own clock."""
        return self.nano.crystal

    def close(self) -> None:
        """Stop: the board has no power, nothing more is put."""
        super().close()
        self.nano.switch_off()

    def reboot(self) -> None:
        """Boot in place: the host notices by what the board says."""
        self._ppm = self.crystal.ppm
        self.nano.switch_off()
        self._switch_on()

    def _switch_on(self, offset_us: int = 0, first_entry: int = 1) -> None:
        boots = self._boots

        def booted() -> None:
            if boots == self._boots:
                crystal = Crystal(self._time.now_ns, offset_us, self._ppm)
                self.nano.switch_on(crystal, first_entry)

        self._time.call_at(self._time.now_ns + self._boot_ns, booted)

    def _begin_anew(self) -> None:
        super()._begin_anew()
        self.session = PadSession(self._time.now_ns, byte_ns=BYTE_NS)
        self._is_adopted = False
        self._down_until_ns, self._armed_ns = 0, END
        self._ppm = self.crystal.ppm
        self.nano.closed = set(self._closed)
        self._switch_on()

    def _greet(self) -> None:
        self._speak()

    def _asked(self, _until: HostNs | None = None) -> None:
        self.session.ask(self._time.now_ns)
        self._speak()

    def _stamp(self) -> int:
        return self.crystal.read_us(self._time.now_ns)

    def _report(self, button: Button, *, closed: bool) -> None:
        self.nano.change(button, closed)

    # The driver.

    def _hear(self, data: bytes, at: HostNs) -> None:
        arrivals = self.session.hear(data, at)
        if self.session.hello and not self._is_adopted:
            arrivals += self.session.adopt(self.info.pad, at)
            self._is_adopted = True
        for arrival in arrivals:
            self._put(arrival)
        self._speak()

    def _speak(self) -> None:
        """Write what is due, and wake when something will be."""
        if not self._plugged:
            return
        now = self._time.now_ns
        if self.session.is_silent(now):
            self.session.abandon(now)
            self._is_adopted = False
            self._put(Gone(now, self.info.pad))
        if data := self.session.send(now):
            self._carry_down(data)
        due = max(self.session.due_ns(), now)
        if due < self._armed_ns:
            self._armed_ns = due
            self._time.call_at(due, lambda: self._wake(due))

    def _wake(self, due: int) -> None:
        if due == self._armed_ns:
            self._armed_ns = END
            self._speak()

    # The line.

    def _carry_up(self, frame: bytes) -> None:
        self._send(lambda at: self._hear(self.up_noise(frame), at))

    def _carry_down(self, data: bytes) -> None:
        boots, nano = self._boots, self.nano
        begins = max(self.down.carry(self._time.now_ns), self._down_until_ns)
        for frame in frames_of(data):
            begins += len(frame) * LINE_BYTE_NS

            def come(frame: bytes = frame) -> None:
                if boots == self._boots:
                    nano.hear(self.down_noise(frame))

            self._time.call_at(begins, come)
        self._down_until_ns = begins
