"""What waits for a page: the newest of everything, never a queue."""

import asyncio
from collections.abc import Callable

from sim.front_panel.outbox import SOUNDS_KEPT, Outbox


def sent(fill: Callable[[Outbox], None], count: int) -> list[str | bytes | None]:
    """Fill an outbox and take `count` messages out of it, then find it empty."""

    async def run() -> list[str | bytes | None]:
        outbox = Outbox()
        fill(outbox)
        messages = [await outbox.next() for _ in range(count)]
        waiting = asyncio.ensure_future(outbox.next())
        await asyncio.sleep(0)
        assert not waiting.done(), "something is left"
        waiting.cancel()
        return messages

    return asyncio.run(run())


def test_a_newer_frame_replaces_one_that_waits() -> None:
    def fill(outbox: Outbox) -> None:
        outbox.post("panel 0", b"old")
        outbox.post("panel 1", b"other")
        outbox.post("panel 0", b"new")

    assert sent(fill, 2) == [b"new", b"other"]


def test_probes_go_first_and_one_that_waits_is_enough() -> None:
    def fill(outbox: Outbox) -> None:
        outbox.sound("play")
        outbox.post("state", "state")
        outbox.probe()
        outbox.probe()

    assert sent(fill, 3) == [None, "state", "play"]


def test_of_many_sounds_the_last_are_kept() -> None:
    def fill(outbox: Outbox) -> None:
        for number in range(100):
            outbox.sound(str(number))

    assert sent(fill, SOUNDS_KEPT) == [str(number) for number in range(100 - SOUNDS_KEPT, 100)]
