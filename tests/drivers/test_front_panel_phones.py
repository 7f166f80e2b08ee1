"""Phones on real sockets: a seat is had by its secret, which gives nothing of another's."""

import json
import logging
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from firmware_host.cli.language import speaking, told
from firmware_host.lan import is_on_a_lan, lan_addresses
from hw.ports import Boot, DeviceError, Edge, Gone
from sim.front_panel.doors import LOOPBACK, open_doors
from sim.front_panel.server import PHONE_SILENT_S, SILENT, TAKEN_OVER, FrontPanel
from sim.page_state import state_without_match
from tests.drivers.front_panel_guests import (
    ANA,
    BEN,
    CLEO,
    LAN,
    PHONES,
    SECRETS,
    Arrivals,
    Guest,
    closed,
    edge,
    open_panel,
    port_of,
    visit,
)

Served = tuple[FrontPanel, Arrivals]
SEATS = [f"/{secret}/" for secret in SECRETS]


@pytest.fixture
def served() -> Iterator[Served]:
    with open_panel(ANA, BEN, CLEO, phones=PHONES) as served:
        yield served


def lan(panel: FrontPanel) -> str:
    return f"http://{LAN}:{port_of(panel)}/"


def get(panel: FrontPanel, path: str, address: str = LAN, host: str = "") -> tuple[int, str]:
    with closing(HTTPConnection(address, port_of(panel))) as connection:
        connection.request("GET", path, headers={"Host": host} if host else {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def test_every_seat_has_a_link_on_the_lan_below_its_secret(served: Served) -> None:
    panel, _ = served
    assert panel.address == f"http://{LOOPBACK}:{port_of(panel)}/"
    assert list(panel.invitations.values()) == [
        f"http://{LAN}:{port_of(panel)}/{secret}/" for secret in SECRETS[:3]
    ]
    for seat in SEATS[:3]:
        status, page = get(panel, seat)
        assert status == 200
        assert 'id="console"' in page
        assert get(panel, f"{seat}phone.js")[0] == 200


@pytest.mark.parametrize("path", ["/", "/phone.js", "/socket", SEATS[3], f"/{'z' * 22}/"])
def test_nothing_else_is_there_and_all_of_it_looks_alike(served: Served, path: str) -> None:
    assert get(served[0], path) == (404, "Nothing here.\n")


def test_all_links_and_their_codes_are_told_on_this_machine_alone(served: Served) -> None:
    panel, arrivals = served
    panel.state({**state_without_match("nb"), "names": ["Åse", "<b>", "Cleo"]})
    with visit(panel, SEATS[0]):
        arrivals.wait(Boot)  # By now the state has been told.
    status, page = get(panel, "/", LOOPBACK)
    assert status == 200
    assert [link in page for link in panel.invitations.values()] == [True] * 3
    assert [f'href="{seat}"' in page for seat in SEATS] == [True, True, True, False, False]
    assert page.count("<svg") == 3
    assert "<b>Åse</b>" in page
    assert "&lt;b&gt;" in page
    assert get(panel, "/", host=f"{LOOPBACK}:{port_of(panel)}")[0] == 403
    assert get(panel, SEATS[0], host=f"evil.example:{port_of(panel)}")[0] == 403


def test_a_socket_tells_of_its_own_seat_and_of_what_everybody_may_know(served: Served) -> None:
    """All that one socket ever hears is kept, while the others are shown, sounded and pressed."""
    panel, arrivals = served
    with (
        visit(panel, SEATS[0], address=lan(panel)) as ana,
        visit(panel, SEATS[1], address=lan(panel)) as ben,
    ):
        arrivals.wait(Boot, 2)
        for seat in (0, 1, 2):
            panel.show(seat, bytes((seat,)) * 1024)
            panel.light(seat, 110)
            panel.sound(seat, "turn")
        ana.edge("a", "c1", 1, 5000)
        arrivals.wait(Edge)
        panel.state({"score": [1, 0, 0]})
        panel.sound(None, "win")
        heard = list(heard_until_win(ben))
    frames = [said for said in heard if isinstance(said, bytes)]
    assert frames == [b"\x01" * 1025]
    told = [said for said in heard if not isinstance(said, bytes)]
    assert {key for said in told for key in said} <= {
        "welcome", "state", "light", "sound", "seat", "probe",
    }  # fmt: skip
    assert [said["seat"] for said in told if "light" in said] == [1]
    assert [said["seat"] for said in told if "sound" in said] == [1, None]
    assert [said["welcome"] for said in told if "welcome" in said] == [[{"pad": "b", "seat": 1}]]
    states = [said["state"] for said in told if "state" in said]
    assert {key for state in states for key in state} == {*state_without_match("en"), "score"}
    assert not any(secret in json.dumps(told) for secret in SECRETS)


def heard_until_win(guest: Guest) -> Iterator[Any]:
    while True:
        said = guest.hear()
        yield said
        if not isinstance(said, bytes) and said.get("sound") == "win":
            return


def test_a_phone_cannot_press_for_another_seat(served: Served) -> None:
    panel, arrivals = served
    with visit(panel, SEATS[0], address=lan(panel)) as ana:
        ana.say(edge("b", "c1", 1, 5000, 1))
        assert closed(ana) == (1008, "unknown pad")
    assert arrivals.of(Edge) == []


@pytest.mark.parametrize(
    ("path", "options", "status"),
    [
        pytest.param("/", {}, 404, id="no secret"),
        pytest.param(f"/{'z' * 22}/", {}, 404, id="a secret that is none"),
        pytest.param(SEATS[0], {"origin": "https://evil.example"}, 403, id="a foreign page"),
        pytest.param(SEATS[0], {"origin": None}, 403, id="no page at all"),
        pytest.param(SEATS[0], {"origin": "http://127.0.0.1:8765"}, 403, id="the loopback's page"),
    ],
)
def test_a_socket_opens_for_the_seat_s_own_page_alone(
    served: Served, path: str, options: dict[str, Any], status: int
) -> None:
    panel, _ = served
    with (
        pytest.raises(InvalidStatus) as refused,
        visit(panel, path, address=lan(panel), **options),
    ):
        pass
    assert refused.value.response.status_code == status


def test_a_seat_may_be_played_on_this_machine_too(served: Served) -> None:
    panel, arrivals = served
    with visit(panel, SEATS[2]) as cleo:
        cleo.edge("c", "ready", 1, 5000)
        assert [told.pad for told in arrivals.wait(Edge)] == ["c"]


def test_a_silent_phone_is_gone_at_once_and_told_why_and_the_others_stay(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.front_panel.server.PHONE_SILENT_S", 0.5)
    panel, arrivals = served
    with visit(panel, SEATS[0]) as ana, visit(panel, SEATS[1]) as ben:
        arrivals.wait(Boot, 2)
        while not arrivals.of(Gone):
            ben.answer(ben.hear_probe(), 1000)
        assert [gone.pad for gone in arrivals.of(Gone)] == ["a"]
        assert closed(ana)[0] == SILENT
        ben.edge("b", "c1", 1, 6000)
        arrivals.wait(Edge)


def test_a_hiccup_of_the_wifi_is_no_silence() -> None:
    assert PHONE_SILENT_S > 1


def test_a_phone_that_is_back_does_not_take_its_seat_from_the_one_that_has_it_now(
    served: Served,
) -> None:
    panel, arrivals = served
    with visit(panel, SEATS[0], says_hello=False) as newer:
        newer.hello("newer")
        arrivals.wait(Boot)
        with visit(panel, SEATS[0], says_hello=False) as older:
            older.hello("older", is_back=True)
            assert closed(older) == (TAKEN_OVER, "another page took over")
        newer.edge("a", "c1", 1, 5000)
        arrivals.wait(Edge)
    assert len(arrivals.of(Boot)) == 1


@pytest.mark.parametrize(
    ("page", "is_back"),
    [
        pytest.param("first", True, id="the same page, whose old line nobody knew to be dead"),
        pytest.param("second", False, id="another page, opened by the link"),
    ],
)
def test_a_phone_takes_the_seat_over(served: Served, page: str, is_back: bool) -> None:
    panel, arrivals = served
    with (
        visit(panel, SEATS[0], says_hello=False) as first,
        visit(panel, SEATS[0], says_hello=False) as second,
    ):
        first.hello("first")
        arrivals.wait(Boot)
        second.hello(page, is_back=is_back)
        assert closed(first) == (TAKEN_OVER, "another page took over")
        second.edge("a", "c1", 1, 5000)
        arrivals.wait(Edge)
        assert arrivals.of(Gone) == []


def test_a_phone_finds_an_empty_seat_free_when_it_is_back(served: Served) -> None:
    panel, arrivals = served
    for page in ("first", "second"):
        with visit(panel, SEATS[0], says_hello=False) as guest:
            guest.hello(page, is_back=True)
            arrivals.wait_until(lambda: len(arrivals.of(Boot)) > len(arrivals.of(Gone)), "a boot")
        arrivals.wait_until(lambda: len(arrivals.of(Boot)) == len(arrivals.of(Gone)), "a leave")


def test_no_secret_is_ever_logged(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    panel, arrivals = served
    get(panel, SEATS[0])
    get(panel, f"{SEATS[0]}nothing")
    with visit(panel, SEATS[0]) as first, visit(panel, SEATS[0]) as second:
        closed(first)
        second.say("{")
        closed(second)
    with suppress(InvalidStatus), visit(panel, SEATS[0], origin="https://evil.example"):
        pass
    arrivals.wait(Gone)
    panel.close()
    ours = [record for record in caplog.records if not record.name.startswith("websockets")]
    assert ours
    assert not any(secret in record.getMessage() for record in ours for secret in SECRETS)


def test_an_address_of_another_machine_is_named_and_nothing_stays_open() -> None:
    with pytest.raises(DeviceError, match=r"198\.51\.100\.7 is no address of this machine"):
        open_doors(["198.51.100.7"], 0)


def test_where_this_machine_has_addresses_the_remedy_names_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for own, words in (("192.168.1.20",), "it has 192.168.1.20"), ((), "of this machine$"):
        monkeypatch.setattr("sim.front_panel.doors.lan_addresses", lambda own=own: own)
        with pytest.raises(DeviceError, match=words):
            open_doors(["198.51.100.7"], 0)


def test_a_port_taken_on_one_address_leaves_none_open() -> None:
    (taken,) = open_doors([], 0)
    port = taken.getsockname()[1]
    taken.close()
    _, theirs = open_doors([LAN], port)
    with closing(theirs):
        _.close()
        with pytest.raises(DeviceError, match=rf"port {port} of {LAN} cannot be opened"):
            open_doors([LAN], port)
        (again,) = open_doors([], port)
        again.close()


@pytest.mark.parametrize("port", [-1, 65_536])
def test_what_is_no_port_is_told_in_the_language_spoken(port: int) -> None:
    with pytest.raises(DeviceError, match="ports go from 0 to 65535") as refused:
        open_doors([], port)
    with speaking("nb"):
        assert "(porter går fra 0 til 65535)" in told(refused.value.args[0])


def test_all_doors_have_one_port_and_the_loopback_is_opened_once() -> None:
    doors = open_doors([LAN, LOOPBACK, LAN], 0)
    try:
        assert [door.getsockname()[0] for door in doors] == [LOOPBACK, LAN]
        assert len({door.getsockname()[1] for door in doors}) == 1
    finally:
        for door in doors:
            door.close()


def test_only_private_addresses_of_this_machine_are_served_by_themselves() -> None:
    assert all(map(is_on_a_lan, lan_addresses()))
    assert len(set(lan_addresses())) == len(lan_addresses())


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        pytest.param("192.168.1.20", True, id="a home"),
        pytest.param("10.3.2.1", True, id="a work"),
        pytest.param("172.20.10.2", True, id="a phone's hotspot"),
        pytest.param("127.0.0.1", False, id="the loopback"),
        pytest.param("169.254.3.4", False, id="nobody gave it an address"),
        pytest.param("0.0.0.0", False, id="no address"),
        pytest.param("93.184.216.34", False, id="the public internet"),
        pytest.param("fd00::2", False, id="the newer internet"),
        pytest.param("raspberrypi.local", False, id="a name"),
    ],
)
def test_an_address_is_one_that_people_share_at_home_or_it_is_not(
    address: str, expected: bool
) -> None:
    assert is_on_a_lan(address) is expected
