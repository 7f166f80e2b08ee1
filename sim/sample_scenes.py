"""A fixed sample of every scene in both languages: for pictures and for tests.

The left panel speaks English and the right one Norwegian, but for `MID_GAME`, the README's.
"""

from collections.abc import Mapping
from dataclasses import replace

from engine.cards import Card
from firmware_host.screens.reading import paged
from firmware_host.screens.scenes import (
    Countdown,
    EyeChart,
    Menu,
    Notice,
    Page,
    Result,
    Scene,
    SpitTable,
    Stuck,
    Title,
)
from sim.pack_samples import PACK_SAMPLES

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

_KEYS = ("Spit", "Ben", "Of 3", "Menu")
_KEYS_NB = ("Spytt", "Robot", "Av 5", "Meny")
PLAYERS = ("Østen", "Kristoffer")
MORE_PLAYERS = ("Kristoffer", "Åse", "Robot 1", "Robot 2", "Bartholomæus")

SAMPLES: Mapping[str, tuple[Scene, Scene]] = {
    "title": (
        Title("Spit", NAMES, (True, False), (2, 1), "Press READY to begin", _KEYS),
        Title("Spytt", PLAYERS, (False, False), (0, 0), "Trykk KLAR når du er klar", _KEYS_NB),
    ),
    "title_of_more": (
        Title(
            "The Pack",
            ("Ana", "Ben", "Hard bot"),
            (True, False, True),
            (),
            "READY to play",
            ("Pack", "Seats", "Of 1", "Menu"),
        ),
        Title(
            "Kortstokken",
            MORE_PLAYERS,
            (True, False, True, True, False),
            (),
            "Vent på de andre",
            ("Kort", "5 spill", "Av 5", "Meny"),
        ),
    ),
    "countdown": (
        Countdown("Ready …", _FIRST_ANA),
        Countdown("Klar …", replace(_BEN, picked=None)),
    ),
    "table": MID_GAME,
    "misfit": (
        replace(_ANA, picked=None, misfit=True),
        replace(_BEN, headline="Målfoto"),
    ),
    "late": (
        replace(_LATE_ANA, picked=1, headline="Ben has a play"),
        replace(_LATE_BEN, picked=0, headline="Ana først med 12,4 ms"),
    ),
    "coach": (
        replace(_ANA, picked=0, coach="Reach for the 8: press LEFT, be quick"),
        replace(_BEN, coach="Ta knekten med c3, og så kongen med HØYRE"),
    ),
    "stuck": (
        Stuck(_ANA, "Stuck", (True, False), "both press READY", NAMES),
        Stuck(_LATE_BEN, "Låst", (False, False), "trykk KLAR begge to", PLAYERS),
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
        Result("Uavgjort", PLAYERS, (1, 1), ("På rad: Østen 4",), (False, False), "KLAR"),
    ),
    "result_of_more": (
        Result(
            "Cleo takes game 2",
            ("Ana", "Ben", "Cleo", "Kristoffer"),
            (1, 0, 1, 0),
            ("Burns 3, fours 1", "Heaviest: Ben 41"),
            (True, False, False, True),
            "READY: next game",
        ),
        Result(
            "Bartholomæus vinner",
            MORE_PLAYERS,
            (),
            ("Brent 3, fire like 1", "Tyngst: Åse 60"),
            (False, True, True, True, False),
            "KLAR: spill igjen",
        ),
    ),
    "menu": (
        Menu("Paused", ("Go on", "Restart", "Leave"), 0, "LEFT/RIGHT, then READY"),
        Menu("Pause", tuple(f"Valg {n}" for n in range(1, 8)), 4, "VENSTRE/HØYRE, så KLAR"),
    ),
    "settings": (
        Menu(
            "Settings",
            ("Brightness", "Volume", "House rules", "Guided round"),
            1,
            "</> move, READY changes",
            ("High", "Off", "", "On"),
        ),
        Menu(
            "Innstillinger",
            ("Språk", "Lysstyrke", "Fire like gir ny tur nå", "Første runde med hjelp", "Lyd"),
            2,
            "</> flytter, KLAR endrer",
            ("Norsk", "Høy", "Av", "På", "Middels"),
        ),
    ),
    "page": (
        Page(
            "The Pack",
            paged(
                "# The pile\n\nPlay cards of one rank, as high as the top or higher. 3 is the "
                "lowest, ace the highest. Who cannot takes the pile."
            )[0],
            4,
            13,
            "</> turn, READY closes",
        ),
        Page("Spytt", ("# Målet", "Bli først kvitt alle kortene."), 1, 12, "</> blar, KLAR lukker"),
    ),
    "notice": (
        Notice("Ben's pad is unplugged", ("Plug it in to go on",), "All cards are hidden"),
        Notice("Pause", ("av Ana", "Alle kort er skjult"), ""),
    ),
    "eye_chart": (
        EyeChart("Ana", ("Whole? Upright?", "READY yes, DRAW no")),
        EyeChart("Plass 2", ("Alt lyst?", "KLAR ja, TREKK nei"), is_lit=True),
    ),
    **PACK_SAMPLES,
}
"""Every kind of scene by name, for the left and the right panel."""
