"""Presses that no clock could order, at a table of turns."""

import pytest

from firmware_host.input_events import Pressed
from firmware_host.match import is_contested
from firmware_host.match_flow import begin_next
from firmware_host.match_state import Match, Setup, new_match
from firmware_host.preferences import Preferences
from hw.ports import Button, HostNs

AT = HostNs(9_000_000)


def choosing() -> Match:
    """Lay a game of The Pack in which both seats choose their three cards."""
    return begin_next(new_match(Setup(seed=11), Preferences(game="pack")), AT)


@pytest.mark.parametrize(
    ("ana", "ben"),
    [
        pytest.param(Button.READY, Button.READY, id="both call ready, which acts on its release"),
        pytest.param(Button.READY, Button.C1, id="one calls ready, the other selects a card"),
        pytest.param(Button.C1, Button.C1, id="each selects a card of its own"),
    ],
)
def test_presses_of_both_at_once_are_no_race(ana: Button, ben: Button) -> None:
    group = [
        Pressed("ab"[seat], seat, button, AT, AT, AT, True)
        for seat, button in enumerate((ana, ben))
    ]
    assert not is_contested(choosing(), group)
