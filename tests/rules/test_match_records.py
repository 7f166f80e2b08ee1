"""Match records: what is read, what is written, and what each bad line is told."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from engine.cards import DECK
from engine.jsonl import LineError
from engine.judge import Refusal, Why
from engine.records import as_text, entry_line, header_line, read_record
from engine.replay import as_json, replay
from engine.spit import SPIT, Draw, Play, Refill, Rules, deal

# Seat 0's deck begins AC 2C 3C 4C, then 5C; seat 1's KS QS JS TS, then 9S: 4C fits 5C, TS fits 9S.
DEALT = deal(Rules(), (DECK, DECK[::-1]))
HEADER = header_line(DEALT)
TURNED: dict[str, Any] = {"move": "spit"}
PLAYED: dict[str, Any] = {"move": "play", "seat": 0, "slot": 3, "pile": 0}
REFUSED: dict[str, Any] = {"refused": "play", "seat": 1, "slot": 0, "pile": 0, "why": "misfit"}


def record(*lines: Mapping[str, Any] | str) -> list[str]:
    return [line if isinstance(line, str) else json.dumps(line) for line in lines]


def without(line: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name != key}


def with_deal(*decks: object) -> dict[str, Any]:
    return {**HEADER, "deal": list(decks)}


NAMES = [str(card) for card in DECK]

BAD_HEADERS: list[tuple[str, Mapping[str, Any] | str, str]] = [
    ("no header", PLAYED, 'no header: a match record begins with {"spytt":1,"game":...}'),
    ("a trace", {"spytt_trace": 1}, "this is an input trace, not a match record: spytt arbitrate"),
    ("a later version", {**HEADER, "spytt": 2}, "match records of version 2 are not known here"),
    ("a version that is no number", {**HEADER, "spytt": True}, '"spytt" must be a whole number'),
    ("chess", {**HEADER, "game": "chess"}, "\"game\" must be spit or pack, not 'chess'"),
    ("no game", without(HEADER, "game"), 'the key "game" is missing'),
    ("no rules", without(HEADER, "rules"), 'the key "rules" is missing'),
    ("no deal", without(HEADER, "deal"), 'the key "deal" is missing'),
    ("an unknown rule", {**HEADER, "rules": {"undo": 1}}, 'unknown key "rules.undo": remove it'),
    ("a wrong refill", {**HEADER, "rules": {"refill": 1}}, '"rules.refill" must be auto or manual'),
    (
        "a lockout out of range",
        {**HEADER, "rules": {"lockout_ms": 10_001}},
        '"rules.lockout_ms" must be from 0 to 10000, not 10001',
    ),
    ("one deck", with_deal(NAMES), '"deal" must be a list of 2, not a list of 1'),
    ("a short deck", with_deal(NAMES, NAMES[1:]), '"deal[1]" must be a list of 52, not a list of'),
    ("no card", with_deal(["1S", *NAMES[1:]], NAMES), "'1S' is not a card: write a rank"),
    ("not a string", with_deal([7, *NAMES[1:]], NAMES), '"deal[0][0]" must be a string, not 7'),
    (
        "a card twice",
        with_deal(["KS", *NAMES[1:]], NAMES),
        "seat 0's deck must hold each of the 52 cards once: it has 52 and lacks AC",
    ),
    ("an unknown key", {**HEADER, "wind": 1}, 'unknown key "wind": remove it'),
    ("one name", {**HEADER, "names": ["Ana"]}, '"names" must be a list of 2, not a list of 1'),
    ("a seed in words", {**HEADER, "seed": "x"}, '"seed" must be a whole number, not "x"'),
    ("a local time", {**HEADER, "started": "2026-01-31T18:00:00"}, '"started" must be ISO 8601'),
    ("no month", {**HEADER, "started": "2026-13-31T18:00:00Z"}, '"started" must be ISO 8601'),
    ("no JSON", "spit!", "not JSON: Expecting value (column 1)"),
]

BAD_LINES: list[tuple[str, Mapping[str, Any] | str, str]] = [
    ("neither move nor refusal", {"t": 5}, 'neither "move" nor "refused" stands here'),
    ("an unknown move", {"move": "flip"}, '"move" must be spit or play or draw, not "flip"'),
    ("no seat", without(PLAYED, "seat"), 'the key "seat" is missing'),
    ("a third seat", {**PLAYED, "seat": 2}, '"seat" must be from 0 to 1, not 2'),
    ("a fifth slot", {**PLAYED, "slot": 4}, '"slot" must be from 0 to 3, not 4'),
    ("a third pile", {**PLAYED, "pile": 2}, '"pile" must be from 0 to 1, not 2'),
    ("a seat that is true", {**PLAYED, "seat": True}, '"seat" must be a whole number, not true'),
    ("an unknown key", {**PLAYED, "card": "4C"}, 'unknown key "card": remove it'),
    ("a spit with a seat", {**TURNED, "seat": 0}, 'unknown key "seat": remove it'),
    (
        "a negative instant",
        {**PLAYED, "t": -1},
        '"t" must be from 0 to 9223372036854775807, not -1',
    ),
    ("a tie that is 1", {**PLAYED, "tie": 1}, '"tie" must be true or false, not 1'),
    ("move and refusal", {**REFUSED, **PLAYED}, 'unknown key "refused": remove it'),
    ("a refused draw", {**REFUSED, "refused": "draw"}, '"refused" must be play, not "draw"'),
    ("an unknown why", {**REFUSED, "why": "slow"}, '"why" must be beaten or misfit or lockout'),
    ("no why", without(REFUSED, "why"), 'the key "why" is missing'),
    (
        "a margin below 0",
        {**REFUSED, "margin_ns": -1},
        '"margin_ns" must be from 0 to 9223372036854775807, not -1',
    ),
    ("a margin of null", {**REFUSED, "margin_ns": None}, '"margin_ns" must be a whole number'),
    ("a refused fifth slot", {**REFUSED, "slot": 4}, '"slot" must be from 0 to 3, not 4'),
    ("a spit too many", TURNED, "against the rules: cards are turned only when nobody can play"),
    (
        "a card that does not fit",
        {**PLAYED, "slot": 0},
        "against the rules: AC does not go on 5C: it must be one rank away, ace high or low (S3)",
    ),
    ("a draw under auto", {"move": "draw", "seat": 0}, "against the rules: slots fill by themsel"),
    ("a blank line", "", "the line is blank: remove it"),
]


def told(*lines: Mapping[str, Any] | str) -> tuple[int, str]:
    """Replay until the error; give its line and its words."""
    with pytest.raises(LineError) as refused:
        list(as_json(record(*lines)))
    return refused.value.line, refused.value.what


@pytest.mark.parametrize(
    ("header", "words"), [pytest.param(line, words, id=what) for what, line, words in BAD_HEADERS]
)
def test_a_bad_header_is_told_with_line_1(header: Mapping[str, Any] | str, words: str) -> None:
    line, what = told(header, TURNED)
    assert (line, what[: len(words)]) == (1, words)


@pytest.mark.parametrize(
    ("bad", "words"), [pytest.param(line, words, id=what) for what, line, words in BAD_LINES]
)
def test_a_bad_line_is_told_with_its_number(bad: Mapping[str, Any] | str, words: str) -> None:
    line, what = told(HEADER, TURNED, bad, PLAYED)
    assert (line, what[: len(words)]) == (3, words)


def test_an_empty_file_is_told_as_such() -> None:
    assert told() == (1, "the file is empty: a match record begins with its header")


def test_a_play_before_the_first_spit_is_against_the_rules() -> None:
    assert told(HEADER, PLAYED) == (
        2,
        "against the rules: nothing lies there yet: cards are turned first (S2)",
    )


def test_what_stands_before_the_bad_line_is_replayed() -> None:
    replayed = as_json(record(HEADER, TURNED, "?", PLAYED))
    assert [json.loads(next(replayed))["n"] for _ in range(2)] == [0, 1]
    with pytest.raises(LineError):
        next(replayed)
    assert list(replayed) == []


def test_a_refused_press_gives_no_state_and_counts_for_nothing() -> None:
    replayed = [json.loads(line) for line in as_json(record(HEADER, TURNED, REFUSED, PLAYED))]
    assert [line["n"] for line in replayed] == [0, 1, 2]
    steps = list(replay(record(HEADER, TURNED, REFUSED, PLAYED))[1])
    assert [step.n for step in steps] == [0, 1, 1, 2]
    assert steps[2].state is steps[1].state


def test_the_dealt_state_is_stuck_and_offers_the_spit() -> None:
    (dealt,) = as_json(record(HEADER))
    assert json.loads(dealt) == {
        "n": 0,
        "state": {
            "stocks": [48, 48],
            "layouts": [["AC", "2C", "3C", "4C"], ["KS", "QS", "JS", "TS"]],
            "piles": [None, None],
            "stuck": True,
            "result": None,
        },
        "legal": [{"move": "spit"}],
    }


WRITTEN = [
    (SPIT, None, False, '{"move":"spit"}'),
    (Play(0, 1, 0), 12, False, '{"move":"play","seat":0,"slot":1,"pile":0,"t":12}'),
    (Draw(1), 0, True, '{"move":"draw","seat":1,"t":0,"tie":true}'),
    (
        Refusal(Play(1, 0, 0), Why.BEATEN, 4_100_000),
        None,
        True,
        '{"refused":"play","seat":1,"slot":0,"pile":0,"why":"beaten","margin_ns":4100000,"tie":true}',
    ),
]


@pytest.mark.parametrize(("what", "at_ns", "tie", "text"), WRITTEN, ids=[w[3] for w in WRITTEN])
def test_a_line_is_written_by_the_format_and_read_back_as_it_was(
    what: Play | Refusal, at_ns: int | None, tie: bool, text: str
) -> None:
    line = entry_line(what, at_ns, tie)
    assert as_text(line) == text
    _, entries = read_record([as_text(HEADER), as_text(line)])
    (entry,) = entries
    assert (entry.line, entry.what, entry.at_ns, entry.tie) == (2, what, at_ns, tie)


def test_a_header_is_written_by_the_format_and_read_back_as_it_was() -> None:
    dealt = deal(Rules(Refill.MANUAL, 250), (DECK, DECK))
    line = header_line(dealt, names=("Ana", "Bén"), seed=7, started="2026-01-31T18:00:00.5Z")
    assert line["rules"] == {"refill": "manual", "lockout_ms": 250}
    header, _ = read_record([as_text(line)])
    assert header.dealt == dealt
    assert (header.names, header.seed) == (("Ana", "Bén"), 7)
    assert header.started == "2026-01-31T18:00:00.5Z"


def test_a_header_without_notes_holds_none() -> None:
    header, _ = read_record([as_text(HEADER)])
    assert (header.names, header.seed, header.started) == (None, None, None)
    assert list(HEADER) == ["spytt", "game", "rules", "deal"]


def test_silence_about_the_house_rules_means_the_defaults() -> None:
    header, _ = read_record(record({**HEADER, "rules": {}}))
    assert header.dealt == DEALT
