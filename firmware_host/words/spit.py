"""Spit in play, and its story afterwards."""

from firmware_host.words.catalog import Catalog
from hw.units import MILLISECOND_NS, SECOND_NS


class SpitWords(Catalog):
    """What the table of Spit says, in short lines beside the piles."""

    def get_ready(self) -> str:
        """Announce that cards are about to be turned."""
        return self._("Get ready")

    def still_stuck(self) -> str:
        """Say that the turned cards helped nobody."""
        return self._("Still stuck")

    def stuck(self) -> str:
        """Say that nobody can play."""
        return self._("Stuck")

    def stuck_hint(self, is_ready: bool) -> str:
        """Say what `ready` does when nobody can play."""
        return self._("Wait for the other") if is_ready else self._("READY turns cards")

    def first_by(self, name: str, margin_ns: int) -> str:
        """Say who was first on a contested pile, and by how much."""
        ms = margin_ns / MILLISECOND_NS
        if ms >= 1000:
            return self._("{name} first by {s} s").format(name=name, s=self.decimal(ms / 1000, 1))
        return self._("{name} first by {ms} ms").format(
            name=name, ms=self.decimal(ms, 1 if ms < 100 else 0)
        )

    def photo_finish(self) -> str:
        """Say that clocks could not tell who was first, and the coin decided."""
        return self._("Photo finish")

    def rests(self) -> str:
        """Say that a seat's pile buttons rest after a misfit (house rule `lockout_ms`)."""
        return self._("Piles rest")

    def has_a_play(self, name: str) -> str:
        """Say who could play when nobody has for a while."""
        return self._("{name} has a play").format(name=name)

    def both_have_a_play(self) -> str:
        """Say that both could play when nobody has for a while."""
        return self._("Both have a play")

    def can_draw(self, name: str) -> str:
        """Say who could draw when nobody has moved for a while (manual refill)."""
        return self._("{name} can draw").format(name=name)

    def longest_run(self, name: str, plays: int) -> str:
        """Tell the most plays in a row by one seat."""
        return self._("Run: {name} {plays}").format(name=name, plays=plays)

    def contested(self, piles: int, photo_finishes: int) -> str:
        """Tell how many piles both hands reached for, and how many of those the coin decided."""
        return self._("Contested {piles}, photo {photos}").format(
            piles=piles, photos=photo_finishes
        )

    def quickest_hand(self, name: str, reaction_ns: int) -> str:
        """Tell the shortest time from a play becoming possible to its touch."""
        seconds = self.decimal(reaction_ns / SECOND_NS, 2)
        return self._("Quickest: {name} {s} s").format(name=name, s=seconds)
