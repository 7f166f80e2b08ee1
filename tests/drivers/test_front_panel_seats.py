"""Three seats have a page each: a page gives nothing of another's seat, and takes only its own."""

import logging
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hw.ports import Boot, Edge, Gone, Sync
from sim.front_panel.link import BURST
from sim.front_panel.server import TAKEN_OVER, FrontPanel
from sim.front_panel.visit import MESSAGES_A_SECOND
from sim.page_state import state_without_match
from tests.drivers.front_panel_guests import (
    ANA,
    BEN,
    CLEO,
    Arrivals,
    Guest,
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
    with open_panel(ANA, BEN, CLEO) as served:
        yield served


def heard_until_win(guest: Guest) -> Iterator[Any]:
    """Hear all but probes and what everybody may read, up to the last sound."""
    while True:
        said = guest.hear()
        if isinstance(said, bytes) or not said.keys() & {"probe", "state"}:
            yield said
        if not isinstance(said, bytes) and said.get("sound") == "win":
            return


def seats_of(said: Any) -> set[int | None]:
    if isinstance(said, bytes):
        return {said[0]}
    return {pad["seat"] for pad in said["welcome"]} if "welcome" in said else {said["seat"]}


def test_a_page_is_told_of_its_own_seat_and_of_no_other(served: Served) -> None:
    panel, arrivals = served
    panel.show(0, b"\x11" * 1024)
    panel.light(2, 40)
    with visit(panel, "/seat/2") as guest:
        arrivals.wait(Boot)
        for seat in (0, 1, 2):
            panel.show(seat, bytes((seat,)) * 1024)
            panel.light(seat, 110)
            panel.sound(seat, "turn")
        panel.sound(None, "win")
        heard = list(heard_until_win(guest))
    assert {seat for said in heard for seat in seats_of(said)} == {1, None}
    assert {"welcome": [{"pad": "b", "seat": 1}]} in heard
    assert b"\x01" * 1025 in heard
    assert {"light": 110, "seat": 1} in heard
    assert [said["sound"] for said in heard if isinstance(said, dict) and "sound" in said] == [
        "turn",
        "win",
    ]


def test_a_new_page_is_shown_its_seat_s_panel_and_light_only(served: Served) -> None:
    panel, _ = served
    for seat in (0, 1, 2):
        panel.show(seat, bytes((seat,)) * 1024)
        panel.light(seat, 110)
    with visit(panel, "/seat/3") as guest:
        guest.hear_until(lambda said: not isinstance(said, bytes) and "welcome" in said)
        panel.sound(None, "win")
        heard = list(heard_until_win(guest))
    assert heard == [b"\x02" * 1025, {"light": 110, "seat": 2}, {"sound": "win", "seat": None}]


def test_a_page_cannot_press_for_another_seat(served: Served) -> None:
    panel, arrivals = served
    with visit(panel, "/seat/1") as ana, visit(panel, "/seat/2") as ben:
        arrivals.wait(Boot, 2)
        ana.say(edge("b", "c1", 1, 5000, 1))
        assert closed(ana) == (1008, "unknown pad")
        ben.edge("b", "c1", 1, 6000)
        assert [(told.pad, told.stamp) for told in arrivals.wait(Edge)] == [("b", 6000)]
    assert [gone.pad for gone in arrivals.wait(Gone, 2)] == ["a", "b"]


def test_a_page_comes_and_goes_with_its_own_pad(served: Served) -> None:
    panel, arrivals = served
    with visit(panel, "/seat/1"):
        arrivals.wait(Boot)
        with visit(panel, "/seat/3"):
            arrivals.wait(Boot, 2)
        assert [gone.pad for gone in arrivals.wait(Gone)] == ["c"]
    assert [(boot.pad, boot.boot) for boot in arrivals.of(Boot)] == [("a", 1), ("c", 1)]


def test_a_newer_page_takes_over_its_seat_and_leaves_the_others_alone(served: Served) -> None:
    panel, arrivals = served
    with visit(panel, "/seat/1") as first, visit(panel, "/seat/2") as ben:
        arrivals.wait(Boot, 2)
        with visit(panel, "/seat/1") as second:
            assert closed(first) == (TAKEN_OVER, "another page took over")
            second.edge("a", "c1", 1, 5000)
            ben.edge("b", "c1", 1, 6000)
            assert {told.pad for told in arrivals.wait(Edge, 2)} == {"a", "b"}
            assert arrivals.of(Gone) == []
        assert [boot.boot for boot in arrivals.of(Boot) if boot.pad == "a"] == [1, 2]


def test_an_ask_goes_to_the_page_that_has_the_pad(served: Served) -> None:
    panel, arrivals = served
    with visit(panel, "/seat/1") as ana, visit(panel, "/seat/3") as cleo:
        for guest in (ana, cleo):
            guest.answer(guest.hear_probe(), 0)
        arrivals.wait(Sync, 2)
        panel.ask("c")
        panel.ask("b")  # Nobody is there to answer.
        for number in range(BURST):
            cleo.answer(cleo.hear_probe(), 1000 * number)
        syncs = arrivals.wait(Sync, 2 + BURST)
    assert [sync.pad for sync in syncs[2:]] == ["c"] * BURST


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        pytest.param(b"\x00", 1003, id="binary"),
        pytest.param("{", 1007, id="malformed"),
        pytest.param("x" * 1025, 1009, id="oversized"),
        pytest.param(hello(), 1008, id="two hellos"),
    ],
)
def test_a_page_that_breaks_the_protocol_costs_nobody_else_the_line(
    served: Served, caplog: pytest.LogCaptureFixture, bad: object, code: int
) -> None:
    panel, arrivals = served
    with visit(panel, "/seat/1") as ana, visit(panel, "/seat/2") as ben:
        arrivals.wait(Boot, 2)
        ana.say(bad)
        assert closed(ana)[0] == code
        ben.edge("b", "c1", 1, 6000)
        arrivals.wait(Edge)
        assert [gone.pad for gone in arrivals.wait(Gone)] == ["a"]
    panel.close()  # The line is closed before the log is told.
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


def test_a_flood_from_one_seat_is_closed_and_the_others_play_on(served: Served) -> None:
    panel, arrivals = served
    with visit(panel, "/seat/1") as ana, visit(panel, "/seat/2") as ben:
        arrivals.wait(Boot, 2)
        with suppress(ConnectionClosed):
            for number in range(2 * MESSAGES_A_SECOND + 1):
                ana.edge("a", "c1", number % 2, 5000 + number)
        assert closed(ana)[0] == 1008
        ben.edge("b", "c1", 1, 6000)
        arrivals.wait_until(lambda: any(e.pad == "b" for e in arrivals.of(Edge)), "Ben's press")


def get(panel: FrontPanel, path: str) -> tuple[int, str]:
    with closing(HTTPConnection("127.0.0.1", port_of(panel))) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def test_the_front_page_leads_to_each_seat_in_the_console_s_language(served: Served) -> None:
    panel, arrivals = served
    panel.state({**state_without_match("nb"), "names": ["Åse", "<b>&", "Cleo"]})
    with visit(panel, "/seat/1"):
        arrivals.wait(Boot)  # By now the state has been told.
    status, page = get(panel, "/")
    assert status == 200
    assert '<html lang="nb">' in page
    assert [f'<a href="/seat/{n}">Plass {n} ' in page for n in (1, 2, 3)] == [True] * 3
    assert "<b>Åse</b>" in page
    assert "<b>&lt;b&gt;&amp;</b>" in page
    assert "$" not in page


@pytest.mark.parametrize("path", ["/seat/1", "/seat/3"])
def test_every_seat_has_its_page(served: Served, path: str) -> None:
    assert get(served[0], path)[0] == 200


@pytest.mark.parametrize("path", ["/seat/0", "/seat/4", "/seat/", "/seat/1/", "/index.html"])
def test_there_are_no_other_pages(served: Served, path: str) -> None:
    assert get(served[0], path)[0] == 404


@pytest.mark.parametrize("path", ["/", "/seat/4"])
def test_there_is_no_socket_but_a_seat_s(served: Served, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused, visit(served[0], path):
        pass
    assert refused.value.response.status_code == 404


def test_a_foreign_page_cannot_open_a_seat_s_socket(served: Served) -> None:
    with (
        pytest.raises(InvalidStatus) as refused,
        visit(served[0], "/seat/1", origin="https://evil.example"),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_two_seats_share_a_page_that_has_no_other() -> None:
    with open_panel(ANA, BEN) as (panel, _):
        assert get(panel, "/seat/1")[0] == 404
        assert "<canvas" in get(panel, "/")[1]
