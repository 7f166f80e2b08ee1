"""A short run of the fuzz; `python -m tests.laws.fuzz_pad_wire --inputs 1000000` is a long one."""

from tests.laws.fuzz_pad_wire import Fuzz


def test_twenty_thousand_mutated_inputs_break_no_law() -> None:
    fuzz = Fuzz(seed=7)
    fuzz.run(20_000)
    assert fuzz.arrivals > 5_000
