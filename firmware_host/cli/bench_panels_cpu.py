"""What the display costs of the processor, from a decided play to the bus, beside stock luma.

The thread's own time, so that a busy machine counts as little as can be; messages are made as
smbus2 takes them, but go nowhere.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import median
from time import thread_time_ns

from smbus2 import i2c_msg

from engine.cards import Card
from firmware_host.screens.drawing import draw, frame_of
from firmware_host.screens.scenes import PackTable, Scene, SpitTable
from hw.panel import PanelGroup, PanelPlace, Panels
from hw.panel_bus import Message
from hw.panel_chips import Chip
from hw.stock_luma import stock, unwarned
from sim.pack_samples import BEN, HAND, OTHERS, TABLE
from sim.sample_scenes import MID_GAME

CHIPS = tuple(Chip)
TIMES = 400
STOCK_TIMES = 40
PACK_SEATS = {2: " (goal 1000)", 5: ""}

Scenes = tuple[SpitTable, SpitTable]


def of_cpu() -> Iterator[str]:
    """Measure plays that all panels show: a card lands, hands, counts and headlines change."""
    tables = _two_tables()
    console = _Console(len(CHIPS))
    firsts, wholes = console.spent_on(tables[number % 2] for number in range(TIMES))
    yield f"CPU from a decided play to the first byte: {_us(firsts)} (goal 200)"
    yield (
        f"CPU for a changed frame on both panels, drawing included: {_us(wholes)} "
        f"(goal 1000; stock {_us(_stock_ns(tables))})"
    )
    frame, port = frame_of(tables[1][0]), console.panels.ports[0]
    port.show(frame)
    unchanged = _timed(lambda: port.show(frame), TIMES)
    yield f"CPU for an unchanged frame: {_us(unchanged)} (goal 25)"
    for seats, goal in PACK_SEATS.items():
        _, wholes = _Console(seats).spent_on(_pack_plays(seats))
        yield f"CPU for a play of The Pack on {seats} panels: {_us(wholes)}{goal}"


class _Console:
    """Panels of so many seats on a bus that leads nowhere."""

    def __init__(self, seats: int) -> None:
        self._stamps: list[int] = []
        places = [PanelPlace(seat, CHIPS[seat % len(CHIPS)], 60 + seat) for seat in range(seats)]
        self.panels = Panels(PanelGroup(_Nowhere(self._stamps), places))

    def spent_on(self, plays: Iterable[Sequence[Scene]]) -> tuple[list[int], list[int]]:
        """Show each play on all panels; give the times to its first byte, and to its end."""
        firsts, wholes = [], []
        for scenes in plays:
            self._stamps.clear()
            started = thread_time_ns()
            with self.panels.together():
                for seat, scene in enumerate(scenes):
                    self.panels.ports[seat].show(frame_of(scene))
            wholes.append(thread_time_ns() - started)
            firsts.append(self._stamps[0] - started)
        return firsts, wholes


class _Nowhere:
    """A bus that makes the messages of a transaction, stamps that, and sends them nowhere."""

    def __init__(self, stamps: list[int]) -> None:
        self._stamps = stamps

    def write(self, messages: Sequence[Message]) -> None:
        made = [i2c_msg.write(*message) for message in messages]
        (i2c_msg * len(made))(*made)  # as `i2c_rdwr` hands them to the kernel
        self._stamps.append(thread_time_ns())

    def status(self, address: int) -> int:
        raise OSError(f"nothing answers at {address}")

    def close(self) -> None:
        """Do nothing."""


class _Deaf:
    """A line of luma's that sends nothing."""

    def command(self, *codes: int) -> None:
        """Do nothing."""

    def data(self, values: Sequence[int]) -> None:
        """Do nothing."""


def _two_tables() -> tuple[Scenes, Scenes]:
    """Give the table before and after a play, as both seats see it."""
    ana, ben = MID_GAME
    assert isinstance(ana, SpitTable)
    assert isinstance(ben, SpitTable)
    piles = (Card.parse("9C"), Card.parse("KD"))
    own = (ben.own[0], Card.parse("AS"), *ben.own[2:])
    after_ana = replace(ana, piles=piles, rival=own, headline="Photo finish")
    after_ben = replace(ben, piles=piles, own=own, picked=None, headline="Photo finish")
    return (ana, ben), (after_ana, after_ben)


def _pack_plays(seats: int) -> Iterator[Sequence[PackTable]]:
    """Give the table as each seat sees it, play after play, every hand of another size."""
    for number in range(TIMES):
        sitting = [
            replace(other, hand=(7 * seat + number) % 30, is_turn=seat == number % seats)
            for seat, other in enumerate((*OTHERS, BEN)[-seats:])
        ]
        shift = number % len(HAND)
        table = replace(
            TABLE,
            columns=HAND[shift:] + HAND[:shift],
            top=HAND[shift].rank,
            discard=number % 60,
            headline=f"{sitting[number % seats].name} plays a {HAND[shift].rank}",
        )
        yield [
            replace(
                table,
                others=(*sitting[seat + 1 :], *sitting[:seat]),
                is_turn=sitting[seat].is_turn,
                hint="READY plays 2" if sitting[seat].is_turn else "",
            )
            for seat in range(seats)
        ]


def _stock_ns(tables: tuple[Scenes, Scenes]) -> list[int]:
    """Time stock luma: both pictures drawn and sent whole."""

    def show() -> None:
        for device, scene in zip(devices, tables[0], strict=True):
            device.display(draw(scene))

    with unwarned():
        devices = [stock(chip, _Deaf()) for chip in CHIPS]
        return _timed(show, STOCK_TIMES)


def _timed(act: Callable[[], None], times: int) -> list[int]:
    spent = []
    for _ in range(times):
        started = thread_time_ns()
        act()
        spent.append(thread_time_ns() - started)
    return spent


def _us(spent_ns: Sequence[int]) -> str:
    return f"best {min(spent_ns) / 1000:.0f}, p50 {median(spent_ns) / 1000:.0f} us"
