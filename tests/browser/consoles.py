"""The real `spytt play`, started as a person does, on a free port."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.drivers.front_panel_guests import LAN

COMMAND = [sys.executable, "-c", "from firmware_host.cli import main; raise SystemExit(main())"]


@contextmanager
def console(*options: str) -> Iterator[str]:
    """Give the address of the front panel; the console must stop cleanly afterwards."""
    with _running(0, *options) as (address,):
        yield address


@contextmanager
def phone_console(seats: int, *options: str) -> Iterator[list[str]]:
    """Give the link of each seat of a console that is played on phones."""
    with _running(seats, "--listen", LAN, "--pads", str(seats), *options) as (_, *links):
        yield links


@contextmanager
def _running(links: int, *options: str) -> Iterator[list[str]]:
    """Give the addresses that a console prints: of its front panel, and so many links."""
    command = [*COMMAND, "play", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        lines = "".join(running.stdout.readline() for _ in range(1 + links))
        told = re.findall(r"http://\S+", lines)
        try:
            assert len(told) == 1 + links
            yield told
        finally:
            running.terminate()
            code = running.wait(timeout=10)
        assert code == 0
