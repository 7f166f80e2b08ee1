"""The guided round: asks for every button, looks at every panel. Time comes with the arrivals.

What is asked when reads from top to bottom in `_whole`, which waits by yielding ns, and is sent the
press that came meanwhile, or None when nothing came.
"""

from collections.abc import Callable, Generator, Iterator, Mapping

from engine.messages import say
from firmware_host.config import SeatConfig
from firmware_host.doctor.buttons import Answers
from firmware_host.doctor.findings import Finding, State
from firmware_host.doctor.heard import Heard
from firmware_host.doctor.scenes import asking, eye_chart, listening, thanking, waiting
from firmware_host.doctor.stage import Stage, Wiring
from firmware_host.doctor.verdicts import CHARTS, of_picture, of_sound, question_of_sound
from firmware_host.effects import Effect, Tone
from firmware_host.input_events import Pressed
from firmware_host.input_layer import InputLayer
from firmware_host.words.doctor import DoctorWords
from hw.ports import Arrival, Button, HostNs, PanelReport, Tick
from hw.units import MILLISECOND_NS, SECOND_NS

SETTLE_NS = 300 * MILLISECOND_NS
"""By then every pad has told its levels."""
LET_GO_NS = 5 * SECOND_NS
"""A button that is still closed after that is stuck."""
PATIENCE_NS = 15 * SECOND_NS
"""How long a button may take to answer;"""
LOOK_NS = 45 * SECOND_NS
"""and a player to say what can be seen."""
POLL_NS = 20 * MILLISECOND_NS
TONE_NS = 1 * SECOND_NS
TRIES = 3
"""A finger may take the wrong button; wires do so every time."""
ENOUGH_SILENCE = 3
"""When so many buttons of a seat stay silent, and none has answered, nobody asks for the rest."""

Script = Generator[int, Pressed | None, None]
Asked = Generator[int, Pressed | None, Pressed | None]


class Round:
    """Feed it arrivals; `done` is called at the end. `findings` may be asked for at any time.

    One that is not guided asks nothing: it waits for the levels only.
    """

    def __init__(
        self,
        wiring: Wiring,
        stage: Stage,
        words: DoctorWords,
        done: Callable[[], None],
        *,
        is_guided: bool = True,
    ) -> None:
        self.heard = Heard(wiring.pads)
        self.is_over = False
        self._wiring = wiring
        self._stage = stage
        self._words = words
        self._done = done
        self._is_guided = is_guided
        self._answers = [Answers(seat, it, wiring.config) for seat, it in self._seats()]
        self._looks: list[Finding] = []
        self._lost: set[int] = set()
        self._layer = InputLayer(wiring.pads, wiring.config.settings)
        self._now = HostNs(0)
        self._until: int | None = None
        self._is_settled = False
        self._script = self._whole()

    # What the loop calls.

    def feed(self, arrival: Arrival) -> list[Effect]:
        """Take in one arrival; what is to be told and shown goes straight to the stage."""
        if self.is_over:
            return []
        self._now = arrival.at
        if self._until is None:
            self._go_on(None)
        if isinstance(arrival, PanelReport):
            (self._lost.add if arrival.is_lost else self._lost.discard)(arrival.seat)
        elif not isinstance(arrival, Tick):
            self.heard.take(arrival)
        for event in self._layer.feed(arrival):
            if self._is_settled:
                self.heard.note(event)
            if isinstance(event, Pressed):
                self._go_on(event)
        if self._until is not None and self._now >= self._until:
            self._go_on(None)
        return []

    def due_at(self) -> HostNs | None:
        """Tell when to feed a `Tick` at the latest."""
        dues = [due for due in (self._layer.due_at(), self._until) if due is not None]
        return HostNs(min(dues)) if dues and not self.is_over else None

    def asks(self) -> Mapping[str, HostNs]:
        """Name the pads whose watermark would settle something that waits."""
        return self._layer.asks()

    def findings(self) -> Iterator[Finding]:
        """Tell what has been found so far."""
        for answers in self._answers:
            yield answers.at_rest()
            if self._is_guided:
                yield answers.finding()
        for seat in sorted(self._lost):
            words = say("it was lost meanwhile")
            yield Finding("panel", State.BAD, words, say("look at its wires"), seat)
        yield from self._looks
        yield from self.heard.findings()

    # The script.

    def _go_on(self, press: Pressed | None) -> None:
        if self.is_over:
            return
        try:
            wait_ns = next(self._script) if self._until is None else self._script.send(press)
        except StopIteration:
            self.is_over = True
            self._done()
        else:
            self._until = self._now + wait_ns

    def _whole(self) -> Script:
        yield from self._pause(SETTLE_NS)
        if self._is_guided and any(self.heard.closed.values()):
            self._stage.tell(say("Let go of all buttons, please."))
            until = self._now + LET_GO_NS
            while any(self.heard.closed.values()) and self._now < until:
                yield from self._pause(POLL_NS)
        for answers, info in zip(self._answers, self._wiring.pads, strict=True):
            answers.hold(self.heard.closed.get(info.pad))
        self._is_settled = True
        if self._is_guided:
            for answers in self._answers:
                yield from self._ask_for_buttons(answers)
            for seat, it in self._seats():
                yield from self._ask_what_is_seen(seat, it)
                yield from self._ask_what_is_heard(seat, it)
            for seat in self._wiring.panels:
                self._stage.show(seat, thanking(self._words))

    def _ask_for_buttons(self, answers: Answers) -> Script:
        for button in Button:
            if answers.silent >= ENOUGH_SILENCE and not answers.has_answered:
                self._stage.tell(say("Nothing comes from this seat: on to what is next."))
                return
            if button not in answers.stuck:
                yield from self._ask_for(answers, button)

    def _ask_for(self, answers: Answers, button: Button) -> Script:
        """Ask until the button answers, another does so again, or nobody does."""
        seat, before = answers.seat, self.heard.glitches(self._pad(answers.seat))
        for _ in range(TRIES):
            self._prompt(seat, button)
            press = yield from self._press_within(PATIENCE_NS)
            if press is None:
                answers.stay_silent(button, self.heard.glitches(self._pad(seat)) - before)
                self._stage.tell(say("{button} did not answer", button=button.value))
                return
            yield from self._until_let_go(press)
            self._show_bounce(press)
            if answers.answer(button, press.seat, press.button):
                return
            self._stage.tell(
                say(
                    "That was {other} of seat {place}; once more, please.",
                    other=press.button.value,
                    place=press.seat + 1,
                )
            )

    def _until_let_go(self, press: Pressed) -> Script:
        """Wait until the bounce of the release is over, too."""
        until = self._now + LET_GO_NS
        while not self.heard.is_at_rest(press.pad, press.button, self._now):
            if self._now >= until:
                self._answers[press.seat].stick(press.button)
                return
            yield from self._pause(POLL_NS)

    def _show_bounce(self, press: Pressed) -> None:
        """Draw what a button has just done, if it is over."""
        place = press.pad, press.button
        done = reversed(self.heard.taps.done)
        if tap := next((it for it in done if (it.pad, it.button) == place), None):
            self._stage.show_tap(tap)

    def _ask_what_is_seen(self, seat: int, it: SeatConfig) -> Script:
        if seat not in self._wiring.panels:
            return
        answer: bool | None = True
        for question, is_lit in CHARTS:
            if answer:
                chart = eye_chart(self._words, seat, it.name, is_lit=is_lit)
                self._stage.show(seat, chart)
                answer = yield from self._yes_or_no(seat, question)
        if seat not in self._lost:
            self._looks.append(of_picture(seat, answer))

    def _ask_what_is_heard(self, seat: int, it: SeatConfig) -> Script:
        if seat not in self._wiring.sounds:
            return
        if seat in self._wiring.panels:
            self._stage.show(seat, listening(self._words, seat))
        self._stage.light(seat, True)
        has_tone = it.buzzer is not None or it.usb is not None
        answer = yield from self._yes_or_no(seat, question_of_sound(it), has_tone=has_tone)
        self._stage.light(seat, False)
        self._looks.append(of_sound(seat, answer))

    def _yes_or_no(
        self, seat: int, question: str, *, has_tone: bool = False
    ) -> Generator[int, Pressed | None, bool | None]:
        """Ask a player; READY is yes, DRAW is no, None is no answer."""
        self._stage.ask_whether(seat, question)
        answers = (seat, Button.READY), (seat, Button.DRAW)
        until = self._now + LOOK_NS
        while self._now < until:
            if has_tone:
                self._stage.sound(seat, Tone.START)
            wait_ns = min(TONE_NS if has_tone else LOOK_NS, until - self._now)
            press = yield from self._press_within(wait_ns)
            if press is not None and (press.seat, press.button) in answers:
                yield from self._until_let_go(press)
                return press.button is Button.READY
        return None

    # Waiting.

    def _pause(self, wait_ns: int) -> Script:
        """Wait, whatever is pressed."""
        until = self._now + wait_ns
        while self._now < until:
            yield until - self._now

    def _press_within(self, wait_ns: int) -> Asked:
        press: Pressed | None = yield wait_ns
        return press

    # Places.

    def _seats(self) -> Iterator[tuple[int, SeatConfig]]:
        """Go through the seats whose pads are looked at."""
        seats = self._wiring.config.seats
        return ((info.seat, seats[info.seat]) for info in self._wiring.pads)

    def _pad(self, seat: int) -> str:
        return next(info.pad for info in self._wiring.pads if info.seat == seat)

    def _prompt(self, seat: int, button: Button) -> None:
        self._stage.ask(seat, button)
        for other in self._wiring.panels:
            is_asked = other == seat
            scene = asking(self._words, button) if is_asked else waiting(self._words, seat)
            self._stage.show(other, scene)
