"""The real `spytt play`, started as a person does, on a free port."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

COMMAND = [sys.executable, "-c", "from firmware_host.cli import main; raise SystemExit(main())"]


@contextmanager
def console(*options: str) -> Iterator[str]:
    """Give the address of the front panel; the console must stop cleanly afterwards."""
    command = [*COMMAND, "play", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        told = re.search(r"http://127\.0\.0\.1:\d+/", running.stdout.readline())
        try:
            assert told is not None
            yield told[0]
        finally:
            running.terminate()
            code = running.wait(timeout=10)
        assert code == 0
