"""Panels as the console sees them: ports that take frames, and never fail.

`Panels` writes in the caller's own thread, which is what virtual time wants; `panel_thread` does it
behind the caller's back. What goes wrong is told to the group's `report`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Protocol

from hw.panel_chips import Chip
from hw.panel_frame import FRAME_BYTES
from hw.panel_group import PanelGroup
from hw.panel_state import PanelPlace, Wanted
from hw.ports import PanelPort

__all__ = ["Chip", "Group", "PanelGroup", "PanelPlace", "Panels", "Wanted", "together"]


class Group(Protocol):
    """Panels that are written to together: those of a bus, or whatever else can be looked at."""

    @property
    def seats(self) -> Sequence[int]:
        """Whose panels these are, without those that are closed."""
        ...

    def refresh(self, wanted: Mapping[int, Wanted]) -> None:
        """Let every panel show what is wanted of its seat."""
        ...

    def close(self, seat: int) -> None:
        """Darken the panel of `seat` for good."""
        ...


class Panels:
    """The panels of one bus; `ports` gives each seat's. What changes nothing costs nothing.

        with panels.together():
            panels.ports[0].show(mine)
            panels.ports[1].show(yours)

    Both appear at once. All of this is to be called from one thread.
    """

    def __init__(self, group: Group) -> None:
        self._group = group
        self._asked = {seat: Wanted() for seat in group.seats}
        self._wanted: Mapping[int, Wanted] = dict(self._asked)
        self._held = 0
        self.ports: Mapping[int, PanelPort] = {seat: _Port(self, seat) for seat in group.seats}
        self._changed()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Hold everything back until the end of the `with` block, then write it as one."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self._publish()

    def ask(self, seat: int, wanted: Wanted) -> None:
        """Want something else of the panel of `seat`; dropped if that is closed."""
        if seat in self._asked:
            self._asked[seat] = wanted
            self._publish()

    def wanted(self, seat: int) -> Wanted:
        """Give what was asked last of the panel of `seat`."""
        return self._asked.get(seat, Wanted())

    def close(self, seat: int) -> None:
        """Darken the panel of `seat`; with the last one the bus is released."""
        if self._asked.pop(seat, None) is not None:
            self._close(seat)

    def close_all(self) -> None:
        """Darken every panel and release the bus."""
        for seat in tuple(self._asked):
            self.close(seat)

    def _publish(self) -> None:
        if not self._held:
            # A new mapping, never one that changes: another thread may be reading it.
            self._wanted = {**self._wanted, **self._asked}
            self._changed()

    def _changed(self) -> None:
        self._group.refresh(self._wanted)

    def _close(self, seat: int) -> None:
        self._group.close(seat)


@contextmanager
def together(buses: Iterable[Panels]) -> Iterator[None]:
    """Hold everything back on several buses, and let all of them begin to write at once."""
    with ExitStack() as held:
        for panels in buses:
            held.enter_context(panels.together())
        yield


class _Port:
    """One seat's panel."""

    def __init__(self, panels: Panels, seat: int) -> None:
        self._panels = panels
        self._seat = seat

    def show(self, frame: bytes) -> None:
        if len(frame) != FRAME_BYTES:
            raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(frame)}")
        self._ask(replace(self._wanted, frame=frame))

    def contrast(self, level: int) -> None:
        if level not in range(256):
            raise ValueError(f"a contrast is from 0 to 255, not {level}")
        self._ask(replace(self._wanted, contrast=level))

    def dark(self, is_off: bool) -> None:
        self._ask(replace(self._wanted, is_off=is_off))

    def close(self) -> None:
        self._panels.close(self._seat)

    @property
    def _wanted(self) -> Wanted:
        return self._panels.wanted(self._seat)

    def _ask(self, wanted: Wanted) -> None:
        self._panels.ask(self._seat, wanted)
