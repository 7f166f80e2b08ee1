"""Boots a stock Debian kernel in qemu and runs a job in it, on this machine's own files.

The machine is emulated (TCG), so it runs anywhere, some ten times slower. This machine's root is
mounted read only; what the job prints comes out of the serial port.
"""

import json
import os
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BUSYBOX = "/bin/busybox"
QEMU = "qemu-system-x86_64"
RESULT = "RESULT "
LIMIT_S = 900
BOOTS = 3
"""Emulated processors now and then trip over each other while the kernel patches its own code; what
panics before our first word is booted again."""
ARGUMENTS = """
    console=ttyS0 panic=-1 quiet loglevel=1 mitigations=off nokaslr audit=0 apparmor=0 lpj=4200000
    init_on_alloc=0 damon_stat.enabled=0 cryptomgr.notests=1 ipv6.disable=1
"""
"""What spares an emulated machine work that proves nothing here."""


class CannotBoot(Exception):
    """Why no machine can be booted here."""


class NoKernel(CannotBoot):
    """There is no kernel that could be booted."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a booted machine told: its results in order, and its whole console."""

    results: Sequence[dict[str, Any]]
    console: str


def boot(cpus: int, jobs: Sequence[str], folder: Path) -> Ran:
    """Boot with so many processors and run `jobs` in one go; `folder` takes files for it.

    Raises `CannotBoot` when something is missing here, `RuntimeError` (with the console) when the
    machine did not finish.
    """
    command = _command(cpus, _kernel(), _job_file(jobs, folder), folder)
    for _ in range(BOOTS):
        console = _console_of(command)
        if "STAGE job exit 0" in console:
            return Ran(list(_results(console)), console)
        if "STAGE mounted" in console:
            break
    raise RuntimeError(f"the machine did not finish its jobs:\n{console[-6000:]}")


def _console_of(command: Sequence[str]) -> str:
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as machine:
        try:
            told, _ = machine.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            machine.kill()
            told, _ = machine.communicate()
    return told.decode(errors="replace").replace("\r", "")


def _results(console: str) -> Iterator[dict[str, Any]]:
    for line in console.splitlines():
        if line.startswith(RESULT):
            yield json.loads(line.removeprefix(RESULT))


def _kernel() -> Path:
    """Find the newest kernel that `fetch.sh` has put by."""
    for tool in (QEMU, BUSYBOX):
        if shutil.which(tool) is None:
            raise CannotBoot(f"{tool} is missing: install qemu-system-x86 and busybox-static")
    if b"ld-linux" in Path(BUSYBOX).read_bytes()[:4096]:
        raise CannotBoot(f"{BUSYBOX} needs libraries: install busybox-static")
    default = Path.home() / ".cache" / "spytt-kernel"
    cache = Path(os.environ.get("SPYTT_KERNEL_CACHE", default))
    found = sorted(cache.glob("*/vmlinux"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise NoKernel("no kernel with gpio-sim has been fetched: run make test-kernel")
    return found[-1].parent


def _job_file(jobs: Sequence[str], folder: Path) -> Path:
    """Write the script that the machine runs; its files are this machine's own."""
    path = folder / "job.sh"
    run = shlex.join([sys.executable, "-m", "tests.kernel.guest", *jobs])
    path.write_text(f"cd {shlex.quote(str(ROOT))} && exec {run}\n")
    return path


def _command(cpus: int, kernel: Path, job: Path, folder: Path) -> list[str]:
    memory_disk = folder / "initrd.cpio"
    memory_disk.write_bytes(_memory_disk(kernel / "modules"))
    return [
        *(QEMU, "-machine", "q35", "-accel", "tcg,thread=multi", "-cpu", "Nehalem"),
        *("-smp", str(cpus), "-m", "512", "-nodefaults", "-display", "none", "-monitor", "none"),
        *("-serial", "stdio", "-no-reboot"),
        *("-fsdev", "local,id=h,path=/,security_model=none,readonly=on,multidevs=remap"),
        *("-device", "virtio-9p-pci,fsdev=h,mount_tag=host"),
        *("-kernel", str(kernel / "vmlinux"), "-initrd", str(memory_disk)),
        *("-append", " ".join([*ARGUMENTS.split(), f"job={job}"])),
    ]


# The memory disk: a cpio archive ("newc", the kernel's initramfs buffer format).


def _memory_disk(modules: Path) -> bytes:
    folders = ("bin", "proc", "sys", "dev", "host", "modules")
    files = {
        "bin/busybox": Path(BUSYBOX).read_bytes(),
        "init": (HERE / "init").read_bytes(),
        **{f"modules/{path.name}": path.read_bytes() for path in sorted(modules.iterdir())},
    }
    entries = [_entry(name, stat.S_IFDIR | 0o755) for name in folders]
    entries += [_entry(name, stat.S_IFREG | 0o755, data) for name, data in files.items()]
    return b"".join([*entries, _entry("TRAILER!!!", 0)])


def _entry(name: str, mode: int, data: bytes = b"") -> bytes:
    # ino, mode, uid, gid, nlink, mtime, filesize, 4 device numbers, namesize, check
    fields = (0, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
    head = b"070701" + b"".join(b"%08x" % field for field in fields) + name.encode() + b"\0"
    return _padded(head) + _padded(data)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


def values_of(results: Iterable[dict[str, Any]], job: str) -> dict[str, Any]:
    """Join what one job told; lists that came in pieces are put together."""
    joined: dict[str, Any] = {}
    for result in results:
        if result["job"] != job:
            continue
        for key, value in result.items():
            is_more = isinstance(value, list) and key in joined
            joined[key] = joined[key] + value if is_more else value
    return joined
