"""The guided round: one short piece of advice at a time."""

from firmware_host.words.catalog import Catalog


class CoachWords(Catalog):
    """What a stranger should do now; at most some 24 letters."""

    # Spit.

    def watch(self) -> str:
        """Say what the countdown is for."""
        return self._("Two cards turn now")

    def take(self, rank: str, button: int) -> str:
        """Say which card to pick up, and that its button is below it (1-4)."""
        return self._("Take {rank}: button {button}").format(rank=rank, button=button)

    def reach(self, rank: str, top: str, pile: int) -> str:
        """Say on which pile (0 left) the card in hand goes."""
        if pile == 0:
            return self._("{rank} on {top}: LEFT").format(rank=rank, top=top)
        return self._("{rank} on {top}: RIGHT").format(rank=rank, top=top)

    def wait_for(self, name: str) -> str:
        """Say that only the other can play."""
        return self._("{name} can play, not you").format(name=name)

    def draw(self) -> str:
        """Say how to refill by hand."""
        return self._("DRAW fills the gap")

    def nobody_can_play(self) -> str:
        """Say what to do when stuck."""
        return self._("Nobody can: READY")

    # The Pack.

    def keep_good_cards(self) -> str:
        """Advise on the three cards that lie open to the end."""
        return self._("Keep 2, 10, A for later")

    def play_this_or_higher(self, rank: str) -> str:
        """Say which ranks play."""
        return self._("{rank} or higher, 2, 10").format(rank=rank)

    def play_anything(self) -> str:
        """Say that every card plays."""
        return self._("Anything goes: go low")

    def take_the_pile(self) -> str:
        """Say what to do when nothing plays."""
        return self._("Nothing goes: DRAW")

    def turn_one_over(self) -> str:
        """Say how face-down cards are played."""
        return self._("Turn one over blindly")
