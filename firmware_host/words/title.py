"""The title and its menus."""

from collections.abc import Mapping

from engine import pack, spit
from engine.bots import Level
from firmware_host.words.catalog import Catalog

LANGUAGE_NAMES: Mapping[str, str] = {"en": "English", "nb": "Norsk"}
"""Every language calls itself by its own name, whatever is spoken now."""


class TitleWords(Catalog):
    """What can be chosen before a match."""

    def hint(self, is_ready: bool, is_guided: bool) -> str:
        """Say what `ready` does on the title."""
        if is_ready:
            return self._("Wait for the others")
        return self._("READY: guided round") if is_guided else self._("READY to play")

    def watch_hint(self) -> str:
        """Say on an unseated pad's panel that only the other pad starts."""
        return self._("The other pad starts")

    def attract_hint(self) -> str:
        """Say on the demo that runs by itself how to play."""
        return self._("Press any button")

    # The keys above the card buttons: at most six narrow letters.

    def game_key(self, game: str) -> str:
        """Label the first card button: the game chosen."""
        return {spit.NAME: self._("Spit"), pack.NAME: self._("Pack")}[game]

    def rival_key(self, level: Level | None) -> str:
        """Label the second: who plays against the first pad; None is people."""
        return {
            None: self._("Pads"),
            Level.EASY: self._("Easy"),
            Level.NORMAL: self._("Mid"),
            Level.HARD: self._("Hard"),
        }[level]

    def best_of_key(self, games: int) -> str:
        """Label the third: how many games a match has at most."""
        return self._("1 game") if games == 1 else self._("Best {games}").format(games=games)

    def menu_key(self) -> str:
        """Label the fourth: everything else."""
        return self._("Menu")

    # The menu.

    def settings(self) -> str:
        """Head the menu."""
        return self._("Settings")

    def players(self) -> str:
        """Name the setting: how many play The Pack."""
        return self._("Players")

    def bots(self) -> str:
        """Name the setting: how well bots play."""
        return self._("Bots")

    def house_rules(self) -> str:
        """Name the menu of house rules."""
        return self._("House rules")

    def guided(self) -> str:
        """Name the setting: the next match tells what to do."""
        return self._("Guided round")

    def rules(self) -> str:
        """Name the rules to be read."""
        return self._("Rules of the game")

    def language(self) -> str:
        """Name the setting."""
        return self._("Language")

    def brightness(self) -> str:
        """Name the setting: how bright both panels are."""
        return self._("Brightness")

    def volume(self) -> str:
        """Name the setting: how loud the sounds are."""
        return self._("Volume")

    def back(self) -> str:
        """Name the entry that leaves a menu."""
        return self._("Back")

    def menu_hint(self) -> str:
        """Say what the buttons do in a menu."""
        return self._("</> READY, DRAW: back")

    def page_hint(self) -> str:
        """Say what the buttons do while the rules are read."""
        return self._("</> turn, DRAW: back")

    def on_or_off(self, is_on: bool) -> str:
        """Tell whether something is on."""
        return self._("on") if is_on else self._("off")

    # House rules.

    def refill(self) -> str:
        """Name Spit's rule: how an emptied slot is filled."""
        return self._("Refill")

    def by_itself_or_hand(self, is_auto: bool) -> str:
        """Tell how slots are filled."""
        return self._("by itself") if is_auto else self._("DRAW")

    def lockout(self) -> str:
        """Name Spit's rule: how long piles rest after a misfit."""
        return self._("Misfit rests piles")

    def seconds(self, ms: int) -> str:
        """Tell a rest."""
        return self._("{s} s").format(s=self.decimal(ms / 1000, 1)) if ms else self._("off")

    def pack_rule(self, name: str) -> str:
        """Name a house rule of The Pack by its field."""
        return {
            "several_face_up": self._("More open cards"),
            "four_plays_again": self._("Four plays again"),
            "take_one_face_up": self._("Take an open card"),
            "voluntary_pickup": self._("Take at will"),
        }[name]
