"""Simulated pads in virtual time: contacts go in, arrivals come out as from real drivers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random

from hw.gpio_pads import PACE_NS
from hw.pad_clock import BEGINNING
from hw.ports import (
    Boot,
    Button,
    Clock,
    Edge,
    Gone,
    HostNs,
    Levels,
    PadInfo,
    Put,
    Sync,
    Through,
)
from sim.crystal import Crystal
from sim.virtual_time import VirtualTime
from sim.wire import Wire

US = 1_000
U32 = 1 << 32


class SimulatedPad(ABC):
    """Eight contacts, a plug and a numbered stream of edges; `HostPad` and `OwnPad` stamp them."""

    def __init__(
        self, time: VirtualTime, info: PadInfo, put: Put, wire: Wire, luck: Random
    ) -> None:
        self.info = info
        self.pads: Sequence[PadInfo] = (info,)
        self.up = wire.up(luck)
        self._time = time
        self._put = put
        self._luck = luck
        self._closed: set[Button] = set()
        self._seq = 0
        self._boots = 0
        self._plugged = True

    def close_contact(self, button: Button, at_ns: int) -> None:
        """Close a contact at `at_ns`, or now if that has passed."""
        self._time.call_at(at_ns, lambda: self._change(button, closed=True))

    def open_contact(self, button: Button, at_ns: int) -> None:
        """Open a contact at `at_ns`, or now if that has passed."""
        self._time.call_at(at_ns, lambda: self._change(button, closed=False))

    def unplug(self) -> None:
        """Pull the plug: what was under way is lost, and the host notices at once."""
        if self._plugged:
            self.close()
            self._put(Gone(self._time.now_ns, self.info.pad))

    def plug_in(self) -> None:
        """Put the plug back: the pad boots, says so, and reads its levels."""
        if not self._plugged:
            self._plugged = True
            self._begin_anew()
            self._greet()

    def close(self) -> None:
        """Stop: nothing more is put."""
        self._plugged = False
        self._boots += 1

    def reboot(self) -> None:
        """Boot in place: clock and numbers begin anew, what was under way is lost."""
        self.close()
        self.plug_in()

    def ask(self, pad: str, until: HostNs | None = None) -> None:
        """Ask for a watermark of `until` or later; ValueError for the name of another pad."""
        if pad != self.info.pad:
            raise ValueError(f"this is pad {self.info.pad}, not {pad}")
        self._asked(until)

    @abstractmethod
    def _asked(self, until: HostNs | None) -> None:
        """Get a fresh watermark under way."""

    @abstractmethod
    def _stamp(self) -> int:
        """Read the pad's clock now."""

    @abstractmethod
    def _report(self, button: Button, *, closed: bool) -> None:
        """Tell the host of a contact that has just changed."""

    def _begin_anew(self) -> None:
        self._seq = 0

    def _greet(self) -> None:
        self._put(Boot(self._time.now_ns, self.info.pad, self._boots))
        closed = tuple(button for button in Button if button in self._closed)
        self._put(Levels(self._time.now_ns, self.info.pad, closed, self._stamp()))

    def _change(self, button: Button, *, closed: bool) -> None:
        if closed == (button in self._closed):
            return
        (self._closed.add if closed else self._closed.discard)(button)
        if self._plugged:
            self._report(button, closed=closed)

    def _send(self, arrive: Callable[[HostNs], None]) -> None:
        """Let `arrive` happen at the host after the way up, unless the plug is pulled before."""
        boots = self._boots

        def arrived() -> None:
            if boots == self._boots:
                arrive(self._time.now_ns)

        self._time.call_at(self.up.carry(self._time.now_ns), arrived)


class HostPad(SimulatedPad):
    """A pad on the host's own pins: stamped by the host's clock, up to `irq_us` late.

    The wire is the way from interrupt to loop. As in the real driver an edge may be told up to
    `drain_us` after its stamp, so time is closed that much before now: when that settles what was
    asked for, one turn of the loop (`turn_us`) later, and at most every `PACE_NS` for who asks on.
    """

    def __init__(
        self,
        time: VirtualTime,
        info: PadInfo,
        put: Put,
        luck: Random,
        *,
        wire: Wire | None = None,
        irq_us: int = 50,
        turn_us: int = 100,
        drain_us: int = 1000,
    ) -> None:
        if info.clock is not Clock.HOST:
            raise ValueError(f"pad {info.pad} has its own clock: use an OwnPad")
        super().__init__(time, info, put, wire or Wire(), luck)
        self._irq_ns = irq_us * US
        self._turn_ns = turn_us * US
        self._drain_ns = drain_us * US
        self._last_stamp = -1
        self._closed_ns = -PACE_NS
        self._due_ns: int | None = None

    def _asked(self, until: HostNs | None) -> None:
        now = self._time.now_ns
        wanted = (BEGINNING if until is None else until) + self._drain_ns
        due = max(wanted if wanted > self._closed_ns else self._closed_ns + PACE_NS, now)
        is_under_way = self._due_ns is not None and self._due_ns <= now
        if not is_under_way and due != self._due_ns:
            self._due_ns = due
            self._time.call_at(due + self._turn_ns, lambda: self._close_time(due))

    def _close_time(self, due_ns: int) -> None:
        if due_ns != self._due_ns:
            return  # something else has been asked for since
        self._due_ns, self._closed_ns = None, self._time.now_ns
        if self._plugged:
            seq, stamp = self._seq, self._time.now_ns - self._drain_ns
            self._send(lambda at: self._put(Through(at, self.info.pad, seq, stamp)))

    def _stamp(self) -> int:
        return self._time.now_ns

    def _report(self, button: Button, *, closed: bool) -> None:
        late_ns = int(self._luck.random() * self._irq_ns)
        self._last_stamp = max(self._last_stamp + 1, self._time.now_ns + late_ns)
        boots = self._boots

        def interrupt() -> None:
            if boots == self._boots:
                self._seq += 1
                seq, stamp = self._seq, self._time.now_ns
                self._send(
                    lambda at: self._put(Edge(at, self.info.pad, button, closed, stamp, seq))
                )

        self._time.call_at(self._last_stamp, interrupt)


class OwnPad(SimulatedPad):
    """A pad that stamps by its own clock (a web page, a phone), with the driver that probes it.

    The driver probes every `idle_ms`, and in a burst when asked and when a closing edge arrives:
    pipelined, `BURST` probes `BURST_US` apart. A reply brings a `Sync` and then a `Through`.

    A clock with a coarse tick is reported so that the clock model's bounds still hold: edges are
    rounded up instead of down, and a probe counts as sent two ticks earlier than it was.
    """

    BURST = 3
    BURST_US = 500
    REPLY_US = 40

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
        tick_us: int = 1,
        idle_ms: float = 20,
    ) -> None:
        if info.clock is not Clock.OWN:
            raise ValueError(f"pad {info.pad} is on the host's clock: use a HostPad")
        wire = wire or Wire()
        super().__init__(time, info, put, wire, luck)
        self.down = wire.down(luck)
        self.crystal = Crystal(time.now_ns, offset_us, ppm, tick_us)
        self._coarse_us = tick_us if tick_us > 1 else 0
        self._idle_ns = round(idle_ms * 1e6)
        self._burst_left = 0
        self._idle()

    def _asked(self, _until: HostNs | None = None) -> None:
        under_way = self._burst_left > 0
        self._burst_left = self.BURST
        if not under_way:
            self._burst(self._boots)

    def _burst(self, boots: int) -> None:
        if boots == self._boots and self._burst_left:
            self._burst_left -= 1
            self._probe()
            self._time.call_at(self._time.now_ns + self.BURST_US * US, lambda: self._burst(boots))

    def _idle(self) -> None:
        boots = self._boots

        def again() -> None:
            if boots == self._boots:
                self._probe()
                self._time.call_at(self._time.now_ns + self._idle_ns, again)

        self._time.call_at(self._time.now_ns, again)

    def _begin_anew(self) -> None:
        super()._begin_anew()
        self.crystal = Crystal(self._time.now_ns, 0, self.crystal.ppm, self._coarse_us or 1)
        self._burst_left = 0
        self._idle()

    def _stamp(self) -> int:
        return self.crystal.read_us(self._time.now_ns)

    def _report(self, button: Button, *, closed: bool) -> None:
        self._seq += 1
        seq, stamp = self._seq, (self._stamp() + self._coarse_us) % U32

        def arrive(at: HostNs) -> None:
            self._put(Edge(at, self.info.pad, button, closed, stamp, seq))
            if closed:
                self._asked()

        self._send(arrive)

    def _probe(self) -> None:
        if not self._plugged:
            return
        sent, boots = self._time.now_ns, self._boots
        received_ns = self.down.carry(sent)

        def reply() -> None:
            if boots == self._boots:
                self._reply(HostNs(sent - 2 * self._coarse_us * US), received_ns)

        self._time.call_at(received_ns + self.REPLY_US * US, reply)

    def _reply(self, sent: HostNs, received_ns: int) -> None:
        seq, now_us = self._seq, self._stamp()
        received_us = self.crystal.read_us(received_ns)

        def arrive(at: HostNs) -> None:
            self._put(Sync(at, self.info.pad, sent, received_us, now_us, at))
            # One less: a contact may still close within the microsecond that the reply was sent.
            self._put(Through(at, self.info.pad, seq, (now_us - 1) % U32))

        self._send(arrive)
