"""People at the title, who look for an entry by its name."""

from firmware_host.screens.scenes import Menu, Title
from sim.table import Table


def title(story: Table, name: str) -> Title:
    scene = story.scene(name)
    assert isinstance(scene, Title), scene
    return scene


def menu(story: Table, name: str) -> Menu:
    scene = story.scene(name)
    assert isinstance(scene, Menu), scene
    return scene


def mark(story: Table, name: str, label: str) -> None:
    """Move to the entry called `label` in the menu that is open."""
    while (open_menu := menu(story, name)).entries[open_menu.marked] != label:
        story.tap(name, "right")


def choose(story: Table, name: str, *labels: str) -> None:
    """Press `ready` on one entry after another, from the title on."""
    if isinstance(story.scene(name), Title):
        story.tap(name, "c4")
    for label in labels:
        mark(story, name, label)
        story.tap(name, "ready")


def value(story: Table, name: str, label: str) -> str:
    """Read the value beside the entry called `label`."""
    shown = menu(story, name)
    return shown.values[shown.entries.index(label)]


def leave_menu(story: Table, name: str) -> None:
    """Press `draw` until the title is back."""
    while not isinstance(story.scene(name), Title):
        story.tap(name, "draw")
