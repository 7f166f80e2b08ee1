"""Mutated streams into the pads' decoder and session: `python -m tests.laws.fuzz_pad_wire`.

Each input is what a pad may say, mutated, and cut into two pieces. Whatever it is, nothing raises,
edges are numbered without a gap, watermarks count them, and nothing is kept without bound.
"""

import argparse
import sys
from collections.abc import Sequence
from random import Random
from time import perf_counter

from hw.pad_frames import LONGEST_FRAME, wrap
from hw.pad_messages import Answer, Entries, Entry, PadHello, encode
from hw.pad_session import MOST_HELD, PadSession
from hw.ports import Arrival, Boot, Edge, HostNs, Through

SESSION_INPUTS = 200
"""So many inputs go into one session, one after another."""


class Fuzz:
    """A session that hears anything; AssertionError when it breaks a law."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self.inputs = self.arrivals = 0
        self._begin()

    def _begin(self) -> None:
        self._now = HostNs(self.luck.randrange(1 << 40))
        self._session = PadSession(self._now, byte_ns=self.luck.choice((0, 19_000)))
        self._session.hear(wrap(encode(self._hello())), self._now)
        self._session.adopt("a", self._now)
        self._edges = 0
        self._first = self._n = 1
        self._offset_us = self.luck.randrange(1 << 32)

    def run(self, inputs: int) -> None:
        """Hear so many inputs."""
        for number in range(inputs):
            if number % SESSION_INPUTS == SESSION_INPUTS - 1:
                self._begin()
            self._turn()
            self.inputs += 1

    def _turn(self) -> None:
        luck, session = self.luck, self._session
        self._now = HostNs(self._now + luck.choice((10_000, 500_000, 3_000_000, 90_000_000)))
        session.send(self._now)
        data = self._mutated(wrap(encode(self._message())))
        cut = luck.randrange(len(data) + 1)
        arrivals = session.hear(data[:cut], self._now) + session.hear(data[cut:], self._now)
        self.arrivals += len(arrivals)
        self._hold_laws(arrivals)
        if session.is_silent(self._now):
            self._begin()

    def _hold_laws(self, arrivals: Sequence[Arrival]) -> None:
        session = self._session
        for arrival in arrivals:
            match arrival:
                case Boot():
                    self._edges = 0
                case Edge():
                    self._edges += 1
                    assert arrival.seq == self._edges
                    assert arrival.late_ns >= 0
                case Through():
                    assert arrival.seq == self._edges
        assert len(session._frames._begun) <= LONGEST_FRAME
        assert len(session._held) <= MOST_HELD
        assert len(session._probes._asked) < 256
        assert session.due_ns() >= 0

    def _message(self) -> PadHello | Entries | Answer:
        luck = self.luck
        stamp = (self._now // 1000 + self._offset_us - luck.randrange(300)) % (1 << 32)
        kind = luck.random()
        if kind < 0.02:
            return self._hello()
        if kind < 0.5:
            taken = self._session._taken or 0
            number = (taken + 1 + luck.choice((0, 0, 0, 0, -1, 1, 90))) % (1 << 16)
            codes = (0, 8, 1, 9, 14, 6, 0x10, 0x11, 0x20, 0x30, 0x38)
            many = range(luck.randrange(1, 9))
            return Entries(number, tuple(Entry(luck.choice(codes), stamp) for _ in many))
        asked = self._session._probes._n
        seq = (self._session._taken or 0) + luck.choice((0, 0, 0, 1, -1))
        levels = luck.randrange(256)
        return Answer(asked, stamp, stamp, seq % (1 << 16), levels, luck.choice((0, 0, 1)))

    def _hello(self) -> PadHello:
        luck = self.luck
        return PadHello(1, (1, 0), 1, luck.randrange(9), luck.randrange(4), 1, "pad")

    def _mutated(self, frame: bytes) -> bytes:
        luck = self.luck
        place = luck.randrange(len(frame))
        match luck.randrange(9):
            case 0:
                return frame[:place]
            case 1:
                return frame[:place] + luck.randbytes(luck.randrange(1, 90)) + frame[place:]
            case 2:
                return frame[:place] + bytes((luck.randrange(256),)) + frame[place + 1 :]
            case 3:
                return frame + frame
            case 4:
                return luck.randbytes(luck.randrange(120))
        return frame


def main() -> None:
    """Fuzz as much as asked, and tell how long it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    fuzz = Fuzz(args.seed)
    began = perf_counter()
    fuzz.run(args.inputs)
    took_s = perf_counter() - began
    sys.stdout.write(
        f"{fuzz.inputs:,} inputs, {fuzz.arrivals:,} arrivals, nothing raised and no law broken, "
        f"in {took_s:.0f} s\n"
    )


if __name__ == "__main__":
    main()
