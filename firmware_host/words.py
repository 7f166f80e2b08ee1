"""Every text that a player reads, in one place, each marked with `_` for translation.

A panel takes 21 letters a line; what stands beside the piles must be shorter still.
"""

from hw.ports import FaultKind
from hw.units import MILLISECOND_NS


def _(text: str) -> str:
    """Mark `text` for the message catalogs."""
    return text


def game() -> str:
    """Name the game."""
    return _("Spit")


def seat_names() -> tuple[str, str]:
    """Name the seats of players who gave no names."""
    return _("Ana"), _("Ben")


def bot_name(level: str) -> str:
    """Name a bot by its level."""
    return {"easy": _("Easy bot"), "normal": _("Bot"), "hard": _("Hard bot")}[level]


# Waiting for players


def title_hint(is_ready: bool) -> str:
    """Say what `ready` does on the title."""
    return _("Wait for the other") if is_ready else _("READY to play")


def menu_hint() -> str:
    """Say how to choose in the pause menu."""
    return _("</> move, READY takes")


# In play


def get_ready() -> str:
    """Announce that cards are about to be turned."""
    return _("Get ready")


def still_stuck() -> str:
    """Say that the turned cards helped nobody."""
    return _("Still stuck")


def go_on_soon() -> str:
    """Announce that a paused game goes on."""
    return _("Going on")


def stuck() -> str:
    """Say that nobody can play."""
    return _("Stuck")


def stuck_hint(is_ready: bool) -> str:
    """Say what `ready` does when nobody can play."""
    return _("Wait for the other") if is_ready else _("READY turns cards")


def first_by(name: str, margin_ns: int) -> str:
    """Say who was first on a contested pile, and by how much."""
    ms = margin_ns / MILLISECOND_NS
    if ms >= 1000:
        return _("{name} first by {s} s").format(name=name, s=f"{ms / 1000:.1f}")
    return _("{name} first by {ms} ms").format(
        name=name, ms=f"{ms:.1f}" if ms < 100 else f"{ms:.0f}"
    )


def photo_finish() -> str:
    """Say that clocks could not tell who was first, and the coin decided."""
    return _("Photo finish")


def rests() -> str:
    """Say that a seat's pile buttons rest after a misfit (house rule `lockout_ms`)."""
    return _("Piles rest")


def has_a_play(name: str) -> str:
    """Say who could play when nobody has for a while."""
    return _("{name} has a play").format(name=name)


def both_have_a_play() -> str:
    """Say that both could play when nobody has for a while."""
    return _("Both have a play")


def can_draw(name: str) -> str:
    """Say who could draw when nobody has moved for a while (manual refill)."""
    return _("{name} can draw").format(name=name)


# The end of a game


def takes_game(name: str, number: int) -> str:
    """Say who won game `number` (from 1) of a match that goes on."""
    return _("{name} takes game {number}").format(name=name, number=number)


def wins(name: str) -> str:
    """Say who won the match."""
    return _("{name} wins").format(name=name)


def wins_as_other_left(name: str, leaver: str) -> str:
    """Say who won because the other left."""
    return _("{leaver} left: {name} wins").format(leaver=leaver, name=name)


def drawn() -> str:
    """Say that a game or a match has no winner."""
    return _("A draw")


def result_hint(is_ready: bool, is_over: bool) -> str:
    """Say what `ready` does after a game."""
    if is_ready:
        return _("Wait for the other")
    return _("READY: play again") if is_over else _("READY: next game")


def longest_run(name: str, plays: int) -> str:
    """Tell the most plays in a row by one seat."""
    return _("Run: {name} {plays}").format(name=name, plays=plays)


def contested(piles: int, photo_finishes: int) -> str:
    """Tell how many piles both hands reached for, and how many of those the coin decided."""
    return _("Contested {piles}, photo {photos}").format(piles=piles, photos=photo_finishes)


def quickest_hand(name: str, reaction_ns: int) -> str:
    """Tell the shortest time from a play becoming possible to its touch."""
    return _("Quickest: {name} {s} s").format(name=name, s=f"{reaction_ns / 1e9:.2f}")


# Pause and faults


def paused() -> str:
    """Head the pause menu."""
    return _("Pause")


def menu_entries() -> tuple[str, str, str]:
    """Name the entries of the pause menu."""
    return _("Go on"), _("Restart"), _("Leave")


def other_wants(name: str, entry: str) -> str:
    """Tell what the other has chosen in the pause menu."""
    return _("{name}: {entry}").format(name=name, entry=entry)


def unplugged(name: str) -> str:
    """Say whose pad is lost."""
    return _("{name}'s pad is unplugged").format(name=name)


def restarts(name: str) -> str:
    """Say whose pad is starting anew."""
    return _("{name}'s pad restarts").format(name=name)


def connecting(name: str) -> str:
    """Say whose pad has not been heard from yet."""
    return _("{name}'s pad connects").format(name=name)


def called_off() -> str:
    """Say that the match ended because a pad was away."""
    return _("Match called off")


def silent(name: str) -> str:
    """Say whose pad gives no answer."""
    return _("{name}'s pad is silent").format(name=name)


def cards_are_hidden() -> str:
    """Say what a paused game looks like."""
    return _("Cards are hidden")


def notice_hint() -> str:
    """Say how to leave a game that waits for a pad."""
    return _("Hold READY: menu")


def fault(kind: FaultKind) -> str:
    """Name what is wrong with this seat's own pad, shortly."""
    return {
        FaultKind.GLITCH: _("Pad: glitch"),
        FaultKind.STUCK: _("Pad: button stuck"),
        FaultKind.CHATTER: _("Pad: contact chatters"),
        FaultKind.LOST_EDGE: _("Pad: lost an edge"),
        FaultKind.DRIFT: _("Pad: clock drifts"),
        FaultKind.BOOT: _("Pad: restarted"),
        FaultKind.GONE: _("Pad: unplugged"),
        FaultKind.LATE: _("Pad: came too late"),
        FaultKind.OVERFLOW: _("Pad: overflow"),
        FaultKind.CRC: _("Pad: bad frame"),
    }[kind]


# What the front panel's page says below the score


def status(word: str) -> str:
    """Say in a few words what the console waits for; `word` is a phase of the match."""
    return {
        "title": _("Both press READY to start"),
        "countdown": _("Cards are about to be turned"),
        "play": _("Play!"),
        "stuck": _("Stuck: both press READY"),
        "result": _("The game is over: both press READY for another"),
        "menu": _("Paused"),
        "away": _("Paused: a pad is missing"),
    }[word]
