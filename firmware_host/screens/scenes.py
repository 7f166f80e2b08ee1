"""Scenes: what one panel says, as plain data; equal scenes are equal pictures.

Texts arrive here finished, in the console's language; a text too wide for its place is cut short
with an ellipsis. A scene holds only what its seat may know. `names`, `score` and `ready` are in
seat order on both panels, seat 0 on the left like its pile.
"""

from dataclasses import dataclass

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Title:
    """The console waits for players: the game, both names, who is ready, the running score."""

    game: str
    names: tuple[str, str]
    ready: tuple[bool, bool]
    score: tuple[int, int]
    hint: str


@dataclass(frozen=True, slots=True)
class Countdown:
    """Cards are about to be turned; the length is random, so no digits run down."""

    headline: str
    table: "SpitTable"


@dataclass(frozen=True, slots=True)
class SpitTable:
    """The table in play, seen from one seat; piles in the same order on both panels.

    `picked` is the slot of the card in hand; `headline` is one short line beside the piles
    ("Ana first by 3.4 ms"), `misfit` a refusal shown on this panel alone.
    """

    own: tuple[Card | None, ...]
    rival: tuple[Card | None, ...]
    piles: tuple[Card | None, Card | None]
    own_stock: int
    rival_stock: int
    rival_name: str
    picked: int | None = None
    headline: str = ""
    misfit: bool = False


@dataclass(frozen=True, slots=True)
class Stuck:
    """Nobody can play: the table, with who has called ready; `hint` stands beside the headline."""

    table: SpitTable
    headline: str
    ready: tuple[bool, bool]
    hint: str
    names: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: headline, score, and the match's story in up to four short lines."""

    headline: str
    names: tuple[str, str]
    score: tuple[int, int]
    story: tuple[str, ...]
    ready: tuple[bool, bool]
    hint: str


@dataclass(frozen=True, slots=True)
class Menu:
    """The pause menu: entries, the one marked, and a line that explains; no card is shown."""

    title: str
    entries: tuple[str, ...]
    marked: int
    hint: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A pause or a fault in big words ("Ben's pad is unplugged"); no card is shown."""

    title: str
    lines: tuple[str, ...]
    hint: str


Scene = Title | Countdown | SpitTable | Stuck | Result | Menu | Notice
