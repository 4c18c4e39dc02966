"""Seats are told apart by their sign, and by their colour with any kind of colour vision."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from kiosk.theme import COLOURS, FELT, PAPER, SIGNS, WALNUT, Colour, mixed, seat_style

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
VISION = {
    "usual": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: Colour) -> np.ndarray:
    share = np.array(colour) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lab(colour: Colour, vision: str) -> np.ndarray:
    x, y, z = np.cbrt(XYZ @ np.clip(VISION[vision] @ linear(colour), 1e-4, 1) / [0.95047, 1, 1.08883])
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def contrast(one: Colour, other: Colour) -> float:
    """As WCAG 2 reckons it."""
    light, dark = sorted((float(XYZ[1] @ linear(colour)) for colour in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("vision", VISION)
def test_the_first_six_colours_are_told_apart(vision: str) -> None:
    for one, other in combinations(COLOURS[:6], 2):
        assert np.linalg.norm(lab(one, vision) - lab(other, vision)) > 12, (one, other)


def test_neighbours_never_share_a_sign_or_a_colour() -> None:
    for seat in range(100):
        here, there = seat_style(seat), seat_style(seat + 1)
        assert here.sign != there.sign
        assert here.colour != there.colour


def test_fifty_six_seats_differ() -> None:
    assert len({seat_style(seat) for seat in range(56)}) == len(SIGNS) * len(COLOURS) == 56


@pytest.mark.parametrize("ground", [FELT, WALNUT])
def test_what_is_read_stands_out(ground: Colour) -> None:
    assert contrast(PAPER, ground) > 7
    assert all(contrast(colour, ground) > 3 for colour in COLOURS)


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert mixed((0, 0, 0), (200, 100, 50), 0) == (0, 0, 0)
    assert mixed((0, 0, 0), (200, 100, 50), 1) == (200, 100, 50)
