"""People at a table of The Pack, who look for ranks on their panels and press what is below."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.pack import Pack, Rules
from firmware_host.match_state import Phase
from firmware_host.pack.game import PackGame, opened, places_of
from firmware_host.pack.story import Story
from firmware_host.preferences import Preferences
from firmware_host.ranks import printed
from firmware_host.screens.scenes import PackMoment, PackTable
from firmware_host.words import words_in
from sim.table import Table
from sim.wire import Wire
from tests.rules.pack_table import GONE, table

WORDS = words_in("en").pack
PEOPLE = ("ana", "ben", "cleo", "dina", "emil")
HEIGHTS = (*"3456789", "10", *"JQKA2")
SEED = 4
"""A seed by which Ana begins, however many play."""


def people(seats: int = 2, *, pads: int = 5, rules: Rules | None = None, **options: Any) -> Table:
    """Sit down at the title; bots take the seats beyond the pads."""
    wires = {name: Wire() for name in PEOPLE[: min(seats, pads)]}
    chosen = Preferences(game="pack", seats=seats, pack=rules or Rules())
    return Table(**{**wires, "preferences": chosen, "seed": SEED, **options})


def deal(hands: Sequence[str], downs: Sequence[str] = (), draw: str = "") -> str:
    """Give the top of the deck by which these cards come to the seats, Ana dealt first (P2).

    Six to each hand, three face down where told, and the draw pile, its start card first.
    """
    if not downs:
        downs = [" ".join(_some(hands, draw, seat)) for seat in range(len(hands))]
    piles = [[*down.split(), *hand.split()] for down, hand in zip(downs, hands, strict=True)]
    rounds = [card for round_ in zip(*piles, strict=True) for card in round_]
    return " ".join([*rounds, *draw.split()])


def _some(hands: Sequence[str], draw: str, seat: int) -> list[str]:
    """Give three cards of no interest."""
    named = " ".join((*hands, draw)).split()
    free = [f"{rank}{suit}" for rank in "6789" for suit in "CDHS" if f"{rank}{suit}" not in named]
    return free[3 * seat : 3 * seat + 3]


def lay(story: Table, pack: Pack) -> None:
    """Put a table, as it may be in the middle of a game, before those who play."""
    match = story.console.console.match
    selections = tuple(opened(pack.view(seat)) for seat in range(pack.seats))
    game = PackGame(pack, selections, Story(flips=(0,) * pack.seats))
    story.console.console.match = replace(match, game=game)


def pick(story: Table, name: str, *ranks: str) -> None:
    """Press the button below each rank (of three alike: three times), scrolling where needed."""
    for rank in ranks:
        assert rank in ranks_of(story, name), f"{name} holds no {rank}"
        while (column := column_of(story, name, rank)) is None:
            first = story.hand(name).columns[0]
            assert first is not None
            is_left = HEIGHTS.index(rank) < HEIGHTS.index(first.rank)
            story.tap(name, "left" if is_left else "right")
        story.tap(name, f"c{column + 1}")


def play(story: Table, name: str, *ranks: str) -> None:
    """Pick, and say so with `ready`."""
    pick(story, name, *ranks)
    story.tap(name, "ready")


def ranks_of(story: Table, name: str) -> set[str]:
    """Give all ranks that the buttons of a seat can stand for, also those scrolled away."""
    places = places_of(story.pack.pack.view(story.names.index(name)))
    return {printed(place.cards[0]) if place.cards else "?" for place in places}


def column_of(story: Table, name: str, rank: str) -> int | None:
    """Find the column above which a rank stands on the panel of a seat."""
    ranks = [column.rank if column else "" for column in story.hand(name).columns]
    return ranks.index(rank) if rank in ranks else None


def look(story: Table) -> None:
    """Let everybody look at what is shown for a moment, until it is gone."""
    while any(isinstance(story.scene(name), PackMoment) for name in story.names):
        story.after(ms=100)


def choose_any(story: Table, name: str) -> None:
    """Lay the first three cards that the panel shows."""
    while story.hand(name).hint != WORDS.choose_hint(3):
        free = (c.rank for c in story.hand(name).columns if c and c.selected < c.count)
        pick(story, name, next(free))
    story.tap(name, "ready")


def begin(story: Table) -> None:
    """Come from the title to the first turn, whatever cards are laid open."""
    for name in story.names:
        story.tap(name, "ready")
    story.until(Phase.PLAY)
    for name in story.names:
        choose_any(story, name)
    while story.pack.pack.phase == "choose":
        story.after(ms=500)
    look(story)


def take_turn(story: Table, name: str) -> None:
    """Do what the panel of `name` asks for: play the first rank marked, or take the pile."""
    shown = story.hand(name)
    playing = [column for column, c in enumerate(shown.columns) if c and c.plays]
    if playing:
        story.tap(name, f"c{playing[0] + 1}", "ready")
    elif shown.more_left + shown.more_right and shown.hint == WORDS.play_hint():
        story.tap(name, "left" if shown.more_left else "right")
    else:
        story.tap(name, "draw")


def play_out(story: Table) -> None:
    """People take their turns, and wait for those of bots, until the game is over."""
    while story.phase() is Phase.PLAY:
        people = [name for name in story.names if isinstance(story.scene(name), PackTable)]
        asked = [name for name in people if story.hand(name).is_turn]
        if len(people) < len(story.names):
            look(story)
        elif asked:
            take_turn(story, asked[0])
        else:
            story.after(ms=500)


def about_to_win(name: str, seats: int = 2) -> Pack:
    """Lay a table at which `name` is left with a single queen, and may play it."""
    seat = PEOPLE.index(name)
    hands = ["QC" if each == seat else "4C 4D" for each in range(seats)]
    lying = [GONE if each == seat else "9C 9D 9H" for each in range(seats)]
    return table(*hands, discard="7S", ups=tuple(lying), downs=tuple(lying), turn=seat)
