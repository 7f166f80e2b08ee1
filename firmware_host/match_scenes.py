"""What each panel says of a match: a scene for each seat, made from what that seat may know."""

from firmware_host import title_desk
from firmware_host.match_state import Match, Phase
from firmware_host.screens.scenes import Menu, Notice, Page, Result, Scene, Title
from firmware_host.table import table_of
from firmware_host.title_desk import Choice, Desk, Place


def scene_of(match: Match, seat: int) -> Scene:
    """Give what the panel of `seat` shows; there may be more panels than seats in a game."""
    match match.phase:
        case Phase.TITLE:
            return _title(match, seat)
        case Phase.RESULT:
            return _result(match, seat)
        case Phase.MENU:
            return _menu(match, seat) if _is_seated(match, seat) else _paused(match)
        case Phase.AWAY:
            return _notice(match)
    # Where bots play among themselves nobody holds a hand that is not to be looked into.
    has_view = _is_seated(match, seat) or None not in match.line_up
    table = table_of(match)
    return table.scene(match, seat) if has_view else table.watching(match, seat)


def _is_seated(match: Match, seat: int) -> bool:
    """Tell whether who looks at the panel of `seat` plays there."""
    return seat in match.seats and match.pad_of(seat) is not None


def _title(match: Match, seat: int) -> Scene:
    desk = match.desks[seat] if seat < len(match.desks) else Desk()
    choice = Choice(match.preferences, match.is_guided)
    match desk.place:
        case Place.TITLE:
            return _front(match, seat)
        case Place.RULES:
            return _rules(match, desk)
        case _:
            return _settings(match, desk, choice)


def _front(match: Match, seat: int) -> Title:
    words, now = match.words, match.preferences
    rival = now.level if now.is_alone else None
    is_asked = _is_seated(match, seat)
    hint = (
        words.title.hint(match.ready[seat], match.is_guided)
        if is_asked
        else words.title.watch_hint()
    )
    return Title(
        words.names.game(now.game),
        match.names,
        match.ready,
        match.standing,
        _news(match, seat) or hint,
        (
            words.title.game_key(now.game),
            words.title.rival_key(rival),
            words.title.best_of_key(now.best_of),
            words.title.menu_key(),
        ),
    )


def _rules(match: Match, desk: Desk) -> Page:
    pages = title_desk.pages(match.preferences.game, match.preferences.lang)
    title = match.words.names.game(match.preferences.game)
    number, hint = desk.mark + 1, match.words.title.page_hint()
    return Page(title, pages[desk.mark], number, len(pages), hint)


def _settings(match: Match, desk: Desk, choice: Choice) -> Menu:
    words = match.words.title
    items = title_desk.items(desk.place, choice)
    return Menu(
        words.settings() if desk.place is Place.SETTINGS else words.house_rules(),
        tuple(item.label for item in items),
        desk.mark,
        words.menu_hint(),
        tuple("▸" if item.leads_to and item is not items[-1] else item.value for item in items),
    )


def _result(match: Match, seat: int) -> Result:
    is_ready = seat in match.seats and match.ready[seat]
    hint = match.words.end.hint(is_ready, match.is_over)
    return Result(
        match.verdict,
        match.names,
        match.told_score,
        table_of(match).story(match) if match.game else (),
        match.ready,
        _news(match, seat) or hint,
    )


def _menu(match: Match, seat: int) -> Menu:
    words = match.words.pause
    entries = words.entries()
    wishes = [(s, match.chosen[s]) for s in match.seats if s != seat]
    told = [words.other_wants(match.names[s], entries[w]) for s, w in wishes if w is not None]
    return Menu(
        words.paused(),
        entries,
        match.marks[seat],
        _news(match, seat) or (told[0] if told else _waits(match, seat)),
    )


def _waits(match: Match, seat: int) -> str:
    if match.chosen[seat] is None:
        return match.words.pause.hint()
    return match.words.title.hint(is_ready=True, is_guided=False)


def _paused(match: Match) -> Notice:
    words = match.words.pause
    return Notice(words.paused(), (words.cards_are_hidden(),), "")


def _notice(match: Match) -> Notice:
    lost, words = match.lost(), match.words.pause
    return Notice(lost[0], (*lost[1:], words.cards_are_hidden()), words.notice_hint())


def _news(match: Match, seat: int) -> str:
    """What is wrong with a pad matters more than a hint; one's own first."""
    own = match.headlines[seat].text if seat in match.seats else ""
    pad = match.trouble(seat) if seat in match.seats and match.pad_of(seat) else ""
    return own or pad or next(iter(match.lost()), "")
