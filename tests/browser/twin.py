"""A twin of the console's match: the same presses, so the same scenes, without pads or time."""

from collections.abc import Iterable, Iterator, Sequence

from firmware_host.input_events import Pressed, Released
from firmware_host.match import Woke, step
from firmware_host.match_scenes import scene_of
from firmware_host.match_state import Setup, new_match
from firmware_host.preferences import Preferences
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import PackMoment, PackTable, Scene
from hw.ports import CARD_BUTTONS, Button, HostNs
from tests.browser.driver import Page
from tests.browser.glass import frame_on, until
from tests.browser.keys import press


class Twin:
    """Knows what the panels of the real console must show, once it has had the same presses.

    Its time stands still: what is shown for a moment stands until it is pressed away, or `wait`.
    """

    def __init__(self, seed: int, names: tuple[str, ...], game: str) -> None:
        self.match = new_match(Setup(names, seed=seed), Preferences(game=game))
        self._now = HostNs(1_000_000_000)

    def press(self, seat: int, button: Button) -> None:
        """Press and release a button."""
        pad = self.match.setup.pads[seat]
        assert pad is not None
        now = self._now
        self._step(Pressed(pad, seat, button, now, now, now, False))
        self._step(Released(pad, seat, button, now))

    @property
    def is_decided(self) -> bool:
        """Tell whether the game on the table has its result, shown or not."""
        return self.match.game is not None and self.match.game.state.result is not None

    def wait(self) -> None:
        """Let pass what is shown for a moment."""
        self._now = self.match.due_at() or self._now
        self._step(Woke())

    def _step(self, event: Pressed | Released | Woke) -> None:
        self.match, _ = step(self.match, event, self._now)

    def scene(self, seat: int) -> Scene:
        """Give what the panel of `seat` shows."""
        return scene_of(self.match, seat)

    def frame(self, seat: int) -> bytes:
        """Give the panel's pixels."""
        return frame_of(self.scene(seat))


def press_both(tab: Page, twin: Twin, presses: Iterable[tuple[int, Button]]) -> None:
    """Press on the page as on the twin, each time only when the panels show what came of it."""
    for seat, button in presses:
        press(tab, button, seat)
        twin.press(seat, button)
        compare(tab, twin)


def compare(tab: Page, twin: Twin) -> None:
    """Wait until both panels show what they must."""
    wanted = [twin.frame(seat) for seat in (0, 1)]
    until(tab, lambda: [frame_on(tab, seat) for seat in (0, 1)] == wanted)


def next_presses(scenes: Sequence[Scene]) -> Iterator[tuple[int, Button]]:
    """Read off the panels what to press next, as people who play what they can would.

    Whatever everybody is shown is called away with `ready`, which does nothing if it has gone by
    itself.
    """
    for seat, scene in enumerate(scenes):
        if isinstance(scene, PackMoment):
            yield seat, Button.READY
        elif isinstance(scene, PackTable) and scene.is_turn:
            for button in _choice(scene):
                yield seat, button


def _choice(table: PackTable) -> Sequence[Button]:
    """Lay the first three cards; play all cards of the lowest rank that goes, or take the pile."""
    columns = [(b, c) for b, c in zip(CARD_BUTTONS, table.columns, strict=True) if c and c.count]
    if not table.own_up:
        return [*[b for b, c in columns for _ in range(c.count)][:3], Button.READY]
    playable = [(button, column) for button, column in columns if column.plays]
    if not playable:
        return [Button.DRAW]
    button, column = playable[0]
    is_hand = table.own_down == 3 and column.rank != "?"
    return [*[button] * (column.count if is_hand else 1), Button.READY]
