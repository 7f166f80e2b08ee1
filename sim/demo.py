"""The demo: two bots on the whole simulated console, in virtual time."""

from collections import deque
from collections.abc import Iterator, Mapping

from engine.bots import Level
from firmware_host.effects import Effect, MatchEnded
from firmware_host.match_state import Setup
from hw.ports import HostNs
from hw.units import SECOND_NS
from sim.simulated_console import START_NS, SimulatedConsole, Tap, bots_of

LONGEST_MATCH_NS = 3600 * SECOND_NS
"""No match comes near an hour; one that does would never end."""


class Demo:
    """One match; the same setup and levels give the same effects at the same virtual instants."""

    def __init__(self, setup: Setup, levels: tuple[Level, Level], tap: Tap | None = None) -> None:
        self._told: deque[tuple[HostNs, Effect]] = deque()
        bots = bots_of(dict(enumerate(levels)), setup.seed)
        self.console = SimulatedConsole(
            setup,
            bots=bots,
            coin=setup.seed,
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

    def frames(self) -> Mapping[int, bytes]:
        """Give what both panels show now."""
        return {seat: self.console.pixels(seat) for seat in range(2)}
