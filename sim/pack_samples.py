"""A fixed sample of every scene of The Pack, in English on the left and Norwegian on the right."""

from collections.abc import Mapping
from dataclasses import replace

from firmware_host.screens.scenes import PackColumn, PackMoment, PackOther, PackTable, Scene

BEN = PackOther("Ben", ("K", "10", "A"), 5, 3, False)
OTHERS = (
    PackOther("Ben", ("K", "10", "A"), 5, 3, is_turn=False),
    PackOther("Kristoffer", ("10", "10", "10"), 28, 3, is_turn=True),
    PackOther("Åse", ("", "7", ""), 0, 3, is_turn=False),
    PackOther("Robot", ("", "", ""), 0, 2, is_turn=False),
)
"""Every stage of a game: all in hand, a great hand, table cards alone, and the last two cards."""

HAND = (
    PackColumn("5", 1),
    PackColumn("9", 3, plays=True),
    PackColumn("10", 2, plays=True),
    PackColumn("Q", 3, selected=2, plays=True),
)
TABLE = PackTable(
    columns=HAND,
    more_left=0,
    more_right=2,
    top="9",
    run=2,
    discard=14,
    draw=23,
    others=(BEN,),
    own_up=("Q", "7", "2"),
    own_down=3,
    is_turn=True,
    headline="Ben plays 2 x 9",
    hint="READY plays 2",
)
"""The own turn at a table of two, in the middle of a game."""


def _dark(columns: tuple[tuple[str, int], ...]) -> tuple[PackColumn, ...]:
    """Give columns of a hand that cannot be played now."""
    return tuple(PackColumn(rank, count) for rank, count in columns)


_WAITING = replace(
    TABLE,
    columns=_dark((("3", 8), ("4", 7), ("10", 8), ("J", 6))),
    more_left=3,
    more_right=6,
    top="",
    run=0,
    discard=0,
    draw=0,
    others=(replace(BEN, name="Bartholomæus", hand=25, is_turn=True),),
    is_turn=False,
    headline="Bartholomæus tar 12 kort",
    hint="Bartholomæus sin tur",
)
_LOOKING_ON = replace(
    TABLE,
    columns=_dark((("5", 1), ("9", 3), ("10", 2), ("Q", 3))),
    is_turn=False,
    hint="Kristoffer sin tur",
)
_CHOOSING = replace(
    TABLE,
    columns=(PackColumn("3", 1, plays=True), *HAND[1:]),
    more_right=1,
    top="",
    run=0,
    discard=0,
    draw=33,
    others=(PackOther("Ben", (), 6, 3, is_turn=False, is_ready=True),),
    own_up=(),
    headline="Choose three to lay",
    hint="2 of 3: press cards",
)
_CHOOSING_OF_MORE = replace(
    _CHOOSING,
    columns=(*_dark((("2", 2), ("K", 1))), None, None),
    more_right=0,
    draw=59,
    others=tuple(
        PackOther(other.name, (), 6 - 3 * is_ready, 3, is_turn=False, is_ready=is_ready)
        for other, is_ready in zip(OTHERS, (True, False, False, True), strict=True)
    ),
    own_up=("A", "10", "2"),
    is_turn=False,
    headline="Vent på 2 til",
    hint="",
)
_FACE_UP = replace(
    TABLE,
    columns=(PackColumn("K", 1, 1, plays=True), PackColumn("", 0), PackColumn("4", 1), None),
    more_right=0,
    draw=0,
    own_up=("K", "", "4"),
    headline="Ben plays a 9",
    hint="READY plays it",
    others=(replace(BEN, hand=1, up=("", "", ""), down=1),),
)
_FACE_DOWN = replace(
    _FACE_UP,
    columns=(
        PackColumn("?", 1, 1, plays=True),
        PackColumn("?", 1, plays=True),
        PackColumn("", 0),
        None,
    ),
    top="2",
    run=1,
    own_up=("", "", ""),
    own_down=2,
    headline="Robot spiller 2",
    hint="KLAR snur det",
    others=OTHERS[2:],
)
_PICK_UP = replace(
    TABLE,
    columns=_dark((("3", 1), ("5", 2), ("6", 1), ("8", 1))),
    more_right=0,
    top="A",
    run=1,
    hint="Nothing plays: DRAW 14",
)

PACK_SAMPLES: Mapping[str, tuple[Scene, Scene]] = {
    "pack_choose": (_CHOOSING, _CHOOSING_OF_MORE),
    "pack_two": (TABLE, _WAITING),
    "pack_three": (
        replace(_LOOKING_ON, others=OTHERS[:2], hint="Kristoffer's turn"),
        replace(
            TABLE,
            others=(replace(OTHERS[1], is_turn=False), OTHERS[3]),
            headline="Kristoffer spiller 3 x 10",
            hint="KLAR spiller 2",
        ),
    ),
    "pack_four": (
        replace(TABLE, others=(BEN, *OTHERS[2:]), headline="Robot burns the pile", top="", run=0),
        replace(_LOOKING_ON, others=OTHERS[:3], headline=""),
    ),
    "pack_five": (
        replace(TABLE, others=(BEN, BEN, *OTHERS[2:]), top="10", run=3, discard=104),
        replace(_LOOKING_ON, others=OTHERS, top="K", headline="Ben spiller 2 x K"),
    ),
    "pack_pick_up": (
        _PICK_UP,
        replace(_PICK_UP, others=OTHERS[:2], headline="", hint="Ingenting går: TREKK"),
    ),
    "pack_table_cards": (_FACE_UP, _FACE_DOWN),
    "pack_coach": (
        replace(TABLE, coach="9 or higher goes, and 2 and 10 always do"),
        replace(TABLE, others=OTHERS, coach="Spar 2, 10 og A: trykk c2, så KLAR", hint="KLAR"),
    ),
    "pack_flip": (
        PackMoment("Ana turns over", ("10",), ("It burns the pile", "Ana plays again")),
        PackMoment("Kristoffer snur et kort", ("4",), ("Nei: tar opp 12", "Åse spiller ut")),
    ),
    "pack_four_of_a_kind": (
        PackMoment("Four of a kind!", ("Q", "Q", "Q", "Q"), ("The pile is gone", "Ben leads")),
        PackMoment("Fire like!", ("7",) * 6, ("Bunken er ute av spillet",)),
    ),
}
"""Scenes by name, for the left and the right panel."""
