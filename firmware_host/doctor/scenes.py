"""What panels show while doctor looks at the console."""

from firmware_host.screens.scenes import EyeChart, Notice
from firmware_host.words.doctor import DoctorWords
from hw.ports import Button


def asking(words: DoctorWords, button: Button) -> Notice:
    """Ask for a button."""
    return Notice(words.title(button), (words.press(),), "")


def waiting(words: DoctorWords, seat: int) -> Notice:
    """Tell the others that `seat` is being looked at."""
    return Notice(words.seat(seat), (words.waits(),), "")


def eye_chart(words: DoctorWords, seat: int, name: str | None, *, is_lit: bool) -> EyeChart:
    """Show all that there is to see."""
    return EyeChart(name or words.seat(seat), words.lit() if is_lit else words.seen(), is_lit)


def listening(words: DoctorWords, seat: int) -> Notice:
    """Ask whether sound and light work."""
    question, answer = words.heard()
    return Notice(words.seat(seat), (question,), answer)


def thanking(words: DoctorWords) -> Notice:
    """Tell that it is over."""
    return Notice(words.thanks(), (), "")
