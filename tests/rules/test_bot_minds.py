"""What a bot's mind makes of what it sees: when it moves, and which button leads to its goal."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.bots import Level
from engine.cards import DECK
from engine.pack import Choose, Flip, Move, Pack, Phase, Pickup, Play
from firmware_host.bot_hand import BotHand
from firmware_host.bot_minds import TEMPERS, Mind, next_button
from firmware_host.bot_sight import NOTHING, Sight
from firmware_host.match import sight
from firmware_host.match_state import Match
from firmware_host.pack.flow import game_of
from hw.ports import Button, Clock, Edge, HostNs, PadInfo
from hw.units import MILLISECOND_NS
from tests.laws.pack_walks import RULES, dealt, press, wait, walk
from tests.rules.pack_table import GONE, table

AT = 10**15
LONGEST_WAY = 40


def told(match: Match, seat: int, goal: Move) -> tuple[list[Button], Pack]:
    """Press what leads to `goal`, until it is done."""
    before, at, buttons = game_of(match).pack, AT, list[Button]()
    while game_of(match).pack == before:
        seen = sight(match, seat)
        buttons.append(next_button(seen.view, seen.pad, goal))
        at += 500 * MILLISECOND_NS
        match, _ = press(match, seat, buttons[-1], at)
        assert len(buttons) < LONGEST_WAY, (goal, buttons)
    return buttons, game_of(match).pack


def goals(pack: Pack, luck: Random) -> list[tuple[int, Move]]:
    """List what may be done: of a choice of three, one at random for each seat."""
    if pack.phase is Phase.CHOOSE:
        seats = [seat for seat, up in enumerate(pack.ups) if up == ()]
        return [(s, Choose(s, tuple(luck.sample(pack.view(s).hand, 3)))) for s in seats]
    return [(pack.turn, move) for move in pack.legal_moves()]


def by_rank(pack: Pack) -> object:
    """Forget suits, which never matter, and of several equal open cards which is gone."""
    plain: dict[str, Any] = pack.as_json()
    return {
        **plain,
        "discard": [card[0] for card in plain["discard"]],
        "hands": [sorted(card[0] for card in hand) for hand in plain["hands"]],
        "up": [sorted(str(card)[0] for card in up) for up in plain["up"]],
    }


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_there_is_a_way_of_buttons_to_every_move(seats: int) -> None:
    luck, kinds = Random(seats), set[type]()
    for number, match in enumerate(walk(dealt(seats, 6, rules=RULES[-1 - seats % 2 * 8]), 6)):
        now = wait(match, AT)
        pack = game_of(now).pack
        ways = goals(pack, luck)
        for seat, goal in luck.sample(ways, min(2, len(ways))):
            if number % 3 == 0 or not isinstance(goal, Play):
                _, after = told(now, seat, goal)
                assert by_rank(after) == by_rank(pack.after(goal)), goal
                kinds.add(type(goal))
    assert kinds == {Choose, Play, Flip, Pickup}


def at(pack: Pack) -> Match:
    """Put a table before people who are about to move."""
    match = dealt(pack.seats, 1)
    return replace(match, game=replace(game_of(match), pack=pack))


def test_the_way_is_the_one_that_a_person_would_take() -> None:
    hand = at(table("5C 5D 9C", "4C", discard="4S"))
    assert told(hand, 0, Play(0, game_of(hand).pack.view(0).hand[:2]))[0] == [
        Button.C1,
        Button.C1,
        Button.READY,
    ]
    forced = at(table("3C", "4C", discard="KS"))
    assert told(forced, 0, Pickup(0))[0] == [Button.DRAW]
    at_will = at(table("AC", "4C", discard="KS", voluntary_pickup=True))
    assert told(at_will, 0, Pickup(0))[0] == [Button.DRAW, Button.READY]
    along = table("", "4C", discard="KS", take_one_face_up=True)
    assert told(at(along), 0, along.legal_moves()[1])[0] == [Button.DRAW, Button.C2, Button.READY]
    covered = at(table("", "4C", discard="KS", ups=(GONE, GONE)))
    assert told(covered, 0, Flip(0, 2))[0] == [Button.C3, Button.READY]


def test_a_wide_hand_is_scrolled_to_either_side() -> None:
    wide = at(table(" ".join(map(str, DECK[::4])), "4C", discard="3S"))
    plays = [m for m in game_of(wide).pack.legal_moves() if isinstance(m, Play)]
    lengths = {str(play.cards[0]): len(told(wide, 0, play)[0]) for play in plays}
    assert max(lengths.values()) <= 5
    assert len(lengths) == 13


def test_what_is_picked_wrongly_is_put_back_first() -> None:
    match = at(table("5C 9C 9D", "4C", discard="4S"))
    match, _ = press(match, 0, Button.C2, AT)
    match, _ = press(match, 0, Button.C2, AT + 10**9)
    buttons, after = told(match, 0, Play(0, game_of(match).pack.view(0).hand[:1]))
    assert buttons[-1] is Button.READY
    assert [str(card) for card in after.discard] == ["4S", "5C"]


# When it moves.


def first_press_ms(level: Level, seed: int, pack: Pack) -> float:
    hand = BotHand(PadInfo("a", 0, Clock.HOST), Random(seed))
    seen = sight(at(pack), 0)
    hand.see(Sight(seen.view, seen.pad, level=level), AT)
    edges: list[Edge] = [*hand.advance(HostNs(AT + 30 * 10**9))]
    return (edges[0].stamp - AT) / MILLISECOND_NS


@pytest.mark.parametrize("level", list(Level))
def test_a_bot_looks_at_its_cards_for_a_human_moment_before_its_turn(level: Level) -> None:
    waits = sorted(first_press_ms(level, s, table("5C", "4C", discard="4S")) for s in range(31))
    think_ms = TEMPERS[level].think_ms
    assert waits[0] > think_ms
    assert 2 * think_ms < waits[15] < 3.2 * think_ms
    assert waits[-1] < 6 * think_ms


def test_a_mind_that_sees_nothing_does_nothing() -> None:
    hand, mind = BotHand(PadInfo("a", 0, Clock.HOST), Random(1)), Mind(Random(1))
    mind.see(NOTHING, NOTHING, AT, hand)
    mind.think(NOTHING, AT, hand)
    assert mind.think_at is None
    assert hand.due_at() is None


def test_a_turn_that_is_over_is_pressed_for_no_more() -> None:
    hand = BotHand(PadInfo("a", 0, Clock.HOST), Random(1))
    seen = sight(at(table("5C", "4C", discard="4S")), 0)
    hand.see(Sight(seen.view, seen.pad, level=Level.HARD), AT)
    hand.see(NOTHING, AT + 1)
    assert [*hand.advance(HostNs(AT + 30 * 10**9))] == []
