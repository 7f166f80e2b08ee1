"""What a bot at a seat sees: never more than a person there would."""

from dataclasses import dataclass
from typing import Any

from engine.bots import Level
from hw.ports import Button


@dataclass(frozen=True, slots=True)
class Sight:
    """The game as `view`s of it allow, while there is play; or the button that is asked for.

    `pad` is what the panel shows of how the buttons stand now (which cards they choose); a bot
    whose sight has no `level` has no seat.
    """

    view: Any = None
    pad: Any = None
    wish: Button | None = None
    level: Level | None = None


NOTHING = Sight()
