"""Whatever two people do to their pads, the match stands, and its records tell it truly."""

from random import Random

import pytest

from engine.records import as_text
from engine.replay import replay
from engine.spit import Refill, Rules
from firmware_host.effects import GameBegan, Recorded
from firmware_host.match_state import Phase
from firmware_host.screens.scenes import Menu, Notice
from firmware_host.words import words_in
from hw.ports import Button
from sim.table import Table
from sim.wire import USB_SERIAL, Wire

BUTTONS = [*Button, Button.LEFT, Button.RIGHT, Button.READY, Button.READY]


def fumble(story: Table, luck: Random) -> None:
    """One person does something at random: taps, holds, or pulls a plug for a moment."""
    name = luck.choice(story.names)
    if luck.random() < 0.01:
        story.unplug(name)
        story.after(ms=luck.uniform(1, 400))
        story.plug_in(name)
    else:
        held_ms = 1100 if luck.random() < 0.01 else luck.uniform(5, 90)
        story.press(name, luck.choice(BUTTONS), held_ms=held_ms)
    story.after(ms=luck.uniform(0, 120))


@pytest.mark.parametrize("refill", list(Refill))
@pytest.mark.parametrize("seed", range(2))
def test_no_fumbling_breaks_a_match_and_every_record_replays(seed: int, refill: Refill) -> None:
    luck = Random(seed)
    story = Table(
        ana=USB_SERIAL,
        ben=Wire(),
        own_clock=("ana",),
        rules=Rules(refill, 300),
        best_of=3,
        seed=seed,
    )
    for _ in range(250):
        fumble(story, luck)
        if story.phase() in (Phase.MENU, Phase.AWAY):
            assert all(isinstance(story.scene(name), Menu | Notice) for name in story.names)
    games: list[list[str]] = []
    for _, effect in story.effects:
        if isinstance(effect, GameBegan):
            games.append([as_text(effect.header)])
        elif isinstance(effect, Recorded):
            games[-1].append(as_text(effect.line))
    ends = [list(replay(lines)[1])[-1].state for lines in games]
    assert ends
    if (game := story.console.console.match.game) is not None:
        assert ends[-1] == game.state


@pytest.mark.parametrize(
    ("margin_ns", "said"),
    [
        (3_400_000, "Ana first by 3.4 ms"),
        (119_300_000, "Ana first by 119 ms"),
        (2_340_000_000, "Ana first by 2.3 s"),
    ],
)
def test_margins_are_told_as_finely_as_they_matter(margin_ns: int, said: str) -> None:
    assert words_in("en").spit.first_by("Ana", margin_ns) == said
