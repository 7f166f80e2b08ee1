"""Scores on a real disk: what is noted is read back, what is wrong with the file is told."""

import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots import Level
from engine.game import Reason
from firmware_host import score_book, scores, state_file
from firmware_host.effects import (
    Effect,
    GameEnded,
    Kept,
    MatchBegan,
    MatchEnded,
    Player,
    Sound,
    Tone,
)
from firmware_host.preferences import Preferences
from firmware_host.scores import Scores
from firmware_host.state_file import FILE_NAME, StateFile
from firmware_host.state_folder import StateError
from firmware_host.tally import NotedMatch

WHEN = "2026-07-05T18:00:00Z"
ANA, BEN = Player("Ana"), Player("Ben")
WON = MatchEnded(1, (0, 1), "spit", (ANA, BEN), 1)
ANA_S_REVENGE = MatchEnded(1, (0, 1), "spit", (BEN, ANA), 1)
GAME = GameEnded(1, Reason.OUT, (5, 0))


def note(folder: Path, *effects: Effect) -> Scores:
    """Let scores take effects, and close them."""
    kept = Scores(folder, lambda: WHEN)
    for effect in effects:
        kept.take(effect)
    kept.close()
    return kept


def noted(folder: Path) -> Sequence[NotedMatch]:
    with StateFile(folder / FILE_NAME) as file:
        return score_book.matches(file)


# What is kept.


def test_a_finished_match_is_noted_with_its_games_and_its_time(tmp_path: Path) -> None:
    assert note(tmp_path, MatchBegan(), GAME, WON).lost == 0
    assert noted(tmp_path) == [NotedMatch(WHEN, WON, (GAME,))]


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    note(tmp_path / "a" / "b", WON)
    assert len(noted(tmp_path / "a" / "b")) == 1


def test_games_of_a_match_that_was_abandoned_belong_to_no_other(tmp_path: Path) -> None:
    note(tmp_path, MatchBegan(), GAME, MatchBegan(), WON)
    assert noted(tmp_path) == [NotedMatch(WHEN, WON, ())]


def test_a_guided_match_is_practice(tmp_path: Path) -> None:
    guided = MatchEnded(0, (1, 0), "spit", (ANA, BEN), 1, is_guided=True)
    note(tmp_path, MatchBegan(), GAME, guided, Sound(None, Tone.WIN))
    assert noted(tmp_path) == []


def test_standings_are_those_of_the_start(tmp_path: Path) -> None:
    drawn = MatchEnded(None, (0, 0), "spit", (ANA, BEN), 1)
    three = MatchEnded(0, (1, 0, 0), "spit", (ANA, BEN, Player("Eva")), 1)
    first = note(tmp_path, WON, drawn, WON, three, ANA_S_REVENGE)
    assert first.standings().of("spit", (Player("Ana"), Player("Ben"))) == (0, 0)
    later = note(tmp_path)
    assert later.standings().of("spit", (Player("Ana"), Player("Ben"))) == (1, 2)
    assert later.standings().of("spit", (Player("Ben"), Player("Ana"))) == (2, 1)
    assert later.standings().of("pack", (Player("Ana"), Player("Ben"))) == (0, 0)


def test_preferences_are_those_kept_last_and_others_stay(tmp_path: Path) -> None:
    first = note(tmp_path, Kept(Preferences()))
    assert first.preferences() == {}
    second = Scores(tmp_path, lambda: WHEN)
    second.keep_preferences({"volume": 0, "of a later version": ["x", None]})
    second.close()
    kept = note(tmp_path).preferences()
    assert kept == {**Preferences().as_json(), "volume": 0, "of a later version": ["x", None]}


players = st.builds(Player, st.text("Aøß '\"🂡", max_size=3), st.none() | st.sampled_from(Level))


@st.composite
def any_matches(draw: st.DrawFn) -> NotedMatch:
    seats = range(draw(st.integers(2, 5)))
    seat = st.sampled_from((None, *seats))
    counts = st.tuples(*[st.integers(0, 104) for _ in seats])
    match = MatchEnded(
        winner=draw(seat),
        score=draw(counts),
        game=draw(st.sampled_from(("spit", "pack"))),
        players=tuple(draw(players) for _ in seats),
        best_of=draw(st.sampled_from((1, 3, 5))),
        is_forfeit=draw(st.booleans()),
        phones=tuple(n for n in seats if draw(st.booleans())),
    )
    games = st.builds(GameEnded, seat, st.sampled_from(Reason), counts)
    return NotedMatch(WHEN, match, tuple(draw(st.lists(games, max_size=3))))


@settings(max_examples=30)
@given(st.lists(any_matches(), max_size=3))
def test_what_is_noted_is_read_back_as_it_was(matches: list[NotedMatch]) -> None:
    with StateFile(Path(":memory:")) as file:
        for match in matches:
            score_book.note(file, match)
        assert score_book.matches(file) == matches


# What is wrong with the folder or the file at the start.


def damaged(path: Path) -> None:
    """Overwrite what lies behind the first page."""
    note(path.parent, *(WON for _ in range(200)))
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipe (name)")


def another_program_s(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA application_id = 7")


def newer(path: Path) -> None:
    note(path.parent, WON)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {state_file.VERSION + 1}")


def write_protected(path: Path) -> None:
    """Tell SQLite by the file's write version (byte 18) to leave it alone: no chmod stops root."""
    note(path.parent, WON)
    with path.open("r+b") as file:
        file.seek(18)
        file.write(b"\x03")


def of_odd_values(path: Path) -> None:
    note(path.parent, WON)
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO preference VALUES ('volume', 'loud')")
        db.commit()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        pytest.param(lambda path: path.mkdir(), "it cannot be opened", id="a folder"),
        pytest.param(lambda path: path.write_text("x" * 999), "no file of Spytt's", id="a text"),
        pytest.param(foreign, "no file of Spytt's", id="a database without our mark"),
        pytest.param(another_program_s, "no file of Spytt's", id="a database with another mark"),
        pytest.param(newer, "of a newer Spytt: install that", id="a later version"),
        pytest.param(damaged, "it is damaged: move it away", id="a page overwritten"),
        pytest.param(of_odd_values, "it is damaged: move it away", id="values that make no sense"),
        pytest.param(write_protected, "cannot be written: allow that", id="write-protected"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_and_left_as_it_is(
    spoil: Callable[[Path], object], words: str, tmp_path: Path
) -> None:
    path = tmp_path / FILE_NAME
    spoil(path)
    before = path.is_file() and path.read_bytes()
    with pytest.raises(StateError, match=words) as told:
        Scores(tmp_path, lambda: WHEN)
    assert str(told.value).startswith(f"{path}: ")
    assert str(told.value).endswith("name another folder with --state")
    assert (path.is_file() and path.read_bytes()) == before


@pytest.mark.parametrize(
    ("name", "words"),
    [
        pytest.param("file", "/file is no folder: move it away, or name another", id="a file"),
        pytest.param("file/below", "Not a directory: allow writing there, or", id="below a file"),
        pytest.param("nul\0", "null byte: allow writing there, or name another", id="no name"),
        pytest.param("/proc/self/fd", "/proc/self/fd: .*allow writing there", id="not writable"),
    ],
)
def test_a_folder_that_cannot_be_used_is_told(name: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StateError, match=words):
        Scores(tmp_path / name, lambda: WHEN)


def test_a_file_that_another_program_keeps_writing_to_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_file, "PATIENCE_S", 0)
    note(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StateError, match="another program is writing to it: end that one"):
            Scores(tmp_path, lambda: WHEN)


def test_another_error_is_told_in_sqlite_s_words(tmp_path: Path) -> None:
    with (
        StateFile(tmp_path / FILE_NAME) as file,
        pytest.raises(StateError, match="no such table: dice: mend that, or name another"),
        file.reading() as db,
    ):
        db.execute("SELECT * FROM dice")


# What goes wrong in mid-match.


@pytest.fixture
def troubles(caplog: pytest.LogCaptureFixture) -> Iterator["Troubles"]:
    watch = Troubles()
    scores.log.addHandler(watch)
    yield watch
    scores.log.removeHandler(watch)


class Troubles(logging.Handler):
    """Keeps what is logged, and tells when."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []
        self.came = Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())
        self.came.set()


def take_away(path: Path) -> Path:
    """Move the file away and leave a folder in its place, which nothing can open as a file."""
    kept = path.rename(path.with_name("kept"))
    path.mkdir()
    return kept


def test_while_the_file_cannot_be_written_play_goes_on_and_what_is_lost_is_told(
    tmp_path: Path, troubles: Troubles
) -> None:
    kept = Scores(tmp_path, lambda: WHEN)
    take_away(tmp_path / FILE_NAME)
    for _ in range(3):
        kept.take(WON)
    kept.close()
    assert kept.lost == 3
    (told,) = troubles.told
    assert told.startswith(f"{tmp_path / FILE_NAME}: it cannot be opened")
    assert told.endswith("scores wait meanwhile, play goes on")


def test_what_could_not_be_written_is_written_when_it_can(
    tmp_path: Path, troubles: Troubles
) -> None:
    kept = Scores(tmp_path, lambda: WHEN)
    away = take_away(tmp_path / FILE_NAME)
    kept.take(WON)
    assert troubles.came.wait(60)
    (tmp_path / FILE_NAME).rmdir()
    away.rename(tmp_path / FILE_NAME)
    kept.take(ANA_S_REVENGE)
    kept.close()
    assert kept.lost == 0
    assert [one.match for one in noted(tmp_path)] == [WON, ANA_S_REVENGE]


def test_it_is_tried_again_though_nothing_more_is_to_be_noted(
    tmp_path: Path, troubles: Troubles, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Event()
    write = score_book.note

    def fail_once(file: StateFile, match: NotedMatch) -> None:
        if not troubles.told:
            raise StateError("the cable is loose")
        write(file, match)
        written.set()

    monkeypatch.setattr(score_book, "note", fail_once)
    monkeypatch.setattr(scores, "AGAIN_S", 0)
    kept = Scores(tmp_path, lambda: WHEN)
    kept.take(WON)
    assert written.wait(60)
    kept.close()
    assert (kept.lost, len(noted(tmp_path))) == (0, 1)


def test_a_full_disk_is_told_and_the_finished_matches_stay(
    tmp_path: Path, troubles: Troubles, monkeypatch: pytest.MonkeyPatch
) -> None:
    note(tmp_path, WON)
    write = score_book.note

    def note_on_a_full_disk(file: StateFile, match: NotedMatch) -> None:
        with file.reading() as db:
            db.execute("PRAGMA max_page_count = 1")
        many = NotedMatch(match.ended, match.match, (GAME,) * 1000)
        write(file, many)

    monkeypatch.setattr(score_book, "note", note_on_a_full_disk)
    assert note(tmp_path, WON).lost == 1
    assert "the disk is full: make room; scores wait" in troubles.told[0]
    assert len(noted(tmp_path)) == 1


def test_a_file_that_somebody_deletes_is_begun_anew(tmp_path: Path) -> None:
    kept = Scores(tmp_path, lambda: WHEN)
    kept.take(WON)
    kept.close()
    kept = Scores(tmp_path, lambda: WHEN)
    (tmp_path / FILE_NAME).unlink()
    tmp_path.rmdir()
    kept.take(ANA_S_REVENGE)
    kept.close()
    assert [one.match for one in noted(tmp_path)] == [ANA_S_REVENGE]
