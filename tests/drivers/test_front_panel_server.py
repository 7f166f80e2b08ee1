"""The front panel on real loopback sockets: one page, hostile pages, slow pages, a second page."""

import logging
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hw.ports import Boot, Button, DeviceError, Edge, Gone, Sync, Through
from sim.front_panel.link import BURST
from sim.front_panel.server import TAKEN_OVER, FrontPanel
from tests.drivers.front_panel_guests import (
    ANA,
    PATIENCE_S,
    Arrivals,
    closed,
    edge,
    hello,
    open_panel,
    port_of,
    visit,
)

Served = tuple[FrontPanel, Arrivals]


@pytest.fixture
def served() -> Iterator[Served]:
    with open_panel() as served:
        yield served


def test_a_page_is_welcomed_and_shown_what_is(served: Served) -> None:
    panel, _ = served
    panel.show(1, b"\x55" * 1024)
    panel.light(1, 40)
    panel.state({"score": (2, 1)})
    with visit(panel) as guest:
        heard = [guest.hear() for _ in range(5)]
    assert {"welcome": [{"pad": "a", "seat": 0}, {"pad": "b", "seat": 1}]} in heard
    state = next(message["state"] for message in heard if "state" in message)
    assert (state["names"], state["score"]) == (["Ana", "Ben"], [2, 1])
    assert b"\x01" + b"\x55" * 1024 in heard
    assert {"light": 40, "seat": 1} in heard


def test_opening_boots_both_pads_and_closing_takes_both(served: Served) -> None:
    panel, arrivals = served
    with visit(panel):
        assert [(boot.pad, boot.boot) for boot in arrivals.wait(Boot, 2)] == [("a", 1), ("b", 1)]
    assert [gone.pad for gone in arrivals.wait(Gone, 2)] == ["a", "b"]
    with visit(panel):
        assert [boot.boot for boot in arrivals.wait(Boot, 4)] == [1, 1, 2, 2]


def test_presses_of_both_seats_arrive_with_their_pads_and_stamps(served: Served) -> None:
    panel, arrivals = served
    with visit(panel) as guest:
        guest.edge("a", "c1", 1, 5000)
        guest.edge("b", "left", 1, 5100)
        guest.edge("a", "c1", 0, 5200)
        edges = arrivals.wait(Edge, 3)
    assert [(it.pad, it.button, it.closed, it.stamp, it.seq) for it in edges] == [
        ("a", Button.C1, True, 5000, 1),
        ("b", Button.LEFT, True, 5100, 1),
        ("a", Button.C1, False, 5200, 2),
    ]


def test_an_ask_brings_a_burst_of_probes_each_timed_around_its_answer(served: Served) -> None:
    panel, arrivals = served
    with visit(panel) as guest:
        guest.answer(guest.hear_probe(), 0)
        arrivals.wait(Through, 2)
        before = time.monotonic_ns()
        panel.ask("a")
        for number in range(BURST):
            guest.answer(guest.hear_probe(), 1000 * number)
        syncs = arrivals.wait(Sync, 2 + 2 * BURST)[2:]
    assert all(before <= sync.sent <= sync.received == sync.at for sync in syncs)
    assert [sync.sent for sync in syncs] == sorted(sync.sent for sync in syncs)
    assert arrivals.of(Through)[-1].stamp == 1000 * (BURST - 1)


def test_probes_come_without_being_asked_for(served: Served) -> None:
    with visit(served[0]) as guest:
        assert [guest.hear_probe() for _ in range(3)] == [1, 2, 3]


def test_an_ask_for_a_foreign_pad_is_our_own_mistake(served: Served) -> None:
    with pytest.raises(ValueError, match="no pad z"):
        served[0].ask("z")


def test_calls_without_a_page_do_nothing(served: Served) -> None:
    panel, arrivals = served
    panel.ask("a")
    panel.sound(0, "play")
    with visit(panel):
        arrivals.wait(Boot, 2)


@pytest.mark.parametrize(
    ("bad", "code", "words"),
    [
        pytest.param(b"\x00", 1003, "binary", id="binary"),
        pytest.param("{", 1007, "not JSON", id="malformed"),
        pytest.param("x" * 1025, 1009, "", id="oversized"),
        pytest.param(hello(), 1008, "second hello", id="two hellos"),
        pytest.param(
            edge("z", "c1", 1, 9, 1),
            1008,
            "unknown pad",
            id="an unknown pad",
        ),
        pytest.param(
            edge("a", "c1", 1, 9.5, 1),
            1008,
            "t_us must be a whole number",
            id="a stamp with a fraction",
        ),
        pytest.param(
            edge("a", "c1", 1, 9, 2),
            1008,
            "where 1 was due",
            id="a number left out",
        ),
    ],
)
def test_a_page_that_breaks_the_protocol_is_closed_with_the_reason_and_one_line_of_log(
    served: Served, caplog: pytest.LogCaptureFixture, bad: object, code: int, words: str
) -> None:
    panel, arrivals = served
    with visit(panel) as guest:
        arrivals.wait(Boot, 2)
        guest.say(bad)
        got, reason = closed(guest)
    assert got == code
    assert words in reason
    assert [gone.pad for gone in arrivals.wait(Gone, 2)] == ["a", "b"]
    with visit(panel):
        arrivals.wait(Boot, 4)
    panel.close()
    assert len(caplog.records) == 1
    assert caplog.records[0].exc_info is None


def test_text_that_is_no_utf8_is_closed(served: Served) -> None:
    with visit(served[0]) as guest:
        guest.connection.send(b"\xff\xfe", text=True)
        assert closed(guest)[0] == 1007


def test_the_first_word_must_be_a_hello(served: Served) -> None:
    panel, arrivals = served
    with visit(panel, says_hello=False) as guest:
        guest.edge("a", "c1", 1, 5000)
        assert closed(guest) == (1008, "the first message must be a hello")
    assert arrivals.of(Boot) == []


def test_a_page_that_says_nothing_is_closed(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.front_panel.server.HELLO_S", 0.01)
    with visit(served[0], says_hello=False) as guest:
        assert closed(guest) == (1008, "no hello")


def test_a_flood_is_closed(served: Served) -> None:
    panel, arrivals = served
    with visit(panel) as guest:
        with suppress(ConnectionClosed):
            for number in range(100_000):
                guest.edge("a", "c1", number % 2, 5000 + number)
        assert closed(guest) == (1008, "more than 500 messages a second")
    arrivals.wait(Gone, 2)
    assert len(arrivals.of(Edge)) <= 1000, "at most two seconds' worth"


@pytest.mark.parametrize(
    "origin",
    [
        pytest.param("https://evil.example", id="a foreign page"),
        pytest.param(None, id="no origin"),
        pytest.param("null", id="a sandboxed page"),
    ],
)
def test_foreign_origins_get_403(served: Served, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused, visit(served[0], origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_foreign_hosts_get_403(served: Served) -> None:
    with closing(HTTPConnection("127.0.0.1", port_of(served[0]))) as connection:
        connection.request("GET", "/", headers={"Host": "evil.example"})
        assert connection.getresponse().status == 403


@pytest.mark.parametrize(
    "request_bytes",
    [
        pytest.param(b"\x16\x03\x01\x02\x00\x01", id="a TLS hello"),
        pytest.param(b"GET /\r\n\r\n", id="an old request"),
        pytest.param(b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 1000 + b"\r\n", id="too many headers"),
        pytest.param(b"GET /" + b"a" * 10_000 + b" HTTP/1.1\r\n\r\n", id="too long a path"),
    ],
)
def test_noise_on_the_port_leaves_no_traceback(
    served: Served, caplog: pytest.LogCaptureFixture, request_bytes: bytes
) -> None:
    panel, arrivals = served
    send_raw(panel, request_bytes)
    with visit(panel):
        arrivals.wait(Boot, 2)
    assert [record for record in caplog.records if record.exc_info] == []


def send_raw(panel: FrontPanel, request: bytes) -> None:
    """Send bytes to the panel's port and wait until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port_of(panel)), timeout=PATIENCE_S) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        with suppress(ConnectionResetError):
            while connection.recv(4096):
                pass


def test_a_second_page_takes_over_and_the_first_is_told(served: Served) -> None:
    panel, arrivals = served
    with visit(panel) as first, visit(panel) as second:
        assert closed(first) == (TAKEN_OVER, "another page took over")
        second.edge("b", "right", 1, 5000)
        assert arrivals.wait(Edge)[0].pad == "b"
        assert [boot.boot for boot in arrivals.wait(Boot, 4)] == [1, 1, 2, 2]
        assert arrivals.of(Gone) == [], "the pads are there, on another page"


def test_a_slow_reader_gets_the_newest_frame_and_no_queue(served: Served) -> None:
    panel, arrivals = served
    with visit(panel, max_queue=1) as guest:
        arrivals.wait(Boot, 2)
        for number in range(20_000):
            panel.show(0, bytes((number % 251,)) * 1024)
        panel.show(0, b"\xff" * 1024)
        frames = 0

        def is_newest(heard: object) -> bool:
            nonlocal frames
            frames += isinstance(heard, bytes)
            return heard == b"\x00" + b"\xff" * 1024

        guest.hear_until(is_newest)
    assert frames < 20_000


def test_a_port_in_use_is_named_with_the_remedy() -> None:
    with open_panel() as (first, _):
        port = port_of(first)
        with pytest.raises(DeviceError, match=rf"port {port} .*--port"):
            FrontPanel(port, (ANA,), print).start()


def test_a_port_that_does_not_exist_is_refused() -> None:
    with pytest.raises(DeviceError, match="port 70000"):
        FrontPanel(70_000, (ANA,), print).start()


def test_closing_tells_the_page_puts_nothing_more_and_may_be_done_twice() -> None:
    with open_panel() as (panel, arrivals), visit(panel) as guest:
        arrivals.wait(Boot, 2)
        panel.close()
        assert closed(guest)[0] == 1001
        panel.close()
        panel.show(0, bytes(1024))
        assert arrivals.of(Gone) == []


def test_before_the_start_calls_do_nothing() -> None:
    panel = FrontPanel(0, (ANA,), print)
    panel.show(0, bytes(1024))
    panel.close()


def test_late_presses_are_logged(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    panel, arrivals = served
    caplog.set_level(logging.WARNING)
    with visit(panel) as guest:
        guest.edge("a", "c1", 1, 5000)
        guest.edge("a", "c2", 1, 5001, late_us=4000)
        guest.edge("b", "c2", 1, 5001, late_us=1)
        arrivals.wait(Edge, 3)
    panel.close()
    assert "presses and releases dated a little late so far: 2" in caplog.text


def test_a_phone_that_is_always_late_does_not_fill_the_log(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    panel, arrivals = served
    with visit(panel) as guest:
        for number in range(100):
            guest.edge("a", "c2", 1 - number % 2, 5000 + number, late_us=4000)
        arrivals.wait(Edge, 100)
    told = [
        record.args for record in caplog.records if "dated a little late" in record.getMessage()
    ]
    assert told == [(count,) for count in (1, 2, 4, 8, 16, 32, 64)]
