"""A thousand random games, replayed by the engine and by a second table that shares no code."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.replay import as_json
from tests.playthroughs.second_table import SecondTable

RANKS, SUITS = "A23456789TJQK", "CDHS"
GAMES_IN_A_BUNDLE = 50


def shuffled(random: Random) -> list[str]:
    return random.sample([rank + suit for rank in RANKS for suit in SUITS], 52)


def random_record(random: Random, refill: str) -> Iterator[dict[str, Any]]:
    """Play a game on the second table alone; give its record, and its states beside it."""
    header = {
        "spytt": 1,
        "game": "spit",
        "rules": {"refill": refill},
        "deal": [shuffled(random), shuffled(random)],
    }
    table = SecondTable(header)
    legal = table.legal()
    yield {"line": header, "state": table.state(), "legal": legal}
    while legal:
        move = random.choice(legal)
        table.do(move)
        legal = table.legal()
        yield {"line": move, "state": table.state(), "legal": legal}


def in_any_order(legal: list[dict[str, Any]]) -> set[frozenset[tuple[str, Any]]]:
    moves = {frozenset(move.items()) for move in legal}
    assert len(moves) == len(legal)
    return moves


@pytest.mark.parametrize("refill", ["auto", "manual"])
@pytest.mark.parametrize("bundle", range(10))
def test_replay_agrees_with_the_second_table(bundle: int, refill: str) -> None:
    random = Random(f"{refill} {bundle}")
    reasons = []
    for _ in range(GAMES_IN_A_BUNDLE):
        expected = list(random_record(random, refill))
        replayed = map(json.loads, as_json(json.dumps(one["line"]) for one in expected))
        for number, (one, given) in enumerate(zip(expected, replayed, strict=True)):
            assert given["n"] == number
            assert given["state"] == one["state"]
            assert in_any_order(given["legal"]) == in_any_order(one["legal"])
        reasons.append(expected[-1]["state"]["result"]["reason"])
    assert set(reasons) == {"out", "fewest"}
