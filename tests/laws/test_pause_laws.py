"""Whatever is pressed and pulled, no card lies open while a pad is away."""

from heapq import heappop, heappush
from itertools import count
from random import Random

import pytest

from firmware_host.effects import Act
from firmware_host.input_events import (
    Absent,
    Acted,
    Faulted,
    InputEvent,
    Pressed,
    Released,
    Returned,
)
from firmware_host.match import step
from firmware_host.match_state import OPEN, Phase, Setup, new_match
from firmware_host.preferences import Preferences
from hw.ports import Button, FaultKind, HostNs
from hw.units import MILLISECOND_NS

BUTTONS = (Button.LEFT, Button.RIGHT, Button.C1)


class Walk:
    """A match fed with decided events; what it will do itself comes at its time."""

    def __init__(self, seed: int) -> None:
        self.match = new_match(Setup(seed=seed), Preferences(best_of=3))
        self.now = HostNs(0)
        self.seen: set[tuple[Phase, bool]] = set()
        self._luck = Random(seed)
        self._acts: list[tuple[HostNs, int, Act]] = []
        self._order = count()

    def go_on(self) -> None:
        """Let something happen, a little later than what happened before."""
        seat = self._luck.randrange(2)
        what = self._luck.random()
        if what < 0.6:
            self._ready(seat, is_held=what < 0.06)
        elif what < 0.9:
            self._take(self._press(seat, self._luck.choice(BUTTONS)))
        else:
            self._lose_or_return(seat)
        self.seen.add((self.match.phase, any(self.match.away)))
        self._let_pass(self._luck.choice([0, 30, 300]))

    def _ready(self, seat: int, *, is_held: bool) -> None:
        self._take(self._press(seat, Button.READY))
        self._let_pass(1100 if is_held else 0)
        self._take(Released("ab"[seat], seat, Button.READY, self.now))

    def _press(self, seat: int, button: Button) -> Pressed:
        return Pressed("ab"[seat], seat, button, self.now, self.now, self.now, tie=False)

    def _lose_or_return(self, seat: int) -> None:
        pad = "ab"[seat]
        if self.match.away[seat]:
            self._take(Returned(pad, self.now))
        elif self._luck.random() < 0.5:
            self._take(Absent(pad, self.now))
        else:
            self._take(Faulted(FaultKind.GONE, pad, self.now))

    def _take(self, event: InputEvent) -> None:
        self.match, effects = step(self.match, event, self.now)
        for effect in effects:
            if isinstance(effect, Act):
                heappush(self._acts, (effect.at_ns, next(self._order), effect))
        self._let_pass(0)

    def _let_pass(self, ms: int) -> None:
        until = self.now + ms * MILLISECOND_NS
        while self._acts and self._acts[0][0] <= until:
            at, _, act = heappop(self._acts)
            self.now = max(self.now, at)
            self._take(Acted(act.token, at))
        self.now = HostNs(max(self.now, until))


@pytest.mark.parametrize("seed", range(4))
def test_while_a_pad_is_away_no_cards_lie_open_and_nothing_is_counted_in(seed: int) -> None:
    walk = Walk(seed)
    for _ in range(1500):
        walk.go_on()
        assert not (any(walk.match.away) and walk.match.phase in OPEN)
    assert {(Phase.MENU, True), (Phase.AWAY, True), (Phase.PLAY, False)} <= walk.seen
