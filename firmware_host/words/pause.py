"""Pauses, lost pads and faults."""

from enum import StrEnum

from firmware_host.words.catalog import Catalog
from hw.ports import FaultKind


class Trouble(StrEnum):
    """Why nobody can play on a pad, or see its panel."""

    UNPLUGGED = "unplugged"
    PHONE_AWAY = "phone away"
    RESTARTS = "restarts"
    CONNECTS = "connects"
    SILENT = "silent"
    DARK = "dark"


class PauseWords(Catalog):
    """Why nobody can play now, and what can be done."""

    def paused(self) -> str:
        """Head the pause menu."""
        return self._("Pause")

    def hint(self) -> str:
        """Say how to choose in the pause menu."""
        return self._("</> move, READY takes")

    def entries(self) -> tuple[str, str, str]:
        """Name the entries of the pause menu."""
        return self._("Go on"), self._("Restart"), self._("Leave")

    def other_wants(self, name: str, entry: str) -> str:
        """Tell what another seat has chosen in the pause menu."""
        return self._("{name}: {entry}").format(name=name, entry=entry)

    def go_on_soon(self) -> str:
        """Announce that a paused game goes on."""
        return self._("Going on")

    def trouble(self, trouble: Trouble, name: str) -> str:
        """Say what is wrong with whose pad or panel."""
        return {
            Trouble.UNPLUGGED: self._("{name}'s pad is unplugged"),
            Trouble.PHONE_AWAY: self._("{name}'s phone is away"),
            Trouble.RESTARTS: self._("{name}'s pad restarts"),
            Trouble.CONNECTS: self._("{name}'s pad connects"),
            Trouble.SILENT: self._("{name}'s pad is silent"),
            Trouble.DARK: self._("{name}'s panel is dark"),
        }[trouble].format(name=name)

    def cards_are_hidden(self) -> str:
        """Say what a paused game looks like."""
        return self._("Cards are hidden")

    def notice_hint(self) -> str:
        """Say how to leave a game that waits for a pad."""
        return self._("Hold READY: menu")

    def fault(self, kind: FaultKind) -> str:
        """Name what is wrong with this seat's own pad, shortly."""
        return {
            FaultKind.GLITCH: self._("Pad: glitch"),
            FaultKind.STUCK: self._("Pad: button stuck"),
            FaultKind.CHATTER: self._("Pad: noisy contact"),
            FaultKind.LOST_EDGE: self._("Pad: lost an edge"),
            FaultKind.DRIFT: self._("Pad: clock drifts"),
            FaultKind.BOOT: self._("Pad: new start"),
            FaultKind.GONE: self._("Pad: is gone"),
            FaultKind.LATE: self._("Pad: came too late"),
            FaultKind.OVERFLOW: self._("Pad: queue full"),
            FaultKind.CRC: self._("Pad: bad frame"),
        }[kind]
