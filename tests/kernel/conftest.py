"""Boots each machine once, or says NOT RUN and why; prints what was measured."""

import os
from collections.abc import Callable
from typing import Any

import pytest

from tests.kernel import machine

PAIRS = int(os.environ.get("SPYTT_KERNEL_PAIRS", "1000"))
JOBS = {
    1: [
        *(f"many_pairs={PAIRS // 5}", "pairs=40", "bouncing_pairs=100", "bounces"),
        *("overflow", "chatter", "match=3", "gone"),
    ],
    2: [
        *(f"many_pairs={PAIRS}", "pairs=40", "bouncing_pairs=200", "bounces", "stuck"),
        *("overflow", "chatter", "gone", "fallback", "idle"),
    ],
}
"""Virtual processors -> the jobs that run on them, in one boot."""

Told = Callable[[int, str], dict[str, Any]]
Print = Callable[[str], None]
FIGURES = pytest.StashKey[list[str]]()


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Give what a job told on a machine of so many processors; it is booted when first asked."""
    booted: dict[int, machine.Ran] = {}

    def tell(cpus: int, job: str) -> dict[str, Any]:
        if cpus not in booted:
            booted[cpus] = _boot(cpus, tmp_path_factory)
        values = machine.values_of(booted[cpus].results, job)
        assert "error" not in values, values["error"]
        assert values, f"{job} told nothing:\n{booted[cpus].console[-3000:]}"
        return values

    return tell


def _boot(cpus: int, folders: pytest.TempPathFactory) -> machine.Ran:
    try:
        return machine.boot(cpus, JOBS[cpus], folders.mktemp(f"machine{cpus}"))
    except machine.NoKernel as missing:
        pytest.skip(f"NOT RUN: {missing}")
    except machine.CannotBoot as missing:
        is_required = os.environ.get("SPYTT_TEST_KERNEL") == "required"
        (pytest.fail if is_required else pytest.skip)(f"NOT RUN: {missing}")


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Print:
    """Give a way to print what was measured, after the tests: it is told, not asserted."""
    return request.config.stash.setdefault(FIGURES, []).append


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the figures."""
    if figures := config.stash.get(FIGURES, []):
        terminalreporter.section("measured on the real kernel")
        for line in figures:
            terminalreporter.write_line(line)
