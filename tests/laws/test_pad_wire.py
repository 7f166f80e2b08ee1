"""The pads' wire under noise, against the firmware's twin: what a board noted is what is reported.

Noise drops, doubles, damages, cuts and swaps what is on the line, in both directions. Edges are
neither lost nor doubled unless an overflow or a boot says so, and no watermark passes one by.
"""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from hw.pad_messages import CLOSED, EDGE_CODES, OVERFLOW, PAD_BUTTONS, Entry
from hw.ports import (
    Arrival,
    Boot,
    Button,
    Clock,
    DriverFault,
    Edge,
    FaultKind,
    Gone,
    Levels,
    PadInfo,
    Sync,
    Through,
)
from sim.nano_pad import NanoPad
from sim.virtual_time import VirtualTime
from sim.wire import USB_SERIAL, Wire

MS = 1_000_000
START_NS = 10**12
U32 = 1 << 32
PAD = PadInfo("a", 0, Clock.OWN)


class Noise:
    """What a bad line does to what it carries; it keeps a frame back now and then, for one turn."""

    def __init__(self, luck: Random, share: float, *, swaps: bool = True) -> None:
        self.share = share
        self._ways = 6 if swaps else 5
        self._luck = luck
        self._kept = b""

    def __call__(self, data: bytes) -> bytes:
        luck, kept = self._luck, self._kept
        self._kept = b""
        if luck.random() >= self.share:
            return data + kept
        place = luck.randrange(len(data))
        match luck.randrange(self._ways):
            case 0:
                return kept
            case 1:
                return data + kept + data
            case 2:
                return data[:place] + bytes((luck.randrange(256),)) + data[place + 1 :] + kept
            case 3:
                return data[:place] + kept
            case 4:
                return data[:place] + luck.randbytes(luck.randrange(1, 30)) + data[place:] + kept
        self._kept = data
        return kept


class Bench:
    """A Nano on a noisy line. `noted` is what it noted, by boot; `got` what was reported."""

    def __init__(
        self,
        seed: int,
        share: float,
        *,
        wire: Wire = USB_SERIAL,
        offset_us: int = 0,
        first_entry: int = 1,
        boot_ms: float = 0,
        swaps: bool = True,
    ) -> None:
        self.luck = Random(seed)
        self.time = VirtualTime(START_NS)
        self.got: list[Arrival] = []
        self.pad = NanoPad(
            self.time,
            PAD,
            self.got.append,
            self.luck,
            wire=wire,
            offset_us=offset_us,
            first_entry=first_entry,
            boot_ms=boot_ms,
        )
        self.noises = tuple(Noise(self.luck, share, swaps=swaps) for _ in range(2))
        self.pad.up_noise, self.pad.down_noise = self.noises[0], self.noises[1]
        self.noted: dict[int, list[Entry]] = {}
        self._note = self.pad.nano._note
        self.pad.nano._note = self._overhear  # type: ignore[method-assign]

    def _overhear(self, code: int, stamp: int) -> None:
        nano = self.pad.nano
        kept = len(nano._kept)
        self._note(code, stamp)
        if len(nano._kept) > kept:
            self.noted.setdefault(nano.eeprom.boot, []).append(nano._kept[-1])

    def run_for(self, ms: float) -> None:
        self.time.run_until(self.time.now_ns + round(ms * MS))

    def fumble(self, ms: int, presses: int) -> None:
        """Press this and that for a while."""
        for _ in range(presses):
            at_ns = self.time.now_ns + self.luck.randrange(ms * MS)
            button = self.luck.choice(PAD_BUTTONS)
            self.pad.close_contact(button, at_ns)
            self.pad.open_contact(button, at_ns + self.luck.randrange(20 * MS))
        self.run_for(ms)

    def quieten(self) -> None:
        """Let the line be good, and everything that was kept come again."""
        for noise in self.noises:
            noise.share = 0
        self.run_for(1500)
        self.run_for(250)

    def check(self) -> None:
        """Hold what was reported against what was noted, boot by boot."""
        segments: list[list[Arrival]] = [[]]
        for arrival in self.got:
            if isinstance(arrival, Boot):
                segments.append([])
            else:
                segments[-1].append(arrival)
        for segment in segments:
            _check_segment(segment, self._noted_in(segment))
        told = [a for a in segments[-1] if isinstance(a, Edge)]
        noted = [e for e in self._noted_in(told) if e.code in EDGE_CODES]
        assert not told or told[-1].stamp == noted[-1].stamp, "the last edge did not come"

    def _noted_in(self, segment: Sequence[Arrival]) -> list[Entry]:
        """Give what was noted in the boot from which a segment's first edge is."""
        edges = (arrival for arrival in segment if isinstance(arrival, Edge))
        first = next(edges, None)
        if first is None:
            return []
        return next(
            told for told in self.noted.values() if any(_is_edge_of(first, e) for e in told)
        )


def _is_edge_of(edge: Edge, entry: Entry) -> bool:
    code = PAD_BUTTONS.index(edge.button) | (CLOSED if edge.closed else 0)
    return (code, edge.stamp) == (entry.code, entry.stamp)


def _check_segment(arrivals: list[Arrival], noted: list[Entry]) -> None:
    """A segment's edges and overflows are a run of what its boot noted, without a gap."""
    told = [entry for entry in noted if entry.code in EDGE_CODES or entry.code == OVERFLOW]
    begun = False
    place = 0
    edges = 0
    for arrival in arrivals:
        match arrival:
            case Edge():
                if not begun:
                    place = next(i for i, e in enumerate(told) if _is_edge_of(arrival, e))
                    begun = True
                assert _is_edge_of(arrival, told[place]), "an edge was lost, doubled or made up"
                place, edges = place + 1, edges + 1
                assert arrival.seq == edges
            case DriverFault(kind=FaultKind.OVERFLOW) if begun:
                assert told[place].code == OVERFLOW
                place += 1
            case Through() if begun:
                assert arrival.seq == edges
                later = [entry for entry in told[place:] if entry.code in EDGE_CODES]
                for entry in later[:1]:
                    ahead = (entry.stamp - arrival.stamp + U32 // 2) % U32 - U32 // 2
                    assert ahead > 0, "a watermark passed an edge by"


SEEDS = st.integers(0, 1 << 32)
SHARES = st.sampled_from([0.0, 0.02, 0.1, 0.3, 0.6])


@examples(max_examples=60)
@given(SEEDS, SHARES)
def test_noise_neither_loses_nor_doubles_an_edge(seed: int, share: float) -> None:
    bench = Bench(seed, share)
    bench.run_for(50)
    bench.fumble(200, 40)
    bench.quieten()
    bench.check()
    assert any(isinstance(arrival, Edge) for arrival in bench.got) or share > 0.1


@examples(max_examples=40)
@given(SEEDS, SHARES)
def test_a_pad_that_boots_in_the_middle_of_noise_is_never_mistaken(seed: int, share: float) -> None:
    bench = Bench(seed, share, boot_ms=65)  # as the chip's start-up takes
    for _ in range(3):
        bench.fumble(bench.luck.randrange(66, 150), 10)
        bench.pad.reboot()
    bench.fumble(60, 10)
    bench.quieten()
    bench.check()


@examples(max_examples=30)
@given(SEEDS, st.integers(65_500, 65_535))
def test_numbers_and_stamps_wrap_unnoticed(seed: int, first_entry: int) -> None:
    bench = Bench(seed, 0.05, offset_us=U32 - 100_000, first_entry=first_entry, swaps=False)
    bench.run_for(50)
    bench.fumble(200, 60)
    bench.quieten()
    bench.check()
    edges = [arrival for arrival in bench.got if isinstance(arrival, Edge)]
    assert min(edge.stamp for edge in edges) < 1_000_000, "the clock did not wrap"
    assert not any(isinstance(arrival, Boot) for arrival in bench.got[1:])


@examples(max_examples=25)
@given(SEEDS)
def test_a_stalled_line_overflows_the_queue_and_says_so(seed: int) -> None:
    bench = Bench(seed, 0.0)
    bench.run_for(50)
    bench.noises[0].share = 2
    bench.pad.up_noise = lambda _: b""
    bench.fumble(90, 120)
    bench.pad.up_noise = bench.noises[0]
    bench.noises[0].share = 0.1
    bench.fumble(60, 20)
    bench.quieten()
    bench.check()
    overflows = [a for a in bench.got if isinstance(a, DriverFault) and a.kind == "overflow"]
    assert overflows
    first = bench.got.index(overflows[0])
    assert any(isinstance(arrival, Levels) for arrival in bench.got[first:])


def test_a_number_that_was_lost_comes_again_within_two_resends() -> None:
    bench = Bench(1, 0.0, wire=Wire(delay_ms=0.1))
    bench.run_for(600)
    bench.pad.up_noise = lambda _: b""
    bench.pad.close_contact(Button.C1, bench.time.now_ns + MS)
    bench.run_for(2)
    bench.pad.up_noise = bench.noises[0]
    bench.run_for(20)
    assert [a.closed for a in bench.got if isinstance(a, Edge)] == [True]


@pytest.mark.parametrize("ppm", [-5000, 5000])
def test_in_an_hour_of_drift_no_stamp_is_doubted(ppm: int) -> None:
    bench = Bench(4, 0.0)
    bench.pad.crystal.run_at(ppm, bench.time.now_ns)
    for _ in range(6):
        bench.run_for(600_000)
        bench.got = bench.got[:1]
        bench.pad._put = bench.got.append
        bench.fumble(50, 5)
        bench.run_for(50)
        kinds = {type(arrival) for arrival in bench.got[1:]}
        assert Edge in kinds
        assert kinds <= {Edge, Sync, Through, Levels}


def test_a_board_without_power_falls_silent_within_a_good_second_and_comes_back() -> None:
    bench = Bench(2, 0.0)
    bench.run_for(300)
    bench.pad.nano.switch_off()
    bench.run_for(990)
    assert not any(isinstance(arrival, Gone) for arrival in bench.got)
    bench.run_for(200)
    assert isinstance(bench.got[-1], Gone)
    gone = len(bench.got)
    bench.pad.reboot()
    bench.run_for(200)
    assert isinstance(bench.got[gone], Boot)
    bench.check()
