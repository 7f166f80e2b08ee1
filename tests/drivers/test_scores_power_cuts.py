"""The power goes, or two consoles share a folder: no finished match is lost or halved."""

import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from engine.game import Reason
from firmware_host import score_book
from firmware_host.effects import GameEnded, MatchBegan, MatchEnded, Player
from firmware_host.scores import Scores
from firmware_host.state_file import FILE_NAME, StateFile
from firmware_host.tally import NotedMatch

WHEN = "2026-07-05T18:00:00Z"
WON = MatchEnded(1, (0, 1), "spit", (Player("Ana"), Player("Ben")), 1)
GAME = GameEnded(1, Reason.OUT, (5, 0))
NOTED = NotedMatch(WHEN, WON, (GAME,))

CONSOLE = """
import os, signal, sys
from pathlib import Path
from firmware_host import score_book
from firmware_host.scores import Scores
from firmware_host.state_file import FILE_NAME, StateFile
from tests.drivers.test_scores_power_cuts import GAME, WHEN, WON

def power_cut(*_):
    os.kill(os.getpid(), signal.SIGKILL)

folder = Path(sys.argv[1])
scores = Scores(folder, lambda: WHEN)
scores.take(GAME)
"""

WHEN_NOTED = """
scores.take(WON)
while True:
    with StateFile(folder / FILE_NAME) as file:
        if len(score_book.matches(file)) == 2:
            power_cut()
"""
WHEN_CLOSED = """
scores.take(WON)
scores.close()
power_cut()
"""
IN_THE_MIDDLE = """
score_book.json.dumps = power_cut  # The match is written and its players; its games are not.
scores.take(WON)
scores.close()
"""


def noted(path: Path) -> list[NotedMatch]:
    with StateFile(path) as file:
        return score_book.matches(file)


def note(folder: Path) -> None:
    scores = Scores(folder, lambda: WHEN)
    for effect in (MatchBegan(), GAME, WON):
        scores.take(effect)
    scores.close()


@pytest.mark.parametrize(
    ("then", "matches"),
    [
        pytest.param(WHEN_NOTED, 2, id="right after the match was noted, it is there"),
        pytest.param(WHEN_CLOSED, 2, id="right after the console has closed, it is there"),
        pytest.param(IN_THE_MIDDLE, 1, id="while it is written, nothing of it is there"),
    ],
)
def test_the_power_is_cut(then: str, matches: int, tmp_path: Path) -> None:
    note(tmp_path)
    console = subprocess.run(
        [sys.executable, "-c", CONSOLE + then, str(tmp_path)], check=False, timeout=120
    )
    assert console.returncode == -signal.SIGKILL
    assert noted(tmp_path / FILE_NAME) == [NOTED] * matches
    note(tmp_path)  # And it can go on.
    assert noted(tmp_path / FILE_NAME) == [NOTED] * (matches + 1)


def test_however_much_of_the_log_reached_the_disk_matches_are_whole(tmp_path: Path) -> None:
    path, log = tmp_path / FILE_NAME, tmp_path / f"{FILE_NAME}-wal"
    note(tmp_path)
    with StateFile(path) as file:
        for _ in range(2):
            score_book.note(file, NOTED)
        book, written = path.read_bytes(), log.read_bytes()
    counts = []
    for length in range(len(written) % 824, len(written) + 1, 824):  # Five cuts a page.
        path.write_bytes(book)
        log.write_bytes(written[:length])
        found = noted(path)
        assert found == [NOTED] * len(found)
        counts.append(len(found))
    assert counts == sorted(counts)
    assert set(counts) == {1, 2, 3}


def test_two_consoles_share_a_folder(tmp_path: Path) -> None:
    first, second = (Scores(tmp_path, lambda: WHEN) for _ in range(2))
    for _ in range(20):
        first.take(WON)
        second.take(WON)
    first.keep_preferences({"volume": 1})
    first.close()
    second.close()
    assert (first.lost, second.lost) == (0, 0)
    assert len(noted(tmp_path / FILE_NAME)) == 40
    shutil.copy(tmp_path / FILE_NAME, tmp_path / "copy")  # All of it is in the one file.
    assert len(noted(tmp_path / "copy")) == 40


def test_many_consoles_may_make_the_file_at_the_same_instant(tmp_path: Path) -> None:
    consoles = 4
    for n in range(10):
        path, together = tmp_path / str(n), Barrier(consoles)

        def start(path: Path = path, together: Barrier = together) -> None:
            together.wait()
            with StateFile(path) as file:
                score_book.note(file, NOTED)

        with ThreadPoolExecutor(consoles) as threads:
            for started in [threads.submit(start) for _ in range(consoles)]:
                started.result()
        assert len(noted(path)) == consoles
