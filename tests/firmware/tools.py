"""Builds the firmware and the emulated Nano, once a process; says what is missing if it cannot."""

import os
import shutil
import subprocess
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
    """The firmware as it is flashed, what avr-size says of it, and the program that runs it."""

    hex: Path
    size: str
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
    size = _run("make", "-s", "-C", str(SOURCES), f"BUILD={folder}")
    nano = folder / "nano"
    sources = (str(HERE / "emulator" / name) for name in EMULATOR)
    _run("gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-o", str(nano), *sources, "-lsimavr")
    return Tools(folder / "spytt_pad.hex", size, nano)


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
