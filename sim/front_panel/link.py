"""A page that has said hello: its connection, its visit, and what waits to go to it."""

import asyncio
from collections.abc import Callable

from websockets.asyncio.server import ServerConnection

from hw.ports import HostNs
from sim.front_panel import messages
from sim.front_panel.outbox import Outbox
from sim.front_panel.visit import Visit

HEARTBEAT_S = 0.2
"""Probes without a request keep the clock model fresh: 0.2 s at 5000 ppm blur it by 1 ms."""
BURST = 4
"""Probes an ask brings, each sent when the one before is answered: quick, yet never a flood."""


class Link:
    """Writes to one page, `page` by the name it drew; use it in the server's thread only."""

    def __init__(
        self,
        connection: ServerConnection,
        visit: Visit,
        clock: Callable[[], HostNs],
        page: str = "",
    ) -> None:
        self.connection = connection
        self.visit = visit
        self.page = page
        self.outbox = Outbox()
        self.is_open = True
        self._clock = clock
        self._burst = 0

    def ask(self) -> None:
        """Send a burst of probes, or prolong the one that is under way."""
        is_under_way = self._burst > 0
        self._burst = BURST
        if not is_under_way:
            self.outbox.probe()

    def answered(self) -> None:
        """Send the burst's next probe, now that the one before has been answered."""
        if self._burst:
            self._burst -= 1
            if self._burst:
                self.outbox.probe()

    async def write(self) -> None:
        """Send what the outbox holds, as fast as the page reads."""
        while True:
            message = await self.outbox.next()
            if message is None:
                number = self.visit.probe(self._clock())
                if number is None:
                    continue
                message = messages.probe(number)
            await self.connection.send(message)

    async def beat(self) -> None:
        """Probe now and then, asked or not."""
        while True:
            self.outbox.probe()
            await asyncio.sleep(HEARTBEAT_S)
