"""The table in play: what may change, and what stays where it is."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from PIL import Image, ImageChops

from engine.cards import DECK, RANKS, Card
from firmware_host.screens.card_faces import HAND_WIDTH, hand_face, pile_face
from firmware_host.screens.drawing import draw, frame_of
from firmware_host.screens.scenes import Countdown, Scene, SpitTable, Stuck
from firmware_host.screens.table import COLUMN
from hw.panel_frame import pack
from sim.sample_scenes import both_seats
from tests.panel_places import pile_box

ANA, BEN = both_seats(("7S TD QH 4C", "5S 9C JD TH"), "8H KD", (31, 28))
HAND_TOP = 42
"""The uppermost row that a lifted card of the hand reaches."""

HEADLINES = (
    "Ana first by 3.4 ms",
    "Photo finish",
    "Ana først med 12,4 ms",
    "WWWWWWWWWWWWWWWWWWWWWW",
    "W W W W W W W W W W W W",
    "a very long headline that nobody could ever read in one game",
    "ÅÅÅÅÅ ÉÉÉÉÉ ggggg qqqqq",
)


def changed(before: Scene, after: Scene) -> tuple[int, int, int, int] | None:
    """The rectangle in which two scenes differ."""
    return ImageChops.logical_xor(draw(before), draw(after)).getbbox()


def cut(scene: Scene, box: tuple[int, int, int, int]) -> bytes:
    return draw(scene).crop(box).tobytes()


def any_table(luck: Random) -> SpitTable:
    """A table on which anything may lie, and be said."""

    def cards(count: int) -> tuple[Card | None, ...]:
        return tuple(luck.choice((None, *luck.sample(DECK, 6))) for _ in range(count))

    left, right = cards(2)
    return SpitTable(
        own=cards(4),
        rival=cards(4),
        piles=(left, right),
        own_stock=luck.randrange(53),
        rival_stock=luck.randrange(53),
        rival_name=luck.choice(("Ben", "Bartholomæus")),
        picked=luck.choice((None, 0, 1, 2, 3)),
        headline=luck.choice(("", *HEADLINES)),
        misfit=luck.choice((False, True)),
        coach=luck.choice(("", "Reach for the 8: press LEFT, be quick")),
    )


def test_a_frame_of_kept_layers_is_the_picture_drawn_anew() -> None:
    luck = Random(5)
    for table in (any_table(luck) for _ in range(200)):
        assert frame_of(table) == pack(draw(table))


@pytest.mark.parametrize("headline", HEADLINES)
def test_a_headline_stands_beside_the_piles_and_touches_nothing_else(headline: str) -> None:
    box = changed(ANA, replace(ANA, headline=headline))
    assert box is not None
    left, upper, right, lower = box
    assert left > pile_box(1)[2]
    assert right <= 128
    assert upper >= 7  # below the rival's stock, whose digits end in row 6
    assert lower <= HAND_TOP
    for pile in (0, 1):
        assert cut(replace(ANA, headline=headline), pile_box(pile)) == cut(ANA, pile_box(pile))


def test_a_misfit_mark_stands_beside_the_piles_on_the_other_side() -> None:
    box = changed(ANA, replace(ANA, misfit=True))
    assert box is not None
    assert box[2] < pile_box(0)[0]
    assert box[3] <= HAND_TOP


def test_a_misfit_leaves_the_rival_s_panel_as_it_is() -> None:
    # The rival's scene has no field for it: what it shows follows from its own fields alone.
    assert draw(BEN).tobytes() == draw(replace(BEN)).tobytes()
    assert changed(ANA, replace(ANA, misfit=True)) is not None


def test_both_panels_show_the_piles_in_the_same_order() -> None:
    for pile in (0, 1):
        assert cut(ANA, pile_box(pile)) == cut(BEN, pile_box(pile))
    assert cut(ANA, pile_box(0)) != cut(ANA, pile_box(1))


@pytest.mark.parametrize("pile", [0, 1])
def test_a_new_card_on_a_pile_changes_no_pixel_outside_its_tile(pile: int) -> None:
    piles = [Card.parse("8H"), Card.parse("KD")]
    piles[pile] = Card.parse("3S")
    box = changed(ANA, replace(ANA, piles=(piles[0], piles[1])))
    assert box is not None
    left, upper, right, lower = pile_box(pile)
    assert left <= box[0] < box[2] <= right
    assert upper <= box[1] < box[3] <= lower
    assert right - left <= 24
    assert (box[1] // 8, (box[3] - 1) // 8) == (2, 4)  # three pages: a rank is sent in few bytes


@pytest.mark.parametrize("slot", range(4))
def test_picking_a_card_lifts_and_inverts_it_within_its_own_column(slot: int) -> None:
    box = changed(ANA, replace(ANA, picked=slot))
    assert box is not None
    assert slot * COLUMN <= box[0] < box[2] <= (slot + 1) * COLUMN
    assert box[1] == HAND_TOP
    assert pile_box(0)[3] < HAND_TOP


def lit(picture: Image.Image) -> int:
    return picture.histogram()[255]


def test_a_picked_card_is_mostly_bright_and_another_mostly_dark() -> None:
    for rank in range(len(RANKS)):
        card = Card(rank, "S")
        area = hand_face(card, picked=True).width * hand_face(card, picked=True).height
        assert lit(hand_face(card, picked=True)) > area * 0.6
        assert lit(hand_face(card, picked=False)) < area * 0.4


def test_an_empty_slot_is_seen_as_such_and_cannot_look_picked() -> None:
    empty = replace(ANA, own=(None, *ANA.own[1:]))
    box = changed(ANA, empty)
    assert box is not None
    assert box[2] <= COLUMN
    assert 0 < lit(hand_face(None, picked=False)) < HAND_WIDTH
    assert changed(empty, replace(empty, picked=0)) is None


@pytest.mark.parametrize(
    ("face", "least_rows"),
    [
        pytest.param(pile_face, 24, id="24 rows on a pile"),
        pytest.param(lambda card: hand_face(card, picked=True), 16, id="16 rows in a hand"),
    ],
)
def test_every_rank_is_large_whole_and_unlike_every_other(
    face: Callable[[Card], Image.Image], least_rows: int
) -> None:
    faces = [face(Card(rank, "S")) for rank in range(len(RANKS))]
    assert len({face.tobytes() for face in faces}) == len(RANKS)
    for picture in faces:
        middle = (4, 1, picture.width - 4, picture.height - 1)
        box = ImageChops.invert(picture.crop(middle)).getbbox()
        assert box is not None
        assert box[3] - box[1] >= least_rows


def test_suits_make_no_difference() -> None:
    for suit in "CDHS":
        assert pile_face(Card(9, suit)).tobytes() == pile_face(Card(9, "C")).tobytes()
    spades = replace(ANA, own=tuple(Card(card.rank, "S") for card in ANA.own if card))
    assert changed(ANA, spades) is None


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(replace(ANA, own_stock=30), id="the own stock"),
        pytest.param(replace(ANA, rival_stock=9), id="the rival's stock"),
        pytest.param(replace(ANA, rival_name="Christoffer"), id="the rival's name"),
        pytest.param(replace(ANA, rival=(None, *ANA.rival[1:])), id="the rival's first card"),
    ],
)
def test_every_count_and_name_is_shown_outside_the_piles_and_the_hand(after: SpitTable) -> None:
    box = changed(ANA, after)
    assert box is not None
    assert box[3] <= HAND_TOP
    for pile in (0, 1):
        assert cut(after, pile_box(pile)) == cut(ANA, pile_box(pile))


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(Countdown("Ready …", ANA), id="the countdown"),
        pytest.param(Stuck(ANA, "Stuck", (True, False), "READY", ("Ana", "Ben")), id="stuck"),
    ],
)
def test_piles_and_hand_stay_where_they_are_in(scene: Scene) -> None:
    for box in (pile_box(0), pile_box(1), (0, HAND_TOP, 128, 64)):
        assert cut(scene, box) == cut(ANA, box)


def test_a_ready_seat_is_ticked_on_its_own_side() -> None:
    waiting = Stuck(ANA, "Stuck", (False, False), "READY", ("Ana", "Ben"))
    left = changed(waiting, replace(waiting, ready=(True, False)))
    right = changed(waiting, replace(waiting, ready=(False, True)))
    assert left is not None
    assert right is not None
    assert left[2] <= pile_box(0)[0]
    assert right[0] >= pile_box(1)[2]
