"""The games there are."""

from collections.abc import Mapping

from engine import pack, spit
from engine.game import Game

GAMES: Mapping[str, Game] = {spit.NAME: spit, pack.NAME: pack}
"""Every game by the name that records use."""

MOST_SEATS = max(game.SEATS[-1] for game in GAMES.values())
"""The seats of the largest table."""
