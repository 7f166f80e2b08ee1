"""What the match asks of a game's table: the same verbs for every game, pure functions of a match.

`firmware_host/spit/table.py` is one; a new game is one more package beside it.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol

from engine import pack as pack_rules
from engine import spit as spit_rules
from firmware_host.bot_sight import Sight
from firmware_host.input_events import Pressed
from firmware_host.match_state import Match
from firmware_host.pack import table as pack
from firmware_host.screens.scenes import Scene
from firmware_host.spit import table as spit
from hw.ports import HostNs


class Table(Protocol):
    """One game's table; asked only while the match holds a game of it."""

    def begin(self, match: Match, dealt: Any, now_ns: int) -> Match:
        """Lay a game that has just been dealt."""
        ...

    def touch(self, match: Match, pressed: Pressed, now_ns: int) -> Match:
        """Let a decided press act, of any button but `ready`."""
        ...

    def call_ready(self, match: Match, seat: int, pressed_at: HostNs, now_ns: int) -> Match:
        """Let a tap of `ready` act, while cards lie open; it was pressed at `pressed_at`."""
        ...

    def act(self, match: Match, token: Hashable, when: HostNs) -> Match:
        """Do what the table asked the console to do at `when`."""
        ...

    def wake(self, match: Match, now_ns: int) -> Match:
        """Let time pass: `due_at` has come."""
        ...

    def resume(self, match: Match, now_ns: int) -> Match:
        """Go on after a pause."""
        ...

    def is_contested(self, match: Match, group: Sequence[Pressed]) -> bool:
        """Tell whether the order of these presses matters to the game (docs/referee.md)."""
        ...

    def scene(self, match: Match, seat: int) -> Scene:
        """Give what the panel of `seat` shows while cards lie open."""
        ...

    def watching(self, match: Match, seat: int) -> Scene:
        """Give what the panel of a pad shows that has no seat in this game."""
        ...

    def story(self, match: Match) -> tuple[str, ...]:
        """Tell the game that is over in up to four short lines."""
        ...

    def sight(self, match: Match, seat: int) -> Sight:
        """Give what a bot at `seat` sees of the open game."""
        ...


TABLES: Mapping[str, Table] = {spit_rules.NAME: spit, pack_rules.NAME: pack}


def table_of(match: Match) -> Table:
    """Give the table of the game that is chosen; while one is played it cannot be changed."""
    return TABLES[match.preferences.game]
