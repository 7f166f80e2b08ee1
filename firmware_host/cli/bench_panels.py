"""What the display layer sends, how soon both players see it, how it heals, and what it costs.

Stock luma is measured beside it. Bus times are arithmetic: nine bits a byte at 400 kHz on I2C,
eight at 8 MHz on SPI.
"""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, permutations, product
from random import Random
from statistics import median

from PIL import Image

from engine.bots import Level
from engine.cards import RANKS, Card
from firmware_host.cli.bench_panels_cpu import of_cpu
from firmware_host.cli.bench_panels_faults import of_faults
from firmware_host.effects import Show
from firmware_host.preferences import Preferences
from firmware_host.screens.card_faces import pile_face
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import Scene, SpitTable
from firmware_host.screens.table import PILE_PLACES
from hw.panel_bus import wire_us
from hw.panel_chips import Chip
from hw.panel_frame import FRAME_BYTES, HEIGHT, WIDTH, pack, unpack
from hw.stock_luma import stock, unwarned
from sim.demo import Demo
from sim.panel_reveal import Reveal, RevealedPair, i2c_us, spi_us

PAIRS = tuple(product(Chip, repeat=2))
WHOLE_CARD = {Chip.SSD1306: 106, Chip.SH1106: 124}
MATCHES = 2

Frames = tuple[bytes, bytes]


def bench(args: Namespace) -> Iterator[str]:
    """Give every figure of the display; `args.images` random pictures are compared."""
    yield from of_piles()
    yield from of_plays()
    yield from of_whole_frames()
    yield from of_faults(args.images)
    yield from of_cpu()


def of_piles() -> Iterator[str]:
    """Change one card of either pile on both panels, every rank to every other."""
    sent: dict[Chip, list[int]] = {chip: [] for chip in Chip}
    for chips in PAIRS:
        reveals = _pile_reveals(RevealedPair(chips, i2c_us))
        for seat, chip in enumerate(chips):
            sent[chip] += [reveal.wire_bytes[seat] for reveal in reveals]
        yield (
            f"{_named(chips)}, I2C: one changed pile card: last bit on both after "
            f"{_ms([it.last_us for it in reveals])} (goal 7; stock {_stock_ms(chips):.1f}); "
            f"the two panels apart by {_ms([it.skew_us for it in reveals])} (goal 0.8; stock "
            f"{wire_us(stock_bytes(chips[1])) / 1000:.1f})"
        )
    for chip, its in sent.items():
        yield (
            f"{chip}: one changed pile card: {_spread(its)} bytes of {len(its)} changes "
            f"(goal p50 64, never above {WHOLE_CARD[chip]}; stock {stock_bytes(chip)})"
        )
    reveals = _pile_reveals(RevealedPair(PAIRS[-1], spi_us))
    yield (
        f"{_named(PAIRS[-1])}, SPI: last bit on both after {_ms([it.last_us for it in reveals])}; "
        f"apart by {_ms([it.skew_us for it in reveals])} (goal 0.3)"
    )


def of_plays() -> Iterator[str]:
    """Show all frames of bots' matches; tell what a card that lands on a pile takes, all in all."""
    matches = [list(_frames_of_match(seed)) for seed in range(1, 1 + MATCHES)]
    for chips in PAIRS:
        reveals: list[Reveal] = []
        farthest_us = 0.0
        firsts = [0, 0]
        for frames in matches:
            pair = RevealedPair(chips, i2c_us)
            for shown, is_play in frames:
                reveal = pair.show(shown)
                farthest_us = max(farthest_us, reveal.skew_us)
                if is_play:
                    reveals.append(reveal)
                    firsts[pair.first_seat] += 1
        yield (
            f"{_named(chips)}, I2C: {len(reveals)} plays of bots: what both see of it after "
            f"{_ms([it.shared_us for it in reveals])}, apart by "
            f"{_ms([it.skew_us for it in reveals])}; with hands and texts after "
            f"{_ms([it.last_us for it in reveals])}, "
            f"{_spread([it.wire_bytes[0] for it in reveals])} bytes a panel; "
            f"seats 1 and 2 were first {firsts[0]} and {firsts[1]} times; "
            f"any screen of a match comes at most {farthest_us / 1000:.1f} ms apart"
        )


def of_whole_frames() -> Iterator[str]:
    """Send pictures in which everything changes."""
    luck = Random(1)
    for chip in Chip:
        pair = RevealedPair((chip, chip), i2c_us)
        frames = [luck.randbytes(FRAME_BYTES) for _ in range(20)]
        sent = [max(pair.show((frame, frame)).wire_bytes) for frame in frames]
        yield f"{chip}: a whole frame: {max(sent)} bytes at worst (stock {stock_bytes(chip)})"


@cache
def stock_bytes(chip: Chip) -> int:
    """Count the bytes on an I2C bus of a frame that stock luma sends."""
    line = _CountingLine()
    with unwarned():
        device = stock(chip, line)
        line.wire_bytes = 0
        device.display(unpack(bytes(FRAME_BYTES)))
    return line.wire_bytes


class _CountingLine:
    """Counts as luma's I2C interface sends: each call is one message, address and control byte."""

    def __init__(self) -> None:
        self.wire_bytes = 0

    def command(self, *codes: int) -> None:
        self.wire_bytes += 2 + len(codes)

    def data(self, values: Sequence[int]) -> None:
        self.wire_bytes += 2 + len(values)


def _pile_reveals(pair: RevealedPair) -> list[Reveal]:
    reveals = []
    for place in PILE_PLACES:
        faces = [_pile(Card(rank, "S"), place) for rank in range(len(RANKS))]
        for before, after in permutations(faces, 2):
            pair.show((before, before))
            reveals.append(pair.show((after, after)))
    return reveals


def _pile(card: Card, place: tuple[int, int]) -> bytes:
    picture = Image.new("1", (WIDTH, HEIGHT))
    picture.paste(pile_face(card), place)
    return pack(picture)


def _frames_of_match(seed: int) -> Iterator[tuple[Frames, bool]]:
    """Give what both panels show, step by step, and whether a card has landed on a pile."""
    scenes = list(_scenes_of_match(seed))
    yield (frame_of(scenes[0][0]), frame_of(scenes[0][1])), False
    for before, after in pairwise(scenes):
        yield (frame_of(after[0]), frame_of(after[1])), _is_play(before[0], after[0])


def _scenes_of_match(seed: int) -> Iterator[tuple[Scene, Scene]]:
    demo = Demo(Preferences(), (Level.HARD, Level.NORMAL), seed)
    shown: dict[int, Scene] = {}
    last_at = None
    for at, effect in demo.effects():
        if isinstance(effect, Show):
            if at != last_at and len(shown) == 2:
                yield shown[0], shown[1]
            last_at = at
            shown[effect.seat] = effect.scene


def _is_play(before: Scene, after: Scene) -> bool:
    return (
        isinstance(before, SpitTable)
        and isinstance(after, SpitTable)
        and before.piles != after.piles
        and None not in before.piles
    )


def _stock_ms(chips: Sequence[Chip]) -> float:
    return sum(wire_us(stock_bytes(chip)) for chip in chips) / 1000


def _named(chips: Sequence[Chip]) -> str:
    return " and ".join(chips)


def _spread(values: Sequence[float]) -> str:
    return f"p50 {median(values):.0f}, worst {max(values):.0f}"


def _ms(values_us: Sequence[float]) -> str:
    return f"p50 {median(values_us) / 1000:.2f}, worst {max(values_us) / 1000:.2f} ms"
