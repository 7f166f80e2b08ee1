"""A bus of panel models: it reads the very bytes, counts them, and can be made to fail."""

from collections.abc import Callable, Mapping, Sequence
from errno import EREMOTEIO, ETIMEDOUT

from hw.panel import Panels
from hw.panel_bus import COMMANDS, DATA, MOST_MESSAGES, Message
from hw.panel_chips import Chip
from hw.panel_group import PanelGroup, Report
from hw.panel_state import PanelPlace
from sim.panel_core import PanelModel, PanelModelError
from sim.panel_model import model_of

FIRST_ADDRESS = 0x3C

Watch = Callable[[Message], None]


class ModelBus:
    """Stands where an I2C bus does. `watch` is told every message that is acknowledged."""

    def __init__(
        self, models: Mapping[int, PanelModel], watch: Watch = lambda _message: None
    ) -> None:
        self.models = models
        self.unplugged: set[int] = set()
        """Addresses where nothing answers."""
        self.is_stuck = False
        """A line is held down: nothing can be sent to anybody."""
        self.fails_after: int | None = None
        """After so many more messages one is not acknowledged, once; half of it came through."""
        self.is_closed = False
        self._watch = watch

    def write(self, messages: Sequence[Message]) -> None:
        """Take one transaction."""
        if len(messages) > MOST_MESSAGES:
            raise PanelModelError(f"{len(messages)} messages in one transaction")
        for message in messages:
            self._check(message.address)
            if self.fails_after is not None:
                self._count_down(message)
            self._deliver(message.address, message.payload)
            self._watch(message)

    def status(self, address: int) -> int:
        """Read a model's status byte."""
        self._check(address)
        return self.models[address].status

    def close(self) -> None:
        """Release the bus; nothing may be sent any more."""
        self.is_closed = True

    def _check(self, address: int) -> None:
        if self.is_closed:
            raise PanelModelError("the bus has been released")
        if self.is_stuck:
            raise OSError(ETIMEDOUT, "Connection timed out")
        if address in self.unplugged or address not in self.models:
            raise OSError(EREMOTEIO, "Remote I/O error")

    def _count_down(self, message: Message) -> None:
        assert self.fails_after is not None
        self.fails_after -= 1
        if self.fails_after < 0:
            self.fails_after = None
            address, payload = message
            self._deliver(address, payload[: 1 + len(payload) // 2])
            raise OSError(EREMOTEIO, "Remote I/O error")

    def _deliver(self, address: int, payload: bytes) -> None:
        control, content = payload[:1], payload[1:]
        if control == COMMANDS:
            self.models[address].command(*content)
        elif control == DATA:
            self.models[address].data(content)
        else:
            raise PanelModelError(f"a message begins with the control byte {control!r}")


def modelled(
    chips: Sequence[Chip],
    *,
    turned: Sequence[int] = (),
    report: Report | None = None,
    watch: Watch = lambda _message: None,
) -> tuple[PanelGroup, ModelBus]:
    """Put a panel for each seat on one bus of models; those of the seats `turned` stand on end."""
    addresses = range(FIRST_ADDRESS, FIRST_ADDRESS + len(chips))
    models = {address: model_of(chip) for address, chip in zip(addresses, chips, strict=True)}
    bus = ModelBus(models, watch)
    places = [
        PanelPlace(seat, chip, address, is_turned=seat in turned)
        for seat, (chip, address) in enumerate(zip(chips, addresses, strict=True))
    ]
    return PanelGroup(bus, places, report), bus


def modelled_panels(chips: Sequence[Chip]) -> tuple[Panels, Sequence[PanelModel]]:
    """Give panels that are written to at once, and their models, by seat."""
    group, bus = modelled(chips)
    return Panels(group), tuple(bus.models.values())
