"""The front panel's page: what stands around the two pads."""

from collections.abc import Mapping

from firmware_host.words.catalog import Catalog


class PageWords(Catalog):
    """The page's texts."""

    def status(self, word: str) -> str:
        """Say in a few words what the console waits for; `word` is a phase of the match."""
        return {
            "title": self._("Choose with the buttons below the panel; READY starts"),
            "countdown": self._("Cards are about to be turned"),
            "play": self._("Play!"),
            "stuck": self._("Stuck: both press READY"),
            "result": self._("The game is over: READY for another"),
            "menu": self._("Paused"),
            "away": self._("Paused: a pad is missing"),
            "demo": self._("A demo plays: press any button"),
        }[word]

    def texts(self) -> Mapping[str, str]:
        """Give every fixed text of the page by its key."""
        return {}
