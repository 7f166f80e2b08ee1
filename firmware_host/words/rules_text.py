"""The rules of both games as players read them on a panel, page by page.

Below its heading a page has four lines of some 26 letters; what is longer goes on on another.
"""

from engine import pack, spit
from firmware_host.words.catalog import Catalog


class RulesText(Catalog):
    """The rules, in short sentences; the README tells them at more length."""

    def pages(self, game: str) -> tuple[str, ...]:
        """Give the rules of a game; each page is a line "# Heading", then its text."""
        if game == spit.NAME:
            return *self._spit_table(), *self._spit_play(), *self._spit_end(), self._pause()
        assert game == pack.NAME
        return *self._pack_table(), *self._pack_turn(), *self._pack_end(), *self._pack_pad()

    def _spit_table(self) -> tuple[str, ...]:
        """Tell the aim, the deal, the piles and what goes on them (S1-S3, S9)."""
        _ = self._
        return (
            _page(
                _("The aim"),
                _(
                    "Be the first to get rid of all your cards: the four open before you, and "
                    "your stock."
                ),
            ),
            _page(
                _("The deal"),
                _(
                    "Each of you has a deck of 52, well shuffled. Four cards lie open, the other "
                    "48 are your stock."
                ),
            ),
            _page(
                _("Two piles"),
                _(
                    "Both press READY. After a moment each turns a card. These are the piles: "
                    "both of you play on both."
                ),
            ),
            _page(
                _("What goes"),
                _(
                    "One rank up or down: on an 8 goes a 7 or a 9. An ace joins king and two. "
                    "Suits do not matter."
                ),
            ),
        )

    def _spit_play(self) -> tuple[str, ...]:
        """Tell how cards are played and races decided (S4-S7)."""
        _ = self._
        return (
            _page(
                _("To play"),
                _(
                    "Press the button below a card to pick it up, then LEFT or RIGHT to lay it "
                    "on that pile."
                ),
            ),
            _page(
                _("No turns"),
                _(
                    "Play as fast as you can. If both of you reach for the same pile, the first "
                    "touch takes it."
                ),
            ),
            _page(
                _("Who was first?"),
                _(
                    "The panels say who, and by how much. Too close to tell is a photo finish: a "
                    "fair coin decides."
                ),
            ),
            _page(
                _("A misfit"),
                _(
                    "A card that does not go comes back to you. By house rule your piles then "
                    "rest for a while."
                ),
            ),
            _page(
                _("Refill"),
                _(
                    "Your stock fills the gap by itself. By house rule you press DRAW, once for "
                    "each card."
                ),
            ),
        )

    def _spit_end(self) -> tuple[str, ...]:
        """Tell what happens when nobody can play, and who wins (S8-S11)."""
        _ = self._
        return (
            _page(
                _("Stuck"),
                _(
                    "The panels say when nobody can play. Both press READY, and each turns one "
                    "more card."
                ),
            ),
            _page(
                _("Stuck again"),
                _(
                    "Who has no stock left turns no card. Still stuck? Then the next cards turn "
                    "by themselves."
                ),
            ),
            _page(
                _("The end"),
                _(
                    "You win when you have no cards and no stock. Stuck without any stock: the "
                    "fewest cards win."
                ),
            ),
            _page(
                _("The match"),
                _("Who wins the most games wins the match. A drawn game counts for nobody."),
            ),
        )

    def _pack_table(self) -> tuple[str, ...]:
        """Tell the aim, the deal and what lies on the table (P2-P5, P10, P12)."""
        _ = self._
        return (
            _page(
                _("The aim"),
                _(
                    "Be the first to get rid of all your cards: first your hand, then the open "
                    "cards, then the hidden ones."
                ),
            ),
            _page(
                _("The deal"),
                _(
                    "Each gets three hidden cards and six in hand. Two share one deck, three to "
                    "five play with two."
                ),
            ),
            _page(
                _("Choose three"),
                _(
                    "Lay three cards of your hand open on the hidden ones. All choose in secret "
                    "and show together."
                ),
            ),
            _page(
                _("The pile"),
                _(
                    "One card is turned to begin the pile, and you draw from the rest: up to "
                    "three in hand after a play."
                ),
            ),
        )

    def _pack_turn(self) -> tuple[str, ...]:
        """Tell what can be played on a turn, and what it does (P1, P6-P9, P11)."""
        _ = self._
        return (
            _page(
                _("Your turn"),
                _(
                    "Play cards of one rank, as high as the pile's top or higher. 3 is low, the "
                    "ace high. Suits do not matter."
                ),
            ),
            _page(
                _("Two and ten"),
                _(
                    "Both go on anything. Anything goes on a two. A ten burns the pile, and you "
                    "play again."
                ),
            ),
            _page(
                _("Four of a kind"),
                _(
                    "Four of one rank in a row on top clear the pile, whoever played them. The "
                    "next player leads."
                ),
            ),
            _page(
                _("Nothing goes"),
                _(
                    "Who can play must play. Who cannot takes the whole pile, and the next "
                    "player leads with anything."
                ),
            ),
        )

    def _pack_end(self) -> tuple[str, ...]:
        """Tell how the cards on the table are played, and who wins (P12-P15)."""
        _ = self._
        return (
            _page(
                _("Open cards"),
                _(
                    "With no hand left you play your open cards, one a turn. If none goes, you "
                    "take the pile; they stay."
                ),
            ),
            _page(
                _("Hidden cards"),
                _(
                    "At last you turn one over unseen. If it goes, it is played; if not, you "
                    "take it and the pile."
                ),
            ),
            _page(
                _("The end"),
                _("Who has no card left wins at once, even with a two or a ten as the last one."),
            ),
            _page(
                _("House rules"),
                _(
                    "Several open cards a turn; four of a kind play again; take the pile at "
                    "will, or an open card along with it."
                ),
            ),
        )

    def _pack_pad(self) -> tuple[str, ...]:
        """Tell what the buttons do in The Pack, and in every game."""
        _ = self._
        return (
            _page(
                _("The buttons"),
                _(
                    "Below a rank: one card of it, again: one more. READY plays them, DRAW takes "
                    "the pile. LEFT, RIGHT: more ranks."
                ),
            ),
            self._pause(),
        )

    def _pause(self) -> str:
        _ = self._
        return _page(
            _("Pause"),
            _("Hold READY for a second: go on, restart or leave. Who leaves gives the match away."),
        )


def _page(heading: str, text: str) -> str:
    return f"# {heading}\n{text}"
