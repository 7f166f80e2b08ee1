"""Spit (nb: Spytt), rules S1-S11: both seats play at once, and the first hand takes the pile."""

from dataclasses import dataclass
from typing import NamedTuple, NoReturn, TypeVar

from engine.cards import DECK, Card
from engine.game import Deck, Reason, Result, RuleError
from engine.jsonl import LARGEST_NS, Fields, LineError
from engine.messages import say
from engine.spit_moves import (
    DRAWS,
    FITTING,
    LONGEST_LOCKOUT_MS,
    PILES,
    PLAYERS,
    SLOTS,
    SPIT,
    Draw,
    Layout,
    Move,
    Piles,
    Play,
    Refill,
    Refusal,
    Rules,
    Turn,
    Why,
    fits,
    plays_by_slot,
)

__all__ = [
    "DRAWS", "FITTING", "NAME", "PILES", "PLAYERS", "RULES", "SEATS", "SLOTS", "SPIT", "Deck",
    "Draw", "Layout", "Move", "Piles", "Play", "Refill", "Rules", "Spit", "SpitView", "Turn",
    "begin", "deal", "fits", "position", "read_deal", "read_move", "read_play", "read_refusal",
    "unshuffled",
]  # fmt: skip

NAME = "spit"
SEATS = range(PLAYERS, PLAYERS + 1)
"""How many may play."""

RULES = Rules()
FULL = len(DECK)

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class SpitView:
    """What `seat` may know: everything but the order of the stocks; the piles keep their order.

    `moves` are the seat's own plays and draw; at a stuck point, where both are to call ready,
    there are none.
    """

    seat: int
    rules: Rules
    own: Layout
    rival: Layout
    piles: Piles
    own_stock: int
    rival_stock: int
    moves: tuple[Play | Draw, ...]
    stuck: bool
    result: Result | None


class Spit(NamedTuple):
    """A point in a game of Spit: a value that never changes; `after` a move there is another.

    `taken` counts the cards that have left each deck's top; the rest of the deck is the stock.
    """

    rules: Rules
    decks: tuple[Deck, Deck]
    taken: tuple[int, int]
    layouts: tuple[Layout, Layout]
    piles: Piles
    legal: tuple[Move, ...]
    result: Result | None

    def legal_moves(self) -> tuple[Move, ...]:
        """List every legal move: plays and draws, or else the spit; none after the end."""
        return self.legal

    @property
    def seats(self) -> int:
        """How many seats play: two."""
        return PLAYERS

    @property
    def stocks(self) -> tuple[int, int]:
        """How many cards each seat's stock holds."""
        return FULL - self.taken[0], FULL - self.taken[1]

    @property
    def stuck(self) -> bool:
        """Nobody can play and nobody can refill, and cards can still be turned (S8)."""
        return self.legal == (SPIT,)

    def after(self, move: Move) -> "Spit":
        """Give the state after `move`, or raise `RuleError`, whose code says which rule bars it."""
        if self.result is not None:
            raise RuleError("over", say("the game is over"))
        if isinstance(move, Play):
            return self._played(move)
        return self._drawn(move.seat) if isinstance(move, Draw) else self._turned()

    def view(self, seat: int) -> SpitView:
        """Give what `seat` may know."""
        rival = 1 - seat
        return SpitView(
            seat=seat,
            rules=self.rules,
            own=self.layouts[seat],
            rival=self.layouts[rival],
            piles=self.piles,
            own_stock=self.stocks[seat],
            rival_stock=self.stocks[rival],
            moves=tuple(m for m in self.legal if not isinstance(m, Turn) and m.seat == seat),
            stuck=self.stuck,
            result=self.result,
        )

    def as_json(self) -> dict[str, object]:
        """Give the state as the referee sees it (docs/formats.md: replay)."""
        return {
            "stocks": list(self.stocks),
            "layouts": [[card and str(card) for card in layout] for layout in self.layouts],
            "piles": [card and str(card) for card in self.piles],
            "stuck": self.stuck,
            "result": self.result and self.result.as_json(),
        }

    def left(self, seat: int) -> int:
        """Count the cards that `seat` still holds: layout and stock."""
        return SLOTS - self.layouts[seat].count(None) + self.stocks[seat]

    def deal_json(self) -> dict[str, object]:
        """Give what a record's header says of the deal (docs/formats.md: match record)."""
        return {
            "game": NAME,
            "rules": self.rules.as_json(),
            "deal": [[str(card) for card in deck] for deck in self.decks],
        }

    def _played(self, play: Play) -> "Spit":
        seat, slot, pile = play.seat, play.slot, play.pile
        rules, decks, taken, layouts, piles, _, _ = self
        layout = layouts[seat]
        card, refill = layout[slot], None
        if card not in FITTING[piles[pile]]:
            self._refuse(play)
        if rules.refill is Refill.AUTO and taken[seat] < FULL:
            refill = decks[seat][taken[seat]]
            taken = _with(taken, seat, taken[seat] + 1)
        layout = (*layout[:slot], refill, *layout[slot + 1 :])
        return position(rules, decks, taken, _with(layouts, seat, layout), _with(piles, pile, card))

    def _drawn(self, seat: int) -> "Spit":
        if DRAWS[seat] not in self.legal:
            self._refuse_draw(seat)
        layout, taken = self.layouts[seat], self.taken[seat]
        slot = layout.index(None)
        layout = (*layout[:slot], self.decks[seat][taken], *layout[slot + 1 :])
        layouts = _with(self.layouts, seat, layout)
        return position(
            self.rules, self.decks, _with(self.taken, seat, taken + 1), layouts, self.piles
        )

    def _turned(self) -> "Spit":
        if not self.stuck:
            raise RuleError(
                "not_stuck", say("cards are turned only when nobody can play or draw (S8)")
            )
        taken, piles = self.taken, self.piles
        for seat, stock in enumerate(self.stocks):
            if stock:
                piles = _with(piles, seat, self.decks[seat][taken[seat]])
                taken = _with(taken, seat, taken[seat] + 1)
        return position(self.rules, self.decks, taken, self.layouts, piles)

    def _refuse(self, play: Play) -> NoReturn:
        card, top = self.layouts[play.seat][play.slot], self.piles[play.pile]
        if card is None:
            raise RuleError(
                "empty_slot",
                say("seat {seat} has no card in slot {slot}", seat=play.seat, slot=play.slot),
            )
        if top is None:
            raise RuleError("no_pile", say("nothing lies there yet: cards are turned first (S2)"))
        raise RuleError(
            "no_fit",
            say(
                "{card} does not go on {top}: it must be one rank away, ace high or low (S3)",
                card=card,
                top=top,
            ),
        )

    def _refuse_draw(self, seat: int) -> NoReturn:
        if self.rules.refill is Refill.AUTO:
            raise RuleError("auto_refill", say("slots fill by themselves under refill auto (S5)"))
        if not self.stocks[seat]:
            raise RuleError(
                "no_stock", say("seat {seat} has no stock to draw from (S5)", seat=seat)
            )
        raise RuleError(
            "layout_full", say("seat {seat} has four cards and may have no more (S5)", seat=seat)
        )


def unshuffled(_seats: int) -> tuple[Deck, ...]:
    """Give the decks as they are before the shuffle: each seat has its own (S1)."""
    return (DECK,) * PLAYERS


def begin(rules: Rules, decks: tuple[Deck, ...], _seats: int, _first: int) -> "Spit":
    """Deal, as every game can be asked to; both seats of Spit begin at once."""
    left, right = decks
    return deal(rules, (left, right))


def deal(rules: Rules, decks: tuple[Deck, Deck]) -> Spit:
    """Deal each seat's deck, given from top to bottom (S1); ValueError if one is not complete."""
    for seat, deck in enumerate(decks):
        lacking = [str(card) for card in DECK if card not in deck]
        if lacking or len(deck) != FULL:
            raise ValueError(
                say(
                    "seat {seat}'s deck must hold each of the {full} cards once: "
                    "it has {count} and lacks {cards}",
                    seat=seat,
                    full=FULL,
                    count=len(deck),
                    cards=" ".join(lacking) or say("none"),
                )
            )
    layouts = (decks[0][:SLOTS], decks[1][:SLOTS])
    return position(rules, decks, (SLOTS, SLOTS), layouts, (None, None))


def read_deal(header: Fields) -> Spit:
    """Take `rules` and `deal` off a match record's header, and deal."""
    rules = _read_rules(header.inner("rules"))
    decks, names = header.items("deal", PLAYERS)
    try:
        first, second = (tuple(map(Card.parse, decks.texts(name, FULL))) for name in names)
        return deal(rules, (first, second))
    except LineError:
        raise
    except ValueError as error:
        header.fail(error.args[0])


def read_move(line: Fields) -> Move:
    """Take a move off a record's line; LineError if it is not written as one."""
    match line.choice("move", ("spit", "play", "draw")):
        case "spit":
            return SPIT
        case "play":
            return read_play(line)
    return DRAWS[line.integer("seat", 0, PLAYERS - 1)]


def read_play(line: Fields) -> Play:
    """Take `seat`, `slot` and `pile` off a record's line."""
    return Play(
        line.integer("seat", 0, PLAYERS - 1),
        line.integer("slot", 0, SLOTS - 1),
        line.integer("pile", 0, PILES - 1),
    )


def read_refusal(line: Fields) -> Refusal:
    """Take a refused press off a record's line; LineError if it is not written as one."""
    line.choice("refused", ["play"])
    play = read_play(line)
    why = Why(line.choice("why", Why))
    margin_ns = line.integer("margin_ns", 0, LARGEST_NS) if "margin_ns" in line else None
    return Refusal(play, why, margin_ns)


def _read_rules(fields: Fields) -> Rules:
    refill = fields.choice("refill", list(Refill)) if "refill" in fields else Refill.AUTO
    lockout_ms = (
        fields.integer("lockout_ms", 0, LONGEST_LOCKOUT_MS) if "lockout_ms" in fields else 0
    )
    fields.done()
    return Rules(Refill(refill), lockout_ms)


def position(
    rules: Rules,
    decks: tuple[Deck, Deck],
    taken: tuple[int, int],
    layouts: tuple[Layout, Layout],
    piles: Piles,
) -> Spit:
    """Give the table that lies so: finds its legal moves and whether it is the end (S8-S10)."""
    legal = _plays(layouts, piles)
    if rules.refill is Refill.MANUAL:
        legal += _draws(layouts, taken)
    if not legal and taken != (FULL, FULL):
        legal = (SPIT,)
    result = _result(layouts, taken, legal) if FULL in taken else None
    return Spit(rules, decks, taken, layouts, piles, () if result else legal, result)


def _plays(layouts: tuple[Layout, Layout], piles: Piles) -> tuple[Move, ...]:
    left, right = piles
    if left is None or right is None:
        return ()
    # Spelled out, because this runs after every move: a loop here would halve the engine's speed.
    (a, b, c, d), (e, f, g, h) = layouts
    at_a, at_b, at_c, at_d, at_e, at_f, at_g, at_h = plays_by_slot(left.rank, right.rank)
    return (
        at_a[a] + at_b[b] + at_c[c] + at_d[d] + at_e[e] + at_f[f] + at_g[g] + at_h[h]
    )  # fmt: skip


def _draws(layouts: tuple[Layout, Layout], taken: tuple[int, int]) -> tuple[Move, ...]:
    draws: tuple[Move, ...] = ()
    for draw, layout, gone in zip(DRAWS, layouts, taken, strict=True):
        if gone < FULL and None in layout:
            draws += (draw,)
    return draws


def _result(
    layouts: tuple[Layout, Layout], taken: tuple[int, int], legal: tuple[Move, ...]
) -> Result | None:
    for seat in range(PLAYERS):
        if layouts[seat] == _NO_LAYOUT and taken[seat] == FULL:
            return Result(seat, Reason.OUT)
    if legal:
        return None
    empty = [layout.count(None) for layout in layouts]
    winner = None if empty[0] == empty[1] else empty.index(max(empty))
    return Result(winner, Reason.FEWEST)


def _with(pair: tuple[_T, _T], index: int, value: _T) -> tuple[_T, _T]:
    return (pair[0], value) if index else (value, pair[1])


_NO_LAYOUT: Layout = (None,) * SLOTS
