"""A console's pads and referee on the simulated chip, with the process that moves its contacts."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from firmware_host.effects import Effect
from firmware_host.input_events import Faulted, InputEvent, Pressed
from firmware_host.input_layer import InputLayer
from firmware_host.loop import Fed, Loop
from firmware_host.settings import Settings
from hw.gpio_chip import open_gpio_pads
from hw.gpio_pads import GpioPads
from hw.ports import (
    Arrival,
    Boot,
    Button,
    Clock,
    DriverFault,
    Edge,
    HostNs,
    Levels,
    PadInfo,
    Through,
)

PADS = (PadInfo("a", 0, Clock.HOST), PadInfo("b", 1, Clock.HOST))
LINES = {
    pad.pad: {button: first + n for n, button in enumerate(Button)}
    for pad, first in zip(PADS, (4, 12), strict=True)
}
"""Pad -> button -> line of the chip."""
PATIENT = Settings(hold_ms=10_000)
"""An emulated machine on a busy one is silent for long."""
DRAIN_US = 20_000 if os.cpu_count() == 1 else 300_000
"""Far longer than on a Pi. Of two emulated processors one may be halted by the host, for a time
slice or more, between an interrupt and its thread, while the other reads on; and gpio-sim has the
thread wait for a lock that is held by whoever pulls at a line."""
PIECE = 400
PATIENCE_S = 20.0

Note = tuple[int, int, int, int]
"""A line that was closed (1) or opened (0) some time between two instants (ns)."""


def tell(job: str, **values: Any) -> None:
    """Print what came of a job; long lists in pieces."""
    longest = max((len(v) for v in values.values() if isinstance(v, list)), default=0)
    for at in range(0, max(longest, 1), PIECE):
        piece = {k: v[at : at + PIECE] if isinstance(v, list) else v for k, v in values.items()}
        print("RESULT", json.dumps({"job": job, **piece}, separators=(",", ":")), flush=True)


def as_row(arrival: Arrival) -> list[int | str]:
    """Give an arrival in short: its line in an input trace would take the serial port too long."""
    match arrival:
        case Edge(at, pad, button, closed, stamp, seq, late_ns):
            return [at, "e", LINES[pad][button], int(closed), stamp, seq, late_ns]
        case Through(at, pad, seq, stamp):
            return [at, "t", pad, seq, stamp]
        case Levels(at, pad, closed, stamp):
            return [at, "l", pad, stamp, *(LINES[pad][button] for button in closed)]
        case Boot(at, pad, boot):
            return [at, "b", pad, boot]
        case DriverFault(at, pad, kind):
            return [at, "f", pad, kind]
    raise ValueError(f"{arrival} is not to be expected here")


class MakerProcess:
    """The process that moves the contacts of `chip`."""

    def __init__(self, chip: Path) -> None:
        reader, self._heard = os.pipe()
        os.set_blocking(self._heard, False)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.kernel.guest.maker", str(chip), str(reader)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[reader],
            text=True,
        )
        os.close(reader)
        assert self._read() == "ready\n"

    def do(self, what: str, **values: Any) -> None:
        """Give a command; returns at once."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": what, **values}) + "\n")
        self._process.stdin.flush()

    def heard(self, line: int) -> None:
        """Say that an edge of a line has been heard."""
        os.write(self._heard, bytes([line]))

    def report(self) -> list[Note]:
        """Wait until all commands are done; gives what was moved since the last report."""
        self.do("report")
        notes: list[Note] = json.loads(self._read())
        return notes

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
        os.close(self._heard)

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


class Referee:
    """The input layer as a loop runs it; keeps what it decides, and what it was told first."""

    def __init__(self, settings: Settings, maker: MakerProcess) -> None:
        self._layer = InputLayer(PADS, settings)
        self._maker = maker
        self.events: list[InputEvent] = []

    def feed(self, arrival: Arrival) -> Sequence[Effect]:
        """Take in one arrival; nothing is to be done."""
        self.events += self._layer.feed(arrival)
        if isinstance(arrival, Edge):
            self._maker.heard(LINES[arrival.pad][arrival.button])
        return ()

    def due_at(self) -> HostNs | None:
        """Tell when to feed a `Tick` at the latest."""
        return self._layer.due_at()

    def asks(self) -> Mapping[str, HostNs]:
        """Name the pads whose watermark would settle something."""
        return self._layer.asks()

    # What it has decided.

    def presses(self) -> list[tuple[int, int, int, int, int]]:
        """Give the presses, as [line, lo, hi, decided_at, tie]."""
        return [
            (LINES[e.pad][e.button], e.lo, e.hi, e.decided_at, int(e.tie))
            for e in self.events[:]
            if isinstance(e, Pressed)
        ]

    def faults(self) -> list[str]:
        """Give the faults, as "pad: fault"."""
        return [f"{e.pad}: {e.kind}" for e in self.events[:] if isinstance(e, Faulted)]

    def wait_for(self, presses: int, patience_s: float = PATIENCE_S) -> None:
        """Wait until so many presses are decided, or patience ends; the judge will see."""
        wait(lambda: sum(isinstance(e, Pressed) for e in self.events[:]) >= presses, patience_s)


def wait(is_done: Callable[[], bool], patience_s: float = PATIENCE_S) -> bool:
    """Wait until something is so, or patience ends; tell whether it is."""
    until = time.monotonic() + patience_s
    while not (done := is_done()) and time.monotonic() < until:
        time.sleep(0.02)
    return done


Open = Callable[[Callable[[Arrival], None]], GpioPads]


def open_pads(put: Callable[[Arrival], None]) -> GpioPads:
    """Open both pads on the chip that a Pi's label finds."""
    pads = [(pad, LINES[pad.pad]) for pad in PADS]
    return open_gpio_pads(pads, put, clock=time.monotonic_ns, drain_us=DRAIN_US)


@contextmanager
def running(fed: Fed, open_with: Open = open_pads) -> Iterator[Loop]:
    """Run the real loop with the real pads, in a thread of its own."""
    loop = Loop(fed, lambda _: None)
    pads = open_with(loop.put)
    thread = Thread(target=loop.run, args=((pads,),), daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        loop.stop()
        thread.join()
        pads.close()


def tap(line: int, wait_ns: int, held_ns: int) -> Iterable[tuple[int, int, int]]:
    """Give the strokes of a clean press, `wait_ns` after the stroke before."""
    return (wait_ns, line, 1), (held_ns, line, 0)
