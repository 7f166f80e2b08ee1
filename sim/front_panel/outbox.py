"""What waits to go to a page: the newest of everything, so a slow reader never makes a queue."""

import asyncio
from collections import deque

SOUNDS_KEPT = 8
"""Older sounds would come too late to mean anything."""


class Outbox:
    """Pictures and state replace those not yet sent; use it in one event loop only."""

    def __init__(self) -> None:
        self._newest: dict[str, str | bytes] = {}
        self._sounds: deque[str] = deque(maxlen=SOUNDS_KEPT)
        self._probes = 0
        self._filled = asyncio.Event()

    def post(self, place: str, message: str | bytes) -> None:
        """Send `message`, unless a newer one for the same place comes before its turn."""
        self._newest[place] = message
        self._filled.set()

    def sound(self, message: str) -> None:
        """Send a sound; of many that wait the oldest are dropped."""
        self._sounds.append(message)
        self._filled.set()

    def probe(self) -> None:
        """Send a probe before all else; one that waits already is enough."""
        self._probes = 1
        self._filled.set()

    async def next(self) -> str | bytes | None:
        """Wait for what goes out next: a probe (None), then pictures and state, then sounds."""
        await self._filled.wait()
        if self._probes:
            self._probes = 0
            message = None
        elif self._newest:
            message = self._newest.pop(next(iter(self._newest)))
        else:
            message = self._sounds.popleft()
        if not (self._probes or self._newest or self._sounds):
            self._filled.clear()
        return message
