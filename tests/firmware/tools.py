"""Builds the firmware and the emulated Nano, once a process; says what is missing if it cannot."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / "hw" / "pad_firmware"
PACKAGES = "gcc-avr avr-libc gcc libc6-dev make simavr libsimavr-dev"
EMULATOR = ("board.c", "paced.c", "nano.c")

_folder = TemporaryDirectory(prefix="spytt-firmware-")


class Tools(NamedTuple):
    """The firmware as it is flashed, bytes of flash and RAM that it takes, where its variables are
    in memory, and the program that runs it.
    """

    hex: Path
    flash_bytes: int
    ram_bytes: int
    addresses: Mapping[str, int]
    nano: Path


@cache
def tools() -> Tools:
    """Give what has been built; skips the test, or fails it where CI requires that they run."""
    if missing := _missing():
        # In CI a skipped test would hide that nothing installed them.
        is_required = os.environ.get("SPYTT_TEST_FIRMWARE") == "required"
        (pytest.fail if is_required else pytest.skip)(
            f"{missing} is missing: install Debian's packages {PACKAGES}"
        )
    folder = Path(_folder.name)
    _run("make", "-s", "-C", str(SOURCES), f"BUILD={folder}")
    elf = str(folder / "spytt_pad.elf")
    nano = folder / "nano"
    sources = (str(HERE / "emulator" / name) for name in EMULATOR)
    _run("gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-o", str(nano), *sources, "-lsimavr")
    return Tools(folder / "spytt_pad.hex", *_sizes(elf), _addresses(elf), nano)


def _sizes(elf: str) -> tuple[int, int]:
    lines = (line.split() for line in _run("avr-size", "-A", elf).splitlines())
    sizes = {line[0]: int(line[1]) for line in lines if line and line[0].startswith(".")}
    data = sizes[".data"]
    return sizes[".text"] + data, data + sizes[".bss"] + sizes[".noinit"]


def _addresses(elf: str) -> dict[str, int]:
    """Find the variables; avr-nm's addresses of memory begin at 0x800000."""
    symbols = (line.split() for line in _run("avr-nm", elf).splitlines())
    return {
        symbol[2]: int(symbol[0], 16) - 0x800000
        for symbol in symbols
        if len(symbol) == 3 and symbol[1] in "bBdD"
    }


def _missing() -> str | None:
    for program in ("avr-gcc", "gcc", "make"):
        if shutil.which(program) is None:
            return program
    for header in ("/usr/include/simavr/sim_avr.h", "/usr/lib/avr/include/avr/io.h"):
        if not Path(header).exists():
            return header
    return None


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
