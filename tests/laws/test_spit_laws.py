"""Laws of Spit that hold in every game, however it is played."""

from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.cards import DECK, Card
from engine.game import RuleError
from engine.judge import Judge, Refusal
from engine.records import as_text, entry_line, header_line
from engine.replay import replay
from engine.spit import DRAWS, PILES, PLAYERS, SLOTS, SPIT, Move, Play, Refill, Rules, Spit, deal

EVERY_MOVE: list[Move] = [
    SPIT,
    *DRAWS,
    *(Play(a, b, c) for a in range(PLAYERS) for b in range(SLOTS) for c in range(PILES)),
]


class SpitGame(RuleBasedStateMachine):
    """A game in which legal moves, refused moves and contested presses come in any order."""

    @initialize(
        decks=st.tuples(st.permutations(DECK), st.permutations(DECK)),
        refill=st.sampled_from(Refill),
        lockout_ms=st.sampled_from([0, 500]),
    )
    def dealt(self, decks: tuple[list[Card], list[Card]], refill: Refill, lockout_ms: int) -> None:
        rules = Rules(refill, lockout_ms)
        self.table = deal(rules, (tuple(decks[0]), tuple(decks[1])))
        self.judge = Judge()
        self.now_ns = 0
        self.lines = [as_text(header_line(self.table))]
        self.tables = [self.table]
        self.buried: Counter[Card] = Counter()

    @precondition(lambda self: self.table.legal_moves())
    @rule(pick=st.integers(0, 17), after_ms=st.integers(0, 400))
    def a_legal_move_is_made(self, pick: int, after_ms: int) -> None:
        legal = self.table.legal_moves()
        self._ruled(legal[pick % len(legal)], after_ms)

    @rule(move=st.sampled_from(EVERY_MOVE), after_ms=st.integers(0, 400))
    def any_move_is_tried(self, move: Move, after_ms: int) -> None:
        before = self.table
        is_legal = move in before.legal_moves()
        try:
            self._ruled(move, after_ms)
        except RuleError:
            assert not is_legal
            assert self.table is before

    def _ruled(self, move: Move, after_ms: int) -> None:
        self.now_ns += after_ms * 1_000_000
        before = self.table
        ruling = self.judge.rule(before, move, self.now_ns)
        self.table, self.judge, refusal = ruling
        self.lines.append(as_text(entry_line(refusal or move, self.now_ns)))
        if refusal is None:
            self._note_buried(before, move)
        else:
            self._check_refusal(before, move, refusal)
        self.tables.append(self.table)

    def _note_buried(self, before: Spit, move: Move) -> None:
        assert move in before.legal_moves()
        covered = [pile for pile in range(PILES) if before.stocks[pile]]
        if isinstance(move, Play):
            covered = [move.pile]
        elif move != SPIT:
            covered = []
        self.buried.update(top for pile in covered if (top := before.piles[pile]))

    def _check_refusal(self, before: Spit, move: Move, refusal: Refusal) -> None:
        assert self.table is before
        assert refusal.play == move
        assert (refusal.margin_ns is not None) is (refusal.why == "beaten")
        assert move not in before.legal_moves() or refusal.why == "lockout"

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        table = self.table
        seen = Counter(self.buried)
        for deck, taken, layout in zip(table.decks, table.taken, table.layouts, strict=True):
            seen.update(deck[taken:])
            seen.update(card for card in layout if card)
        seen.update(top for top in table.piles if top)
        assert seen == Counter(dict.fromkeys(DECK, PLAYERS))

    @invariant()
    def legal_moves_are_exactly_the_moves_that_are_not_refused(self) -> None:
        legal = self.table.legal_moves()
        assert len(set(legal)) == len(legal)
        assert set(legal) == {move for move in EVERY_MOVE if self._stands(move)}

    def _stands(self, move: Move) -> bool:
        try:
            self.table.after(move)
        except RuleError:
            return False
        return True

    @invariant()
    def a_game_is_stuck_exactly_when_a_spit_is_all_there_is(self) -> None:
        legal = self.table.legal_moves()
        assert self.table.stuck is (legal == (SPIT,))
        assert (self.table.result is None) is bool(legal)

    @invariant()
    def views_hold_their_seats_moves_and_nothing_of_the_stocks_order(self) -> None:
        moves = [move for seat in range(PLAYERS) for move in self.table.view(seat).moves]
        assert set(moves) == set(self.table.legal_moves()) - {SPIT}
        turned = tuple(
            deck[:taken] + deck[taken:][::-1]
            for deck, taken in zip(self.table.decks, self.table.taken, strict=True)
        )
        other = self.table._replace(decks=(turned[0], turned[1]))
        assert [other.view(seat) for seat in (0, 1)] == [self.table.view(seat) for seat in (0, 1)]

    def teardown(self) -> None:
        if hasattr(self, "table"):
            steps = list(replay(self.lines)[1])
            assert [step.state for step in steps] == self.tables


TestSpitGame = SpitGame.TestCase
TestSpitGame.settings = settings(
    max_examples=40, stateful_step_count=60, deadline=None, derandomize=True
)
