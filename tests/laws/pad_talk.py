"""A conversation with a pad, turn by turn, as the tests lead it."""

from hw.pad_frames import FrameReader, wrap
from hw.pad_messages import (
    Answer,
    Entries,
    Entry,
    PadHello,
    Probe,
    ToHost,
    ToPad,
    decode_to_pad,
    encode,
)
from hw.pad_session import PadSession
from hw.ports import Arrival, Button, Edge, HostNs, Through

MS = 1_000_000
C1_CLOSED, C1_OPEN, DRAW_CLOSED = 0x08, 0x00, 0x0E
BLIP_D, OVERFLOW, CHATTER_C1 = 0x11, 0x20, 0x30


class Talk:
    """A session and a pad at its other end, whose clock reads the host's ms as us * 1000."""

    def __init__(self, *, byte_ns: int = 0, pad: str | None = "a") -> None:
        self.now = HostNs(MS)
        self.session = PadSession(self.now, byte_ns=byte_ns)
        self.said: list[ToPad] = []
        if pad is not None:
            self.say(self.hello())
            self.session.adopt(pad, self.now)
            self.answer(seq=0)

    def hello(self, boot: int = 7, name: str = "Ana's") -> PadHello:
        return PadHello(1, (1, 0), 1, 5, boot, 1, name)

    def wait(self, ms: float) -> None:
        self.now = HostNs(self.now + round(ms * MS))

    def say(self, *messages: ToHost) -> list[Arrival]:
        return self.session.hear(b"".join(wrap(encode(m)) for m in messages), self.now)

    def hear(self) -> list[ToPad]:
        """Give what the session writes now."""
        told = [decode_to_pad(m) for m in FrameReader().read(self.session.send(self.now)) if m]
        heard = [message for message in told if message is not None]
        self.said += heard
        return heard

    def probe(self) -> int:
        """Wait for the next probe, and give its number."""
        for _ in range(1000):
            for message in self.hear():
                if isinstance(message, Probe):
                    return message.n
            self.wait(0.5)
        raise AssertionError("no probe came")

    def answer(self, seq: int, levels: int = 0, errors: int = 0, sent_us: int = 0) -> list[Arrival]:
        """Answer the next probe a ms later; the pad's clock is right unless `sent_us` is told."""
        n = self.probe()
        self.wait(1)
        stamp = sent_us or self.now // 1000 - 500
        return self.say(Answer(n, stamp - 50, stamp, seq, levels, errors))

    def entries(self, first: int, *codes: int) -> list[Arrival]:
        """Say what happened just now."""
        stamp = self.now // 1000
        return self.say(Entries(first, tuple(Entry(code, stamp) for code in codes)))


def edges(arrivals: list[Arrival]) -> list[tuple[Button, bool, int]]:
    return [(a.button, a.closed, a.seq) for a in arrivals if isinstance(a, Edge)]


def throughs(arrivals: list[Arrival]) -> list[int]:
    return [a.seq for a in arrivals if isinstance(a, Through)]
