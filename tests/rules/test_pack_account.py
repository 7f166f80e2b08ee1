"""The readable account of a record of The Pack, in both languages."""

from collections.abc import Sequence

import pytest

from engine.cards import DECK, Card
from engine.pack import Choose, Flip, Move, Pack, Pickup, Rules, begin
from engine.records import Entry, as_text, entry_line, header_line
from firmware_host.accounts import account
from firmware_host.accounts.pack import PackTeller
from firmware_host.words import words_in
from tests.rules.pack_table import GONE, cards, play, table

NAMES = ("Ana", "Ben\x1b")


def dealt(top: str, rules: Rules | None = None) -> Pack:
    """Deal to two from a deck that begins with the cards of `top`."""
    first = cards(top)
    rest = tuple(card for card in DECK if card not in first)
    return begin(rules or Rules(), (first + rest,), 2, 0)


def told(
    state: Pack, *lines: dict[str, object], names: Sequence[str] | None = NAMES, lang: str = "en"
) -> list[str]:
    header = header_line(state, names=names)
    return list(account([as_text(line) for line in (header, *lines)], words_in(lang)))


# Hidden 2C 3C 4C for Ana and 2D 3D 4D for Ben, then in hand 5 to T of clubs and of diamonds.
EVENLY = dealt("2C 2D 3C 3D 4C 4D 5C 5D 6C 6D 7C 7D 8C 8D 9C 9D TC TD 3S AC KC")
BEGUN = (
    entry_line(Choose(0, cards("7C 8C 9C")), 10**9),
    entry_line(Choose(1, cards("7D 8D 9D")), 3 * 10**9),
    entry_line(play(0, "5C"), 4 * 10**9),
    entry_line(play(1, "TD"), 6_500_000_000),
    entry_line(play(1, "5D")),
)


def test_a_game_is_told_from_the_choice_of_three_on() -> None:
    assert told(EVENLY, *BEGUN) == [
        "The Pack: Ana and Ben?",
        "    0.000  Ana has chosen",
        "    2.000  Ben? has chosen",
        "           Ana lays open 7C 8C 9C",
        "           Ben? lays open 7D 8D 9D",
        "           The start card is 3S: Ana begins",
        "    3.000  Ana plays 5C on 3S and draws 1",
        "    5.500  Ben? plays TD on 5C and draws 1; the pile of 3 burns",
        "           Ben? leads 5D and draws 1",
        "The record ends before the game does.",
    ]


def test_it_is_told_in_norwegian_too() -> None:
    assert told(EVENLY, *BEGUN, names=None, lang="nb") == [
        "Kortstokken: plass 1 og plass 2",
        "    0,000  plass 1 har valgt",
        "    2,000  plass 2 har valgt",
        "           plass 1 legger åpent 7C 8C 9C",
        "           plass 2 legger åpent 7D 8D 9D",
        "           Startkortet er 3S: plass 1 begynner",
        "    3,000  plass 1 spiller 5C på 3S og trekker 1",
        "    5,500  plass 2 spiller TD på 5C og trekker 1; bunken på 3 brenner",
        "           plass 2 spiller ut 5D og trekker 1",
        "Filen slutter før spillet gjør det.",
    ]


def test_nothing_is_told_of_a_choice_before_all_have_chosen() -> None:
    assert told(EVENLY, BEGUN[0]) == [
        "The Pack: Ana and Ben?",
        "    0.000  Ana has chosen",
        "The record ends before the game does.",
    ]


def test_house_rules_are_named_at_the_head() -> None:
    ruled = dealt("2C", Rules(several_face_up=True, voluntary_pickup=True))
    assert told(ruled)[0] == "The Pack: Ana and Ben?; house rules: More open cards, Take at will"
    assert told(ruled, lang="nb")[0] == (
        "Kortstokken: Ana og Ben?; husregler: Flere åpne kort, Ta når du vil"
    )


# Single moves, at tables laid for them.


def line(before: Pack, move: Move, lang: str = "en") -> str:
    """Tell one move by Ana."""
    teller = PackTeller(("Ana", "Ben"), words_in(lang))
    (only,) = teller.told(Entry(2, move), before, before.after(move))
    return only


FULL = "3C 4C 5C"


@pytest.mark.parametrize(
    ("before", "move", "en", "nb"),
    [
        pytest.param(
            table("4C 4D 9S KH", FULL, discard="3S"),
            play(0, "4C 4D"),
            "Ana plays 4C 4D on 3S",
            "Ana spiller 4C 4D på 3S",
            id="two of a rank",
        ),
        pytest.param(
            table("4C 4D 9S", FULL, discard="4S 4H"),
            play(0, "4C 4D"),
            "Ana plays 4C 4D on 4H; four of a kind clear the pile of 4",
            "Ana spiller 4C 4D på 4H; fire like fjerner bunken på 4",
            id="four of a kind",
        ),
        pytest.param(
            table("3C 4D", FULL, discard="5S 9S"),
            Pickup(0),
            "Ana takes 2 cards",
            "Ana tar 2 kort",
            id="the pile is taken",
        ),
        pytest.param(
            table("3C 4D", FULL, discard="9S"),
            Pickup(0),
            "Ana takes 1 card",
            "Ana tar 1 kort",
            id="a pile of one",
        ),
        pytest.param(
            table("", FULL, discard="5S QS", take_one_face_up=True),
            Pickup(0, Card.parse("9D")),
            "Ana takes 2 cards, with 9D from the table",
            "Ana tar 2 kort, og 9D fra bordet",
            id="an open card goes along",
        ),
        pytest.param(
            table("", FULL, discard="3S"),
            play(0, "9D"),
            "Ana plays 9D on 3S, from the table",
            "Ana spiller 9D på 3S, fra bordet",
            id="an open card",
        ),
        pytest.param(
            table("", FULL, discard="3S", ups=(GONE, GONE)),
            Flip(0, 1),
            "Ana turns over 8D: it goes on 3S",
            "Ana snur 8D: det går på 3S",
            id="a hidden card that goes",
        ),
        pytest.param(
            table("", FULL, discard="3S KS", ups=(GONE, GONE)),
            Flip(0, 1),
            "Ana turns over 8D: it does not go on KS; takes up 3",
            "Ana snur 8D: det går ikke på KS; tar opp 3",
            id="a hidden card that does not",
        ),
        pytest.param(
            table("", FULL, ups=(GONE, GONE)),
            Flip(0, 1),
            "Ana turns over 8D and leads it",
            "Ana snur 8D og spiller det ut",
            id="a hidden card on nothing",
        ),
        pytest.param(
            table("", FULL, discard="3S KS", ups=(GONE, GONE), downs=("TC 8D 8H", "8C 8S 9S")),
            Flip(0, 0),
            "Ana turns over TC: it goes on KS; the pile of 3 burns",
            "Ana snur TC: det går på KS; bunken på 3 brenner",
            id="a hidden ten",
        ),
    ],
)
def test_a_move_is_told_as_everybody_saw_it(before: Pack, move: Move, en: str, nb: str) -> None:
    assert [line(before, move, lang) for lang in ("en", "nb")] == [en, nb]


def test_the_end_tells_who_won_and_what_the_others_held() -> None:
    last = table(
        "", FULL, "KS", discard="3S", ups=(GONE,) * 3, downs=("-- 8D --",) + ("-- -- 9C",) * 2
    )
    over = last.after(Flip(0, 1))
    names = ("Ana", "Ben", "Cleo")
    assert PackTeller(names, words_in("en")).ending(over) == (
        "Ana wins: out of cards. Left: Ben 4, Cleo 2."
    )
    assert PackTeller(names, words_in("nb")).ending(over) == (
        "Ana vinner: kvitt alle kortene. Igjen: Ben 4, Cleo 2."
    )
