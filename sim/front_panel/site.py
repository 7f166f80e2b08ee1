"""The few files of the pages, and who may have them: requests in, answers out; no sockets."""

from collections.abc import Callable, Collection, Mapping, Sequence
from hmac import compare_digest
from html import escape
from http import HTTPStatus
from ipaddress import ip_address
from pathlib import Path
from string import Template
from typing import Any

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from sim.front_panel.doors import LOOPBACK
from sim.front_panel.station import SOCKET

PAGE = Path(__file__).with_name("page")
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

Pages = Mapping[str, Callable[[], bytes]]


def load_files() -> Mapping[str, tuple[str, bytes]]:
    """Read what pages load: content type and bytes by path."""
    files = [file for file in PAGE.iterdir() if file.suffix != ".html"]
    return {f"/{file.name}": (TYPES[file.suffix], file.read_bytes()) for file in files}


def seat_list(paths: Sequence[str], state: Mapping[str, Any]) -> bytes:
    """Write the page that leads to each seat's own; `state` is what stands around the pads."""
    links = []
    for seat, path in enumerate(paths):
        place, name = _told_seat(seat, state)
        links.append(f'<li><a href="{path}">{place} <b>{name}</b></a></li>')
    return _list_page("seats", state, links)


def phone_list(
    invited: Mapping[int, tuple[str, str]], state: Mapping[str, Any], draw: Callable[[str], str]
) -> bytes:
    """Write the page that tells every seat's secret: who reads it may sit anywhere.

    `invited` gives, by seat, the link for a phone and the path for this very machine; `draw` makes
    a picture of a link.
    """
    here = escape(state.get("texts", {}).get("here", ""))
    cards = []
    for seat, (link, path) in invited.items():
        place, name = _told_seat(seat, state)
        cards.append(
            f"<li><p>{place} <b>{name}</b></p>{draw(link)}"
            f'<p><small>{escape(link)}</small></p><a href="{path}" target="_blank">{here}</a></li>'
        )
    return _list_page("phones", state, cards)


def _told_seat(seat: int, state: Mapping[str, Any]) -> tuple[str, str]:
    texts, names = state.get("texts", {}), state.get("names", ())
    place = texts.get("seat", "{number}").format(number=seat + 1)
    return escape(place), escape(names[seat] if seat < len(names) else "")


def _list_page(words: str, state: Mapping[str, Any], links: Sequence[str]) -> bytes:
    texts = state.get("texts", {})
    page = Template((PAGE / "seats.html").read_text(encoding="utf-8"))
    told = {"title": escape(texts.get("title", "")), "seats": escape(texts.get(words, ""))}
    lang = escape(state.get("lang", "en"))
    return page.substitute(told, lang=lang, kind=words, links="\n".join(links)).encode()


class Site:
    """Answers plain HTTP on `port`; the pages' own sockets may pass.

    On the loopback the front panel's page is at each of `paths`, its socket below it; where `/` is
    none of them it is what `front` writes. A phone's page, and all that it loads, lies below its
    secret, on every address. Who asks must name the very address that was asked, or the loopback
    by its name: a foreign name that resolves to it (DNS rebinding) is refused. Only a page itself,
    by its origin, may open a socket. Every wrong path looks alike.
    """

    def __init__(
        self,
        port: int,
        paths: Sequence[str] = ("/",),
        front: Callable[[], bytes] = lambda: b"",
        secrets: Sequence[str] = (),
    ) -> None:
        self._port = port
        self._files = load_files()
        page, self._phone = ((PAGE / name).read_bytes() for name in ("index.html", "phone.html"))
        self._pages: dict[str, Callable[[], bytes]] = {"/": front}
        self._pages |= dict.fromkeys(paths, lambda: page)
        self._sockets = frozenset(path.rstrip("/") + SOCKET for path in paths)
        self._secrets = tuple(secret.encode() for secret in secrets)

    def answer(
        self, request: Request, asked: str = LOOPBACK, by: str = LOOPBACK
    ) -> Response | None:
        """Answer a request that `by` made to our address `asked`; None where a page's socket is."""
        hosts = request.headers.get_all("Host")
        if len(hosts) != 1 or hosts[0] not in self._hosts(asked):
            return refuse(HTTPStatus.FORBIDDEN, "This host name is not the front panel's.")
        if request.method != "GET":
            return refuse(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET.")
        path = request.path.partition("?")[0]
        is_here = asked == LOOPBACK and ip_address(by).is_loopback
        path, pages, sockets = self._shelf(path, is_here)
        if path in sockets:
            return self._guard_socket(request, hosts[0])
        if path in pages:
            kind, body = TYPES[".html"], pages[path]()
        elif pages and path in self._files:
            kind, body = self._files[path]
        else:
            return refuse(HTTPStatus.NOT_FOUND, "Nothing here.")
        return reply(HTTPStatus.OK, kind, body, hosts[0], is_isolated=is_here)

    def _shelf(self, path: str, is_here: bool) -> tuple[str, Pages, Collection[str]]:
        """Give what can be had where `path` leads, and the path there: pages and sockets."""
        if (below := self._below_secret(path)) is not None:
            return below, {"/": lambda: self._phone}, (SOCKET,)
        return (path, self._pages, self._sockets) if is_here else (path, {}, ())

    def _hosts(self, asked: str) -> set[str]:
        names = {asked, "localhost"} if asked == LOOPBACK else {asked}
        return {f"{name}:{self._port}" for name in names} | (names if self._port == 80 else set())

    def _below_secret(self, path: str) -> str | None:
        """Give what follows a secret in `path`; every secret is compared, and in constant time."""
        head, _, below = path.removeprefix("/").partition("/")
        told = head.encode(errors="replace")
        is_secret = [compare_digest(told, secret) for secret in self._secrets]
        return f"/{below}" if any(is_secret) and path.count("/") > 1 else None

    def _guard_socket(self, request: Request, host: str) -> Response | None:
        if request.headers.get_all("Origin") != [f"http://{host}"]:
            return refuse(HTTPStatus.FORBIDDEN, "Only the front panel's own page may connect.")
        return None


def refuse(status: HTTPStatus, words: str) -> Response:
    """Refuse with words."""
    return reply(status, "text/plain; charset=utf-8", words.encode() + b"\n")


def reply(
    status: HTTPStatus, kind: str, body: bytes, host: str = "", *, is_isolated: bool = True
) -> Response:
    """Reply with a body.

    The page loads nothing from elsewhere and stands in nobody's frame. On the loopback it is
    isolated from other origins, for which browsers give it a clock of 5 us instead of 100 us;
    plain HTTP from elsewhere cannot be, and browsers complain of headers that ask for it.
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
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }
    )
    if is_isolated:
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
        headers["Cross-Origin-Embedder-Policy"] = "require-corp"
    return Response(status.value, status.phrase, headers, body)
