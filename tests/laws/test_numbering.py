"""Numbered edges: whatever order a line gives them, they are taken in in theirs."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.numbering import MOST_EARLY, Numbering, Stamped
from hw.ports import Button, Edge, HostNs


def stamped(seq: int, at: int = 0) -> Stamped:
    return Stamped(Edge(HostNs(at), "a", Button.LEFT, True, seq, seq), seq)


def seqs(edges: list[Stamped]) -> list[int]:
    return [taken.edge.seq for taken in edges]


@given(order=st.permutations(range(2, 12)), repeats=st.lists(st.integers(1, 11), max_size=8))
def test_any_order_with_any_repeats_is_taken_in_once_each_in_order(
    order: list[int], repeats: list[int]
) -> None:
    numbering, taken, known = Numbering(), [], 0
    for seq in [1, *order, *repeats]:
        edges, is_lossy = numbering.take(stamped(seq), known)
        taken += seqs(edges)
        known = max(taken)
        assert not is_lossy
    assert taken == list(range(1, 12))
    assert not numbering.has_gap


def test_a_line_that_runs_far_ahead_of_a_gap_is_not_kept_waiting() -> None:
    numbering = Numbering()
    numbering.take(stamped(1), None)
    deliveries = [numbering.take(stamped(seq), 1) for seq in range(3, 4 + MOST_EARLY)]
    assert all(delivery == ([], False) for delivery in deliveries[:-1])
    assert seqs(deliveries[-1].edges) == list(range(3, 4 + MOST_EARLY))
    assert deliveries[-1].is_lossy


def test_only_what_waits_too_long_is_taken_in_past_its_gap() -> None:
    numbering = Numbering()
    numbering.take(stamped(1), None)
    numbering.take(stamped(3, at=10), 1)
    numbering.take(stamped(5, at=20), 1)
    assert numbering.gap_since() == 10
    edges, is_lossy = numbering.expire(10)
    assert (seqs(edges), is_lossy) == ([3], True)
    assert numbering.gap_since() == 20
    assert numbering.expire(19) == ([], False)
