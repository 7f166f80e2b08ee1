"""What is sent for a change, in which order, and how much of it."""

from collections.abc import Sequence
from itertools import groupby, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from engine.cards import DECK, Card
from firmware_host.screens.card_faces import pile_face
from firmware_host.screens.table import PILE_PLACES
from hw.panel import Chip
from hw.panel_bus import MOST_MESSAGES, Message, on_wire, wire_us
from hw.panel_chips import Write
from hw.panel_diff import WHOLE, Block
from hw.panel_frame import DARK, FRAME_BYTES, pack
from hw.panel_plan import Change, plan, transactions
from tests.drivers.panel_bench import BRIGHT, PATTERN, Bench, with_bytes

FRAMES = st.dictionaries(st.integers(0, FRAME_BYTES - 1), st.integers(0, 255), max_size=200).map(
    lambda changes: with_bytes(PATTERN, changes)
)
both_chips = pytest.mark.parametrize("chip", Chip)
WHOLE_CARD = {Chip.SSD1306: 106, Chip.SH1106: 124}
STOCK_FRAME = {Chip.SSD1306: 1034, Chip.SH1106: 1080}


def pile(card: Card, number: int = 0) -> bytes:
    picture = Image.new("1", (128, 64))
    picture.paste(pile_face(card), PILE_PLACES[number])
    return pack(picture)


ONE_OF_EACH_RANK = [
    next(ranked) for _, ranked in groupby(sorted(DECK, key=lambda c: c.rank), lambda c: c.rank)
]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(chip=st.sampled_from(Chip), shown=FRAMES, wanted=FRAMES)
def test_blocks_hold_all_that_differs_and_cost_what_they_take_on_the_wire(
    chip: Chip, shown: bytes, wanted: bytes
) -> None:
    addressing = chip.addressing
    blocks = addressing.changed(shown, wanted)
    sent = bytearray(shown)
    for block in blocks:
        for page in range(block.top, block.bottom):
            row = slice(page * 128 + block.left, page * 128 + block.right)
            sent[row] = wanted[row]
    assert sent == wanted
    writes = [(1, write) for block in blocks for write in addressing.writes(wanted, block)]
    on_the_wire = sum(map(on_wire, transactions(writes)))
    assert on_the_wire == sum(map(addressing.cost, blocks)) or blocks == [WHOLE]
    alone = sum(map(on_wire, plan([Change(1, addressing, wanted, blocks)])))
    assert alone <= min(on_the_wire, STOCK_FRAME[chip])


@both_chips
def test_a_whole_frame_takes_no_more_bytes_than_stock_luma_s(chip: Chip) -> None:
    bench = Bench(chip)
    assert bench.show(BRIGHT) == STOCK_FRAME[chip]
    assert Bench(chip, chip).show(BRIGHT, BRIGHT) == 2 * STOCK_FRAME[chip]


@both_chips
@pytest.mark.parametrize("number", [0, 1])
def test_a_changed_pile_never_takes_more_than_a_whole_card(chip: Chip, number: int) -> None:
    bench = Bench(chip, chip)
    for one, other in permutations(ONE_OF_EACH_RANK, 2):
        bench.show(pile(one, number), pile(one, number))
        sent = bench.show(pile(other, number), pile(other, number))
        assert sent <= 2 * WHOLE_CARD[chip]


@pytest.mark.parametrize(
    ("chip", "places", "blocks"),
    [
        pytest.param("sh1106", (5,), 1, id="one byte"),
        pytest.param("sh1106", (5, 13), 1, id="a gap of seven is sent along"),
        pytest.param("sh1106", (5, 14), 2, id="a gap of eight is not"),
        pytest.param("ssd1306", (5, 133), 1, id="the row below is the same window"),
        pytest.param("ssd1306", (5, 136), 1, id="a wider window is cheaper than two"),
        pytest.param("ssd1306", (5, 200), 2, id="but not any width"),
        pytest.param("ssd1306", (5, 261), 2, id="nor a row between"),
    ],
)
def test_blocks_are_joined_where_that_costs_no_more(
    chip: str, places: Sequence[int], blocks: int
) -> None:
    wanted = with_bytes(DARK, dict.fromkeys(places, 1))
    assert len(Chip(chip).addressing.changed(DARK, wanted)) == blocks


def test_two_blocks_touch_where_they_have_a_byte_in_common() -> None:
    block = Block(1, 3, 10, 20)
    apart = [Block(3, 4, 10, 20), Block(0, 1, 10, 20), Block(1, 3, 20, 30), Block(1, 3, 0, 10)]
    assert block.touches(Block(2, 4, 19, 30))
    assert not any(map(block.touches, apart))


def data_addresses(messages: Sequence[Message]) -> list[int]:
    return [address for address, payload in messages if payload[0] == 0x40]


@pytest.mark.parametrize("chips", [tuple(Chip), tuple(Chip)[::-1], (Chip.SH1106, Chip.SH1106)])
def test_rows_of_two_panels_go_in_turn_in_one_transaction(chips: tuple[Chip, Chip]) -> None:
    frames = [pile(card) for card in ONE_OF_EACH_RANK]
    bench = Bench(*chips)
    bench.show(frames[0], frames[0])
    firsts = []
    for frame in frames[1:]:
        bench.show(frame, frame)
        addresses = data_addresses(bench.sent)
        ahead = [addresses[:sent].count(0x3C) * 2 - sent for sent in range(len(addresses))]
        assert max(map(abs, ahead)) <= 2  # never more than two rows ahead of the other
        firsts.append(addresses[0])
    assert firsts == [0x3C, 0x3D] * 6 or firsts == [0x3D, 0x3C] * 6


def test_what_both_show_goes_before_what_one_shows() -> None:
    bench = Bench(Chip.SH1106, Chip.SH1106)
    both = dict.fromkeys(range(4 * 128 + 40, 4 * 128 + 50), 1)
    bench.show(with_bytes(DARK, {**both, 3: 1}), with_bytes(DARK, {**both, 1020: 1}))
    pages = [payload[1] - 0xB0 for _, payload in bench.sent if payload[0] == 0x00]
    assert sorted(pages[:2]) == [4, 4]
    assert sorted(pages[2:]) == [0, 7]


def test_two_panels_that_change_all_over_keep_the_same_page() -> None:
    bench = Bench(Chip.SH1106, Chip.SH1106)
    places = range(0, FRAME_BYTES, 60)
    bench.show(
        with_bytes(DARK, dict.fromkeys(places, 1)), with_bytes(DARK, dict.fromkeys(places, 1))
    )
    pages = [payload[1] - 0xB0 for _, payload in bench.sent if payload[0] == 0x00]
    assert pages == sorted(pages)
    assert [pages.count(page) % 2 for page in range(8)] == [0] * 8


def test_commands_go_before_frames() -> None:
    bench = Bench(Chip.SSD1306)
    with bench.panels.together():
        bench.sent.clear()
        bench.panels.ports[0].contrast(7)
        bench.panels.ports[0].dark(True)
        bench.panels.ports[0].show(with_bytes(DARK, {0: 1}))
    assert [payload for _, payload in bench.sent] == [
        b"\x00\x81\x07\xae",
        b"\x00\x21\x00\x00\x22\x00\x00",
        b"\x40\x01",
    ]


def test_no_transaction_is_longer_than_linux_takes_and_none_parts_commands_from_their_data() -> (
    None
):
    writes = [(60, Write(b"\xe3"))] + [(60 + n % 2, Write(b"\xe3", b"data")) for n in range(50)]
    sent = list(transactions(writes))
    assert sum(map(len, sent)) == 101
    assert max(map(len, sent)) <= MOST_MESSAGES
    assert all(messages[-1].payload[0] == 0x40 for messages in sent)


def test_nothing_to_send_is_no_transaction() -> None:
    assert list(plan([Change(60, Chip.SSD1306.addressing, DARK)])) == []
    assert list(transactions([])) == []


def test_a_byte_on_the_wire_takes_nine_bits() -> None:
    assert on_wire([Message(60, b"\x00\xae"), Message(61, b"\x40" + bytes(8))]) == 3 + 10
    assert wire_us(1034) == pytest.approx(23_265)
    assert wire_us(100, bus_hz=100_000) == pytest.approx(9000)
