"""Which key is which button, on the left and on the right of a page."""

from hw.ports import Button
from tests.browser.driver import Page

LEFT = dict(
    zip(Button, ("KeyQ", "KeyW", "KeyE", "KeyR", "KeyZ", "KeyX", "KeyC", "KeyV"), strict=True)
)
RIGHT = dict(
    zip(
        Button,
        ("Digit7", "Digit8", "Digit9", "Digit0", "KeyJ", "KeyK", "KeyL", "Semicolon"),
        strict=True,
    )
)
SIDES = (LEFT, RIGHT)


TWO_PICTURES = """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"""


def press(tab: Page, button: Button, side: int = 0) -> None:
    """Press and release the key of a button, no sooner after another than a finger could.

    What closes within 8 ms of opening is bounce to the console; two pictures take 16.
    """
    tab.evaluate(TWO_PICTURES)
    tab.keyboard.press(SIDES[side][button])
