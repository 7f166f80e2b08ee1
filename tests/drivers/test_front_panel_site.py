"""Who may have the page's files, and who may open its socket."""

import re

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request

from sim.front_panel.site import Site, load_files

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


def test_every_file_that_the_page_names_is_there_and_none_is_foreign() -> None:
    files = load_files()
    for _, body in files.values():
        text = body.decode()
        for name in re.findall(r'(?:src|href)="([^"]+)"|from "\.([^"]+)"', text):
            assert "".join(name) in files
        # The name of SVG's vocabulary is no address that anything loads.
        text = text.replace("http://www.w3.org/2000/svg", "")
        assert re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text) == []
