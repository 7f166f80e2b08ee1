"""Doctor's round on the devices of a configuration, told in the terminal."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from queue import SimpleQueue

from engine.messages import say
from firmware_host.cli import hardware
from firmware_host.cli.language import spoken, told
from firmware_host.cli.running import stopped_by_signals
from firmware_host.config import Config
from firmware_host.doctor.bounce_picture import Ink, legend, pictured
from firmware_host.doctor.bounces import Tap
from firmware_host.doctor.buttons import CALLED
from firmware_host.doctor.findings import Finding, State
from firmware_host.doctor.round import Round
from firmware_host.doctor.stage import Wiring
from firmware_host.effects import Tone
from firmware_host.loop import Loop
from firmware_host.reasons import reason_of
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import Scene
from firmware_host.sounding import Sounder
from firmware_host.words import words_in
from hw.panel import Panels
from hw.ports import Arrival, Button, PadInfo, PanelPort, Put

HELLO_S = 5.0
"""By then every pad on USB has said hello."""

Write = Callable[[str], None]


class TerminalStage:
    """Tells in the terminal, and shows on the panels there are."""

    def __init__(
        self,
        config: Config,
        panels: Mapping[int, PanelPort],
        sounder: Sounder | None,
        write: Write,
        ink: Ink,
    ) -> None:
        self._config = config
        self._panels = panels
        self._sounder = sounder
        self._write = write
        self._ink = ink
        self._has_drawn = False

    def tell(self, words: str) -> None:
        """Write a line."""
        self._write(told(words))

    def ask(self, seat: int, button: Button) -> None:
        """Ask for a button."""
        self.tell("")
        self.tell(say("{seat}: press {button}", seat=self._seat(seat), button=CALLED[button]))

    def ask_whether(self, seat: int, question: str) -> None:
        """Ask a question."""
        self.tell("")
        self.tell(
            say(
                "{seat}: {question} (press READY for yes, DRAW for no)",
                seat=self._seat(seat),
                question=question,
            )
        )

    def show_tap(self, tap: Tap) -> None:
        """Draw a bounce; before the first one tell how to read it."""
        if not self._has_drawn:
            self.tell(legend(self._ink))
            self._has_drawn = True
        for line in pictured(tap, self._ink):
            self.tell(line)

    def show(self, seat: int, scene: Scene) -> None:
        """Show a scene on the panel of a seat."""
        if seat in self._panels:
            self._panels[seat].show(frame_of(scene))

    def sound(self, seat: int, tone: Tone) -> None:
        """Sound a buzzer."""
        if self._sounder is not None:
            self._sounder.sound(seat, tone)

    def light(self, seat: int, is_lit: bool) -> None:
        """Light an LED, or put it out."""
        if self._sounder is not None:
            self._sounder.light(seat, is_lit)

    def _seat(self, seat: int) -> str:
        name = self._config.seats[seat].name
        if name is None:
            return say("Seat {seat}", seat=seat + 1)
        return say("Seat {seat} ({name})", seat=seat + 1, name=name)


def go_round(
    config: Config,
    seats: Collection[int],
    working: Collection[int],
    write: Write,
    ink: Ink,
    *,
    is_guided: bool,
) -> tuple[list[Finding], Sequence[Tap]]:
    """Open the devices and go round, until the end or Ctrl-C; gives findings and all bounces.

    `seats` are those whose pads are there, `working` those whose panels work.
    """
    inbox: SimpleQueue[Arrival | None] = SimpleQueue()
    with ExitStack() as closing:
        try:
            pads = hardware.open_pads(config, inbox.put, seats=seats)
        except OSError as error:
            return [Finding("pads", State.BAD, reason_of(error))], ()
        closing.callback(pads.close)
        if pads.usb is not None:
            # Opening their ports has reset them.
            pads.usb.await_all(HELLO_S)
        panels = _panels(config, inbox.put, closing) if is_guided and working else {}
        sounder = _sounder(config, pads, closing) if is_guided else None
        stage = TerminalStage(config, panels, sounder, write, ink)
        infos = [info for info in hardware.pads_of(config) if info.seat in seats]
        wiring = _wiring(config, infos, panels.keys() & set(working), sounder)
        words = words_in(config.language or spoken()).doctor
        doctor = Round(wiring, stage, words, lambda: loop.stop(), is_guided=is_guided)
        loop = Loop(doctor, lambda _: None, inbox=inbox)
        closing.enter_context(stopped_by_signals(loop.stop))
        loop.run(pads.ports)
    return list(doctor.findings()), doctor.heard.taps.finish()


def _wiring(
    config: Config, pads: Sequence[PadInfo], panels: Collection[int], sounder: Sounder | None
) -> Wiring:
    sounds = [
        info.seat for info in pads if (it := config.seats[info.seat]).buzzer or it.led or it.usb
    ]
    return Wiring(config, pads, panels, sounds if sounder else ())


def _panels(config: Config, put: Put, closing: ExitStack) -> Mapping[int, PanelPort]:
    """Open the panels; none where a bus cannot be had, which has been told."""
    opened: list[Panels] = []
    with suppress(OSError, ImportError):
        opened = hardware.open_buses(config, hardware.panel_reports(put))
    for bus in opened:
        closing.callback(bus.close_all)
    return {seat: port for bus in opened for seat, port in bus.ports.items()}


def _sounder(config: Config, pads: hardware.Pads, closing: ExitStack) -> Sounder | None:
    """Open buzzers and LEDs; None where they cannot be had, which has been told."""
    with suppress(OSError):
        sounder = hardware.open_sounds(config, pads.usb)
        closing.callback(sounder.close)
        return sounder
    return None
