"""A console under examination, in virtual time: what doctor asks for is pressed by a finger.

patient = Patient(config, swapped={(0, Button.C1): (0, Button.C2)})
patient.examine()
patient.lines, patient.findings()
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random

from firmware_host.config import Config
from firmware_host.doctor.bounce_picture import pictured
from firmware_host.doctor.bounces import Tap
from firmware_host.doctor.findings import Finding
from firmware_host.doctor.round import Round
from firmware_host.doctor.stage import Wiring
from firmware_host.effects import Tone
from firmware_host.screens.scenes import EyeChart, Notice, Scene
from firmware_host.seating import pad_info
from firmware_host.words import words_in
from hw.ports import Arrival, Button, HostNs, Tick
from hw.units import MILLISECOND_NS, SECOND_NS
from sim.finger import Bounce, Contact, Finger, touch
from sim.pads import HostPad
from sim.virtual_time import VirtualTime
from sim.wire import Wire

START_NS = HostNs(1_000 * SECOND_NS)
REACTION_NS = 400 * MILLISECOND_NS
LONGEST_NS = 1_800 * SECOND_NS

Place = tuple[int, Button]
Press = Callable[[int], Sequence[Contact]]
"""Makes the contacts of a press at an instant."""


class Patient:
    """A console with people who press what they are asked to.

    `wires` tells which button's line a switch is really wired to, `slips` what is pressed first
    instead of what is asked for; `dead` switches do nothing, `stuck` ones are closed for good,
    `odd` ones make contacts of their own. `verdict` is what people answer about pictures and sound;
    None is nothing.
    """

    def __init__(
        self,
        config: Config,
        *,
        wires: Mapping[Place, Place] | None = None,
        slips: Mapping[Place, Sequence[Place]] | None = None,
        dead: Collection[Place] = (),
        stuck: Collection[Place] = (),
        odd: Mapping[Place, Press] | None = None,
        panels: Collection[int] | None = None,
        verdict: Button | None = Button.READY,
        bounce: Bounce | None = None,
        wire: Wire | None = None,
        is_guided: bool = True,
        language: str = "en",
    ) -> None:
        self.time = VirtualTime(START_NS)
        self.lines: list[str] = []
        self.scenes: list[tuple[int, Scene]] = []
        self.tones: list[tuple[int, Tone]] = []
        self.lamps: list[tuple[int, bool]] = []
        self._wires = wires or {}
        self._slips = {asked: list(others) for asked, others in (slips or {}).items()}
        self._dead = dead
        self._odd = odd or {}
        self._verdict = verdict
        self._finger = Finger(Random("doctor"), bounce)
        infos = tuple(pad_info(seat) for seat in range(len(config.seats)))
        seats = range(len(config.seats))
        sounds = [s for s in seats if config.seats[s].buzzer or config.seats[s].led]
        wiring = Wiring(config, infos, seats if panels is None else panels, sounds)
        words = words_in(language).doctor
        self.round = Round(wiring, self, words, lambda: None, is_guided=is_guided)
        self._armed_ns: int | None = None
        self.pads = [
            HostPad(self.time, info, self.put, Random(info.pad), wire=wire) for info in infos
        ]
        for seat, button in stuck:
            self.pads[seat].close_contact(button, START_NS)
        for pad in self.pads:
            pad.close()
            self.time.call_at(START_NS + MILLISECOND_NS, pad.plug_in)
        self.time.call_at(START_NS, lambda: self.put(Tick(self.time.now_ns)))

    def examine(self, seconds: float = LONGEST_NS / SECOND_NS) -> None:
        """Let the round go on until its end, or for so many seconds."""
        until = self.time.now_ns + round(seconds * SECOND_NS)
        while not self.round.is_over and (due := self.time.next_at()) is not None and due <= until:
            self.time.run_until(due)

    def findings(self) -> list[Finding]:
        """Give what has been found."""
        return list(self.round.findings())

    def put(self, arrival: Arrival) -> None:
        """Take in one arrival, as the loop does."""
        self.round.feed(arrival)
        for name, until in self.round.asks().items():
            next(pad for pad in self.pads if pad.info.pad == name).ask(name, until)
        due = self.round.due_at()
        if due is not None and (self._armed_ns is None or due < self._armed_ns):
            self._armed_ns = max(due, self.time.now_ns)
            self.time.call_at(self._armed_ns, self._tick)

    # The stage.

    def tell(self, words: str) -> None:
        """Keep a line; who reads it presses what it asks for."""
        self.lines.append(words)

    def ask(self, seat: int, button: Button) -> None:
        """Press what is asked for, after a while."""
        self._press((seat, button))

    def ask_whether(self, seat: int, question: str) -> None:
        """Answer a question about what is seen and heard."""
        self.lines.append(question)
        if self._verdict is not None:
            self._press((seat, self._verdict))

    def show_tap(self, tap: Tap) -> None:
        """Keep the picture."""
        self.lines += pictured(tap)

    def show(self, seat: int, scene: Scene) -> None:
        """Keep the scene."""
        assert isinstance(scene, EyeChart | Notice)
        self.scenes.append((seat, scene))

    def sound(self, seat: int, tone: Tone) -> None:
        """Keep the tone."""
        self.tones.append((seat, tone))

    def light(self, seat: int, is_lit: bool) -> None:
        """Keep what the lamp does."""
        self.lamps.append((seat, is_lit))

    def _press(self, switch: Place) -> None:
        if slips := self._slips.get(switch):
            switch = slips.pop(0)
        if switch in self._dead:
            return
        seat, button = self._wires.get(switch, switch)
        at_ns = self.time.now_ns + REACTION_NS
        press = self._odd.get(switch, self._finger.press)
        touch(self.pads[seat], button, press(at_ns))

    def _tick(self) -> None:
        if self.time.now_ns == self._armed_ns:
            self._armed_ns = None
            self.put(Tick(self.time.now_ns))
