"""Any message that a pad and its host may send each other."""

from hypothesis import strategies as st

from hw.pad_messages import (
    Ack,
    Answer,
    Entries,
    Entry,
    Name,
    Output,
    PadHello,
    Probe,
    Who,
)
from hw.pad_names import LONGEST_NAME

U8, U16, U32 = (st.integers(0, (1 << bits) - 1) for bits in (8, 16, 32))
CODES = st.sampled_from([*range(0x12), 0x20, *range(0x30, 0x40)])
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=LONGEST_NAME).filter(
    lambda name: len(name.encode()) <= LONGEST_NAME
)

HELLOS = st.builds(PadHello, st.just(1), st.tuples(U8, U8), U8, U32, U16, U16, NAMES)
ENTRIES = st.builds(
    Entries, U16, st.lists(st.builds(Entry, CODES, U32), min_size=1, max_size=8).map(tuple)
)
ANSWERS = st.builds(Answer, U8, U32, U32, U16, U8, U8)
TO_HOST = HELLOS | ENTRIES | ANSWERS
TO_PAD = (
    st.builds(Who, U8)
    | st.builds(Probe, U8, U16)
    | st.builds(Ack, U16)
    | st.builds(Output, st.booleans(), U16, U16)
    | st.builds(Name, U32, NAMES)
)
