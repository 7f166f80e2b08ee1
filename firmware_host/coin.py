"""The coin that settles what clocks cannot: seeded, balanced, the same on every replay."""

from collections import Counter
from collections.abc import Sequence
from random import Random


class Coin:
    """Picks a seat of several; counted from the start, seats win evenly, give or take one."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._won: Counter[int] = Counter()

    def start_match(self) -> None:
        """Begin to count anew; the sequence of throws goes on."""
        self._won.clear()

    def pick(self, seats: Sequence[int], *, is_contested: bool) -> int:
        """Pick one of `seats`; only a contested tie (its order matters) counts for the balance."""
        behind = min(self._won[seat] for seat in seats)
        open_seats = sorted(seat for seat in seats if self._won[seat] == behind)
        picked = self._random.choice(open_seats if is_contested else sorted(seats))
        if is_contested:
            self._won[picked] += 1
        return picked
