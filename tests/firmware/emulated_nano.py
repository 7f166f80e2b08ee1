"""A Nano in real time: the very firmware, its serial line a pseudo-terminal, its contacts moved by
host instants. For end-to-end tests; for exact ones see `virtual_nano`.
"""

import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

from hw.ports import Button
from tests.firmware.tools import tools

PIN = {button: 2 + place for place, button in enumerate(Button)}
"""The Nano's pin of each button."""

EXTERNAL_RESET = 2
WATCHDOG_RESET = 8


class EmulatedNano:
    """An emulated Nano that follows CLOCK_MONOTONIC; a context manager.

        with EmulatedNano(ppm=-5000) as nano:
            port = serial.Serial(nano.terminal, 500_000)   # pyserial flushes what came before
            nano.press("c1", time.monotonic_ns() + 20_000_000)
        assert nano.late == []

    `ppm`: how much its crystal is fast. `eeprom`: a file that keeps id, name and boots from one
    life to the next; a pad that comes back on another port is a new EmulatedNano with the same
    file. `resets_on_open_ms`: opening the terminal resets it, as a Nano's DTR does, and its
    bootloader takes so long (a real one 1-2 s); by default opening does nothing, and the pad has
    booted long before: ask it WHO.

    It may lag behind real time on a busy machine and never runs ahead of it: no byte and no edge
    is ever earlier than on a real board. Give edges some 5 ms of notice; one that came too late is
    moved at once and listed in `late` as (its instant, by how many us).
    """

    def __init__(
        self, *, ppm: int = 0, eeprom: Path | None = None, resets_on_open_ms: int | None = None
    ) -> None:
        built = tools()
        command = [str(built.nano), str(built.hex), "--paced", str(ppm)]
        if eeprom is not None:
            command += ["--eeprom", str(eeprom)]
        if resets_on_open_ms is not None:
            command += ["--resets-on-open", str(resets_on_open_ms)]
        self._program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._told: list[str] = []
        assert self._program.stdout is not None
        self.terminal = self._program.stdout.readline().split()[1]
        """The path that pyserial is to open."""

    def move(self, button: Button, at_ns: int, *, closed: bool) -> None:
        """Move a contact at a host instant (CLOCK_MONOTONIC)."""
        self._say(f"pin {at_ns} {PIN[button]} {int(not closed)}")

    def press(self, button: Button, at_ns: int, *, for_ms: float = 40) -> None:
        """Close a contact at a host instant and open it `for_ms` later."""
        self.move(button, at_ns, closed=True)
        self.move(button, at_ns + round(for_ms * 1e6), closed=False)

    def reset(self, cause: int = EXTERNAL_RESET) -> None:
        """Reset the chip; `cause` is what its MCUSR tells."""
        self._say(f"reset {cause}")

    def unplug(self) -> None:
        """Pull its plug: the terminal is gone. Nothing else may be asked of it then."""
        if self._program.poll() is None:
            out, _ = self._program.communicate("quit\n", timeout=10)
            self._told += out.splitlines()

    @property
    def late(self) -> list[tuple[int, int]]:
        """Edges that were asked for too late; known once it is unplugged."""
        assert self._program.poll() is not None, "unplug it first"
        lines = (line.split() for line in self._told if line.startswith("late"))
        return [(int(instant), int(by_us)) for _, instant, by_us in lines]

    @property
    def watchdog_resets(self) -> int:
        """How often its watchdog fired; known once it is unplugged."""
        assert self._program.poll() is not None, "unplug it first"
        return sum(line.startswith("watchdog") for line in self._told)

    def _say(self, command: str) -> None:
        assert self._program.stdin is not None
        self._program.stdin.write(command + "\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.unplug()
        if self._program.stdout is not None:
            self._program.stdout.close()
        if self._program.stdin is not None:
            self._program.stdin.close()
