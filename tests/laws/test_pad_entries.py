"""A pad's probes and entries: when it is asked, and what it means that it says; each on its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.pad_entries import (
    BLIP_EVERY_US,
    BURST_US,
    SPIKES,
    SPIKES_AGAIN,
    STANDS_FOR_US,
    EntryReader,
)
from hw.pad_messages import BLIP_BUTTONS, CLOSED, PAD_BUTTONS, Entry
from hw.pad_probes import CALM_NS, CALMS_NS, MOST_UNANSWERED, PLAY_NS, REST_NS, Probes
from hw.ports import Arrival, Button, DriverFault, Edge, FaultKind, HostNs, Levels

MS = 1_000_000
C1_CLOSED, C1_OPEN, C2_CLOSED, DRAW_CLOSED = 0x08, 0x00, 0x09, 0x0E
BLIP_B, BLIP_D, OVERFLOW, CHATTER_C1, CALM_C1 = 0x10, 0x11, 0x20, 0x30, 0x38
REACH_US = BURST_US + STANDS_FOR_US


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
    told = read(
        (BLIP_D, 100), (DRAW_CLOSED, 150), (C1_CLOSED, 400), (C1_OPEN, 450), (C2_CLOSED, 500)
    )
    assert [late_us(a) for a in told[1:]] == [0, 300, 0, 400], "it may have been c2's as well"
    assert [late_us(a) for a in read((BLIP_B, 100), (C1_CLOSED, 150), (DRAW_CLOSED, 160))[1:]] == [
        0,
        60,
    ]


def test_a_blip_is_told_once_to_each_button_unless_it_may_stand_for_a_later_one() -> None:
    soon, later = 100 + STANDS_FOR_US, 200 + STANDS_FOR_US
    told = read((BLIP_D, 100), (C1_CLOSED, soon), (C1_OPEN, soon + 9), (C1_CLOSED, later))
    assert (late_us(told[1]), late_us(told[3])) == (STANDS_FOR_US, 100 + STANDS_FOR_US)
    told = read((BLIP_D, 100), (C1_CLOSED, later), (C1_OPEN, later + 9), (C1_CLOSED, later + 99))
    assert (late_us(told[1]), late_us(told[3])) == (100 + STANDS_FOR_US, 0)


def test_of_two_blips_the_first_counts_unless_it_is_too_long_ago() -> None:
    assert late_us(read((BLIP_D, 100), (BLIP_D, 300), (C1_CLOSED, 400))[-1]) == 300
    after = 100 + REACH_US + 1
    assert late_us(read((BLIP_D, 100), (C1_CLOSED, after))[-1]) == 0
    assert late_us(read((BLIP_D, 100), (BLIP_D, after), (C1_CLOSED, after + 7))[-1]) == 7
    assert late_us(read((BLIP_D, 100), (BLIP_D, 6_000), (C1_CLOSED, after))[-1]) == after - 6_000


def _port(button: Button) -> int:
    return next(code for code, buttons in BLIP_BUTTONS.items() if button in buttons)


SPANS = st.one_of(st.integers(1, 40), st.integers(1, BLIP_EVERY_US), st.integers(1, BURST_US))


@pytest.mark.parametrize("burst_us", [1000, BURST_US, 40_000], ids="bounces for {} us".format)
@given(
    steps=st.lists(st.tuples(SPANS, st.sampled_from([*BLIP_BUTTONS, *PAD_BUTTONS])), max_size=40)
)
def test_whatever_blip_began_a_touch_lies_within_what_its_edge_says(
    burst_us: int, steps: list[tuple[int, int | Button]]
) -> None:
    """Blips come as a pad notes them: one a millisecond and port, which stands for the others."""
    reader = EntryReader("a", burst_us)
    blips: dict[int, list[int]] = {code: [] for code in BLIP_BUTTONS}
    noted = dict.fromkeys(BLIP_BUTTONS, -BLIP_EVERY_US)
    closed_at = dict.fromkeys(PAD_BUTTONS, -1)
    now = (1 << 32) - 20_000
    for span, what in steps:
        now += span
        stamp = now % (1 << 32)
        if isinstance(what, Button):
            told = reader.read(Entry(CLOSED | PAD_BUTTONS.index(what), stamp), HostNs(0))
            begun = [at for at in blips[_port(what)] if closed_at[what] < at >= now - burst_us]
            assert late_us(told) >= max((now - at for at in begun), default=0)
            assert late_us(told) <= burst_us + STANDS_FOR_US
            closed_at[what] = now
        else:
            blips[what].append(now)
            if now - noted[what] >= BLIP_EVERY_US:
                noted[what] = now
                reader.read(Entry(what, stamp), HostNs(0))
        known = now - (stamp - reader.known_through(stamp)) % (1 << 32)
        for button in PAD_BUTTONS:
            # Of a touch before its last closing edge, that edge has told.
            begun = [at for at in blips[_port(button)] if closed_at[button] < at >= now - burst_us]
            assert all(known < at for at in begun)


def test_blips_of_a_pad_that_notes_too_many_are_not_kept_without_end() -> None:
    reader = EntryReader("a")
    for _ in range(1000):
        reader.read(Entry(BLIP_D, 100), HostNs(0))
    assert max(map(len, reader._blips.values())) < 20


@pytest.mark.parametrize("every_us", [BLIP_EVERY_US, BURST_US])
def test_spikes_without_end_are_told_as_chatter_now_and_then(every_us: int) -> None:
    told = read(*((BLIP_D, n * every_us) for n in range(2 * SPIKES_AGAIN)))
    assert told.count(DriverFault(HostNs(0), "a", FaultKind.CHATTER)) == 2
    assert len([it for it in told if it]) == 2


def test_blips_of_a_worn_contact_are_no_chatter() -> None:
    presses = range(0, 20_000_000, 100_000)
    told = read(*((BLIP_D, at + n * BLIP_EVERY_US) for at in presses for n in range(SPIKES - 1)))
    assert not any(told)


def test_touches_are_known_up_to_a_blip_that_may_be_one() -> None:
    reader = EntryReader("a")
    assert reader.known_through(50) == 50
    reader.read(Entry(BLIP_D, 100), HostNs(0))
    assert reader.known_through(150) == 99
    assert reader.known_through(101 + REACH_US) == 101 + REACH_US


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
