"""The readable account of a record of Spit, as `spytt replay` prints it."""

from collections.abc import Iterator
from random import Random

import pytest

from engine.cards import DECK
from engine.game import Reason, Result
from engine.judge import Refusal, Why
from engine.records import as_text, entry_line, header_line
from engine.spit import DRAWS, SPIT, Move, Play, Refill, Rules, Spit, deal
from firmware_host.accounts import account
from firmware_host.words import words_in

# Seat 0's deck begins AC 2C 3C 4C, then 5C 6C; seat 1's KS QS JS TS, then 9S 8S.
DEALT = deal(Rules(Refill.MANUAL), (DECK, DECK[::-1]))


def told(
    dealt: Spit,
    *lines: dict[str, object],
    names: tuple[str, str] | None = None,
    lang: str = "en",
) -> list[str]:
    header = header_line(dealt, names=names)
    return list(account([as_text(line) for line in (header, *lines)], words_in(lang)))


def test_a_game_is_told_move_by_move_with_the_refused_presses() -> None:
    start = 5_000_000_000
    aimed = Play(1, 3, 0)
    assert told(
        DEALT,
        entry_line(SPIT),
        entry_line(Play(0, 3, 0), start),
        entry_line(Refusal(aimed, Why.BEATEN, 3_440_000), start + 3_440_000),
        entry_line(Refusal(aimed, Why.BEATEN)),
        entry_line(Refusal(aimed, Why.MISFIT), start + 1_000_000_000),
        entry_line(Refusal(aimed, Why.LOCKOUT)),
        entry_line(Refusal(Play(0, 3, 1), Why.LOCKOUT)),
        entry_line(DRAWS[0], start + 1_500_000_000),
        entry_line(Play(1, 3, 1), start + 2_000_000_000, tie=True),
        names=("Ana", "Ben\x1b"),
    ) == [
        "Spit, refill manual: Ana against Ben?",
        "           Spit! 5C (left) and 9S (right)",
        "    0.000  Ana plays 4C on 5C (left)",
        "    0.003  Ben? with TS at left: beaten by 3.4 ms",
        "           Ben? with TS at left: beaten",
        "    1.000  Ben? with TS at left: does not fit",
        "           Ben? with TS at left: piles resting",
        "           Ana with no card at right: piles resting",
        "    1.500  Ana draws 6C",
        "    2.000  Ben? plays TS on 9S (right) (photo finish)",
        "The record ends before the game does.",
    ]


def test_the_account_speaks_norwegian_too() -> None:
    start = 5_000_000_000
    aimed = Play(1, 3, 0)
    assert told(
        DEALT,
        entry_line(SPIT),
        entry_line(Play(0, 3, 0), start),
        entry_line(Refusal(aimed, Why.BEATEN, 3_440_000), start + 3_440_000),
        entry_line(Refusal(aimed, Why.MISFIT), start + 1_000_000_000),
        entry_line(Refusal(Play(0, 3, 1), Why.LOCKOUT)),
        entry_line(DRAWS[0], start + 1_500_000_000),
        entry_line(Play(1, 3, 1), start + 2_000_000_000, tie=True),
        lang="nb",
    ) == [
        "Spytt, påfyll for hånd: plass 1 mot plass 2",
        "           Spytt! 5C (venstre) og 9S (høyre)",
        "    0,000  plass 1 spiller 4C på 5C (venstre)",
        "    0,003  plass 2 med TS mot venstre: slått med 3,4 ms",
        "    1,000  plass 2 med TS mot venstre: passer ikke",
        "           plass 1 med tom hånd mot høyre: bunkene hviler",
        "    1,500  plass 1 trekker 6C",
        "    2,000  plass 2 spiller TS på 9S (høyre) (målfoto)",
        "Filen slutter før spillet gjør det.",
    ]


def test_a_stuck_point_tells_what_each_seat_holds_and_nameless_seats_are_numbered() -> None:
    eight_on_top = (*DECK[:4], DECK[7], *DECK[4:7], *DECK[8:])
    assert told(deal(Rules(), (eight_on_top, eight_on_top)), entry_line(SPIT)) == [
        "Spit, refill auto: seat 1 against seat 2",
        "           Spit! 8C (left) and 8C (right)",
        "           Stuck: seat 1 holds 4 and has 47 in stock, seat 2 holds 4 and has 47 in stock",
        "The record ends before the game does.",
    ]


def random_game(seed: int) -> tuple[Spit, list[Move], Spit]:
    random = Random(seed)
    dealt = deal(Rules(), (tuple(random.sample(DECK, 52)), tuple(random.sample(DECK, 52))))
    table, moves = dealt, []
    while legal := table.legal_moves():
        moves.append(random.choice(legal))
        table = table.after(moves[-1])
    return dealt, moves, table


def games_that_end(result: Result) -> Iterator[tuple[Spit, list[Move]]]:
    for seed in range(1000):
        dealt, moves, ended = random_game(seed)
        if ended.result == result:
            yield dealt, moves


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Result(0, Reason.OUT), "Ana wins: out of cards."),
        (Result(1, Reason.FEWEST), "Ben wins: nobody can play, and fewest cards are left."),
        (Result(None, Reason.FEWEST), "A draw: nobody can play, and both hold as many cards."),
    ],
)
def test_the_last_line_tells_how_the_game_ended(result: Result, words: str) -> None:
    dealt, moves = next(games_that_end(result))
    lines = told(dealt, *(entry_line(move) for move in moves), names=("Ana", "Ben"))
    assert lines[-1] == words


def test_a_spit_names_only_the_cards_that_were_turned() -> None:
    turned_alone = [
        line
        for seed in range(5)
        for dealt, moves, _ in [random_game(seed)]
        for line in told(dealt, *(entry_line(move) for move in moves))
        if "Spit!" in line and " and " not in line
    ]
    assert turned_alone
