"""What the display costs of the processor, from a decided play to the bus, beside stock luma.

The thread's own time, so that a busy machine counts as little as can be; messages are made as
smbus2 takes them, but go nowhere.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from statistics import median
from time import thread_time_ns

from smbus2 import i2c_msg

from engine.cards import Card
from firmware_host.screens.drawing import draw, frame_of
from firmware_host.screens.scenes import SpitTable
from hw.panel import PanelGroup, PanelPlace, Panels
from hw.panel_bus import Message
from hw.panel_chips import Chip
from hw.stock_luma import stock, unwarned
from sim.sample_scenes import MID_GAME

CHIPS = tuple(Chip)
TIMES = 400
STOCK_TIMES = 40

Scenes = tuple[SpitTable, SpitTable]


def of_cpu() -> Iterator[str]:
    """Measure a play that both panels show: a card lands, the hand and the headline change."""
    stamps: list[int] = []
    bus = _Nowhere(stamps)
    panels = Panels(
        PanelGroup(bus, [PanelPlace(seat, chip, 60 + seat) for seat, chip in enumerate(CHIPS)])
    )
    tables = _two_tables()
    firsts, wholes = [], []
    for number in range(TIMES):
        stamps.clear()
        started = thread_time_ns()
        with panels.together():
            for seat, scene in enumerate(tables[number % 2]):
                panels.ports[seat].show(frame_of(scene))
        wholes.append(thread_time_ns() - started)
        firsts.append(stamps[0] - started)
    yield f"CPU from a decided play to the first byte: {_us(firsts)} (goal 200)"
    yield (
        f"CPU for a changed frame on both panels, drawing included: {_us(wholes)} "
        f"(goal 1000; stock {_us(_stock_ns(tables))})"
    )
    frame = frame_of(tables[1][0])
    panels.ports[0].show(frame)
    unchanged = _timed(lambda: panels.ports[0].show(frame), TIMES)
    yield f"CPU for an unchanged frame: {_us(unchanged)} (goal 25)"


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
