"""Who is connected: guests without a seat may not take all that the console can keep open."""

import asyncio
from collections import Counter

from websockets.asyncio.server import ServerConnection

MOST_OF_ONE = 48
"""Five pages of one machine that all load at once make some 35 connections."""
MOST = 192
"""The console itself must open files; systems allow a process 1024, some 256."""


class Crowd:
    """Counts connections by where they come from, and tells whom there is no room for."""

    def __init__(self, most_of_one: int = MOST_OF_ONE, most: int = MOST) -> None:
        self._here: Counter[str] = Counter()
        self._most_of_one = most_of_one
        self._most = most

    def enter(self, address: str) -> bool:
        """Count one more, until it leaves; False if that is one too many."""
        self._here[address] += 1
        return self._here[address] <= self._most_of_one and self._here.total() <= self._most

    def leave(self, address: str) -> None:
        """Count one less, had it been too many or not."""
        self._here[address] -= 1
        self._here += Counter()  # Who has none is forgotten.


def counted_callers() -> type[ServerConnection]:
    """Make the kind of connection that all doors share: one too many is cut off unheard."""
    crowd = Crowd()

    class Caller(ServerConnection):
        address = ""

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self.address = str((transport.get_extra_info("peername") or ("",))[0])
            if not crowd.enter(self.address):
                self.transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            crowd.leave(self.address)

    return Caller
