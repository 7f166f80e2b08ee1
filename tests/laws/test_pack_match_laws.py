"""Whatever buttons are pressed at The Pack's table, no press alone plays a card, and none tells
another seat anything; records replay to the very state.
"""

from itertools import islice
from random import Random

import pytest

from engine.pack import Pickup
from engine.records import as_text
from engine.replay import replay
from firmware_host.effects import Effect, Sound
from firmware_host.input_events import Pressed
from firmware_host.match import is_contested, sight
from firmware_host.match_scenes import scene_of
from firmware_host.match_state import Match
from firmware_host.pack.flow import game_of
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import PackMoment, PackTable, Result
from hw.ports import Button, HostNs
from hw.units import SECOND_NS
from tests.laws.pack_walks import PADS, RULES, dealt, press, records, wait, walk

SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def points(seats: int, seed: int) -> list[Match]:
    """Give points of a random game, under a mix of house rules: here and there, and its end."""
    rules = RULES[(5 * seed + seats) % len(RULES)]
    every = [*walk(dealt(seats, seed, rules=rules), seed)]
    return [*every[: -8 : max(1, len(every) // 12)], *every[-8:]]


@SEATS
@pytest.mark.parametrize("seed", range(2))
def test_one_press_of_any_button_by_anybody_plays_no_card(seats: int, seed: int) -> None:
    for match in points(seats, seed):
        moment = game_of(match).moment
        if moment:
            presses(match, moment.until_ns - SECOND_NS)
        presses(wait(match, 10**15), 10**15)


def presses(match: Match, at_ns: int) -> None:
    """Press every button of every seat: only a forced pick-up may come of it."""
    before = game_of(match).pack
    for seat in range(before.seats):
        is_looking = game_of(match).shown_to(seat) is not None
        for button in Button:
            after, _ = press(match, seat, button, at_ns)
            is_draw = button is Button.DRAW and seat == before.turn and not is_looking
            is_forced = is_draw and before.legal_moves() == (Pickup(seat),)
            is_kept = game_of(after).pack == before
            assert is_kept is not is_forced, (seat, button, before.legal_moves())


@SEATS
def test_buttons_that_move_nothing_tell_the_other_seats_nothing(seats: int) -> None:
    luck, at = Random(seats), 10**15
    for match in points(seats, 7)[:-1]:
        now = wait(match, at)
        for _ in range(12):
            at += SECOND_NS
            now = wait(now, at)
            seat = luck.randrange(seats)
            others = [other for other in range(seats) if other != seat]
            before = [(scene_of(now, other), sight(now, other)) for other in others]
            after, effects = press(now, seat, luck.choice(list(Button)), at)
            if game_of(after).pack != game_of(now).pack:
                break
            assert [(scene_of(after, other), sight(after, other)) for other in others] == before
            assert all(e.seat == seat for e in effects if isinstance(e, Sound))
            now = after


@SEATS
def test_every_point_has_a_picture_and_counts_every_card_once(seats: int) -> None:
    for match in points(seats, 3):
        now = wait(match, 10**15)
        pack = game_of(now).pack
        for seat in range(seats):
            scene = scene_of(now, seat)
            if isinstance(scene, PackMoment | Result):
                continue
            assert isinstance(scene, PackTable)
            told = sum(other.hand + other.down for other in scene.others)
            told += sum(bool(rank) for other in scene.others for rank in other.up)
            told += pack.left(seat) + scene.discard + scene.draw + pack.burnt
            shown_ups = [pack.ups[(seat + i + 1) % seats] for i, _ in enumerate(scene.others)]
            hidden = sum(
                3 for o, up in zip(scene.others, shown_ups, strict=True) if up and not o.up
            )
            assert told + hidden == len(pack.deal.deck)
        assert frame_of(scene_of(now, pack.turn))


@SEATS
@pytest.mark.parametrize("seed", range(3))
def test_random_presses_end_in_records_that_replay_to_the_state(seats: int, seed: int) -> None:
    luck, at = Random(f"{seats} {seed}"), 0
    match = dealt(seats, seed, rules=RULES[(seed * 7 + seats) % len(RULES)])
    effects: list[Effect] = [*match.outbox]
    for _ in range(1500):
        at += 200_000_000
        match, told = press(wait(match, at), luck.randrange(seats), luck.choice(BUSY), at)
        effects += told
        if game_of(match).pack.result:
            break
    (lines,) = records(effects)
    *_, last = replay([as_text(line) for line in lines])[1]
    assert last.state == game_of(match).pack
    assert last.n > seats


BUSY = [*Button, Button.READY, Button.READY, Button.READY, Button.RIGHT]


@SEATS
def test_presses_of_different_seats_are_no_race(seats: int) -> None:
    luck = Random(seats)
    for match in islice(points(seats, 5), 0, None, 3):
        now, at = wait(match, 10**15), HostNs(10**15)
        for _ in range(10):
            two = luck.sample(range(seats), 2)
            group = [
                Pressed(PADS[seat], seat, luck.choice(list(Button)), at, at, at, tie=False)
                for seat in two
            ]
            forced = game_of(now).pack.legal_moves() == (Pickup(game_of(now).pack.turn),)
            assert forced or not is_contested(now, group)
