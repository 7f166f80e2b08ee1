"""Names of games, seats and bots."""

from collections.abc import Sequence

from engine import pack, spit
from engine.bots import Level
from firmware_host.words.catalog import Catalog


class NameWords(Catalog):
    """What things and players are called."""

    def game(self, name: str) -> str:
        """Name a game."""
        return {spit.NAME: self._("Spit"), pack.NAME: self._("The Pack")}[name]

    def seats(self) -> tuple[str, ...]:
        """Name people who gave no names, seat by seat."""
        return self._("Ana"), self._("Ben"), self._("Cleo"), self._("Dina"), self._("Emil")

    def level(self, level: Level) -> str:
        """Name how well a bot plays."""
        return {
            Level.EASY: self._("Easy"),
            Level.NORMAL: self._("Normal"),
            Level.HARD: self._("Hard"),
        }[level]

    def bot(self, level: Level) -> str:
        """Name the only bot at the table, by its level."""
        return {
            Level.EASY: self._("Easy bot"),
            Level.NORMAL: self._("Bot"),
            Level.HARD: self._("Hard bot"),
        }[level]

    def players(
        self, given: Sequence[str], line_up: Sequence[Level | None], bot_name: str = ""
    ) -> tuple[str, ...]:
        """Name everybody at the table: people as given, bots by level or, if several, number."""
        people = (*given, *self.seats()[len(given) :])
        bots = [seat for seat, level in enumerate(line_up) if level is not None]
        return tuple(
            people[seat]
            if level is None
            else (bot_name or self.bot(level))
            if len(bots) == 1
            else self._("Bot {number}").format(number=bots.index(seat) + 1)
            for seat, level in enumerate(line_up)
        )
