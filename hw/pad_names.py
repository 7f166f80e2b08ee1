"""What a pad on USB is called: a name, an id that no other pad has, and what its pins are."""

import json
import re
from collections.abc import Mapping

from hw.ports import Button

LONGEST_NAME = 24
"""Bytes (UTF-8) that a pad's name may have."""
NO_ID = 0
"""The id of a pad that has never been given one."""

BUTTON_PINS: Mapping[Button, str] = {it: f"D{n}" for n, it in enumerate(Button, 2)}
"""The Nano's pins, as printed on it, from each of which a button goes to ground."""
LED_PIN, BUZZER_PIN = "D13", "D11"
"""The Nano's own LED is on D13."""

PORTS = "/dev/"
"""What is written so is a port, where another pad may be tomorrow."""

_ID = re.compile(r"[0-9A-Fa-f]{8}")


def id_text(pad_id: int) -> str:
    """Write an id (u32), as in `7F3A09C2`."""
    return f"{pad_id:08X}"


def id_in(text: str) -> int | None:
    """Read an id; None if `text` is a name."""
    return int(text, 16) if _ID.fullmatch(text) else None


def is_name(text: str) -> bool:
    """Tell whether a pad can be called `text`, which it can keep: not as an id or a port is."""
    is_short = 1 <= len(text.encode("utf-8", "replace")) <= LONGEST_NAME
    is_other = text.startswith(PORTS) or id_in(text) is not None
    return is_short and text.isprintable() and text == text.strip() and not is_other


def is_called(usb: str, pad_id: int, name: str) -> bool:
    """Tell whether `usb`, a name or an id, means the pad of that id and name."""
    wanted = id_in(usb)
    return name == usb if wanted is None else pad_id == wanted != NO_ID


def in_toml(pad_id: int, name: str) -> str:
    """Write what a configuration calls a pad, in quotes: its name if it can be one, else its id."""
    return json.dumps(name if is_name(name) else id_text(pad_id), ensure_ascii=False)


def printable(name: str) -> str:
    """Make what somebody wrote into a pad's memory safe for a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)
