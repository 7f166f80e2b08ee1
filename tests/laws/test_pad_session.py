"""The conversation with a pad, turn by turn: who speaks when, what is told, what is doubted."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.pad_clock import END
from hw.pad_frames import wrap
from hw.pad_messages import (
    Ack,
    Answer,
    Entries,
    Entry,
    Foreign,
    Name,
    Output,
    Probe,
    Who,
    encode,
)
from hw.pad_session import MOST_HELD
from hw.pad_timing import BYTE_NS
from hw.ports import Arrival, Boot, Button, DriverFault, Edge, FaultKind, HostNs, Levels, Through
from tests.laws.pad_talk import (
    BLIP_D,
    C1_CLOSED,
    C1_OPEN,
    CHATTER_C1,
    DRAW_CLOSED,
    MS,
    OVERFLOW,
    Talk,
    edges,
    throughs,
)


def test_who_is_there_is_asked_every_100_ms_until_a_hello_comes() -> None:
    talk = Talk(pad=None)
    assert talk.hear() == [Who()]
    assert talk.session.due_ns() == talk.now + 100 * MS
    assert talk.hear() == []
    talk.wait(100)
    assert talk.hear() == [Who()]
    assert talk.say(talk.hello()) == []
    assert talk.session.hello == talk.hello()
    assert talk.session.due_ns() == END
    talk.wait(1000)
    assert talk.hear() == []
    assert talk.session.adopt("b", talk.now) == [Boot(talk.now, "b", 7)]
    assert talk.hear() == [Probe(1, 0)]


def test_a_pad_without_a_hello_cannot_be_adopted() -> None:
    with pytest.raises(ValueError, match="after its hello"):
        Talk(pad=None).session.adopt("a", HostNs(0))


def test_nothing_is_told_of_a_pad_that_was_not_adopted() -> None:
    talk = Talk(pad=None)
    assert talk.session.hear(b"\x05noise\x00", talk.now) == []
    assert talk.say(talk.hello(), Entries(1, (Entry(C1_CLOSED, 5),))) == []
    assert not talk.session.is_silent(HostNs(END))


def test_a_pad_of_another_version_is_foreign_and_asked_once_a_second() -> None:
    talk = Talk(pad=None)
    assert talk.say(Foreign(2)) == []
    assert talk.session.is_foreign
    assert talk.hear() == [Who()]
    assert talk.session.due_ns() == talk.now + 1000 * MS
    talk.say(talk.hello())
    assert not talk.session.is_foreign


def test_entries_are_acknowledged_at_once_and_told_in_order_once() -> None:
    talk = Talk()
    talk.wait(0.1)
    assert edges(talk.entries(1, C1_CLOSED, C1_OPEN)) == [
        (Button.C1, True, 1),
        (Button.C1, False, 2),
    ]
    assert talk.session.due_ns() == 0
    assert any(isinstance(m, Ack | Probe) and m.acked == 2 for m in talk.hear())
    assert talk.entries(1, C1_CLOSED, C1_OPEN) == [], "they came again"
    assert talk.hear() == [Ack(2)]
    assert talk.entries(4, C1_CLOSED) == [], "one before it is missing"
    assert talk.hear() == []
    told = talk.entries(2, C1_OPEN, DRAW_CLOSED, C1_CLOSED)
    assert edges(told) == [(Button.DRAW, True, 3), (Button.C1, True, 4)]


def test_a_watermark_waits_for_the_entries_before_it() -> None:
    talk = Talk()
    assert throughs(talk.answer(seq=2)) == []
    talk.wait(0.2)
    assert throughs(talk.entries(1, C1_CLOSED)) == []
    told = talk.entries(2, C1_OPEN)
    assert throughs(told) == [2]
    assert isinstance(told[-1], Through)


def test_levels_are_told_where_they_contradict_the_edges_and_now_and_then() -> None:
    talk = Talk()
    assert not any(isinstance(a, Levels) for a in talk.answer(seq=0))
    contradiction = talk.answer(seq=0, levels=0x41)
    assert [a.closed for a in contradiction if isinstance(a, Levels)] == [(Button.C1, Button.DRAW)]
    assert not any(isinstance(a, Levels) for a in talk.answer(seq=0, levels=0x41))
    for _ in range(21):
        talk.wait(500)
        told = talk.answer(seq=0, levels=0x41)
        if any(isinstance(a, Levels) for a in told):
            break
    else:
        raise AssertionError("no levels came in 10 s")


def test_levels_that_entries_have_overtaken_contradict_nothing() -> None:
    talk = Talk()
    n = talk.probe()
    stamp = talk.now // 1000 + 100
    talk.wait(1)
    assert edges(talk.entries(1, C1_CLOSED))
    # The answer was given before the edge, and is doubted: a line keeps its order.
    assert talk.say(Answer(n, stamp - 50, stamp, 0, 0, 0)) == []


def test_frames_that_either_side_could_not_read_are_told() -> None:
    talk = Talk()
    assert talk.session.hear(b"\x03xx\x00", talk.now) == [DriverFault(talk.now, "a", FaultKind.CRC)]
    told = talk.answer(seq=0, errors=3)
    assert [a.kind for a in told if isinstance(a, DriverFault)] == [FaultKind.CRC]
    assert not any(isinstance(a, DriverFault) for a in talk.answer(seq=0, errors=3))


def test_an_answer_to_nothing_that_was_asked_is_none() -> None:
    talk = Talk()
    assert talk.say(Answer(200, 1, 2, 0, 0, 0)) == []


def test_a_hello_with_another_boot_begins_anew() -> None:
    talk = Talk()
    talk.wait(0.1)
    talk.entries(1, C1_CLOSED)
    assert talk.say(talk.hello()) == [], "it only said who it is"
    assert talk.say(talk.hello(boot=8)) == [Boot(talk.now, "a", 8)]
    assert talk.entries(1, C1_CLOSED) == [], "told by the levels of the first answer"
    told = talk.answer(seq=1, levels=1)
    assert throughs(told) == [0]
    assert [a.closed for a in told if isinstance(a, Levels)] == [(Button.C1,)]


@pytest.mark.parametrize(
    ("seq", "sent_us"),
    [
        pytest.param(65_535, 0, id="its number is behind"),
        pytest.param(70, 0, id="its number is too far ahead"),
        pytest.param(0, 900, id="its clock is behind"),
        pytest.param(0, 10**9, id="its clock has jumped"),
    ],
)
def test_an_answer_that_does_not_follow_is_doubted(seq: int, sent_us: int) -> None:
    talk = Talk()
    assert talk.answer(seq=seq, sent_us=sent_us) == []
    assert talk.hear() == [Who()]
    assert talk.entries(1, C1_CLOSED) == []
    assert talk.session.hear(b"\x03xx\x00", talk.now) != []
    assert talk.say(talk.hello()) == [Boot(talk.now, "a", 7)]


@pytest.mark.parametrize(
    ("first", "stamp_us"),
    [
        pytest.param(100, 0, id="its number is too far ahead"),
        pytest.param(1, 900, id="its stamp is from before the watermark"),
    ],
)
def test_entries_that_do_not_follow_are_doubted(first: int, stamp_us: int) -> None:
    talk = Talk()
    stamp = stamp_us or talk.now // 1000
    assert talk.say(Entries(first, (Entry(C1_CLOSED, stamp),))) == []
    assert talk.hear()[:1] == [Who()]
    assert talk.session.due_ns() == talk.now + 100 * MS


def test_after_a_pause_entries_wait_for_the_next_answer() -> None:
    talk = Talk()
    talk.wait(100)
    for _ in range(MOST_HELD + 3):
        assert talk.entries(1, C1_CLOSED) == []
    assert talk.session.due_ns() <= talk.now
    told = talk.answer(seq=1, levels=1)
    assert edges(told) == [(Button.C1, True, 1)]
    assert throughs(told) == [1]


def test_an_overflow_is_told_and_watermarks_wait_until_there_was_room_again() -> None:
    talk = Talk()
    n = talk.probe()
    talk.wait(0.1)
    told = talk.entries(1, C1_CLOSED, OVERFLOW)
    assert DriverFault(talk.now, "a", FaultKind.OVERFLOW) in told
    talk.wait(0.4)
    told = talk.say(Answer(n, talk.now // 1000 - 50, talk.now // 1000, 2, 0, 0))
    assert throughs(told) == [], "when it was asked, edges could still be lost"
    talk.wait(0.1)
    late = [a for a in talk.entries(3, C1_CLOSED) if isinstance(a, Edge)]
    assert late[0].late_ns == 500_000
    told = talk.answer(seq=3, levels=1)
    assert throughs(told) == [2]
    assert any(isinstance(a, Levels) for a in told)
    talk.wait(9)
    assert talk.entries(4, C1_OPEN, C1_CLOSED)[1].late_ns > 9 * MS  # type: ignore[union-attr]
    talk.wait(9)
    assert talk.entries(6, C1_OPEN, C1_CLOSED)[1].late_ns == 0  # type: ignore[union-attr]


def test_a_watermark_that_entries_overtake_is_told_without_its_levels() -> None:
    talk = Talk()
    assert throughs(talk.answer(seq=1, levels=1)) == []
    talk.wait(0.1)
    told = talk.entries(1, C1_CLOSED, C1_OPEN)
    assert throughs(told) == [2]
    assert not any(isinstance(a, Levels) for a in told)


def test_a_blip_is_no_edge_and_chatter_is_told() -> None:
    talk = Talk()
    talk.wait(0.1)
    told = talk.entries(1, BLIP_D, CHATTER_C1)
    assert [a.kind for a in told if isinstance(a, DriverFault)] == [FaultKind.CHATTER]
    assert edges(told) == []


def test_asking_brings_a_burst_of_probes() -> None:
    talk = Talk()
    for _ in range(5):
        talk.answer(seq=0)
    talk.wait(0.1)
    talk.session.ask(talk.now)
    assert talk.session.due_ns() == talk.now
    assert isinstance(talk.hear()[0], Probe)
    assert talk.session.due_ns() == talk.now + MS // 2


def test_a_round_trip_quicker_than_the_line_is_credited_nothing() -> None:
    slow, quick = Talk(byte_ns=BYTE_NS), Talk(byte_ns=BYTE_NS)
    for talk, ms in ((slow, 1.0), (quick, 0.2)):
        talk.wait(30)
        n, asked = talk.probe(), talk.now
        talk.wait(ms)
        stamp = talk.now // 1000
        sync = talk.say(Answer(n, stamp - 100, stamp, 0, 0, 0))[0]
        taken = (sync.sent - asked, talk.now - sync.received)  # type: ignore[union-attr]
        assert taken == ((8 * BYTE_NS, 18 * BYTE_NS) if talk is slow else (0, 0))


def test_a_silent_pad_is_abandoned_and_found_again() -> None:
    talk = Talk()
    for _ in range(100):
        talk.hear()
        talk.wait(9)
    assert not talk.session.is_silent(talk.now)
    talk.wait(150)
    assert talk.session.is_silent(talk.now)
    talk.session.abandon(talk.now)
    assert not talk.session.is_silent(talk.now)
    assert talk.session.hello is None
    assert talk.hear() == [Who()]
    assert talk.entries(1, C1_CLOSED) == []
    assert talk.say(talk.hello()) == []
    assert talk.session.adopt("a", talk.now) == [Boot(talk.now, "a", 7)]


def test_a_host_that_slept_does_not_call_the_pad_silent() -> None:
    talk = Talk()
    talk.hear()
    talk.wait(3_600_000)
    assert not talk.session.is_silent(talk.now)
    talk.hear()
    assert not talk.session.is_silent(talk.now)


def test_light_and_note_go_together_and_a_note_lasts_as_long_as_it_was_to() -> None:
    talk = Talk(pad=None)
    talk.session.light(True)
    assert talk.session.due_ns() == talk.now
    assert talk.hear() == [Who()], "it is told once somebody is there"
    talk.say(talk.hello())
    assert talk.session.due_ns() == 0
    assert talk.hear() == [Output(True, 0, 0)]
    talk.session.light(True)
    assert talk.hear() == []
    talk.session.note(440, 100)
    assert talk.hear() == [Output(True, 440, 100)]
    talk.wait(30)
    talk.session.light(False)
    assert talk.hear() == [Output(False, 440, 70)]
    talk.wait(100)
    talk.session.light(True)
    assert talk.hear() == [Output(True, 0, 0)]
    talk.session.note(880, 0)
    assert talk.hear() == [Output(True, 880, 0)]
    talk.session.light(False)
    assert talk.hear() == [Output(False, 880, 0)], "until told"
    talk.say(talk.hello(boot=8))
    assert talk.hear() == [Output(False, 880, 0)], "it has booted, and knows of nothing"


def test_a_pad_is_renamed_and_answers_who_it_is_now() -> None:
    talk = Talk()
    talk.session.rename(9, "Bø")
    assert talk.session.due_ns() == 0
    assert talk.hear()[-1] == Name(9, "Bø")
    assert talk.say(talk.hello(name="Bø")) == []
    assert talk.session.hello == talk.hello(name="Bø")


@pytest.mark.parametrize(
    ("pad_id", "name"), [(1 << 32, "a"), (-1, "a"), (1, "ø" * 13)], ids=["high", "low", "long"]
)
def test_a_name_that_no_pad_can_keep_is_refused(pad_id: int, name: str) -> None:
    with pytest.raises(ValueError, match="at most 24 bytes"):
        Talk().session.rename(pad_id, name)


def test_a_note_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="out of range"):
        Talk().session.note(70_000, 1)


@given(st.lists(st.binary(max_size=40)), st.lists(st.integers(0, 400)))
def test_any_split_of_any_bytes_gives_the_same_arrivals(
    noises: list[bytes], cuts: list[int]
) -> None:
    whole, split = Talk(), Talk()
    stamp = whole.now // 1000
    said = [wrap(encode(Entries(n + 1, (Entry(8 >> n % 2, stamp),)))) for n in range(5)]
    stream = b"".join(a + b"\0" + b for a, b in zip(noises, said, strict=False)) or said[0]
    places = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    heard: list[Arrival] = []
    for begin, end in pairwise(places):
        heard += split.session.hear(stream[begin:end], split.now)
    assert heard == whole.session.hear(stream, whole.now)
