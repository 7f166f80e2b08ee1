"""A thousand random games for each number of seats, by the engine and by a second table.

The second table shares no code with the engine. The house rules are drawn for each game.
"""

import json
from random import Random
from typing import Any

import pytest

from engine import pack
from engine.jsonl import Fields, parse_line
from engine.replay import as_json
from tests.playthroughs.second_pack import SecondPack

SEATS = (2, 3, 4, 5)
BUNDLES = 10
GAMES_IN_A_BUNDLE = 100
LONGEST = 200
LOOKS = 0.15
"""How often both tables are compared after a move."""
HOUSE_RULES = ("several_face_up", "four_plays_again", "take_one_face_up", "voluntary_pickup")
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
WHIMS = (*(0.02,) * 16, *(0.1,) * 3, 1)
KEPT_FOR_LATER = "3456789JQKA2T"

Line = dict[str, Any]


class BothTables:
    """One game on both tables.

    What differs once stays so, and a move that is legal on one only is refused or never offered:
    a look now and then, and one at the end, misses nothing for long.
    """

    def __init__(self, header: Line) -> None:
        self.second = SecondPack(header)
        self.state = pack.read_deal(parse_line(json.dumps(header), 1))
        self.legal: list[Line] = []

    def do(self, line: Line) -> None:
        self.second.do(line)
        self.state = self.state.after(pack.read_move(Fields(2, dict(line))))
        self.legal = self.second.legal()

    def look(self) -> None:
        assert self.state.as_json() == self.second.state()
        given = [move.as_line() for move in self.state.legal_moves()]
        assert in_any_order(given) == in_any_order(self.legal)


def in_any_order(legal: list[Line]) -> set[tuple[Any, ...]]:
    moves = {
        (line["move"], line["seat"], line.get("slot"), line.get("card"), *line.get("cards", ()))
        for line in legal
    }
    assert len(moves) == len(legal)
    return moves


def random_header(random: Random, seats: int) -> Line:
    deck = DECK * (1 if seats == 2 else 2)
    return {
        "spytt": 1,
        "game": "pack",
        "players": seats,
        "first": random.randrange(seats),
        "rules": {rule: True for rule in HOUSE_RULES if random.random() < 0.3},
        "deal": random.sample(deck, len(deck)),
    }


def random_choices(random: Random, hands: list[list[str]]) -> list[Line]:
    return [
        {"move": "choose", "seat": seat, "cards": random.sample(hands[seat], 3)}
        for seat in random.sample(range(len(hands)), len(hands))
    ]


def random_move(random: Random, legal: list[Line], whim: float) -> Line:
    """Get rid of many low cards, as people do; but, as often as `whim`, do anything."""
    if legal[0]["move"] != "play" or random.random() < whim:
        return random.choice(legal)
    plays = [line for line in legal if line["move"] == "play"]
    return min(
        plays, key=lambda line: (KEPT_FOR_LATER.index(line["cards"][0][0]), -len(line["cards"]))
    )


@pytest.mark.parametrize("bundle", range(BUNDLES))
@pytest.mark.parametrize("seats", SEATS)
def test_the_engine_agrees_with_the_second_table(seats: int, bundle: int) -> None:
    random = Random(f"{seats} {bundle}")
    ended = 0
    for _ in range(GAMES_IN_A_BUNDLE):
        tables = BothTables(random_header(random, seats))
        for line in random_choices(random, tables.second.hands):
            tables.do(line)
        whim = random.choice(WHIMS)
        for _ in range(LONGEST):
            if not tables.legal:
                break
            tables.do(random_move(random, tables.legal, whim))
            if random.random() < LOOKS:
                tables.look()
        tables.look()
        ended += tables.state.result is not None
    assert ended > GAMES_IN_A_BUNDLE // 2


@pytest.mark.parametrize("seats", SEATS)
def test_replay_prints_the_second_tables_states(seats: int) -> None:
    random = Random(seats)
    header = random_header(random, seats)
    table = SecondPack(header)
    lines, states = [header], [table.state()]
    waiting = random_choices(random, table.hands)
    while waiting:
        table.do(line := waiting.pop())
        lines.append(line)
        states.append(table.state())
        if not waiting and (legal := table.legal()):
            waiting = [random_move(random, legal, 0.02)]
    replayed = [json.loads(text) for text in as_json(map(json.dumps, lines))]
    assert [one["n"] for one in replayed] == list(range(len(states)))
    assert [one["state"] for one in replayed] == states
    assert states[-1]["result"]["reason"] == "out"
