"""What bots do in The Pack; they know a view and nothing else."""

from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any

import pytest

from engine.bots import Level
from engine.pack import (
    SEATS,
    Choose,
    Flip,
    Move,
    Pack,
    Phase,
    Pickup,
    Play,
    Rules,
    begin,
    unshuffled,
)
from engine.pack_bots import SLIPS, choose
from engine.pack_hand import cards_in, holding
from tests.rules.pack_table import GONE, cards, shown, table

EASY, NORMAL, HARD = Level
STEADY = 0.999
"""A chance at which every level keeps to its plan."""
CAP = 3000
HOUSES = (
    Rules(),
    Rules(several_face_up=True),
    Rules(four_plays_again=True),
    Rules(take_one_face_up=True),
    Rules(voluntary_pickup=True),
    Rules(True, True, True, True),
)


def played(state: Pack, level: Level, chance: float = STEADY) -> str:
    """Write what the seat on turn chooses: the cards of a play, `flip 1`, `pickup`."""
    match choose(state.view(state.turn), level, chance):
        case Play(_, lying):
            return shown(lying)
        case Flip(_, slot):
            return f"flip {slot}"
        case Pickup(_, None):
            return "pickup"
        case Pickup(_, card):
            return f"pickup {card}"
        case move:
            raise AssertionError(move)


def dealt(seats: int, seed: int, rules: Rules = HOUSES[0]) -> Pack:
    (deck,) = unshuffled(seats)
    shuffled = tuple(Random(seed).sample(deck, len(deck)))
    return begin(rules, (shuffled,), seats, seed % seats)


def positions(state: Pack, luck: Random) -> Iterator[tuple[Pack, int, Level, float, Move]]:
    """Let the levels play by turns, from the choice of three until the game ends or is capped."""
    levels = cycle(Level)
    for seat in range(state.seats):
        level, chance = next(levels), luck.random()
        move = choose(state.view(seat), level, chance)
        yield state, seat, level, chance, move
        state = state.after(move)
    for _ in range(CAP):
        if state.result:
            return
        level, chance = next(levels), luck.random()
        move = choose(state.view(state.turn), level, chance)
        yield state, state.turn, level, chance, move
        state = state.after(move)


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: "+".join(rules.as_json()) or "default")
@pytest.mark.parametrize("seats", SEATS)
def test_every_choice_is_legal_and_the_game_ends_or_reaches_the_cap(
    seats: int, rules: Rules
) -> None:
    turns = 0
    for state, seat, _, _, move in positions(dealt(seats, 5, rules), Random(seats)):
        assert move.seat == seat
        assert state.phase is Phase.CHOOSE or move in state.legal_moves()
        last, turns = state.after(move), turns + (state.phase is Phase.PLAY)
    assert turns == CAP or last.phase is Phase.OVER


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("level", Level)
def test_bots_of_one_level_come_to_an_end(level: Level, seats: int) -> None:
    state, luck = dealt(seats, 11), Random(1)
    for seat in range(seats):
        state = state.after(choose(state.view(seat), level, luck.random()))
    turns = 0
    while not state.result and turns < CAP:
        state = state.after(choose(state.view(state.turn), level, luck.random()))
        turns += 1
    assert state.result


def another_world(state: Pack, seat: int, luck: Random) -> Pack:
    """Deal anew what `seat` may not know: other hands, what lies face down, what is to draw."""
    others = [other for other in range(state.seats) if other != seat]
    deck, drawn = state.deal.deck, state.drawn
    pool = [card for other in others for card in cards_in(state.hands[other])]
    pool += [card for down in state.downs for card in down if card] + list(deck[drawn:])
    luck.shuffle(pool)
    hands = list(state.hands)
    for other in others:
        hands[other] = holding([pool.pop() for _ in cards_in(state.hands[other])])
    downs = tuple(tuple(card and pool.pop() for card in down) for down in state.downs)
    deal = state.deal._replace(deck=(*deck[:drawn], *pool))
    return state._replace(deal=deal, hands=tuple(hands), downs=downs)


@pytest.mark.parametrize("seats", SEATS)
def test_no_choice_depends_on_a_hidden_card(seats: int) -> None:
    luck, changed = Random(3), 0
    for state, seat, level, chance, move in positions(dealt(seats, 7), Random(seats)):
        other = another_world(state, seat, luck)
        changed += other != state
        assert choose(other.view(seat), level, chance) == move
    assert changed > 20


def test_the_others_choice_of_three_changes_nothing_before_all_have_chosen() -> None:
    state = dealt(3, 1)
    hand = state.view(1).hand
    low, high = (state.after(Choose(1, three)) for three in (hand[:3], hand[3:]))
    for level in Level:
        assert choose(low.view(2), level, 0.5) == choose(high.view(2), level, 0.5)


@pytest.mark.parametrize("level", Level)
def test_the_same_view_level_and_chance_give_the_same_move(level: Level) -> None:
    for state, seat, _, chance, _ in positions(dealt(2, 2), Random(2)):
        view, again = state.view(seat), state.view(seat)
        assert choose(view, level, chance) == choose(again, level, chance)


@pytest.mark.parametrize("level", [NORMAL, HARD])
def test_normal_and_hard_lay_tens_twos_and_high_cards_face_up(level: Level) -> None:
    state = table("2C 4D 9H TS KD AS", "", ups=("", ""))
    assert choose(state.view(0), level, 0.0) == Choose(0, cards("AS 2C TS"))


def test_easy_lays_any_three_face_up() -> None:
    view = table("2C 4D 9H TS KD AS", "", ups=("", "")).view(0)
    assert choose(view, EASY, 0.0) == Choose(0, cards("2C 4D 9H"))
    assert choose(view, EASY, STEADY) == Choose(0, cards("TS KD AS"))
    assert len({choose(view, EASY, step / 20) for step in range(20)}) == 20


FEW: dict[str, Any] = {"ups": (GONE, GONE), "downs": ("8C -- --", "8S -- --")}
"""Nobody has cards face up, and each seat has one face down."""
RIVAL_LAST: dict[str, Any] = {"ups": (GONE, GONE), "downs": ("8C -- --", GONE), "rival": "7D"}
"""The rival has one card left."""
RIVAL_UP: dict[str, Any] = {"ups": ("9C 9D 9H", "QC QD --"), "downs": ("8C 8D 8H", "8S -- --")}
"""The rival has two queens face up, and plays them when its hand is empty."""
OWN_UP = {"ups": ("QC KD 6H", "9C 9D 9S")}
TABLE_GONE = {"ups": (GONE, "9C 9D 9H"), "downs": (GONE, "8C 8D 8H")}

STORIES = {
    "easy plays its lowest rank, and all of it": (EASY, "5C 5D 7H", "4S", {}, "5C 5D"),
    "easy takes its two for its lowest card": (EASY, "2C 5D 7H", "4S", {}, "2C"),
    "easy plays its ten where it comes in the row": (EASY, "TC JD QH", "4S", {}, "TC"),
    "normal plays its lowest rank, and all of it": (NORMAL, "5C 5D 7H", "4S", {}, "5C 5D"),
    "normal keeps its two and its ten": (NORMAL, "2C TD AH", "4S", {}, "AH"),
    "normal parts with the two before the ten": (NORMAL, "2C TD 5H", "KS", {}, "2C"),
    "hard also begins with low cards while there are cards to draw": (
        HARD, "5C 5D AH", "4S", {"draw": "3C"}, "5C 5D",
    ),
    "hard plays low when the rival can follow nearly anything": (
        HARD, "3C 3D KH", "3S", {}, "3C 3D",
    ),
    "hard plays a king, on which the rival's queens do not go": (
        HARD, "5C 6D KH", "4S", {**RIVAL_UP, "rival": ""}, "KH",
    ),
    "hard keeps its king when the rival's queens go on all else it has as well": (
        HARD, "5C 6D QH", "4S", {**RIVAL_UP, "rival": ""}, "5C",
    ),
    "hard plays high when the rival is down to one card": (
        HARD, "4C 6D KH", "3S", RIVAL_LAST, "KH",
    ),
    "normal does not look at the rival": (NORMAL, "4C 6D KH", "3S", RIVAL_LAST, "4C"),
    "hard keeps one of its aces": (
        HARD, "AC AD", "9S 9H 9D 3C KS", {**RIVAL_UP, "rival": "3D"}, "AC",
    ),
    "hard ends the game with both of its aces": (HARD, "AC AD", "KS", TABLE_GONE, "AC AD"),
    "hard burns the pile when one more play ends the game": (
        HARD, "TC 6D 6H", "5S", TABLE_GONE, "TC",
    ),
    "hard burns the pile to turn its last card over on none": (HARD, "TC", "5S", FEW, "TC"),
    "hard does not break a rank that the next seat will follow": (
        HARD, "6C 6D 6H KS", "5S", {"draw": "3C"}, "6C 6D 6H",
    ),
    "hard does not clear a pile with four for the rival to lead": (
        HARD, "7C 8D", "7D 7H 7S", {"draw": "3C"}, "8D",
    ),
    "hard clears it where it plays again": (
        HARD, "7C 8D", "7D 7H 7S", {"draw": "3C", "four_plays_again": True}, "7C",
    ),
    "who can only take the pile takes it": (HARD, "3C", "KS", {}, "pickup"),
    "normal takes its least face-up card along": (
        NORMAL, "", "AS", {**OWN_UP, "take_one_face_up": True}, "pickup 6H",
    ),
    "hard takes its least face-up card along": (
        HARD, "", "AS", {**OWN_UP, "take_one_face_up": True}, "pickup 6H",
    ),
    "easy takes any face-up card along": (
        EASY, "", "AS", {**OWN_UP, "take_one_face_up": True}, "pickup KD",
    ),
    "no bot takes a pile that it need not take": (
        HARD, "AC", "3S", {"voluntary_pickup": True}, "AC",
    ),
    "several face-up cards go at once where they may": (
        NORMAL, "", "3S", {"ups": ("QC QD KH", "9C 9D 9S"), "several_face_up": True}, "QC QD",
    ),
    "one goes at a time where not": (
        NORMAL, "", "3S", {"ups": ("QC QD KH", "9C 9D 9S")}, "QC",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("level", "hand", "discard", "laid", "expected"), STORIES.values(), ids=STORIES
)
def test_what_a_level_plays(
    level: Level, hand: str, discard: str, laid: dict[str, Any], expected: str
) -> None:
    lying: dict[str, Any] = {"rival": "3D 4D JS", "ups": ("9C 9D 9H", "AS KC 9S"), **laid}
    rival = lying.pop("rival")
    assert played(table(hand, rival, discard=discard, **lying), level) == expected


def test_easy_now_and_then_plays_whatever_it_sees() -> None:
    state = table("5C 5D 7H KS", "3D", discard="4S")
    slip = SLIPS[EASY]
    choices = [played(state, EASY, share * slip) for share in (0.0, 0.5, STEADY)]
    assert choices == ["5C 5D", "7H", "KS"]


def test_normal_now_and_then_takes_its_second_lowest_rank() -> None:
    assert played(table("5C 7H 7D KS", "3D", discard="4S"), NORMAL, 0.0) == "7D 7H"
    assert played(table("5C 5D", "3D", discard="4S"), NORMAL, 0.0) == "5C 5D"


def test_hard_now_and_then_plays_as_normal_does() -> None:
    state = table("5C 6D KH", "", discard="4S", **RIVAL_UP)
    assert played(state, HARD) == "KH"
    assert played(state, HARD, 0.0) == "5C"


@pytest.mark.parametrize("level", Level)
def test_which_card_is_turned_over_is_left_to_chance(level: Level) -> None:
    state = table("", "3D", discard="4S", ups=(GONE, GONE), downs=("8C -- 8H", "8S -- --"))
    assert [played(state, level, chance) for chance in (0.0, STEADY)] == ["flip 0", "flip 2"]
