"""A Nano in virtual time: the very firmware, with every byte and edge at an exact cycle."""

import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from hw.pad_frames import FrameReader, wrap
from hw.pad_messages import (
    Ack,
    Answer,
    Entries,
    Entry,
    PadHello,
    ToHost,
    ToPad,
    decode_to_host,
    encode,
)
from hw.ports import Button
from tests.firmware.emulated_nano import PIN
from tests.firmware.tools import tools

US = 16
MS = 1000 * US
"""Cycles of a Nano's 16 MHz."""

BYTE = 20 * US
BUTTONS = tuple(Button)


class Figures(NamedTuple):
    """Cycles spent asleep, the cycle at which the pad's clock started, the most bytes of stack."""

    idle: int
    clock_start: int
    stack: int


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of the pad, and the cycle at which its last byte was through; None: damaged."""

    cycle: int
    message: ToHost | None


class VirtualNano:
    """An emulated Nano that lives only in `run`; a context manager.

    With `acks` it plays a host that acknowledges what it has received in order, at once; `loses`
    tells whether it misses the next entries. All that was heard stands in `heard`; all bytes in
    `bytes_heard`, what its outputs did in `outputs`.
    """

    def __init__(self, *, eeprom: Path | None = None, acks: bool = True) -> None:
        built = tools()
        command = [str(built.nano), str(built.hex)]
        if eeprom is not None:
            command += ["--eeprom", str(eeprom)]
        self._program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.acks = acks
        self.now = 0
        self.heard: list[Heard] = []
        self.bytes_heard: list[tuple[int, int]] = []
        self.outputs: list[tuple[int, int, int]] = []
        self.watchdog_resets = 0
        self.loses: Callable[[], bool] = lambda: False
        self.entries: list[Entry] = []
        """The entries received in order; `newest` is the number of the last."""
        self.newest = 0
        self._reader = FrameReader()

    def run(self, *, ms: float = 0, until: int = 0) -> None:
        """Let time pass, in steps of a host that looks every 0.2 ms."""
        end = until or self.now + round(ms * MS)
        while self.now < end:
            self._step(min(end, self.now + MS // 5))

    def say(self, message: ToPad, at: int | None = None) -> None:
        """Send a message that begins at a cycle, or now."""
        self.noise(wrap(encode(message)), at)

    def noise(self, data: bytes, at: int | None = None) -> None:
        """Send any bytes."""
        if data:
            self._tell(f"hear {self.now if at is None else at} {data.hex()}")

    def move(self, button: Button, at: int, *, closed: bool) -> None:
        """Move a contact at a cycle."""
        self._tell(f"pin {at} {PIN[button]} {int(not closed)}")

    def chatter(self, button: Button, times: Sequence[int], *, closed: bool = True) -> None:
        """Move a contact at each of these cycles, to and fro, first to `closed`."""
        for place, at in enumerate(times):
            self.move(button, at, closed=closed == (place % 2 == 0))

    def reset(self, cause: int = 2) -> None:
        """Reset the chip."""
        self._tell(f"reset {cause}")
        self.entries.clear()
        self.newest = 0

    def peek(self, address: int) -> int:
        """Read a register or a byte of memory."""
        return int(self._ask(f"peek {address}")[1])

    def poke(self, name: str, value: int, *, size: int) -> None:
        """Overwrite a variable of the firmware."""
        for place, byte in enumerate(value.to_bytes(size, "little")):
            self._tell(f"poke {tools().addresses[name] + place} {byte}")

    def poke_register(self, address: int, value: int) -> None:
        """Overwrite a register."""
        self._tell(f"poke {address} {value}")

    def peek_eeprom(self, address: int) -> int:
        """Read a byte of the EEPROM."""
        return int(self._ask(f"eepeek {address}")[1])

    def poke_eeprom(self, address: int, value: int) -> None:
        """Overwrite a byte of the EEPROM."""
        self._tell(f"eepoke {address} {value}")

    def figures(self) -> Figures:
        """Tell what the chip did with its time and memory."""
        return Figures(*map(int, self._ask("figures")[1:]))

    def pad_us(self, cycle: int) -> float:
        """Tell what a clock without ticks would show at a cycle (before it wraps)."""
        return (cycle - self.figures().clock_start) / US

    def hellos(self) -> list[PadHello]:
        """List the hellos heard so far."""
        return [said for said in self._messages() if isinstance(said, PadHello)]

    def answers(self) -> list[Answer]:
        """List the answers heard so far."""
        return [said for said in self._messages() if isinstance(said, Answer)]

    def edges(self) -> list[tuple[Button, bool, int]]:
        """List the edges received: button, closed, stamp."""
        return [
            (BUTTONS[entry.code & 7], bool(entry.code & 8), entry.stamp)
            for entry in self.entries
            if entry.code < 0x10
        ]

    def marks(self) -> list[int]:
        """List the codes of the entries received that are no edges."""
        return [entry.code for entry in self.entries if entry.code >= 0x10]

    def _messages(self) -> Iterator[ToHost | None]:
        return (heard.message for heard in self.heard)

    def _step(self, until: int) -> None:
        self._tell(f"run {until}")
        self._flush()
        told = []
        while (line := self._line())[0] != "at":
            told.append(line)
        # What is said in reply must not begin before now, amid another message's bytes.
        self.now = int(line[1])
        for line in told:
            self._hear(line)

    def _hear(self, line: list[str]) -> None:
        match line:
            case ["said", cycle, byte]:
                self._hear_byte(int(cycle), int(byte, 16))
            case ["output", cycle, pin, level]:
                self.outputs.append((int(cycle), int(pin), int(level)))
            case _:
                self.watchdog_resets += 1

    def _hear_byte(self, cycle: int, byte: int) -> None:
        self.bytes_heard.append((cycle, byte))
        for message in self._reader.read(bytes([byte])):
            said = decode_to_host(message) if message else None
            self.heard.append(Heard(cycle, said))
            if isinstance(said, Entries):
                self._receive(said)

    def _receive(self, said: Entries) -> None:
        if self.loses():
            return
        for place, entry in enumerate(said.entries):
            if (said.first + place) % (1 << 16) == (self.newest + 1) % (1 << 16):
                self.newest = (self.newest + 1) % (1 << 16)
                self.entries.append(entry)
        if self.acks:
            self.say(Ack(self.newest))

    def _ask(self, command: str) -> list[str]:
        self._tell(command)
        self._flush()
        return self._line()

    def _tell(self, command: str) -> None:
        assert self._program.stdin is not None
        self._program.stdin.write(command + "\n")

    def _flush(self) -> None:
        assert self._program.stdin is not None
        self._program.stdin.flush()

    def _line(self) -> list[str]:
        assert self._program.stdout is not None
        line = self._program.stdout.readline().split()
        assert line, "the emulator has ended: see what it said on its error output"
        return line

    def close(self) -> None:
        """End it; its EEPROM is kept."""
        if self._program.poll() is None:
            self._program.communicate("quit\n", timeout=10)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
