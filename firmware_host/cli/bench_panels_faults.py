"""Random pictures through the models, with failures; and how soon panels heal of what they hide."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random

from hw.panel import Panels
from hw.panel_bus import Message, on_wire, wire_us
from hw.panel_chips import Chip
from hw.panel_frame import DARK, FRAME_BYTES, pack, unpack
from hw.panel_group import PULSE_NS
from hw.panel_state import Wanted
from hw.units import MILLISECOND_NS
from sim.panel_bus import FIRST_ADDRESS, modelled

PULSES = 80
PHASES = 34
"""Pulses after which a stripe's turn comes again, with two panels on the bus."""
MOST_MESSAGES_OF_A_CHANGE = 60

Frames = tuple[bytes, bytes]


def of_faults(images: int) -> Iterator[str]:
    """Compare so many random pictures, and heal of everything that can befall a panel."""
    yield _of_images(images)
    for what, harm in HARMS.items():
        yield _of_harm(what, harm)
    yield _of_scrubbing()


class _Pair:
    """Two panels on a bus of models, some of them upside down."""

    def __init__(self, chips: Sequence[Chip], turned: Sequence[int] = ()) -> None:
        self.sent_bytes = 0
        self.group, self.bus = modelled(
            chips, turned=turned, report=lambda *_: None, watch=self._note
        )
        self._panels = Panels(self.group)
        self._turned = turned

    def _note(self, message: Message) -> None:
        self.sent_bytes += on_wire([message])

    def show(self, frames: Frames) -> None:
        with self._panels.together():
            for seat, frame in enumerate(frames):
                self._panels.ports[seat].show(frame)

    def eyes(self) -> Frames:
        first, second = (self._eye(seat) for seat in (0, 1))
        return first, second

    def pulses_until(self, frames: Frames) -> int:
        """Count the pulses until both show `frames`; `PULSES` if they never do."""
        for count in range(PULSES):
            if self.eyes() == frames:
                return count
            self.pulse(frames, 1)
        return PULSES

    def pulse(self, frames: Frames, times: int) -> None:
        """Let time pass while `frames` are wanted."""
        wanted = {seat: Wanted(frame) for seat, frame in enumerate(frames)}
        for _ in range(times):
            self.group.pulse(wanted)

    def _eye(self, seat: int) -> bytes:
        seen = self.bus.models[FIRST_ADDRESS + seat].pixels()
        return pack(unpack(seen).rotate(180)) if seat in self._turned else seen


def _of_images(images: int) -> str:
    luck = Random(1)
    pairs = [
        _Pair(chips, turned)
        for chips in product(Chip, repeat=2)
        for turned in ((), (0,), (1,), (0, 1))
    ]
    wrong = failures = losses = 0
    frames: dict[_Pair, Frames] = dict.fromkeys(pairs, (DARK, DARK))
    for number in range(images):
        pair = pairs[number % len(pairs)]
        frames[pair] = (_next(frames[pair][0], luck), _next(frames[pair][1], luck))
        if number % 2:
            pair.bus.fails_after = luck.randrange(MOST_MESSAGES_OF_A_CHANGE)
        if number % 10 == 0:
            pair.bus.unplugged.add(FIRST_ADDRESS + luck.randrange(2))
            losses += 1
        pair.show(frames[pair])
        failures += number % 2 and pair.bus.fails_after is None
        pair.bus.fails_after = None
        if pair.bus.unplugged:
            pair.bus.unplugged.clear()
            pair.pulses_until(frames[pair])
        wrong += pair.eyes() != frames[pair]
    return (
        f"{wrong} wrong of {images:,} random pairs of pictures, on both chips, upright and upside "
        f"down, with {failures:,} failures in the midst of them and {losses:,} panels unplugged"
    )


def _next(frame: bytes, luck: Random) -> bytes:
    """Give a picture that differs from `frame` in everything, in much, in little or not at all."""
    count = luck.choice((0, 3, 60, 600, FRAME_BYTES))
    if count == FRAME_BYTES:
        return luck.randbytes(FRAME_BYTES)
    changed = bytearray(frame)
    for _ in range(count):
        changed[luck.randrange(FRAME_BYTES)] = luck.randrange(256)
    return bytes(changed)


def _garbage(pair: _Pair, address: int, luck: Random) -> None:
    for row in pair.bus.models[address].ram:
        row[:] = luck.randbytes(len(row))


def _brown_out(pair: _Pair, address: int, _luck: Random) -> None:
    pair.bus.models[address].brown_out()


def _plug_in_again(pair: _Pair, address: int, luck: Random) -> None:
    pair.bus.unplugged.add(address)
    pair.pulse((DARK, DARK), luck.randrange(5, 20))
    pair.bus.models[address].brown_out()
    pair.bus.unplugged.clear()


HARMS: dict[str, Callable[[_Pair, int, Random], None]] = {
    "garbage in its RAM": _garbage,
    "a brown-out": _brown_out,
    "being unplugged, from its return on,": _plug_in_again,
}


def _of_harm(what: str, harm: Callable[[_Pair, int, Random], None]) -> str:
    luck = Random(2)
    worst = 0
    for chips, phase in product(product(Chip, repeat=2), range(PHASES)):
        pair = _Pair(chips)
        frames = (luck.randbytes(FRAME_BYTES), luck.randbytes(FRAME_BYTES))
        pair.show(frames)
        pair.pulse(frames, phase)
        harm(pair, FIRST_ADDRESS + luck.randrange(2), luck)
        worst = max(worst, pair.pulses_until(frames))
    return f"heals of {what} in {_seconds(worst):.2f} s at worst (goal 2; stock: never by itself)"


def _of_scrubbing() -> str:
    shares = []
    for chips in product(Chip, repeat=2):
        pair = _Pair(chips)
        pair.sent_bytes = 0
        pair.pulse((DARK, DARK), PHASES)
        shares.append(wire_us(pair.sent_bytes) / 1e6 / _seconds(PHASES))
    return f"that takes {100 * max(shares):.1f} % of the bus at worst (goal 3)"


def _seconds(pulses: int) -> float:
    return pulses * PULSE_NS / MILLISECOND_NS / 1000
