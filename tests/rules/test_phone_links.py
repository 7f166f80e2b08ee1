"""The secrets of the seats' links: for the owner's eyes alone, and drawn anew when in doubt."""

import json
import stat
from pathlib import Path

import pytest

from engine.games import MOST_SEATS
from firmware_host.phone_links import FILE, SECRET, kept_secrets, new_secrets
from firmware_host.state_folder import StateError

GOOD = tuple(letter * 22 for letter in "ab-_9")


def test_every_seat_has_a_secret_of_its_own_that_nobody_guesses() -> None:
    drawn = new_secrets() + new_secrets()
    assert len(set(drawn)) == 2 * MOST_SEATS
    assert all(SECRET.fullmatch(secret) for secret in drawn)


def test_a_restart_needs_no_new_scans(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    first = kept_secrets(folder)
    assert kept_secrets(folder) == first
    assert [file.name for file in folder.iterdir()] == [FILE]


def test_only_the_owner_may_read_them(tmp_path: Path) -> None:
    kept_secrets(tmp_path)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_what_others_may_have_read_is_drawn_anew(tmp_path: Path) -> None:
    before = kept_secrets(tmp_path)
    (tmp_path / FILE).chmod(0o644)
    after = kept_secrets(tmp_path)
    assert not set(before) & set(after)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_good_secrets_are_taken_as_they_are(tmp_path: Path) -> None:
    write(tmp_path, json.dumps(GOOD).encode())
    assert kept_secrets(tmp_path) == GOOD


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"[", id="half a list"),
        pytest.param(b"[" * 100_000, id="too deep for the parser"),
        pytest.param(b"\xe6", id="no ASCII"),
        pytest.param(b"{}", id="no list"),
        pytest.param(json.dumps(GOOD[:4]).encode(), id="a secret left out"),
        pytest.param(json.dumps([*GOOD[:4], 7]).encode(), id="a number"),
        pytest.param(json.dumps([*GOOD[:4], "short"]).encode(), id="a secret cut short"),
        pytest.param(json.dumps([*GOOD[:4], "a/" * 11]).encode(), id="a secret with a path"),
        pytest.param(json.dumps([*GOOD[:4], GOOD[0]]).encode(), id="two seats with one secret"),
    ],
)
def test_what_is_damaged_is_drawn_anew(tmp_path: Path, body: bytes) -> None:
    write(tmp_path, body)
    drawn = kept_secrets(tmp_path)
    assert len(set(drawn)) == MOST_SEATS
    assert not set(drawn) & set(GOOD)
    assert kept_secrets(tmp_path) == drawn


def write(folder: Path, body: bytes) -> None:
    (folder / FILE).write_bytes(body)
    (folder / FILE).chmod(0o600)


def test_a_place_that_cannot_be_used_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(StateError, match=rf"{FILE}: .*--state"):
        kept_secrets(tmp_path)


def test_what_a_power_cut_left_behind_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / FILE).with_suffix(".new").write_text("[")
    assert kept_secrets(tmp_path) == kept_secrets(tmp_path)
