"""The end of a game and of a match."""

from firmware_host.words.catalog import Catalog


class EndWords(Catalog):
    """Who has won, why, and what comes next."""

    def takes_game(self, name: str, number: int) -> str:
        """Say who won game `number` (from 1) of a match that goes on."""
        return self._("{name} takes game {number}").format(name=name, number=number)

    def wins(self, name: str) -> str:
        """Say who won the match."""
        return self._("{name} wins").format(name=name)

    def wins_match(self, name: str, won: int, lost: int) -> str:
        """Say who won a match of several games, and by how many to how many."""
        return self._("{name} wins {won}–{lost}").format(name=name, won=won, lost=lost)

    def wins_as_other_left(self, name: str, leaver: str) -> str:
        """Say who won because the other left."""
        return self._("{leaver} left: {name} wins").format(leaver=leaver, name=name)

    def has_left(self, leaver: str) -> str:
        """Say who left a table of three or more, which ends the match."""
        return self._("{leaver} left the table").format(leaver=leaver)

    def called_off(self) -> str:
        """Say that the match ended because a pad was away."""
        return self._("Match called off")

    def unfinished(self) -> str:
        """Say that bots were stopped before any had won (P16)."""
        return self._("Nobody wins")

    def drawn(self) -> str:
        """Say that a game or a match has no winner."""
        return self._("A draw")

    def hint(self, is_ready: bool, is_over: bool) -> str:
        """Say what `ready` does after a game."""
        if is_ready:
            return self._("Wait for the others")
        return self._("READY: play again") if is_over else self._("READY: next game")
