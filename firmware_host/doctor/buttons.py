"""What the buttons of one seat answered when they were asked for; pure."""

from collections.abc import Collection, Iterator, Mapping

from engine.messages import say
from firmware_host.config import Config, SeatConfig
from firmware_host.doctor.findings import Finding, State, listed
from hw.pad_names import BUTTON_PINS
from hw.ports import Button

Place = tuple[int, Button]

CALLED: Mapping[Button, str] = {
    Button.C1: say("c1, below the leftmost card"),
    Button.C2: say("c2, below the second card"),
    Button.C3: say("c3, below the third card"),
    Button.C4: say("c4, below the rightmost card"),
    Button.LEFT: say("left, for the left pile"),
    Button.RIGHT: say("right, for the right pile"),
    Button.DRAW: say("draw, which draws cards"),
    Button.READY: say("ready, which starts a game"),
}
"""What people are asked for."""


class Answers:
    """The answers of seat `seat`."""

    def __init__(self, seat: int, it: SeatConfig, config: Config) -> None:
        self.seat = seat
        self.stuck: set[Button] = set()
        self._it = it
        self._config = config
        self._is_known = False
        self._heard: dict[Button, Place] = {}
        self._silent: dict[Button, int] = {}
        self._tried: dict[Button, Place] = {}

    # What happens.

    def hold(self, closed: Collection[Button] | None) -> None:
        """Take in what is closed though nobody presses; None if the pad has not told."""
        if closed is not None:
            self._is_known = True
            self.stuck |= set(closed)

    def stick(self, button: Button) -> None:
        """Take in that a button does not open again."""
        self.stuck.add(button)

    def answer(self, asked: Button, seat: int, button: Button) -> bool:
        """Take in what answered; True if that is certain, so that nobody need ask again."""
        place = seat, button
        if place == (self.seat, asked) or self._tried.get(asked) == place:
            self._heard[asked] = place
            return True
        self._tried[asked] = place
        return False

    def stay_silent(self, asked: Button, glitches: int) -> None:
        """Take in that nothing answered, though something closed `glitches` times for a moment."""
        self._silent[asked] = glitches

    # What is made of it.

    @property
    def silent(self) -> int:
        """Tell how many buttons have not answered."""
        return len(self._silent)

    @property
    def has_answered(self) -> bool:
        """Tell whether anything has answered."""
        return bool(self._heard or self._tried)

    def at_rest(self) -> Finding:
        """Tell whether all buttons are open while nobody presses."""
        if not self._is_known:
            words = say("the pad has not told which buttons are closed")
            return Finding("levels", State.WARN, words, say("run doctor again"), self.seat)
        if not self.stuck:
            return Finding("levels", State.OK, say("all open"), seat=self.seat)
        stuck = listed(self._pin(button) for button in Button if button in self.stuck)
        words = say("stuck, closed though nobody presses: {stuck}", stuck=stuck)
        remedy = say("look for a jammed switch, or a wire that touches ground")
        return Finding("levels", State.BAD, words, remedy, self.seat)

    def finding(self) -> Finding:
        """Tell how the buttons answered."""
        if not self.has_answered and self._silent:
            words = say("none answers")
            remedy = say("is the ground wire of this pad connected? spytt wiring shows it")
            return Finding("buttons", State.BAD, words, remedy, self.seat)
        troubles = list(self._troubles())
        if troubles:
            remedies = dict.fromkeys(remedy for _, remedy in troubles)
            told = listed(words for words, _ in troubles)
            return Finding("buttons", State.BAD, told, listed(remedies), self.seat)
        asked = set(self._heard) | self.stuck
        if missing := [button.value for button in Button if button not in asked]:
            words = say("not all were asked for: {missing}", missing=", ".join(missing))
            return Finding("buttons", State.WARN, words, say("run doctor again"), self.seat)
        if self.stuck:
            words = say("all others answer")
            return Finding("buttons", State.WARN, words, seat=self.seat)
        return Finding("buttons", State.OK, say("all eight answer"), seat=self.seat)

    def _troubles(self) -> Iterator[tuple[str, str]]:
        told: set[Button] = set()
        for button in Button:
            if button in self._silent:
                yield self._of_silence(button)
            elif button not in told and (trouble := self._of_others(button, told)):
                yield trouble

    def _of_silence(self, button: Button) -> tuple[str, str]:
        if count := self._silent[button]:
            words = say(
                "{button} closes too briefly to count ({count} times)",
                button=self._pin(button),
                count=count,
            )
            return words, say("look for a loose wire, or a worn switch")
        words = say("{button} does not answer", button=self._pin(button))
        return words, say("check its switch, its wire and its ground")

    def _of_others(self, button: Button, told: set[Button]) -> tuple[str, str] | None:
        """Tell of a button that another answers for, and of two whose wires are swapped at once."""
        place = self._heard.get(button, self._tried.get(button))
        if place is None or place == (self.seat, button):
            return None
        seat, other = place
        if seat == self.seat and self._heard.get(other) == (seat, button):
            told.add(other)
            words = say(
                "{one} and {other} are swapped", one=self._pin(button), other=self._pin(other)
            )
            return words, say("swap their wires, or their pins in the configuration")
        if button not in self._heard:
            words = say("{button} did not answer, only others did", button=self._pin(button))
            return words, say("check its switch, its wire and its ground")
        words = say(
            "for {button} it is {other} of seat {seat} that answers",
            button=self._pin(button),
            other=other.value,
            seat=seat + 1,
        )
        return words, say("compare the wires with what spytt wiring shows")

    def _pin(self, button: Button) -> str:
        """Name a button with its wire's place."""
        if self._it.usb is not None:
            return say("{button} (the Nano's {pin})", button=button.value, pin=BUTTON_PINS[button])
        gpio = self._it.buttons[button]
        pin = self._config.board.pin_of(gpio).number
        return say("{button} (GPIO{gpio}, pin {pin})", button=button.value, gpio=gpio, pin=pin)
