"""`spytt bench`, as small as it goes: what it prints, whatever the figures are."""

import re

import pytest

from engine.bots import Level
from firmware_host.cli import bench_pack_bots, main

Told = pytest.CaptureFixture[str]


def lines(capsys: Told, *argv: str) -> list[str]:
    assert main(["bench", *argv]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_engine_s_rate_is_told_for_each_game(capsys: Told) -> None:
    told = lines(capsys, "engine", "--rounds", "1")
    rate = r"[\d,]+ decided moves/s, best of 1 rounds \(median [\d,]+; goal 200,000\)"
    tables = [re.fullmatch(rf"engine: (.*): {rate}", line) for line in told]
    assert [table and table[1] for table in tables] == [
        "spit, refill auto",
        "spit, refill manual",
        "pack, 2 seats",
        "pack, 4 seats",
    ]


def test_each_pair_of_bots_is_told(capsys: Told) -> None:
    told = lines(capsys, "bots", "--matches", "2", "--games", "4")
    spit, pack = told[:3], told[3:]
    fought = r"\w+ beats \w+ in"
    assert all(re.fullmatch(rf"bots: spit: {fought} [012] of 2 \(.*: \d+ ms", t) for t in spit)
    shares = r"[\d.]+ % of 4 games \(([\d.]+ %(, )?){2,5}\)"
    pace = r"\d+ turns a game, \d unfinished; a move costs [\d.]+ ms \(p50\), [\d.]+ ms \(worst\)"
    assert all(re.fullmatch(rf"bots: pack: .* {shares}; {pace}", t) for t in pack)
    assert [bool(re.match(rf"bots: pack: {fought}", t)) for t in pack] == [True] * 3 + [False] * 3


def test_a_game_at_the_cap_counts_as_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_pack_bots, "CAP", 3)
    cut = bench_pack_bots.Tournament(Level.HARD, Level.EASY, 2, 2)
    assert (cut.won, cut.unfinished, cut.turns) == ([0, 0], 2, 6)


def test_every_benchmark_is_run_unless_some_are_named(capsys: Told) -> None:
    told = lines(capsys, "--rounds", "1", "--races", "1", "--matches", "1", "--games", "1")
    names = [line.partition(": ")[0] for line in told]
    assert list(dict.fromkeys(names)) == ["engine", "races", "bots"]


def test_an_unknown_benchmark_is_refused_with_those_there_are(capsys: Told) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["bench", "chess"])
    assert refused.value.code == 2
    assert "no benchmark 'chess': choose engine, races, bots" in capsys.readouterr().err
