"""Prints what was measured of the firmware, after the tests: it is told, not asserted."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Print = Callable[[str], None]
FIGURES = pytest.StashKey[list[str]]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this shelf."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.firmware)


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Print:
    """Give a way to print what was measured."""
    return request.config.stash.setdefault(FIGURES, []).append


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the figures."""
    if figures := config.stash.get(FIGURES, []):
        terminalreporter.section("measured on the emulated Nano")
        for line in figures:
            terminalreporter.write_line(line)
