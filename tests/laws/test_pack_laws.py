"""Laws of The Pack that hold in every game, however it is played."""

from collections import Counter
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.cards import DECK, Card
from engine.game import RuleError
from engine.pack import (
    SEATS,
    SLOTS,
    Choose,
    Flip,
    Move,
    Pack,
    Phase,
    Pickup,
    Play,
    Rules,
    begin,
    outcome,
    unshuffled,
)
from engine.pack_hand import cards_in
from engine.records import as_text, entry_line, header_line
from engine.replay import replay

SEAT = st.integers(0, SEATS[-1] - 1)
CARD = st.sampled_from(DECK)
ANY_MOVE: st.SearchStrategy[Move] = st.one_of(
    st.builds(lambda seat, card, count: Play(seat, (card,) * count), SEAT, CARD, st.integers(1, 2)),
    st.builds(Flip, SEAT, st.integers(0, SLOTS - 1)),
    st.builds(Pickup, SEAT, st.none() | CARD),
    st.builds(Choose, SEAT, st.tuples(*(st.sampled_from(DECK[at::SLOTS]) for at in range(SLOTS)))),
)


def is_listed(move: Move, legal: tuple[Move, ...]) -> bool:
    """Tell whether `move` is one of `legal`, in whatever order its cards are named."""
    return any(
        type(move) is type(listed)
        and move.seat == listed.seat
        and Counter(getattr(move, "cards", ())) == Counter(getattr(listed, "cards", ()))
        and getattr(move, "slot", None) == getattr(listed, "slot", None)
        and getattr(move, "card", None) == getattr(listed, "card", None)
        for listed in legal
    )


class PackGame(RuleBasedStateMachine):
    """A game in which choices, legal moves and any other moves come in any order."""

    @initialize(
        data=st.data(),
        seats=st.sampled_from(SEATS),
        rules=st.builds(Rules, *(st.booleans(),) * 4),
        random=st.randoms(use_true_random=False),
    )
    def dealt(self, data: st.DataObject, seats: int, rules: Rules, random: Random) -> None:
        (deck,) = unshuffled(seats)
        first = data.draw(st.integers(0, seats - 1))
        self.burnt: Counter[Card] = Counter()
        self.start(begin(rules, (tuple(random.sample(deck, len(deck))),), seats, first))

    def start(self, table: Pack) -> None:
        self.table = table
        self.tables = [table]
        self.lines = [as_text(header_line(table))]

    @precondition(lambda self: self.table.phase is Phase.CHOOSE)
    @rule(data=st.data())
    def a_seat_chooses(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from([s for s, up in enumerate(self.table.ups) if not up]))
        hand = data.draw(st.permutations(self.table.view(seat).hand))
        self._made(Choose(seat, tuple(hand[:SLOTS])))

    @precondition(lambda self: self.table.phase is Phase.PLAY)
    @rule(picks=st.lists(st.integers(0, 1000), min_size=1, max_size=12))
    def legal_moves_are_made(self, picks: list[int]) -> None:
        for pick in picks:
            if legal := self.table.legal_moves():
                self._made(legal[pick % len(legal)])

    @rule(move=ANY_MOVE)
    def any_move_is_tried(self, move: Move) -> None:
        before, json = self.table, self.table.as_json()
        try:
            self._made(move)
        except RuleError:
            assert self.table is before
            assert self.table.as_json() == json
            assert not is_listed(move, before.legal_moves())

    def _made(self, move: Move) -> None:
        before = self.table
        after = before.after(move)
        assert isinstance(move, Choose) or is_listed(move, before.legal_moves())
        self._check_outcome(before, move, after)
        self.table = after
        self.tables.append(after)
        self.lines.append(as_text(entry_line(move)))

    def _check_outcome(self, before: Pack, move: Move, after: Pack) -> None:
        seen = outcome(before, move)
        cleared = after.burnt - before.burnt
        assert (cleared > 0) is (seen.burned or seen.four)
        if cleared:
            self.burnt.update(before.discard + seen.cards)
            assert cleared == len(before.discard + seen.cards)
        if not isinstance(move, Choose):
            gone = len(seen.cards) if isinstance(move, Play | Flip) else 0
            gone = gone if seen.fits else 0
            gone -= len(before.discard) if seen.taken else 0
            assert after.left(move.seat) == before.left(move.seat) - gone + seen.drawn

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        table = self.table
        seen = self.burnt + Counter(table.discard) + Counter(table.deal.deck[table.drawn :])
        for places in (*map(cards_in, table.hands), *table.ups, *table.downs):
            seen.update(card for card in places if card)
        assert seen == Counter(table.deal.deck)
        assert table.burnt == self.burnt.total()

    @invariant()
    def the_turn_always_has_a_legal_move(self) -> None:
        legal = self.table.legal_moves()
        assert bool(legal) is (self.table.phase is Phase.PLAY)
        assert len(set(legal)) == len(legal)
        assert all(move.seat == self.table.turn for move in legal)
        for move in legal:
            self.table.after(move)

    @invariant()
    def the_run_is_what_lies_on_top_in_a_row(self) -> None:
        ranks = [card.rank for card in self.table.discard]
        run = next((n for n, rank in enumerate(reversed(ranks)) if rank != ranks[-1]), len(ranks))
        assert self.table.run == run < 4

    @invariant()
    def hands_are_filled_while_cards_can_be_drawn(self) -> None:
        if self.table.draw and self.table.phase is Phase.PLAY:
            assert all(held >= 3 for held in self.table.view(0).hands)

    @invariant()
    def only_who_has_no_card_left_has_won(self) -> None:
        out = [seat for seat in range(self.table.seats) if not self.table.left(seat)]
        result = self.table.result
        assert out == ([] if result is None else [result.winner])

    def teardown(self) -> None:
        if hasattr(self, "table"):
            steps = list(replay(self.lines)[1])
            assert [step.state for step in steps] == self.tables


TestPackGame = PackGame.TestCase
TestPackGame.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, derandomize=True
)
