"""A phone without a browser, in somebody's hand: it keeps what it hears, answers, and presses."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from firmware_host.phone_links import FILE
from hw.ports import Button, PadPort
from sim.front_panel.server import FrontPanel
from tests.drivers.front_panel_guests import LAN, SECRETS, Guest, port_of, visit

PRESS_S = 0.03


def keep_secrets(folder: Path) -> None:
    """Let the console find in its state folder the secrets that tests know."""
    file = folder / FILE
    file.write_text(json.dumps(SECRETS))
    file.chmod(0o600)


def front_among(ports: list[PadPort]) -> FrontPanel:
    """Find the pages among the drivers of a console."""
    (front,) = (port for port in ports if isinstance(port, FrontPanel))
    return front


class Phone:
    """Plays by what its page is told; `frames` are what its panel showed, `said` is the rest."""

    def __init__(self, guest: Guest, pad: str) -> None:
        self.frames: list[bytes] = []
        self.said: list[dict[str, Any]] = []
        self._guest = guest
        self._pad = pad
        self._speaking = threading.Lock()

    def hear(self) -> None:
        """Listen until the line ends, and answer every probe."""
        with suppress(ConnectionClosed, TimeoutError):
            while True:
                heard = self._guest.hear()
                if isinstance(heard, bytes):
                    self.frames.append(heard)
                elif "probe" in heard:
                    with self._speaking:
                        self._guest.answer(heard["probe"], _now_us())
                else:
                    self.said.append(heard)

    def tap(self, button: Button) -> None:
        """Touch a button for a moment."""
        for level in (1, 0):
            with self._speaking:
                self._guest.edge(self._pad, str(button), level, _now_us())
            time.sleep(PRESS_S)

    def heard(self, key: str) -> list[Any]:
        """Give all that was said of `key`."""
        return [said[key] for said in tuple(self.said) if key in said]


@contextmanager
def picked_up(front: FrontPanel, seat: int) -> Iterator[Phone]:
    """Open the link of `seat` on a phone; in the end it is put away."""
    (pad,) = (info.pad for info in front.pads if info.seat == seat)
    address = f"http://{LAN}:{port_of(front)}/"
    with visit(front, f"/{SECRETS[seat]}/", address=address) as guest:
        phone = Phone(guest, pad)
        hearing = threading.Thread(target=phone.hear)
        hearing.start()
        try:
            yield phone
        finally:
            guest.connection.close()
            hearing.join()


def _now_us() -> int:
    return time.monotonic_ns() // 1000 % (1 << 32)
