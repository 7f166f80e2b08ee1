"""Who has won how many matches against whom, at tables of two."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.effects import Player

Key = tuple[str, tuple[str, ...]]
"""A game, and how two are known, in the order of the alphabet."""


@dataclass(frozen=True, slots=True)
class Standings:
    """Matches won by each of two, in the order of the key; a value that never changes."""

    won: Mapping[Key, tuple[int, ...]] = field(default_factory=dict)

    def of(self, game: str, players: tuple[Player, ...]) -> tuple[int, ...]:
        """Give what two have won against each other, in the order of `players`; () for more."""
        if len(players) != 2:
            return ()
        first, second = map(known_as, players)
        wins = self.won.get((game, tuple(sorted((first, second)))), (0, 0))
        return wins if first <= second else (wins[1], wins[0])

    def after(self, game: str, players: tuple[Player, ...], winner: int | None) -> "Standings":
        """Give the standings after a match that seat `winner` of `players` has won."""
        if winner is None or len(players) != 2:
            return self
        known = [known_as(player) for player in players]
        key = (game, tuple(sorted(known)))
        wins = list(self.won.get(key, (0, 0)))
        wins[key[1].index(known[winner])] += 1
        return Standings({**self.won, key: tuple(wins)})


def known_as(player: Player) -> str:
    """Tell who a player is, whatever the language calls a bot; no name can hold the tab."""
    return f"\t{player.level}" if player.level else player.name
