"""The demo: two bots on the whole simulated console, in virtual time."""

from collections import deque
from collections.abc import Iterator, Sequence

from engine.bots import Level
from firmware_host.effects import Effect, MatchEnded
from firmware_host.match_state import Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.seating import bots_at
from hw.panel import Chip
from hw.ports import HostNs
from hw.units import SECOND_NS
from sim.simulated_console import CHIPS, START_NS, SimulatedConsole, Tap

LONGEST_MATCH_NS = 3600 * SECOND_NS
"""No match comes near an hour; one that does would never end."""


class Demo:
    """One match of bots alone, each with a panel; the same arguments give the same effects at the
    same virtual instants.
    """

    def __init__(
        self,
        preferences: Preferences,
        levels: Sequence[Level],
        seed: int,
        tap: Tap | None = None,
    ) -> None:
        self._told: deque[tuple[HostNs, Effect]] = deque()
        seats = range(len(levels))
        setup = Setup(pads=(None,) * len(levels), bots=tuple(levels), seed=seed)
        self.console = SimulatedConsole(
            new_match(setup, preferences),
            bots=bots_at(seats, seed),
            chips=[(*CHIPS, *(Chip.SSD1306,) * 3)[seat] for seat in seats],
            coin=seed,
            watch=lambda at, effect: self._told.append((at, effect)),
            tap=tap,
        )

    def effects(self) -> Iterator[tuple[HostNs, Effect]]:
        """Play to the end of the match; gives each effect as it comes, with its instant."""
        time = self.console.time
        while (next_at := time.next_at()) is not None and next_at < START_NS + LONGEST_MATCH_NS:
            time.run_until(next_at)
            while self._told:
                told = self._told.popleft()
                yield told
                if isinstance(told[1], MatchEnded):
                    # The scenes of the result come with this instant too.
                    yield from self._told
                    return

    @property
    def names(self) -> Sequence[str]:
        """What the bots are called."""
        return self.console.console.match.names

    def frames(self) -> Sequence[bytes]:
        """Give what the panels show now, by seat."""
        return [self.console.pixels(seat) for seat in range(len(self.names))]
