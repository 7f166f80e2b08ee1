"""What holds for every test: Hypothesis tries the same examples each time, and times none."""

from pathlib import Path

import pytest
from hypothesis import settings

# A deadline is a time asserted in a test: it fails on a slow machine and says nothing of the code.
settings.register_profile("spytt", deadline=None, derandomize=True)
settings.load_profile("spytt")


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what a console remembers out of the home of whoever runs the tests."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command line speak English, whatever language whoever runs the tests does."""
    monkeypatch.setenv("LANGUAGE", "en")
