"""What one player does on the title: looks at it, moves in a menu, reads the rules; pure.

Every pad has a desk of its own, so that one may read the rules while another changes a setting.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from engine import pack, spit
from engine.bots import Level
from engine.games import GAMES
from firmware_host.languages import LANGUAGES
from firmware_host.preferences import BEST_OF, BRIGHTNESS, PACK_RULES, VOLUMES, Preferences
from firmware_host.words import Words, words_in
from firmware_host.words.title import LANGUAGE_NAMES
from hw.ports import CARD_BUTTONS, Button

T = TypeVar("T")

LOCKOUTS_MS = (0, 500, 1000, 2000)


class Place(Enum):
    """Where a player is."""

    TITLE = "title"
    SETTINGS = "settings"
    HOUSE_RULES = "house rules"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a player is, and which entry is marked or which page is open."""

    place: Place = Place.TITLE
    mark: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """All that is chosen on the title."""

    preferences: Preferences
    is_guided: bool = False

    def with_(self, **changes: Any) -> "Choice":
        """Give it with some preferences changed."""
        return replace(self, preferences=replace(self.preferences, **changes))


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a menu: it changes the choice, or leads to another place."""

    label: str
    value: str = ""
    change: Callable[[Choice], Choice] | None = None
    leads_to: Place | None = None


def press(desk: Desk, choice: Choice, button: Button) -> tuple[Desk, Choice]:
    """Take a press of any button but `ready`."""
    if desk.place is Place.TITLE:
        return _press_on_title(desk, choice, button)
    if button is Button.DRAW:
        return _back(desk), choice
    by = {Button.LEFT: -1, Button.RIGHT: 1}.get(button, 0)
    return replace(desk, mark=(desk.mark + by) % _length(desk, choice)), choice


def take(desk: Desk, choice: Choice) -> tuple[Desk, Choice]:
    """Take a tap of `ready` anywhere but on the title itself."""
    if desk.place is Place.RULES:
        return replace(desk, mark=(desk.mark + 1) % _length(desk, choice)), choice
    item = items(desk.place, choice)[desk.mark]
    if item.leads_to is not None:
        return (_back(desk) if item.leads_to is Place.TITLE else Desk(item.leads_to)), choice
    assert item.change is not None
    return desk, item.change(choice)


def within(desk: Desk, choice: Choice) -> Desk:
    """Keep the mark on an entry, or the page open, though `choice` has changed what there is."""
    if desk.place is Place.TITLE:
        return desk
    return replace(desk, mark=min(desk.mark, _length(desk, choice) - 1))


def items(place: Place, choice: Choice) -> Sequence[Item]:
    """List the entries of a menu."""
    words = words_in(choice.preferences.lang)
    entries = _settings(choice, words) if place is Place.SETTINGS else _house_rules(choice, words)
    return (*entries, Item(words.title.back(), leads_to=Place.TITLE))


@cache
def pages(game: str, lang: str) -> Sequence[tuple[str, ...]]:
    """Give the rules of a game as pages of a panel, each of lines."""
    # Only who reads the rules waits for Pillow.
    from firmware_host.screens.reading import paged

    return tuple(page for text in words_in(lang).rules.pages(game) for page in paged(text))


def _press_on_title(desk: Desk, choice: Choice, button: Button) -> tuple[Desk, Choice]:
    if button not in CARD_BUTTONS:
        return desk, choice
    column = CARD_BUTTONS.index(button)
    if column == 3:
        return Desk(Place.SETTINGS), choice
    return desk, (_other_game, _other_rival, _other_length)[column](choice)


def _back(desk: Desk) -> Desk:
    return Desk() if desk.place is Place.SETTINGS else Desk(Place.SETTINGS)


def _length(desk: Desk, choice: Choice) -> int:
    if desk.place is Place.RULES:
        return len(pages(choice.preferences.game, choice.preferences.lang))
    return len(items(desk.place, choice))


def after(values: Sequence[T], value: T) -> T:
    """Give the value that follows; after the last comes the first."""
    place = list(values).index(value) if value in values else -1
    return values[(place + 1) % len(values)]


# What can be changed.


def _other_game(choice: Choice) -> Choice:
    return choice.with_(game=after(tuple(GAMES), choice.preferences.game))


def _other_rival(choice: Choice) -> Choice:
    now = choice.preferences.level if choice.preferences.is_alone else None
    rival = after((None, *Level), now)
    return choice.with_(is_alone=rival is not None, level=rival or choice.preferences.level)


def _other_length(choice: Choice) -> Choice:
    return choice.with_(best_of=after(BEST_OF, choice.preferences.best_of))


def _next_of(name: str, values: Sequence[object]) -> Callable[[Choice], Choice]:
    return lambda choice: choice.with_(**{name: after(values, getattr(choice.preferences, name))})


def _settings(choice: Choice, words: Words) -> list[Item]:
    now, title = choice.preferences, words.title
    may_play = GAMES[now.game].SEATS
    seats = [Item(title.players(), str(now.seats), _next_of("seats", may_play))]
    return [
        Item(title.rules(), leads_to=Place.RULES),
        Item(title.guided(), title.on_or_off(choice.is_guided), _guide),
        *(seats if len(may_play) > 1 else ()),
        Item(title.bots(), words.names.level(now.level), _next_of("level", tuple(Level))),
        Item(title.house_rules(), leads_to=Place.HOUSE_RULES),
        Item(title.language(), LANGUAGE_NAMES[now.lang], _next_of("lang", LANGUAGES)),
        Item(title.brightness(), str(now.brightness), _next_of("brightness", BRIGHTNESS)),
        Item(title.volume(), str(now.volume), _next_of("volume", VOLUMES)),
    ]


def _guide(choice: Choice) -> Choice:
    return replace(choice, is_guided=not choice.is_guided)


def _house_rules(choice: Choice, words: Words) -> list[Item]:
    return HOUSE_RULES[choice.preferences.game](choice, words)


def _of_spit(choice: Choice, words: Words) -> list[Item]:
    rules, title = choice.preferences.spit, words.title
    refill = after(tuple(spit.Refill), rules.refill)
    lockout_ms = after(LOCKOUTS_MS, rules.lockout_ms)
    is_auto = rules.refill is spit.Refill.AUTO
    return [
        Item(
            title.refill(),
            title.by_itself_or_hand(is_auto),
            lambda c: c.with_(spit=replace(rules, refill=refill)),
        ),
        Item(
            title.lockout(),
            title.seconds(rules.lockout_ms),
            lambda c: c.with_(spit=replace(rules, lockout_ms=lockout_ms)),
        ),
    ]


def _of_pack(choice: Choice, words: Words) -> list[Item]:
    rules, title = choice.preferences.pack, words.title
    return [
        Item(
            title.pack_rule(name),
            title.on_or_off(getattr(rules, name)),
            _switch(rules, name),
        )
        for name in PACK_RULES
    ]


def _switch(rules: pack.Rules, name: str) -> Callable[[Choice], Choice]:
    return lambda choice: choice.with_(pack=replace(rules, **{name: not getattr(rules, name)}))


HOUSE_RULES: Mapping[str, Callable[[Choice, Words], list[Item]]] = {
    spit.NAME: _of_spit,
    pack.NAME: _of_pack,
}
"""What can be changed in the house rules of each game."""
