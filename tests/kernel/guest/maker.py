"""Makes edges, in a process of its own: `python -m tests.kernel.guest.maker CHIP READER`.

Commands are JSON lines on stdin; every write is noted as [line, closed, began_ns, returned_ns]: the
contact moved some time between. `report` gives and forgets the notes. With `paced`, no edge of a
line is made before the console has heard the one before (its lines come in on the descriptor
READER), for the kernel keeps but one stamp a line until the thread of its interrupt has run.
"""

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from tests.kernel.guest.sim_chip import Contacts

PAIR_GAPS_US = (0, 20, 50, 100, 200, 500)
PAIRS_HELD = 2
"""A pair is let go when so many more have been made; eight lines leave it time to be armed."""
PATIENCE_NS = 2_000_000_000


class Maker:
    """Moves contacts, and notes between which instants each moved."""

    def __init__(self, contacts: Contacts, heard: int) -> None:
        self._contacts = contacts
        self._heard = heard
        os.set_blocking(heard, False)
        self._unheard: Counter[int] = Counter()
        self.notes: list[tuple[int, int, int, int]] = []

    def move(self, line: int, is_closed: bool, is_paced: bool) -> int:
        """Move a contact; gives when that began."""
        if is_paced:
            self._wait_until_heard(line)
        began = time.monotonic_ns()
        self._contacts.move(line, is_closed)
        self.notes.append((line, int(is_closed), began, time.monotonic_ns()))
        return began

    def _wait_until_heard(self, line: int) -> None:
        until = time.monotonic_ns() + PATIENCE_NS
        while self._unheard[line] > 0 and time.monotonic_ns() < until:
            try:
                self._unheard.subtract(os.read(self._heard, 4096))
            except BlockingIOError:
                time.sleep(1e-3)
        self._unheard[line] = 1

    def play(self, strokes: list[tuple[int, int, int]], is_paced: bool) -> None:
        """Make strokes [ns after the one before, line, closed]."""
        due = time.monotonic_ns()
        for wait_ns, line, closed in strokes:
            wait_until(due + wait_ns)
            due = self.move(line, bool(closed), is_paced)

    def pairs(
        self, pads: list[list[int]], count: int, period_ns: int, seed: int, *, is_bouncing: bool
    ) -> None:
        """Close a contact of either pad shortly after one of the other, over and over.

        With `is_bouncing` the first opens and closes once more as soon as the other has closed.
        """
        luck = Random(seed)
        held: list[tuple[int, int]] = []
        due = time.monotonic_ns()
        for number in range(count):
            pair = [pad[number % len(pad)] for pad in pads]
            luck.shuffle(pair)
            wait_until(due)
            began = self.move(pair[0], True, True)
            wait_until(began + luck.choice(PAIR_GAPS_US) * 1000)
            self.move(pair[1], True, True)
            if is_bouncing:
                self.move(pair[0], False, False)
                self.move(pair[0], True, False)
            held.append((pair[0], pair[1]))
            if len(held) > PAIRS_HELD:
                self._let_go(held.pop(0))
            due = max(due + period_ns, time.monotonic_ns())
        for pair_held in held:
            wait_until(time.monotonic_ns() + period_ns)
            self._let_go(pair_held)

    def _let_go(self, pair: tuple[int, int]) -> None:
        for line in pair:
            self.move(line, False, True)

    def flood(self, line: int, edges: int, gap_ns: int, rival: list[tuple[int, int]]) -> None:
        """Make edges of one line (the last is noted); close others after so many: [edges, line].

        Gaps are slept through: whoever is woken by the edges must be able to run.
        """
        rivals = dict(rival)
        for number in range(edges - 1):
            if gap_ns:
                time.sleep(gap_ns / 1e9)
            self._contacts.move(line, number % 2 == 0)
            if number in rivals:
                self.move(rivals[number], True, False)
        self.move(line, False, False)


def wait_until(due_ns: int) -> None:
    """Sleep until then, or a little longer: when a contact moved is noted, not planned."""
    left = due_ns - time.monotonic_ns()
    if left > 30_000:
        time.sleep((left - 20_000) / 1e9)


@contextmanager
def stopped(process: int | None) -> Iterator[None]:
    """Keep a process from running meanwhile."""
    if process is not None:
        os.kill(process, signal.SIGSTOP)
    yield
    if process is not None:
        os.kill(process, signal.SIGCONT)


def obey(maker: Maker, command: dict[str, Any]) -> None:
    """Do what a command says."""
    match command["do"]:
        case "play":
            maker.play(command["strokes"], command["paced"])
        case "pairs":
            maker.pairs(
                command["pads"],
                command["count"],
                command["period_ns"],
                command["seed"],
                is_bouncing=command["bouncing"],
            )
        case "flood":
            with stopped(command["stopped"]):
                maker.flood(command["line"], command["edges"], command["gap_ns"], command["rival"])
        case "report":
            print(json.dumps(maker.notes), flush=True)
            maker.notes.clear()


def main() -> None:
    """Obey until stdin ends."""
    maker = Maker(Contacts(Path(sys.argv[1])), int(sys.argv[2]))
    print("ready", flush=True)
    for line in sys.stdin:
        obey(maker, json.loads(line))


if __name__ == "__main__":
    main()
