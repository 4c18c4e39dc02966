"""Ink that can be read is lighter than its face; a face that mirrors a lamp shows only the outline of the groove."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.d12.ink import inked
from vision.d12.net import SIZE
from vision.sim.numerals import typefaces, written


def face(
    body: float, ink: float, outline: float | None = None, noise: float = 2.0, number: str = "8"
) -> np.ndarray:
    """A face of these tones with a numeral, and a line of another tone around it."""
    lines = [
        np.rint((glyph * (20 if len(number) == 1 else 14) + SIZE / 2) * 16).astype(np.int32)
        for glyph in written(typefaces()[0], number)
    ]
    tones = np.full((SIZE, SIZE), body, np.float32)
    if outline is not None:
        cv2.polylines(tones, lines, True, outline, 2, cv2.LINE_8, 4)
    cv2.fillPoly(tones, lines, ink, cv2.LINE_8, 4)
    tones = cv2.GaussianBlur(tones, (0, 0), 1.2) + np.random.default_rng(1).normal(0, noise, tones.shape)
    return np.clip(tones, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("number", ["1", "7", "8", "10", "12"])
@pytest.mark.parametrize(("body", "ink"), [(30, 200), (60, 120), (150, 250), (12, 50)])
def test_light_ink_on_a_darker_face_can_be_read(body: float, ink: float, number: str) -> None:
    assert inked(face(body, ink, number=number)[None]).tolist() == [True]


@pytest.mark.parametrize(
    ("body", "ink", "outline"),
    [(150, 160, 90), (225, 235, 140), (250, 250, 180), (200, 120, 90), (30, 30, None), (240, 240, None)],
)
def test_a_mere_outline_or_darker_ink_or_none_cannot(body: float, ink: float, outline: float | None) -> None:
    assert inked(face(body, ink, outline, number="7")[None]).tolist() == [False]


def test_any_number_of_faces_is_looked_at() -> None:
    assert inked(np.zeros((0, SIZE, SIZE), np.uint8)).shape == (0,)
    assert inked(np.array([face(30, 200), face(150, 160, 90)])).tolist() == [True, False]
