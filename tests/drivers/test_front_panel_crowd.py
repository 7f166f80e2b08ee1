"""Guests without a seat, however many, take neither the console's files nor a player's time."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection

import pytest

from hw.ports import Boot, Clock, Edge, PadInfo
from sim.front_panel.callers import MOST, MOST_OF_ONE, Crowd
from sim.front_panel.server import FrontPanel
from sim.front_panel.station import Phones
from tests.drivers.front_panel_guests import (
    ANA,
    BEN,
    LAN,
    PATIENCE_S,
    PHONES,
    SECRETS,
    Arrivals,
    hello,
    open_panel,
    port_of,
    visit,
)

STRANGER, FRIEND = "127.0.0.8", "127.0.0.9"
"""Where guests come from; all of the loopback's network leads here."""

Served = tuple[FrontPanel, Arrivals]


@pytest.fixture
def served() -> Iterator[Served]:
    with open_panel(ANA, BEN, phones=PHONES) as served:
        yield served


def call(panel: FrontPanel, come_from: str, says: bytes = b"GET /") -> socket.socket:
    """Connect and begin to ask for something, without coming to an end."""
    guest = socket.create_connection((LAN, port_of(panel)), PATIENCE_S, (come_from, 0))
    guest.sendall(says)
    return guest


def status(panel: FrontPanel, come_from: str) -> int:
    connection = HTTPConnection(
        LAN, port_of(panel), timeout=PATIENCE_S, source_address=(come_from, 0)
    )
    with closing(connection):
        connection.request("GET", f"/{SECRETS[0]}/")
        return connection.getresponse().status


def is_cut_off(guest: socket.socket) -> bool:
    try:
        return guest.recv(1) == b""
    except ConnectionResetError:
        return True


def test_one_guest_too_many_is_cut_off_and_others_are_served(served: Served) -> None:
    panel, arrivals = served
    with ExitStack() as open_ones, visit(panel, f"/{SECRETS[0]}/") as ana:
        arrivals.wait(Boot)
        crowd = [open_ones.enter_context(call(panel, STRANGER)) for _ in range(MOST_OF_ONE)]
        with call(panel, STRANGER) as one_more:
            assert is_cut_off(one_more)
        assert status(panel, FRIEND) == 200
        ana.edge("a", "c1", 1, 5000)
        arrivals.wait(Edge)
        crowd.pop().close()
        until_served(panel, STRANGER)


def until_served(panel: FrontPanel, come_from: str) -> None:
    """Ask again until there is room: who hangs up is noticed a moment later."""
    for _ in range(200):
        try:
            assert status(panel, come_from) == 200
        except ConnectionError:
            continue
        return
    pytest.fail("there is no room for the next one")


def test_a_crowd_is_bounded_in_all_and_who_leaves_makes_room() -> None:
    crowd = Crowd()
    came = [crowd.enter(f"10.0.0.{number}") for number in range(MOST + 2)]
    assert came == [True] * MOST + [False] * 2
    for number in (0, MOST, MOST + 1):
        crowd.leave(f"10.0.0.{number}")
    assert crowd.enter("10.0.0.0")
    assert not crowd.enter("10.0.0.1")


@pytest.mark.parametrize(
    "says",
    [
        pytest.param(b"GET /" + b"x" * 20_000, id="a path without end"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: " + b"x" * 20_000, id="a header without end"),
        pytest.param(b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 500, id="headers without end"),
        pytest.param(b"\0" * 20_000, id="bytes that are no request"),
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 99, id="a browser's TLS"),
        pytest.param(b"POST / HTTP/1.1\r\nContent-Length: 999999\r\n\r\n", id="a body"),
    ],
)
def test_who_asks_for_nonsense_is_cut_off_at_once_and_told_nothing(
    served: Served, says: bytes
) -> None:
    panel, _ = served
    with call(panel, STRANGER, says) as guest:
        told = b""
        try:
            while said := guest.recv(4096):
                told += said
        except ConnectionResetError:
            pass
    assert not told.startswith(b"HTTP/1.1 200")
    assert not any(secret.encode() in told for secret in SECRETS)
    assert status(panel, STRANGER) == 200


HANDSHAKE = (
    "GET /{secret}/socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def deaf_phone(panel: FrontPanel, door: str, secret: str) -> socket.socket:
    """Take a seat, then never listen again."""
    phone = socket.create_connection((door, port_of(panel)), PATIENCE_S)
    phone.sendall(HANDSHAKE.format(secret=secret, host=f"{door}:{port_of(panel)}").encode())
    said = json.dumps(hello()).encode()
    phone.sendall(bytes((0x81, 0x80 | len(said), 0, 0, 0, 0)) + said)
    return phone


def test_a_stop_waits_only_once_for_all_phones_that_say_no_goodbye() -> None:
    arrivals = Arrivals()
    doors = ("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")
    seats = tuple(PadInfo("abcd"[seat], seat, Clock.OWN) for seat in range(4))
    panel = FrontPanel(0, seats, arrivals.put, {}, Phones(doors, SECRETS))
    panel.start()
    with ExitStack() as open_ones:
        for door, secret in zip(doors, SECRETS, strict=False):
            open_ones.enter_context(deaf_phone(panel, door, secret))
        arrivals.wait(Boot, 4)
        panel.close()
        assert not any(thread.name == "front panel" for thread in threading.enumerate())
