"""Whole matches between a wired pad and a Nano with the very firmware, in virtual time."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from engine.bots import Level
from engine.game import State
from engine.records import as_text
from engine.replay import replay
from engine.spit import Rules
from firmware_host.effects import GameBegan, Logged, MatchEnded
from firmware_host.match_state import Phase
from firmware_host.preferences import Preferences
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import Result
from hw.pad_entries import STAMP_LATE_US
from sim import table
from sim.pads import HostPad
from sim.table import Table
from sim.wire import USB_SERIAL, Wire
from tests.firmware.conftest import Print
from tests.firmware.firmware_pad import FirmwarePad
from tests.stories.test_nano_pads import MATCH_NS, Hands

DATE_NS = 500_000
"""How far a play's date may be from its touch; the cable takes 0.1 to 10 ms."""


class Players(Hands):
    """Those hands, which look up only when something has come to pass."""

    def play(self) -> MatchEnded:
        """Play on until the match has ended; every effect is kept."""
        story, seen, read = self._story, None, 0
        time = story.console.time
        while time.now_ns < MATCH_NS:
            if seen is not story.console.console.match or time.now_ns >= min(self._due()):
                seen = story.console.console.match
                self._move()
            ended = [told for _, told in story.effects[read:] if isinstance(told, MatchEnded)]
            if ended:
                return ended[0]
            read = len(story.effects)
            instants = [*self._due(), time.next_at() or MATCH_NS]
            time.run_until(max(min(instants), time.now_ns + 1))
        raise AssertionError("the match did not end")

    def _due(self) -> Sequence[int]:
        return [hand.due_at() or MATCH_NS for hand in self._hands]


@contextmanager
def table_with_firmware(
    monkeypatch: pytest.MonkeyPatch, nano: str, preferences: Preferences
) -> Iterator[tuple[Table, FirmwarePad]]:
    """Set a table for Ana and Ben, one of whom has the Nano."""
    monkeypatch.setattr(table, "NanoPad", FirmwarePad)
    ana, ben = (USB_SERIAL if name == nano else Wire() for name in ("ana", "ben"))
    story = Table(ana=ana, ben=ben, own_clock=(nano,), preferences=preferences)
    pads = story.console.pads
    pad = pads[story.names.index(nano)]
    assert isinstance(pad, FirmwarePad)
    assert sum(isinstance(it, HostPad) for it in pads.values()) == 1
    try:
        yield story, pad
    finally:
        story.console.close()


def end_of_record(story: Table) -> State:
    """Replay the record of the only game up to its end."""
    (began,) = [effect for _, effect in story.effects if isinstance(effect, GameBegan)]
    *_, last = replay(map(as_text, [began.header, *story.record()]))[1]
    return last.state


def farthest_date_ns(story: Table, pad: FirmwarePad) -> int:
    """Give how far the date of a play of that seat, refused ones too, is from any touch."""
    touches = [pad.board.instant(move.at) for move in pad.board.fingers.moves if move.closed]
    dates = [int(str(it["t"])) for it in story.record() if it.get("seat") == pad.info.seat]
    return max(min(abs(date - touch) for touch in touches) for date in dates)


@pytest.mark.parametrize(
    ("nano", "preferences"),
    [
        pytest.param("ana", Preferences(spit=Rules()), id="Spit, the Nano to the left"),
        pytest.param("ben", Preferences(game="pack", seats=2), id="The Pack, it to the right"),
    ],
)
def test_a_whole_match_is_played_on_a_wired_pad_and_the_very_firmware(
    nano: str, preferences: Preferences, monkeypatch: pytest.MonkeyPatch, figure: Print
) -> None:
    with table_with_firmware(monkeypatch, nano, preferences) as (story, pad):
        ended = Players(story, Level.HARD).play()
        story.after(ms=100)
        assert ended.winner in (0, 1)
        assert not ended.is_forfeit

        told = [effect.words for _, effect in story.effects if isinstance(effect, Logged)]
        assert told == [f"{nano.capitalize()}'s pad is connected"], "and no fault"
        chip = pad.board.fingers.nano
        assert (chip.marks(), chip.answers()[-1].errors, chip.watchdog_resets) == ([], 0, 0)
        assert pad.late_ns == 0, "no frame was known later than the wire would have brought it"
        stamps_us = pad.board.fingers.lateness_us()
        assert min(stamps_us) > 0
        assert max(stamps_us) <= STAMP_LATE_US

        assert story.phase() is Phase.RESULT
        for name in story.names:
            scene = story.scene(name)
            assert isinstance(scene, Result)
            assert scene.headline == f"{story.names[ended.winner].capitalize()} wins"
            assert scene.score == ended.score
            assert story.frame(name) == frame_of(scene)
        end = end_of_record(story)
        assert story.console.console.match.game is not None
        assert end == story.console.console.match.game.state
        assert end.result is not None
        assert end.result.winner == ended.winner
        assert {it.get("seat") for it in story.record()} >= {0, 1}
        date_ns = farthest_date_ns(story, pad)
        assert date_ns <= DATE_NS
        figure(
            f"a whole match of {ended.game}, {story.now_ms / 1000:.0f} s: {len(stamps_us)} edges,"
            f" stamped {min(stamps_us):.1f} to {max(stamps_us):.1f} us late;"
            f" plays dated to {date_ns / 1e6:.2f} ms"
        )
