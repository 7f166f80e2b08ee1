"""The jobs: each plays something on the lines and tells truth and outcome; judged outside."""

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from firmware_host.settings import Settings
from hw.gpio_pads import GpioPads
from hw.gpiozero_pads import open_gpiozero_pads
from hw.ports import Arrival, Button, DeviceError, Edge
from sim.finger import REAL_PRESS, pattern
from tests.kernel.guest import sim_chip
from tests.kernel.guest.bench import (
    DRAIN_US,
    LINES,
    PADS,
    PATIENT,
    MakerProcess,
    Note,
    Referee,
    as_row,
    open_pads,
    running,
    tap,
    tell,
    wait,
)

MS = 1_000_000
PAIR_PERIOD_NS = 2 * MS
ASK_S = 0.004
SLOWER = 32
"""To move a simulated line costs as long as many a bounce lasts; so all that is in milliseconds is
made so many times slower: the traces, and the settings by which they are judged."""
SLOW = Settings(
    qualify_us=1500 * SLOWER,
    burst_ms=10 * SLOWER,
    release_ms=8 * SLOWER,
    hold_ms=10_000,
    stuck_s=3,
)
CHATTER_GAP_NS = 0 if os.cpu_count() == 1 else 20_000
"""On one processor each edge is told before the next is made; on two, many would be overtaken."""
CALM_TRIES = 5
BOUNCE_TRIES = 2
LATEST_NS = 20 * MS
"""No stroke of a trace may be made later than that."""
A, B = LINES["a"][Button.LEFT], LINES["b"][Button.LEFT]

Stroke = tuple[int, int, int]


def pairs(maker: MakerProcess, count: int) -> None:
    """Close pairs of presses, now one pad first, now the other, before a live referee."""
    referee = Referee(PATIENT, maker)
    with running(referee):
        truth = _make_pairs(maker, count, is_bouncing=False)
        referee.wait_for(2 * count)
    tell("pairs", truth=truth, presses=referee.presses(), faults=referee.faults())


def many_pairs(maker: MakerProcess, count: int) -> None:
    """The same, but what the pads report is told as it is, and decided outside: it is quicker."""
    _record_pairs("many_pairs", maker, count, is_bouncing=False)


def bouncing_pairs(maker: MakerProcess, count: int) -> None:
    """The same, but the first contact bounces when the second closes: stamps are overwritten."""
    _record_pairs("bouncing_pairs", maker, count, is_bouncing=True)


def _record_pairs(job: str, maker: MakerProcess, count: int, *, is_bouncing: bool) -> None:
    heard: list[Arrival] = []

    def put(arrival: Arrival) -> None:
        heard.append(arrival)
        if isinstance(arrival, Edge):
            maker.heard(LINES[arrival.pad][arrival.button])

    pads = open_pads(put)
    is_done = Event()
    asker = Thread(target=_ask_all, args=(pads, is_done))
    asker.start()
    truth = _make_pairs(maker, count, is_bouncing=is_bouncing)
    time.sleep(0.1)
    is_done.set()
    asker.join()
    pads.close()
    tell(job, truth=truth, arrivals=[as_row(arrival) for arrival in heard])


def _make_pairs(maker: MakerProcess, count: int, *, is_bouncing: bool) -> list[Note]:
    """Give what was closed first, in order: two and two are a pair."""
    pads = [list(LINES[pad.pad].values()) for pad in PADS]
    maker.do(
        "pairs",
        pads=pads,
        count=count,
        period_ns=PAIR_PERIOD_NS,
        seed=count,
        bouncing=is_bouncing,
    )
    closed = [note for note in maker.report() if note[1]]
    if is_bouncing:
        del closed[2::3]
    return closed


def _ask_all(pads: GpioPads, is_done: Event) -> None:
    while not is_done.wait(ASK_S):
        for info in pads.pads:
            pads.ask(info.pad)


def slower(*strokes: tuple[float, int, int]) -> list[Stroke]:
    """Give strokes [ms from the start, line, closed] as the maker takes them, made slower."""
    told, before = [], 0.0
    for at_ms, line, closed in sorted(strokes):
        told.append((round((at_ms - before) * SLOWER * MS), line, closed))
        before = at_ms
    return told


def _pattern(line: int, start_ms: float) -> list[tuple[float, int, int]]:
    contacts = pattern(REAL_PRESS)
    return [(start_ms + (c.at_ns - contacts[0].at_ns) / MS, line, int(c.closed)) for c in contacts]


BOUNCES: dict[str, list[Stroke]] = {
    "a real press": slower(*_pattern(A, 0), (40, A, 0)),
    "both at once": slower(*_pattern(A, 0), *_pattern(B, 0.4), (40, A, 0), (40.2, B, 0)),
    "clean 1 ms after one that bounces for 6 ms": slower(
        *((n * 0.5, A, int(n % 2 == 0)) for n in range(13)), (1.1, B, 1), (40, A, 0), (40.2, B, 0)
    ),
    "a glitch": slower((0, A, 1), (0.003, A, 0)),
    "bounces of letting go": slower(
        (0, A, 1), (30, A, 0), (30.3, A, 1), (30.5, A, 0), (31, A, 1), (31.4, A, 0)
    ),
    "a short tap and another after 20 ms": slower((0, A, 1), (3, A, 0), (23, A, 1), (26, A, 0)),
}


def bounces(maker: MakerProcess) -> None:
    """Bounces of real switches, each alone on the table."""
    for name, strokes in BOUNCES.items():
        for _ in range(BOUNCE_TRIES):
            referee = Referee(SLOW, maker)
            with running(referee):
                maker.do("play", strokes=strokes, paced=True)
                truth = maker.report()
                time.sleep(SLOW.burst_ns / 1e9 * 1.2 + DRAIN_US / 1e6)
            if is_played := _is_played(strokes, truth):
                break
        tell(
            "bounces " + name,
            is_played=is_played,
            truth=truth,
            presses=referee.presses(),
            faults=referee.faults(),
        )


def _is_played(strokes: Sequence[Stroke], truth: Sequence[Note]) -> bool:
    """Tell whether a busy machine let the maker keep the times of a trace."""
    before = truth[0][2]
    for (wait_ns, _, _), (_, _, began, returned) in zip(strokes, truth, strict=True):
        if returned - before - (wait_ns if began != truth[0][2] else 0) > LATEST_NS:
            return False
        before = began
    return True


def stuck(maker: MakerProcess) -> None:
    """A button that stays down is named, and the other pad plays on."""
    referee = Referee(SLOW, maker)
    with running(referee):
        maker.do("play", strokes=[(0, A, 1)], paced=True)
        wait(lambda: any("stuck" in fault for fault in referee.faults()), 10)
        maker.do("play", strokes=tap(B, 0, 100 * MS), paced=True)
        referee.wait_for(2)
        maker.do("play", strokes=[(0, A, 0)], paced=True)
        truth = maker.report()
    tell("stuck", truth=truth, presses=referee.presses(), faults=referee.faults())


def overflow(maker: MakerProcess, edges: int = 5000) -> None:
    """Edges of one line while nobody reads; the rival's press lies among them."""
    referee = Referee(PATIENT, maker)
    with running(referee):
        rival = [(edges // 2, B)]
        maker.do("flood", line=A, edges=edges, gap_ns=100_000, rival=rival, stopped=os.getpid())
        maker.do("play", strokes=[(50 * MS, B, 0)], paced=False)
        truth = [note for note in maker.report() if note[0] == B]
        truth += _press_once_calm(referee, maker)
    tell("overflow", truth=truth, presses=referee.presses(), faults=referee.faults())


def chatter(maker: MakerProcess, edges: int = 8000) -> None:
    """A line that chatters while the other pad plays; calm again, it counts again."""
    referee = Referee(PATIENT, maker)
    rivals = list(LINES["b"].values())
    with running(referee):
        moments = [(edges * (n + 1) // 10, line) for n, line in enumerate(rivals)]
        began = time.monotonic()
        maker.do("flood", line=A, edges=edges, gap_ns=CHATTER_GAP_NS, rival=moments, stopped=None)
        truth = [note for note in maker.report() if note[0] != A]
        seconds = time.monotonic() - began
        maker.do("play", strokes=[(20 * MS, line, 0) for line in rivals], paced=False)
        truth += maker.report()
        truth += _press_once_calm(referee, maker)
    tell(
        "chatter",
        edges_per_s=round(edges / seconds),
        truth=truth,
        presses=referee.presses(),
        faults=referee.faults(),
    )


def _press_once_calm(referee: Referee, maker: MakerProcess) -> list[Note]:
    """Press the button that chattered until it counts again; gives the notes of that press.

    A slow machine is late to notice that it is calm.
    """
    for _ in range(CALM_TRIES):
        time.sleep(0.3 + 3 * DRAIN_US / 1e6)
        maker.do("play", strokes=tap(A, 0, 60 * MS), paced=False)
        notes = maker.report()
        if wait(lambda: _has_press(referee, notes[0]), 4):  # noqa: B023 (called at once)
            break
    return notes


def _has_press(referee: Referee, touch: Note) -> bool:
    return any(line == A and hi >= touch[2] for line, _, hi, *_ in referee.presses())


def gone(maker: MakerProcess) -> None:
    """The chip vanishes under a running console."""
    referee = Referee(PATIENT, maker)
    with running(referee):
        maker.do("play", strokes=tap(A, 0, 60 * MS), paced=True)
        maker.report()
        referee.wait_for(1)
        sim_chip.remove()
        wait(lambda: referee.faults().count("b: gone") > 0)
        wait(lambda: referee.faults().count("a: gone") > 0)
    try:
        open_pads(lambda _: None).close()
        words = ""
    except DeviceError as error:
        words = str(error)
    sim_chip.make()
    tell("gone", presses=referee.presses(), faults=referee.faults(), words=words)


def fallback(maker: MakerProcess) -> None:
    """The same presses through gpiozero's pins, which pass the kernel's stamps."""
    as_a_pi_4()
    pads = [(pad, LINES[pad.pad]) for pad in PADS]
    referee = Referee(PATIENT, maker)
    strokes = [stroke for line in (A, B, A, B) for stroke in tap(line, 100 * MS, 60 * MS)]
    with running(
        referee,
        lambda put: open_gpiozero_pads(pads, put, clock=time.monotonic_ns, drain_us=DRAIN_US),
    ):
        maker.do("play", strokes=strokes, paced=False)
        truth = maker.report()
        referee.wait_for(4)
    _forget_gpiozero()
    tell("fallback", truth=truth, presses=referee.presses(), faults=referee.faults())


def idle(maker: MakerProcess, seconds: float = 3.0) -> None:
    """What a console costs that waits, beside 16 of gpiozero's own buttons."""
    referee = Referee(PATIENT, maker)
    with running(referee):
        time.sleep(0.5)
        ours = _cpu_percent(seconds)
    as_a_pi_4()
    import gpiozero

    lines = [line for pad in LINES.values() for line in pad.values()]
    buttons = [gpiozero.Button(f"GPIO{line}", pull_up=True) for line in lines]
    time.sleep(0.5)
    theirs = _cpu_percent(seconds)
    for button in buttons:
        with suppress(Exception):  # lgpio now and then finds a line busy that it holds itself
            button.close()
    _forget_gpiozero()
    tell("idle", ours=ours, gpiozero=theirs, nothing=_cpu_percent(1.0))


def _cpu_percent(seconds: float) -> float:
    """Give this process's share of one processor while it does nothing itself."""
    began, cpu = time.monotonic(), time.process_time()
    time.sleep(seconds)
    return round(100 * (time.process_time() - cpu) / (time.monotonic() - began), 2)


def _forget_gpiozero() -> None:
    """Close gpiozero's pin factory, which keeps lines that have been closed."""
    from gpiozero import Device

    Device.pin_factory.close()
    Device.pin_factory = None


def as_a_pi_4() -> None:
    """Let gpiozero find a Pi 4's revision, by which it knows the pins."""
    fake = Path("/run/cpuinfo")
    if not fake.exists():
        fake.write_text(
            Path("/proc/cpuinfo").read_text() + "Hardware\t: BCM2711\nRevision\t: c03111\n"
        )
        os.spawnlp(os.P_WAIT, "mount", "mount", "--bind", str(fake), "/proc/cpuinfo")
