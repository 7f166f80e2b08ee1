"""The Pack in play, and its story afterwards."""

from firmware_host.words.catalog import Catalog


class PackWords(Catalog):
    """What the table of The Pack says: one line of news, one of what the buttons do."""

    def choose(self) -> str:
        """Head the choice of three cards that lie open."""
        return self._("Choose three to lay")

    def has_chosen(self, left: int) -> str:
        """Say that this seat's choice is made, and how many others are not done."""
        return self._n("Wait for {left} other", "Wait for {left} others", left).format(left=left)

    def choose_hint(self, chosen: int) -> str:
        """Say what the buttons do while three cards are chosen."""
        if chosen == 3:
            return self._("READY lays these")
        return self._("{chosen} of 3: press cards").format(chosen=chosen)

    def turn_of(self, name: str) -> str:
        """Say whose turn it is."""
        return self._("{name}'s turn").format(name=name)

    def play_hint(self) -> str:
        """Say how cards are chosen on one's turn."""
        return self._("Cards, then READY")

    def plays_hint(self, count: int) -> str:
        """Say that `ready` plays what is selected."""
        return self._n("READY plays it", "READY plays {count}", count).format(count=count)

    def flip_hint(self, is_selected: bool) -> str:
        """Say how a face-down card is turned over."""
        if is_selected:
            return self._("READY turns it over")
        return self._("Press a card to turn")

    def take_hint(self, cards: int) -> str:
        """Say that nothing plays, so the discard pile must be taken."""
        return self._("No card goes: DRAW {cards}").format(cards=cards)

    def may_take_hint(self, cards: int) -> str:
        """Say that `ready` now takes the discard pile, which nobody must."""
        return self._("READY takes {cards}").format(cards=cards)

    def take_one_hint(self, is_selected: bool) -> str:
        """Say that an open card of one's own goes along with the discard pile."""
        if is_selected:
            return self._("READY takes all")
        return self._("Press a card to take")

    def does_not_go(self, rank: str, top: str) -> str:
        """Say that a card does not play, to its own seat."""
        return self._("{rank} does not go on {top}").format(rank=rank, top=top)

    def three_only(self) -> str:
        """Say that three cards are chosen already."""
        return self._("Three are chosen")

    def played(self, name: str, rank: str, count: int) -> str:
        """Tell what was played."""
        if count == 1:
            return self._("{name} plays {rank}").format(name=name, rank=rank)
        return self._("{name} plays {count} x {rank}").format(name=name, count=count, rank=rank)

    def took(self, name: str, cards: int) -> str:
        """Tell who took the discard pile, of so many cards."""
        return self._("{name} takes {cards}").format(name=name, cards=cards)

    def turns_over(self, name: str) -> str:
        """Head a face-down card that is turned over."""
        return self._("{name} turns over").format(name=name)

    def it_plays(self) -> str:
        """Say that the card turned over plays."""
        return self._("It plays")

    def it_does_not_play(self, cards: int) -> str:
        """Say that the card turned over does not play, and what is picked up."""
        return self._("No: picks up {cards}").format(cards=cards)

    def burns(self, name: str) -> str:
        """Head a ten that burns the discard pile."""
        return self._("{name} burns the pile").format(name=name)

    def plays_again(self, name: str) -> str:
        """Say that the same seat leads after a burn."""
        return self._("{name} plays again").format(name=name)

    def four(self) -> str:
        """Head four of a kind, which clear the discard pile."""
        return self._("Four of a kind!")

    def leads(self, name: str) -> str:
        """Say who leads anything now."""
        return self._("{name} leads").format(name=name)

    def start_card(self) -> str:
        """Head the first card of the discard pile, shown with everybody's choice."""
        return self._("The start card")

    def begins(self, name: str) -> str:
        """Say who has the first turn."""
        return self._("{name} begins").format(name=name)

    def turns(self, turns: int) -> str:
        """Tell how many turns the game took."""
        return self._n("{turns} turn", "{turns} turns", turns).format(turns=turns)

    def cleared(self, burns: int, fours: int) -> str:
        """Tell how often the pile was burnt by a ten, and cleared by four of a kind."""
        return self._("Burns {burns}, fours {fours}").format(burns=burns, fours=fours)

    def heaviest(self, name: str, cards: int) -> str:
        """Tell who picked up the most at once."""
        return self._("Heaviest: {name} {cards}").format(name=name, cards=cards)

    def blind_luck(self, name: str, flips: int) -> str:
        """Tell whose face-down cards played most often."""
        return self._("Blind luck: {name} {flips}").format(name=name, flips=flips)

    def bot_plays_here(self) -> str:
        """Head the panel of a pad in whose place a bot plays."""
        return self._("A bot plays here")

    def only_watching(self) -> str:
        """Head the panel of a pad that has no seat in this game."""
        return self._("Not in this game")
