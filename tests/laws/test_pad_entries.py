"""A pad's probes and entries: when it is asked, and what it means that it says; each on its own."""

from hw.pad_entries import BURST_US, EntryReader
from hw.pad_messages import Entry
from hw.pad_probes import CALM_NS, CALMS_NS, MOST_UNANSWERED, PLAY_NS, REST_NS, Probes
from hw.ports import Arrival, Button, DriverFault, Edge, FaultKind, HostNs, Levels

MS = 1_000_000
C1_CLOSED, C1_OPEN, DRAW_CLOSED = 0x08, 0x00, 0x0E
BLIP_B, BLIP_D, OVERFLOW, CHATTER_C1, CALM_C1 = 0x10, 0x11, 0x20, 0x30, 0x38


def test_a_pad_in_use_is_probed_often_one_at_rest_seldom() -> None:
    probes = Probes(HostNs(0))
    for now, pause in ((PLAY_NS, PLAY_NS), (MS * 600, CALM_NS), (CALMS_NS, REST_NS)):
        while probes.answered(probes.send(HostNs(now))) is not None and probes._burst:
            pass
        assert probes.due_ns - now == pause


def test_a_burst_of_three_is_prolonged_by_asking() -> None:
    probes = Probes(HostNs(0))
    probes.send(HostNs(0))
    probes.ask(HostNs(1))
    assert probes.due_ns == MS // 2, "it is under way"
    for n in range(3):
        probes.answered(probes.send(HostNs(n)))
    assert probes.due_ns == 2 + PLAY_NS
    probes.ask(HostNs(100))
    assert probes.due_ns == 100


def test_many_unanswered_probes_are_not_made_more_by_asking() -> None:
    probes = Probes(HostNs(0))
    for n in range(MOST_UNANSWERED):
        probes.ask(HostNs(n))
        probes.send(HostNs(n))
    assert probes.due_ns == MOST_UNANSWERED - 1 + CALM_NS
    probes.ask(HostNs(50))
    assert probes.due_ns == MOST_UNANSWERED - 1 + CALM_NS
    assert probes.answered(5) == 4
    assert probes.answered(3) is None, "a line keeps its order"


def read(*entries: tuple[int, int]) -> list[Arrival | None]:
    reader = EntryReader("a")
    return [reader.read(Entry(code, stamp), HostNs(0)) for code, stamp in entries]


def late_us(arrival: Arrival | None) -> int:
    assert isinstance(arrival, Edge)
    return arrival.late_ns // 1000


def test_a_blip_may_have_been_the_first_touch_of_the_next_button_on_its_port() -> None:
    told = read((BLIP_D, 100), (DRAW_CLOSED, 150), (C1_CLOSED, 400), (C1_OPEN, 450), (0x09, 500))
    assert [late_us(a) for a in told[1:]] == [0, 300, 0, 0]
    assert [late_us(a) for a in read((BLIP_B, 100), (C1_CLOSED, 150), (DRAW_CLOSED, 160))[1:]] == [
        0,
        60,
    ]


def test_of_two_blips_the_first_counts_unless_it_is_too_long_ago() -> None:
    assert late_us(read((BLIP_D, 100), (BLIP_D, 300), (C1_CLOSED, 400))[-1]) == 300
    after = 100 + BURST_US + 1
    assert late_us(read((BLIP_D, 100), (C1_CLOSED, after))[-1]) == 0
    assert late_us(read((BLIP_D, 100), (BLIP_D, after), (C1_CLOSED, after + 7))[-1]) == 7


def test_touches_are_known_up_to_a_blip_that_may_be_one() -> None:
    reader = EntryReader("a")
    assert reader.known_through(50) == 50
    reader.read(Entry(BLIP_D, 100), HostNs(0))
    assert reader.known_through(150) == 99
    assert reader.known_through(101 + BURST_US) == 101 + BURST_US


def test_what_a_masked_button_did_is_told_by_levels() -> None:
    told = read((C1_CLOSED, 1), (CHATTER_C1, 2), (CALM_C1, 900), (C1_OPEN, 900), (C1_CLOSED, 990))
    assert told[1] == DriverFault(HostNs(0), "a", FaultKind.CHATTER)
    assert told[2] is None
    assert told[3] == Levels(HostNs(0), "a", (), 900)
    assert isinstance(told[4], Edge)
    assert told[4].seq == 2


def test_levels_of_a_masked_button_say_nothing() -> None:
    reader = EntryReader("a")
    reader.read(Entry(CHATTER_C1, 2), HostNs(0))
    assert reader.shown(0x03) == {Button.C2}


def test_a_second_overflow_prolongs_the_doubt_of_the_first() -> None:
    reader = EntryReader("a")
    reader.drained(5)
    for stamp in (100, 200):
        reader.read(Entry(OVERFLOW, stamp), HostNs(0))
    assert late_us(reader.read(Entry(C1_CLOSED, 300), HostNs(0))) == 200
