"""What is chosen on the title, and remembered: game, opponents, rules, language, light, sound.

`as_json` and `read` are how the state folder keeps them; what a later version cannot use is left at
its default.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass, field, fields, replace
from typing import Any

from engine import pack as pack_rules
from engine import spit as spit_rules
from engine.bots import Level
from engine.games import GAMES
from firmware_host.languages import LANGUAGES

BEST_OF = (1, 3, 5)
HOUSE_RULES: Mapping[str, type] = {
    spit_rules.NAME: spit_rules.Rules,
    pack_rules.NAME: pack_rules.Rules,
}
"""What kind the house rules of each game are; `Preferences` keeps them under the game's name."""
PACK_RULES = tuple(rule.name for rule in fields(pack_rules.Rules))
BRIGHTNESS = (1, 2, 3, 4)
VOLUMES = (0, 1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Preferences:
    """One choice of everything.

    `is_alone`: the first pad plays against bots; else every pad plays, and bots fill up. `seats`
    (2-5) are those of The Pack. `brightness` is 1-4, `volume` 0-4.
    """

    game: str = spit_rules.NAME
    is_alone: bool = False
    level: Level = Level.NORMAL
    seats: int = 2
    best_of: int = 1
    lang: str = LANGUAGES[0]
    brightness: int = 3
    volume: int = 3
    spit: spit_rules.Rules = field(default_factory=spit_rules.Rules)
    pack: pack_rules.Rules = field(default_factory=pack_rules.Rules)

    @property
    def rules(self) -> Any:
        """The house rules of the game chosen."""
        return getattr(self, self.game)

    def line_up(self, pads: int) -> tuple[Level | None, ...]:
        """Tell who sits where, given how many pads there are: None is a person, else a bot."""
        seats = min(max(self.seats, GAMES[self.game].SEATS[0]), GAMES[self.game].SEATS[-1])
        people = 1 if self.is_alone else min(pads, seats)
        return tuple(None if seat < people else self.level for seat in range(seats))

    def as_json(self) -> dict[str, object]:
        """Give them as plain values."""
        plain = {f.name: getattr(self, f.name) for f in fields(self)}
        return {
            **plain,
            "level": str(self.level),
            **{game: getattr(self, game).as_json() for game in HOUSE_RULES},
        }


KNOWN: Mapping[str, Any] = {
    "game": tuple(GAMES),
    "is_alone": (False, True),
    "level": tuple(Level),
    "seats": pack_rules.SEATS,
    "best_of": BEST_OF,
    "lang": LANGUAGES,
    "brightness": BRIGHTNESS,
    "volume": VOLUMES,
}
"""The values that each may have."""


def read(plain: Mapping[str, Any]) -> Preferences:
    """Take what was kept; whatever is not understood stays as by default."""
    taken = {
        name: values[list(values).index(plain[name])]
        for name, values in KNOWN.items()
        if plain.get(name) in values
    }
    rules = {game: _rules(kind, plain.get(game)) for game, kind in HOUSE_RULES.items()}
    return replace(Preferences(), **taken, **rules)


def _rules(kind: type, plain: Any) -> Any:
    """Take house rules; as by default if one of them is not what such a rule can be."""
    with suppress(TypeError, ValueError):
        rules, default = kind(**plain), kind()
        if list(map(type, astuple(rules))) == list(map(type, astuple(default))):
            return rules
    return kind()
