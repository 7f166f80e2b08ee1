"""How deep the console rests, and how bright its panels are meanwhile."""

from enum import Enum

from firmware_host.effects import Light
from firmware_host.preferences import Preferences

CONTRASTS = (2, 40, 110, 255)
"""Of each brightness, 1-4: what a panel's contrast does is far from even to the eye."""
DIMMED = 1


class Rest(Enum):
    """From awake to ever deeper rest."""

    AWAKE = 0
    DEMO = 1
    DIM = 2
    DARK = 3


def light(preferences: Preferences, rest: Rest = Rest.AWAKE) -> Light:
    """Give how bright the panels are."""
    is_bright = rest in (Rest.AWAKE, Rest.DEMO)
    contrast = CONTRASTS[preferences.brightness - 1] if is_bright else DIMMED
    return Light(contrast, is_dark=rest is Rest.DARK)
