"""The published race figures, on a small scale: none wrong, where rivals are."""

from argparse import Namespace

import pytest

from firmware_host import cli
from firmware_host.cli import bench_races
from hw.units import MILLISECOND_NS
from sim.finger import CLEAN, pattern
from sim.races import KINDS, Races, became_press_ns, ordinary, quantile_ms

QUICK = [kind for kind in KINDS if kind != "phone"]


@pytest.mark.parametrize("kind", QUICK)
def test_in_races_over_hostile_channels_nobody_is_named_wrongly_or_lost(kind: str) -> None:
    tally = Races(kind, seed=11).run(120, lambda luck: luck.randint(1, 3 * MILLISECOND_NS))
    assert (tally.wrong, tally.lost, tally.outside) == (0, 0, 0)
    assert tally.presses == 240
    assert tally.separated + tally.ties == 120
    assert tally.share_decided() > 0.6
    assert tally.rivals_wrong["20 ms polling"] > 20
    assert tally.rivals_wrong["bounce_time 5 ms"] > 10
    assert quantile_ms(tally.holds_ns, 1) < 50


@pytest.mark.parametrize("seed", range(5))
def test_phones_on_wifi_that_stalls_name_nobody_wrongly_and_lose_no_press(seed: int) -> None:
    """Each seed has two other clocks: ticks of 0.1 to 1 ms, up to 5000 ppm wrong."""
    tally = Races("phone", seed).run(60, lambda luck: luck.randint(1, 100 * MILLISECOND_NS))
    assert (tally.wrong, tally.lost, tally.outside) == (0, 0, 0)
    assert tally.separated + tally.ties == 60
    assert tally.share_decided() > 0.6
    assert tally.rivals_wrong["arrival order"] > 1
    assert quantile_ms(tally.holds_ns, 1) < 500


@pytest.mark.parametrize("gap_ms", [1.0, 0.5, 0.2])
def test_on_the_host_s_pins_a_gap_of_0_2_ms_is_always_decided(gap_ms: float) -> None:
    tally = Races("gpio", 3, watched=()).run(40, lambda _: round(gap_ms * MILLISECOND_NS))
    assert (tally.separated, tally.wrong) == (40, 0)


def test_serial_pads_decide_every_gap_of_1_ms_and_most_of_half_a_ms() -> None:
    whole = Races("serial", 3, watched=(), bounce=CLEAN).run(60, lambda _: MILLISECOND_NS)
    half = Races("serial", 3, watched=(), bounce=CLEAN).run(60, lambda _: MILLISECOND_NS // 2)
    assert whole.share_decided() == 1
    assert half.share_decided() >= 0.6
    assert whole.wrong + half.wrong == 0


def test_on_the_hosts_pins_a_clean_press_is_decided_2_ms_after_it_is_one() -> None:
    races = Races("gpio", 7, watched=(), bounce=CLEAN, channel=ordinary)
    tally = races.run(100, lambda luck: luck.randint(1, 3 * MILLISECOND_NS))
    assert quantile_ms(tally.holds_ns, 0.99) <= 1.5 + 2


def test_however_it_bounces_it_is_decided_2_ms_after_it_and_earlier_touches_are_presses() -> None:
    races = Races("gpio", 8, watched=(), channel=ordinary)
    tally = races.run(100, lambda luck: luck.randint(1, 3 * MILLISECOND_NS))
    assert quantile_ms(tally.beyond_ns, 0.95) <= 2


def test_a_contact_is_a_press_once_it_has_been_closed_for_long_enough_in_all() -> None:
    assert became_press_ns(pattern("D0 U400 D1000 U80000")) == 2_100_000
    assert became_press_ns(pattern("D0 U400 D9500 U80000")) == 11_000_000, "stamped anew, at 9.5 ms"
    with pytest.raises(ValueError, match="no press"):
        became_press_ns(pattern("D0 U400"))


@pytest.mark.parametrize("kind", KINDS)
def test_at_gap_0_seats_win_evenly_and_no_decision_claims_to_be_separated(kind: str) -> None:
    tally = Races(kind, 5, watched=()).run(30, lambda _: 0)
    assert tally.ties == 30
    assert tally.first_of_seat[0] == 15


def test_the_benchmark_tells_every_figure_of_every_kind() -> None:
    lines = list(bench_races.bench(Namespace(races=2)))
    assert len(lines) == 10 * len(KINDS)
    for kind in KINDS:
        assert any(line.startswith(f"{kind}: 0 wrong winners in ") for line in lines)


def test_the_number_of_races_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["bench", "races", "--races", "none"])
    assert left.value.code == 2
    assert "is no whole number from 1" in capsys.readouterr().err
