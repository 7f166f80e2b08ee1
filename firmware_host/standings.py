"""Who has won how many matches against whom, at tables of two."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Key = tuple[str, tuple[str, ...]]
"""A game, and the names of two in the order of the alphabet."""


@dataclass(frozen=True, slots=True)
class Standings:
    """Matches won by each of two, in the order of the key's names; a value that never changes."""

    won: Mapping[Key, tuple[int, ...]] = field(default_factory=dict)

    def of(self, game: str, names: tuple[str, ...]) -> tuple[int, ...]:
        """Give what two have won against each other, in the order of `names`; () for more."""
        if len(names) != 2:
            return ()
        wins = self.won.get((game, tuple(sorted(names))), (0, 0))
        return wins if names[0] <= names[1] else (wins[1], wins[0])

    def after(self, game: str, names: tuple[str, ...], winner: int | None) -> "Standings":
        """Give the standings after a match that seat `winner` of `names` has won."""
        if winner is None or len(names) != 2:
            return self
        key = (game, tuple(sorted(names)))
        wins = list(self.won.get(key, (0, 0)))
        wins[key[1].index(names[winner])] += 1
        return Standings({**self.won, key: tuple(wins)})
