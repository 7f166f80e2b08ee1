"""Who may have the page's files, and who may open its socket."""

import re

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from sim.front_panel.doors import LOOPBACK
from sim.front_panel.site import PAGE, Site, load_files

OWN = "http://127.0.0.1:8080"


def status(path: str = "/", method: str = "GET", **headers: str) -> int:
    """Ask a site on port 8080; 101 stands for a socket that may open."""
    request = Request(path, Headers({"Host": "127.0.0.1:8080"} | headers), method)
    response = Site(8080).answer(request)
    return response.status_code if response else 101


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        pytest.param(status(), 200, id="the page"),
        pytest.param(status("/?again"), 200, id="the page with a query"),
        pytest.param(status("/main.js"), 200, id="a script"),
        pytest.param(status(Host="localhost:8080"), 200, id="the loopback by its other name"),
        pytest.param(status("/../server.py"), 404, id="a file beside the page's folder"),
        pytest.param(status("//etc/passwd"), 404, id="a file of the host"),
        pytest.param(status(method="POST"), 405, id="a form"),
        pytest.param(status(Host="evil.example:8080"), 403, id="a name rebound to the loopback"),
        pytest.param(status(Host="127.0.0.1:80"), 403, id="another port"),
        pytest.param(status(Host="127.0.0.1"), 403, id="no port"),
        pytest.param(status("/socket", Origin=OWN), 101, id="the page's own socket"),
        pytest.param(status("/socket"), 403, id="a socket without an origin"),
        pytest.param(status("/socket", Origin="null"), 403, id="a socket from a sandbox"),
        pytest.param(status("/socket", Origin="https://evil.example"), 403, id="a foreign socket"),
        pytest.param(
            status("/socket", Origin="http://localhost:8080"),
            403,
            id="the other loopback name is another origin",
        ),
        pytest.param(
            status("/socket", Origin="http://127.0.0.1:9999"), 403, id="another server's page"
        ),
    ],
)
def test_only_the_page_itself_is_served(asked: int, expected: int) -> None:
    assert asked == expected


def test_two_host_names_are_none() -> None:
    headers = Headers([("Host", "127.0.0.1:8080"), ("Host", "evil.example")])
    response = Site(8080).answer(Request("/", headers))
    assert response is not None
    assert response.status_code == 403


def test_on_the_web_s_own_port_the_host_has_no_port() -> None:
    response = Site(80).answer(Request("/", Headers({"Host": "127.0.0.1"})))
    assert response is not None
    assert response.status_code == 200


def test_the_page_is_isolated_and_loads_nothing_from_elsewhere() -> None:
    response = Site(8080).answer(Request("/", Headers({"Host": "localhost:8080"})))
    assert response is not None
    headers = response.headers
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Embedder-Policy"] == "require-corp"
    assert headers["Content-Security-Policy"].startswith(
        "default-src 'self'; connect-src 'self' ws://localhost:8080;"
    )


@pytest.mark.parametrize("page", ["index.html", "phone.html", "seats.html"])
def test_every_file_that_a_page_names_is_there_and_none_is_foreign(page: str) -> None:
    files = load_files()
    for body in (*(body for _, body in files.values()), (PAGE / page).read_bytes()):
        text = body.decode()
        for name in re.findall(r'(?:src|href)="/?([^$"]+)"|from "\./([^"]+)"', text):
            assert "/" + "".join(name) in files
        # The name of SVG's vocabulary is no address that anything loads.
        text = text.replace("http://www.w3.org/2000/svg", "")
        assert re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text) == []


LAN = "192.168.1.20"
SECRET, OTHER = "a" * 22, "b" * 22
LINKS = b"every seat's link"


def phone_site() -> Site:
    return Site(8080, (), lambda: LINKS, (SECRET, OTHER))


def lan_answer(
    path: str, asked: str = LAN, by: str = "192.168.1.7", **headers: str
) -> Response | None:
    told = Headers({"Host": f"{asked}:8080"} | headers)
    return phone_site().answer(Request(path, told, "GET"), asked, by)


def lan_status(*asked: str, **headers: str) -> int:
    response = lan_answer(*asked, **headers)
    return response.status_code if response else 101


ON_LAN = f"http://{LAN}:8080"


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        pytest.param(lan_status(f"/{SECRET}/"), 200, id="a seat's page"),
        pytest.param(lan_status(f"/{OTHER}/"), 200, id="another seat's page"),
        pytest.param(lan_status(f"/{SECRET}/?x"), 200, id="a seat's page with a query"),
        pytest.param(lan_status(f"/{SECRET}/phone.js"), 200, id="what a seat's page loads"),
        pytest.param(lan_status(f"/{SECRET}/socket", Origin=ON_LAN), 101, id="a seat's socket"),
        pytest.param(
            lan_status(f"/{SECRET}/", LOOPBACK, LOOPBACK), 200, id="a seat's page on this machine"
        ),
        pytest.param(lan_status("/", LOOPBACK, LOOPBACK), 200, id="the links on this machine"),
        pytest.param(
            lan_status("/", LOOPBACK, LOOPBACK, Host="localhost:8080"), 200, id="localhost"
        ),
        pytest.param(lan_status("/"), 404, id="the links from elsewhere"),
        pytest.param(lan_status("/phone.js"), 404, id="a script without a secret"),
        pytest.param(lan_status("/socket", Origin=ON_LAN), 404, id="a socket without a secret"),
        pytest.param(lan_status(f"/{'c' * 22}/"), 404, id="a secret that is none"),
        pytest.param(lan_status(f"/{'c' * 22}/socket", Origin=ON_LAN), 404, id="its socket"),
        pytest.param(lan_status(f"/{SECRET[:21]}/"), 404, id="a secret cut short"),
        pytest.param(lan_status(f"/{SECRET}a/"), 404, id="a secret that is too long"),
        pytest.param(lan_status(f"/{SECRET.upper()}/"), 404, id="a secret in capitals"),
        pytest.param(lan_status(f"/{SECRET}"), 404, id="a secret and nothing below"),
        pytest.param(lan_status(f"//{SECRET}/"), 404, id="a secret one folder down"),
        pytest.param(lan_status(f"/{SECRET}/../"), 404, id="a way up"),
        pytest.param(lan_status(f"/{SECRET}/seats.html"), 404, id="a template"),
        pytest.param(lan_status(f"/{SECRET}/{OTHER}/"), 404, id="one seat below another"),
        pytest.param(lan_status("/\xe6/"), 404, id="letters that no secret has"),
        pytest.param(
            lan_status("/", LAN, LOOPBACK), 404, id="the links, asked for at the other address"
        ),
        pytest.param(
            lan_status("/", LOOPBACK, "192.168.1.7"), 404, id="the links, by a foreign peer"
        ),
        pytest.param(
            lan_status("/", Host="127.0.0.1:8080"), 403, id="a host that claims to be the loopback"
        ),
        pytest.param(lan_status(f"/{SECRET}/", Host="evil.example:8080"), 403, id="a rebound name"),
        pytest.param(lan_status(f"/{SECRET}/", Host=f"{LAN}:80"), 403, id="another port"),
        pytest.param(lan_status(f"/{SECRET}/", Host=LAN), 403, id="no port"),
        pytest.param(lan_status(f"/{SECRET}/socket"), 403, id="a socket without an origin"),
        pytest.param(
            lan_status(f"/{SECRET}/socket", Origin="https://evil.example"), 403, id="a foreign page"
        ),
        pytest.param(
            lan_status(f"/{SECRET}/socket", Origin="http://127.0.0.1:8080"),
            403,
            id="a page of the loopback",
        ),
    ],
)
def test_a_seat_is_had_by_its_secret_alone_and_the_links_on_this_machine_alone(
    asked: int, expected: int
) -> None:
    assert asked == expected


def test_every_wrong_path_looks_alike() -> None:
    paths = ["/", "/x", f"/{SECRET}", f"/{SECRET}/x", f"/{'c' * 22}/", f"/{'c' * 22}/socket"]
    looks = {(it.status_code, it.body, str(it.headers)) for it in map(lan_answer, paths) if it}
    assert len(looks) == 1


def test_a_phone_s_page_names_nobody_a_referrer_and_asks_for_no_isolation_it_cannot_have() -> None:
    response, here = lan_answer(f"/{SECRET}/"), lan_answer(f"/{SECRET}/", LOOPBACK, LOOPBACK)
    assert response is not None
    assert here is not None
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert f"ws://{LAN}:8080;" in response.headers["Content-Security-Policy"]
    assert "Cross-Origin-Opener-Policy" not in response.headers
    assert here.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response.body == here.body
