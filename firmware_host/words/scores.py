"""The standings, as `spytt scores` prints them."""

from engine.bots import Level
from firmware_host.words.catalog import Catalog


class ScoreWords(Catalog):
    """What stands in the table of standings."""

    def columns(self) -> tuple[str, ...]:
        """Head the columns."""
        return (
            self._("game"),
            self._("players"),
            self._("matches"),
            self._("won"),
            self._("drawn"),
            self._("forfeits"),
            self._("games"),
            self._("margin"),
        )

    def bot(self, level: Level) -> str:
        """Name a bot, amidst a list of players."""
        return {
            Level.EASY: self._("easy bot"),
            Level.NORMAL: self._("normal bot"),
            Level.HARD: self._("hard bot"),
        }[level]

    def phones(self) -> str:
        """Tell what it means that a phone was played on; a mark stands before it."""
        return self._(
            "some were played on a phone: a phone's own clock was believed; nobody can vouch for it"
        )

    def margin(self, cards: float | None) -> str:
        """Tell a margin; nothing where nobody has won."""
        return "" if cards is None else self.decimal(cards, 1)
