"""What the front panel's tests share: a page without a browser, a list that can be waited on."""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hw.ports import Arrival, Clock, PadInfo
from sim.front_panel.server import FrontPanel
from sim.front_panel.station import Phones
from sim.page_state import state_without_match

ANA = PadInfo("a", 0, Clock.OWN)
BEN = PadInfo("b", 1, Clock.OWN)
CLEO = PadInfo("c", 2, Clock.OWN)
SECRETS = tuple(letter * 22 for letter in "ABCDE")
LAN = "127.0.0.2"
"""Another address of the loopback stands for one that phones can reach."""
PHONES = Phones((LAN,), SECRETS)
PATIENCE_S = 10
"""Only a failing test waits so long."""

Kind = TypeVar("Kind")


class Arrivals:
    """Collects what a port puts, from whatever thread."""

    def __init__(self) -> None:
        self._all: list[Arrival] = []
        self._changed = threading.Condition()

    def put(self, arrival: Arrival) -> None:
        with self._changed:
            self._all.append(arrival)
            self._changed.notify_all()

    def of(self, kind: type[Kind]) -> list[Kind]:
        with self._changed:
            return [arrival for arrival in self._all if isinstance(arrival, kind)]

    def wait(self, kind: type[Kind], count: int = 1) -> list[Kind]:
        """Wait until `count` arrivals of `kind` have come."""
        self.wait_until(lambda: len(self.of(kind)) >= count, f"{count} x {kind.__name__}")
        return self.of(kind)

    def wait_until(self, is_so: Callable[[], bool], words: str) -> None:
        with self._changed:
            if not self._changed.wait_for(is_so, PATIENCE_S):
                raise AssertionError(f"never came: {words}; there was {self._all[-5:]}")


def hello(page: str = "", *, is_back: bool = False) -> dict[str, object]:
    """Greet as a page does."""
    return {"hello": {"tick_us": 5, "page": page, "is_back": int(is_back)}}


def edge(
    pad: str, button: str, level: int, t_us: object, seq: int, late_us: int = 0
) -> dict[str, object]:
    """Tell of an edge as a page does."""
    told = {"pad": pad, "edge": button, "level": level, "t_us": t_us, "seq": seq}
    return {**told, "late_us": late_us}


class Guest:
    """Speaks the page's words over a real socket, and bad ones when told to."""

    def __init__(self, connection: ClientConnection, pads: Sequence[str]) -> None:
        self.connection = connection
        self.seqs = dict.fromkeys(pads, 0)

    def say(self, value: object) -> None:
        self.connection.send(value if isinstance(value, str | bytes) else json.dumps(value))

    def hello(self, page: str = "", *, is_back: bool = False) -> None:
        self.say(hello(page, is_back=is_back))

    def edge(self, pad: str, button: str, level: int, t_us: int, late_us: int = 0) -> None:
        self.seqs[pad] += 1
        self.say(edge(pad, button, level, t_us, self.seqs[pad], late_us))

    def answer(self, probe: int, t_us: int, **changed: object) -> None:
        answer = {
            "probe": probe,
            "pad_us": [t_us + 100, t_us + 110],
            "through": self.seqs,
            "t_us": t_us,
            "grain_us": 0,
        }
        self.say(answer | changed)

    def hear(self) -> Any:
        data = self.connection.recv(timeout=PATIENCE_S)
        return data if isinstance(data, bytes) else json.loads(data)

    def hear_until(self, is_it: Callable[[Any], bool]) -> Any:
        while not is_it(heard := self.hear()):
            pass
        return heard

    def hear_probe(self) -> int:
        number: int = self.hear_until(lambda heard: "probe" in heard)["probe"]
        return number


@contextmanager
def open_panel(
    *seats: PadInfo, phones: Phones | None = None
) -> Iterator[tuple[FrontPanel, Arrivals]]:
    """Serve a front panel on a free port."""
    arrivals = Arrivals()
    panel = FrontPanel(0, seats or (ANA, BEN), arrivals.put, state_without_match("en"), phones)
    panel.start()
    try:
        yield panel, arrivals
    finally:
        panel.close()


@contextmanager
def visit(
    panel: FrontPanel,
    path: str = "/",
    *,
    address: str | None = None,
    says_hello: bool = True,
    **options: Any,
) -> Iterator[Guest]:
    """Connect to the socket of the page at `path` as that page does (on `address`)."""
    origin = (address or panel.address).rstrip("/")
    url = origin.replace("http", "ws") + path.rstrip("/") + "/socket"
    pads = [
        info.pad
        for info in panel.pads
        if path in ("/", f"/seat/{info.seat + 1}", f"/{SECRETS[info.seat]}/")
    ]
    with connect(url, **{"origin": origin, "compression": None} | options) as connection:
        guest = Guest(connection, pads)
        if says_hello:
            guest.hello()
        yield guest


def port_of(panel: FrontPanel) -> int:
    return int(panel.address.rstrip("/").rpartition(":")[2])


def closed(guest: Guest) -> tuple[int, str]:
    """Read on until the connection is closed; tell code and reason."""
    with pytest.raises(ConnectionClosed):
        guest.hear_until(lambda _: False)
    connection = guest.connection.protocol
    assert connection.close_code is not None
    return connection.close_code, connection.close_reason or ""
