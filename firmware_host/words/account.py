"""Games told move by move, as `spytt replay` and `spytt demo` print them."""

from collections.abc import Sequence

from engine.cards import Card
from engine.spit import Refill
from engine.spit_moves import Why
from firmware_host.words.catalog import Catalog
from hw.units import MILLISECOND_NS, SECOND_NS

SECONDS_WIDTH = 9


def written(cards: Sequence[Card]) -> str:
    """Write cards as records do, in every language."""
    return " ".join(map(str, cards))


class AccountWords(Catalog):
    """What is told of every game."""

    def seat(self, seat: int) -> str:
        """Name a player who gave no name; seats are counted from 1 in words."""
        return self._("seat {seat}").format(seat=seat + 1)

    def at(self, since_ns: int) -> str:
        """Date a line: seconds since the first dated one."""
        return self.decimal(since_ns / SECOND_NS, 3).rjust(SECONDS_WIDTH)

    def listing(self, items: Sequence[str]) -> str:
        """Join one or more by commas, the last by "and"."""
        *others, last = items
        return (
            self._("{some} and {last}").format(some=", ".join(others), last=last)
            if others
            else last
        )

    def wins(self, name: str) -> str:
        """Tell who is out of cards."""
        return self._("{name} wins: out of cards.").format(name=name)

    def ends_early(self) -> str:
        """Tell that a record holds no more, though the game goes on."""
        return self._("The record ends before the game does.")


class SpitAccountWords(AccountWords):
    """What is told of Spit."""

    def opening(self, names: Sequence[str], refill: Refill) -> str:
        """Head the account."""
        one, other = names
        if refill is Refill.MANUAL:
            return self._("Spit, refill manual: {one} against {other}").format(one=one, other=other)
        return self._("Spit, refill auto: {one} against {other}").format(one=one, other=other)

    def plays(self, name: str, card: Card, top: Card | None, pile: int) -> str:
        """Tell a play on a pile (0 left)."""
        return self._("{name} plays {card} on {top} ({side})").format(
            name=name, card=card, top=top, side=self._side(pile)
        )

    def draws(self, name: str, card: Card | None) -> str:
        """Tell a draw under manual refill."""
        return self._("{name} draws {card}").format(name=name, card=card)

    def spit(self, turned: Sequence[tuple[Card | None, int]]) -> str:
        """Tell which cards were turned, each with its pile."""
        cards = [f"{card} ({self._side(pile)})" for card, pile in turned]
        return self._("Spit! {cards}").format(cards=self.listing(cards))

    def refused(
        self, name: str, card: Card | None, pile: int, why: Why, margin_ns: int | None
    ) -> str:
        """Tell a press that changed nothing, and why; how late it was, where that is known."""
        return self._("{name} with {card} at {side}: {why}").format(
            name=name,
            card=card or self._("no card"),
            side=self._side(pile),
            why=self._why(why, margin_ns),
        )

    def photo_finish(self, told: str) -> str:
        """Add that the coin decided."""
        return self._("{told} (photo finish)").format(told=told)

    def stuck(self, holdings: Sequence[str]) -> str:
        """Tell that nobody can play, and who holds what."""
        return self._("Stuck: {holdings}").format(holdings=", ".join(holdings))

    def holds(self, name: str, cards: int, stock: int) -> str:
        """Tell how many cards a seat has, before it and in its stock."""
        return self._("{name} holds {cards} and has {stock} in stock").format(
            name=name, cards=cards, stock=stock
        )

    def wins_by_fewest(self, name: str) -> str:
        """Tell who won when nobody could play any more."""
        return self._("{name} wins: nobody can play, and fewest cards are left.").format(name=name)

    def drawn(self) -> str:
        """Tell that nobody has won."""
        return self._("A draw: nobody can play, and both hold as many cards.")

    def _side(self, pile: int) -> str:
        return self._("right") if pile else self._("left")

    def _why(self, why: Why, margin_ns: int | None) -> str:
        if why is Why.LOCKOUT:
            return self._("piles resting")
        if why is Why.MISFIT:
            return self._("does not fit")
        if margin_ns is None:
            return self._("beaten")
        ms = self.decimal(margin_ns / MILLISECOND_NS, 1)
        return self._("beaten by {ms} ms").format(ms=ms)


class PackAccountWords(AccountWords):
    """What is told of The Pack; what begins with `told` is added to what was told before."""

    def opening(self, names: Sequence[str], house_rules: Sequence[str]) -> str:
        """Head the account."""
        told = self._("The Pack: {names}").format(names=self.listing(names))
        if not house_rules:
            return told
        rules = ", ".join(house_rules)
        return self._("{told}; house rules: {rules}").format(told=told, rules=rules)

    def has_chosen(self, name: str) -> str:
        """Tell that a seat's three cards are chosen, which nobody sees yet."""
        return self._("{name} has chosen").format(name=name)

    def lays_open(self, name: str, cards: Sequence[Card]) -> str:
        """Tell what a seat had chosen."""
        return self._("{name} lays open {cards}").format(name=name, cards=written(cards))

    def starts(self, card: Card | None, name: str) -> str:
        """Tell the start card, and who has the first turn."""
        return self._("The start card is {card}: {name} begins").format(card=card, name=name)

    def plays(self, name: str, cards: Sequence[Card], top: Card | None) -> str:
        """Tell a play on `top`, or on nothing."""
        if top is None:
            return self._("{name} leads {cards}").format(name=name, cards=written(cards))
        return self._("{name} plays {cards} on {top}").format(
            name=name, cards=written(cards), top=top
        )

    def from_the_table(self, told: str) -> str:
        """Add that an open card was played."""
        return self._("{told}, from the table").format(told=told)

    def draws(self, told: str, count: int) -> str:
        """Add how many cards were drawn, which only their owner sees."""
        return self._("{told} and draws {count}").format(told=told, count=count)

    def turns_over(self, name: str, card: Card, top: Card | None, fits: bool) -> str:
        """Tell a hidden card turned over, and whether it goes on `top`, or on nothing."""
        if top is None:
            return self._("{name} turns over {card} and leads it").format(name=name, card=card)
        if fits:
            return self._("{name} turns over {card}: it goes on {top}").format(
                name=name, card=card, top=top
            )
        return self._("{name} turns over {card}: it does not go on {top}").format(
            name=name, card=card, top=top
        )

    def takes(self, name: str, count: int) -> str:
        """Tell who took the pile, of so many cards."""
        return self._n("{name} takes {count} card", "{name} takes {count} cards", count).format(
            name=name, count=count
        )

    def taken_along(self, told: str, card: Card) -> str:
        """Add which open card went along with the pile (house rule `take_one_face_up`)."""
        return self._("{told}, with {card} from the table").format(told=told, card=card)

    def takes_all(self, told: str, count: int) -> str:
        """Add how many cards are taken with the one that does not go."""
        return self._("{told}; takes up {count}").format(told=told, count=count)

    def burns(self, told: str, count: int) -> str:
        """Add that a ten burns the pile, of so many cards."""
        return self._("{told}; the pile of {count} burns").format(told=told, count=count)

    def four(self, told: str, count: int) -> str:
        """Add that four of a kind clear the pile, of so many cards."""
        return self._("{told}; four of a kind clear the pile of {count}").format(
            told=told, count=count
        )

    def still_held(self, told: str, holdings: Sequence[str]) -> str:
        """Add what the others still held at the end."""
        return self._("{told} Left: {holdings}.").format(told=told, holdings=", ".join(holdings))

    def unfinished(self) -> str:
        """Tell that bots were stopped before any had won (P16)."""
        return self._("Nobody wins: the bots were stopped, for they might go on for ever.")
