"""The front panel's page: what stands around the pads."""

from collections.abc import Mapping

from engine import pack, spit
from firmware_host.words.catalog import Catalog

TITLE, CHOOSE = "title", "choose"
LAST = ("result", "menu", "away")
"""Stages in which no card is played; all but the title, too, have a game on the table."""


class PageWords(Catalog):
    """The page's texts.

    A `stage` is a phase of the match, or `choose` while The Pack's three cards are chosen, or
    `demo`.
    """

    def status(self, stage: str) -> str:
        """Say in a few words what the console waits for."""
        return {
            TITLE: self._("Choose below the panel; READY starts"),
            CHOOSE: self._("Everybody chooses three cards to lie open"),
            "countdown": self._("Cards are about to be turned"),
            "play": self._("Play!"),
            "stuck": self._("Stuck: both press READY"),
            "result": self._("The game is over: READY for another"),
            "menu": self._("Paused"),
            "away": self._("Paused: a pad is missing"),
            "demo": self._("A demo plays: press any button"),
        }[stage]

    def texts(self) -> Mapping[str, str]:
        """Give every fixed text of the page by its key; the page fills in what is in braces."""
        return {
            "title": self._("Spytt: front panel"),
            "waiting": self._("waiting for the console"),
            "closed": self._("closed: {reason}"),
            "connected": self._("connected, clock {us} µs"),
            "elsewhere": self._("played on another page"),
            "taken": self._("This table is being played on another page."),
            "back": self._("Play here instead"),
            "sound_on": self._("sound on"),
            "sound_off": self._("sound off"),
            "score": self._("score"),
            "at_the_table": self._("at the table"),
            "panel": self._("panel of {name}"),
            "seat": self._("Seat {number}"),
            "bot": self._("played by a bot"),
            "unseated": self._("not in this game"),
            "how_to_play": self._("How to play"),
            "keys": self._(
                "The keys share no row and no column with the rival's, so an ordinary keyboard "
                "hears both players at once."
            ),
            "taken_seat": self._("This seat is being played on another page."),
            "keep_awake": self._("Keep the screen on"),
            "full_screen": self._("full screen"),
            "phones": self._(
                "Phones are the pads. Join this Wi-Fi and scan the code of your seat, and only "
                "yours: who has a seat's link sees its cards and plays them."
            ),
            "here": self._("Play this seat here"),
            "seats": self._("Each seat has a page of its own. Open yours, and only yours:"),
        }

    def labels(self, game: str, stage: str) -> tuple[str, ...]:
        """Name the eight buttons: the card buttons, left and right, draw, ready."""
        cards = tuple(self._("card {number}").format(number=number) for number in (1, 2, 3, 4))
        sides = self._("◂ left"), self._("right ▸")
        if stage == TITLE:
            cards = self._("game"), self._("rivals"), self._("length"), self._("menu")
        elif game == spit.NAME and stage not in LAST:
            sides = self._("◂ pile"), self._("pile ▸")
        return (*cards, *sides, self._("draw"), self._("ready"))

    def steps(self, game: str, stage: str) -> tuple[str, ...]:
        """Tell in up to four steps how to play; what stands between two * matters most."""
        if stage in (TITLE, "demo"):
            return self._begin(game)
        return self._pack(stage) if game == pack.NAME else self._spit()

    def _begin(self, game: str) -> tuple[str, ...]:
        if game == pack.NAME:
            aim = self._(
                "The Pack, in turns: lay the *same rank or a higher one*, or take the whole pile. "
                "Who gets rid of all cards first wins."
            )
        else:
            aim = self._(
                "Spit, both at once: lay cards *one rank up or down* on the two piles. Who gets "
                "rid of all 52 first wins."
            )
        return (
            self._(
                "The four buttons below the panel choose the *game*, the *rivals* and the "
                "*length* of a match, and open the *menu*."
            ),
            self._(
                "In the menu *left* and *right* move, *ready* chooses, *draw* goes back. The rules "
                "and a *guided round* are there."
            ),
            aim,
            self._("All who play press *ready*. To pause the game, hold it for a second."),
        )

    def _spit(self) -> tuple[str, ...]:
        return (
            self._("Both press *ready*. After a short wait one card turns on each pile."),
            self._(
                "Pick a card with the button below it, then touch a pile. It goes on if it is *one "
                "rank up or down*; aces are high and low, suits do not matter."
            ),
            self._("Both play at once. The *first touch* on a pile takes it."),
            self._(
                "Nobody can play? Both press *ready* to turn new cards. First to play out all 52 "
                "wins. Hold *ready* for a pause."
            ),
        )

    def _pack(self, stage: str) -> tuple[str, ...]:
        if stage == CHOOSE:
            return (
                self._(
                    "Choose three cards with the buttons below them. They will lie *open* on the "
                    "table, and are played when your hand is empty."
                ),
                self._("*High cards*, *twos* and *tens* are worth keeping for then."),
                self._("*Left* and *right* show the rest of your hand."),
                self._("*Ready* lays your three. Nobody sees them before all have chosen."),
            )
        return (
            self._(
                "Your turn: select cards of *one rank*, one more with each press; *ready* plays "
                "them. *Left* and *right* show the rest of your hand."
            ),
            self._("The *same rank or a higher one* goes. If nothing does, *draw* takes the pile."),
            self._(
                "A *2* goes on anything, and anything on it. A *10* burns the pile, and you play "
                "again. *Four of a kind* clear it."
            ),
            self._(
                "Hand empty? Play your open cards, then the face-down ones unseen. First without "
                "cards wins. Hold *ready* for a pause."
            ),
        )
