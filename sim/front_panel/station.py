"""An address of the front panel: whose pads its page has, and which page is there now; pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from hw.ports import PadInfo
from sim.front_panel.link import Link

SHARED_BY = 2
"""So many people share one keyboard; more have a page for each seat."""
SOCKET = "/socket"


@dataclass(frozen=True, slots=True)
class Phones:
    """Pads are phones: the console's own `addresses` on the LAN, the one to print first.

    Each seat's page lies below its secret (`secrets` by seat), and so does all that it loads.
    """

    addresses: tuple[str, ...]
    secrets: tuple[str, ...]


@dataclass
class Station:
    """Serves `pads` at `path`; the newest page there has them, and is the station's `link`."""

    path: str
    pads: tuple[PadInfo, ...]
    secret: str = ""
    link: Link | None = None
    boots: int = 0

    @property
    def socket(self) -> str:
        """The path of the page's socket."""
        return self.path.rstrip("/") + SOCKET

    def has_pad(self, pad: str) -> bool:
        """Tell whether the page has this pad."""
        return any(info.pad == pad for info in self.pads)

    def concerns(self, seat: int | None) -> bool:
        """Tell whether the page may have what is meant for `seat` (None: for everybody)."""
        return seat is None or any(info.seat == seat for info in self.pads)


def stations_for(pads: Sequence[PadInfo], phones: Phones | None = None) -> tuple[Station, ...]:
    """Give one station for up to two pads, else each seat its own, which gives nothing away."""
    if phones is not None:
        secrets = {info: phones.secrets[info.seat] for info in pads}
        return tuple(Station(f"/{secret}/", (info,), secret) for info, secret in secrets.items())
    if len(pads) <= SHARED_BY:
        return (Station("/", tuple(pads)),)
    return tuple(Station(f"/seat/{info.seat + 1}", (info,)) for info in pads)
