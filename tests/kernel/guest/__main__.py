"""`python -m tests.kernel.guest JOB[=N] ...`: runs jobs on a simulated chip, one by one."""

import os
import sys
import time
import traceback
from importlib import import_module

from tests.kernel.guest import sim_chip
from tests.kernel.guest.bench import MakerProcess, tell


def main() -> int:
    """Run every job, whatever becomes of the others."""
    chip = sim_chip.make()
    for job in sys.argv[1:]:
        began = time.monotonic()
        try:
            _run(job, MakerProcess(chip))
        except Exception:
            tell(job.partition("=")[0], error=traceback.format_exc())
        print("TOOK", job, round(time.monotonic() - began, 1), os.times(), flush=True)
    return 0


def _run(job: str, maker: MakerProcess) -> None:
    name, _, number = job.partition("=")
    module = import_module(f"tests.kernel.guest.{'match' if name == 'match' else 'jobs'}")
    run = getattr(module, name)
    try:
        run(maker, *([int(number)] if number else []))
    finally:
        maker.close()


if __name__ == "__main__":
    sys.exit(main())
