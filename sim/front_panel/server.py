"""The front panel: both pads and both panels on one web page, served on the loopback alone.

The server runs in a thread of its own; every method may be called from any other and none waits for
the page. One page plays at a time: the newest takes over, and the older is told.
"""

import asyncio
import contextlib
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from hw.ports import Arrival, DeviceError, HostNs, PadInfo
from sim.front_panel import messages
from sim.front_panel.messages import AGAINST_THE_RULES, Hello, PageError
from sim.front_panel.outbox import Outbox
from sim.front_panel.site import Site
from sim.front_panel.visit import Visit

LOOPBACK = "127.0.0.1"
LARGEST_MESSAGE = 1024
HELLO_S = 5.0
HEARTBEAT_S = 0.2
"""Probes without a request keep the clock model fresh: 0.2 s at 5000 ppm blur it by 1 ms."""
BURST = 4
"""Probes an ask brings, each sent when the one before is answered: quick, yet never a flood."""
TAKEN_OVER = 4001
FOUND_BY_LIBRARY = (1002, 1007, 1009, 1011)
"""Bad frames, bad UTF-8, too long a message, no answer to a ping: closed for us by `websockets`."""

_log = logging.getLogger(__name__)
# What goes wrong on a connection is told in one line of our own; the library would add tracebacks.
_wire_log = logging.getLogger(f"{__name__}.wire")
_wire_log.setLevel(logging.CRITICAL + 1)


def _now() -> HostNs:
    return HostNs(time.monotonic_ns())


def _listen(port: int) -> socket.socket:
    try:
        if not 0 <= port < 1 << 16:
            raise OSError("ports go from 0 to 65535")
        return socket.create_server((LOOPBACK, port))
    except OSError as error:
        raise DeviceError(
            f"port {port} of {LOOPBACK} cannot be opened ({error}); "
            "choose another with --port, or 0 for any free one"
        ) from None


class _Link:
    """A page that has said hello: its connection, its visit, and what waits to go to it."""

    def __init__(self, connection: ServerConnection, visit: Visit) -> None:
        self.connection = connection
        self.visit = visit
        self.outbox = Outbox()
        self.burst = 0
        self.is_open = True

    async def write(self) -> None:
        """Send what the outbox holds, as fast as the page reads."""
        while True:
            message = await self.outbox.next()
            if message is None:
                number = self.visit.probe(_now())
                if number is None:
                    continue
                message = messages.probe(number)
            await self.connection.send(message)

    async def beat(self) -> None:
        """Probe now and then, asked or not."""
        while True:
            self.outbox.probe()
            await asyncio.sleep(HEARTBEAT_S)


class FrontPanel:
    """Serves the page and drives the pads of `seats`; arrivals go to `put`, in the server's thread.

    `seats` are the own-clock pads that people play; the page shows a seat without one as played by
    the console. `port` 0 takes any free port.
    """

    def __init__(
        self,
        port: int,
        names: tuple[str, str],
        seats: Sequence[PadInfo],
        put: Callable[[Arrival], None],
    ) -> None:
        self.pads = tuple(seats)
        self._port = port
        self._put = put
        self._boots = 0
        self._link: _Link | None = None
        self._state: dict[str, object] = {"names": list(names)}
        self._frames: dict[int, bytes] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._stop = asyncio.Event()

    # For the console, from any thread.

    def start(self) -> None:
        """Open the port and serve from now on; `DeviceError` if the port is not to be had."""
        listener = _listen(self._port)
        self._port = listener.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._run, args=(self._loop, listener), name="front panel", daemon=True
        )
        self._thread.start()

    @property
    def address(self) -> str:
        """The address of the page; once started, with its true port."""
        return f"http://{LOOPBACK}:{self._port}/"

    def ask(self, pad: str) -> None:
        """Ask for fresh watermarks: a burst of probes, which serve all pads of the page."""
        if pad not in {info.pad for info in self.pads}:
            raise ValueError(f"no pad {pad} on the front panel")
        self._call(self._asked)

    def show(self, seat: int, frame: bytes) -> None:
        """Show `frame` (1024 bytes, SSD1306's order) on the panel of `seat`."""
        message = messages.frame(seat, frame)
        self._call(lambda: self._show(seat, message))

    def light(self, seat: int, contrast: int) -> None:
        """Show the panel of `seat` as bright as its `contrast` (0-255) makes it."""
        self._call(lambda: self._light(seat, contrast))

    def sound(self, seat: int | None, tone: str) -> None:
        """Sound a tone of the table on the side of `seat`, or on both (None)."""
        message = messages.sound(seat, tone)
        self._call(lambda: self._sound(message))

    def state(self, mapping: Mapping[str, object]) -> None:
        """Set what stands around the pads: `names`, `score` (pairs in seat order), `status`."""
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

    def _run(self, loop: asyncio.AbstractEventLoop, listener: socket.socket) -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(self._serve(listener))

    async def _serve(self, listener: socket.socket) -> None:
        site = Site(self._port)

        def answer(_: ServerConnection, request: Request) -> Response | None:
            return site.answer(request)

        async with serve(
            self._receive,
            sock=listener,
            process_request=answer,
            server_header=None,
            compression=None,
            max_size=LARGEST_MESSAGE,
            open_timeout=HELLO_S,
            ping_interval=5,
            ping_timeout=10,
            close_timeout=1,
            logger=_wire_log,
        ):
            await self._stop.wait()

    def _stop_serving(self) -> None:
        if self._link is not None:
            self._link.is_open = False
        self._link = None
        self._stop.set()

    def _asked(self) -> None:
        if self._link is not None:
            is_under_way = self._link.burst > 0
            self._link.burst = BURST
            if not is_under_way:
                self._link.outbox.probe()

    def _show(self, seat: int, message: bytes) -> None:
        self._frames[seat] = message
        if self._link is not None:
            self._link.outbox.post(f"panel {seat}", message)

    def _light(self, seat: int, contrast: int) -> None:
        self._tell({f"light {seat}": contrast})

    def _sound(self, message: str) -> None:
        if self._link is not None:
            self._link.outbox.sound(message)

    def _tell(self, mapping: Mapping[str, object]) -> None:
        self._state |= mapping
        if self._link is not None:
            self._link.outbox.post("state", messages.state(self._state))

    async def _receive(self, connection: ServerConnection) -> None:
        """Serve one page to its end, whatever that is."""
        try:
            link = await self._welcome(connection)
            await self._converse(link)
        except PageError as error:
            _log.warning("front panel: connection closed: %s", error)
            await connection.close(error.code, str(error))
        except ConnectionClosed as closed:
            if closed.sent is not None and closed.sent.code in FOUND_BY_LIBRARY:
                _log.warning("front panel: connection closed: %s", closed.sent)

    async def _welcome(self, connection: ServerConnection) -> _Link:
        try:
            async with asyncio.timeout(HELLO_S):
                hello = messages.read(await connection.recv())
        except TimeoutError:
            raise PageError(AGAINST_THE_RULES, "no hello") from None
        if not isinstance(hello, Hello):
            raise PageError(AGAINST_THE_RULES, "the first message must be a hello")
        link = _Link(connection, Visit(self.pads, hello))
        link.outbox.post("welcome", messages.welcome(self.pads))
        link.outbox.post("state", messages.state(self._state))
        for seat, frame in self._frames.items():
            link.outbox.post(f"panel {seat}", frame)
        return link

    async def _converse(self, link: _Link) -> None:
        older, self._link = self._link, link
        self._boots += 1
        self._put_all(link.visit.begin(_now(), self._boots))
        tasks = [asyncio.create_task(link.write()), asyncio.create_task(link.beat())]
        if older is not None:
            older.is_open = False
            tasks.append(asyncio.create_task(self._dismiss(older)))
        try:
            while True:
                self._hear(link, await link.connection.recv(), _now())
        finally:
            for task in tasks[:2]:
                task.cancel()
            self._part(link)
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _dismiss(self, older: _Link) -> None:
        _log.info("front panel: another page took over")
        await older.connection.close(TAKEN_OVER, "another page took over")

    def _hear(self, link: _Link, data: str | bytes, at: HostNs) -> None:
        message = messages.read(data)
        late = link.visit.late
        arrivals = tuple(link.visit.take(message, at))
        if not link.is_open:
            return
        self._put_all(arrivals)
        if link.visit.late > late:
            _log.warning(
                "front panel: the browser was slow; edges stamped a little late so far: %d",
                link.visit.late,
            )
        if isinstance(message, messages.Answer) and link.burst:
            link.burst -= 1
            if link.burst:
                link.outbox.probe()

    def _part(self, link: _Link) -> None:
        if self._link is link:
            self._link = None
            self._put_all(link.visit.end(_now()))
        link.is_open = False

    def _put_all(self, arrivals: Iterable[Arrival]) -> None:
        for arrival in arrivals:
            self._put(arrival)
