"""Dark spots on light things: where they are to a fraction of a pixel, and what is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.tray.cells import shrunk
from vision.tray.cube import Points
from vision.tray.spots import HALO, spots_in
from vision.tray.strip import BLOCK, strip_of

SCALE = 2.0
FACE, FELT = 220, 60
Plane = NDArray[np.uint8]


def tray(*faces: tuple[int, int], size: int = 400) -> tuple[Plane, Plane, Plane]:
    """A felt with white squares of 16 mm around these pixels: tone, face and light."""
    tone = np.full((size, size), FELT, np.uint8)
    for x, y in faces:
        tone[y - 16 : y + 16, x - 16 : x + 16] = FACE
    return tone, tone.copy(), np.where(tone == FACE, np.uint8(255), np.uint8(0))


def spots_on(tone: Plane, face: Plane, light: Plane) -> Points:
    """The spots of planes, looked for in a strip of what is light."""
    marked = (shrunk(light, BLOCK) > 0).astype(np.uint8)
    strip = strip_of(marked, round(HALO * SCALE), (light.shape[0], light.shape[1]))
    if strip is None:
        return np.zeros((0, 3))
    return spots_in(strip.cut(tone), strip.cut(face), strip.cut(light), strip, SCALE)


def pip(tone: Plane, x: float, y: float, radius: float = 3.4) -> None:
    """A round dark pip at a fraction of a pixel."""
    high, wide = np.mgrid[0 : tone.shape[0], 0 : tone.shape[1]]
    share = np.clip(radius + 0.5 - np.hypot(wide - x, high - y), 0, 1)
    tone[:] = np.rint(tone * (1 - share) + 30 * share)


@pytest.mark.parametrize(("x", "y"), [(100.0, 100.0), (100.3, 99.6), (107.4, 93.2), (92.0, 108.0)])
def test_a_pip_is_found_where_it_is(x: float, y: float) -> None:
    tone, face, light = tray((100, 100), (300, 210))
    pip(tone, x, y)
    (spot,) = spots_on(tone, face, light).tolist()
    assert np.hypot(spot[0] - x, spot[1] - y) < 0.25
    assert spot[2] > 0.3


def test_each_pip_counts_once_though_two_faces_touch() -> None:
    faces = [(100, 100), (132, 104), (300, 60)]
    tone, face, light = tray(*faces)
    places = [(x + a, y + b) for x, y in faces for a in (-9, 0, 9) for b in (-9, 9)]
    for x, y in places:
        pip(tone, x, y)
    spots = spots_on(tone, face, light)
    assert len(spots) == len(places)
    for x, y in places:
        assert np.hypot(spots[:, 0] - x, spots[:, 1] - y).min() < 0.4


def test_what_else_lies_in_the_tray_changes_no_spot() -> None:
    alone, face, light = tray((100, 100))
    pip(alone, 96.4, 104.2)
    crowd, crowd_face, crowd_light = tray((100, 100), (150, 100), (100, 152), (350, 350), (30, 20))
    pip(crowd, 96.4, 104.2)
    (expected,) = spots_on(alone, face, light)
    (found,) = spots_on(crowd, crowd_face, crowd_light)
    assert np.allclose(found, expected, atol=1e-6)


def test_spots_on_felt_and_on_slivers_of_light_are_none() -> None:
    tone, face, light = tray()
    tone[180:186] = face[180:186] = FACE
    light[180:186] = 255
    for x in (60, 120, 250):
        pip(tone, x, 183)
        pip(tone, x, 300)
    assert len(spots_on(tone, face, light)) == 0


def test_an_empty_tray_has_none() -> None:
    assert spots_on(*tray()).shape == (0, 3)


def test_of_a_weave_only_the_strongest_are_told() -> None:
    rng = np.random.default_rng(1)
    tone = np.full((400, 400), FACE, np.uint8)
    face, light = tone.copy(), np.full_like(tone, 255)
    for x in range(12, 392, 12):
        for y in range(12, 392, 12):
            cv2.circle(tone, (x, y), 2, int(rng.integers(20, 200)), cv2.FILLED)
    spots = spots_on(tone, face, light)
    assert len(spots) == 250
    assert spots[:, 2].min() > 0.2
