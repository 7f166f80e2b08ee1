"""What each panel says of a match: a scene for each seat, made from what that seat may know."""

from firmware_host import words
from firmware_host.match_state import Match, Phase
from firmware_host.screens.scenes import (
    Countdown,
    Menu,
    Notice,
    Result,
    Scene,
    SpitTable,
    Stuck,
    Title,
)


def scene_of(match: Match, seat: int) -> Scene:
    """Give what the panel of `seat` shows."""
    match match.phase:
        case Phase.TITLE:
            return _title(match, seat)
        case Phase.COUNTDOWN:
            return Countdown(match.headlines[seat].text, _table(match, seat))
        case Phase.PLAY:
            return _table(match, seat)
        case Phase.STUCK:
            return _stuck(match, seat)
        case Phase.RESULT:
            return _result(match, seat)
        case Phase.MENU:
            return _menu(match, seat)
        case Phase.AWAY:
            return _notice(match)


def _title(match: Match, seat: int) -> Title:
    hint = words.title_hint(match.ready[seat])
    return Title(
        words.game(), match.setup.names, match.ready, match.standing, _news(match, seat) or hint
    )


def _table(match: Match, seat: int) -> SpitTable:
    assert match.game is not None
    view = match.game.spit.view(seat)
    return SpitTable(
        own=view.own,
        rival=view.rival,
        piles=view.piles,
        own_stock=view.own_stock,
        rival_stock=view.rival_stock,
        rival_name=match.setup.names[1 - seat],
        picked=match.game.hands[seat].picked,
        headline=match.headlines[seat].text,
        misfit=match.misfits[seat] is not None,
    )


def _stuck(match: Match, seat: int) -> Stuck:
    return Stuck(
        _table(match, seat),
        match.headlines[seat].text or words.stuck(),
        match.ready,
        words.stuck_hint(match.ready[seat]),
        match.setup.names,
    )


def _result(match: Match, seat: int) -> Result:
    names = match.setup.names
    hint = words.result_hint(match.ready[seat], match.is_over)
    return Result(
        match.verdict,
        names,
        match.score,
        match.game.story.lines(names) if match.game else (),
        match.ready,
        _news(match, seat) or hint,
    )


def _menu(match: Match, seat: int) -> Menu:
    wanted = match.chosen[1 - seat]
    entries = words.menu_entries()
    rival = match.setup.names[1 - seat]
    told = words.other_wants(rival, entries[wanted]) if wanted is not None else ""
    return Menu(
        words.paused(),
        entries,
        match.marks[seat],
        _news(match, seat) or told or _waits(match, seat),
    )


def _waits(match: Match, seat: int) -> str:
    return words.menu_hint() if match.chosen[seat] is None else words.title_hint(True)


def _notice(match: Match) -> Notice:
    lost = [how for how in match.away if how]
    return Notice(lost[0], (*lost[1:], words.cards_are_hidden()), words.notice_hint())


def _news(match: Match, seat: int) -> str:
    """What is wrong with a pad matters more than a hint."""
    return match.headlines[seat].text or match.away[seat] or match.away[1 - seat]
