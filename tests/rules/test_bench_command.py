"""`spytt bench`, as small as it goes: what it prints, whatever the figures are."""

import re

import pytest

from engine.bots import Level
from firmware_host.cli import bench_pack_bots, bench_panels, bench_panels_faults, main
from hw.panel import Chip

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


def test_every_benchmark_is_run_unless_some_are_named(capsys: Told, fewer_panels: None) -> None:
    smallest = ("--rounds", "--races", "--matches", "--images", "--games")
    told = lines(capsys, *(word for option in smallest for word in (option, "1")))
    names = [line.partition(": ")[0] for line in told]
    assert list(dict.fromkeys(names)) == ["engine", "races", "bots", "panels"]


def test_an_unknown_benchmark_is_refused_with_those_there_are(capsys: Told) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["bench", "chess"])
    assert refused.value.code == 2
    assert "no benchmark 'chess': choose engine, races, bots, panels" in capsys.readouterr().err


@pytest.fixture
def fewer_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_panels, "PAIRS", (tuple(Chip), (Chip.SH1106, Chip.SH1106)))
    monkeypatch.setattr(bench_panels, "MATCHES", 1)
    monkeypatch.setattr(bench_panels_faults, "PHASES", 4)


def test_every_figure_of_the_panels_is_told(capsys: Told, fewer_panels: None) -> None:
    told = "\n".join(lines(capsys, "panels", "--images", "40"))
    p50 = r"p50 [\d.]+, worst [\d.]+"
    for chip, stock in (("ssd1306", 1034), ("sh1106", 1080)):
        assert re.search(
            rf"{chip}: one changed pile card: {p50} bytes of \d+ .*; stock {stock}\)", told
        )
        assert f"{chip}: a whole frame: {stock} bytes at worst (stock {stock})" in told
    pair = "panels: ssd1306 and sh1106, I2C"
    assert re.search(rf"{pair}: one changed .* {p50} ms \(goal 7; stock 47.6\)", told)
    assert re.search(
        rf"{pair}: \d+ plays of bots: .* were first \d+ and \d+ times; any .* [\d.]+ ms apart", told
    )
    assert re.search(rf"sh1106, SPI: last bit .* apart by {p50} ms", told)
    assert "0 wrong of 40 random pairs of pictures" in told
    assert re.search(r"heals of a brown-out in 1\.\d+ s at worst", told)
    assert re.search(r"2\.\d % of the bus", told)
    assert len(re.findall(r"CPU .*: best \d+, p50 \d+ us", told)) == 5
    assert re.search(r"CPU for a play of The Pack on 2 panels: .* us \(goal 1000\)", told)
