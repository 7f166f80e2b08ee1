"""Hosts that begin anew beside a pad that goes on: what it kept meanwhile is no new press.

Opening its port resets a Nano, but not every board is wired so, and a line may come back.
"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from hw.pad_messages import EDGE_CODES, PAD_BUTTONS
from hw.pad_session import PadSession
from hw.pad_timing import BYTE_NS
from hw.ports import Arrival, Clock, DriverFault, Edge, FaultKind, Levels, PadInfo, Through
from sim.nano_pad import NanoPad
from sim.virtual_time import VirtualTime

MS = 1_000_000
PAD = PadInfo("a", 0, Clock.OWN)
SEEDS = st.integers(0, 1 << 32)


class Bench:
    """A pad whose host dies and begins anew; `stamps` are those of all edges, kept or dropped."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self.time = VirtualTime(10**12)
        self.got: list[Arrival] = []
        self.pad = NanoPad(self.time, PAD, self.got.append, self.luck)
        self.stamps: list[int] = []
        self._note = self.pad.nano._note
        self.pad.nano._note = self._overhear  # type: ignore[method-assign]
        self.run_for(50)

    def _overhear(self, code: int, stamp: int) -> None:
        if code in EDGE_CODES:
            self.stamps.append(stamp)
        self._note(code, stamp)

    def run_for(self, ms: float) -> None:
        self.time.run_until(self.time.now_ns + round(ms * MS))

    def press(self, presses: int, within_us: int) -> None:
        for _ in range(presses):
            at_ns = self.time.now_ns + self.luck.randrange(within_us) * 1000
            button = self.luck.choice(PAD_BUTTONS)
            self.pad.close_contact(button, at_ns)
            self.pad.open_contact(button, at_ns + self.luck.randrange(100, 3000) * 1000)

    def restart(self, presses: int) -> None:
        """Let the host die, some buttons be pressed, and a host begin that knows nothing."""
        pad = self.pad
        pad.up_noise = pad.down_noise = lambda _: b""
        self.press(presses, 100_000)
        self.run_for(120)
        self.got.clear()
        pad.up_noise = pad.down_noise = lambda data: data
        pad.session = PadSession(self.time.now_ns, byte_ns=BYTE_NS)
        pad._is_adopted = False
        pad._armed_ns = 1 << 80
        pad._speak()


@examples(max_examples=60)
@given(SEEDS, st.sampled_from([0, 3, 31, 32, 60, 100]))
def test_what_was_kept_is_no_new_press_and_no_watermark_passes_a_touch_by(
    seed: int, presses: int
) -> None:
    bench = Bench(seed)
    bench.restart(presses)
    begun_us = bench.pad.crystal.read_us(bench.time.now_ns)
    bench.press(10, 12_000)
    bench.run_for(100)
    told: set[int] = set()
    through_us = 0
    is_lossy = False
    for arrival in bench.got:
        match arrival:
            case Edge():
                assert arrival.stamp > begun_us, "it was pressed before the host began"
                told.add(arrival.stamp)
            case DriverFault(kind=FaultKind.OVERFLOW):
                is_lossy = True
            case Through():
                since_us, through_us = through_us or arrival.stamp, arrival.stamp
                passed = {at for at in bench.stamps if since_us < at <= through_us}
                assert is_lossy or passed <= told, "a watermark passed a touch by"
                is_lossy = False
    assert through_us
    assert any(isinstance(arrival, Levels) for arrival in bench.got)


@pytest.mark.parametrize("presses", [0, 20, 50], ids="{} presses were kept".format)
def test_the_next_press_is_told_as_one(presses: int) -> None:
    bench = Bench(1)
    bench.restart(presses)
    bench.run_for(20)
    bench.got.clear()
    bench.press(1, 1000)
    bench.run_for(30)
    assert [arrival.closed for arrival in bench.got if isinstance(arrival, Edge)] == [True, False]
