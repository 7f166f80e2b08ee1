"""What a seat may not know never shows: with any hidden card another, its view, its panel, a bot's
thoughts in its place and the log are the same.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine import pack_bots
from engine.bots import Level
from engine.cards import Card
from engine.pack import Pack
from engine.pack_hand import cards_in, holding
from engine.spit import Play, Spit
from firmware_host.bot_hand import BotHand
from firmware_host.effects import Logged
from firmware_host.input_events import Absent, Faulted, InputEvent, Returned
from firmware_host.match import sight, step
from firmware_host.match_flow import begin_next
from firmware_host.match_scenes import scene_of
from firmware_host.match_state import Match, Phase, Setup, new_match
from firmware_host.pack.flow import game_of
from firmware_host.preferences import Preferences
from firmware_host.screens.drawing import frame_of
from firmware_host.spit.game import SpitGame
from hw.ports import CARD_BUTTONS, Button, Clock, FaultKind, HostNs, PadInfo
from tests.laws.pack_walks import PADS, RULES, dealt, press, walk

SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])
AT = 10**15


def otherwise(pack: Pack, seat: int, luck: Random) -> Pack:
    """Shuffle all the cards that `seat` may not know among the places where they may lie.

    Those are other hands, covered cards, the draw pile, what lies buried in the discard pile, and
    what others have chosen while not all have.
    """
    places = [*_hidden(pack, seat)]
    cards = [card for place in places for card in place]
    luck.shuffle(cards)
    dealt_anew = iter([[cards.pop() for _ in place] for place in places])
    is_choosing = pack.phase == "choose"
    others = [other for other in range(pack.seats) if other != seat]
    hands, ups, downs = [*pack.hands], [*pack.ups], [*pack.downs]
    for other in others:
        hands[other] = holding(next(dealt_anew))
        if is_choosing and ups[other]:
            ups[other] = tuple(next(dealt_anew))
    for other in range(pack.seats):
        fresh = iter(next(dealt_anew))
        downs[other] = tuple(next(fresh) if card else None for card in downs[other])
    draw, buried = next(dealt_anew), next(dealt_anew)
    deck = (*pack.deal.deck[: pack.drawn], *draw)
    return pack._replace(
        deal=pack.deal._replace(deck=deck),
        hands=tuple(hands),
        ups=tuple(ups),
        downs=tuple(downs),
        discard=(*buried, *pack.discard[len(buried) :]),
    )


def _hidden(pack: Pack, seat: int) -> Iterator[list[Card]]:
    for other in range(pack.seats):
        if other != seat:
            yield [*cards_in(pack.hands[other])]
            if pack.phase == "choose" and pack.ups[other]:
                yield [card for card in pack.ups[other] if card]
    for down in pack.downs:
        yield [card for card in down if card]
    yield [*pack.deal.deck[pack.drawn :]]
    yield [*pack.discard[: len(pack.discard) - pack.run]]


def with_cards(match: Match, pack: Pack) -> Match:
    return replace(match, game=replace(game_of(match), pack=pack))


def every_point(seats: int, seed: int, *, is_alone: bool = False) -> Iterator[Match]:
    """Give points of a random game, each seat with something under its fingers."""
    luck = Random(seed)
    rules = RULES[(seed + 3 * seats) % len(RULES)]
    for match in walk(dealt(seats, seed, rules=rules, is_alone=is_alone), seed):
        seat = luck.randrange(seats)
        for button in luck.choices([*CARD_BUTTONS, Button.RIGHT, Button.DRAW], k=3):
            touched, _ = press(match, seat, button, AT)
            if game_of(touched).pack == game_of(match).pack:
                match = touched
        yield match


def learned(match: Match, seat: int) -> list[object]:
    """Give all that reaches a seat: view, panel, and what a bot of each level would do there."""
    view = game_of(match).pack.view(seat)
    known: list[object] = [view, scene_of(match, seat), sight(match, seat)]
    if view.moves or (view.phase == "choose" and not view.chosen[seat]):
        chances = (0.01, 0.4, 0.95)
        known += [pack_bots.choose(view, level, chance) for level in Level for chance in chances]
    return known


@SEATS
@pytest.mark.parametrize("seed", range(2))
def test_no_hidden_card_of_the_pack_is_seen_thought_of_or_drawn(seats: int, seed: int) -> None:
    luck = Random(seed)
    changed = 0
    for number, match in enumerate(islice(every_point(seats, seed), 0, None, 2)):
        pack = game_of(match).pack
        for seat in range(seats):
            other = otherwise(pack, seat, luck)
            changed += other != pack
            assert learned(with_cards(match, other), seat) == learned(match, seat)
        if number % 32 == 0:
            seen = scene_of(with_cards(match, otherwise(pack, pack.turn, luck)), pack.turn)
            assert frame_of(seen) == frame_of(scene_of(match, pack.turn))
    assert changed > 50


@SEATS
def test_a_pad_without_a_seat_sees_no_card_of_the_pack(seats: int) -> None:
    luck = Random(seats)
    for match in every_point(seats, 8, is_alone=True):
        pack = game_of(match).pack
        for pad in range(1, 5):
            # Whoever holds it may know no card at all: neither the hands, nor a bot's buttons.
            other = with_cards(match, otherwise(pack, luck.randrange(seats), luck))
            assert scene_of(other, pad) == scene_of(match, pad)
            assert "PackTable" not in repr(scene_of(match, pad))


@SEATS
def test_a_hand_moves_alike_whatever_is_hidden(seats: int) -> None:
    luck = Random(seats)
    for match in [*every_point(seats, 9)][::9]:
        pack = game_of(match).pack
        for seat in range(seats):
            told = [match, with_cards(match, otherwise(pack, seat, luck))]
            assert moves_of_a_bot(told[0], seat) == moves_of_a_bot(told[1], seat)


def moves_of_a_bot(match: Match, seat: int) -> list[object]:
    hand = BotHand(PadInfo(PADS[seat], seat, Clock.HOST), Random(1))
    hand.see(replace(sight(match, seat), level=Level.HARD), AT)
    return [*hand.advance(HostNs(AT + 20 * 10**9))]


@SEATS
def test_the_log_names_no_cards(seats: int) -> None:
    luck, now = Random(seats), HostNs(AT)
    events: list[InputEvent] = [
        Faulted(FaultKind.GLITCH, "a", now),
        Faulted(FaultKind.GONE, "a", now),
        Absent("b", now),
        Returned("a", now),
    ]
    for match in [*every_point(seats, 10)][::5]:
        pack = game_of(match).pack
        other = with_cards(match, otherwise(pack, luck.randrange(seats), luck))
        for event in events:
            match, told = step(match, event, AT)
            other, told_otherwise = step(other, event, AT)
            assert lines(told) == lines(told_otherwise)


def lines(effects: tuple[object, ...]) -> list[Logged]:
    return [effect for effect in effects if isinstance(effect, Logged)]


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_the_stocks_of_spit_is_nobody_s_to_see(seed: int) -> None:
    luck = Random(seed)
    match = new_match(Setup(seed=seed), Preferences())
    match = replace(begin_next(match, 0), phase=Phase.PLAY)
    assert isinstance(match.game, SpitGame)
    spit = match.game.spit
    for _ in range(150):
        if spit.result:
            break
        now = replace(match, game=replace(match.game, spit=spit))
        other = replace(match, game=replace(match.game, spit=with_stocks(spit, luck)))
        for seat in range(2):
            assert scene_of(now, seat) == scene_of(other, seat)
            assert sight(now, seat) == sight(other, seat)
        plays = [move for move in spit.legal if isinstance(move, Play)]
        spit = spit.after(luck.choice(plays or [*spit.legal]))


def with_stocks(spit: Spit, luck: Random) -> Spit:
    """Shuffle what is left of both stocks."""
    first, second = (
        (*deck[:taken], *luck.sample(deck[taken:], len(deck) - taken))
        for deck, taken in zip(spit.decks, spit.taken, strict=True)
    )
    return spit._replace(decks=(first, second))
