"""What the referee has decided, as `spytt arbitrate` prints it."""

import json

from firmware_host.words.catalog import Catalog
from hw.units import MILLISECOND_NS

MS_WIDTH = 14


class RefereeWords(Catalog):
    """Presses in decided order, and what was wrong with pads."""

    def at(self, ns: float, what: str) -> str:
        """Date a line on the host's clock."""
        ms = self.decimal(ns / MILLISECOND_NS, 3).rjust(MS_WIDTH)
        return f"{ms} ms  {what}"

    def pressed(self, seat: int, button: str, half_ns: float, waited_ns: float) -> str:
        """Tell a press, half the width of its interval, and how long its decision took.

        People count seats from 1, as on the panels; traces and JSON do from 0.
        """
        return self._(
            "seat {seat} pressed {button} (± {half} ms; decided {waited} ms later)"
        ).format(
            seat=seat + 1,
            button=button,
            half=self.decimal(half_ns / MILLISECOND_NS, 3),
            waited=self.decimal(waited_ns / MILLISECOND_NS, 1),
        )

    def photo_finish(self, told: str) -> str:
        """Add that the clocks could not tell who was first."""
        return self._("{told}, a photo finish").format(told=told)

    def fault(self, pad: str, kind: str) -> str:
        """Tell what is wrong with a pad, by the name that traces use."""
        return self._("pad {pad}: {fault}").format(pad=json.dumps(pad), fault=kind)

    def absent(self, pad: str) -> str:
        """Tell that a pad gives no answer."""
        return self._("pad {pad}: nobody waits for it").format(pad=json.dumps(pad))

    def returned(self, pad: str) -> str:
        """Tell that an absent pad answers again."""
        return self._("pad {pad}: is back").format(pad=json.dumps(pad))
