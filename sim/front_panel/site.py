"""The few files of the page, and who may have them: requests in, answers out; no sockets."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from http import HTTPStatus
from pathlib import Path
from string import Template
from typing import Any

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from sim.front_panel.station import SOCKET

PAGE = Path(__file__).with_name("page")
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


def load_files() -> Mapping[str, tuple[str, bytes]]:
    """Read what pages load: content type and bytes by path."""
    files = [file for file in PAGE.iterdir() if file.suffix != ".html"]
    return {f"/{file.name}": (TYPES[file.suffix], file.read_bytes()) for file in files}


def seat_list(paths: Sequence[str], state: Mapping[str, Any]) -> bytes:
    """Write the page that leads to each seat's own; `state` is what stands around the pads."""
    texts, names = state.get("texts", {}), state.get("names", ())
    links = []
    for seat, path in enumerate(paths):
        place = texts.get("seat", "{number}").format(number=seat + 1)
        name = names[seat] if seat < len(names) else ""
        links.append(f'<li><a href="{path}">{escape(place)} <b>{escape(name)}</b></a></li>')
    page = Template((PAGE / "seats.html").read_text(encoding="utf-8"))
    told = {key: escape(texts.get(key, "")) for key in ("title", "seats")}
    lang = escape(state.get("lang", "en"))
    return page.substitute(told, lang=lang, links="\n".join(links)).encode()


class Site:
    """Answers plain HTTP on `port` of the loopback; the pages' own sockets may pass.

    The front panel's page is at each of `paths`, its socket below it; where `/` is none of them it
    is what `front` writes. The host must be the loopback by name: a foreign name that resolves to
    it (DNS rebinding) is refused. Only a page itself, by its origin, may open a socket.
    """

    def __init__(
        self, port: int, paths: Sequence[str] = ("/",), front: Callable[[], bytes] = bytes
    ) -> None:
        self._hosts = {f"{host}:{port}" for host in ("127.0.0.1", "localhost")}
        if port == 80:
            self._hosts |= {"127.0.0.1", "localhost"}
        self._files = load_files()
        page = (PAGE / "index.html").read_bytes()
        self._pages: dict[str, Callable[[], bytes]] = {"/": front}
        self._pages |= dict.fromkeys(paths, lambda: page)
        self._sockets = frozenset(path.rstrip("/") + SOCKET for path in paths)

    def answer(self, request: Request) -> Response | None:
        """Answer a request, or give None where the page opens its socket."""
        hosts = request.headers.get_all("Host")
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return refuse(HTTPStatus.FORBIDDEN, "This host name is not the front panel's.")
        if request.method != "GET":
            return refuse(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET.")
        path = request.path.partition("?")[0]
        if path in self._sockets:
            return self._guard_socket(request, hosts[0])
        if path in self._pages:
            return reply(HTTPStatus.OK, TYPES[".html"], self._pages[path](), hosts[0])
        if path not in self._files:
            return refuse(HTTPStatus.NOT_FOUND, "Nothing here; the page is at /.")
        kind, body = self._files[path]
        return reply(HTTPStatus.OK, kind, body, hosts[0])

    def _guard_socket(self, request: Request, host: str) -> Response | None:
        if request.headers.get_all("Origin") != [f"http://{host}"]:
            return refuse(HTTPStatus.FORBIDDEN, "Only the front panel's own page may connect.")
        return None


def refuse(status: HTTPStatus, words: str) -> Response:
    """Refuse with words."""
    return reply(status, "text/plain; charset=utf-8", words.encode() + b"\n")


def reply(status: HTTPStatus, kind: str, body: bytes, host: str = "") -> Response:
    """Reply with a body.

    The page loads nothing from elsewhere, stands in nobody's frame, and is isolated from other
    origins, for which browsers give it a clock of 5 us instead of 100 us.
    """
    socket = f" ws://{host}" if host else ""
    headers = Headers(
        {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Connection": "close",
            "Cache-Control": "no-store",
            "Content-Security-Policy": (
                f"default-src 'self'; connect-src 'self'{socket}; "
                "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            ),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Embedder-Policy": "require-corp",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }
    )
    return Response(status.value, status.phrase, headers, body)
