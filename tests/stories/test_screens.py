"""Every sample scene, pixel by pixel, against reference pictures in `screens/`.

The references are half-block text, so that a change can be read in a diff. After an intended
change look at the pictures (`python -m sim.pictures FOLDER`), then write the references anew with
`python -m tests.stories.test_screens`.
"""

from pathlib import Path

import pytest

from firmware_host.screens.drawing import draw, frame_of
from hw.panel import Chip
from hw.panel_frame import pack
from sim.pictures import seen
from sim.sample_scenes import SAMPLES
from sim.terminal import half_blocks

REFERENCES = Path(__file__).parent / "screens"
every_panel = pytest.mark.parametrize(
    ("name", "seat"), [(name, seat) for name in SAMPLES for seat in (0, 1)]
)


def art(name: str, seat: int) -> str:
    return "\n".join(line.rstrip() for line in half_blocks(frame_of(SAMPLES[name][seat]))) + "\n"


def reference(name: str, seat: int) -> Path:
    return REFERENCES / f"{name}.{seat}.txt"


@every_panel
def test_a_scene_looks_as_it_did(name: str, seat: int) -> None:
    expected = reference(name, seat).read_text(encoding="utf-8")
    assert art(name, seat).splitlines() == expected.splitlines()


def test_every_reference_has_its_scene() -> None:
    names = {reference(name, seat).name for name in SAMPLES for seat in (0, 1)}
    assert {path.name for path in REFERENCES.glob("*.txt")} == names


@every_panel
@pytest.mark.parametrize("chip", Chip)
def test_a_scene_reaches_the_eye_through_either_chip_unchanged(
    name: str, seat: int, chip: Chip
) -> None:
    scene = SAMPLES[name][seat]
    assert seen(scene, chip) == frame_of(scene)


@every_panel
def test_a_frame_is_the_very_picture(name: str, seat: int) -> None:
    scene = SAMPLES[name][seat]
    assert frame_of(scene) == pack(draw(scene))


@every_panel
def test_equal_scenes_are_equal_pictures_of_one_bit(name: str, seat: int) -> None:
    scene = SAMPLES[name][seat]
    first, second = draw(scene), draw(scene)
    assert first.mode == "1"
    assert first.size == (128, 64)
    assert pack(first) == pack(second)


def rewrite() -> None:
    """Write the references anew."""
    REFERENCES.mkdir(exist_ok=True)
    for old in REFERENCES.glob("*.txt"):
        old.unlink()
    for name in SAMPLES:
        for seat in (0, 1):
            reference(name, seat).write_text(art(name, seat), encoding="utf-8")


if __name__ == "__main__":
    rewrite()
