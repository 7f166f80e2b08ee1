"""Puts the firmware on a Nano: builds it with avr-gcc, and lets avrdude write it."""

import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import hw
from engine.messages import say

FIRMWARE = Path(hw.__file__).parent / "pad_firmware"
HEX = "spytt_pad.hex"
BOOTLOADERS: Mapping[str, int] = {"new": 115_200, "old": 57_600}
"""The bootloaders that Nanos come with, and the baud at which each listens; the usual one first."""
TOOLS: Mapping[str, str] = {
    "make": "sudo apt install make",
    "avr-gcc": "sudo apt install gcc-avr avr-libc",
}
"""What builds the firmware, and what brings it."""
LONGEST_S = 120
"""Neither tool takes so long, unless it waits for ever."""
LETTERS = 200
"""So much is told of what a tool says."""


class FlashError(Exception):
    """The firmware could not be built or written; the words say what to do."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


def build(folder: Path) -> Path:
    """Build the firmware into `folder`, for its source may be where nobody may write."""
    for tool, command in TOOLS.items():
        if shutil.which(tool) is None:
            raise FlashError(
                say(
                    "{tool} is not installed: run {command}, or name a .hex file with --hex",
                    tool=tool,
                    command=command,
                )
            )
    code, told = _run(["make", "-C", str(FIRMWARE), f"BUILD={folder}"])
    file = folder / HEX
    if code or not file.is_file():
        raise FlashError(say("the firmware could not be built: {why}", why=told))
    return file


def flash(
    device: str, file: Path, bootloaders: Sequence[str], begun: Callable[[str], None]
) -> None:
    """Write `file` on the Nano at `device`; `begun` is told which of the bootloaders is tried.

    Where none answers, each takes avrdude up to a minute.
    """
    if shutil.which("avrdude") is None:
        command = "sudo apt install avrdude"
        raise FlashError(say("avrdude is not installed: run {command}", command=command))
    told = ""
    for name in bootloaders:
        begun(name)
        code, told = _run(avrdude(device, file, BOOTLOADERS[name]))
        if not code:
            return
    raise FlashError(
        say(
            "the bootloader on {port} did not take it ({why}): is it a Nano with an ATmega328P?"
            " Press its button when writing begins, or try another cable",
            port=device,
            why=told,
        )
    )


def avrdude(device: str, file: Path, baud: int) -> list[str]:
    """Give the command that writes `file`; what the pad is called stays in its EEPROM."""
    programmer = ["-p", "atmega328p", "-c", "arduino", "-P", device, "-b", str(baud)]
    return ["avrdude", "-q", *programmer, "-D", "-U", f"flash:w:{file}:i"]


def _run(command: Sequence[str]) -> tuple[int, str]:
    """Run a tool; gives its exit code and the line that says what was wrong."""
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, timeout=LONGEST_S, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return 1, str(error)
    said = (done.stderr + b"\n" + done.stdout).decode(errors="replace")
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    telling = [line for line in lines if "error" in line.casefold() or "not in sync" in line]
    line = next(iter(telling or reversed(lines)), "")
    return done.returncode, "".join(it if it.isprintable() else " " for it in line)[:LETTERS]
