"""How a camera takes what was drawn, and how a reader straightens it: size, blur, noise, JPEG, a patch a little off."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face_net import straightened
from vision.training.canvas import HALF, Plane, Points, Rng

Picture = NDArray[np.uint8]


def taken(rng: Rng, canvas: Plane) -> tuple[Picture, float]:
    """The canvas as a picture of another size; and how many pixels one of the canvas' is then."""
    edge = float(np.exp(rng.uniform(np.log(13), np.log(62))))
    side = max(12, round(2 * HALF * edge))
    small = cv2.resize(canvas, (side, side), interpolation=cv2.INTER_AREA)
    seen = _blurred(rng, np.asarray(small, np.float32), side / (2 * HALF))
    lit = np.power(np.clip(seen, 0, None), rng.uniform(0.75, 1.3)) * _exposure(rng)
    noise = rng.standard_normal(lit.shape, np.float32)
    if rng.random() < 0.4:
        noise = 1.6 * cv2.GaussianBlur(noise, (0, 0), 0.7)
    lit = lit + np.float32(np.exp(rng.uniform(np.log(0.002), np.log(0.03)))) * noise
    picture = np.clip(255 * lit, 0, 255).astype(np.uint8)
    return _stored(rng, picture), side / canvas.shape[0]


def _exposure(rng: Rng) -> np.float32:
    """Mostly right; sometimes a stop or two too little, or so much that white is burnt out."""
    stops = rng.uniform(-1.6, 0) if rng.random() < 0.6 else rng.uniform(0, 0.8)
    return np.float32(2**stops)


def _blurred(rng: Rng, seen: Plane, edge: float) -> Plane:
    """Out of focus and moved; a pip has about a tenth of an edge in radius, and must stay apart from the next."""
    sigma = rng.uniform(0.0, 0.035) if rng.random() < 0.7 else rng.uniform(0.03, 0.065)
    seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), max(0.3, sigma * edge)), np.float32)
    if rng.random() < 0.15:
        count = max(2, round(rng.uniform(0.05, 0.15) * edge))
        kernel = np.zeros((2 * count + 1, 2 * count + 1), np.float32)
        way = rng.uniform(0, np.pi)
        end = np.rint(count / 2 * np.array([np.cos(way), np.sin(way)])).astype(int)
        cv2.line(kernel, tuple((count + end).tolist()), tuple((count - end).tolist()), 1.0)
        seen = np.asarray(cv2.filter2D(seen, -1, kernel / kernel.sum()), np.float32)
    if rng.random() < 0.25:
        sharp = seen - cv2.GaussianBlur(seen, (0, 0), 1.0)
        seen = np.asarray(seen + np.float32(rng.uniform(0.3, 1.5)) * sharp, np.float32)
    return seen


def _stored(rng: Rng, picture: Picture) -> Picture:
    if rng.random() < 0.5:
        return picture
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)


def laid_straight(rng: Rng, picture: Picture, corners: Points, any_turn: bool) -> Picture:
    """The patch of a face whose corners (4 x 2 px) were found a little wrong; `any_turn`: turned at will."""
    middle = corners.mean(axis=0)
    edge = float(np.hypot(*(corners[1] - corners[0])))
    turn = rng.uniform(0, 2 * np.pi) if any_turn else np.radians(np.clip(rng.normal(0, 4.5), -12, 12))
    cos, sin = np.cos(turn), np.sin(turn)
    grown = np.exp(np.clip(rng.normal(0, 0.075), -0.2, 0.2))
    stretched = 1 + rng.normal(0, 0.025, 2)
    off = np.clip(rng.normal(0, 0.035, 2), -0.09, 0.09) * edge
    around = (corners - middle) @ np.array([[cos, sin], [-sin, cos]]) * grown * stretched
    around += rng.normal(0, 0.01, (4, 2)) * edge
    around = np.roll(around, int(rng.integers(4)), axis=0)
    return straightened(picture, around + middle + off)


def in_picture(points: Points, zoom: float) -> Points:
    """Pixels of the canvas in a picture `zoom` times as large."""
    return (points + 0.5) * zoom - 0.5
