"""Scenes: what one panel says, as plain data; equal scenes are equal pictures.

Texts arrive here finished, in the console's language; a text too wide for its place is cut short
with an ellipsis. A scene holds only what its seat may know. `names`, `score` and `ready` are in
seat order on every panel, seat 0 first: on the left, like its pile.
"""

from dataclasses import dataclass

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Title:
    """The console waits for two to five players: the game, who plays, who is ready.

    `score` is the running score of two, empty for more. `columns` say above c1-c4 what each of
    them changes (28 columns); "" leaves a column empty.
    """

    game: str
    names: tuple[str, ...]
    ready: tuple[bool, ...]
    score: tuple[int, ...]
    hint: str
    columns: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Countdown:
    """Cards are about to be turned; the length is random, so no digits run down."""

    headline: str
    table: "SpitTable"


@dataclass(frozen=True, slots=True)
class SpitTable:
    """The table in play, seen from one seat; piles in the same order on both panels.

    `picked` is the slot of the card in hand; `headline` is one short line beside the piles
    ("Ana first by 3.4 ms"), `misfit` a refusal shown on this panel alone. `coach` is the advice of
    a guided round, up to 40 letters; it stands where the headline and the rival's row would.
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
    coach: str = ""


@dataclass(frozen=True, slots=True)
class Stuck:
    """Nobody can play: the table, with who has called ready; `hint` stands beside the headline."""

    table: SpitTable
    headline: str
    ready: tuple[bool, ...]
    hint: str
    names: tuple[str, ...] = ("", "")


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game for two to five seats: headline, score, and its story in short lines.

    `score` may be empty; up to four lines of story fit for two seats, two for more.
    """

    headline: str
    names: tuple[str, ...]
    score: tuple[int, ...]
    story: tuple[str, ...]
    ready: tuple[bool, ...]
    hint: str


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu: entries, the one marked, and a line that explains; no card is shown.

    `values` stand at the right end of the entries' rows; () or "" where an entry has none.
    """

    title: str
    entries: tuple[str, ...]
    marked: int
    hint: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """A pause or a fault in big words ("Ben's pad is unplugged"); no card is shown."""

    title: str
    lines: tuple[str, ...]
    hint: str


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the rules, as `reading.paged` makes them; `number` counts from 1 to `count`."""

    title: str
    lines: tuple[str, ...]
    number: int
    count: int
    hint: str


@dataclass(frozen=True, slots=True)
class PackColumn:
    """One rank of the hand, or one table card, in the column above its button.

    `rank` is as printed ("10"), "" an empty place, "?" a card that lies face down; `count` how
    many of it there are, `selected` how many of these are selected, `plays` whether it plays now.
    """

    rank: str
    count: int
    selected: int = 0
    plays: bool = False


@dataclass(frozen=True, slots=True)
class PackOther:
    """Another seat: the ranks of its face-up cards by slot ("" where gone; () before they are
    shown), how many cards it holds in hand and face down, and whether it has chosen or is ready.
    """

    name: str
    up: tuple[str, ...]
    hand: int
    down: int
    is_turn: bool
    is_ready: bool = False


@dataclass(frozen=True, slots=True)
class PackTable:
    """The Pack's table, seen from one seat; `others` with the next seat first.

    `columns` are the four above c1-c4: ranks of the hand (lowest first, with `more_left` and
    `more_right` ranks beyond on either side), or the table's slots 0-2 and nothing. `top` is the
    rank of the discard's top ("" when empty), `run` how many of it lie there in a row; `discard`
    and `draw` count cards. `own_up` and `own_down` are the own table cards as in `PackOther`.
    `headline` says whose turn it is or what happened (85 columns; in a single line with more than
    one other, where a long first word is cut before the rest), `hint` what the buttons do now (100
    columns, bright when `is_turn`). `coach` is advice of a guided round, up to 40 letters, in place
    of the headline and of `others`.
    """

    columns: tuple[PackColumn | None, ...]
    more_left: int
    more_right: int
    top: str
    run: int
    discard: int
    draw: int
    others: tuple[PackOther, ...]
    own_up: tuple[str, ...]
    own_down: int
    is_turn: bool
    headline: str
    hint: str
    coach: str = ""


@dataclass(frozen=True, slots=True)
class PackMoment:
    """What everybody sees for a moment: cards turned over, a burn, four of a kind.

    `cards` are ranks shown large, up to four; more are counted. `lines` are up to two.
    """

    title: str
    cards: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EyeChart:
    """A picture that shows whether all of a panel is seen, and which way up.

    One that `is_lit` lights everything around the words.
    """

    title: str
    lines: tuple[str, ...]
    is_lit: bool = False


Scene = (
    Title
    | Countdown
    | SpitTable
    | Stuck
    | Result
    | Menu
    | Notice
    | Page
    | PackTable
    | PackMoment
    | EyeChart
)
