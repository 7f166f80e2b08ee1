"""A fixed sample of every scene, as both seats see it: for pictures and for tests."""

from collections.abc import Mapping
from dataclasses import replace

from engine.cards import Card
from firmware_host.screens.scenes import (
    Countdown,
    Menu,
    Notice,
    Result,
    Scene,
    SpitTable,
    Stuck,
    Title,
)

NAMES = ("Ana", "Ben")


def cards(text: str) -> tuple[Card | None, ...]:
    """Read places of cards: `7S - TD` is a seven, an empty place and a ten."""
    return tuple(None if word == "-" else Card.parse(word) for word in text.split())


def both_seats(
    hands: tuple[str, str], piles: str, stocks: tuple[int, int]
) -> tuple[SpitTable, SpitTable]:
    """Lay one table and give it as Ana (seat 0) and as Ben (seat 1) see it."""
    left, right = cards(piles)
    ana, ben = (cards(hand) for hand in hands)
    return (
        SpitTable(ana, ben, (left, right), stocks[0], stocks[1], NAMES[1]),
        SpitTable(ben, ana, (left, right), stocks[1], stocks[0], NAMES[0]),
    )


_ANA, _BEN = both_seats(("7S TD QH 4C", "5S 9C JD TH"), "8H KD", (31, 28))
_LATE_ANA, _LATE_BEN = both_seats(("- 6D - AC", "2S - - -"), "JC TS", (0, 3))
_FIRST_ANA, _FIRST_BEN = both_seats(("2C 8D KH 3S", "AS 6H 9D QC"), "- -", (48, 48))

MID_GAME: tuple[Scene, Scene] = (
    replace(_ANA, picked=2, headline="Ana first by 3.4 ms"),
    replace(_BEN, picked=1, headline="Ana first by 3.4 ms"),
)
"""Both panels in the middle of a game, right after a contested pile."""

SAMPLES: Mapping[str, tuple[Scene, Scene]] = {
    "title": (
        Title("Spit", NAMES, (True, False), (2, 1), "Press READY to begin"),
        Title(
            "Spytt", ("Østen", "Kristoffer"), (False, False), (0, 0), "Trykk READY når du er klar"
        ),
    ),
    "countdown": (
        Countdown("Ready …", _FIRST_ANA),
        Countdown("Klar …", replace(_BEN, picked=None)),
    ),
    "table": MID_GAME,
    "misfit": (
        replace(_ANA, picked=None, misfit=True),
        replace(_BEN, headline="Photo finish"),
    ),
    "late": (
        replace(_LATE_ANA, picked=1, headline="Ben has a play"),
        replace(_LATE_BEN, picked=0, headline="Ana først med 12,4 ms"),
    ),
    "stuck": (
        Stuck(_ANA, "Stuck", (True, False), "both press READY", NAMES),
        Stuck(_LATE_BEN, "Låst", (False, False), "trykk READY begge to", ("Østen", "Kristoffer")),
    ),
    "result": (
        Result(
            "Ana wins the match!",
            NAMES,
            (2, 1),
            (
                "Longest run: Ana, 7 cards",
                "Contested: 9, Ana took 5",
                "Photo finishes: 2",
                "Quickest hand: Ben, 0.41 s",
            ),
            (True, False),
            "READY for a rematch",
        ),
        Result("Draw", NAMES, (1, 1), ("Longest run: Ben, 4 cards",), (False, False), "READY"),
    ),
    "menu": (
        Menu("Paused", ("Go on", "Restart", "Leave"), 0, "LEFT/RIGHT, then READY"),
        Menu("Pause", tuple(f"Valg {n}" for n in range(1, 8)), 4, "VENSTRE/HØYRE, så READY"),
    ),
    "notice": (
        Notice("Ben's pad is unplugged", ("Plug it in to go on",), "All cards are hidden"),
        Notice("Paused", ("by Ana", "All cards are hidden"), ""),
    ),
}
"""Every kind of scene by name, for the left and the right panel."""
