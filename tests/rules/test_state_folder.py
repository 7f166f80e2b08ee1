"""The state folder: looked at without being made."""

import os
from pathlib import Path

import pytest

from firmware_host.state_folder import StateError, look


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "there").mkdir()
    (tmp_path / "file").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("name", "is_there"),
    [
        pytest.param("there", True, id="it is there"),
        pytest.param("missing", False, id="its parent is there"),
        pytest.param("missing/deep/down", False, id="it would take several folders"),
    ],
)
def test_looking_makes_nothing(name: str, is_there: bool, folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    assert look(folder / name) is is_there
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("name", "words"),
    [
        pytest.param("file", "file is no folder: move it away", id="a file has its name"),
        pytest.param("file/deep", "file is no folder: move it away", id="a file is in the way"),
    ],
)
def test_what_cannot_be_made_is_told_with_the_remedy(name: str, words: str, folder: Path) -> None:
    with pytest.raises(StateError, match=words):
        look(folder / name)


def test_a_parent_that_may_not_be_written_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _place, _mode: False)
    with pytest.raises(StateError, match="missing: Permission denied: allow writing there"):
        look(folder / "missing")


def test_a_relative_name_is_looked_for_where_we_are(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert look(Path("there"))
    assert not look(Path("missing"))
