"""`spytt scores`: the standings as a table, as JSON and as CSV."""

import csv
import errno
import json
import re
from pathlib import Path

import pytest

from engine.bots import Level
from engine.game import Reason
from firmware_host.cli import main
from firmware_host.cli.failure import Failure
from firmware_host.cli.state import finish_scores, open_scores
from firmware_host.effects import GameEnded, MatchBegan, MatchEnded, Player
from firmware_host.score_book import matches
from firmware_host.scores import Scores
from firmware_host.state_file import FILE_NAME, StateFile

ANA, BEN, BOT = Player("Ana"), Player("Ben"), Player("Hard bot", Level.HARD)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A folder where Ana has beaten Ben in Spit, and a bot both of them in The Pack."""
    scores = Scores(tmp_path, lambda: "2026-07-05T18:00:00Z")
    for effect in (
        MatchBegan(),
        GameEnded(0, Reason.OUT, (0, 12)),
        GameEnded(1, Reason.FEWEST, (3, 2)),
        GameEnded(0, Reason.OUT, (0, 7)),
        MatchEnded(0, (2, 1), "spit", (ANA, BEN), 3),
        MatchBegan(),
        GameEnded(0, Reason.OUT, (0, 9, 4)),
        MatchEnded(0, (1, 0, 0), "pack", (BOT, BEN, ANA), 1),
    ):
        scores.take(effect)
    scores.close()
    assert scores.lost == 0
    return tmp_path


def output(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(["scores", *argv]) == 0
    return capsys.readouterr().out


def test_the_standings_are_a_table(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "--state", str(state)).splitlines() == [
        "game      players             matches    won  drawn  forfeits  games  margin",
        "The Pack  Ana, Ben, hard bot        1  0-0-1      0         0  0-0-1     4.0",
        "Spit      Ana, Ben                  1    1-0      0         0    2-1     6.7",
    ]


def test_the_table_speaks_norwegian_too(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "--state", str(state), "--lang", "nb").splitlines() == [
        "spill        spillere            kamper  vunnet  uavgjort  oppgitt  omganger  margin",
        "Kortstokken  Ana, Ben, tøff bot       1   0-0-1         0        0     0-0-1     4,0",
        "Spytt        Ana, Ben                 1     1-0         0        0       2-1     6,7",
    ]


def test_json_is_one_object(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(output(capsys, "--state", str(state), "--game", "spit", "--json"))
    assert told == {
        "standings": [
            {
                "game": "spit",
                "players": [
                    {"name": "Ana", "bot": None, "won": 1, "games_won": 2},
                    {"name": "Ben", "bot": None, "won": 0, "games_won": 1},
                ],
                "matches": 1,
                "drawn": 0,
                "forfeits": 0,
                "games": 3,
                "margin": pytest.approx(20 / 3),
                "phones": 0,
            }
        ]
    }


def test_csv_is_a_line_a_player(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(output(capsys, "--state", str(state), "--csv").splitlines()))
    assert [(row["player"], row["bot"], row["against"], row["won"]) for row in rows] == [
        ("Ana", "", "Ben, hard bot", "0"),
        ("Ben", "", "Ana, hard bot", "0"),
        ("", "hard", "Ana, Ben", "1"),
        ("Ana", "", "Ben", "1"),
        ("Ben", "", "Ana", "0"),
    ]
    assert {(row["game"], row["games"], row["games_won"], row["margin"]) for row in rows[:3]} == {
        ("pack", "1", "0", "4.0"),
        ("pack", "1", "1", "4.0"),
    }


def test_a_match_that_nobody_won_has_no_margin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scores = Scores(tmp_path, lambda: "2026-07-05T18:00:00Z")
    scores.take(MatchEnded(None, (0, 0), "spit", (ANA, BEN), 1, is_forfeit=True))
    scores.close()
    assert output(capsys, "--state", str(tmp_path)).splitlines()[-1].split() == [
        *("Spit", "Ana,", "Ben", "1", "0-0", "0", "1", "0-0")
    ]
    assert output(capsys, "--state", str(tmp_path), "--csv").splitlines()[-1].endswith(",0,0,,0")


@pytest.fixture
def with_phones(state: Path) -> Path:
    """The same, and Ana and Ben have played once more, Ben on his phone."""
    scores = Scores(state, lambda: "2026-07-05T18:00:00Z")
    scores.take(MatchBegan())
    scores.take(GameEnded(1, Reason.OUT, (8, 0)))
    scores.take(MatchEnded(1, (0, 1), "spit", (ANA, BEN), 1, phones=(1,)))
    scores.close()
    return state


def test_matches_with_a_phone_are_marked_and_the_mark_is_explained(
    with_phones: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert output(capsys, "--state", str(with_phones)).splitlines() == [
        "game      players             matches    won  drawn  forfeits  games  margin",
        "The Pack  Ana, Ben, hard bot       1   0-0-1      0         0  0-0-1     4.0",
        "Spit      Ana, Ben                 2*    1-1      0         0    2-2     7.0",
        "",
        "* some were played on a phone: a phone's own clock was believed; nobody can vouch for it",
    ]
    assert output(capsys, "--state", str(with_phones), "--lang", "nb").splitlines()[-1] == (
        "* noen ble spilt på telefon: telefonens egen klokke ble lagt til grunn,"
        " og ingen kan gå god for den"
    )


def test_programs_are_told_how_many_matches_had_a_phone(
    with_phones: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = json.loads(output(capsys, "--state", str(with_phones), "--json"))["standings"]
    assert [(each["game"], each["phones"]) for each in told] == [("pack", 0), ("spit", 1)]
    rows = csv.DictReader(output(capsys, "--state", str(with_phones), "--csv").splitlines())
    assert [(row["game"], row["phones"]) for row in rows] == [("pack", "0")] * 3 + [
        ("spit", "1"),
        ("spit", "1"),
    ]


def test_no_mark_is_explained_that_stands_nowhere(
    with_phones: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "*" not in output(capsys, "--state", str(with_phones), "--game", "pack")


@pytest.mark.parametrize("name", ["=1+1", "+47", "-Ana", "@Ana", "＝1"])
def test_no_spreadsheet_takes_a_name_for_a_formula(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scores = Scores(tmp_path, lambda: "2026-07-05T18:00:00Z")
    scores.take(MatchEnded(0, (1, 0), "spit", (Player(name), BEN), 1))
    scores.close()
    rows = list(csv.DictReader(output(capsys, "--state", str(tmp_path), "--csv").splitlines()))
    cells = {(row["player"], row["against"]) for row in rows}
    assert cells == {(f"'{name}", "Ben"), ("Ben", f"'{name}")}
    assert name in output(capsys, "--state", str(tmp_path)), "the table is read by people"


def test_a_file_without_matches_and_a_game_nobody_played_are_told(
    state: Path, capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("fresh")
    Scores(folder, lambda: "2026-07-05T18:00:00Z").close()
    assert (folder / FILE_NAME).exists()
    assert main(["scores", "--state", str(folder)]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"spytt: no match has been noted yet in {folder}\n")
    assert main(["scores", "--state", str(folder), "--game", "spit"]) == 0
    assert capsys.readouterr().err == (f"spytt: no match of Spit has been noted yet in {folder}\n")


@pytest.mark.parametrize(
    ("form", "empty"),
    [
        pytest.param([], "", id="no table"),
        pytest.param(["--json"], '{"standings": []}\n', id="no standings in JSON"),
        pytest.param(
            ["--csv"],
            "game,player,bot,against,matches,won,drawn,forfeits,games,games_won,margin,phones\n",
            id="the head of the CSV alone",
        ),
    ],
)
def test_before_the_first_match_there_are_no_standings_which_is_no_failure(
    form: list[str], empty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "none"
    assert main(["scores", "--state", str(folder), *form]) == 0
    told = capsys.readouterr()
    assert told.out == empty
    assert told.err == f"spytt: no match has been noted yet in {folder}\n"
    assert not folder.exists()


def test_without_a_folder_the_usual_one_is_read(
    state: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (state / "spytt").mkdir()
    (state / "spytt.sqlite3").rename(state / "spytt" / "spytt.sqlite3")
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    assert "Ana, Ben" in output(capsys)


def test_a_home_that_is_not_known_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", unknown)
    monkeypatch.setenv("XDG_STATE_HOME", "not/absolute")
    assert main(["scores"]) == 1
    assert capsys.readouterr().err == (
        "spytt: no home folder is known: name a state folder with --state\n"
    )


def test_a_file_that_holds_no_scores_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "spytt.sqlite3").write_text("a shopping list\n" * 100)
    assert main(["scores", "--state", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"spytt: {tmp_path}/spytt.sqlite3: it is no file of Spytt's")


def test_a_folder_that_may_not_be_looked_into_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(path: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "exists", forbidden)
    assert main(["scores", "--state", str(tmp_path)]) == 1
    assert "Permission denied: allow reading it, or name another" in capsys.readouterr().err


@pytest.mark.parametrize("argv", ["--game chess", "--json --csv"])
def test_wrong_options_are_refused(argv: str) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["scores", *argv.split()])
    assert refused.value.code == 2


def test_a_console_s_scores_are_dated_in_utc_and_whole_when_finished(tmp_path: Path) -> None:
    scores = open_scores(tmp_path)
    scores.take(MatchEnded(0, (1, 0), "spit", (ANA, BEN), 1))
    finish_scores(scores)
    with StateFile(tmp_path / FILE_NAME) as file:
        (noted,) = matches(file)
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", noted.ended)


def test_a_console_without_a_state_folder_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Failure, match="file is no folder: move it away, or name another"):
        open_scores(tmp_path / "file")


def test_matches_that_could_not_be_noted_are_told_at_the_end(tmp_path: Path) -> None:
    scores = open_scores(tmp_path)
    scores.path.unlink()
    scores.path.mkdir()
    for _ in range(2):
        scores.take(MatchEnded(0, (1, 0), "spit", (ANA, BEN), 1))
    with pytest.raises(Failure, match=r"sqlite3: matches or preferences are not noted \(2\)"):
        finish_scores(scores)
