"""A point in a game of The Pack, and what the rules make of each move (P1-P16)."""

from typing import NamedTuple, TypeVar

from engine.cards import Card
from engine.game import SEAT, Deck, Reason, Result, RuleError, check_place
from engine.messages import say
from engine.pack_hand import FITTING, TEN, Hand, cards_in, fits, has, holding, size
from engine.pack_moves import (
    FLIPS,
    PICKUPS,
    Choose,
    Flip,
    Move,
    Phase,
    Pickup,
    Play,
    Rules,
    plays,
)
from engine.pack_refusals import (
    empty_slot,
    has_chosen,
    no_fit,
    not_face_up,
    not_held,
    not_your_turn,
)
from engine.pack_view import Layout, PackView

NAME = "pack"
HELD = 3
"""A seat draws to so many (P10)."""
FOUR = 4
"""So many of a rank in a row clear the pile (P9)."""

_T = TypeVar("_T")


class Deal(NamedTuple):
    """What a game began with: the house rules, the shuffled cards from the top, the first seat."""

    rules: Rules
    deck: Deck
    first: int


class Pack(NamedTuple):
    """A point in a game of The Pack: a value that never changes; `after` a move there is another.

    `drawn` counts the cards that have left the deck's top; the rest is the draw pile. A seat's
    `ups` are () until it has chosen; `run` counts the cards of one rank on top of the discard pile.
    """

    deal: Deal
    hands: tuple[Hand, ...]
    ups: tuple[Layout, ...]
    downs: tuple[Layout, ...]
    drawn: int
    discard: tuple[Card, ...]
    run: int
    burnt: int
    turn: int
    result: Result | None

    @property
    def rules(self) -> Rules:
        """The house rules."""
        return self.deal.rules

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)

    @property
    def first(self) -> int:
        """The seat that began (P5)."""
        return self.deal.first

    @property
    def phase(self) -> Phase:
        """How far the game has come."""
        if self.result is not None:
            return Phase.OVER
        return Phase.CHOOSE if () in self.ups else Phase.PLAY

    @property
    def top(self) -> Card | None:
        """The card that lies on the discard pile."""
        return self.discard[-1] if self.discard else None

    @property
    def draw(self) -> int:
        """How many cards the draw pile holds."""
        return len(self.deal.deck) - self.drawn

    def left(self, seat: int) -> int:
        """Count the cards that `seat` still holds, on the table too."""
        return size(self.hands[seat] + holding(self.ups[seat]) + holding(self.downs[seat]))

    def legal_moves(self) -> tuple[Move, ...]:
        """List what the seat on turn may do; none while cards are chosen, nor after the end."""
        if self.result is not None or () in self.ups:
            return ()
        seat, discard = self.turn, self.discard
        moves: tuple[Move, ...]
        if hand := self.hands[seat]:
            moves = plays(seat, hand, discard[-1] if discard else None)
        else:
            moves = self._plays_face_up() or self._flips()
        if not moves or (self.deal.rules.voluntary_pickup and discard):
            moves += self._pickups()
        return moves

    def after(self, move: Move) -> "Pack":
        """Give the state after `move`, or raise `RuleError`, whose code says which rule bars it."""
        if self.result is not None:
            raise RuleError("over", say("the game is over"))
        if isinstance(move, Choose):
            return self._chosen(move)
        if () in self.ups:
            raise RuleError("choosing", say("first every seat chooses three cards (P3)"))
        if move.seat != self.turn:
            raise not_your_turn(self.turn, move.seat)
        if isinstance(move, Play):
            return self._played(move)
        return self._flipped(move.slot) if isinstance(move, Flip) else self._taken(move)

    def unfinished(self) -> "Pack":
        """Give this game as the host ends it at its cap, without a winner (P16)."""
        return self._replace(result=Result(None, Reason.UNFINISHED))

    def view(self, seat: int) -> PackView:
        """Give what `seat` may know."""
        chosen = tuple(up != () for up in self.ups)
        return PackView(
            seat=seat,
            seats=self.seats,
            rules=self.rules,
            phase=self.phase,
            turn=self.turn,
            result=self.result,
            hand=cards_in(self.hands[seat]),
            hands=tuple(map(size, self.hands)),
            ups=tuple(
                up if all(chosen) or owner == seat else () for owner, up in enumerate(self.ups)
            ),
            downs=self._covered(),
            chosen=chosen,
            top=self.top,
            run=self.run,
            discard=len(self.discard),
            draw=self.draw,
            burnt=self.burnt,
            moves=self.legal_moves() if seat == self.turn else (),
        )

    def as_json(self) -> dict[str, object]:
        """Give the state as the referee sees it (docs/formats.md: replay)."""
        return {
            "phase": str(self.phase),
            "turn": self.turn,
            "draw": self.draw,
            "discard": list(map(str, self.discard)),
            "burnt": self.burnt,
            "hands": [list(map(str, cards_in(hand))) for hand in self.hands],
            "up": [[card and str(card) for card in up] for up in self.ups],
            "down": [list(down) for down in self._covered()],
            "result": self.result and self.result.as_json(),
        }

    def deal_json(self) -> dict[str, object]:
        """Give what a record's header says of the deal (docs/formats.md: match record)."""
        return {
            "game": NAME,
            "players": self.seats,
            "first": self.first,
            "rules": self.rules.as_json(),
            "deal": list(map(str, self.deal.deck)),
        }

    def _covered(self) -> tuple[tuple[bool, ...], ...]:
        return tuple(tuple(card is not None for card in down) for down in self.downs)

    def _plays_face_up(self) -> tuple[Play, ...]:
        found = plays(self.turn, holding(self.ups[self.turn]), self.top)
        if self.rules.several_face_up:
            return found
        return tuple(play for play in found if len(play.cards) == 1)

    def _flips(self) -> tuple[Flip, ...]:
        seat = self.turn
        if any(self.ups[seat]):
            return ()
        return tuple(flip for flip, card in zip(FLIPS[seat], self.downs[seat], strict=True) if card)

    def _may_take(self) -> bool:
        if not self.discard or self.rules.voluntary_pickup:
            return bool(self.discard)
        source = self.hands[self.turn] or holding(self.ups[self.turn])
        return source != 0 and not source & FITTING[self.top]

    def _pickups(self) -> tuple[Pickup, ...]:
        seat = self.turn
        if self.hands[seat] or not any(self.ups[seat]) or not self.rules.take_one_face_up:
            return (PICKUPS[seat],)
        up = dict.fromkeys(cards_in(holding(self.ups[seat])))
        return tuple(Pickup(seat, card) for card in up)

    def _chosen(self, choice: Choose) -> "Pack":
        seat = choice.seat
        check_place(SEAT, seat, self.seats)
        if self.ups[seat]:
            raise has_chosen(seat)
        cards = holding(choice.cards)
        if not has(self.hands[seat], cards):
            raise not_held(seat, choice.cards, cards_in(self.hands[seat]))
        hands = _with(self.hands, seat, self.hands[seat] - cards)
        chosen = self._replace(hands=hands, ups=_with(self.ups, seat, choice.cards))
        return chosen if () in chosen.ups else chosen._begun()

    def _begun(self) -> "Pack":
        start = self.deal.deck[self.drawn]
        return self._replace(drawn=self.drawn + 1, discard=(start,), run=1)

    def _played(self, play: Play) -> "Pack":
        hand, discard = self.hands[play.seat], self.discard
        if not hand:
            return self._played_face_up(play)
        if not has(hand, play.held):
            raise not_held(play.seat, play.cards, cards_in(hand))
        if not play.held & FITTING[discard[-1] if discard else None]:
            raise no_fit(play.cards[0], self.top)
        return self._laid(play.cards, hand - play.held, self.ups, self.downs)

    def _played_face_up(self, play: Play) -> "Pack":
        seat, cards = play.seat, play.cards
        up = self.ups[seat]
        if not any(up):
            raise RuleError("turn_over", say("only face-down cards are left: turn one over (P12)"))
        if not has(holding(up), play.held):
            raise not_face_up(seat, cards)
        if len(cards) > 1 and not self.rules.several_face_up:
            raise RuleError("one_card", say("one face-up card is played in a turn (P12)"))
        if not fits(cards[0], self.top):
            raise no_fit(cards[0], self.top)
        return self._laid(cards, 0, _with(self.ups, seat, _without(up, cards)), self.downs)

    def _flipped(self, slot: int) -> "Pack":
        seat = self.turn
        if self.hands[seat] or any(self.ups[seat]):
            raise RuleError(
                "not_yet", say("face-down cards come last: after the hand and face-up ones (P12)")
            )
        card = self.downs[seat][slot]
        if card is None:
            raise empty_slot(seat, slot)
        downs = _with(self.downs, seat, _with(self.downs[seat], slot, None))
        if fits(card, self.top):
            return self._laid((card,), 0, self.ups, downs)
        return self._swept_up((card,), self.ups, downs)

    def _taken(self, pickup: Pickup) -> "Pack":
        if pickup not in self._pickups() or not self._may_take():
            raise self._no_pickup()
        if pickup.card is None:
            return self._swept_up((), self.ups, self.downs)
        seat, along = pickup.seat, (pickup.card,)
        ups = _with(self.ups, seat, _without(self.ups[seat], along))
        return self._swept_up(along, ups, self.downs)

    def _swept_up(
        self, along: tuple[Card, ...], ups: tuple[Layout, ...], downs: tuple[Layout, ...]
    ) -> "Pack":
        """Take to hand the discard pile and what goes `along` from `ups` or `downs` (P11-P14)."""
        deal, hands, _, _, drawn, discard, _, burnt, seat, result = self
        hands = _with(hands, seat, hands[seat] + holding(discard + along))
        turn = (seat + 1) % len(hands)
        return Pack(deal, hands, ups, downs, drawn, (), 0, burnt, turn, result)

    def _laid(
        self,
        cards: tuple[Card, ...],
        hand: Hand,
        ups: tuple[Layout, ...],
        downs: tuple[Layout, ...],
    ) -> "Pack":
        """Lay `cards`, gone from `hand`, `ups` or `downs` of the seat whose turn it is (P7-P10)."""
        deal, hands, _, _, drawn, discard, run, burnt, seat, result = self
        rank, turn = cards[0].rank, (seat + 1) % len(hands)
        run = len(cards) + (run if discard and discard[-1].rank == rank else 0)
        discard += cards
        if rank == TEN or run >= FOUR:
            burnt, discard, run = burnt + len(discard), (), 0
            if rank == TEN or deal.rules.four_plays_again:
                turn = seat
        if drawn < len(deal.deck) and (lacking := HELD - size(hand)) > 0:
            fresh = deal.deck[drawn : drawn + lacking]
            hand, drawn = hand + holding(fresh), drawn + len(fresh)
        if not (hand or any(ups[seat]) or any(downs[seat])):
            result, turn = Result(seat, Reason.OUT), seat
        hands = _with(hands, seat, hand)
        return Pack(deal, hands, ups, downs, drawn, discard, run, burnt, turn, result)

    def _no_pickup(self) -> RuleError:
        if not self.discard:
            return RuleError("no_pile", say("there is no discard pile to take (P11)"))
        if not self._may_take():
            return RuleError("must_play", say("who can play, or turn a card over, must (P11, P14)"))
        if self._pickups()[0].card is None:
            return RuleError("no_card", say("no face-up card is taken along here (P13)"))
        return RuleError(
            "which_card", say("one of the face-up cards is taken along: name it (take_one_face_up)")
        )


def _without(layout: Layout, cards: tuple[Card, ...]) -> Layout:
    """Empty a slot for each of `cards`: of equal ones the lowest."""
    left = list(layout)
    for card in cards:
        left[left.index(card)] = None
    return tuple(left)


def _with(items: tuple[_T, ...], index: int, item: _T) -> tuple[_T, ...]:
    changed = list(items)
    changed[index] = item
    return tuple(changed)
