"""The front panel: pads and panels on web pages, served on the loopback, to phones on the LAN too.

Two seats share one page; more, and phones, have a page each. The server runs in a thread of its
own; every method may be called from any other and none waits for a page. One page plays at each
address: the newest takes over, and the older is told.
"""

import asyncio
import contextlib
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from hw.ports import Arrival, HostNs, PadInfo
from sim.front_panel import messages
from sim.front_panel.callers import counted_callers
from sim.front_panel.doors import LOOPBACK, open_doors
from sim.front_panel.link import Link
from sim.front_panel.messages import AGAINST_THE_RULES, Hello, PageError
from sim.front_panel.site import Site, phone_list, seat_list
from sim.front_panel.station import Phones, Station, stations_for
from sim.front_panel.visit import Visit

LARGEST_MESSAGE = 1024
HELLO_S = 5.0
PHONE_SILENT_S = 2.0
"""A phone is probed every 0.2 s; one that says nothing for so long sleeps, or is out of reach."""
TAKEN_OVER = 4001
SILENT = 4002
FOUND_BY_LIBRARY = (1002, 1007, 1009, 1011)
"""Bad frames, bad UTF-8, too long a message, no answer to a ping: closed for us by `websockets`."""

_log = logging.getLogger(__name__)
# What goes wrong on a connection is told in one line of our own; the library would add tracebacks.
_wire_log = logging.getLogger(f"{__name__}.wire")
_wire_log.setLevel(logging.CRITICAL + 1)


def _now() -> HostNs:
    return HostNs(time.monotonic_ns())


class FrontPanel:
    """Serves the pages and drives `pads`; arrivals go to `put`, in the server's thread.

    `pads` are the own-clock pads that people play, `state` is what stands around them at first.
    `port` 0 takes any free port. With `phones` every pad is a phone's, whose page is served on the
    LAN, too, each below a secret of its own; the loopback's front page tells all of them.
    """

    def __init__(
        self,
        port: int,
        pads: Sequence[PadInfo],
        put: Callable[[Arrival], None],
        state: Mapping[str, object] | None = None,
        phones: Phones | None = None,
    ) -> None:
        self.pads = tuple(pads)
        self._port = port
        self._put = put
        self._phones = phones
        self._stations = stations_for(pads, phones)
        self._state = dict(state or {})
        self._draw: Callable[[str], str] = escape
        self._newest: dict[tuple[int, str], str | bytes] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._stop = asyncio.Event()

    # For the console, from any thread.

    def start(self) -> None:
        """Open the port and serve from now on; `DeviceError` if the port is not to be had."""
        if self._phones:
            from sim.front_panel.qr import as_svg  # Only who plays on phones waits for it.

            self._draw = as_svg
        doors = open_doors(self._phones.addresses if self._phones else (), self._port)
        self._port = doors[0].getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._run, args=(self._loop, doors), name="front panel", daemon=True
        )
        self._thread.start()

    @property
    def address(self) -> str:
        """The address of the page; once started, with its true port."""
        return f"http://{LOOPBACK}:{self._port}/"

    @property
    def invitations(self) -> Mapping[int, str]:
        """The link for each seat's phone; once started, with its true port."""
        if self._phones is None:
            return {}
        origin = f"http://{self._phones.addresses[0]}:{self._port}"
        return {each.pads[0].seat: origin + each.path for each in self._stations}

    def ask(self, pad: str, _until: HostNs | None = None) -> None:
        """Ask for fresh watermarks: a burst of probes, which serve all pads of the page."""
        stations = [station for station in self._stations if station.has_pad(pad)]
        if not stations:
            raise ValueError(f"no pad {pad} on the front panel")
        self._call(lambda: self._ask(stations[0]))

    def show(self, seat: int, frame: bytes) -> None:
        """Show `frame` (1024 bytes, SSD1306's order) on the panel of `seat`."""
        message = messages.frame(seat, frame)
        self._call(lambda: self._post(seat, "panel", message))

    def light(self, seat: int, contrast: int) -> None:
        """Show the panel of `seat` as bright as its `contrast` (0-255) makes it."""
        message = messages.light(seat, contrast)
        self._call(lambda: self._post(seat, "light", message))

    def sound(self, seat: int | None, tone: str) -> None:
        """Sound a tone of the table for `seat`, or for everybody (None)."""
        message = messages.sound(seat, tone)
        self._call(lambda: self._sound(seat, message))

    def state(self, mapping: Mapping[str, object]) -> None:
        """Set what stands around the pads, for everybody to read: `names`, `status`, `texts`..."""
        messages.state(mapping)  # What cannot be said in JSON is refused here, to the caller.
        self._call(lambda: self._tell(mapping))

    def close(self) -> None:
        """Stop serving; nothing more is put."""
        self._call(self._stop_serving)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=3)

    def _call(self, what: Callable[[], object]) -> None:
        """Let the server's thread do it; before the start and after the close nothing is done."""
        if self._loop is not None:
            # The loop closes in its own thread, perhaps just now.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(what)

    # In the server's thread.

    def _run(self, loop: asyncio.AbstractEventLoop, doors: Sequence[socket.socket]) -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(self._serve(doors))

    async def _serve(self, doors: Sequence[socket.socket]) -> None:
        site = self._site()

        def answer(connection: ServerConnection, request: Request) -> Response | None:
            asked, by = connection.local_address[0], connection.remote_address[0]
            return site.answer(request, asked, by)

        callers = counted_callers()
        async with contextlib.AsyncExitStack() as serving:
            servers = []
            for door in doors:
                server = serve(
                    self._receive,
                    sock=door,
                    create_connection=callers,
                    process_request=answer,
                    server_header=None,
                    compression=None,
                    max_size=LARGEST_MESSAGE,
                    open_timeout=HELLO_S,
                    ping_interval=5,
                    ping_timeout=10,
                    close_timeout=1,
                    logger=_wire_log,
                )
                servers.append(await serving.enter_async_context(server))
            await self._stop.wait()
            # All at once: each waits a second for pages that do not say goodbye.
            for opened in servers:
                opened.close()

    def _site(self) -> Site:
        secrets = [each.secret for each in self._stations if each.secret]
        paths = [each.path for each in self._stations if not each.secret]
        if not secrets:
            return Site(self._port, paths, lambda: seat_list(paths, self._state))
        paths_here = {each.pads[0].seat: each.path for each in self._stations}
        told = {seat: (link, paths_here[seat]) for seat, link in self.invitations.items()}
        return Site(self._port, (), lambda: phone_list(told, self._state, self._draw), secrets)

    def _stop_serving(self) -> None:
        for link in self._links(None):
            link.is_open = False
        for station in self._stations:
            station.link = None
        self._stop.set()

    def _links(self, seat: int | None) -> list[Link]:
        """Give the pages that may have what is meant for `seat`."""
        return [each.link for each in self._stations if each.link and each.concerns(seat)]

    def _ask(self, station: Station) -> None:
        if station.link is not None:
            station.link.ask()

    def _post(self, seat: int, what: str, message: str | bytes) -> None:
        self._newest[seat, what] = message
        for link in self._links(seat):
            link.outbox.post(f"{what} {seat}", message)

    def _sound(self, seat: int | None, message: str) -> None:
        for link in self._links(seat):
            link.outbox.sound(message)

    def _tell(self, mapping: Mapping[str, object]) -> None:
        self._state |= mapping
        for link in self._links(None):
            link.outbox.post("state", messages.state(self._state))

    async def _receive(self, connection: ServerConnection) -> None:
        """Serve one page to its end, whatever that is."""
        try:
            station = self._station_of(connection)
            link = await self._welcome(station, connection)
            await self._converse(station, link)
        except PageError as error:
            _log.warning("front panel: connection closed: %s", error)
            await connection.close(error.code, str(error))
        except ConnectionClosed as closed:
            if closed.sent is not None and closed.sent.code in FOUND_BY_LIBRARY:
                _log.warning("front panel: connection closed: %s", closed.sent)

    def _station_of(self, connection: ServerConnection) -> Station:
        """Find the station whose socket this is; the site lets no other through."""
        assert connection.request is not None
        path = connection.request.path.partition("?")[0]
        return next(station for station in self._stations if station.socket == path)

    async def _welcome(self, station: Station, connection: ServerConnection) -> Link:
        try:
            async with asyncio.timeout(HELLO_S):
                hello = messages.read(await connection.recv())
        except TimeoutError:
            raise PageError(AGAINST_THE_RULES, "no hello") from None
        if not isinstance(hello, Hello):
            raise PageError(AGAINST_THE_RULES, "the first message must be a hello")
        if station.link is not None and hello.is_back and hello.page != station.link.page:
            raise PageError(TAKEN_OVER, "another page took over")
        link = Link(connection, Visit(station.pads, hello), _now, hello.page)
        link.outbox.post("welcome", messages.welcome(station.pads))
        link.outbox.post("state", messages.state(self._state))
        for (seat, what), message in self._newest.items():
            if station.concerns(seat):
                link.outbox.post(f"{what} {seat}", message)
        return link

    async def _converse(self, station: Station, link: Link) -> None:
        older, station.link = station.link, link
        station.boots += 1
        self._put_all(link.visit.begin(_now(), station.boots))
        tasks = [asyncio.create_task(link.write()), asyncio.create_task(link.beat())]
        if older is not None:
            older.is_open = False
            tasks.append(asyncio.create_task(self._dismiss(older)))
        try:
            while True:
                self._hear(link, await self._next(station, link), _now())
        finally:
            for task in tasks[:2]:
                task.cancel()
            self._part(station, link)
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _next(self, station: Station, link: Link) -> str | bytes:
        """Wait for what the page says next; a phone that is silent for too long is gone."""
        try:
            async with asyncio.timeout(PHONE_SILENT_S if station.secret else None):
                return await link.connection.recv()
        except TimeoutError:
            raise PageError(SILENT, "the phone sleeps, or is out of reach") from None

    async def _dismiss(self, older: Link) -> None:
        _log.info("front panel: another page took over")
        await older.connection.close(TAKEN_OVER, "another page took over")

    def _hear(self, link: Link, data: str | bytes, at: HostNs) -> None:
        message = messages.read(data)
        before = link.visit.late_edges
        arrivals = tuple(link.visit.take(message, at))
        if not link.is_open:
            return
        self._put_all(arrivals)
        late = link.visit.late_edges
        if late.bit_length() > before.bit_length():  # At 1, 2, 4, 8...: nobody fills the log.
            _log.warning(
                "front panel: the browser was slow; presses and releases dated a little late so"
                " far: %d",
                late,
            )
        if isinstance(message, messages.Answer):
            link.answered()

    def _part(self, station: Station, link: Link) -> None:
        if station.link is link:
            station.link = None
            self._put_all(link.visit.end(_now()))
        link.is_open = False

    def _put_all(self, arrivals: Iterable[Arrival]) -> None:
        for arrival in arrivals:
            self._put(arrival)
