"""What the front panel's page tells around its pads: only what everybody may know; pure."""

from collections.abc import Sequence

from engine import pack, spit
from firmware_host.match_state import Match, Phase
from firmware_host.pack.game import PackGame
from firmware_host.words import words_in


def state_of(match: Match, *, is_demo: bool = False) -> dict[str, object]:
    """Tell of a match; `is_demo` while an untouched console lets bots play."""
    stage = "demo" if is_demo else _stage(match)
    page, preferences = match.words.page, match.preferences
    return {
        "names": list(match.names),
        "bots": [level is not None for level in match.line_up],
        "score": list(match.told_score),
        "status": _status(match, stage),
        "lang": preferences.lang,
        "texts": page.texts(),
        "labels": page.labels(preferences.game, stage),
        "steps": page.steps(preferences.game, stage),
    }


def state_without_match(lang: str, names: Sequence[str] = ()) -> dict[str, object]:
    """Tell what the page needs while no match is played on it, only presses recorded.

    `names` are by seat, the usual two if there are none.
    """
    words = words_in(lang)
    return {
        "names": list(names or words.names.seats()[:2]),
        "lang": lang,
        "texts": words.page.texts(),
        "labels": words.page.labels(spit.NAME, Phase.PLAY),
        "steps": (),
    }


def _stage(match: Match) -> str:
    """Name the phase, in The Pack also whether cards are still chosen."""
    if match.phase is Phase.PLAY and isinstance(match.game, PackGame):
        is_choice = match.game.pack.phase is pack.Phase.CHOOSE
        return "choose" if is_choice else Phase.PLAY
    return match.phase


def _status(match: Match, stage: str) -> str:
    """Say what is waited for: in turns, whose it is."""
    if stage == Phase.PLAY and isinstance(match.game, PackGame):
        if match.game.pack.result:
            return ""  # The last card is looked at.
        return match.words.pack.turn_of(match.names[match.game.pack.turn])
    return match.words.page.status(stage)
