"""A wired pad and a Nano at one table: whole matches, and plugs pulled wherever the talk stands."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engine.bots import Level
from engine.spit import Rules
from firmware_host.bot_hand import BotHand
from firmware_host.effects import Logged, MatchEnded
from firmware_host.match import sight
from firmware_host.match_state import Phase
from firmware_host.preferences import Preferences
from firmware_host.screens.scenes import Notice
from firmware_host.seating import pad_info
from hw.pad_messages import HELLO
from hw.ports import Clock
from hw.units import SECOND_NS
from sim.nano_pad import NanoPad
from sim.table import Table
from sim.wire import USB_SERIAL, Wire
from tests.stories.test_pauses import playing

MATCH_NS = 1800 * SECOND_NS


def nano_of(story: Table) -> NanoPad:
    pad = story.console.pads[1]
    assert isinstance(pad, NanoPad)
    return pad


class Hands:
    """Hands that see what a seat's person would, and move the contacts of its pad."""

    def __init__(self, story: Table, level: Level) -> None:
        self._story = story
        self._level = level
        self._hands = [
            BotHand(pad_info(0), Random(1)),
            BotHand(pad_info(1, Clock.OWN), Random(2)),
        ]

    def play(self) -> MatchEnded:
        """Play on until the match has ended."""
        time = self._story.console.time
        while time.now_ns < MATCH_NS:
            self._move()
            for _, effect in self._story.effects:
                if isinstance(effect, MatchEnded):
                    return effect
            self._story.effects[:] = [
                told for told in self._story.effects if isinstance(told[1], Logged | MatchEnded)
            ]
            due = [hand.due_at() for hand in self._hands]
            instants = [at for at in (*due, time.next_at()) if at is not None]
            time.run_until(max(min(instants), time.now_ns + 1))
        raise AssertionError("the match did not end")

    def _move(self) -> None:
        now = self._story.console.time.now_ns
        for seat, hand in enumerate(self._hands):
            seen = replace(sight(self._story.console.console.match, seat), level=self._level)
            hand.see(seen, now)
            pad = self._story.console.pads[seat]
            for edge in hand.advance(now):
                (pad.close_contact if edge.closed else pad.open_contact)(edge.button, now)


@pytest.mark.parametrize(
    "preferences",
    [
        pytest.param(Preferences(spit=Rules()), id="Spit"),
        pytest.param(Preferences(game="pack", seats=2), id="The Pack"),
    ],
)
def test_a_whole_match_is_played_on_a_wired_pad_and_a_nano(preferences: Preferences) -> None:
    story = Table(ana=Wire(), ben=USB_SERIAL, own_clock=("ben",), preferences=preferences)
    ended = Hands(story, Level.HARD).play()
    assert ended.winner in (0, 1)
    assert not ended.is_forfeit
    assert nano_of(story).session.hello is not None
    told = [effect.words for _, effect in story.effects if isinstance(effect, Logged)]
    assert told == ["Ben's pad is connected"]


class Cut:
    """Lets a line break in the middle of the next frame of a kind."""

    def __init__(self, nano: NanoPad) -> None:
        self.has_cut = False
        self._nano = nano
        nano.up_noise = self._half

    def _half(self, frame: bytes) -> bytes:
        self.has_cut = True
        return frame[: len(frame) // 2]


def run_until(story: Table, holds: Callable[[NanoPad], bool]) -> None:
    """Let time pass, instant by instant, until something holds of the Nano."""
    time = story.console.time
    for _ in range(20_000):
        if holds(nano_of(story)):
            return
        at = time.next_at()
        assert at is not None
        time.run_until(at)
    raise AssertionError("that did not come")


IN_PLAY: dict[str, Callable[[NanoPad], bool]] = {
    "between a probe and its answer": lambda pad: bool(pad.session._probes._asked),
    "with every probe answered": lambda pad: not pad.session._probes._asked,
    "while an interrupt waits": lambda pad: bool(pad.nano._pending),
    "with entries not acknowledged": lambda pad: bool(pad.nano._kept),
    "with an acknowledgement under way": lambda pad: pad.session._reader.edges > 0,
    "with a watermark that waits for entries": lambda pad: pad.session._pending is not None,
    "in doubt whether it has booted": lambda pad: pad.session._is_in_doubt,
}
AT_THE_PLUG: dict[str, Callable[[NanoPad], bool]] = {
    "before its hello": lambda pad: pad.nano.is_on and pad.session.hello is None,
    "before its first answer": lambda pad: pad.session._pad == "b" and not pad.session._told,
    "at its first answer": lambda pad: pad.session._told is not None,
}


def goes_on(story: Table) -> None:
    """Ben's pad is away, is plugged in, and the match goes on as it was."""
    story.after(ms=300)
    for name in story.names:
        scene = story.scene(name)
        assert isinstance(scene, Notice)
        assert scene.title == "Ben's pad is unplugged"
    story.plug_in("ben")
    story.after(ms=300)
    assert story.phase() is Phase.COUNTDOWN
    story.until(Phase.PLAY)
    assert story.piles() == "7C TD"
    story.tap("ben", "c3", "right")
    assert story.piles() == "7C 9C"
    assert not any("late" in e.words for _, e in story.effects if isinstance(e, Logged))


@pytest.mark.parametrize("state", IN_PLAY)
def test_a_plug_pulled_in_the_middle_of_the_talk_pauses_the_match(state: str) -> None:
    story = playing(ben=Wire(delay_ms=0.5, jitter_ms=0.5), own_clock=("ben",))
    nano = nano_of(story)
    story.press("ben", "c3")
    if "waits for entries" in state:
        _lose_entries(nano)
    if "doubt" in state:
        nano.session._doubt(story.console.time.now_ns)
    run_until(story, IN_PLAY[state])
    story.unplug("ben")
    nano.up_noise = lambda data: data
    goes_on(story)


def _lose_entries(nano: NanoPad) -> None:
    def lose(frame: bytes) -> bytes:
        return b"\0" if frame[1] == 0x82 else frame

    nano.up_noise = lose


def test_a_plug_pulled_in_the_middle_of_a_frame_of_entries_pauses_the_match() -> None:
    story = playing(ben=Wire(delay_ms=0.5), own_clock=("ben",))
    story.press("ben", "c3")
    nano = nano_of(story)
    run_until(story, lambda pad: bool(pad.nano._kept))
    cut = Cut(nano)
    run_until(story, lambda _: cut.has_cut)
    story.unplug("ben")
    nano.up_noise = lambda data: data
    goes_on(story)


@pytest.mark.parametrize("state", AT_THE_PLUG)
def test_a_plug_pulled_again_while_the_pad_comes_back_leaves_the_match_paused(state: str) -> None:
    story = playing(ben=Wire(delay_ms=0.5), own_clock=("ben",))
    story.unplug("ben")
    story.after(ms=100)
    story.plug_in("ben")
    run_until(story, AT_THE_PLUG[state])
    story.unplug("ben")
    goes_on(story)


def test_a_plug_pulled_in_the_middle_of_the_hello_leaves_the_match_paused() -> None:
    story = playing(ben=Wire(delay_ms=0.5), own_clock=("ben",))
    nano = nano_of(story)
    story.unplug("ben")
    cut = Cut(nano)
    story.plug_in("ben")
    run_until(story, lambda _: cut.has_cut)
    assert nano.session.hello is None, f"it was cut before the end of {HELLO:#x}"
    story.unplug("ben")
    nano.up_noise = lambda data: data
    goes_on(story)


def test_a_pad_that_boots_in_place_in_mid_match_pauses_it_and_comes_back() -> None:
    story = playing(own_clock=("ben",))
    story.press("ben", "c3", held_ms=20)
    story.after(ms=5)
    nano_of(story).reboot()
    story.after(ms=30)
    assert story.phase() is not Phase.PLAY
    story.until(Phase.PLAY)
    story.tap("ben", "c3", "right")
    assert story.piles() == "7C 9C"
