"""Match records of The Pack: what is written and read back, replay's states, and bad lines."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from engine.cards import DECK
from engine.jsonl import LineError
from engine.pack import Choose, Flip, Move, Pickup, Play, Rules, begin, unshuffled
from engine.records import as_text, entry_line, header_line, read_record
from engine.replay import as_json, replay
from tests.rules.pack_table import cards, choose, play

# Hands: 2D 4D 7C 9C JC KC and AD 3D 5D 8C TC QC; then 6D is turned, and 7D 8D ... are drawn.
DEALT = begin(Rules(), unshuffled(2), 2, 0)
HEADER = header_line(DEALT)
CHOSEN: list[dict[str, Any]] = [
    {"move": "choose", "seat": 0, "cards": ["4D", "9C", "KC"]},
    {"move": "choose", "seat": 1, "cards": ["AD", "3D", "TC"]},
]
PLAYED: dict[str, Any] = {"move": "play", "seat": 0, "cards": ["7C"]}
NAMES = [str(card) for card in DECK]


def record(*lines: Mapping[str, Any] | str) -> list[str]:
    return [line if isinstance(line, str) else json.dumps(line) for line in lines]


def replayed(*lines: Mapping[str, Any] | str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in as_json(record(*lines))]


def without(line: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name != key}


def test_a_header_is_written_by_the_format_and_read_back_as_it_was() -> None:
    dealt = begin(Rules(take_one_face_up=True), unshuffled(3), 3, 2)
    names = ("Ana", "Bén", "Cyd")
    line = header_line(dealt, names=names, seed=7, started="2026-01-31T18:00:00Z")
    assert list(line) == [
        "spytt", "game", "players", "first", "rules", "deal", "seed", "started", "names",
    ]  # fmt: skip
    assert (line["game"], line["players"], line["first"]) == ("pack", 3, 2)
    assert line["rules"] == {"take_one_face_up": True}
    assert line["deal"] == NAMES * 2
    header, _ = read_record([as_text(line)])
    assert header.dealt == dealt
    assert header.names == names


def test_the_header_of_a_game_under_way_tells_how_it_was_dealt() -> None:
    assert header_line(DEALT.after(choose(0, "4D 9C KC"))) == HEADER


WRITTEN: list[tuple[Move, str]] = [
    (choose(0, "3H KS AD"), '{"move":"choose","seat":0,"cards":["3H","KS","AD"]}'),
    (play(4, "7H 7D"), '{"move":"play","seat":4,"cards":["7H","7D"]}'),
    (Flip(0, 2), '{"move":"flip","seat":0,"slot":2}'),
    (Pickup(0), '{"move":"pickup","seat":0}'),
    (Pickup(0, *cards("KS")), '{"move":"pickup","seat":0,"card":"KS"}'),
]


@pytest.mark.parametrize(("move", "text"), WRITTEN, ids=[text for _, text in WRITTEN])
def test_a_line_is_written_by_the_format_and_read_back_as_it_was(move: Move, text: str) -> None:
    assert as_text(entry_line(move)) == text
    _, entries = read_record([as_text(HEADER), text])
    assert [entry.what for entry in entries] == [move]


def test_while_cards_are_chosen_nothing_is_legal_and_a_choice_lies_open_to_the_referee() -> None:
    dealt, once = replayed(HEADER, CHOSEN[1])
    assert dealt["state"] == {
        "phase": "choose",
        "turn": 0,
        "draw": 34,
        "discard": [],
        "burnt": 0,
        "hands": [["2D", "4D", "7C", "9C", "JC", "KC"], ["3D", "5D", "8C", "TC", "QC", "AD"]],
        "up": [[], []],
        "down": [[True, True, True], [True, True, True]],
        "result": None,
    }
    assert dealt["legal"] == once["legal"] == []
    assert once["state"]["up"] == [[], ["AD", "3D", "TC"]]
    assert once["state"]["hands"][1] == ["5D", "8C", "QC"]


def test_the_last_choice_turns_the_start_card_and_the_first_player_may_play() -> None:
    *_, begun = replayed(HEADER, *CHOSEN)
    assert begun["n"] == 2
    assert begun["state"]["phase"] == "play"
    assert (begun["state"]["discard"], begun["state"]["draw"]) == (["6D"], 33)
    assert begun["legal"] == [
        {"move": "play", "seat": 0, "cards": [card]} for card in ("2D", "JC", "7C")
    ]


def test_cards_are_played_in_the_order_named_and_drawn_for() -> None:
    *_, after = replayed(HEADER, *CHOSEN, PLAYED)
    assert after["state"]["discard"] == ["6D", "7C"]
    assert after["state"]["hands"][0] == ["2D", "7D", "JC"]
    assert after["state"]["turn"] == 1
    assert after["state"]["result"] is None


def test_replay_gives_the_states_that_the_moves_gave() -> None:
    lines = record(HEADER, *CHOSEN, PLAYED)
    states = [step.state for step in replay(lines)[1]]
    first, second = (Choose(line["seat"], cards(" ".join(line["cards"]))) for line in CHOSEN)
    assert states[1:] == [
        DEALT.after(first),
        DEALT.after(first).after(second),
        DEALT.after(first).after(second).after(Play(0, cards("7C"))),
    ]


def with_deck(deck: object) -> dict[str, Any]:
    return {**HEADER, "deal": deck}


BAD_HEADERS: list[tuple[str, Mapping[str, Any], str]] = [
    ("one player", {**HEADER, "players": 1}, '"players" must be from 2 to 5, not 1'),
    ("six players", {**HEADER, "players": 6}, '"players" must be from 2 to 5, not 6'),
    ("no players", without(HEADER, "players"), 'the key "players" is missing'),
    ("no first", without(HEADER, "first"), 'the key "first" is missing'),
    ("a first who does not play", {**HEADER, "first": 2}, '"first" must be from 0 to 1, not 2'),
    ("no rules", without(HEADER, "rules"), 'the key "rules" is missing'),
    ("a rule of Spit", {**HEADER, "rules": {"refill": "auto"}}, 'unknown key "rules.refill"'),
    (
        "a rule that is 1",
        {**HEADER, "rules": {"voluntary_pickup": 1}},
        '"rules.voluntary_pickup" must be true or false, not 1',
    ),
    ("two decks for two", with_deck(NAMES * 2), '"deal" must be a list of 52, not a list of 104'),
    ("one deck for three", {**HEADER, "players": 3}, '"deal" must be a list of 104, not a list of'),
    ("no card", with_deck(["1S", *NAMES[1:]]), "'1S' is not a card: write a rank"),
    ("not a string", with_deck([None, *NAMES[1:]]), '"deal[0]" must be a string, not null'),
    (
        "a card twice",
        with_deck(["KS", *NAMES[1:]]),
        "the deck of 2 players must hold each card once: it has 52 cards and lacks AC",
    ),
    ("three names", {**HEADER, "names": ["A", "B", "C"]}, '"names" must be a list of 2, not a'),
    ("an unknown key", {**HEADER, "wind": 1}, 'unknown key "wind": remove it'),
]


@pytest.mark.parametrize(
    ("header", "words"), [pytest.param(line, words, id=what) for what, line, words in BAD_HEADERS]
)
def test_a_bad_header_is_told_with_line_1(header: Mapping[str, Any], words: str) -> None:
    with pytest.raises(LineError) as refused:
        replayed(header)
    assert (refused.value.line, refused.value.what[: len(words)]) == (1, words)


BAD_LINES: list[tuple[str, Mapping[str, Any], str]] = [
    (
        "a move of Spit",
        {"move": "draw", "seat": 0},
        '"move" must be choose or play or flip or pick',
    ),
    ("no seat", without(PLAYED, "seat"), 'the key "seat" is missing'),
    ("a sixth seat", {**PLAYED, "seat": 5}, '"seat" must be from 0 to 4, not 5'),
    ("a third seat of two", {**PLAYED, "seat": 2}, "against the rules: it is seat 0's turn, not"),
    ("no cards", without(PLAYED, "cards"), 'the key "cards" is missing'),
    ("cards that are no list", {**PLAYED, "cards": "7C"}, '"cards" must be a list, not "7C"'),
    ("an empty play", {**PLAYED, "cards": []}, "cards of one rank are played, one or more (P6)"),
    ("two ranks", {**PLAYED, "cards": ["7C", "JC"]}, "cards of one rank are played, one or more"),
    ("no card", {**PLAYED, "cards": ["C7"]}, "'C7' is not a card: write a rank"),
    ("a long no card", {**PLAYED, "cards": ["C" * 999]}, f"'{'C' * 20}' is not a card: write"),
    ("a card not held", {**PLAYED, "cards": ["8C"]}, "against the rules: seat 0's hand lacks 8C"),
    (
        "a choice of two",
        {**CHOSEN[0], "cards": ["4D", "9C"]},
        '"cards" must be a list of 3, not a list of 2',
    ),
    ("a choice too late", CHOSEN[0], "against the rules: seat 0 has chosen its face-up cards"),
    ("a fourth slot", {"move": "flip", "seat": 0, "slot": 3}, '"slot" must be from 0 to 2, not 3'),
    (
        "a flip too early",
        {"move": "flip", "seat": 0, "slot": 0},
        "against the rules: face-down cards come last",
    ),
    ("a pick-up of no card", {"move": "pickup", "seat": 0, "card": 1}, '"card" must be a string'),
    (
        "a pick-up by who can play",
        {"move": "pickup", "seat": 0},
        "against the rules: who can play, or turn a card over, must (P11, P14)",
    ),
    ("an unknown key", {**PLAYED, "slot": 1}, 'unknown key "slot": remove it'),
    (
        "a refused press",
        {"refused": "play", "seat": 0, "cards": ["7C"]},
        "The Pack has no refused presses: remove this line",
    ),
]


@pytest.mark.parametrize(
    ("bad", "words"), [pytest.param(line, words, id=what) for what, line, words in BAD_LINES]
)
def test_a_bad_line_is_told_with_its_number(bad: Mapping[str, Any], words: str) -> None:
    with pytest.raises(LineError) as refused:
        replayed(HEADER, *CHOSEN, bad, PLAYED)
    assert (refused.value.line, refused.value.what[: len(words)]) == (4, words)


def test_an_illegal_choice_is_told_with_its_number() -> None:
    with pytest.raises(LineError, match="line 2: against the rules: seat 0's hand lacks AD"):
        replayed(HEADER, {**CHOSEN[0], "cards": ["4D", "9C", "AD"]})
